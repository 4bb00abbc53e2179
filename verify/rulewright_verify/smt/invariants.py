"""What is known at each location: facts that are proved, and what holds when an edge is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import z3

from rulewright.ir.nodes import Life
from rulewright_verify.smt.facts import Fact, ListLength, TwoViews, WeighedTotal, ZoneTotal
from rulewright_verify.smt.features import CountSum, Feature, slots_of
from rulewright_verify.smt.graph import CutGraph, Edge
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.prover import Answer, Hypothesis, Prover
from rulewright_verify.smt.situation import Situation, Things
from rulewright_verify.smt.terms import Cond, every, is_known, key_of

# In a search for many facts at once, facts up to this size are given at once; larger ones, and the
# definitions of a path, only when a counter-model violates them.
MOST_PARTS_AT_ONCE = 5
SIZE_OF_A_CONDITION = 50
FEW_GOALS = 4


@dataclass
class Invariants:
    """The proved facts at each location, as conditions over any situation there.

    `gave_up` tells what had to be left out for lack of budget.
    """

    graph: CutGraph
    prover: Prover
    facts: dict[Location, list[Fact]] = field(default_factory=dict)
    gave_up: list[str] = field(default_factory=list)
    _hypotheses: dict[tuple[Location, Fact], Hypothesis] = field(default_factory=dict)
    _of_paths: dict[int, list[Hypothesis]] = field(default_factory=dict)

    def cond(self, location: Location, fact: Fact) -> Cond:
        """The fact, said of any situation at the location; built once."""
        return self.hypothesis(location, fact).cond

    def hypothesis(self, location: Location, fact: Fact) -> Hypothesis:
        key = (location, fact)
        if key not in self._hypotheses:
            cond = fact.cond_of(self.graph.encoder, self.graph.at[location])
            self._hypotheses[key] = Hypothesis(fact.text, cond, fact.size)
        return self._hypotheses[key]

    def pool(self, location: Location | None) -> list[Hypothesis]:
        """The facts at a location as hypotheses."""
        if location is None:
            return []
        return [self.hypothesis(location, fact) for fact in self.facts.get(location, ())]

    def ranges(self, location: Location | None) -> list[Cond]:
        return self.graph.ranges_at(location)

    def when_taken(self, edge: Edge, n_conds: int | None = None) -> tuple[list[Cond], list[Hypothesis]]:
        """What holds when an edge is taken: the path condition, and what may be used beside."""
        conds = edge.conds if n_conds is None else edge.conds[:n_conds]
        hard = [cond for i, cond in enumerate(conds) if i not in edge.lazy]
        pool = self.pool(edge.source)
        pool.extend(self._lazy_conds(edge)[: len([i for i in edge.lazy if i < len(conds)])])
        return hard, pool

    def _lazy_conds(self, edge: Edge) -> list[Hypothesis]:
        """Demands that are taken to hold and definitions on a path, in its order."""
        key = id(edge)
        if key not in self._of_paths:
            self._of_paths[key] = [Hypothesis("", edge.conds[i], SIZE_OF_A_CONDITION) for i in sorted(edge.lazy)]
        return self._of_paths[key]

    def broken(
        self, edge: Edge, facts: Sequence[Fact], source: Sequence[Fact]
    ) -> tuple[z3.ModelRef | None, list[Fact]]:
        """A step of the edge that breaks one of `facts`, if there is one; and those without an answer.

        `source` are candidates that are taken to hold before the step. First all facts at once; if
        that is too hard, one by one.
        """
        goals = self._to_show(edge, facts, source)
        if not goals:
            return None, []
        hard, pool = self.when_taken(edge)
        if edge.source is not None:
            hard.extend(self.cond(edge.source, fact) for fact in source)
        if len(goals) > FEW_GOALS:
            # With many goals nearly all facts are needed: given at once, they are fastest.
            hard.extend(hypothesis.cond for hypothesis in pool if hypothesis.size <= MOST_PARTS_AT_ONCE)
            pool = [hypothesis for hypothesis in pool if hypothesis.size > MOST_PARTS_AT_ONCE]
        ranges = self.ranges(edge.source)
        together = every(goal for _, goal in goals)
        outcome = self.prover.implied(hard, together, pool, ranges=ranges, at_once=len(pool))
        if outcome.answer is not Answer.UNKNOWN:
            return outcome.model, []
        unanswered = []
        for fact, goal in goals:
            outcome = self.prover.implied(hard, goal, pool, ranges=ranges, at_once=len(pool))
            if outcome.model is not None:
                return outcome.model, []
            if outcome.answer is Answer.UNKNOWN:
                unanswered.append(fact)
        return None, unanswered

    def _to_show(
        self, edge: Edge, facts: Sequence[Fact], source: Sequence[Fact]
    ) -> list[tuple[Fact, Cond]]:
        """The facts that the edge may change: what is said of the same terms as before is left out."""
        known: set[object] = set()
        if edge.source is not None:
            known = {key_of(self.cond(edge.source, fact)) for fact in (*source, *self.facts[edge.source])}
        goals = ((fact, fact.cond_of(self.graph.encoder, edge.situation)) for fact in facts)
        return [(fact, goal) for fact, goal in goals if goal is not True and key_of(goal) not in known]

    def address(self, location: Location) -> str:
        system = self.graph.system
        return system.regions[system.nodes[location.node].region].address


def second_views(graph: CutGraph, features: Sequence[Feature]) -> dict[Location, list[Fact]]:
    """That the second views of lists and arrays agree with the first: true by construction."""
    found: dict[Location, list[Fact]] = {}
    for location, situation in graph.at.items():
        here: list[Fact] = []
        for name, entries in situation.zones.items():
            for i, entry in enumerate(entries):
                if isinstance(entry, Things):
                    if not is_known(entry.length):
                        here.append(ListLength(name, i))
                    here.extend(TwoViews(name, i, k) for k, n in enumerate(entry.counts) if not is_known(n))
        for name, totals in situation.totals.items():
            here.extend(ZoneTotal(name, k) for k, n in enumerate(totals) if not is_known(n))
            here.extend(
                WeighedTotal(f) for f in features
                if isinstance(f, CountSum) and f.zone == name and len(f.entries) == len(situation.zones[name])
            )
        found[location] = here
    return found


def live_features(
    graph: CutGraph, features: Sequence[Feature], live: Sequence[frozenset[str]]
) -> dict[Location, tuple[Feature, ...]]:
    """The features that can be looked at at each location: those of slots that hold something there."""
    always = frozenset(n for n, slot in graph.system.slots.items() if slot.life is not Life.FRAME)
    found = {}
    for location in graph.at:
        known = frozenset(name for name, _ in location.control)
        readable = (always | live[location.node]) - known
        found[location] = tuple(feature for feature in features if slots_of(feature) <= readable)
    return found


def point_of(
    graph: CutGraph, features: Sequence[Feature], situation: Situation, model: z3.ModelRef | None = None
) -> tuple[int, ...]:
    """The values of features in a situation of plain numbers, or as a model has it."""
    if model is None:
        return tuple(feature.in_play(situation) for feature in features)
    values = (feature.of(graph.encoder, situation) for feature in features)
    return tuple(
        value if isinstance(value, int) else model.eval(value, model_completion=True).as_long()
        for value in values
    )


