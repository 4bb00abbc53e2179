"""Values that a scope leaves open: which there are, and the one game in which they are chosen.

A system with open values stands for many games, one for each choice. What a proof says of it holds in all of them; the
interpreter, and every engine that looks at single plays, plays the ordinary one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rulewright.ir.graph import reachable
from rulewright.ir.nodes import KindSet, Lookup, System, Table, ValueType
from rulewright.ir.values import printed
from rulewright.ir.walk import Piece, read_through

Values = Mapping[str, tuple[int, ...]]
"""The value of each cell of a table, for each table that has open ones."""


def open_tables(system: System) -> tuple[Table, ...]:
    """The tables with open cells, as declared."""
    return tuple(table for table in system.tables.values() if table.varies)


def open_cells(table: Table) -> Iterator[int]:
    """The numbers of the open cells."""
    for cell in range(len(table.values)):
        lo, hi = table.interval(cell)
        if lo < hi:
            yield cell


def with_values(system: System, values: Values) -> System:
    """The game with these values; what is left out has its ordinary ones."""
    tables = {
        name: replace(table, values=values.get(name, table.values), varies=())
        for name, table in system.tables.items()
    }
    slots = {
        name: slot if slot.starts_as is None else replace(
            slot, initial=tables[slot.starts_as].values * len(slot.initial), starts_as=None
        )
        for name, slot in system.slots.items()
    }
    return replace(system, tables=tables, slots=slots)


def open_values_used(system: System, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The tables with open cells that play, the start of the game or one of the pieces reads, also by way of rules."""
    alive = reachable(system)
    parts = read_through(system, (*(node for node in system.nodes if node.id in alive), *pieces))
    found = {slot.starts_as for slot in system.slots.values()}
    found |= {part.table for part in parts if isinstance(part, Lookup)}
    return tuple(table.name for table in open_tables(system) if table.name in found)


def named_cell(system: System, table: Table, cell: int) -> str:
    """`wings of swift` for a cell of a column of cards, `hand_size` for a param."""
    found = _column_of(system, table)
    if found is not None:
        kinds, column = found
        return f"{column} of {printed(kinds.type, cell)}"
    return f"{table.name}, entry {cell + 1}" if table.dims else table.name


def type_of_cells(system: System, table: Table) -> ValueType:
    """How the values of an open table are shown."""
    found = _column_of(system, table)
    if found is not None:
        kinds, column = found
        return kinds.attribute_types[column]
    lo = min(table.interval(cell)[0] for cell in range(len(table.values)))
    hi = max(table.interval(cell)[1] for cell in range(len(table.values)))
    return ValueType("number", lo, hi)


def _column_of(system: System, table: Table) -> tuple[KindSet, str] | None:
    """The cards and the column that a table holds, unless it holds a param."""
    return next(
        ((kinds, column) for kinds in system.kinds.values() for column, name in kinds.attributes.items()
         if name == table.name), None,
    )
