"""Numbers worth stating facts about: counts of cards in zones, scalars, classes of scalars.

They come from the system alone: for each zone and each attribute that decides where a play goes,
how many cards of each value lie there; for attributes that a rule or a claim adds up, their sum; how
many lie there at all; each number of the state; for a cell that holds a player or a kind, whether it
is one of those that a rule or an attribute treats alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import prod
from operator import mul

from rulewright.ir.nodes import (
    Aggregate,
    Apply,
    Binary,
    Branch,
    Chance,
    Choice,
    Const,
    Count,
    Expr,
    Fold,
    Life,
    Lookup,
    Op,
    Read,
    Rule,
    Setting,
    Size,
    Slot,
    System,
    Zone,
    ZoneRef,
)
from rulewright.ir.values import printed
from rulewright.ir.walk import descendants
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.situation import Situation, n_kinds, places_of
from rulewright_verify.smt.terms import Num, both, less, number_of, same, scaled, some, total

MOST_CLASSES = 4  # values of an attribute by which cards are counted
MOST_CELLS = 16  # of an array that is looked at cell by cell
MOST_INDICATED_VALUES = 8


@dataclass(frozen=True)
class CountSum:
    """The sum over some entries of a zone of `weights[kind]` for each thing."""

    text: str
    zone: str
    entries: tuple[int, ...]
    weights: tuple[int, ...]

    def of(self, encoder: Encoder, at: Situation) -> Num:
        entries = at.zones[self.zone]
        if len(self.entries) == len(entries):
            return self._weighed(at.total_counts(self.zone))
        return total(self._weighed(entries[i].counts) for i in self.entries)

    def in_play(self, at: Situation) -> int:
        """The value in a situation of plain numbers."""
        entries = at.zones[self.zone]
        return sum(sum(map(mul, self.weights, entries[i].counts)) for i in self.entries)

    def _weighed(self, counts: tuple[Num, ...]) -> Num:
        return total(scaled(w, count) for w, count in zip(self.weights, counts, strict=True) if w)


@dataclass(frozen=True)
class Cell:
    """A number of the state."""

    text: str
    slot: str
    offset: int

    def of(self, encoder: Encoder, at: Situation) -> Num:
        return at.slots[self.slot][self.offset]

    def in_play(self, at: Situation) -> int:
        return at.slots[self.slot][self.offset]


@dataclass(frozen=True)
class Membership:
    """1 if a cell has one of some values, else 0."""

    text: str
    slot: str
    offset: int
    values: frozenset[int]

    def of(self, encoder: Encoder, at: Situation) -> Num:
        cell = at.slots[self.slot][self.offset]
        return number_of(some(encoder.one_hots.hit(cell, value) for value in sorted(self.values)))

    def in_play(self, at: Situation) -> int:
        return int(at.slots[self.slot][self.offset] in self.values)


@dataclass(frozen=True)
class MarkCount:
    """How many things in all entries of a zone bear a mark of a value. `cell`: which of a thing's mark cells."""

    text: str
    zone: str
    cell: int
    value: int

    def of(self, encoder: Encoder, at: Situation) -> Num:
        return total(
            number_of(both(less(place, entry.length), same(marks[self.cell], self.value)))
            for entry in map(places_of, at.zones[self.zone])
            for place, marks in enumerate(entry.marks)
        )


Feature = CountSum | Cell | Membership


def features_of(
    system: System, claims: Iterable[Expr] = (), *, single_entries: bool = False, single_sizes: bool = False
) -> tuple[Feature, ...]:
    """All features, those that a reader would rather see explained by others first.

    In an equation the first one with a coefficient is written as a sum of the later ones. With
    `single_entries` also what lies in each hand alone, beside what lies in all hands: three times as
    much work, which few proofs need. With `single_sizes` of that only how many things there are.
    """
    columns = _columns(system, tuple(claims))
    found: list[Feature] = []
    for zone in system.zones.values():
        found.extend(_zone_features(system, zone, columns[zone.kinds], single_entries))
        if single_sizes and 1 < len(zone.initial) <= MOST_CELLS:
            found.extend(_size(system, zone, (i,)) for i in range(len(zone.initial)))
    numbers: list[Feature] = []
    indicators: list[Feature] = []
    classes: list[Feature] = []
    for slot in system.slots.values():
        if slot.life is Life.GHOST or prod(slot.dims) > MOST_CELLS:
            continue
        for offset in range(prod(slot.dims)):
            name = cell_name(slot, offset)
            if slot.type.names is None:
                numbers.append(Cell(name, slot.name, offset))
            elif slot.hi - slot.lo < MOST_INDICATED_VALUES:
                indicators.extend(
                    Membership(f"{name} is {printed(slot.type, v)}", slot.name, offset, frozenset((v,)))
                    for v in range(slot.lo, slot.hi + 1)
                )
            classes.extend(_classes(system, slot, offset, name, columns))
    return (*_once(found), *indicators, *_once(classes), *numbers)


