"""Plays at random, as a source of guesses.

Whatever holds in all of them is only a candidate that Z3 has to prove; plays are short, seeded and
made by the reference interpreter. A deal is drawn card by card, never enumerated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.evaluate import Table
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State
from rulewright.ir.nodes import Choice, Deal, Expr, Form, Node, System
from rulewright.ir.specialise import specialise, specialise_expr
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.situation import Bag, Entry, Situation, Things, least_marks, totals_of

# An option with more bindings than this is sampled among its first ones.
MOST_ALTERNATIVES = 2000


@dataclass
class Samples:
    """The situations in which random plays were seen at each location, and the steps between them."""

    at: dict[Location, list[Situation]] = field(default_factory=dict)
    steps: list[tuple[Location, Situation, Location, Situation]] = field(default_factory=list)
    n_plays: int = 0
    n_rests: int = 0


def sampled(
    system: System,
    locations: Iterable[Location],
    *,
    n_plays: int,
    most_rests: Sequence[int],
    seed: int,
    probes: Mapping[int, Iterable[Expr]],
) -> Samples:
    """Play `n_plays` times, in turn at most so many decisions as `most_rests` says."""
    random = Random(seed)
    notes = _Notes(system, locations)
    for _, most in zip(range(n_plays), cycle(most_rests), strict=False):
        notes.found.n_plays += 1
        notes.last = None
        reference = _under_some_readings(system, random, probes)
        state = reference.initial(notes)
        for _ in range(most):
            way = random_way(reference, state, random)
            if way is None:
                break
            notes.found.n_rests += 1
            state = reference.run(state, way, notes)
    return notes.found


def _under_some_readings(
    system: System, random: Random, probes: Mapping[int, Iterable[Expr]]
) -> Reference:
    """Open readings are chosen anew for each play: what is found is to hold under all of them."""
    options = {name: random.randrange(len(info.options)) for name, info in system.readings.items()}
    chosen = {node: [specialise_expr(system, expr, options) for expr in exprs] for node, exprs in probes.items()}
    return Reference(specialise(system, options), probes=chosen)


def random_way(reference: Reference, state: State, random: Random) -> Alternative | None:
    """A decision or an outcome at random; None where the play is over."""
    if state.failure is not None:
        return None
    node = reference.system.nodes[state.place]
    if isinstance(node, Deal):
        return reference.dealt(state, _drawn(reference, node, state, random))
    ways = list(islice(reference.alternatives(state), MOST_ALTERNATIVES))
    if not ways:
        return None
    if not isinstance(node, Choice):
        return random.choices(ways, [way.weight or 1 for way in ways])[0]
    # First among options, then among bindings: a rare option is met as often as a common one.
    label = random.choice(sorted({way.address for way in ways}))
    return random.choice([way for way in ways if way.address == label])


def situation_of(system: System, table: Table) -> Situation:
    """A state of the interpreter as a situation of plain numbers."""
    zones: dict[str, tuple[Entry, ...]] = {}
    for name, zone in system.zones.items():
        entries = table.zones[name]
        if zone.form is Form.BAG:
            zones[name] = tuple(Bag(entry) for entry in entries)
            continue
        n_kinds = len(system.kinds[zone.kinds].copies)
        lists = []
        for things in entries:
            empty = zone.capacity - len(things)
            kinds = tuple(thing[0] for thing in things)  # type: ignore[index]
            lists.append(
                Things(
                    len(things),
                    (*kinds, *(0,) * empty),
                    (*(thing[1:] for thing in things), *(least_marks(zone),) * empty),  # type: ignore[index]
                    tuple(kinds.count(kind) for kind in range(n_kinds)),
                )
            )
        zones[name] = tuple(lists)
    return Situation(dict(table.slots), zones, totals_of(zones))


class _Notes(Observer):
    """Writes down each arrival at a location."""

    def __init__(self, system: System, locations: Iterable[Location]) -> None:
        self.system = system
        self.found = Samples()
        self.last: tuple[Location, Situation] | None = None
        self.places: dict[int, list[Location]] = {}
        for location in locations:
            self.places.setdefault(location.node, []).append(location)

    def arrived(self, node: Node, memory: Memory) -> None:
        for location in self.places.get(node.id, ()):
            if all(memory.slots[name][0] == value for name, value in location.control):
                situation = situation_of(self.system, memory)
                self.found.at.setdefault(location, []).append(situation)
                if self.last is not None:
                    self.found.steps.append((*self.last, location, situation))
                self.last = (location, situation)


def _drawn(reference: Reference, node: Deal, state: State, random: Random) -> tuple[int, ...]:
    counts = reference.evaluator.counts(node.source, state, {})
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    drawn = [0] * len(counts)
    for kind in random.sample(cards, reference.evaluate(node.n, state)):
        drawn[kind] += 1
    return tuple(drawn)
