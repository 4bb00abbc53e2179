"""Every step that the interpreter makes is a step of some edge, and plain numbers give plain answers.

A proof by induction is worth nothing if an edge forgets a step; so the steps of random plays are
asked of Z3 one by one.
"""

from __future__ import annotations

import pytest
import z3

from rulewright.ir.nodes import Branch, Choice, System
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.graph import CutGraph, cut_graph
from rulewright_verify.smt.invariants import second_views
from rulewright_verify.smt.sampling import sampled
from rulewright_verify.smt.situation import Bag, Situation
from rulewright_verify.smt.terms import Num, conjuncts, same
from tests.systems import ALL, craps, pig, twilight

SYSTEMS = {name: make for name, make in ALL.items() if name not in ("skirmish", "endless")}
SYSTEMS["twilight of four kinds"] = lambda: twilight(("altar", "soul", "novice", "purgatory"), hand_size=2)


def _equal(left: Situation, right: Situation) -> list[z3.BoolRef]:
    """That two situations are the same, cell by cell."""
    pairs: list[tuple[Num, Num]] = []
    for name, cells in left.slots.items():
        pairs.extend(zip(cells, right.slots[name], strict=True))
    for name, entries in left.zones.items():
        for a, b in zip(entries, right.zones[name], strict=True):
            pairs.extend(zip(a.counts, b.counts, strict=True))
            if not isinstance(a, Bag) and not isinstance(b, Bag):
                pairs.append((a.length, b.length))
                pairs.extend(zip(a.kinds, b.kinds, strict=True))
                pairs.extend(pair for m, n in zip(a.marks, b.marks, strict=True) for pair in zip(m, n, strict=True))
    for name, totals in left.totals.items():
        pairs.extend(zip(totals, right.totals[name], strict=True))
    return conjuncts([same(a, b) for a, b in pairs])


def _live_part(graph: CutGraph, node: int, situation: Situation) -> Situation:
    """The situation without what no path reads any more, as edges leave it."""
    from rulewright_verify.smt.graph import Walker
    from rulewright_verify.smt.statements import Watch

    walker = Walker(graph.encoder, Watch(), {}, frozenset())
    return walker.forgotten(situation, node)


def _is_step(graph: CutGraph, step: tuple, solver: z3.Solver) -> bool:  # type: ignore[type-arg]
    source, before, target, after = step
    before = _live_part(graph, source.node, before)
    after = _live_part(graph, target.node, after)
    for edge in graph.edges_from(source):
        if edge.target != target:
            continue
        solver.push()
        solver.add(_equal(graph.at[source], before))
        solver.add(conjuncts(edge.conds))
        solver.add(_equal(edge.situation, after))
        found = solver.check() == z3.sat
        solver.pop()
        if found:
            return True
    return False


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_step_of_a_play_is_a_step_of_an_edge(name: str) -> None:
    system = SYSTEMS[name]()
    graph = cut_graph(Encoder(system, {}))
    samples = sampled(system, graph.at, n_plays=4, most_rests=(12,), seed=7, probes={})
    solver = z3.Solver()
    assert samples.steps or name == "stuck"
    for step in samples.steps[:60]:
        assert _is_step(graph, step, solver), f"{name}: {step[0]} -> {step[2]}"


@pytest.mark.parametrize("name", SYSTEMS)
def test_second_views_and_ranges_hold_in_every_situation_seen(name: str) -> None:
    system = SYSTEMS[name]()
    graph = cut_graph(Encoder(system, {}))
    facts = second_views(graph, ())
    samples = sampled(system, graph.at, n_plays=3, most_rests=(12,), seed=3, probes={})
    for location, situations in samples.at.items():
        for fact in facts[location]:
            assert all(fact.cond_of(graph.encoder, situation) is True for situation in situations)


@pytest.mark.parametrize("make", [craps, pig, twilight])
def test_conditions_over_plain_numbers_are_python_values(make: type[System]) -> None:
    system = make()  # type: ignore[call-arg]
    graph = cut_graph(Encoder(system, {}))
    samples = sampled(system, graph.at, n_plays=2, most_rests=(8,), seed=5, probes={})
    seen = 0
    for location, situations in samples.at.items():
        node = system.nodes[location.node]
        for situation in situations:
            if isinstance(node, Choice):
                for option in node.options:
                    assert isinstance(graph.encoder.condition(option.guard, situation, {}), bool)
                    seen += 1
            if isinstance(node, Branch):
                assert isinstance(graph.encoder.condition(node.cond, situation, {}), bool)
                seen += 1
    assert seen > 0 or make is craps


def test_a_wrong_step_is_no_step() -> None:
    """The check above can fail: a hand with one card more is not reached."""
    system = twilight()
    graph = cut_graph(Encoder(system, {}))
    samples = sampled(system, graph.at, n_plays=2, most_rests=(8,), seed=1, probes={})
    moves = (step for step in samples.steps if step[1].zones["hand"] != step[3].zones["hand"])
    source, before, target, after = next(moves)
    hand = after.zones["hand"]
    more = Bag((hand[0].counts[0] + 1, *hand[0].counts[1:]))
    wrong = after.with_zone("hand", (more, *hand[1:]))
    assert not _is_step(graph, (source, before, target, wrong), z3.Solver())
