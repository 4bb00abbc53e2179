"""Values from below and from above in floating point, for graphs on which exact fractions take too long.

Every step rounds outwards, so the value surely lies between the two. Where no number is below 0 the error of a step
is a share of its result, and is taken off or added as one; where one state holds all circles of a component (`rings`)
what it is worth follows by one division. Everything else is left to `bounded_parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isnan, nan

from rulewright_verify.probability.best_choices import Worker, with_circles
from rulewright_verify.probability.bounded_parts import Part, row_of
from rulewright_verify.probability.deciding_rings import DecidingRing
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rings import is_chosen, order_of_ring
from rulewright_verify.probability.rounding import TINY, UNIT, above, below, mean, share_off


@dataclass(frozen=True)
class Bounds:
    """For each state a number that is not above its value, and one that is not below."""

    lower: Mapping[int, Fraction]
    upper: Mapping[int, Fraction]


def bounded_values(process: Process, wanting: Container[int], check: Callable[[], None]) -> Bounds:
    """Bounds on the value of each state under way, and of each end. `check` is called now and then and may raise.

    In the states that are `wanting` whoever chooses wants more, in all others less. As for `best_values`, the ends
    that can be avoided must have been made worth something before if the least value is asked for.
    """
    found = _Floats(process, wanting)
    work_out = found.worker()
    for component in with_circles(process, work_out, check):
        if _is_closed(process, component):
            found.set(dict.fromkeys(component, 0.0), dict.fromkeys(component, 0.0))
        elif not found.go_round(component, work_out):
            check()
            part = Part(process, sorted(component), wanting, check)
            found.set(part.bound(found.lower, -1), part.bound(found.upper, 1))
    return Bounds(_Fractions(found.lower), _Fractions(found.upper))


def _is_closed(process: Process, component: Sequence[int]) -> bool:
    """Whether nothing leads out, so that nothing is ever reached from there."""
    members = set(component)
    return all(j in members for i in component for j in process.graph.successors(i))


class _Floats:
    """What is known so far: for each state a number below and a number above; nan where nothing is known."""

    def __init__(self, process: Process, wanting: Container[int]) -> None:
        self.process = process
        self.wanting = wanting
        self.lower = [nan] * len(process.graph)
        self.upper = [nan] * len(process.graph)
        for i, value in process.ends.items():
            self.lower[i], self.upper[i] = below(value), above(value)
        self.is_positive = all(value >= 0 for value in process.ends.values())
        self._slopes: list[float] = []

    def set(self, lower: Mapping[int, float], upper: Mapping[int, float]) -> None:
        for i, value in lower.items():
            self.lower[i] = value
        for i, value in upper.items():
            self.upper[i] = value

    def worker(self) -> Worker:
        """A function that works out what a state is worth from what follows it; most of the time goes here."""
        process, wanting, lower, upper = self.process, self.wanting, self.lower, self.upper
        luck, costly, is_positive = process.luck, process.costly, self.is_positive
        less, more = 1 - share_off(2), 1 + share_off(2)
        totals: dict[tuple[int, ...], int] = {}

        def work_out(i: int, row: Sequence[int]) -> None:
            weights = luck.get(i)
            if weights is None or not is_positive:
                following = row_of(process, i, wanting)
                lower[i] = following.outward(lower, -1)
                upper[i] = following.outward(upper, 1)
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
                low = mean(weights, [lower[j] for j in row], -1)
                high = mean(weights, [upper[j] for j in row], 1)
            if i in costly:
                low, high = (low + 1) * (1 - 2 * UNIT), (high + 1) * (1 + 2 * UNIT)
            lower[i], upper[i] = low, high

        return work_out

    def go_round(self, component: Sequence[int], work_out: Worker) -> bool:
        """What the states of a component are worth, if it is a ring, and if that can be told."""
        order = order_of_ring(self.process, component) if self.is_positive else None
        if order is None:
            return False
        if not is_chosen(self.process, component):
            return self._go_round_by_luck(order, work_out)
        self._slopes = self._slopes or [0.0] * len(self.lower)
        return DecidingRing(self.process, order, self.wanting, self.lower, self.upper, self._slopes).bound()

    def _go_round_by_luck(self, order: Sequence[int], work_out: Worker) -> bool:
        """The last state of the order is met in all ways round."""
        *others, knot = order
        rows = {i: self.process.graph.successors(i) for i in order}
        # With nothing for the knot, each is worth what comes of leaving before it is met, which has some chance.
        self.lower[knot] = self.upper[knot] = 0.0
        low_left, high_left = {knot: 0.0}, {knot: 0.0}
        for i in order:
            work_out(i, rows[i])
            weights = self.process.luck.get(i, (1,) * len(rows[i]))
            low, high = ([left.get(j, 1.0) for j in rows[i]] for left in (low_left, high_left))
            low_left[i], high_left[i] = mean(weights, low, -1), mean(weights, high, 1)
        if not low_left[knot]:
            return False
        self.lower[knot] = self.lower[knot] / high_left[knot] * (1 - 4 * UNIT)
        self.upper[knot] = self.upper[knot] / low_left[knot] * (1 + 4 * UNIT)
        for i in others:
            work_out(i, rows[i])
        return True


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
