"""Bounds and guards, the third layer, found when a proof asks for them.

A *family* is a feature with its bounds at all locations, or a guard wherever it was asked. When a
counter-model to a proof violates a member, the whole family is tried: the largest inductive subset
of what was seen in the plays (Houdini) becomes fact. Only what some proof needs is ever tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from rulewright.ir import build as b
from rulewright.ir.expression_printer import shown_expr
from rulewright.ir.nodes import Choice, Kinds, Life, Places, Read, Size
from rulewright.ir.walk import descendants
from rulewright_verify.smt.equations import Pending, note_given_up
from rulewright_verify.smt.facts import Affine, AtLeast, AtMost, Fact, Guard
from rulewright_verify.smt.features import CountSum, Feature, is_single_size
from rulewright_verify.smt.graph import CutGraph
from rulewright_verify.smt.invariants import Invariants, point_of
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.prover import Hypothesis, Outcome, is_violated
from rulewright_verify.smt.sampling import Samples
from rulewright_verify.smt.terms import Cond


@dataclass(frozen=True)
class SteadySizes:
    """How many things lie in each entry of each zone, at the places where that was always the same."""


STEADY_SIZES = SteadySizes()

Family = Feature | Guard | SteadySizes

# So many situations are enough to rule out most conditions that do not always hold.
MOST_CHECKS = 60


@dataclass
class Strengthening:
    """Candidates at each location, by family; those that were tried are not tried again."""

    invariants: Invariants
    candidates: Mapping[Location, Mapping[Family, tuple[Fact, ...]]]
    tried: set[Family] = field(default_factory=set)

    def against(self, location: Location | None, outcome: Outcome) -> bool:
        """Try a family that excludes a counter-model at a location; whether there was one."""
        if location is None or outcome.model is None:
            return False
        for constants in outcome.spoken_of:
            for family, facts in self.candidates[location].items():
                if family not in self.tried and any(
                    self._excludes(self.invariants.hypothesis(location, fact), outcome.model, constants)
                    for fact in facts
                ):
                    # One at a time: the simplest that excludes the counter-model is often all that is needed.
                    self.try_out(family)
                    return True
        return False

    def try_out(self, family: Family) -> None:
        """Make facts of what is inductive of a family."""
        self.tried.add(family)
        self._keep_inductive([family])

    def _excludes(self, candidate: Hypothesis, model: z3.ModelRef, constants: frozenset[int]) -> bool:
        """Whether a candidate speaks of the same things as the question and is false in its counter-model."""
        return bool(candidate.constants & constants) and is_violated(candidate.cond, model)

    def _keep_inductive(self, families: Sequence[Family]) -> None:
        """The largest set of candidates that every edge keeps."""
        graph = self.invariants.graph
        kept: dict[Location, list[Fact]] = {
            location: [fact for family in families for fact in by_family.get(family, ())]
            for location, by_family in self.candidates.items()
        }
        given_up: dict[Location, set[Fact]] = {location: set() for location in graph.at}
        pending = Pending(graph.edges)
        while (edge := pending.next()) is not None:
            dropped = False
            while kept[edge.target]:
                source = kept[edge.source] if edge.source is not None else []
                model, unanswered = self.invariants.broken(edge, kept[edge.target], source)
                if model is None and not unanswered:
                    break
                given_up[edge.target].update(unanswered)
                kept[edge.target] = [
                    fact for fact in kept[edge.target]
                    if fact not in unanswered
                    and (model is None or not is_violated(fact.cond_of(graph.encoder, edge.situation), model))
                ]
                dropped = True
            if dropped:
                pending.add(graph.edges_from(edge.target))
        for location, facts in kept.items():
            known = self.invariants.facts[location]
            known.extend(fact for fact in facts if fact not in known)
        note_given_up(self.invariants, "bounds", given_up)


def candidates_from(
    graph: CutGraph,
    samples: Samples,
    features: Mapping[Location, Sequence[Feature]],
    live: Sequence[frozenset[str]],
    claimed: Sequence[Guard],
    *,
    steady_sizes: bool = False,
) -> dict[Location, dict[Family, tuple[Fact, ...]]]:
    """Bounds, guards and what claims say, as far as they hold in all situations that were seen; `steady_sizes`, too, if
    asked for."""
    found: dict[Location, dict[Family, tuple[Fact, ...]]] = {}
    as_played = graph.encoder.of_the_ordinary_game()
    for location in graph.at:
        seen = samples.at.get(location, ())
        by_family: dict[Family, tuple[Fact, ...]] = {}
        if seen:
            points = [point_of(graph, features[location], situation) for situation in seen]
            columns = zip(*points, strict=True)
            seen_values = {f: (min(column), max(column)) for f, column in zip(features[location], columns, strict=True)}
            by_family.update((feature, _bounds(feature, *bounds)) for feature, bounds in seen_values.items())
            if steady_sizes:
                by_family[STEADY_SIZES] = tuple(
                    Affine(((1, feature),), least)
                    for feature, (least, most) in seen_values.items() if is_single_size(feature) and least == most
                )
        for guard in _guards(graph, location, live[location.node], claimed):
            if not any(_is_false(guard.cond_of(as_played, situation)) for situation in seen[:MOST_CHECKS]):
                by_family[guard] = (guard,)
        found[location] = dict(sorted(by_family.items(), key=lambda pair: _complexity(pair[0])))
    return found


def _is_false(cond: Cond) -> bool:
    """Under every reading: which of them a situation was met under is not known."""
    return not cond if isinstance(cond, bool) else bool(z3.is_false(z3.simplify(cond)))


def _bounds(feature: Feature, least: int, most: int) -> tuple[Fact, ...]:
    """What was seen; and that there is something at all, which often stays true where the least that was seen does
    not."""
    something = (AtLeast(feature, 1),) if least > 1 else ()
    return (AtLeast(feature, least), *something, AtMost(feature, most))


def _complexity(family: Family) -> int:
    """Which families are tried first: guards and plain numbers before counts."""
    if isinstance(family, Guard):
        return 0
    if isinstance(family, CountSum):
        return 2
    return 3 if isinstance(family, SteadySizes) else 1


def _somethings_there(graph: CutGraph, location: Location) -> Iterator[Guard]:
    """For a choice of things out of a zone, whosever it is, that the zone is not empty."""
    node = graph.system.nodes[location.node]
    if not isinstance(node, Choice):
        return
    for option in node.options:
        for binder in option.binders[:1]:
            if isinstance(binder.domain, Kinds | Places):
                zone = binder.domain.zone
                there = b.le(b.const(1), Size(zone, graph.system.zones[zone.zone].capacity))
                yield Guard(there, shown_expr(there))


def _guards(
    graph: CutGraph, location: Location, live: frozenset[str], claimed: Sequence[Guard]
) -> Iterator[Guard]:
    """What was asked on the way into a location, or is claimed somewhere, and can be asked there; and that there is
    something where somebody must take."""
    into: Iterable[Guard] = (
        Guard(asked.expr, asked.words)
        for edge in graph.edges if edge.target == location
        for asked in edge.asked
    )
    for guard in dict.fromkeys((*claimed, *_somethings_there(graph, location), *into)):
        frames = {
            part.slot for part in descendants(guard.expr)
            if isinstance(part, Read) and graph.system.slots[part.slot].life is Life.FRAME
        }
        if frames <= live:
            yield guard
