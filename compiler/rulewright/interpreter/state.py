"""States of a play.

`State` is what engines compare, store and show: immutable, hashable, and canonical as the
reference interpreter builds it, so two states are the same situation if and only if they are
equal. `Memory` is the same while an automatic run is under way, when things may be half done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from rulewright.ir.nodes import Form, Reason, System
from rulewright.source import Span

Cells: TypeAlias = tuple[int, ...]
"""All cells of a slot, row by row."""

Thing: TypeAlias = tuple[int, ...]
"""A thing in a LIST or MARKED zone: its kind, then the cells of its marks in declared order."""

Entry: TypeAlias = tuple[int, ...] | tuple[Thing, ...]
"""One entry of a zone array. BAG: a count for each kind. LIST, MARKED: the things in their places."""

Entries: TypeAlias = tuple[Entry, ...]
"""All entries of a zone, row by row."""


class Status(Enum):
    """What a state waits for."""

    CHOICE = auto()
    CHANCE = auto()
    FINAL = auto()
    FAIL = auto()


@dataclass(frozen=True, slots=True)
class Failure:
    """A play broke down: why, about what, where in the text, at which node."""

    reason: Reason
    subject: str
    node: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True)
class State:
    """A rest: the node where the play waits or stopped, and everything on the table.

    `slots` and `zones` hold every slot and zone in declared order; frame slots that no longer
    matter hold their least value, such frame zones are empty. `winners` is set at the end of a
    play only: one truth value a player, none of them true if nobody was named.
    """

    place: int
    slots: Mapping[str, Cells]
    zones: Mapping[str, Entries]
    winners: tuple[bool, ...] | None = None
    failure: Failure | None = None

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Everything that tells this state from others of the same system."""
        return (self.place, *self.slots.values(), *self.zones.values(), self.winners, self.failure)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key

    def __reduce__(self) -> tuple[object, ...]:
        # Read-only views cannot be pickled; states travel between processes.
        return (_rebuilt, (self.place, dict(self.slots), dict(self.zones), self.winners, self.failure))


class Memory:
    """Slots and zones during an automatic run. Cells are replaced, never changed in place."""

    __slots__ = ("slots", "zones")

    def __init__(self, slots: Mapping[str, Cells], zones: Mapping[str, Entries]) -> None:
        self.slots = dict(slots)
        self.zones = dict(zones)

    @staticmethod
    def of(state: State) -> Memory:
        return Memory(state.slots, state.zones)

    @property
    def snapshot(self) -> tuple[object, ...]:
        """Everything in it, to be compared with an earlier moment."""
        return (*self.slots.values(), *self.zones.values())

    def set_cell(self, slot: str, offset: int, value: int) -> None:
        cells = self.slots[slot]
        self.slots[slot] = (*cells[:offset], value, *cells[offset + 1 :])

    def set_entry(self, zone: str, offset: int, entry: Entry) -> None:
        entries = self.zones[zone]
        self.zones[zone] = (*entries[:offset], entry, *entries[offset + 1 :])

    def at_rest(
        self, place: int, winners: tuple[bool, ...] | None = None, failure: Failure | None = None
    ) -> State:
        return _rebuilt(place, self.slots, self.zones, winners, failure)


def start_memory(system: System) -> Memory:
    """Slots and zones as they are before the first node."""
    slots = {name: slot.initial for name, slot in system.slots.items()}
    return Memory(slots, {name: start_entries(system, name) for name in system.zones})


def start_entries(system: System, zone_name: str) -> Entries:
    """What lies in each entry of a zone at the start; things with marks have their start values."""
    zone = system.zones[zone_name]
    if zone.form is Form.BAG:
        return zone.initial
    marks = tuple(cell for mark in zone.marks for cell in mark.initial)
    return tuple(
        tuple((kind, *marks) for kind, count in enumerate(counts) for _ in range(count))
        for counts in zone.initial
    )


def _rebuilt(
    place: int,
    slots: Mapping[str, Cells],
    zones: Mapping[str, Entries],
    winners: tuple[bool, ...] | None,
    failure: Failure | None,
) -> State:
    return State(place, MappingProxyType(dict(slots)), MappingProxyType(dict(zones)), winners, failure)
