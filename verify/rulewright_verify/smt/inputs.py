"""All inputs of a rule or of a claim about rules: parameters, readings, and the situation.

Each input is a Z3 constant with its declared range and an ordinary value, from which a
counterexample should depart as little as it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import z3

from rulewright.interpreter.state import Entry as StateEntry
from rulewright.interpreter.state import Memory
from rulewright.ir.nodes import Local, System, ValueType
from rulewright.ir.open_values import Values, named_cell, open_cells, open_tables, type_of_cells
from rulewright.ir.values import printed
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.situation import (
    Bag,
    Situation,
    Things,
    fresh_situation,
    totals_of,
)
from rulewright_verify.smt.terms import Cond, Num, both, constant_terms, less, number_of, same, total


@dataclass(frozen=True)
class Input:
    """A number that may be anything in its range; `constant` is its name in Z3."""

    name: str
    constant: str
    term: z3.ArithRef
    type: ValueType
    lo: int
    hi: int
    ordinary: int


@dataclass
class Inputs:
    """Everything that a question about rules ranges over; only what a formula mentions is looked at."""

    system: System
    encoder: Encoder
    situation: Situation
    params: list[Input] = field(default_factory=list)
    readings: list[Input] = field(default_factory=list)
    cells: list[Input] = field(default_factory=list)
    open: list[Input] = field(default_factory=list)
    known: list[Cond] = field(default_factory=list)

    def all(self) -> list[Input]:
        """The ordinary order: readings first, then parameters, then the table, then what a scope leaves open."""
        return [*self.readings, *self.params, *self.cells, *self.open]

    def mentioned(self, formula: Cond) -> list[Input]:
        """The inputs that a formula speaks of."""
        names = names_of(formula)
        return [one for one in self.all() if one.constant in names]

    def conditions(self, formula: Cond) -> list[Cond]:
        """What holds of the constants of a formula: ranges, what is known, lists as their places say."""
        names = names_of(formula)
        conds = _related(self.known, names)
        for entries in self.situation.zones.values():
            for entry in entries:
                if isinstance(entry, Things) and names & _names_in(entry):
                    names |= _names_in(entry)
                    conds.extend(_list_conditions(entry))
        conds.extend(
            z3.And(one.term >= one.lo, one.term <= one.hi) for one in self.all() if one.constant in names
        )
        return conds


def inputs_of(system: System, params: Iterable[tuple[Local, ValueType, str]]) -> Inputs:
    """Free parameters, readings and situation, with their ranges as conditions."""
    readings = [
        _input(name, f"reading {name}", ValueType(name, 0, len(info.options) - 1, info.options),
              0, len(info.options) - 1, 0)
        for name, info in system.readings.items()
    ]
    encoder = Encoder(system, {reading.name: reading.term for reading in readings})
    situation = _any_situation(system)
    inputs = Inputs(system, encoder, situation, readings=readings)
    for local, type_, name in params:
        inputs.params.append(
            _input(name, local.name, type_, local.lo, local.hi, min(max(0, local.lo), local.hi))
        )
    inputs.cells.extend(_cells(system, situation))
    inputs.open.extend(_open_cells(system, encoder))
    return inputs


def memory_of(system: System, situation: Situation, values: Mapping[str, int]) -> Memory:
    """The situation as the interpreter knows it; `values` by the name of the constant, 0 where left open."""

    def value(term: Num) -> int:
        return term if isinstance(term, int) else values.get(_name(term), 0)

    slots = {name: tuple(value(cell) for cell in cells) for name, cells in situation.slots.items()}
    zones: dict[str, tuple[StateEntry, ...]] = {}
    for name, entries in situation.zones.items():
        decoded: list[StateEntry] = []
        for entry in entries:
            if isinstance(entry, Bag):
                decoded.append(tuple(value(count) for count in entry.counts))
            else:
                places = range(value(entry.length))
                decoded.append(
                    tuple((value(entry.kinds[i]), *(value(c) for c in entry.marks[i])) for i in places)
                )
        zones[name] = tuple(decoded)
    return Memory(slots, zones)


def shown(one: Input, value: int) -> str:
    return printed(one.type, value)


def _any_situation(system: System) -> Situation:
    free = fresh_situation(system, "", {}, frozenset())
    return Situation(free.slots, free.zones, totals_of(free.zones))


def _cells(system: System, situation: Situation) -> Iterable[Input]:
    number = ValueType("number", 0, 0)
    for name, slot in system.slots.items():
        for i, cell in enumerate(situation.slots[name]):
            if not isinstance(cell, int):
                label = f"{name}[{_index(slot.dims, slot.dim_types, i)}]" if slot.dims else name
                yield Input(label, _name(cell), cell, slot.type, slot.lo, slot.hi, slot.initial[i])
    for name, zone in system.zones.items():
        kinds = system.kinds[zone.kinds]
        most = [
            sum(counts[k] for z in system.zones.values() if z.kinds == zone.kinds for counts in z.initial)
            for k in range(len(kinds.copies))
        ]
        for i, entry in enumerate(situation.zones[name]):
            label = f"{name}[{_index(zone.dims, zone.dim_types, i)}]" if zone.dims else name
            if isinstance(entry, Things):
                yield Input(f"{label}, length", _name(entry.length), entry.length, number, 0, zone.capacity, 0)
                for place, kind in enumerate(entry.kinds):
                    yield Input(f"{label}, place {place + 1}", _name(kind), kind, kinds.type, 0, len(most) - 1, 0)
            else:
                for k, count in enumerate(entry.counts):
                    yield Input(f"{printed(kinds.type, k)} in {label}", _name(count), count, number, 0, most[k], 0)


def _open_cells(system: System, encoder: Encoder) -> Iterable[Input]:
    """What a scope leaves open."""
    for table in open_tables(system):
        for cell in open_cells(table):
            constant = encoder.constants[table.name][cell]
            assert not isinstance(constant, int)
            lo, hi = table.interval(cell)
            label = named_cell(system, table, cell)
            yield Input(label, _name(constant), constant, type_of_cells(system, table), lo, hi, table.values[cell])


def open_values_in(system: System, encoder: Encoder, values: Mapping[str, int]) -> Values:
    """What a model has chosen for them; `values` by the name of the constant, the ordinary ones where left open."""
    return {
        table.name: tuple(
            constant if isinstance(constant, int) else values.get(_name(constant), table.values[cell])
            for cell, constant in enumerate(encoder.constants[table.name])
        )
        for table in open_tables(system)
    }


def names_of(formula: Cond) -> set[str]:
    """The names of the constants in a formula."""
    if isinstance(formula, bool):
        return set()
    return {term.decl().name() for term in constant_terms(formula)}


def _list_conditions(entry: Things) -> Iterable[Cond]:
    """The counts of a list are those of its places."""
    yield same(total(entry.counts), entry.length)
    for k, count in enumerate(entry.counts):
        there = (number_of(both(less(i, entry.length), same(kind, k))) for i, kind in enumerate(entry.kinds))
        yield same(total(there), count)


def _names_in(entry: Things) -> set[str]:
    cells = (entry.length, *entry.kinds, *entry.counts)
    return {cell.decl().name() for cell in cells if not isinstance(cell, int)}


def _related(conds: Iterable[Cond], names: set[str]) -> list[Cond]:
    """The conditions that share a constant with `names`, directly or through others; adds theirs to `names`."""
    pending = [(cond, names_of(cond)) for cond in conds if not isinstance(cond, bool)]
    kept: list[Cond] = []
    while True:
        found = [(cond, constants) for cond, constants in pending if constants & names]
        if not found:
            return kept
        for cond, constants in found:
            kept.append(cond)
            names |= constants
        pending = [pair for pair in pending if pair not in found]


def _input(name: str, constant: str, type_: ValueType, lo: int, hi: int, ordinary: int) -> Input:
    return Input(name, constant, z3.Int(constant), type_, lo, hi, ordinary)


def _name(cell: Num) -> str:
    if isinstance(cell, int):
        raise TypeError("an input is a constant of Z3")
    return str(cell.decl().name())


def _index(dims: tuple[int, ...], types: tuple[ValueType, ...], offset: int) -> str:
    names = []
    for d in range(len(dims) - 1, -1, -1):
        i = offset % dims[d]
        names.append(printed(types[d], i + types[d].lo) if len(types) == len(dims) else str(i))
        offset //= dims[d]
    return ", ".join(reversed(names))
