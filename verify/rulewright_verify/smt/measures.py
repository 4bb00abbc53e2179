"""Measures that fall: why a procedure ends.

A measure is a sum of features with small whole weights, plus an offset for each location. Features
are bounded, so it is enough that no step of a loop raises the sum and every cycle has a step that
lowers it. Z3 proposes weights, cheapest first; each edge of the loop answers with a step on which
the proposal does not fall; the step's differences become a constraint (CEGIS). Steps that a measure
always lowers are taken out of the loop, and what is left is asked again: a lexicographic measure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import z3

from rulewright_verify.smt.graph import Edge
from rulewright_verify.smt.locations import Location

LARGEST_WEIGHT = 12
LARGEST_OFFSET = 40
LARGEST_COST = 24  # of all weights together
RLIMIT_OF_A_PROPOSAL = 3_000_000


@dataclass(frozen=True)
class Difference:
    """A step of an edge: by how much each feature falls."""

    edge: int
    falls: tuple[int, ...]


@dataclass(frozen=True)
class Proposal:
    """Weights of the features, offsets of the locations, and the edges that must lower the sum."""

    weights: tuple[int, ...]
    offsets: dict[Location, int] = field(hash=False)
    strict: frozenset[int]


def loops(edges: Sequence[Edge]) -> list[list[Edge]]:
    """The edges of each strongly connected set of locations that has any, by Tarjan's algorithm."""
    after: dict[Location, list[Location]] = {}
    for edge in edges:
        if edge.source is not None:
            after.setdefault(edge.source, []).append(edge.target)
    component = _components(after)
    grouped: dict[int, list[Edge]] = {}
    for edge in edges:
        if edge.source is not None and component.get(edge.source) == component.get(edge.target):
            grouped.setdefault(component[edge.source], []).append(edge)
    return list(grouped.values())


class Proposer:
    """Measures that all steps seen so far allow, cheap ones if asked for."""

    def __init__(
        self, edges: Sequence[Edge], n_features: int, *, all_strict: bool, may_rise: bool = True
    ) -> None:
        """`may_rise`: a feature may count against the sum; what an author says falls may not."""
        self.edges = edges
        self.weights = [z3.Int(f"w{i}") for i in range(n_features)]
        self.sizes = [z3.Int(f"a{i}") for i in range(n_features)]
        places = sorted({place for edge in edges for place in (edge.source, edge.target) if place})
        self.offsets = {place: z3.Int(f"o{i}") for i, place in enumerate(places)}
        self.strict = [z3.Bool(f"s{i}") for i in range(len(edges))]
        self.solver = z3.Solver()
        self.solver.set("rlimit", RLIMIT_OF_A_PROPOSAL)
        for weight, size in zip(self.weights, self.sizes, strict=True):
            self.solver.add(size >= weight, size >= -weight, size <= LARGEST_WEIGHT)
            if not may_rise:
                self.solver.add(weight >= 0)
        for offset in self.offsets.values():
            self.solver.add(offset >= 0, offset <= LARGEST_OFFSET)
        self.solver.add(z3.And(self.strict) if all_strict else z3.Or(self.strict))
        self._learned: set[Difference] = set()

    def learn(self, step: Difference) -> None:
        """A step on which the measure must not rise, and must fall if its edge is strict."""
        if step in self._learned:
            return
        self._learned.add(step)
        edge = self.edges[step.edge]
        parts = [w * amount for w, amount in zip(self.weights, step.falls, strict=True) if amount]
        if edge.source is not None:
            parts.extend((self.offsets[edge.source], -self.offsets[edge.target]))
        self.solver.add(z3.Sum(parts) >= z3.If(self.strict[step.edge], 1, 0))

    def propose(self, most_cost: int) -> Proposal | None:
        """A measure of at most this cost; None if there is none (or none was found in time)."""
        self.solver.push()
        self.solver.add(z3.Sum(self.sizes) <= most_cost)
        found = self._read(self.solver.model()) if self.solver.check() == z3.sat else None
        self.solver.pop()
        return found

    def _read(self, model: z3.ModelRef) -> Proposal:
        def value(term: z3.ArithRef) -> int:
            return model.eval(term, model_completion=True).as_long()  # type: ignore[no-any-return]

        strict = frozenset(
            i for i, flag in enumerate(self.strict) if z3.is_true(model.eval(flag, model_completion=True))
        )
        offsets = {place: value(term) for place, term in self.offsets.items()}
        return Proposal(tuple(map(value, self.weights)), offsets, strict)


def cost_of(proposal: Proposal) -> int:
    return sum(map(abs, proposal.weights))


def measure_text(features: Sequence[str], weights: Sequence[int]) -> str:
    """The sum in words, offsets of places left out."""
    parts = [(weight, text) for weight, text in zip(weights, features, strict=True) if weight]
    if not parts:
        return "the place in the round"
    counted = ", ".join(f"{text} counts {weight}" for weight, text in parts)
    return f"{counted}; every step makes the sum smaller, or leaves it and goes on in the round"


def _components(after: dict[Location, list[Location]]) -> dict[Location, int]:
    """The number of the strongly connected component of each location."""
    index: dict[Location, int] = {}
    low: dict[Location, int] = {}
    component: dict[Location, int] = {}
    stack: list[Location] = []

    for root in after:
        if root in index:
            continue
        pending: list[tuple[Location, Iterator[Location]]] = []
        _enter(root, index, low, stack)
        pending.append((root, iter(after.get(root, ()))))
        while pending:
            here, targets = pending[-1]
            target = next(targets, None)
            if target is None:
                pending.pop()
                if pending:
                    low[pending[-1][0]] = min(low[pending[-1][0]], low[here])
                if low[here] == index[here]:
                    while True:
                        member = stack.pop()
                        component[member] = index[here]
                        if member == here:
                            break
            elif target not in index:
                _enter(target, index, low, stack)
                pending.append((target, iter(after.get(target, ()))))
            elif target not in component:
                low[here] = min(low[here], index[target])
    return component


def _enter(
    location: Location, index: dict[Location, int], low: dict[Location, int], stack: list[Location]
) -> None:
    index[location] = low[location] = len(index)
    stack.append(location)
