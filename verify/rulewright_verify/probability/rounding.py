"""Floating point that is rounded outwards: by how much what is worked out may be off, and ends as floats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, nextafter

UNIT = 2.0**-52

TINY = 2.0**-960
"""Below this, errors are no shares of results any more."""


def share_off(n_terms: int) -> float:
    """The greatest share by which a mean of so many is off. There are roundings of half a unit: one for each sum, and
    for a weight, a product, the total, the division, and the product with what this function gives."""
    return (n_terms + 6) // 2 * UNIT


def mean(weights: Sequence[int], values: Sequence[float], side: int) -> float:
    """A mean of numbers that are not below 0: at most (`side` 1) or at least (-1) so much."""
    first = values[0]
    if values.count(first) == len(values):
        return first
    found = sum(map(float.__mul__, values, map(float, weights))) / sum(weights)
    found *= 1 + side * share_off(len(values))
    return found if found > TINY else TINY if side > 0 else 0.0


def below(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) <= value else nextafter(near, -inf)


def above(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) >= value else nextafter(near, inf)
