"""A play as an `example` of its rulebook: its decisions, and what they led to, in lines that the language takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rulewright.interpreter.changes import cell_names
from rulewright.interpreter.decisions import example_lines
from rulewright.interpreter.state import Cells, State
from rulewright.interpreter.trace import Trace
from rulewright.ir.nodes import Form, Life, Slot, System
from rulewright.ir.values import printed

NOTHING_KEPT = "1 = 1  # this rulebook keeps nothing of a play: write what must be so at the end"


def as_example(system: System, trace: Trace, name: str, title: str | None) -> str:
    """The lines of an example. What lies in zones can be asked for in many ways: only how much it is, and only
    where nothing else can be asked for."""
    heading = f'example {name} "{title}"' if title is not None else f"example {name}"
    lines = [heading, "  do game", *(f"    {line}" for line in example_lines(trace.decisions, trace.last))]
    expected = list(_values(system, trace.last)) or list(_sizes(system, trace.last)) or [NOTHING_KEPT]
    return "\n".join([*lines, "  expect", *(f"    {line}" for line in expected)]) + "\n"


def _values(system: System, state: State) -> Iterator[str]:
    for slot in system.slots.values():
        if slot.life is not Life.GAME or " " in slot.name:
            continue  # lowering added it: no rulebook can write such a name
        cells = state.slots[slot.name]
        if slot.is_set:
            yield from _members(slot, cells)
        else:
            for name, value in zip(cell_names(slot), cells, strict=True):
                yield f"{name} = {printed(slot.type, value)}"


def _members(slot: Slot, bits: tuple[int, ...]) -> Iterator[str]:
    """A set by what is in it."""
    for name, is_inside in zip(cell_names(slot), bits, strict=True):
        place, _, index = name[:-1].partition("[")
        *entry, member = index.rsplit(", ", 1) if len(slot.dims) > 1 else [index]
        where = f"{place}[{entry[0]}]" if entry else place
        yield f"{member} in {where}" if is_inside else f"not {member} in {where}"


def _sizes(system: System, state: State) -> Iterator[str]:
    for zone in system.zones.values():
        if zone.life is Life.GAME:
            for name, entry in zip(cell_names(zone), state.zones[zone.name], strict=True):
                n = sum(cast(Cells, entry)) if zone.form is Form.BAG else len(entry)
                yield f"count(thing in {name}) = {n}"