def slots_of(feature: Feature) -> frozenset[str]:
    """The slots that a feature reads."""
    return frozenset() if isinstance(feature, CountSum) else frozenset((feature.slot,))


def mark_counts(system: System) -> Iterator[MarkCount]:
    """For each mark of two values, how many things have the one and how many the other.

    They are no `Feature`: equations between them hold nowhere, since things with marks come and go.
    """
    for zone in system.zones.values():
        where = zone_name(zone, tuple(range(len(zone.initial))))
        cell = 0
        for mark in zone.marks:
            if mark.hi - mark.lo == 1 and not mark.dims:
                for value in (mark.hi, mark.lo):
                    text = f"{zone.kinds} with {mark.name} {printed(mark.type, value)} in {where}"
                    yield MarkCount(text, zone.name, cell, value)
            cell += prod(mark.dims)


# ------------------------------------------------------------------ templates


@dataclass(frozen=True)
class Columns:
    """The attributes of a kind set that matter: cards of some values are counted, cards are weighed by others."""

    classes: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]  # name, column, values that matter
    weights: tuple[tuple[str, tuple[int, ...]], ...]


def _columns(system: System, claims: tuple[Expr, ...]) -> dict[str, Columns]:
    """Values with which conditions compare an attribute are counted; attributes that are summed are weighed by."""
    compared: dict[str, set[int] | None] = {}  # by table; None: with something unknown
    for expr in (*_conditions(system), *claims):
        for part in _all_parts(system, expr):
            if isinstance(part, Binary) and part.op not in (Op.AND, Op.OR):
                _note_comparison(part, compared)
    summed = {
        inner.table
        for piece in (*system.nodes, *system.rules.values(), *claims)
        for part in descendants(piece) if isinstance(part, Fold) and part.op is Aggregate.SUM
        for inner in descendants(part.value) if isinstance(inner, Lookup)
    }
    found = {}
    for kinds in system.kinds.values():
        columns = {a: (table, system.tables[table].values) for a, table in kinds.attributes.items()}
        found[kinds.name] = Columns(
            tuple(
                (a, values, tuple(sorted(set(values) & (compared[table] or set(values)))))
                for a, (table, values) in columns.items()
                if table in compared and len(set(values)) <= MOST_CLASSES
            ),
            tuple((a, values) for a, (table, values) in columns.items() if table in summed),
        )
    return found


def _note_comparison(part: Binary, compared: dict[str, set[int] | None]) -> None:
    for side, other in ((part.left, part.right), (part.right, part.left)):
        if not isinstance(side, Lookup):
            continue
        if isinstance(other, Const) and part.op is Op.EQ:
            values = compared.setdefault(side.table, set())
            if values is not None:
                values.add(other.value)
        else:
            compared[side.table] = None


def _conditions(system: System) -> Iterator[Expr]:
    """What decides where a play goes."""
    for node in system.nodes:
        match node:
            case Branch(cond=cond):
                yield cond
            case Choice(options=options):
                for option in options:
                    yield option.guard
                    yield from (binder.where for binder in option.binders)
                    if option.pick is not None:
                        yield option.pick.where
            case Chance(binder=binder):
                yield binder.where
            case _:
                pass


def _all_parts(system: System, expr: Expr) -> Iterator[object]:
    """The pieces of an expression, those of the rules that it asks included."""
    seen: set[str] = set()
    pending: list[Expr] = [expr]
    while pending:
        for part in descendants(pending.pop()):
            yield part
            if isinstance(part, Apply) and part.rule not in seen:
                seen.add(part.rule)
                pending.append(system.rules[part.rule].body)


def _zone_features(
    system: System, zone: Zone, columns: Columns, single_entries: bool
) -> Iterator[CountSum]:
    kinds = system.kinds[zone.kinds]
    everywhere = tuple(range(len(zone.initial)))
    single = [(i,) for i in everywhere] if single_entries and 1 < len(everywhere) <= MOST_CELLS else []
    for entries in (everywhere, *single):
        where = zone_name(zone, entries)
        for attribute, values, classes in columns.classes:
            type_ = kinds.attribute_types[attribute]
            for value in classes:
                weights = tuple(int(v == value) for v in values)
                text = f"{kinds.name} with {attribute} {printed(type_, value)} in {where}"
                yield CountSum(text, zone.name, entries, weights)
        for attribute, values in columns.weights:
            yield CountSum(f"{attribute} of {kinds.name} in {where}", zone.name, entries, values)
        yield _size(system, zone, entries)


