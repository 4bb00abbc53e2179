"""Expressions of the core as terms over a situation.

The meaning of each construct is that of the reference interpreter; given plain numbers the
encoder gives the same numbers. Conditions are numbers 0..1 in the core and stay Z3 conditions
here as long as possible: `condition` and `number` read the same expression in either way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import assert_never

import z3

from rulewright.ir.intervals import interval
from rulewright.ir.nodes import (
    Apply,
    Binary,
    Const,
    Count,
    Expr,
    First,
    Fold,
    Form,
    Ite,
    Let,
    Local,
    Lookup,
    Not,
    Op,
    PlaceKind,
    PlaceMark,
    Read,
    Setting,
    Size,
    System,
    Table,
    ZoneRef,
)
from rulewright.ir.open_values import open_cells, open_tables, with_values
from rulewright_verify.smt import fold
from rulewright_verify.smt.onehot import OneHots
from rulewright_verify.smt.situation import Entry, Situation, places_of, size_of
from rulewright_verify.smt.terms import (
    Cond,
    Num,
    add,
    as_cond,
    as_number,
    at_most,
    both,
    choose,
    either,
    key_of,
    less,
    mul,
    negated,
    number_of,
    same,
    select,
    some,
    sub,
    total,
    within,
)

# A factor with at most this many values is split into cases, so that a product stays linear.
MOST_CASES_OF_A_FACTOR = 64

Env = Mapping[str, Num | Cond]


def constants_of_table(table: Table) -> tuple[Num, ...]:
    """The cells of a table: numbers, and constants of Z3 where a scope leaves them open."""
    if not table.varies:
        return table.values
    is_open = set(open_cells(table))
    return tuple(
        z3.Int(f"{table.name}, cell {cell}") if cell in is_open else value for cell, value in enumerate(table.values)
    )


class Encoder:
    """Expressions over a system; `settings` are the chosen options of its readings, known or free.

    `open_ranges` hold of what readings and the scope leave open.
    """

    def __init__(self, system: System, settings: Mapping[str, Num]) -> None:
        self.system = system
        self.settings = settings
        self.one_hots = OneHots()
        self.numbers = count()  # of fresh names: no two decisions share one
        self.sums_by_kind: dict[str, bool] = {}  # by the local of a fold over places
        self.constants = {name: constants_of_table(table) for name, table in system.tables.items()}
        self.open_ranges = [
            within(option, 0, len(system.readings[name].options) - 1)
            for name, option in settings.items() if name in system.readings and not isinstance(option, int)
        ]
        self.open_ranges += [
            within(constant, *table.interval(cell))
            for table in open_tables(system) for cell, constant in enumerate(self.constants[table.name])
        ]
        self._columns = {
            name: dict(enumerate(self.constants[name], start=table.lows[0]))
            for name, table in system.tables.items()
            if len(table.dims) == 1
        }

    def of_the_ordinary_game(self) -> Encoder:
        """One that knows the values which a scope leaves open: those of the game that the interpreter plays."""
        return Encoder(with_values(self.system, {}), self.settings) if open_tables(self.system) else self

    # -------------------------------------------------------------- numbers

    def number(self, expr: Expr, at: Situation, env: Env) -> Num:
        """The value of an expression."""
        match expr:
            case Const(value):
                return value
            case Local(name):
                return as_number(env[name])
            case Setting(name):
                return self.settings[name]
            case Read(slot, index, lo):
                return self._cell(at.slots[slot], self._offset_cases(slot, index, at, env), lo)
            case Lookup():
                return self._lookup(expr, at, env)
            case Count(zone, kind):
                wanted = self.number(kind, at, env)
                return self._of_entry(zone, at, env, lambda entry: self._picked(entry.counts, wanted, 0))
            case Size(zone):
                return self._of_entry(zone, at, env, size_of)
            case PlaceKind(zone, place):
                known = fold.kind_of_place(expr, env)
                if known is not None:
                    return known
                where = self.number(place, at, env)
                return self._of_entry(zone, at, env, lambda entry: self._picked(places_of(entry).kinds, where, 0))
            case PlaceMark(zone, place, mark, index, lo):
                where = self.number(place, at, env)
                cells = self._mark_cells(zone, mark, index, at, env)
                return self._of_entry(zone, at, env, lambda entry: self._mark(entry, where, cells, lo))
            case Binary(Op.ADD, left, right):
                return add(self.number(left, at, env), self.number(right, at, env))
            case Binary(Op.SUB, left, right):
                return sub(self.number(left, at, env), self.number(right, at, env))
            case Binary(Op.MUL, left, right):
                return self._product(left, right, at, env)
            case Ite(cond, then, otherwise):
                decided = self.condition(cond, at, env)
                if decided is True:
                    return self.number(then, at, env)
                if decided is False:
                    return self.number(otherwise, at, env)
                return choose(decided, self.number(then, at, env), self.number(otherwise, at, env))
            case Let(local, value, body):
                return self.number(body, at, self.bound(local, value, at, env))
            case Apply(rule, args, lo, hi) if not (lo >= 0 and hi <= 1):
                return self._applied(rule, args, at, env)
            case Fold():
                return fold.number(self, expr, at, env)
            case First():
                return fold.first(self, expr, at, env)
            case Binary() | Not() | Apply():
                return number_of(self.condition(expr, at, env))
            case _:
                assert_never(expr)

    # -------------------------------------------------------------- conditions

    def condition(self, expr: Expr, at: Situation, env: Env) -> Cond:
        """Whether an expression is 1, for expressions of range 0..1."""
        match expr:
            case Const(value):
                return value != 0
            case Local(name):
                return as_cond(env[name])
            case Not(operand):
                return negated(self.condition(operand, at, env))
            case Binary(Op.AND, left, right):
                first = self.condition(left, at, env)
                return False if first is False else both(first, self.condition(right, at, env))
            case Binary(Op.OR, left, right):
                first = self.condition(left, at, env)
                return True if first is True else either(first, self.condition(right, at, env))
            case Binary(Op.EQ, left, right):
                return self._equal(self.number(left, at, env), self.number(right, at, env))
            case Binary(Op.LT, left, right):
                return less(self.number(left, at, env), self.number(right, at, env))
            case Binary(Op.LE, left, right):
                return at_most(self.number(left, at, env), self.number(right, at, env))
            case Ite(cond, then, otherwise):
                decided = self.condition(cond, at, env)
                if decided is True:
                    return self.condition(then, at, env)
                if decided is False:
                    return self.condition(otherwise, at, env)
                return select(decided, self.condition(then, at, env), self.condition(otherwise, at, env))
            case Let(local, value, body):
                return self.condition(body, at, self.bound(local, value, at, env))
            case Apply(rule, args, lo, hi) if lo >= 0 and hi <= 1:
                return self._applied_condition(rule, args, at, env)
            case Fold(op) if op in fold.CONDITIONS:
                return fold.condition(self, expr, at, env)
            case _:
                return at_most(1, self.number(expr, at, env))

    def bound(self, local: Local, value: Expr, at: Situation, env: Env) -> Env:
        """The names with one more; conditions are kept as conditions."""
        if local.lo >= 0 and local.hi <= 1:
            return {**env, local.name: self.condition(value, at, env)}
        return {**env, local.name: self.number(value, at, env)}

    # -------------------------------------------------------------- cells

    def offset_cases(
        self,
        dims: tuple[int, ...],
        index: tuple[Expr, ...],
        at: Situation,
        env: Env,
        lows: tuple[int, ...] | None = None,
    ) -> list[tuple[Cond, int]]:
        """Each cell that an index may name, with the condition that it does. Outside: none."""
        cases: list[tuple[Cond, int]] = [(True, 0)]
        for size, expr, low in zip(dims, index, lows or (0,) * len(dims), strict=True):
            value = self.number(expr, at, env)
            hits = list(self.one_hots.hits(value, range(low, low + size)))
            cases = [(both(c, h), offset * size + i - low) for c, offset in cases for h, i in hits]
        return cases

    def entry_cases(self, zone: ZoneRef, at: Situation, env: Env) -> list[tuple[Cond, int]]:
        return self.offset_cases(self.system.zones[zone.zone].dims, zone.index, at, env)

    def is_some_entry(self, zone: ZoneRef, cases: list[tuple[Cond, int]]) -> Cond:
        """Whether an entry is meant at all; an index that cannot leave the array always means one."""
        dims = self.system.zones[zone.zone].dims
        ranges = (interval(expr, self.system) for expr in zone.index)
        if all(lo >= 0 and hi < size for size, (lo, hi) in zip(dims, ranges, strict=True)):
            return True
        return some(cond for cond, _ in cases)

    def is_unordered(self, zone: ZoneRef) -> bool:
        return self.system.zones[zone.zone].form is Form.MARKED

    def mark_start(self, zone: str, mark: str) -> int:
        """Where the cells of a mark begin among all mark cells of a thing."""
        start = 0
        for candidate in self.system.zones[zone].marks:
            if candidate.name == mark:
                return start
            start += len(candidate.initial)
        raise KeyError(mark)

    def _offset_cases(
        self, slot: str, index: tuple[Expr, ...], at: Situation, env: Env
    ) -> list[tuple[Cond, int]]:
        return self.offset_cases(self.system.slots[slot].dims, index, at, env)

    def _picked(self, cells: tuple[Num, ...], index: Num, default: int) -> Num:
        return self._cell(cells, list(self.one_hots.hits(index, range(len(cells)))), default)

    def _cell(self, cells: tuple[Num, ...], cases: list[tuple[Cond, int]], default: int) -> Num:
        result: Num = default
        for cond, offset in reversed(cases):
            result = choose(cond, cells[offset], result)
        return result

    def _lookup(self, expr: Lookup, at: Situation, env: Env) -> Num:
        if expr.table in self._columns:
            value = self.number(expr.index[0], at, env)
            return self.one_hots.looked_up(value, self._columns[expr.table], expr.lo)
        table = self.system.tables[expr.table]
        cases = self.offset_cases(table.dims, expr.index, at, env, table.lows)
        return self._cell(self.constants[expr.table], cases, expr.lo)

    def _of_entry(self, zone: ZoneRef, at: Situation, env: Env, read: Callable[[Entry], Num]) -> Num:
        entries = at.zones[zone.zone]
        cases = self.entry_cases(zone, at, env)
        result: Num = 0
        for cond, i in reversed(cases):
            result = choose(cond, read(entries[i]), result)
        return result

    def _mark_cells(
        self, zone: ZoneRef, mark: str, index: tuple[Expr, ...], at: Situation, env: Env
    ) -> list[tuple[Cond, int]]:
        start = self.mark_start(zone.zone, mark)
        dims = next(m.dims for m in self.system.zones[zone.zone].marks if m.name == mark)
        return [(cond, start + i) for cond, i in self.offset_cases(dims, index, at, env)]

    def _mark(self, entry: Entry, place: Num, cells: list[tuple[Cond, int]], lo: int) -> Num:
        marks = places_of(entry).marks
        return self._picked(tuple(self._cell(cell, cells, lo) for cell in marks), place, lo)

    # -------------------------------------------------------------- arithmetic and rules

    def _equal(self, left: Num, right: Num) -> Cond:
        if isinstance(right, int):
            return self.one_hots.hit(left, right)
        if isinstance(left, int):
            return self.one_hots.hit(right, left)
        return same(left, right)

    def _product(self, left: Expr, right: Expr, at: Situation, env: Env) -> Num:
        a, b = self.number(left, at, env), self.number(right, at, env)
        if isinstance(a, int) or isinstance(b, int):
            return mul(a, b)
        (a_lo, a_hi), (b_lo, b_hi) = interval(left, self.system), interval(right, self.system)
        if b_hi - b_lo < a_hi - a_lo:
            a, b, a_lo, a_hi = b, a, b_lo, b_hi
        if a_hi - a_lo >= MOST_CASES_OF_A_FACTOR:
            return mul(a, b)
        return total(
            choose(self.one_hots.hit(a, value), mul(value, b), 0) for value in range(a_lo, a_hi + 1) if value
        )

    def rule_number(self, rule: str, at: Situation, params: Env) -> Num:
        """The answer of a rule for given arguments."""
        return self.number(self.system.rules[rule].body, at, params)

    def rule_condition(self, rule: str, at: Situation, params: Env) -> Cond:
        """The answer of a rule that answers yes or no."""
        return self.condition(self.system.rules[rule].body, at, params)

    def _applied(self, rule: str, args: tuple[Expr, ...], at: Situation, env: Env) -> Num:
        values = tuple(self.number(arg, at, env) for arg in args)
        key = (rule, tuple(map(key_of, values)))
        if key not in at.memo:
            at.memo[key] = (self.rule_number(rule, at, self._params(rule, values)), values)
        return at.memo[key][0]  # type: ignore[index]

    def _applied_condition(self, rule: str, args: tuple[Expr, ...], at: Situation, env: Env) -> Cond:
        values = tuple(self.number(arg, at, env) for arg in args)
        key = (rule, tuple(map(key_of, values)))
        if key not in at.memo:
            at.memo[key] = (self.rule_condition(rule, at, self._params(rule, values)), values)
        return at.memo[key][0]  # type: ignore[index]

    def _params(self, rule: str, values: tuple[Num, ...]) -> Env:
        return {
            param.name: value for param, value in zip(self.system.rules[rule].params, values, strict=True)
        }
