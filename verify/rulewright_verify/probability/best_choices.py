"""The least or greatest value of a process from each of its states, exactly.

Components are solved one after the other, the last ones first. In a component with circles a way of choosing
is evaluated exactly and improved where another option is strictly better, until none is (Howard's policy
iteration); then the equations of optimality hold exactly. Rough numbers only choose where to begin.

For the greatest value this is right for any process: a way of choosing is worth its least solution, and the
least fixed point is the best value. For the least value all states in which the end can be avoided must have
been made ends before; then every way of choosing ends, and the fixed point is unique.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction

from rulewright_verify.explicit.graph import components
from rulewright_verify.probability.elimination import Row, solved
from rulewright_verify.probability.process import Process

Policy = dict[int, int]
"""The chosen successor of each state in which somebody has a choice."""

N_SWEEPS = 200


class Best(Enum):
    LEAST = -1
    GREATEST = 1

    def is_better(self, one: Fraction | float, other: Fraction | float) -> bool:
        return one > other if self is Best.GREATEST else one < other


def best_values(process: Process, best: Best, check: Callable[[], None]) -> dict[int, Fraction]:
    """The value of each state under way, and of each end. `check` is called now and then and may raise."""
    values = dict(process.ends)
    for component in components(process.graph, process.is_inside):
        check()
        (i, *others) = component
        if others or i in process.graph.successors(i):
            values.update(_Component(process, sorted(component), values, best, check).solve())
        else:
            values[i] = process.cost(i) + _one_step(process, i, values, best)
    return values


def _one_step(process: Process, i: int, values: dict[int, Fraction], best: Best) -> Fraction:
    if i in process.luck:
        return process.mean(i, values)
    found = [values[j] for j in process.options(i)]
    return max(found) if best is Best.GREATEST else min(found)


class _Component:
    """A set of states each of which can be reached from each other; `outside` are the values of all later ones."""

    def __init__(
        self, process: Process, members: Sequence[int], outside: dict[int, Fraction], best: Best,
        check: Callable[[], None],
    ) -> None:
        self.process = process
        self.members = members
        self.inside = frozenset(members)
        self.outside = outside
        self.best = best
        self.check = check
        self.chances = {i: process.chances(i) for i in members if i in process.luck}
        self.options = {i: process.options(i) for i in members if i not in process.luck}

    def solve(self) -> dict[int, Fraction]:
        """The best value of each member."""
        policy = self._first_policy()
        while True:
            values = self._evaluated(policy)
            if not self._improve(policy, values):
                return values

    def _first_policy(self) -> Policy:
        """The best options by rough numbers."""
        if all(len(options) == 1 for options in self.options.values()):
            return {i: options[0] for i, options in self.options.items()}
        rough: dict[int, float] = dict.fromkeys(self.members, 0.0)
        rough.update({
            j: float(self.outside[j]) for i in self.members for j in self.process.options(i) if j not in self.inside
        })
        chances = {i: [(j, float(p)) for j, p in row.items()] for i, row in self.chances.items()}
        choose = max if self.best is Best.GREATEST else min
        for _ in range(N_SWEEPS):
            self.check()
            change = 0.0
            for i in self.members:
                if i in chances:
                    value = sum(p * rough[j] for j, p in chances[i])
                else:
                    value = choose(rough[j] for j in self.options[i])
                value += i in self.process.costly
                change = max(change, abs(value - rough[i]))
                rough[i] = value
            if change < 1e-12:
                break
        return {i: choose(options, key=lambda j: rough[j]) for i, options in self.options.items()}

    def _evaluated(self, policy: Policy) -> dict[int, Fraction]:
        """What the members are worth if everybody chooses so. Where nothing leads out of the component: 0."""
        rows = {i: self._row(i, policy) for i in self.members}
        leaving = self._leaving(rows)
        constants, within = {}, {}
        for i in leaving:
            constants[i] = self.process.cost(i) + sum(
                (p * self.outside[j] for j, p in rows[i].items() if j not in self.inside), Fraction(0)
            )
            within[i] = {j: p for j, p in rows[i].items() if j in leaving}
        values = dict.fromkeys(self.members, Fraction(0))
        values.update(solved(within, constants, self.check))
        return values

    def _row(self, i: int, policy: Policy) -> Row:
        return self.chances[i] if i in self.chances else {policy[i]: Fraction(1)}

    def _leaving(self, rows: dict[int, Row]) -> dict[int, None]:
        """The members from which some path leads out of the component, in a fixed order."""
        before: dict[int, list[int]] = {}
        for i in self.members:
            for j in rows[i]:
                before.setdefault(j, []).append(i)
        pending = [j for j in before if j not in self.inside]
        found: dict[int, None] = {}
        while pending:
            for i in before.get(pending.pop(), ()):
                if i not in found:
                    found[i] = None
                    pending.append(i)
        return {i: None for i in self.members if i in found}

    def _improve(self, policy: Policy, values: dict[int, Fraction]) -> bool:
        """Change the options that are not best; whether there was one. Only strictly better ones count."""
        improved = False
        for i, options in self.options.items():
            now = self._value(policy[i], values)
            for j in options:
                value = self._value(j, values)
                if self.best.is_better(value, now):
                    policy[i], now, improved = j, value, True
        return improved

    def _value(self, j: int, values: dict[int, Fraction]) -> Fraction:
        return values[j] if j in self.inside else self.outside[j]