def _size(system: System, zone: Zone, entries: tuple[int, ...]) -> CountSum:
    """How many things lie there."""
    weights = (1,) * n_kinds(system, zone)
    return CountSum(f"{zone.kinds} in {zone_name(zone, entries)}", zone.name, entries, weights)


def is_single_size(feature: Feature) -> bool:
    """Whether a feature is how many things lie in one entry of a zone."""
    return isinstance(feature, CountSum) and len(feature.entries) == 1 and set(feature.weights) == {1}


def _classes(
    system: System, slot: Slot, offset: int, name: str,
    columns: dict[str, Columns],
) -> Iterator[Membership]:
    """What rules and attributes make of a cell that holds a player, a kind or another named value."""
    for rule in system.rules.values():
        values = _table_of(system, rule)
        if values is not None and rule.param_types[0].name == slot.type.name:
            label = f"{rule.name}({name})"
            yield from _members(label, rule.type, values, slot, offset)
    for kinds in system.kinds.values():
        if kinds.type.name == slot.type.name:
            for attribute, column, _ in columns[kinds.name].classes:
                label = f"{attribute} of {name}"
                yield from _members(label, kinds.attribute_types[attribute], column, slot, offset)


def _members(label: str, type_: object, values: tuple[int, ...], slot: Slot, offset: int) -> Iterator[Membership]:
    by_value = sorted((v, i) for i, v in enumerate(values))
    groups = [(v, frozenset(i for _, i in group)) for v, group in groupby(by_value, key=lambda pair: pair[0])]
    if 2 <= len(groups) <= MOST_CLASSES:
        for value, members in groups:
            text = f"{label} is {printed(type_, value)}"  # type: ignore[arg-type]
            yield Membership(text, slot.name, offset, members)


def _table_of(system: System, rule: Rule) -> tuple[int, ...] | None:
    """The answers of a rule with one parameter that looks neither at the state nor at readings."""
    if len(rule.params) != 1 or not rule.params[0].lo == 0 <= rule.params[0].hi < 64:
        return None
    if _hangs_on_play(system, rule.body) or rule.hi - rule.lo >= MOST_CLASSES:
        return None
    encoder = Encoder(system, {})
    nothing = Situation({}, {}, {})
    answers = []
    for value in range(rule.params[0].hi + 1):
        answer = encoder.number(rule.body, nothing, {rule.params[0].name: value})
        if not isinstance(answer, int):
            return None
        answers.append(answer)
    return tuple(answers)


def _hangs_on_play(system: System, expr: Expr) -> bool:
    """Whether an answer is not the same in every situation and under every reading."""
    for part in descendants(expr):
        if isinstance(part, Read | Count | Size | ZoneRef | Setting):
            return True
        if isinstance(part, Apply) and _hangs_on_play(system, system.rules[part.rule].body):
            return True
    return False


def zone_name(zone: Zone, entries: tuple[int, ...]) -> str:
    """How some entries of a zone are called: one, or all."""
    if len(zone.initial) == 1:
        return zone.name
    if len(entries) == 1:
        return f"{zone.name}[{_index_name(zone.dims, zone.dim_types, entries[0])}]"
    return f"all of {zone.name}"


def cell_name(slot: Slot, offset: int) -> str:
    """How a number of the state is called."""
    return f"{slot.name}[{_index_name(slot.dims, slot.dim_types, offset)}]" if slot.dims else slot.name


def _index_name(dims: tuple[int, ...], types: tuple[object, ...], offset: int) -> str:
    index = []
    for size in reversed(dims):
        index.append(offset % size)
        offset //= size
    names = list(reversed(index))
    if len(types) != len(dims):
        return ", ".join(map(str, names))
    return ", ".join(printed(t, i + t.lo) for t, i in zip(types, names, strict=True))  # type: ignore[arg-type, attr-defined]


def _once(features: list[Feature]) -> Iterator[Feature]:
    """Features that are always equal are taken once."""
    seen: set[object] = set()
    for feature in features:
        key: object
        if isinstance(feature, CountSum):
            key = (feature.zone, feature.entries, feature.weights)
        elif isinstance(feature, Membership):
            key = (feature.slot, feature.offset, feature.values)
        else:
            key = feature
        if key not in seen:
            seen.add(key)
            yield feature
