"""Conservation and affine equations, the first two layers of auxiliary invariants.

Conservation: moving is one less here and one more there, so each kind keeps its sum. Equations are
guessed from random plays; then each edge is asked for a step that breaks one. Such a step is a new
point: the space of points grows by a dimension and the equations become fewer, until all are
inductive. This is Karr's analysis without transfer functions, with the solver as judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright_verify.smt.affine import Hull
from rulewright_verify.smt.facts import NEVER_REACHED, Fact, affine_fact, conservations, is_identity
from rulewright_verify.smt.features import Feature
from rulewright_verify.smt.graph import Edge
from rulewright_verify.smt.invariants import Invariants, point_of
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.sampling import Samples


def add_conservation(invariants: Invariants) -> None:
    """That no card or piece is lost or doubled, kind by kind, if every edge keeps it so."""
    graph = invariants.graph
    for kinds in graph.system.kinds.values():
        facts: list[Fact] = list(conservations(graph.system, kinds))
        if facts and all(invariants.broken(edge, facts, facts) == (None, []) for edge in graph.edges):
            for here in invariants.facts.values():
                here.extend(facts)


def add_equations(
    invariants: Invariants, samples: Samples, features: Mapping[Location, Sequence[Feature]]
) -> None:
    """All affine equations between the features that hold in every reachable situation."""
    graph = invariants.graph
    hulls = {location: Hull(len(features[location])) for location in graph.at}
    for location, situations in samples.at.items():
        for situation in situations:
            hulls[location].add(point_of(graph, features[location], situation))
    given_up: dict[Location, set[Fact]] = {location: set() for location in graph.at}
    equations = {location: _facts(hull, features[location]) for location, hull in hulls.items()}
    pending = Pending(graph.edges)
    while (edge := pending.next()) is not None:
        if edge.source is not None and NEVER_REACHED in equations[edge.source]:
            continue  # nobody has been there yet: everything still holds
        here, changed = edge.target, False
        source = equations[edge.source] if edge.source is not None else []
        while True:
            model, unanswered = invariants.broken(edge, equations[here], source)
            if model is None and not unanswered:
                break
            if model is not None:
                hulls[here].add(point_of(graph, features[here], edge.situation, model))
            given_up[here].update(unanswered)
            equations[here] = [f for f in _facts(hulls[here], features[here]) if f not in given_up[here]]
            changed = True
        if changed:
            pending.add(graph.edges_from(here))
            if given_up[here]:
                # A new basis may hold sums of equations that were given up on another edge.
                pending.add(e for e in graph.edges if e.target == here and e is not edge)
    for location, found in equations.items():
        known = invariants.facts[location]
        known.extend(fact for fact in found if fact not in known)
    note_given_up(invariants, "equations", given_up)


class Pending:
    """A work list of edges, each once; the one nearest to the start first, so that what is true early
    is settled before what follows is asked."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self._places = {id(edge): i for i, edge in enumerate(edges)}
        self._waiting = set(range(len(edges)))

    def next(self) -> Edge | None:
        if not self._waiting:
            return None
        first = min(self._waiting)
        self._waiting.remove(first)
        return self.edges[first]

    def add(self, edges: Iterable[Edge]) -> None:
        self._waiting.update(self._places[id(edge)] for edge in edges)


def note_given_up(invariants: Invariants, what: str, given_up: Mapping[Location, set[Fact]]) -> None:
    for location, facts in given_up.items():
        if facts:
            invariants.gave_up.append(f"{len(facts)} {what} at {invariants.address(location)}")


def _facts(hull: Hull, features: Sequence[Feature]) -> list[Fact]:
    """The equations of a hull; that of no points is "no play comes here", which has to be shown as well."""
    if hull.is_empty:
        return [NEVER_REACHED]
    found = [affine_fact(equation, features) for equation in hull.equations()]
    return [fact for fact in found if not is_identity(fact)]
