"""What names run over: domains, membership, quantifiers and aggregates.

Expressions stand inside domains and domains inside expressions, so this module and `expressions` know each other.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower import expressions as ex
from rulewright.lower.context import Context, Env, interval
from rulewright.lower.layout import low_of, size, value_type
from rulewright.lower.things import as_scalar, equal, thing_at
from rulewright.lower.values import (
    Elements,
    ListItems,
    Members,
    Picked,
    Scalar,
    Selection,
    ThingValue,
    Value,
    ZoneValue,
)
from rulewright.syntax import ast

AGGREGATES = {
    ast.FoldKind.COUNT: ir.Aggregate.SUM,
    ast.FoldKind.SUM: ir.Aggregate.SUM,
    ast.FoldKind.PRODUCT: ir.Aggregate.PRODUCT,
    ast.FoldKind.MIN: ir.Aggregate.LEAST,
    ast.FoldKind.MAX: ir.Aggregate.GREATEST,
}


def elements(ctx: Context, env: Env, node: ast.Domain) -> Elements:
    """A domain, as something that a name can run over."""
    match node:
        case ast.Range(low, high):
            first, last = ex.scalar(ctx, env, low), ex.scalar(ctx, env, high)
            lo, hi = interval(ctx, first)[0], interval(ctx, last)[1]
            return _plain(ir.Range(first, last), lo, max(lo, hi), ty.NumberType(lo, max(lo, hi)))
        case ast.TurnOrder(turns, player):
            return _turn_order(ctx, turns, None if player is None else ex.scalar(ctx, env, player))
    symbol = ctx.symbol(node)
    if isinstance(symbol, sym.EnumSymbol | sym.KindsSymbol | sym.DieSymbol):
        return all_values(ctx, symbol.type)
    what = ex.value(ctx, env, node)
    match what:
        case Selection(domain):
            return domain
        case ZoneValue(ref, type_):
            return zone_elements(ctx, ref, type_)
        case Picked():
            return _picked_elements(ctx, what)
        case Members(bits, index, element):
            shown = value_type(ctx, element)
            return Elements(
                ir.Range(b.const(shown.lo), b.const(shown.hi)), shown.lo, shown.hi,
                lambda e: Scalar(e, element),
                lambda e: ir.Read(bits, (*index, b.sub(e, b.const(shown.lo))), 0, 1),
                element,
            )
        case ListItems(parts, element):
            return _item_elements(ctx, parts, element)
        case Scalar(expr, type_):
            return _plain(ir.Items((expr,)), *interval(ctx, expr), type_)
    raise AssertionError(f"not a domain: {node}")


def _plain(domain: ir.Domain, lo: int, hi: int, type_: ty.Type) -> Elements:
    return Elements(domain, lo, hi, lambda e: Scalar(e, type_), lambda e: b.ONE, type_)


def all_values(ctx: Context, type_: ty.Type) -> Elements:
    shown = value_type(ctx, type_)
    return _plain(ir.Range(b.const(shown.lo), b.const(shown.hi)), shown.lo, shown.hi, type_)


def zone_elements(ctx: Context, ref: ir.ZoneRef, type_: ty.Type) -> Elements:
    zone = ctx.zones[ref.zone]
    assert isinstance(type_, ty.BagType | ty.ListType)
    element = type_.element
    if zone.form is ir.Form.BAG:
        assert isinstance(element, ty.KindType)
        return Elements(
            ir.Kinds(ref), 0, len(element.members) - 1, lambda e: Scalar(e, element), lambda e: b.ONE, element, ref
        )
    return Elements(
        ir.Places(ref), 0, zone.capacity - 1, lambda e: thing_at(ctx, ref, e, element), lambda e: b.ONE, element, ref  # type: ignore[arg-type]
    )


def _picked_elements(ctx: Context, picked: Picked) -> Elements:
    if picked.zone is not None:
        kind = picked.type if isinstance(picked.type, ty.KindType) else picked.type.kind
        return zone_elements(ctx, picked.zone, ty.BagType(kind, None))
    bits = picked.bits
    assert bits is not None
    zone = ctx.zones[picked.source.zone]
    return Elements(
        ir.Places(picked.source), 0, zone.capacity - 1,
        lambda e: thing_at(ctx, picked.source, e, picked.type),
        lambda e: ir.Read(bits, (e,), 0, 1),
        picked.type, picked.source,
    )


def _item_elements(
    ctx: Context, parts: tuple[Value | tuple[ir.Expr, ir.Expr], ...], element: ty.Type
) -> Elements:
    values: list[ir.Expr] = []
    for part in parts:
        if isinstance(part, tuple):
            low, high = interval(ctx, part[0])[0], interval(ctx, part[1])[1]
            values.extend(b.const(number) for number in range(low, high + 1))
        else:
            values.append(as_scalar(part))
    bounds = [interval(ctx, each) for each in values] or [(0, 0)]
    return _plain(ir.Items(tuple(values)), min(lo for lo, _ in bounds), max(hi for _, hi in bounds), element)


def _backwards(ctx: Context) -> ir.Expr:
    return ctx.read("turn order reversed") if "turn order reversed" in ctx.slots else b.ZERO


def neighbour(ctx: Context, player: ir.Expr, steps: int) -> ir.Expr:
    """Who comes so many turns after a player, in the order of turns as it is now."""
    forwards = b.lookup(ctx.tables["seat"], (player, b.const(steps)))
    if _backwards(ctx) == b.ZERO:
        return forwards
    return b.ite(_backwards(ctx), b.lookup(ctx.tables["seat back"], (player, b.const(steps))), forwards)


def _turn_order(ctx: Context, turns: ast.Turns, player: ir.Expr | None) -> Elements:
    n = len(ctx.book.players.members)
    backwards = _backwards(ctx)
    match turns:
        case ast.Turns.ALL:
            domain = ir.Seats(b.ZERO, n, backwards)
        case ast.Turns.FROM:
            assert player is not None
            domain = ir.Seats(player, n, backwards)
        case ast.Turns.AFTER:
            assert player is not None
            domain = ir.Seats(neighbour(ctx, player, 1), n, backwards)
        case ast.Turns.OTHERS_AFTER:
            assert player is not None
            domain = ir.Seats(neighbour(ctx, player, 1), n - 1, backwards)
        case _:
            assert_never(turns)
    return _plain(domain, 0, n - 1, ctx.book.players)


def narrowed(ctx: Context, env: Env, binder: ast.Binder) -> Elements:
    """The domain of a binder, with its `where` as part of what is included."""
    base = elements(ctx, env, binder.domain)
    if binder.where is None:
        return base
    symbol = ctx.book.binders[id(binder)]
    where = binder.where

    def included(e: ir.Expr) -> ir.Expr:
        return b.and_(base.included(e), ex.condition(ctx, {**env, symbol: base.element(e)}, where))

    return Elements(base.domain, base.lo, base.hi, base.element, included, base.type, base.zone)


def member(ctx: Context, env: Env, what: Value, node: ast.Domain) -> ir.Expr:
    """`x in D`."""
    match node:
        case ast.Range(low, high):
            number = as_scalar(what)
            return b.and_(b.le(ex.scalar(ctx, env, low), number), b.le(number, ex.scalar(ctx, env, high)))
        case ast.TurnOrder():
            return _among(ctx, what, elements(ctx, env, node))
    domain = ex.value(ctx, env, node)
    match domain:
        case ListItems(parts, _):
            number = as_scalar(what)
            return b.or_(*(
                b.and_(b.le(part[0], number), b.le(number, part[1])) if isinstance(part, tuple)
                else b.eq(number, as_scalar(part))
                for part in parts
            ))
        case Members(bits, index, element):
            return ir.Read(bits, (*index, b.sub(as_scalar(what), b.const(low_of(element)))), 0, 1)
        case ZoneValue(ref, _):
            if isinstance(what, ThingValue):
                return b.or_(*(
                    b.and_(b.eq(what.where, b.const(i)), same_index(zone, ref))
                    for i, zone in enumerate(what.zones) if zone.zone == ref.zone
                ))
            return b.lt(b.ZERO, ir.Count(ref, as_scalar(what), ctx.zones[ref.zone].capacity))
        case Picked(zone, bits, _, _):
            if zone is not None:
                return b.lt(b.ZERO, ir.Count(zone, as_scalar(what), ctx.zones[zone.zone].capacity))
            assert bits is not None and isinstance(what, ThingValue)
            return ir.Read(bits, (what.place,), 0, 1)
        case Selection(selected):
            return _among(ctx, what, selected)
    raise AssertionError(f"not a domain: {node}")


def same_index(left: ir.ZoneRef, right: ir.ZoneRef) -> ir.Expr:
    return b.and_(*(b.eq(one, two) for one, two in zip(left.index, right.index, strict=True)))


def _among(ctx: Context, what: Value, domain: Elements) -> ir.Expr:
    local = ctx.local("among", domain.lo, domain.hi)
    return b.fold(ir.Aggregate.SOME, local, domain.domain, domain.included(local),
                  equal(domain.element(local), what))


def is_empty(ctx: Context, env: Env, node: ast.Expr) -> ir.Expr:
    what = ex.value(ctx, env, node)
    if isinstance(what, ZoneValue):
        return b.eq(size(ctx, what.ref), b.ZERO)
    domain = elements(ctx, env, node)
    local = ctx.local("any", domain.lo, domain.hi)
    return b.not_(b.fold(ir.Aggregate.SOME, local, domain.domain, domain.included(local), b.ONE))


def list_items(ctx: Context, env: Env, node: ast.Items) -> ListItems:
    parts: list[Value | tuple[ir.Expr, ir.Expr]] = []
    for item in node.items:
        match item:
            case ast.Range(low, high):
                parts.append((ex.scalar(ctx, env, low), ex.scalar(ctx, env, high)))
            case ast.TurnOrder():
                raise AssertionError("a turn order is no item")
            case _:
                parts.append(ex.value(ctx, env, item))
    type_ = ctx.book.types.get(id(node))
    element = type_.element if isinstance(type_, ty.SetType | ty.BagType | ty.ListType) else ty.NumberType(0, 0)
    return ListItems(tuple(parts), element)


# ------------------------------------------------------------------ quantifiers and folds


def _bound(
    ctx: Context, env: Env, symbol: sym.LocalSymbol, domain: Elements
) -> tuple[ir.Local, dict[sym.LocalSymbol, Value]]:
    local = ctx.local(symbol.name, domain.lo, domain.hi)
    return local, {**env, symbol: domain.element(local)}


def quantified(
    ctx: Context, env: Env, node: ast.Quantified, quantifier: ast.Quantifier, name: ast.Name,
    over: ast.Domain, inner: ast.Expr,
) -> ir.Expr:
    domain = elements(ctx, env, over)
    local, inside = _bound(ctx, env, ctx.book.binders[id(node)], domain)
    test = ex.condition(ctx, inside, inner)
    where = domain.included(local)
    if quantifier is ast.Quantifier.EVERY:
        return b.fold(ir.Aggregate.EVERY, local, domain.domain, where, test)
    some = b.fold(ir.Aggregate.SOME, local, domain.domain, b.ONE, b.and_(where, test))
    return some if quantifier is ast.Quantifier.SOME else b.not_(some)


def folded(
    ctx: Context, env: Env, kind: ast.FoldKind, inner: ast.Expr | None, binder: ast.Binder, span: object
) -> ir.Expr:
    domain = narrowed(ctx, env, binder)
    if kind is ast.FoldKind.COUNT and binder.where is None and domain.zone is not None and isinstance(
        ex.value(ctx, env, binder.domain), ZoneValue  # type: ignore[arg-type]
    ):
        return size(ctx, domain.zone)
    local, inside = _bound(ctx, env, ctx.book.binders[id(binder)], domain)
    each = b.ONE if kind is ast.FoldKind.COUNT else (
        ex.scalar(ctx, inside, inner) if inner is not None else as_scalar(domain.element(local))
    )
    return ir.Fold(AGGREGATES[kind], local, domain.domain, domain.included(local), each, span)  # type: ignore[arg-type]


def fold_values(ctx: Context, op: ir.Aggregate, parts: tuple[ir.Expr, ...]) -> ir.Expr:
    if all(isinstance(part, ir.Const) for part in parts):
        numbers = [part.value for part in parts if isinstance(part, ir.Const)]
        match op:
            case ir.Aggregate.LEAST:
                return b.const(min(numbers))
            case ir.Aggregate.GREATEST:
                return b.const(max(numbers))
            case ir.Aggregate.SUM:
                return b.const(sum(numbers))
    bounds = [interval(ctx, part) for part in parts]
    local = ctx.local("value", min(lo for lo, _ in bounds), max(hi for _, hi in bounds))
    return ir.Fold(op, local, ir.Items(parts), b.ONE, local)


def first_of(ctx: Context, env: Env, binder: ast.Binder, span: object) -> Value:
    domain = narrowed(ctx, env, binder)
    local = ctx.local(binder.name.text, domain.lo, domain.hi)
    found = ir.First(local, domain.domain, domain.included(local), span)  # type: ignore[arg-type]
    return domain.element(found)
