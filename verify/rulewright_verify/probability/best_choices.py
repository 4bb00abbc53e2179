"""The least or greatest value of a process from each of its states, exactly.

Components are solved one after the other, the last ones first. One state alone is a mean, a least or a greatest of
what follows it; where one state holds all circles of a component (`rings`) there is one equation. In any other
component with circles a way of choosing is evaluated exactly and improved where another option is strictly better,
until none is (Howard's policy iteration); then the equations of optimality hold exactly. Rough numbers only choose
where to begin.

For the greatest value this is right for any process: a way of choosing is worth its least solution, and the
least fixed point is the best value. For the least value all states in which the end can be avoided must have
been made ends before; then every way of choosing ends, and the fixed point is unique.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from sys import maxsize

from rulewright_verify.explicit.graph import components_within
from rulewright_verify.probability.denominators import Denominators, Scaled
from rulewright_verify.probability.elimination import Row, solved
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rings import is_chosen, order_of_ring

Policy = dict[int, int]
"""The chosen successor of each state in which somebody has a choice."""

Worker = Callable[[int, Sequence[int]], None]
"""Takes a state and what follows it."""

NEVER = 0, 0
"""A number without anything: nothing over the first denominator."""

N_SWEEPS = 200

OFTEN = 256
"""Components between two looks at the time."""


class Best(Enum):
    LEAST = -1
    GREATEST = 1

    def is_better(self, one: Fraction | float, other: Fraction | float) -> bool:
        return one > other if self is Best.GREATEST else one < other

    @property
    def wanting(self) -> Container[int]:
        """The states in which whoever chooses wants more, if all want the same."""
        return range(maxsize) if self is Best.GREATEST else range(0)


def best_values(process: Process, best: Best, check: Callable[[], None]) -> Mapping[int, Fraction]:
    """The value of each state under way, and of each end. `check` is called now and then and may raise."""
    found = _Values(process, best)
    work_out = found.worker()
    for component in with_circles(process, work_out, check):
        order = None if is_chosen(process, component) else order_of_ring(process, component)
        if order is not None:
            found.go_round(order, work_out)
        else:
            found.update(_Component(process, sorted(component), found, best, check).solve())
    return found


def with_circles(process: Process, work_out: Worker, check: Callable[[], None]) -> Iterator[Sequence[int]]:
    """The components of states under way, the last ones first, with the states worked out that are none of a circle:
    those in circles are left to whoever asks, before the next one comes."""
    offsets, targets = process.graph.offsets, process.graph.targets
    for number, component in enumerate(components_within(process.graph, process.inside)):
        if not number % OFTEN:
            check()
        i = component[0]
        row = targets[offsets[i] : offsets[i + 1]]
        if len(component) == 1 and i not in row:
            work_out(i, row)
        else:
            yield component


class _Values(Mapping[int, Fraction]):
    """What is known so far, as fractions with common denominators: numerators, and numbers of denominators."""

    def __init__(self, process: Process, best: Best) -> None:
        self.process = process
        self.best = best
        self.shared = Denominators()
        self._tops = [0] * len(process.graph)
        self._bottoms = [-1] * len(process.graph)
        self._looked_up: dict[int, Fraction] = {}
        self.update(process.ends)

    def update(self, values: Mapping[int, Fraction]) -> None:
        for i, value in values.items():
            self._tops[i], self._bottoms[i] = self.shared.split(value)

    def __getitem__(self, i: int) -> Fraction:
        value = self._looked_up.get(i)
        if value is None:
            if self._bottoms[i] < 0:
                raise KeyError(i)
            value = self._looked_up[i] = self.shared.fraction(self._tops[i], self._bottoms[i])
        return value

    def __iter__(self) -> Iterator[int]:
        return (i for i, bottom in enumerate(self._bottoms) if bottom >= 0)

    def __len__(self) -> int:
        return sum(bottom >= 0 for bottom in self._bottoms)

    # -------------------------------------------------------------- one state

    def worker(self) -> Worker:
        """A function that works out what a state is worth from what follows it. This is where the time goes, so all
        that it looks at lies in its own names."""
        tops, bottoms, shared, costly = self._tops, self._bottoms, self.shared, self.process.costly
        luck, grown, of = self.process.luck, shared.grown, shared.of
        means: dict[tuple[int, ...], Scaled] = {}
        weights_of_means: tuple[int, ...] = ()

        def work_out(i: int, row: Sequence[int]) -> None:
            nonlocal means, weights_of_means
            weights = luck.get(i)
            if weights is None or len(row) == 1:
                j = row[0] if len(row) == 1 else self._chosen(row)
                top, bottom = tops[j], bottoms[j]
            elif len(row) == 2:
                j, k = row
                top, bottom, second = tops[j], bottoms[j], bottoms[k]
                if bottom != second or top != tops[k]:
                    if weights is not weights_of_means:
                        weights_of_means, means = weights, shared.means(weights)
                    known = means.get((bottom, second)) or shared.mean(weights, (bottom, second))
                    bottom, (factor, other_factor) = known
                    top = factor * top + other_factor * tops[k]
            else:
                top, bottom = self._mean(weights, [tops[j] for j in row], [bottoms[j] for j in row])
            if i in costly:
                top += of[bottom]
            if bottom in grown:
                top, bottom = shared.reduced(top, bottom)
            tops[i], bottoms[i] = top, bottom

        return work_out

    def _mean(self, weights: tuple[int, ...], tops: Sequence[int], bottoms: Sequence[int]) -> tuple[int, int]:
        if tops.count(tops[0]) == len(tops) and bottoms.count(bottoms[0]) == len(tops):
            return tops[0], bottoms[0]
        bottom, factors = self.shared.mean(weights, tuple(bottoms))
        return sum(map(int.__mul__, factors, tops)), bottom

    def _chosen(self, row: Sequence[int]) -> int:
        """The best of several states."""
        chosen, *others = row
        tops, bottoms, is_above = self._tops, self._bottoms, self.shared.is_above
        for j in others:
            here, there = (j, chosen) if self.best is Best.GREATEST else (chosen, j)
            if is_above(tops[here], bottoms[here], tops[there], bottoms[there]):
                chosen = j
        return chosen

    # -------------------------------------------------------------- rings

    def go_round(self, order: Sequence[int], work_out: Worker) -> None:
        """What the states of a ring are worth; the last of the order is the one in which all ways round meet."""
        *others, knot = order
        rows = {i: self.process.graph.successors(i) for i in order}
        # With nothing for the knot, each is worth what comes of leaving before it; and it is met with some chance.
        self._tops[knot], self._bottoms[knot] = 0, 0
        met: dict[int, tuple[int, int]] = {knot: (1, 0)}
        for i in order:
            work_out(i, rows[i])
            met[i] = self._met_again(i, rows[i], met)
        again, bottom = met[knot]
        if again == self.shared.of[bottom]:  # nobody ever gets out
            for i in order:
                self._tops[i], self._bottoms[i] = 0, 0
            return
        value = self.shared.without_rounds(self._tops[knot], self._bottoms[knot], again, bottom)
        self._tops[knot], self._bottoms[knot] = value
        for i in others:
            work_out(i, rows[i])

    def _met_again(self, i: int, row: Sequence[int], met: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
        """The chance with which the knot is met after a state."""
        weights = self.process.luck.get(i)
        found = [met.get(j, NEVER) for j in row]
        if weights is None or len(row) == 1:
            return found[0]
        return self._mean(weights, [top for top, _ in found], [bottom for _, bottom in found])


class _Component:
    """A set of states each of which can be reached from each other; `outside` are the values of all later ones."""

    def __init__(
        self, process: Process, members: Sequence[int], outside: Mapping[int, Fraction], best: Best,
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
