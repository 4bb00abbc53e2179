"""Components with circles, bounded from below and from above in floating point.

Where players can go round for ever they can go on from each state as from each other, so such sets are one state
first (their end components: de Alfaro, 1997, chapter 3). Then a solution is found by iteration, and shown: with x the
solution, r how far its equations are missed, and w at least one more than what follows it, whatever is chosen, each
member is worth at most x + r * w, because

    one step from x + r * w  <=  x + r + r * (w - 1)  =  x + r * w

and nothing that ends can be worth more than what no step exceeds (Park's induction; from below alike). What is
checked is this inequality itself, rounded against us, so that it does not matter how x, r and w came about.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, nextafter

from rulewright.interpreter.machine import Machine
from rulewright_verify.explicit.graph import StateGraph, cyclic
from rulewright_verify.probability.elimination import solved
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rounding import UNIT

MOST_SWEEPS = 1_000_000
ATTEMPTS = 8
FEW_SWEEPS = 500
"""Enough where plays soon leave a component."""

MOST_ELIMINATED = 20_000

Values = Mapping[int, float] | Sequence[float]
"""By the numbers of states."""


class CannotBound(Exception):
    """Nothing was shown about a component, for the reason that is given."""


@dataclass(frozen=True, slots=True)
class Row:
    """What follows a state: targets, and the weights that luck gives them; without weights somebody chooses,
    who wants more or less."""

    targets: tuple[int, ...]
    weights: tuple[int, ...]
    total: int
    cost: int
    wants_more: bool

    def near(self, values: Values) -> float:
        """What a step is worth, roughly."""
        if not self.weights:
            found = [values[j] for j in self.targets]
            return self.cost + (max(found) if self.wants_more else min(found))
        return self.cost + sum(w * values[j] for j, w in zip(self.targets, self.weights, strict=True)) / self.total

    def outward(self, values: Values, side: int) -> float:
        """What a step is worth at most (`side` 1) or at least (-1), if the values are so."""
        if not self.weights:
            found = self.near(values)
            return nextafter(found, side * inf) if self.cost else found
        terms = [w * values[j] for j, w in zip(self.targets, self.weights, strict=True)]
        size = sum(map(abs, terms)) / self.total + self.cost
        # A rounding for each product and sum, and for the division, the cost and this line itself.
        error = size * (len(terms) + 6) * UNIT
        found = self.cost + sum(terms) / self.total + side * error
        return found if found or not size else nextafter(found, side * inf)


def row_of(process: Process, i: int, wanting: Container[int]) -> Row:
    cost = int(process.cost(i))
    if i in process.luck:
        weights = process.weights(i)
        return Row(tuple(weights), tuple(weights.values()), sum(weights.values()), cost, True)
    return Row(process.options(i), (), 0, cost, i in wanting)


class Part:
    """A set of states each of which can be reached from each other."""

    def __init__(
        self, process: Process, members: Sequence[int], wanting: Container[int], check: Callable[[], None]
    ) -> None:
        rows = {i: row_of(process, i, wanting) for i in members}
        groups = _going_round(rows, process.graph.machine)
        if any(rows[i].cost or not rows[i].wants_more for group in groups for i in group):
            raise CannotBound("somebody may go round for ever in a part of the game")
        self.one_for = {**{i: i for i in members}, **{i: group[0] for group in groups for i in group}}
        self.rows = _as_one(rows, groups)
        self.check = check
        self.steps = self._steps()

    def bound(self, outside: Sequence[float], side: int) -> dict[int, float]:
        """For each member a number that its value is surely not beyond, if those of later states are so."""
        shown = self._shown(outside, side)
        return {i: shown[one] for i, one in self.one_for.items()}

    def _shown(self, outside: Sequence[float], side: int) -> dict[int, float]:
        later = {j: outside[j] for row in self.rows.values() for j in row.targets if j not in self.rows}
        found = self._solution(later)
        known = {**later, **found}
        missed = max(side * (row.outward(known, side) - found[i]) for i, row in self.rows.items())
        reach = max(missed, 0.0)
        for _ in range(ATTEMPTS):
            tried = {i: found[i] + side * reach * self.steps[i] for i in self.rows}
            known.update(tried)
            if all(side * (row.outward(known, side) - tried[i]) <= 0 for i, row in self.rows.items()):
                return tried
            reach = 2 * reach + 2.0**-1000
        raise CannotBound("the rounding of numbers is too coarse for what must be shown")

    def _solution(self, later: Mapping[int, float]) -> dict[int, float]:
        """Roughly the value of each member: steps are taken until nothing changes any more."""
        values = {**dict.fromkeys(self.rows, 0.0), **later}
        for n_sweeps in range(MOST_SWEEPS):
            self.check()
            if n_sweeps == FEW_SWEEPS:
                values.update(self._by_luck(self.rows, later))
            changed = 0.0
            for i, row in self.rows.items():
                value = row.near(values)
                changed = max(changed, abs(value - values[i]) / (abs(value) or 1.0))
                values[i] = value
            if changed < 4 * UNIT:
                break
        return {i: values[i] for i in self.rows}

    def _steps(self) -> dict[int, float]:
        """For each member a number that is at least one above the mean of those that follow, whatever is chosen."""
        steps = {**{j: 0.0 for row in self.rows.values() for j in row.targets}, **dict.fromkeys(self.rows, 0.0)}
        rows = {i: replace(row, wants_more=True, cost=1) for i, row in self.rows.items()}
        for n_sweeps in range(MOST_SWEEPS):
            self.check()
            if n_sweeps == FEW_SWEEPS:
                steps.update(self._by_luck(rows, steps))
            missed = 0.0
            for i, row in rows.items():
                wanted = row.near(steps)
                missed = max(missed, wanted - steps[i])
                steps[i] = wanted
            if missed < 0.5:  # then twice as much is enough
                return {i: 2.5 * steps[i] for i in self.rows}
        raise CannotBound("plays stay in a part of the game for too long")


    def _by_luck(self, rows: Mapping[int, Row], later: Mapping[int, float]) -> dict[int, float]:
        """The solution by elimination, where nobody chooses: walks that wander take too many steps. Else nothing."""
        if len(rows) > MOST_ELIMINATED or not all(row.weights for row in rows.values()):
            return {}
        chances: dict[int, dict[int, float]] = {}
        constants: dict[int, float] = {}
        for i, row in rows.items():
            shares = {j: w / row.total for j, w in zip(row.targets, row.weights, strict=True)}
            chances[i] = {j: p for j, p in shares.items() if j in rows}
            constants[i] = row.cost + sum(p * later[j] for j, p in shares.items() if j not in rows)
        return solved(chances, constants, self.check)


def _going_round(rows: Mapping[int, Row], machine: Machine) -> list[list[int]]:
    """The greatest sets of states in which luck stays, and in which the players can reach each from each."""
    found = []
    pending = [set(rows)]
    while pending:
        here = _staying(rows, pending.pop())
        parts = _connected(rows, here, machine)
        if len(parts) == 1 and parts[0] == here:
            found.append(sorted(here))
        else:
            pending += parts
    return sorted(found)


def _staying(rows: Mapping[int, Row], within: set[int]) -> set[int]:
    """The states from which the players can stay in a set for ever."""
    before: dict[int, list[int]] = {}
    for i in within:
        for j in rows[i].targets:
            before.setdefault(j, []).append(i)
    left = {i: sum(j in within for j in rows[i].targets) for i in within}
    going = [i for i in within if (left[i] < len(rows[i].targets) if rows[i].weights else not left[i])]
    gone = set(going)
    while going:
        for i in before.get(going.pop(), ()):
            left[i] -= 1
            if i not in gone and (rows[i].weights or not left[i]):
                gone.add(i)
                going.append(i)
    return within - gone


def _connected(rows: Mapping[int, Row], within: set[int], machine: Machine) -> list[set[int]]:
    """The parts of a set in which one can go round."""
    states = sorted(within)
    number = {i: n for n, i in enumerate(states)}
    offsets, targets = array("q", [0]), array("q")
    for i in states:
        targets.extend(number[j] for j in rows[i].targets if j in within)
        offsets.append(len(targets))
    graph = StateGraph(machine, states, offsets, targets, frozenset())
    return [{states[n] for n in part} for part in cyclic(graph, lambda _: True)]


def _as_one(rows: Mapping[int, Row], groups: Sequence[Sequence[int]]) -> dict[int, Row]:
    """The rows in which the first state of each group stands for a choice among all ways out of it."""
    one_for = {i: group[0] for group in groups for i in group}
    found = {
        i: replace(row, targets=tuple(one_for.get(j, j) for j in row.targets))
        for i, row in rows.items() if i not in one_for
    }
    for group in groups:
        ways = dict.fromkeys(one_for.get(j, j) for i in group for j in rows[i].targets)
        found[group[0]] = Row(tuple(j for j in ways if j != group[0]), (), 0, 0, True)
    return found
