"""Auxiliary invariants, found without the author, in three layers.

1. Conservation: moving is one less here and one more there, so kinds keep their sum.
2. Affine equations between features: guessed from random plays, then every edge is asked for a
   step that breaks one; such a step is a new point, which makes the space of points larger and the
   equations fewer, until all are inductive (each round gains a dimension, so it ends).
3. Bounds of features and guards of the edges that enter a location: the largest inductive subset
   of what was seen in the plays (Houdini).

Each layer is proved before the next uses it. What is left holds in every reachable situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import z3

from rulewright.ir.nodes import Expr
from rulewright_verify.smt.affine import Hull
from rulewright_verify.smt.facts import (
    Affine,
    AtLeast,
    AtMost,
    Fact,
    Guard,
    TwoViews,
    affine_fact,
    conservations,
    is_identity,
)
from rulewright_verify.smt.features import Feature, features_of, slots_of
from rulewright_verify.smt.graph import CutGraph, Edge
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.prover import Answer, Hypothesis, Prover, is_violated
from rulewright_verify.smt.sampling import Samples
from rulewright_verify.smt.situation import Situation, Things
from rulewright_verify.smt.terms import Cond, every, is_known


# Facts up to this size are given at once in the search; larger ones and path definitions lazily.
MOST_PARTS_AT_ONCE = 5
LAZY_CONDITION = 50


@dataclass
class Invariants:
    """The proved facts at each location. `gave_up` tells what had to be left out for lack of budget."""

    graph: CutGraph
    facts: dict[Location, list[Fact]] = field(default_factory=dict)
    gave_up: list[str] = field(default_factory=list)
    _conds: dict[tuple[Location, Fact], Cond] = field(default_factory=dict)

    def pool(self, location: Location | None) -> list[Hypothesis]:
        """The facts at a location as hypotheses."""
        if location is None:
            return []
        return [
            Hypothesis(fact.text, self.cond(location, fact), fact.size)
            for fact in self.facts.get(location, ())
        ]

    def cond(self, location: Location, fact: Fact) -> Cond:
        """The fact, said of any situation at the location; built once."""
        key = (location, fact)
        if key not in self._conds:
            self._conds[key] = fact.cond_of(self.graph.encoder, self.graph.at[location])
        return self._conds[key]


def hypotheses(invariants: Invariants, edge: Edge, n_conds: int | None = None) -> tuple[list[Cond], list[Hypothesis]]:
    """What holds when an edge is taken: its condition and the ranges at once, facts and demands if needed."""
    conds = edge.conds if n_conds is None else edge.conds[:n_conds]
    hard = [cond for i, cond in enumerate(conds) if i not in edge.lazy]
    pool = invariants.pool(edge.source)
    pool.extend(
        Hypothesis("", cond, LAZY_CONDITION) for i, cond in enumerate(conds) if i in edge.lazy and cond is not True
    )
    if edge.source is not None:
        hard.extend(invariants.graph.ranges[edge.source])
    return hard, pool


def find_invariants(
    graph: CutGraph,
    samples: Samples,
    prover: Prover,
    *,
    live: Callable[[Location], frozenset[str]],
    guards: Mapping[Location, Iterable[Guard]],
) -> Invariants:
    """All three layers."""
    invariants = Invariants(graph, {location: [] for location in graph.at})
    search = _Search(invariants, samples, prover, live)
    search.add_views()
    search.add_conservation()
    search.add_equations()
    search.add_bounds(guards)
    return invariants


class _Search:
    def __init__(
        self,
        invariants: Invariants,
        samples: Samples,
        prover: Prover,
        live: Callable[[Location], frozenset[str]],
    ) -> None:
        self.invariants = invariants
        self.graph = invariants.graph
        self.encoder = self.graph.encoder
        self.samples = samples
        self.prover = prover
        all_features = features_of(self.graph.system)
        self.features = {
            location: tuple(f for f in all_features if slots_of(f) <= live(location))
            for location in self.graph.at
        }

    # -------------------------------------------------------------- layer 0: two views of a list

    def add_views(self) -> None:
        for location, situation in self.graph.at.items():
            for name, entries in situation.zones.items():
                for i, entry in enumerate(entries):
                    if isinstance(entry, Things):
                        self.invariants.facts[location].extend(
                            TwoViews(name, i, kind)
                            for kind, count in enumerate(entry.counts)
                            if not is_known(count)
                        )

    # -------------------------------------------------------------- layer 1: conservation

    def add_conservation(self) -> None:
        for kinds in self.graph.system.kinds.values():
            facts = conservations(self.graph.system, kinds)
            if facts and self._is_inductive(facts):
                for here in self.invariants.facts.values():
                    here.extend(facts)

    def _is_inductive(self, facts: list) -> bool:  # type: ignore[type-arg]
        for edge in self.graph.edges:
            hard, pool = hypotheses(self.invariants, edge)
            if edge.source is not None:
                hard.extend(self.invariants.cond(edge.source, fact) for fact in facts)
            goal = every(fact.cond_of(self.encoder, edge.situation) for fact in facts)
            if self.prover.implied(hard, goal, pool).answer is not Answer.PROVED:
                return False
        return True

    # -------------------------------------------------------------- layer 2: equations

    def add_equations(self) -> None:
        hulls = {location: Hull(len(self.features[location])) for location in self.graph.at}
        for location, situations in self.samples.at.items():
            for situation in situations:
                hulls[location].add(self._point(location, situation))
        given_up: dict[Location, set[Fact]] = {location: set() for location in self.graph.at}
        equations = {location: self._equations(location, hull) for location, hull in hulls.items()}
        pending = list(self.graph.edges)
        while pending:
            edge = pending.pop(0)
            if edge.source is not None and hulls[edge.source].is_empty:
                continue  # nobody has been there yet: everything still holds
            here = edge.target
            source = equations[edge.source] if edge.source is not None else []
            model, unanswered = self._broken(edge, equations[here], source)
            if model is None and not unanswered:
                continue
            if model is not None:
                hulls[here].add(self._point(here, edge.situation, model))
            given_up[here].update(unanswered)
            equations[here] = [f for f in self._equations(here, hulls[here]) if f not in given_up[here]]
            # A new basis may hold sums of equations that were given up on another edge.
            into = [e for e in self.graph.edges if e.target == here] if given_up[here] else [edge]
            self._again([*into, *self.graph.edges_from(here)], pending)
        self._keep(equations)
        self._note("equations", given_up)

    def _equations(self, location: Location, hull: Hull) -> list[Fact]:
        facts = [affine_fact(equation, self.features[location]) for equation in hull.equations()]
        return [fact for fact in facts if not is_identity(fact)]

    # -------------------------------------------------------------- layer 3: bounds and guards

    def add_bounds(self, guards: Mapping[Location, Iterable[Guard]]) -> None:
        candidates: dict[Location, list[Fact]] = {
            location: [*self._bounds(location), *guards.get(location, ())] for location in self.graph.at
        }
        given_up: dict[Location, set[Fact]] = {location: set() for location in self.graph.at}
        pending = list(self.graph.edges)
        while pending:
            edge = pending.pop(0)
            source = candidates[edge.source] if edge.source is not None else []
            dropped = False
            while True:
                facts = candidates[edge.target]
                model, unanswered = self._broken(edge, facts, source)
                if model is None and not unanswered:
                    break
                given_up[edge.target].update(unanswered)
                candidates[edge.target] = [
                    fact for fact in facts
                    if fact not in unanswered
                    and (model is None or not is_violated(fact.cond_of(self.encoder, edge.situation), model))
                ]
                dropped = True
            if dropped:
                self._again(self.graph.edges_from(edge.target), pending)
        self._keep(candidates)
        self._note("bounds", given_up)

    def _bounds(self, location: Location) -> list[Fact]:
        seen = self.samples.at.get(location, ())
        if not seen:
            return []
        points = [self._point(location, situation) for situation in seen]
        bounds: list[Fact] = []
        for i, feature in enumerate(self.features[location]):
            column = [point[i] for point in points]
            bounds.append(AtLeast(feature, min(column)))
            bounds.append(AtMost(feature, max(column)))
        return bounds

    # -------------------------------------------------------------- shared

    def _broken(
        self, edge: Edge, facts: list[Fact], source: list[Fact]
    ) -> tuple[z3.ModelRef | None, list[Fact]]:
        """A step of the edge that breaks one of `facts`, if there is one; and those without an answer.

        First all at once; if that is too hard, one by one.
        """
        hard, pool = hypotheses(self.invariants, edge)
        if edge.source is not None:
            # With many goals at once nearly all facts are needed: given at once, they are fastest.
            hard.extend(self.invariants.cond(edge.source, fact) for fact in source)
            hard.extend(hypothesis.cond for hypothesis in pool if hypothesis.size <= MOST_PARTS_AT_ONCE)
            pool = [hypothesis for hypothesis in pool if hypothesis.size > MOST_PARTS_AT_ONCE]
        goals = [fact.cond_of(self.encoder, edge.situation) for fact in facts]
        outcome = self.prover.implied(hard, every(goals), pool, at_once=len(pool))
        if outcome.answer is not Answer.UNKNOWN:
            return outcome.model, []
        open_facts = []
        for fact, goal in zip(facts, goals, strict=True):
            outcome = self.prover.implied(hard, goal, pool, at_once=len(pool))
            if outcome.model is not None:
                return outcome.model, []
            if outcome.answer is Answer.UNKNOWN:
                open_facts.append(fact)
        return None, open_facts

    def _point(
        self, location: Location, situation: Situation, model: z3.ModelRef | None = None
    ) -> tuple[int, ...]:
        values = (feature.of(self.encoder, situation) for feature in self.features[location])
        return tuple(
            value if isinstance(value, int)
            else model.eval(value, model_completion=True).as_long()  # type: ignore[union-attr]
            for value in values
        )

    def _again(self, edges: list[Edge], pending: list[Edge]) -> None:
        pending.extend(edge for edge in edges if not any(edge is other for other in pending))

    def _keep(self, facts: Mapping[Location, list[Fact]]) -> None:
        for location, here in facts.items():
            self.invariants.facts[location].extend(here)

    def _note(self, what: str, given_up: Mapping[Location, set[Fact]]) -> None:
        for location, facts in given_up.items():
            if facts:
                self.invariants.gave_up.append(f"{len(facts)} {what} at {self._address(location)}")

    def _address(self, location: Location) -> str:
        system = self.graph.system
        return system.regions[system.nodes[location.node].region].address


def guard_candidates(exprs: Iterable[Expr]) -> list[Guard]:
    return [Guard(expr, "what was asked on the way still holds") for expr in exprs]
