"""What is known of a play after its opening, whatever is decided.

The opening is the automatic run before the first rest: there is only one. From the state that it
leaves and the nodes that can still be reached follows which slots never change again, and in which
bags each kind may ever lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from rulewright.interpreter.canonical import Canonical
from rulewright.interpreter.codegen.options import GateProbe, Probe, Sighting, StoreProbe
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Entry, Memory, State, Status, Thing
from rulewright.ir import graph
from rulewright.ir import nodes as ir
from rulewright.ir.liveness import Names
from rulewright.ir.nodes import Form, Life, Store, StoreMark, System, ZoneRef
from rulewright.ir.walk import descendants

Spot = tuple[str, int]
"""A zone and the number of one of its entries."""


@dataclass(frozen=True)
class Opening:
    """The first rest, and what probes saw on the way to it."""

    state: State
    sightings: tuple[Sighting, ...]


@dataclass(frozen=True)
class Facts:
    """`totals[kinds][k]`: how many of kind k the game holds. `spots[kinds][k]`: the bags in which the one copy of
    kind k may lie; only for sets without doubles."""

    reachable: frozenset[int]
    written: frozenset[str]
    totals: Mapping[str, tuple[int, ...]]
    spots: Mapping[str, tuple[frozenset[Spot], ...]]


class _Stopped(Exception):
    def __init__(self, gate: int, memory: Memory) -> None:
        super().__init__(gate)
        self.gate = gate
        self.memory = memory


class _Watcher(Observer):
    """Notes what probes see, and ends the run at a gate that is a rest."""

    def __init__(self, evaluator: Evaluator, probes: tuple[Probe, ...], stops: frozenset[int]) -> None:
        self.evaluator = evaluator
        self.probes = probes
        self.stops = stops
        self.seen: dict[Sighting, None] = {}

    def arrived(self, node: ir.Node, memory: Memory) -> None:
        for number, probe in enumerate(self.probes):
            if isinstance(probe, GateProbe) and probe.node == node.id:
                self.seen[Sighting(number, self.evaluator.value(probe.expr, memory, {}))] = None
        if node.id in self.stops:
            raise _Stopped(node.id, memory)

    def stored(self, store: Store, offset: int, before: int, after: int, memory: Memory) -> None:
        self._changed(store.slot, None, before, after)

    def marked(self, store: StoreMark, before: int, after: int, memory: Memory) -> None:
        self._changed(None, store.mark, before, after)

    def _changed(self, slot: str | None, mark: str | None, before: int, after: int) -> None:
        for number, probe in enumerate(self.probes):
            if isinstance(probe, StoreProbe) and (probe.slot, probe.mark) == (slot, mark):
                allowed = before <= after if probe.may_rise else after <= before
                self.seen[Sighting(number, int(allowed))] = None


def play_opening(
    system: System, reference: Reference, live: tuple[Names, ...], probes: tuple[Probe, ...], stops: frozenset[int]
) -> Opening:
    """Run to the first rest."""
    evaluator = Evaluator(system)
    watcher = _Watcher(evaluator, probes, stops)
    try:
        state = reference.initial(watcher)
    except _Stopped as at:
        Canonical(system, evaluator).settle(at.memory, live[at.gate])
        state = at.memory.at_rest(at.gate)
    return Opening(state, tuple(watcher.seen))


def find_facts(system: System, opening: State, status: Status | None) -> Facts:
    """`status` is that of the opening's state; None at a gate."""
    goes_on = status not in (Status.FINAL, Status.FAIL)
    reachable = graph.reachable(system, opening.place) if goes_on else frozenset((opening.place,))
    nodes = [system.nodes[i] for i in sorted(reachable)] if goes_on else []
    totals = {name: _totals(system, opening, name) for name in system.kinds}
    return Facts(reachable, graph.changed_by(system, nodes), totals, _spots(system, opening, nodes, totals))


# ------------------------------------------------------------------ where kinds may lie


def _spots(
    system: System, opening: State, nodes: Sequence[ir.Node], totals: Mapping[str, Sequence[int]]
) -> dict[str, tuple[frozenset[Spot], ...]]:
    """For each set of kinds in which nothing is double: follow the transfers from the opening's bags."""
    moves = [move for node in nodes for move in _moves(node)]
    picked = {part.into for node in nodes for part in descendants(node) if isinstance(part, ir.Pick)}
    taken = {source.zone for source, _ in moves}
    result = {}
    for name in system.kinds:
        zones = [zone for zone in system.zones.values() if zone.kinds == name]
        frames = {zone.name for zone in zones if zone.life is Life.FRAME}
        if max(totals[name], default=0) > 1 or picked & frames & taken:
            continue  # what is taken out of a picked bag lies elsewhere, too
        spots = [set[Spot]() for _ in system.kinds[name].copies]
        for zone in zones:
            for entry, things in enumerate(opening.zones[zone.name]):
                for kind, inside in enumerate(_counts(zone, things, len(spots))):
                    if inside:
                        spots[kind].add((zone.name, entry))
        mine = [(s, t) for s, t in moves if system.zones[s.zone].kinds == name]
        while _spread(system, spots, mine):
            pass
        result[name] = tuple(frozenset(places) for places in spots)
    return result


def _counts(zone: ir.Zone, entry: Entry, n_kinds: int) -> Sequence[int]:
    if zone.form is Form.BAG:
        return cast(tuple[int, ...], entry)
    counts = [0] * n_kinds
    for thing in cast(tuple[Thing, ...], entry):
        counts[thing[0]] += 1
    return counts


def _totals(system: System, opening: State, kinds: str) -> tuple[int, ...]:
    totals = [0] * len(system.kinds[kinds].copies)
    for zone in system.zones.values():
        if zone.kinds == kinds:
            for things in opening.zones[zone.name]:
                for kind, count in enumerate(_counts(zone, things, len(totals))):
                    totals[kind] += count
    return tuple(totals)


def _moves(node: ir.Node) -> Iterable[tuple[ZoneRef, ZoneRef]]:
    if isinstance(node, ir.Deal):
        yield node.source, node.target
    for part in descendants(node):
        if isinstance(part, ir.Transfer | ir.TransferPlace | ir.TransferAll):
            yield part.source, part.target


def _spread(system: System, spots: list[set[Spot]], moves: list[tuple[ZoneRef, ZoneRef]]) -> bool:
    """Let each kind go wherever a transfer may take it; whether that was new."""
    grown = False
    for source, target in moves:
        sources, targets = _entries(system, source), _entries(system, target)
        for places in spots:
            if places & sources and not targets <= places:
                places |= targets
                grown = True
    return grown


def _entries(system: System, ref: ZoneRef) -> set[Spot]:
    """The entries that a reference may mean."""
    zone = system.zones[ref.zone]
    if all(isinstance(i, ir.Const) for i in ref.index):
        offset = 0
        for i, dim in zip(ref.index, zone.dims, strict=True):
            assert isinstance(i, ir.Const)
            offset = offset * dim + i.value
        return {(zone.name, offset)}
    return {(zone.name, entry) for entry in range(prod(zone.dims))}
