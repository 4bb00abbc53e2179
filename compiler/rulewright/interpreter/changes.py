"""What lies on the table as printed, and what differs between two rests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import cast

from rulewright.interpreter.state import Entry, State, Thing
from rulewright.ir.nodes import Form, Life, Mark, Slot, System, ValueType, Zone
from rulewright.ir.values import printed

NOTHING = "nothing"
Namer = Callable[[ValueType, int], str]
"""How a value is printed: by its code name, or in a reader's language."""


@dataclass(frozen=True, slots=True)
class Change:
    """A cell or a zone that differs: `score[Anna]`, `0`, `5`; `hand[North]`, the cards before and after."""

    name: str
    before: str
    after: str


def changes(system: System, before: State, after: State) -> tuple[Change, ...]:
    """What a reader of the table sees change: game slots cell by cell, then zones entry by entry."""
    return (*values_changed(system, before, after), *zones_changed(system, before, after))


def values_changed(system: System, before: State, after: State) -> tuple[Change, ...]:
    return _differences(dict(shown_values(system, before)), dict(shown_values(system, after)))


def zones_changed(system: System, before: State, after: State) -> tuple[Change, ...]:
    return _differences(dict(shown_zones(system, before)), dict(shown_zones(system, after)))


def _differences(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Change, ...]:
    return tuple(Change(name, old[name], new[name]) for name in old if old[name] != new[name])


def shown_values(system: System, state: State, say: Namer = printed) -> Iterator[tuple[str, str]]:
    """Every cell of the game's slots with its printed value."""
    for slot in system.slots.values():
        if slot.life is Life.GAME:
            for offset, name in enumerate(cell_names(slot, say)):
                yield name, say(slot.type, state.slots[slot.name][offset])


def shown_zones(system: System, state: State) -> Iterator[tuple[str, str]]:
    """Every entry of the game's zones with what lies there."""
    for zone in system.zones.values():
        if zone.life is Life.GAME:
            for offset, name in enumerate(cell_names(zone)):
                yield name, shown_entry(system, zone, state.zones[zone.name][offset])


def cell_names(declared: Slot | Zone, say: Namer = printed) -> list[str]:
    """`score[Anna]`, `score[Ben]`, .. in the order of the cells."""
    if not declared.dims:
        return [declared.name]
    types = declared.dim_types or tuple(ValueType("index", 0, size - 1) for size in declared.dims)
    names = [
        [say(type_, type_.lo + i) for i in range(size)]
        for type_, size in zip(types, declared.dims, strict=True)
    ]
    return [f"{declared.name}[{', '.join(index)}]" for index in product(*names)]


def shown_entry(system: System, zone: Zone, entry: Entry, say: Namer = printed) -> str:
    """What lies in one entry of a zone: `novice[sun], 2 coin`; with marks that are not at their start."""
    kinds = system.kinds[zone.kinds].type
    if zone.form is Form.BAG:
        counts = cast(tuple[int, ...], entry)
        parts = [_counted(say(kinds, kind), n) for kind, n in enumerate(counts) if n]
    else:
        parts = [_shown_thing(zone, kinds, thing, say) for thing in cast(tuple[Thing, ...], entry)]
    return ", ".join(parts) or NOTHING


def _counted(name: str, n: int) -> str:
    return name if n == 1 else f"{n} {name}"


def _is_worth_saying(mark: Mark, cells: tuple[int, ...]) -> bool:
    """Numbers and flags only where they differ from the start, names always, added marks never."""
    if mark.name.startswith("("):  # lowering added it: no rulebook can write such a name
        return False
    plain = mark.type.names is None or mark.type.names == ("no", "yes")
    return not plain or cells != mark.initial


def _shown_thing(zone: Zone, kinds: ValueType, thing: Thing, say: Namer) -> str:
    position, marks = 1, []
    for mark in zone.marks:
        cells = thing[position : position + len(mark.initial)]
        position += len(mark.initial)
        if _is_worth_saying(mark, cells):
            marks.append(f"{mark.name}: {' '.join(say(mark.type, cell) for cell in cells)}")
    name = say(kinds, thing[0])
    return f"{name} ({', '.join(marks)})" if marks else name
