"""Targets as the reference interpreter sees them: what makes sure that a play found shows what it should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.interpreter.machine import StoreProbe
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State, Status
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, System
from rulewright_verify.search.targets import Target


def watching(
    system: System, targets: Sequence[Target], options: Mapping[str, int] | None = None
) -> Reference:
    """A reference interpreter that keeps alive what these targets read at their places; `options` chooses readings
    that are open in the system and in the targets."""
    probes: dict[int, list[Expr]] = {}
    for target in targets:
        for place in target.places:
            probes.setdefault(place.node, []).append(place.value)
    return Reference(system, probes=probes, options=options)


class Watch(Observer):
    """Notes which targets are met on the way of a run. `met` holds their numbers."""

    def __init__(self, reference: Reference, targets: Sequence[Target]) -> None:
        self.reference = reference
        self.met: set[int] = set()
        self._places: dict[int, list[tuple[int, Expr]]] = {}
        self._stores: list[tuple[int, StoreProbe]] = []
        for number, target in enumerate(targets):
            for place in target.places:
                self._places.setdefault(place.node, []).append((number, place.value))
            if target.store is not None:
                self._stores.append((number, target.store))

    def arrived(self, node: ir.Node, memory: Memory) -> None:
        for number, cond in self._places.get(node.id, ()):
            if self.reference.evaluate(cond, memory):
                self.met.add(number)

    def stored(self, store: ir.Store, offset: int, before: int, after: int, memory: Memory) -> None:
        self._changed(store.slot, None, before, after)

    def marked(self, store: ir.StoreMark, before: int, after: int, memory: Memory) -> None:
        self._changed(None, store.mark, before, after)

    def _changed(self, slot: str | None, mark: str | None, before: int, after: int) -> None:
        for number, probe in self._stores:
            forbidden = before > after if probe.may_rise else after > before
            if forbidden and (probe.slot, probe.mark) == (slot, mark):
                self.met.add(number)


def met_at_rest(reference: Reference, target: Target, state: State) -> bool:
    """Whether a rest itself meets a target."""
    status = reference.status(state)
    if status is Status.FAIL:
        return target.breaks_down
    node = reference.system.nodes[state.place]
    if isinstance(node, ir.Choice):
        inside = target.stuck & regions_around(reference.system, node.region)
        if inside and next(reference.alternatives(state), None) is None:
            return True
        if node.hidden:
            return False
    return target.rests is not None and bool(reference.evaluate(target.rests, state))


def regions_around(system: System, region: int) -> frozenset[int]:
    """A region and all in which it lies."""
    found = set()
    here: int | None = region
    while here is not None:
        found.add(here)
        here = system.regions[here].parent
    return frozenset(found)
