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

from collections.abc import Callable, Container, Iterable, Sequence
from operator import itemgetter, mul

from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rounding import TINY, UNIT, share_off

MOST_STEPS = 60
ATTEMPTS = 12

Getter = Callable[[Sequence[float]], Sequence[float]]


Step = tuple[int, Sequence[int], Getter, Sequence[float] | None, float, float, bool, int]
"""A member and the row of what follows it; what takes the values of the row; weights, none if all ways weigh the same,
None where somebody chooses; their total; by which share a mean may be off; whether whoever chooses wants more; what
the step costs. No object with names, because there are millions of them."""


def steps_of(process: Process, members: Iterable[int], wanting: Container[int]) -> list[Step]:
    """The steps from some states; `wanting` are those in which whoever chooses wants more."""
    offsets, targets, luck, costly = process.graph.offsets, process.graph.targets, process.luck, process.costly
    known: dict[tuple[int, ...], tuple[Sequence[float], float, float]] = {}
    steps: list[Step] = []
    for i in members:
        row = targets[offsets[i] : offsets[i + 1]]
        n = len(row)
        values_of_row: Getter = itemgetter(*row) if n > 1 else itemgetter(slice(row[0], row[0] + 1))
        weights = luck.get(i)
        if weights is None or n == 1:
            steps.append((i, row, values_of_row, None, 1.0, 0.0, i in wanting, i in costly))
            continue
        found = known.get(weights)
        if found is None:
            same = weights.count(weights[0]) == n
            found = known[weights] = (
                () if same else tuple(map(float, weights)), float(n if same else sum(weights)), share_off(n)
            )
        steps.append((i, row, values_of_row, *found, False, i in costly))
    return steps


class DecidingRing:
    """`lower` and `upper` hold bounds for all states that come later, and are given those of the members.

    No number is below 0. `slopes` is room to work in: all 0, and left so.
    """

    def __init__(
        self, process: Process, order: Sequence[int], wanting: Container[int], lower: list[float], upper: list[float],
        slopes: list[float],
    ) -> None:
        self.steps = steps_of(process, order, wanting)
        self.knot = order[-1]
        self.lower, self.upper, self.slopes = lower, upper, slopes

    def bound(self) -> bool:
        """Find bounds for all members; whether they could be shown."""
        near, slope = self._near()
        return (slope < 1 or not near) and self._at_most(near, slope) and self._at_least(near, slope)

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
            if cost or (nothing.isdisjoint(row) and 0.0 not in values):
                is_nothing = False
            elif weights is not None:
                is_nothing = all(not value or j in nothing for j, value in zip(row, values, strict=True))
            elif wants_more:
                best = max(values)
                is_nothing = not best or row[values.index(best)] in nothing
            else:
                is_nothing = True
            if is_nothing:
                nothing.add(member)
            elif member == self.knot:
                return True
        return False

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
        for member, *_ in self.steps:
            slopes[member] = 0.0
        return value + cost, slope
