"""Values from below and from above in floating point, for graphs on which exact fractions take too long.

Every step rounds outwards, so the value surely lies between the two. Where no number is below 0 the error of a step
is a share of its result, and is taken off or added as one; where one state holds all circles of a component (`rings`)
what it is worth follows by one division. Everything else is left to `bounded_parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isnan, nan, nextafter

from rulewright_verify.probability.best_choices import Best, Worker, with_circles
from rulewright_verify.probability.bounded_parts import UNIT, Part, row_of
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rings import order_of_ring

TINY = 2.0**-960
"""Below this, errors are no shares of results any more."""

ONE = Fraction(1)


@dataclass(frozen=True)
class Bounds:
    """For each state a number that is not above its value, and one that is not below."""

    lower: Mapping[int, Fraction]
    upper: Mapping[int, Fraction]


def bounded_values(process: Process, best: Best, check: Callable[[], None]) -> Bounds:
    """Bounds on the value of each state under way, and of each end. `check` is called now and then and may raise.

    As for `best_values`, the ends that can be avoided must have been made worth something before if the least
    value is asked for.
    """
    found = _Floats(process, best)
    work_out = found.worker()
    for component in with_circles(process, work_out, check):
        if _is_closed(process, component):
            found.set(dict.fromkeys(component, 0.0), dict.fromkeys(component, 0.0))
        elif not found.go_round(order_of_ring(process, component) if found.is_positive else None, work_out):
            part = Part(process, sorted(component), best, check)
            found.set(part.bound(found.lower, -1), part.bound(found.upper, 1))
    return Bounds(_Fractions(found.lower), _Fractions(found.upper))


def _is_closed(process: Process, component: Sequence[int]) -> bool:
    """Whether nothing leads out, so that nothing is ever reached from there."""
    members = set(component)
    return all(j in members for i in component for j in process.graph.successors(i))


class _Floats:
    """What is known so far: for each state a number below and a number above; nan where nothing is known."""

    def __init__(self, process: Process, best: Best) -> None:
        self.process = process
        self.best = best
        self.lower = [nan] * len(process.graph)
        self.upper = [nan] * len(process.graph)
        for i, value in process.ends.items():
            self.lower[i], self.upper[i] = _below(value), _above(value)
        self.is_positive = all(value >= 0 for value in process.ends.values())

    def set(self, lower: Mapping[int, float], upper: Mapping[int, float]) -> None:
        for i, value in lower.items():
            self.lower[i] = value
        for i, value in upper.items():
            self.upper[i] = value

    def worker(self) -> Worker:
        """A function that works out what a state is worth from what follows it; most of the time goes here."""
        process, best, lower, upper = self.process, self.best, self.lower, self.upper
        luck, costly, is_positive = process.luck, process.costly, self.is_positive
        less, more = 1 - _off(2), 1 + _off(2)
        totals: dict[tuple[int, ...], int] = {}

        def work_out(i: int, row: Sequence[int]) -> None:
            weights = luck.get(i)
            if weights is None or not is_positive:
                following = row_of(process, i)
                lower[i] = following.outward(lower, -1, best)
                upper[i] = following.outward(upper, 1, best)
                return
            if len(row) == 2:
                j, k = row
                weight, other = weights
                total = totals.get(weights)
                if total is None:
                    total = totals[weights] = weight + other
                low, high = lower[j], upper[j]
                if low != lower[k]:
                    low = (weight * low + other * lower[k]) / total * less
                    low = low if low > TINY else 0.0
                if high != upper[k]:
                    high = (weight * high + other * upper[k]) / total * more
                    high = high if high > TINY else TINY
            else:
                low = _mean(weights, [lower[j] for j in row], -1)
                high = _mean(weights, [upper[j] for j in row], 1)
            if i in costly:
                low, high = (low + 1) * (1 - 2 * UNIT), (high + 1) * (1 + 2 * UNIT)
            lower[i], upper[i] = low, high

        return work_out

    def go_round(self, order: Sequence[int] | None, work_out: Worker) -> bool:
        """What the states of a ring are worth, if that can be told: the last of them is met in all ways round."""
        if order is None:
            return False
        *others, knot = order
        rows = {i: self.process.graph.successors(i) for i in order}
        # With nothing for the knot, each is worth what comes of leaving before it is met, which has some chance.
        self.lower[knot] = self.upper[knot] = 0.0
        low_left, high_left = {knot: 0.0}, {knot: 0.0}
        for i in order:
            work_out(i, rows[i])
            weights = self.process.luck.get(i, (1,) * len(rows[i]))
            low, high = ([left.get(j, 1.0) for j in rows[i]] for left in (low_left, high_left))
            low_left[i], high_left[i] = _mean(weights, low, -1), _mean(weights, high, 1)
        if not low_left[knot]:
            return False
        self.lower[knot] = self.lower[knot] / high_left[knot] * (1 - 4 * UNIT)
        self.upper[knot] = self.upper[knot] / low_left[knot] * (1 + 4 * UNIT)
        for i in others:
            work_out(i, rows[i])
        return True


def _off(n_terms: int) -> float:
    """The greatest share by which a mean of so many is off. There are roundings of half a unit: one for each sum, and
    for a weight, a product, the total, the division, and the product with what this function gives."""
    return (n_terms + 6) // 2 * UNIT


def _mean(weights: tuple[int, ...], values: Sequence[float], side: int) -> float:
    """A mean of numbers that are not below 0: at most (`side` 1) or at least (-1) so much."""
    first = values[0]
    if values.count(first) == len(values):
        return first
    mean = sum(map(float.__mul__, values, map(float, weights))) / sum(weights)
    mean *= 1 + side * _off(len(values))
    return mean if mean > TINY else TINY if side > 0 else 0.0


class _Fractions(Mapping[int, Fraction]):
    """Floating point numbers as the fractions that they are."""

    def __init__(self, values: Sequence[float]) -> None:
        self._values = values

    def __getitem__(self, i: int) -> Fraction:
        value = self._values[i]
        if isnan(value):
            raise KeyError(i)
        return Fraction(value)

    def __iter__(self) -> Iterator[int]:
        return (i for i, value in enumerate(self._values) if not isnan(value))

    def __len__(self) -> int:
        return sum(not isnan(value) for value in self._values)


def _below(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) <= value else nextafter(near, -inf)


def _above(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) >= value else nextafter(near, inf)
