"""Smart constructors: expressions of the core with constants folded as they are built.

Folding never drops a demand: those are statements of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.ir.nodes import (
    Aggregate,
    Apply,
    Binary,
    Const,
    Count,
    Domain,
    Expr,
    First,
    Fold,
    Ite,
    Items,
    Kinds,
    Let,
    Local,
    Lookup,
    Not,
    Op,
    PlaceKind,
    PlaceMark,
    Places,
    Range,
    Read,
    Seats,
    Setting,
    Size,
    Table,
    ZoneRef,
)
from rulewright.ir.walk import descendants

ZERO = Const(0)
ONE = Const(1)


def const(value: int | bool) -> Const:
    return Const(int(value))


def add(left: Expr, right: Expr) -> Expr:
    match left, right:
        case Const(a), Const(b):
            return Const(a + b)
        case Const(0), _:
            return right
        case _, Const(0):
            return left
        case Binary(Op.ADD, inner, Const(a)), Const(b):
            return add(inner, Const(a + b))
    return Binary(Op.ADD, left, right)


def sub(left: Expr, right: Expr) -> Expr:
    match left, right:
        case Const(a), Const(b):
            return Const(a - b)
        case _, Const(b):
            return add(left, Const(-b)) if b < 0 else (left if b == 0 else Binary(Op.SUB, left, right))
    return Binary(Op.SUB, left, right)


def mul(left: Expr, right: Expr) -> Expr:
    match left, right:
        case Const(a), Const(b):
            return Const(a * b)
        case (Const(0), _) | (_, Const(0)):
            return ZERO
        case Const(1), _:
            return right
        case _, Const(1):
            return left
    return Binary(Op.MUL, left, right)


def eq(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        return const(left.value == right.value)
    if left == right:
        return ONE
    return Binary(Op.EQ, left, right)


def ne(left: Expr, right: Expr) -> Expr:
    return not_(eq(left, right))


def lt(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        return const(left.value < right.value)
    return ZERO if left == right else Binary(Op.LT, left, right)


def le(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        return const(left.value <= right.value)
    return ONE if left == right else Binary(Op.LE, left, right)


def and_(*parts: Expr) -> Expr:
    """Left to right; a constant 0 decides only what stands behind it."""
    result: Expr = ONE
    for part in parts:
        if result == ZERO:
            return ZERO
        if part in (ONE, result):
            continue
        if part == ZERO:
            return ZERO
        result = part if result == ONE else Binary(Op.AND, result, part)
    return result


def or_(*parts: Expr) -> Expr:
    result: Expr = ZERO
    for part in parts:
        if result == ONE:
            return ONE
        if part in (ZERO, result):
            continue
        if part == ONE:
            return ONE
        result = part if result == ZERO else Binary(Op.OR, result, part)
    return result


def not_(operand: Expr) -> Expr:
    match operand:
        case Const(value):
            return const(value == 0)
        case Not(inner):
            return inner
    return Not(operand)


def implies(left: Expr, right: Expr) -> Expr:
    return or_(not_(left), right)


def ite(cond: Expr, then: Expr, otherwise: Expr) -> Expr:
    if isinstance(cond, Const):
        return then if cond.value else otherwise
    if then == otherwise:
        return then
    if then == ONE and otherwise == ZERO:
        return cond
    if then == ZERO and otherwise == ONE:
        return not_(cond)
    return Ite(cond, then, otherwise)


def within(value: Expr, lo: int, hi: int) -> Expr:
    return and_(le(Const(lo), value), le(value, Const(hi)))


def lookup(table: Table, index: Iterable[Expr]) -> Expr:
    """An entry of a constant array; folded when the whole index is constant and inside."""
    cells = tuple(index)
    if all(isinstance(cell, Const) for cell in cells):
        position = 0
        inside = True
        for cell, dim, low in zip(cells, table.dims, table.lows, strict=True):
            assert isinstance(cell, Const)
            offset = cell.value - low
            inside = inside and 0 <= offset < dim
            position = position * dim + offset
        if inside and len(set(table.interval(position))) == 1:
            return Const(table.values[position])
    intervals = [table.interval(cell) for cell in range(len(table.values))]
    return Lookup(table.name, cells, min(lo for lo, _ in intervals), max(hi for _, hi in intervals))


def fold(op: Aggregate, local: Local, domain: Domain, where: Expr, value: Expr) -> Expr:
    """An aggregate; empty and one-element constant domains are folded away."""
    if where == ZERO or (isinstance(domain, Items) and not domain.values):
        match op:
            case Aggregate.SUM | Aggregate.SOME:
                return ZERO
            case Aggregate.PRODUCT | Aggregate.EVERY:
                return ONE
            case _:
                pass
    if op is Aggregate.SOME and value == ZERO:
        return ZERO
    if op is Aggregate.EVERY and value == ONE:
        return ONE
    if op in (Aggregate.SOME, Aggregate.EVERY) and isinstance(domain, Range | Items | Seats):
        elements = constant_elements(domain)
        if elements is not None and len(elements) <= 1:
            parts = [substitute(implies(where, value) if op is Aggregate.EVERY else and_(where, value), {local.name: e})
                     for e in elements]
            return and_(*parts) if op is Aggregate.EVERY else or_(*parts)
    return Fold(op, local, domain, where, value)


def constant_elements(domain: Domain) -> list[Expr] | None:
    """The elements of a domain that does not hang on the state, else None."""
    match domain:
        case Range(Const(lo), Const(hi)):
            return [Const(value) for value in range(lo, hi + 1)]
        case Items(values) if all(isinstance(value, Const) for value in values):
            return list(values)
    return None


def substitute(expr: Expr, values: Mapping[str, Expr], tables: Mapping[str, Table] | None = None) -> Expr:
    """`expr` with locals (by name) replaced, constants folded; `tables` folds lookups, too.

    A key of the form `?name` replaces the setting of that name.
    """
    def go(e: Expr) -> Expr:
        match e:
            case Const():
                return e
            case Local(name):
                return values.get(name, e)
            case Setting(name):
                return values.get("?" + name, e)
            case Read(slot, index, lo, hi):
                return Read(slot, many(index), lo, hi)
            case Lookup(table, index, lo, hi):
                cells = many(index)
                if tables is not None and table in tables:
                    return lookup(tables[table], cells)
                return Lookup(table, cells, lo, hi)
            case Count(where, kind, hi):
                return Count(zone(where), go(kind), hi)
            case Size(where, hi):
                return Size(zone(where), hi)
            case PlaceKind(where, place, hi):
                return PlaceKind(zone(where), go(place), hi)
            case PlaceMark(where, place, mark, index, lo, hi):
                return PlaceMark(zone(where), go(place), mark, many(index), lo, hi)
            case Binary(op, left, right):
                return binary(op, go(left), go(right))
            case Not(operand):
                return not_(go(operand))
            case Ite(cond, then, otherwise):
                test = go(cond)
                if isinstance(test, Const):
                    return go(then) if test.value else go(otherwise)
                return ite(test, go(then), go(otherwise))
            case Let(local, value, body):
                bound = go(value)
                if isinstance(bound, Const | Local | Setting):
                    return substitute(body, {**values, local.name: bound}, tables)
                return Let(local, bound, go(body))
            case Apply(rule, args, lo, hi, span):
                return Apply(rule, many(args), lo, hi, span)
            case Fold(op, local, over, where, value, _):
                return fold(op, local, domain(over), go(where), go(value))
            case First(local, over, where, span):
                return First(local, domain(over), go(where), span)
        raise AssertionError(e)

    def many(parts: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return tuple(go(part) for part in parts)

    def zone(ref: ZoneRef) -> ZoneRef:
        return ZoneRef(ref.zone, many(ref.index))

    def domain(over: Domain) -> Domain:
        match over:
            case Range(lo, hi):
                return Range(go(lo), go(hi))
            case Items(items):
                return Items(many(items))
            case Kinds(ref):
                return Kinds(zone(ref))
            case Places(ref, distinct):
                return Places(zone(ref), distinct)
            case Seats(start, n, backwards):
                return Seats(go(start), n, go(backwards))
        raise AssertionError(over)

    return go(expr)


def binary(op: Op, left: Expr, right: Expr) -> Expr:
    match op:
        case Op.ADD:
            return add(left, right)
        case Op.SUB:
            return sub(left, right)
        case Op.MUL:
            return mul(left, right)
        case Op.EQ:
            return eq(left, right)
        case Op.LT:
            return lt(left, right)
        case Op.LE:
            return le(left, right)
        case Op.AND:
            return and_(left, right)
        case Op.OR:
            return or_(left, right)
    raise AssertionError(op)


def locals_of(expr: Expr) -> set[str]:
    """The names of all locals that stand in an expression, bound inside or not."""
    return {piece.name for piece in descendants(expr) if isinstance(piece, Local)}


def settings_of(expr: Expr) -> set[str]:
    """The readings on which an expression hangs directly (not through rules)."""
    return {piece.name for piece in descendants(expr) if isinstance(piece, Setting)}
