"""Fractions that share their denominators: a sum of them costs two products, and no greatest common divisor.

A number is a numerator and the number of a denominator that was met before. What it takes to bring some
denominators to a common one is worked out once for each combination of them. A fraction is reduced only where its
denominator has grown much since the last time, so that numbers stay as long as reduced ones are, but for a factor.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

FEW_BITS = 1024
"""Shorter denominators are left as they are."""

WORTH_IT = 4
"""A fraction is replaced by its reduced form if that takes a part of its length, of so many."""

Weights = tuple[int, ...]
Numbers = tuple[int, ...]
"""Of denominators."""

Scaled = tuple[int, tuple[int, ...]]
"""The number of a denominator, and a factor for each of several numerators."""


class Denominators:
    """All denominators that were met. Number 0 is the denominator 1."""

    def __init__(self) -> None:
        self.of: list[int] = []
        self.grown: set[int] = set()
        """Those that are so long that it should be looked whether they can be reduced."""
        self._numbers: dict[int, int] = {}
        self._limits: list[int] = []
        self._means: dict[Weights, dict[Numbers, Scaled]] = {}
        self._met(1, FEW_BITS)

    def fraction(self, top: int, number: int) -> Fraction:
        return Fraction(top, self.of[number])

    def split(self, value: Fraction) -> tuple[int, int]:
        """A fraction as a numerator and the number of its denominator."""
        bottom = value.denominator
        return value.numerator, self._met(bottom, 2 * bottom.bit_length() + FEW_BITS)

    def means(self, weights: Weights) -> dict[Numbers, Scaled]:
        """What is known of weighted means with these weights: by the denominators of what is weighed."""
        return self._means.setdefault(weights, {})

    def mean(self, weights: Weights, numbers: Numbers) -> Scaled:
        """The denominator of a weighted mean, and by what numerators are multiplied before they are added."""
        known = self.means(weights).get(numbers)
        if known is None:
            common = lcm(*(self.of[number] for number in numbers))
            bottom = common * sum(weights)
            factors = [weight * (common // self.of[number]) for weight, number in zip(weights, numbers, strict=True)]
            shared = gcd(bottom, *factors)
            limit = max(self._limits[number] for number in numbers)
            known = self._met(bottom // shared, limit), tuple(factor // shared for factor in factors)
            self.means(weights)[numbers] = known
        return known

    def reduced(self, top: int, number: int) -> tuple[int, int]:
        """The same number, shorter if it can be much shorter."""
        bottom = self.of[number]
        shared = gcd(top, bottom)
        if shared.bit_length() * WORTH_IT >= bottom.bit_length():
            return self.split(Fraction(top // shared, bottom // shared))
        self.grown.discard(number)
        self._limits[number] = 2 * bottom.bit_length()
        return top, number

    def is_above(self, top: int, number: int, other_top: int, other: int) -> bool:
        """Whether one number is greater than another."""
        if number == other:
            return top > other_top
        return top * self.of[other] > other_top * self.of[number]

    def without_rounds(self, top: int, number: int, again_top: int, again: int) -> tuple[int, int]:
        """One number divided by 1 less another: what comes of something that is done again with that chance."""
        bottom, over = self.of[number], self.of[again]
        shared = gcd(bottom, over)
        rest = over - again_top
        return top * (over // shared), self._met(bottom // shared * rest, self._limits[number] + rest.bit_length())

    def _met(self, bottom: int, limit: int) -> int:
        """The number of a denominator; when it is new, up to how many bits it may grow."""
        number = self._numbers.get(bottom)
        if number is None:
            number = self._numbers[bottom] = len(self.of)
            self.of.append(bottom)
            self._limits.append(limit)
            if bottom.bit_length() > limit:
                self.grown.add(number)
        return number
