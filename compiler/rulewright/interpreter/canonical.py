"""The canonical form of a rest.

Two memories that differ only in what nobody reads any more, or in the order of equal or unordered
things, become the same state: frame slots and zones that are not live are emptied, and each MARKED
zone is sorted, things first, then the handles that name them in the order of the system.
"""

from __future__ import annotations

from typing import cast

from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.state import Entries, Memory, Thing
from rulewright.ir.liveness import Names
from rulewright.ir.nodes import Form, Handle, Life, System


class Canonical:
    """Brings memories of one system into canonical form, in place."""

    def __init__(self, system: System, evaluator: Evaluator) -> None:
        self.system = system
        self.evaluator = evaluator
        self._least_slots = {
            name: (slot.lo,) * len(slot.initial)
            for name, slot in system.slots.items()
            if slot.life is Life.FRAME
        }
        self._empty_zones = {
            name: _nothing_in(system, name) for name, zone in system.zones.items() if zone.life is Life.FRAME
        }
        self._marked = [name for name, zone in system.zones.items() if zone.form is Form.MARKED]

    def settle(self, memory: Memory, live: Names) -> None:
        """Forget what is not live, then sort."""
        for name, least in self._least_slots.items():
            if name not in live:
                memory.slots[name] = least
        for name, empty in self._empty_zones.items():
            if name not in live:
                memory.zones[name] = empty
        handles = [handle for handle in self.system.handles if handle.place in live]
        for zone in self._marked:
            for offset in range(len(memory.zones[zone])):
                self._sort(zone, offset, handles, memory)

    def _sort(self, zone: str, offset: int, handles: list[Handle], memory: Memory) -> None:
        things = cast(tuple[Thing, ...], memory.zones[zone][offset])
        named = [handle for handle in handles if self._is_in(handle, zone, offset, memory)]
        first_handle = {
            memory.slots[handle.place][0]: number for number, handle in reversed(list(enumerate(named)))
        }
        # Of equal things those with names come first, in the order of their first names: of all
        # orders this gives the handles the least places.
        order = sorted(
            range(len(things)), key=lambda place: (things[place], first_handle.get(place, len(named)))
        )
        memory.set_entry(zone, offset, tuple(things[place] for place in order))
        new_place = {old: new for new, old in enumerate(order)}
        for handle in named:
            memory.set_cell(handle.place, 0, new_place[memory.slots[handle.place][0]])

    def _is_in(self, handle: Handle, zone: str, offset: int, memory: Memory) -> bool:
        ref = handle.zones[memory.slots[handle.where][0]]
        return ref.zone == zone and self.evaluator.entry_offset(ref, memory, {}) == offset


def _nothing_in(system: System, zone_name: str) -> Entries:
    zone = system.zones[zone_name]
    nothing = (0,) * len(system.kinds[zone.kinds].copies) if zone.form is Form.BAG else ()
    return (nothing,) * len(zone.initial)
