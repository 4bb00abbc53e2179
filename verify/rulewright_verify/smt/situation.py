"""What is on the table, each cell a number or a Z3 term.

A `Situation` is a value: a store gives a new one. BAG entries are a count a kind. LIST and
MARKED entries have two views that are changed together: the places, and a count a kind, so that
sums over a list stay linear. An array of zones has a second view, too: the count of each kind over
all entries. Who takes a card from *somebody's* hand takes one from all hands together, whoever it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod

import z3

from rulewright.ir.nodes import Form, Slot, System, Zone
from rulewright_verify.smt.terms import Cond, Num, add, choose, sub, total


@dataclass(frozen=True)
class Bag:
    """`counts[k]` copies of kind k."""

    counts: tuple[Num, ...]


@dataclass(frozen=True)
class Things:
    """`length` filled places; behind them kind 0 and the least marks. `counts` is the second view."""

    length: Num
    kinds: tuple[Num, ...]
    marks: tuple[tuple[Num, ...], ...]  # for each place the cells of all marks, in order of declaration
    counts: tuple[Num, ...]


Entry = Bag | Things


@dataclass(frozen=True)
class Situation:
    """The cells of all slots and zones; `totals[zone][kind]` over all entries, for arrays of zones.

    `memo` holds rules that were already applied to it.
    """

    slots: Mapping[str, tuple[Num, ...]]
    zones: Mapping[str, tuple[Entry, ...]]
    totals: Mapping[str, tuple[Num, ...]]
    memo: dict[object, object] = field(default_factory=dict, compare=False, repr=False)

    def with_slot(self, name: str, cells: tuple[Num, ...]) -> Situation:
        return Situation({**self.slots, name: cells}, self.zones, self.totals)

    def with_zone(self, name: str, entries: tuple[Entry, ...]) -> Situation:
        """New entries with the same totals; `with_totals` goes with it."""
        return Situation(self.slots, {**self.zones, name: entries}, self.totals)

    def with_totals(self, name: str, cond: Cond, change: tuple[Num, ...], sign: int) -> Situation:
        """The totals of an array with `change` added (or taken away), if `cond` holds."""
        if name not in self.totals:
            return self
        combine = add if sign > 0 else sub
        after = tuple(
            combine(count, choose(cond, d, 0)) for count, d in zip(self.totals[name], change, strict=True)
        )
        return Situation(self.slots, self.zones, {**self.totals, name: after})

    def forgetful(self) -> Situation:
        """The same without what was remembered of rules, for an encoder that answers otherwise."""
        return Situation(self.slots, self.zones, self.totals)

    def total_counts(self, zone: str) -> tuple[Num, ...]:
        """How many of each kind lie in all entries of a zone."""
        return self.totals[zone] if zone in self.totals else self.zones[zone][0].counts


# ------------------------------------------------------------------ making situations


def initial_situation(system: System, constants: Mapping[str, tuple[Num, ...]]) -> Situation:
    """How the game begins; `constants` are the cells of tables, among them start values that a scope leaves open."""
    slots: dict[str, tuple[Num, ...]] = {
        name: slot.initial if slot.starts_as is None else constants[slot.starts_as] * len(slot.initial)
        for name, slot in system.slots.items()
    }
    zones = {
        name: tuple(_filled(system, zone, counts) for counts in zone.initial)
        for name, zone in system.zones.items()
    }
    return Situation(slots, zones, totals_of(zones))


def fresh_situation(
    system: System, tag: str, fixed_slots: Mapping[str, tuple[Num, ...]], dead_zones: frozenset[str]
) -> Situation:
    """Any situation: a Z3 constant for each cell that is not fixed. `dead_zones` are empty."""
    slots: dict[str, tuple[Num, ...]] = {}
    for name, slot in system.slots.items():
        slots[name] = fixed_slots[name] if name in fixed_slots else _fresh_cells(slot, tag)
    zones: dict[str, tuple[Entry, ...]] = {}
    for name, zone in system.zones.items():
        if name in dead_zones:
            zones[name] = empty_entries(system, name)
        else:
            zones[name] = tuple(_fresh_entry(system, zone, i, tag) for i in range(len(zone.initial)))
    totals: dict[str, tuple[Num, ...]] = {
        name: tuple(z3.Int(f"{tag}{name}.all#{kind}") for kind in range(len(entries[0].counts)))
        for name, entries in zones.items()
        if len(entries) > 1
    }
    totals.update({name: cells for name, cells in totals_of(zones).items() if name in dead_zones})
    return Situation(slots, zones, totals)


def totals_of(zones: Mapping[str, tuple[Entry, ...]]) -> dict[str, tuple[Num, ...]]:
    """The second view of arrays of zones, from the first."""
    return {
        name: tuple(total(column) for column in zip(*(entry.counts for entry in entries), strict=True))
        for name, entries in zones.items()
        if len(entries) > 1
    }


def range_conditions(system: System, situation: Situation) -> Iterator[Cond]:
    """That each cell has a value of its declared range, and no count is negative.

    Upper bounds of counts are no part of it: they follow from conservation, which is proved.
    """
    for name, slot in system.slots.items():
        for cell in situation.slots[name]:
            if not isinstance(cell, int):
                yield z3.And(cell >= slot.lo, cell <= slot.hi)
    for cells in situation.totals.values():
        yield from (count >= 0 for count in cells if not isinstance(count, int))
    for name, zone in system.zones.items():
        last_kind = n_kinds(system, zone) - 1
        mark_ranges = [(mark.lo, mark.hi) for mark in zone.marks for _ in range(prod(mark.dims))]
        for entry in situation.zones[name]:
            yield from (count >= 0 for count in entry.counts if not isinstance(count, int))
            if isinstance(entry, Bag):
                continue
            if not isinstance(entry.length, int):
                yield z3.And(entry.length >= 0, entry.length <= zone.capacity)
            for kind, marks in zip(entry.kinds, entry.marks, strict=True):
                if not isinstance(kind, int):
                    yield z3.And(kind >= 0, kind <= last_kind)
                for cell, (lo, hi) in zip(marks, mark_ranges, strict=True):
                    if not isinstance(cell, int):
                        yield z3.And(cell >= lo, cell <= hi)


def merged(cond: Cond, then: Situation, otherwise: Situation) -> Situation:
    """`then` where `cond` holds, else `otherwise`, cell by cell."""
    slots = {
        name: cells
        if cells is otherwise.slots[name]
        else tuple(choose(cond, a, b) for a, b in zip(cells, otherwise.slots[name], strict=True))
        for name, cells in then.slots.items()
    }
    zones = {
        name: entries
        if entries is otherwise.zones[name]
        else tuple(merged_entry(cond, a, b) for a, b in zip(entries, otherwise.zones[name], strict=True))
        for name, entries in then.zones.items()
    }
    totals = {
        name: _merged_cells(cond, cells, otherwise.totals[name]) for name, cells in then.totals.items()
    }
    return Situation(slots, zones, totals)


def merged_entry(cond: Cond, then: Entry, otherwise: Entry) -> Entry:
    if then is otherwise:
        return then
    counts = _merged_cells(cond, then.counts, otherwise.counts)
    if isinstance(then, Bag) or isinstance(otherwise, Bag):
        return Bag(counts)
    return Things(
        choose(cond, then.length, otherwise.length),
        _merged_cells(cond, then.kinds, otherwise.kinds),
        tuple(_merged_cells(cond, a, b) for a, b in zip(then.marks, otherwise.marks, strict=True)),
        counts,
    )


def empty_entries(system: System, zone_name: str) -> tuple[Entry, ...]:
    """A zone array in which nothing lies."""
    zone = system.zones[zone_name]
    nothing = (0,) * n_kinds(system, zone)
    return tuple(_filled(system, zone, nothing) for _ in zone.initial)


def places_of(entry: Entry) -> Things:
    """The places of an entry that has some."""
    if isinstance(entry, Things):
        return entry
    raise TypeError("a plain bag has no places")


def size_of(entry: Entry) -> Num:
    """How many things lie there."""
    return entry.length if isinstance(entry, Things) else total(entry.counts)


def n_cells(at: Situation) -> int:
    """How many numbers a situation is made of, second views included."""
    entries = [entry for zone in at.zones.values() for entry in zone]
    in_places = sum(1 + len(e.kinds) + sum(map(len, e.marks)) for e in entries if isinstance(e, Things))
    cells = (*at.slots.values(), *at.totals.values(), *(entry.counts for entry in entries))
    return in_places + sum(map(len, cells))


def n_kinds(system: System, zone: Zone) -> int:
    return len(system.kinds[zone.kinds].copies)


def initial_marks(zone: Zone) -> tuple[int, ...]:
    """The start values of all mark cells of one thing, in order of declaration."""
    return tuple(value for mark in zone.marks for value in mark.initial)


def least_marks(zone: Zone) -> tuple[int, ...]:
    """What an unfilled place holds."""
    return tuple(mark.lo for mark in zone.marks for _ in range(prod(mark.dims)))


def _merged_cells(cond: Cond, then: tuple[Num, ...], otherwise: tuple[Num, ...]) -> tuple[Num, ...]:
    if then is otherwise:
        return then
    return tuple(choose(cond, a, b) for a, b in zip(then, otherwise, strict=True))


def _filled(system: System, zone: Zone, counts: tuple[int, ...]) -> Entry:
    if zone.form is Form.BAG:
        return Bag(counts)
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    empty = zone.capacity - len(kinds)
    return Things(
        len(kinds),
        (*kinds, *(0,) * empty),
        (*(initial_marks(zone),) * len(kinds), *(least_marks(zone),) * empty),
        counts,
    )


def _fresh_cells(slot: Slot, tag: str) -> tuple[Num, ...]:
    n_cells = prod(slot.dims)
    if slot.lo == slot.hi:
        return (slot.lo,) * n_cells
    return tuple(z3.Int(f"{tag}{slot.name}.{i}") for i in range(n_cells))


def _fresh_entry(system: System, zone: Zone, entry: int, tag: str) -> Entry:
    stem = f"{tag}{zone.name}.{entry}"
    counts = tuple(z3.Int(f"{stem}#{kind}") for kind in range(n_kinds(system, zone)))
    if zone.form is Form.BAG:
        return Bag(counts)
    n_marks = len(least_marks(zone))
    places = range(zone.capacity)
    return Things(
        z3.Int(f"{stem}.length"),
        tuple(z3.Int(f"{stem}@{i}") for i in places),
        tuple(tuple(z3.Int(f"{stem}@{i}.{j}") for j in range(n_marks)) for i in places),
        counts,
    )
