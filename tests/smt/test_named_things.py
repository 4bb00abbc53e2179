"""Names follow their things while they move: each step of a play with named creatures is a step of an edge.

The interpreter sorts a bag of marked things at rest and the edges do not, so situations are compared by the things
that lie there, and by the thing that each name stands for.
"""

from __future__ import annotations

from collections import Counter

import z3

from rulewright.ir.nodes import Form, System
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.graph import CutGraph, Walker, cut_graph
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.sampling import sampled
from rulewright_verify.smt.situation import Situation, Things
from rulewright_verify.smt.statements import Watch
from rulewright_verify.smt.terms import Cond, Num, conjuncts, every, same, total
from rulewright_verify.smt.terms import number_of as number
from tests.systems.creatures import skirmish

Step = tuple[Location, Situation, Location, Situation]


def _is_thing(things: Things, place: int, wanted: tuple[int, ...]) -> Cond:
    return every(same(a, b) for a, b in zip((things.kinds[place], *things.marks[place]), wanted, strict=True))


def _things(entry: Things) -> list[tuple[int, ...]]:
    assert isinstance(entry.length, int)
    filled = zip(entry.kinds[: entry.length], entry.marks[: entry.length], strict=True)
    return [(kind, *marks) for kind, marks in filled]


def _alike(
    encoder: Encoder, system: System, left: Situation, right: Situation, live: frozenset[str]
) -> list[z3.BoolRef]:
    """That `left` holds the same as the plain situation `right`, whatever the order of its marked things."""
    places = {handle.place for handle in system.handles}
    conds: list[Cond] = [
        same(a, b) for name, cells in left.slots.items() if name not in places
        for a, b in zip(cells, right.slots[name], strict=True)
    ]
    for name, entries in left.zones.items():
        for a, b in zip(entries, right.zones[name], strict=True):
            conds += [same(m, n) for m, n in zip(a.counts, b.counts, strict=True)]
            if isinstance(a, Things) and isinstance(b, Things):
                conds.append(same(a.length, b.length))
                n_filled = len(_things(b))
                conds += [
                    same(total(number(_is_thing(a, place, thing)) for place in range(n_filled)), n)
                    for thing, n in Counter(_things(b)).items()
                ]
    for handle in system.handles:
        if handle.place not in live:
            continue
        (where,), (place,) = right.slots[handle.where], right.slots[handle.place]
        assert isinstance(where, int) and isinstance(place, int)
        ref = handle.zones[where]
        ((_, entry),) = [case for case in encoder.entry_cases(ref, right, {}) if case[0] is True]
        lies_in = right.zones[ref.zone][entry]
        if system.zones[ref.zone].form is Form.MARKED and isinstance(lies_in, Things):
            there = left.zones[ref.zone][entry]
            assert isinstance(there, Things)
            if place < len(_things(lies_in)):
                thing = _things(lies_in)[place]
                cell = left.slots[handle.place][0]
                conds.append(some_place(cell, there, thing))
    return conjuncts(conds)


def some_place(cell: Num, there: Things, thing: tuple[int, ...]) -> Cond:
    """That the place which a name stands for holds this thing."""
    found = [
        every((same(cell, place), _is_thing(there, place, thing)))
        for place in range(len(there.kinds))
    ]
    return z3.Or(conjuncts([each for each in found if each is not False])) if True not in found else True


def _is_step(graph: CutGraph, step: Step) -> bool:
    source, before, target, after = step
    walker = Walker(graph.encoder, Watch(), {}, frozenset())
    before, after = walker.forgotten(before, source.node), walker.forgotten(after, target.node)
    for edge in graph.edges_from(source):
        if edge.target == target:
            solver = z3.Solver()
            solver.add(_plain(graph.at[source], before))
            solver.add(conjuncts(edge.conds))
            solver.add(_alike(graph.encoder, graph.system, edge.situation, after, walker.live[target.node]))
            if solver.check() == z3.sat:
                return True
    return False


def _plain(left: Situation, right: Situation) -> list[z3.BoolRef]:
    pairs = [pair for name, cells in left.slots.items() for pair in zip(cells, right.slots[name], strict=True)]
    pairs += [pair for name, cells in left.totals.items() for pair in zip(cells, right.totals[name], strict=True)]
    for name, entries in left.zones.items():
        for a, b in zip(entries, right.zones[name], strict=True):
            pairs += zip(a.counts, b.counts, strict=True)
            if isinstance(a, Things) and isinstance(b, Things):
                pairs += [(a.length, b.length), *zip(a.kinds, b.kinds, strict=True)]
                pairs += [pair for m, n in zip(a.marks, b.marks, strict=True) for pair in zip(m, n, strict=True)]
    return conjuncts([same(a, b) for a, b in pairs])


def test_each_step_with_named_creatures_is_a_step_of_an_edge() -> None:
    system = skirmish()
    graph = cut_graph(Encoder(system, {}))
    samples = sampled(system, graph.at, n_plays=6, most_rests=(20,), seed=7, probes={})
    buried = [step for step in samples.steps if step[1].zones["grave"] != step[3].zones["grave"]]
    assert buried, "no sampled step moves a creature that has a name"
    for step in [*buried, *samples.steps[:30]]:
        assert _is_step(graph, step), f"{step[0]} -> {step[2]}"


def test_a_creature_that_stays_is_no_such_step() -> None:
    """The comparison can fail: the grave as before is not where the play goes."""
    system = skirmish()
    graph = cut_graph(Encoder(system, {}))
    samples = sampled(system, graph.at, n_plays=6, most_rests=(20,), seed=7, probes={})
    source, before, target, after = next(s for s in samples.steps if s[1].zones["grave"] != s[3].zones["grave"])
    assert not _is_step(graph, (source, before, target, after.with_zone("grave", before.zones["grave"])))
