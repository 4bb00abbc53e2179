"""A ring in which somebody chooses, bounded from below and from above in floating point.

If the knot is worth x, one walk in order tells what each member is worth then, and the knot again: f(x). The knot is
worth the least x with f(x) = x. Since f rises and is made of straight pieces, a few steps of Newton lead near it. What
is near only proposes; it is then shown, with every step rounded against us:

- from above: where f(x) <= x, the knot is worth no more than x (Park's induction);
- from below: let g be f with the choices of those who want more fixed. g is a least of straight lines, so it bends
  downwards. If 0 < g(0) and x <= g(x), then t < g(t) for all t between, so that g meets the diagonal not before x;
  and who may not choose otherwise is worth no more than who may.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from operator import itemgetter, mul
from typing import NamedTuple

from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rounding import TINY, UNIT, share_off

MOST_STEPS = 60
ATTEMPTS = 12

Getter = Callable[[Sequence[float]], Sequence[float]]


class Step(NamedTuple):
    """What follows a member. `weights` is None where somebody chooses, and empty where all ways weigh the same."""

    member: int
    row: Sequence[int]
    values_of_row: Getter
    weights: tuple[float, ...] | None
    total: float
    share_off: float
    wants_more: bool
    cost: int


def step_of(process: Process, i: int, wanting: Container[int]) -> Step:
    """The step from a state; `wanting` are the states in which whoever chooses wants more."""
    row = process.graph.successors(i)
    weights = process.luck.get(i)
    cost = int(i in process.costly)
    if weights is None or len(row) == 1:
        return Step(i, row, _getter(row), None, 1.0, 0.0, i in wanting, cost)
    if weights.count(weights[0]) == len(weights):
        return Step(i, row, _getter(row), (), float(len(row)), share_off(len(row)), False, cost)
    return Step(
        i, row, _getter(row), tuple(map(float, weights)), float(sum(weights)), share_off(len(row)), False, cost
    )


def _getter(row: Sequence[int]) -> Getter:
    return itemgetter(*row) if len(row) > 1 else itemgetter(slice(row[0], row[0] + 1))


class DecidingRing:
    """`lower` and `upper` hold bounds for all states that come later, and are given those of the members.

    No number is below 0. `slopes` is room to work in: all 0, and left so.
    """

    def __init__(
        self, process: Process, order: Sequence[int], wanting: Container[int], lower: list[float], upper: list[float],
        slopes: list[float],
    ) -> None:
        self.steps = [step_of(process, i, wanting) for i in order]
        self.knot = order[-1]
        self.lower, self.upper, self.slopes = lower, upper, slopes

    def bound(self) -> bool:
        """Find bounds for all members; whether they could be shown."""
        near, slope = self._near()
        return slope < 1 and self._at_most(near, slope) and self._at_least(near, slope)

    def _near(self) -> tuple[float, float]:
        """Roughly what the knot is worth, and how steep f is there."""
        near = slope = 0.0
        for _ in range(MOST_STEPS):
            value, slope = self._steep_walk(near)
            if slope >= 1:
                break
            after = max(0.0, near + (value - near) / (1 - slope))
            is_there = abs(after - near) <= 8 * UNIT * after
            near = after
            if is_there:
                break
        return near, slope

    def _at_most(self, near: float, slope: float) -> bool:
        for _ in range(ATTEMPTS):
            missed = self._walk(self.upper, near, 1) - near
            if missed <= 0:
                return True
            near = (near + 2 * missed / max(1 - slope, UNIT)) * (1 + 4 * UNIT)
        return False

    def _at_least(self, near: float, slope: float) -> bool:
        for _ in range(ATTEMPTS):
            near = near if near > TINY else 0.0
            missed = near - self._walk(self.lower, near, -1)
            if missed <= 0:
                return not near or self._may_leave()
            near = (near - 2 * missed / max(1 - slope, UNIT)) * (1 - 4 * UNIT)
        return False

    def _may_leave(self) -> bool:
        """Whether 0 < g(0) with the choices of the last walk from below."""
        lower, nothing = self.lower, {self.knot}
        for member, row, values_of_row, weights, _, _, wants_more, cost in self.steps:
            values = values_of_row(lower)
            if cost:
                is_nothing = False
            elif weights is not None:
                is_nothing = all(not value or j in nothing for j, value in zip(row, values, strict=True))
            elif wants_more:
                best = max(values)
                is_nothing = not best or row[values.index(best)] in nothing
            else:
                is_nothing = not min(values) or not nothing.isdisjoint(row)
            (nothing.add if is_nothing else nothing.discard)(member)
        return self.knot not in nothing

    # -------------------------------------------------------------- walks

    def _walk(self, known: list[float], at_knot: float, side: int) -> float:
        """What the members are worth at most (`side` 1) or at least (-1) if the knot is worth so much; told for the
        knot, noted for all others."""
        value = known[self.knot] = at_knot
        for member, _, values_of_row, weights, total, share, wants_more, cost in self.steps:
            values = values_of_row(known)
            value = values[0]
            if weights is None:
                value = max(values) if wants_more else min(values)
            elif values.count(value) < len(values):
                value = (sum(map(mul, values, weights)) if weights else sum(values)) / total * (1 + side * share)
                if value < TINY:
                    value = TINY if side > 0 else 0.0
            if cost:
                value = (value + 1) * (1 + side * 2 * UNIT)
            known[member] = value
        known[self.knot] = at_knot
        return value

    def _steep_walk(self, at_knot: float) -> tuple[float, float]:
        """Roughly what the knot is worth if it is worth so much, and how fast that grows with it."""
        known, slopes = self.lower, self.slopes
        known[self.knot], slopes[self.knot] = at_knot, 1.0
        value = slope = 0.0
        for member, row, values_of_row, weights, total, _, wants_more, cost in self.steps:
            values = values_of_row(known)
            if weights is None:
                value = max(values) if wants_more else min(values)
                slope = slopes[row[values.index(value)]]
            elif weights:
                value = sum(map(mul, values, weights)) / total
                slope = sum(map(mul, values_of_row(slopes), weights)) / total
            else:
                value, slope = sum(values) / total, sum(values_of_row(slopes)) / total
            known[member], slopes[member] = value + cost, slope
        for step in self.steps:
            slopes[step.member] = 0.0
        return value + cost, slope
