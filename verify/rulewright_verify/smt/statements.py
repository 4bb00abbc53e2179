"""Statements of the core, run on a path.

Whatever a statement needs (a card that is there, room, a value in range) is an obligation of the
path, beside the demands that the core has written down: a proof here rests on no promise of the
lowering.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rulewright.ir.nodes import (
    Demand,
    End,
    Expr,
    If,
    Kinds,
    Loop,
    Places,
    Reason,
    Stmt,
    Store,
    StoreMark,
    System,
    Tell,
    Transfer,
    TransferAll,
    TransferPlace,
    ZoneRef,
)
from rulewright.ir.walk import descendants
from rulewright.source import Span
from rulewright_verify.smt import fold, transfers
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.handles import Followers
from rulewright_verify.smt.path import Path
from rulewright_verify.smt.situation import (
    Bag,
    Entry,
    Things,
    least_marks,
    merged,
    places_of,
)
from rulewright_verify.smt.terms import (
    Cond,
    Num,
    at_most,
    both,
    choose,
    either,
    every,
    less,
    negated,
    some,
    sub,
    within,
)

Cases = list[tuple[Cond, int]]
Marks = tuple[tuple[str, tuple[Expr, ...]], ...]
Kept = dict[str, tuple[Num, ...]]


@dataclass(frozen=True)
class Watch:
    """What a run notes down on its way: gates that are passed, slots and marks that change."""

    gates: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()


class Statements:
    """Runs the statements of one system."""

    def __init__(self, encoder: Encoder, watch: Watch, live: Sequence[frozenset[str]]) -> None:
        self.encoder = encoder
        self.system: System = encoder.system
        self.one_hots = encoder.one_hots
        self.watch = watch
        self.followers = Followers(encoder, live)

    def run(self, stmts: tuple[Stmt, ...], path: Path) -> list[Path]:
        """The paths through a block; an `if` whose condition is open makes two of one."""
        paths = [path]
        for stmt in stmts:
            if isinstance(stmt, If):
                paths = [after for before in paths for after in self._branch(stmt, before)]
            else:
                for each in paths:
                    self._run(stmt, each)
        return paths

    def store(self, slot_name: str, offsets: Cases, value: Num, path: Path, span: Span | None) -> None:
        """Set a cell, which one may be open."""
        slot = self.system.slots[slot_name]
        path.require(within(value, slot.lo, slot.hi), Reason.RANGE, slot_name, span)
        if not self.one_hots.indicators(value):
            value = path.named(value, slot_name, slot.lo, slot.hi)
        cells = list(path.situation.slots[slot_name])
        for cond, i in offsets:
            if slot_name in self.watch.names:
                path.changed(slot_name, cond, cells[i], value, span)
            cells[i] = choose(cond, value, cells[i])
        path.situation = path.situation.with_slot(slot_name, tuple(cells))

    # -------------------------------------------------------------- control

    def _branch(self, stmt: If, path: Path) -> list[Path]:
        cond = self.encoder.condition(stmt.cond, path.situation, path.env)
        if isinstance(cond, bool):
            return self.run(stmt.then if cond else stmt.otherwise, path)
        other = path.split()
        path.assume(cond)
        other.assume(negated(cond))
        return self.run(stmt.then, path) + self.run(stmt.otherwise, other)

    def _run(self, stmt: Stmt, path: Path) -> None:
        at, env = path.situation, path.env
        match stmt:
            case Store():
                value = self.encoder.number(stmt.value, at, env)
                dims = self.system.slots[stmt.slot].dims
                offsets = self.encoder.offset_cases(dims, stmt.index, at, env)
                self.store(stmt.slot, offsets, value, path, stmt.span)
            case StoreMark():
                self._store_mark(stmt, path)
            case Transfer():
                self._transfer(stmt, path)
            case TransferPlace():
                self._transfer_place(stmt, path)
            case TransferAll():
                self._transfer_all(stmt, path)
            case Demand():
                cond = self.encoder.condition(stmt.cond, at, env)
                path.require(cond, stmt.reason, stmt.subject, stmt.span)
            case If():
                self._merged_branch(stmt, path)
            case Loop():
                self._loop(stmt, path)
            case Tell():
                pass
            case _:
                assert_never(stmt)

    def _merged_branch(self, stmt: If, path: Path) -> None:
        cond = self.encoder.condition(stmt.cond, path.situation, path.env)
        self._under(cond, stmt.then, stmt.otherwise, path)

    def _under(self, cond: Cond, then: tuple[Stmt, ...], otherwise: tuple[Stmt, ...], path: Path) -> None:
        """One of two blocks; afterwards the path is one path again."""
        if isinstance(cond, bool):
            self._block(then if cond else otherwise, path)
            return
        before, guards = path.situation, path.guards
        path.guards = (*guards, cond)
        self._block(then, path)
        after_then, path.situation = path.situation, before
        path.guards = (*guards, negated(cond))
        self._block(otherwise, path)
        path.situation = merged(cond, after_then, path.situation)
        path.guards = guards

    def _block(self, stmts: tuple[Stmt, ...], path: Path) -> None:
        for stmt in stmts:
            self._run(stmt, path)

    def _loop(self, stmt: Loop, path: Path) -> None:
        if isinstance(stmt.domain, Places) and _moves_from(stmt.domain.zone.zone, stmt.body):
            raise Unsupported("an automatic loop over the things of a list that moves some of them")
        outer = path.env
        elements = list(fold.elements_of(self.encoder, stmt.local, stmt.domain, path.situation, outer))
        for element in elements:
            most = self._most_rounds(stmt, element.copies)
            for nth in range(1, most + 1):
                path.env = element.env
                there = both(element.there, at_most(nth, element.copies))
                if isinstance(stmt.domain, Kinds):
                    there = both(there, self._is_there(stmt.domain, element.value, path))
                asked = there is not False and self.encoder.condition(stmt.where, path.situation, path.env)
                self._under(both(there, asked), stmt.body, (), path)
        path.env = outer

    def _most_rounds(self, stmt: Loop, copies: Num) -> int:
        if isinstance(copies, int):
            return copies
        return self.system.zones[stmt.domain.zone.zone].capacity if isinstance(stmt.domain, Kinds) else 1

    def _is_there(self, domain: Kinds, kind: Num, path: Path) -> Cond:
        entries = path.situation.zones[domain.zone.zone]
        cases = self.encoder.entry_cases(domain.zone, path.situation, path.env)
        hits = self.one_hots
        return some(
            both(cond, both(hits.hit(kind, k), at_most(1, count)))
            for cond, i in cases
            for k, count in enumerate(entries[i].counts)
        )

    # -------------------------------------------------------------- marks

    def _store_mark(self, stmt: StoreMark, path: Path) -> None:
        at, env = path.situation, path.env
        zone = self.system.zones[stmt.zone.zone]
        mark = next(m for m in zone.marks if m.name == stmt.mark)
        start = self.encoder.mark_start(zone.name, mark.name)
        cells = self.encoder.offset_cases(mark.dims, stmt.index, at, env)
        place = self.encoder.number(stmt.place, at, env)
        value = self.encoder.number(stmt.value, at, env)
        path.require(within(value, mark.lo, mark.hi), Reason.RANGE, mark.name, stmt.span)
        entries = list(at.zones[zone.name])
        for cond, i in self.encoder.entry_cases(stmt.zone, at, env):
            things = places_of(entries[i])
            path.require(
                either(negated(cond), both(at_most(0, place), less(place, things.length))),
                Reason.MISSING, zone.name, stmt.span,
            )
            marks = [list(of_place) for of_place in things.marks]
            for is_place, p in self.one_hots.hits(place, range(len(marks))):
                for is_cell, c in cells:
                    met = every((cond, is_place, is_cell))
                    if mark.name in self.watch.names:
                        path.changed(mark.name, met, marks[p][start + c], value, stmt.span)
                    marks[p][start + c] = choose(met, value, marks[p][start + c])
            entries[i] = Things(things.length, things.kinds, tuple(map(tuple, marks)), things.counts)
        path.situation = at.with_zone(zone.name, tuple(entries))

    def _new_marks(self, target: ZoneRef, given: Marks, path: Path, kept: Kept) -> tuple[Num, ...]:
        """The marks of a thing as it lies in `target`: as given, else kept, else their start values."""
        values = {name: self._given(cells, path) for name, cells in given}
        found: list[Num] = []
        for mark in self.system.zones[target.zone].marks:
            cells = values.get(mark.name) or kept.get(mark.name) or mark.initial
            for cell in cells:
                path.require(within(cell, mark.lo, mark.hi), Reason.RANGE, mark.name, None)
            found.extend(cells)
        return tuple(found)

    def _given(self, cells: tuple[Expr, ...], path: Path) -> tuple[Num, ...]:
        return tuple(self.encoder.number(cell, path.situation, path.env) for cell in cells)

    def _kept(self, source: str, marks: tuple[Num, ...]) -> Kept:
        kept: dict[str, tuple[Num, ...]] = {}
        start = 0
        for mark in self.system.zones[source].marks:
            kept[mark.name] = marks[start : start + len(mark.initial)]
            start += len(mark.initial)
        return kept

    # -------------------------------------------------------------- transfers

    def _transfer(self, stmt: Transfer, path: Path) -> None:
        at, env = path.situation, path.env
        kind = self.encoder.number(stmt.kind, at, env)
        amount = self.encoder.number(stmt.amount, at, env)
        sources = self.encoder.entry_cases(stmt.source, at, env)
        targets = self.encoder.entry_cases(stmt.target, at, env)
        marks = self._new_marks(stmt.target, stmt.marks, path, {})
        entries = list(at.zones[stmt.source.zone])
        taken = transfers.of_kind(self.one_hots, kind, amount, len(entries[0].counts))
        path.require(at_most(0, amount), Reason.RANGE, stmt.source.zone, stmt.span)
        for cond, i in sources:
            entries[i] = less_there = transfers.with_counts(_bag(entries[i]), cond, taken, -1)
            path.require(
                every(at_most(0, count) for count in less_there.counts),
                Reason.MISSING, stmt.source.zone, stmt.span,
            )
        path.situation = path.situation.with_zone(stmt.source.zone, tuple(entries)).with_totals(
            stmt.source.zone, self.encoder.is_some_entry(stmt.source, sources), taken, -1
        )
        met = self.encoder.is_some_entry(stmt.target, targets)
        self._put(stmt.target, targets, met, kind, amount, taken, marks, stmt.end, path, stmt.span)

    def _put(
        self, target: ZoneRef, cases: Cases, met: Cond, kind: Num, amount: Num, change: tuple[Num, ...],
        marks: tuple[Num, ...], end: End, path: Path, span: Span | None,
    ) -> None:
        zone = self.system.zones[target.zone]
        entries = list(path.situation.zones[target.zone])
        for cond, i in cases:
            entry = entries[i]
            if isinstance(entry, Bag):
                entries[i] = transfers.with_counts(entry, cond, change, +1)
                continue
            for nth in range(1, (amount if isinstance(amount, int) else zone.capacity) + 1):
                comes = both(cond, at_most(nth, amount))
                room = either(negated(comes), less(entry.length, zone.capacity))
                path.require(room, Reason.FULL, zone.name, span)
                entry = transfers.with_thing(
                    self.one_hots, entry, comes, kind, marks, on_top=end is End.TOP
                )
            entries[i] = entry
        path.situation = path.situation.with_zone(target.zone, tuple(entries)).with_totals(
            target.zone, met, change, +1
        )

    def _transfer_place(self, stmt: TransferPlace, path: Path) -> None:
        at, env = path.situation, path.env
        place = self.encoder.number(stmt.place, at, env)
        zone = self.system.zones[stmt.source.zone]
        sources = self.encoder.entry_cases(stmt.source, at, env)
        targets = self.encoder.entry_cases(stmt.target, at, env)
        for cond, i in sources:
            entries = list(path.situation.zones[zone.name])
            things = places_of(entries[i])
            there = both(at_most(0, place), less(place, things.length))
            path.require(either(negated(cond), there), Reason.MISSING, zone.name, stmt.span)
            kind, old, entries[i] = transfers.without_place(
                self.one_hots, things, cond, place, least_marks(zone)
            )
            marks = self._new_marks(stmt.target, stmt.marks, path, self._kept(zone.name, old))
            change = transfers.of_kind(self.one_hots, kind, 1, len(things.counts))
            path.situation = path.situation.with_zone(zone.name, tuple(entries)).with_totals(
                zone.name, cond, change, -1
            )
            cases = [(both(cond, other), j) for other, j in targets]
            met = both(cond, self.encoder.is_some_entry(stmt.target, targets))
            self._put(stmt.target, cases, met, kind, 1, change, marks, stmt.end, path, stmt.span)
        path.situation = self.followers.after_move(
            at, path.situation, path.node, (zone.name, sources), place, (stmt.target.zone, targets),
            stmt.end is End.TOP,
        )

    def _transfer_all(self, stmt: TransferAll, path: Path) -> None:
        at, env = path.situation, path.env
        targets = self.encoder.entry_cases(stmt.target, at, env)
        least = least_marks(self.system.zones[stmt.source.zone])
        for from_cond, i in self.encoder.entry_cases(stmt.source, at, env):
            # Poured into itself, a zone stays as it is.
            others = [(c, j) for c, j in targets if stmt.source.zone != stmt.target.zone or i != j]
            source = path.situation.zones[stmt.source.zone][i]
            for to_cond, j in others:
                self._pour(stmt, source, j, both(from_cond, to_cond), path)
            goes = some(c for c, _ in others)
            if len(others) == len(targets):
                goes = self.encoder.is_some_entry(stmt.target, targets)
            moves = both(from_cond, goes)
            for zone, sign in ((stmt.target.zone, +1), (stmt.source.zone, -1)):
                path.situation = path.situation.with_totals(zone, moves, source.counts, sign)
            self._replace(stmt.source.zone, i, transfers.emptied(source, moves, least), path)

    def _pour(self, stmt: TransferAll, source: Entry, j: int, cond: Cond, path: Path) -> None:
        source_zone = self.system.zones[stmt.source.zone]
        target = path.situation.zones[stmt.target.zone][j]
        filled: Entry
        if isinstance(target, Bag):
            filled = transfers.with_counts(target, cond, source.counts, +1)
        elif isinstance(source, Bag):
            raise Unsupported("a bag moved into a list as a whole")
        else:
            room = at_most(source.length, sub(self.system.zones[stmt.target.zone].capacity, target.length))
            path.require(either(negated(cond), room), Reason.FULL, stmt.target.zone, stmt.span)
            marks = tuple(
                self._new_marks(stmt.target, stmt.marks, path, self._kept(source_zone.name, old))
                for old in source.marks
            )
            filled = transfers.appended(
                self.one_hots, target, source, cond, marks, on_top=stmt.end is End.TOP
            )
        self._replace(stmt.target.zone, j, filled, path)

    def _replace(self, zone: str, i: int, entry: Entry, path: Path) -> None:
        entries = path.situation.zones[zone]
        path.situation = path.situation.with_zone(zone, (*entries[:i], entry, *entries[i + 1 :]))


def _moves_from(zone: str, body: tuple[Stmt, ...]) -> bool:
    """Whether a block may shift the places of a zone."""
    return any(
        isinstance(part, Transfer | TransferPlace | TransferAll) and zone in (part.source.zone, part.target.zone)
        for stmt in body for part in descendants(stmt)
    )


def _bag(entry: Entry) -> Bag:
    if isinstance(entry, Bag):
        return entry
    raise TypeError("counts are taken from a bag")
