"""What nothing has touched yet is as it was at the start, read off the steps without a solver.

In a game that is set up in steps (each player in turn takes a deck from a supply), most of what a step needs is known
because nobody was there before. Guesses from plays tell how many cards lie there, not which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.ir.nodes import Life, System
from rulewright_verify.smt.equations import Pending
from rulewright_verify.smt.facts import Affine, Fact, Untouched
from rulewright_verify.smt.features import Cell, cell_name, zone_name
from rulewright_verify.smt.graph import CutGraph, Edge
from rulewright_verify.smt.invariants import Invariants
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.situation import Situation, Things
from rulewright_verify.smt.terms import Num, key_of

Place = tuple[bool, str, int]  # whether it is a zone or a slot, its name, and the number of the entry or cell


def add_untouched(invariants: Invariants) -> None:
    """For each location the numbers of the state and the entries of bags that every way there leaves alone."""
    for location, places in _untouched(invariants.graph).items():
        invariants.facts[location].extend(_fact(invariants.graph.system, place) for place in sorted(places))


def _fact(system: System, place: Place) -> Fact:
    is_zone, name, i = place
    if is_zone:
        zone = system.zones[name]
        return Untouched(name, i, zone_name(zone, (i,)), zone.initial[i])
    slot = system.slots[name]
    return Affine(((1, Cell(cell_name(slot, i), name, i)),), slot.initial[i])


def _untouched(graph: CutGraph) -> dict[Location, set[Place]]:
    """The largest sets that all edges keep."""
    kept = {location: set(_places(graph.system, situation)) for location, situation in graph.at.items()}
    pending = Pending(graph.edges)
    while (edge := pending.next()) is not None:
        lost = {
            place for place in kept[edge.target]
            if _is_changed(graph, edge, place) or (edge.source is not None and place not in kept[edge.source])
        }
        if lost:
            kept[edge.target] -= lost
            pending.add(graph.edges_from(edge.target))
    return kept


def _places(system: System, situation: Situation) -> Iterator[Place]:
    """What is looked at; things with marks come and go, and so do the numbers of one block. A start value that a scope
    leaves open is no number."""
    for name, entries in situation.zones.items():
        yield from ((True, name, i) for i, entry in enumerate(entries) if not isinstance(entry, Things))
    for name, slot in system.slots.items():
        if slot.life is Life.GAME and slot.starts_as is None:
            yield from ((False, name, i) for i in range(len(slot.initial)))


def _is_changed(graph: CutGraph, edge: Edge, place: Place) -> bool:
    """Whether there are other terms than before; the same terms are the same numbers in every situation."""
    before = _initial(graph.system, place) if edge.source is None else _numbers(graph.at[edge.source], place)
    return [*map(key_of, before)] != [*map(key_of, _numbers(edge.situation, place))]


def _numbers(at: Situation, place: Place) -> Sequence[Num]:
    is_zone, name, i = place
    return at.zones[name][i].counts if is_zone else at.slots[name][i : i + 1]


def _initial(system: System, place: Place) -> Sequence[Num]:
    is_zone, name, i = place
    return system.zones[name].initial[i] if is_zone else system.slots[name].initial[i : i + 1]
