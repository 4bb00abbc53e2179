"""Expressions and domains: from the checked tree to expressions of the core."""

from __future__ import annotations

from typing import assert_never

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.intervals import interval as interval_of
from rulewright.lower.context import Context, Env
from rulewright.lower.layout import low_of, size_of, value_type
from rulewright.lower.things import kind_of, mark_of, same_thing, thing_at
from rulewright.lower.values import (
    Elements,
    ListItems,
    Members,
    Picked,
    RecordValue,
    Scalar,
    Selection,
    ThingCopy,
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


def scalar(ctx: Context, env: Env, node: ast.Expr) -> ir.Expr:
    """The number that an expression stands for; a thing counts as its kind."""
    return as_scalar(value(ctx, env, node))


def as_scalar(what: Value) -> ir.Expr:
    match what:
        case Scalar(expr, _):
            return expr
        case ThingValue() | ThingCopy():
            return kind_of(what)
    raise AssertionError(f"not a number: {what}")


def value(ctx: Context, env: Env, node: ast.Expr) -> Value:
    """What an expression stands for."""
    type_ = ctx.book.types.get(id(node))
    code = ctx.book.constants.get(id(node))
    if code is not None:
        return Scalar(b.const(code), type_ or ty.NumberType(code, code))
    match node:
        case ast.Number(number):
            return Scalar(b.const(number), ty.NumberType(number, number))
        case ast.Truth(truth):
            return Scalar(b.const(truth), ty.BoolType())
        case ast.NoneValue():
            assert isinstance(type_, ty.OptionalType)
            return Scalar(b.const(value_type(ctx, type_).hi), type_)
        case ast.Name():
            return _name(ctx, env, node, ctx.symbol(node), (), node.span)
        case ast.Attribute(inner, name):
            member = ctx.symbol(node)
            if isinstance(member, sym.MemberSymbol):
                return Scalar(b.const(member.code), member.type)
            return _attribute(ctx, env, value(ctx, env, inner), name.text)
        case ast.Index(inner, indexes):
            return _index(ctx, env, node, inner, indexes)
        case ast.Call():
            return _call(ctx, env, node)
        case ast.Items():
            return _items(ctx, env, node)
        case ast.Negative(inner):
            return _number(ctx, node, b.sub(b.ZERO, scalar(ctx, env, inner)))
        case ast.Arithmetic(operator, left, right):
            return _number(ctx, node, _arithmetic(operator, scalar(ctx, env, left), scalar(ctx, env, right)))
        case ast.Fold(ast.FoldKind.ALL, _, binder):
            return Selection(narrowed(ctx, env, binder))
        case ast.Fold(ast.FoldKind.FIRST, _, binder):
            return _first(ctx, env, binder, node.span)
        case ast.Fold(kind, inner, binder):
            return _number(ctx, node, _fold(ctx, env, kind, inner, binder, node.span))
        case ast.FoldValues(kind, values):
            parts = tuple(scalar(ctx, env, part) for part in values)
            return _number(ctx, node, _fold_values(ctx, AGGREGATES[kind], parts))
        case (
            ast.Compare() | ast.Member() | ast.IsEmpty() | ast.Not() | ast.And() | ast.Or() | ast.Implies()
            | ast.Quantified()
        ):
            return Scalar(condition(ctx, env, node), ty.BoolType())
        case _:
            assert_never(node)


def condition(ctx: Context, env: Env, node: ast.Expr) -> ir.Expr:
    """An expression of type `yes or no` as a number 0..1."""
    match node:
        case ast.Compare(operator, left, right):
            return _compare(ctx, operator, value(ctx, env, left), value(ctx, env, right))
        case ast.Member(inner, domain):
            return member(ctx, env, value(ctx, env, inner), domain)
        case ast.IsEmpty(inner, negated):
            empty = _is_empty(ctx, env, inner)
            return b.not_(empty) if negated else empty
        case ast.Not(inner):
            return b.not_(condition(ctx, env, inner))
        case ast.And(left, right):
            return b.and_(condition(ctx, env, left), condition(ctx, env, right))
        case ast.Or(left, right):
            return b.or_(condition(ctx, env, left), condition(ctx, env, right))
        case ast.Implies(left, right):
            return b.implies(condition(ctx, env, left), condition(ctx, env, right))
        case ast.Quantified(quantifier, name, domain, inner):
            return _quantified(ctx, env, node, quantifier, name, domain, inner)
        case _:
            return scalar(ctx, env, node)


# ------------------------------------------------------------------ names


def _name(
    ctx: Context, env: Env, node: ast.Expr, symbol: object, index: tuple[ir.Expr, ...], span: object
) -> Value:
    match symbol:
        case sym.LocalSymbol():
            return env[symbol]
        case sym.StateSymbol():
            return variable(ctx, symbol, index)
        case sym.ParamSymbol():
            if not index:
                return Scalar(b.const(symbol.values[0]), symbol.type)
            return Scalar(b.lookup(ctx.tables[symbol.name], index), symbol.type)
        case sym.MemberSymbol():
            return Scalar(b.const(symbol.code), symbol.type)
        case sym.ReadingSymbol():
            return Scalar(ir.Setting(symbol.name, len(symbol.type.members)), symbol.type)
        case sym.RuleSymbol():
            return apply_rule(ctx, symbol, (), span)
        case sym.EnumSymbol() | sym.KindsSymbol() | sym.DieSymbol():
            return Selection(_all_values(ctx, symbol.type))
    raise AssertionError(f"no value: {node}")


def variable(ctx: Context, symbol: sym.StateSymbol, index: tuple[ir.Expr, ...]) -> Value:
    """A state variable, with its index."""
    name = ctx.procedure_state.get(symbol, symbol.name)
    cells = tuple(b.sub(part, b.const(low_of(type_))) for part, type_ in zip(index, symbol.index, strict=True))
    match symbol.type:
        case ty.BagType() | ty.ListType(ty.KindType() | ty.ThingType()):
            return ZoneValue(ir.ZoneRef(name, cells), symbol.type)
        case ty.SetType(element):
            return Members(name, cells, element)
        case ty.RecordType(_, fields):
            return RecordValue(
                symbol.type,
                {part: Scalar(ctx.read(f"{name}.{part}", cells), part_type) for part, part_type in fields},
            )
    return Scalar(ctx.read(name, cells), symbol.type)


def _index(ctx: Context, env: Env, node: ast.Index, inner: ast.Expr, indexes: tuple[ast.Expr, ...]) -> Value:
    symbol = ctx.symbol(node)
    if isinstance(symbol, sym.MemberSymbol):
        return Scalar(b.const(symbol.code), symbol.type)
    cells = tuple(scalar(ctx, env, part) for part in indexes)
    if isinstance(inner, ast.Attribute):
        thing = value(ctx, env, inner.value)
        if isinstance(thing, ThingValue | ThingCopy):
            return mark_of(ctx, thing, inner.name.text, cells)
    return _name(ctx, env, node, ctx.symbol(inner), cells, node.span)


def _attribute(ctx: Context, env: Env, owner: Value, name: str) -> Value:
    match owner:
        case RecordValue(_, fields):
            return fields[name]
        case ThingValue(type_) | ThingCopy(type_):
            if any(mark == name for mark, _, _ in type_.marks):
                return mark_of(ctx, owner, name, ())
            return _column(ctx, type_.kind, kind_of(owner), name)
        case Scalar(expr, type_):
            return _column(ctx, type_.inner if isinstance(type_, ty.OptionalType) else type_, expr, name)
    raise AssertionError(f"no attribute {name} of {owner}")


def _column(ctx: Context, type_: object, code: ir.Expr, name: str) -> Value:
    match type_:
        case ty.KindType(owner, _) | ty.EnumType(owner, _) | ty.FaceType(owner, _):
            symbol = ctx.book.symbols[owner]
        case ty.PlayerType():
            symbol = ctx.book.symbols["Player"]
        case _:
            raise AssertionError(f"{type_} has no attribute {name}")
    assert isinstance(symbol, sym.EnumSymbol | sym.KindsSymbol | sym.DieSymbol)
    if name == "copies" and isinstance(symbol, sym.KindsSymbol) and "copies" not in symbol.attributes:
        table = ir.Table(f"{owner}.copies", (len(symbol.copies),), symbol.copies, (0,))
        ctx.tables[table.name] = table
        return Scalar(b.lookup(table, (code,)), ty.NumberType(min(symbol.copies), max(symbol.copies)))
    column = symbol.attributes[name]
    return Scalar(b.lookup(ctx.tables[f"{symbol.name}.{name}"], (code,)), column.type)  # type: ignore[arg-type]


# ------------------------------------------------------------------ calls


def _call(ctx: Context, env: Env, node: ast.Call) -> Value:
    symbol = ctx.symbol(node.function)
    match symbol:
        case sym.BuiltinSymbol(name):
            return _builtin(ctx, env, name, node)
        case sym.RecordSymbol():
            assert isinstance(symbol.type, ty.RecordType)
            given = {arg.name.text: arg.value for arg in node.arguments if arg.name is not None}
            return RecordValue(symbol.type, {name: value(ctx, env, given[name]) for name, _ in symbol.type.fields})
        case sym.RuleSymbol():
            args = arguments(ctx, env, symbol.params, node.arguments)
            return apply_rule(ctx, symbol, args, node.span)
        case sym.TableSymbol():
            cells = tuple(scalar(ctx, env, arg.value) for arg in node.arguments)
            type_ = symbol.result if symbol.result is not None else ty.BoolType()
            return Scalar(b.lookup(ctx.tables[symbol.name], cells), type_)
    raise AssertionError(f"cannot be called: {node.function}")


def arguments(
    ctx: Context, env: Env, params: tuple[sym.LocalSymbol, ...], given: tuple[ast.Argument, ...]
) -> tuple[Value, ...]:
    """Arguments in the order of the parameters; named ones may stand in any order. What a claim leaves out has its
    value in `env`."""
    named = {arg.name.text: arg.value for arg in given if arg.name is not None}
    positional = iter([arg.value for arg in given if arg.name is None])
    asked = [(p, named[p.name] if p.name in named else next(positional, None)) for p in params]
    return tuple(env[p] if node is None else value(ctx, env, node) for p, node in asked)


def _builtin(ctx: Context, env: Env, name: str, node: ast.Call) -> Value:
    if name == "runs":
        slot = ctx.counters[node.arguments[0].value.span.text]
        return Scalar(ir.Read(slot, (), 0, 99), ty.NumberType(0, 99))
    what = value(ctx, env, node.arguments[0].value)
    assert isinstance(what, Scalar)
    type_ = ctx.book.types.get(id(node)) or what.type
    n = len(ctx.book.players.members)
    match name:
        case "other":
            low = low_of(type_)
            return Scalar(b.sub(b.const(2 * low + 1), as_scalar(what)), type_)
        case "next":
            return Scalar(_neighbour(ctx, as_scalar(what), 1), type_)
        case "previous":
            return Scalar(_neighbour(ctx, as_scalar(what), n - 1), type_)
    raise AssertionError(f"{name} stands in claims only")


def apply_rule(ctx: Context, symbol: sym.RuleSymbol, args: tuple[Value, ...], span: object) -> Value:
    """A decision rule: `Apply`, or for a record one for each field, or for a bag its selection."""
    from rulewright.lower.rules import ensure_rule, selection_rule, thing_rule

    flat = tuple(part for arg, param in zip(args, symbol.params, strict=True) for part in flatten(arg, param.type))
    match symbol.result:
        case ty.RecordType(_, fields):
            ensure_rule(ctx, symbol)
            return RecordValue(
                symbol.result, {name: Scalar(_apply(ctx, f"{symbol.name}.{name}", flat, span), type_)
                                for name, type_ in fields},
            )
        case ty.BagType() | ty.SetType() | ty.ListType():
            return selection_rule(ctx, symbol, args)
        case ty.ThingType():
            return thing_rule(ctx, symbol, args, span)
    ensure_rule(ctx, symbol)
    return Scalar(_apply(ctx, symbol.name, flat, span), symbol.result)


def _apply(ctx: Context, rule: str, args: tuple[ir.Expr, ...], span: object) -> ir.Expr:
    target = ctx.rules[rule]
    return ir.Apply(rule, args, target.lo, target.hi, span)  # type: ignore[arg-type]


def flatten(what: Value, type_: ty.Type) -> tuple[ir.Expr, ...]:
    """The numbers by which a value is passed to a rule."""
    match what, type_:
        case Members(bits, index, element), _:
            return tuple(
                ir.Read(bits, (*index, b.const(i)), 0, 1) for i in range(size_of(element))
            )
        case ListItems(parts, element), ty.SetType():
            return tuple(
                b.or_(*(b.eq(as_scalar(part), b.const(i)) for part in parts if not isinstance(part, tuple)))
                for i in range(size_of(element))
            )
        case Scalar(expr, _), _:
            return (expr,)
        case RecordValue(record, fields), _:
            return tuple(cell for name, part_type in record.fields for cell in flatten(fields[name], part_type))
        case (ThingValue() | ThingCopy()), ty.ThingType(_, _, marks):
            cells = [kind_of(what)]
            for name, mark_index, _ in marks:
                cells.extend(mark_cells(what, name, mark_index))
            return tuple(cells)
        case (ThingValue() | ThingCopy()), _:
            return (kind_of(what),)
    raise AssertionError(f"cannot be passed to a rule: {what}")


def mark_cells(thing: ThingValue | ThingCopy, name: str, index: tuple[ty.ScalarType, ...]) -> list[ir.Expr]:
    if isinstance(thing, ThingCopy):
        return list(thing.marks[name])
    from rulewright.lower.things import raw_mark

    cells: list[tuple[ir.Expr, ...]] = [()]
    for part in index:
        cells = [(*cell, b.const(i)) for cell in cells for i in range(size_of(part))]
    return [raw_mark(thing, name, cell) for cell in cells]


# ------------------------------------------------------------------ arithmetic and comparison


def _number(ctx: Context, node: ast.Expr, expr: ir.Expr) -> Scalar:
    return Scalar(expr, ctx.book.types.get(id(node)) or ty.NumberType(0, 0))


def _arithmetic(operator: ast.ArithmeticOp, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    match operator:
        case ast.ArithmeticOp.PLUS:
            return b.add(left, right)
        case ast.ArithmeticOp.MINUS:
            return b.sub(left, right)
        case ast.ArithmeticOp.TIMES:
            return b.mul(left, right)
        case ast.ArithmeticOp.OVER:
            raise AssertionError("`/` stands in claims only")
    assert_never(operator)


def _compare(ctx: Context, operator: ast.CompareOp, left: Value, right: Value) -> ir.Expr:
    match operator:
        case ast.CompareOp.EQUAL:
            return _equal(ctx, left, right)
        case ast.CompareOp.NOT_EQUAL:
            return b.not_(_equal(ctx, left, right))
    first, second = as_scalar(left), as_scalar(right)
    match operator:
        case ast.CompareOp.LESS:
            return b.lt(first, second)
        case ast.CompareOp.AT_MOST:
            return b.le(first, second)
        case ast.CompareOp.GREATER:
            return b.lt(second, first)
        case ast.CompareOp.AT_LEAST:
            return b.le(second, first)
    assert_never(operator)


def _equal(ctx: Context, left: Value, right: Value) -> ir.Expr:
    match left, right:
        case RecordValue(_, fields), RecordValue(_, others):
            return b.and_(*(_equal(ctx, fields[name], others[name]) for name in fields))
        case ThingValue(), ThingValue():
            return same_thing(left, right)
    return b.eq(as_scalar(left), as_scalar(right))


# ------------------------------------------------------------------ domains


def elements(ctx: Context, env: Env, node: ast.Domain) -> Elements:
    """A domain, as something that a name can run over."""
    match node:
        case ast.Range(low, high):
            first, last = scalar(ctx, env, low), scalar(ctx, env, high)
            lo, hi = interval(ctx, first)[0], interval(ctx, last)[1]
            return _plain(ir.Range(first, last), lo, max(lo, hi), ty.NumberType(lo, max(lo, hi)))
        case ast.TurnOrder(turns, player):
            return _turn_order(ctx, turns, None if player is None else scalar(ctx, env, player))
    symbol = ctx.symbol(node)
    if isinstance(symbol, sym.EnumSymbol | sym.KindsSymbol | sym.DieSymbol):
        return _all_values(ctx, symbol.type)
    what = value(ctx, env, node)
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


def _all_values(ctx: Context, type_: ty.Type) -> Elements:
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


def _neighbour(ctx: Context, player: ir.Expr, steps: int) -> ir.Expr:
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
            domain = ir.Seats(_neighbour(ctx, player, 1), n, backwards)
        case ast.Turns.OTHERS_AFTER:
            assert player is not None
            domain = ir.Seats(_neighbour(ctx, player, 1), n - 1, backwards)
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
        return b.and_(base.included(e), condition(ctx, {**env, symbol: base.element(e)}, where))

    return Elements(base.domain, base.lo, base.hi, base.element, included, base.type, base.zone)


def member(ctx: Context, env: Env, what: Value, node: ast.Domain) -> ir.Expr:
    """`x in D`."""
    match node:
        case ast.Range(low, high):
            number = as_scalar(what)
            return b.and_(b.le(scalar(ctx, env, low), number), b.le(number, scalar(ctx, env, high)))
        case ast.TurnOrder():
            return _among(ctx, what, elements(ctx, env, node))
    domain = value(ctx, env, node)
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
                  _equal(ctx, domain.element(local), what))


def _is_empty(ctx: Context, env: Env, node: ast.Expr) -> ir.Expr:
    what = value(ctx, env, node)
    if isinstance(what, ZoneValue):
        return b.eq(size(ctx, what.ref), b.ZERO)
    domain = elements(ctx, env, node)
    local = ctx.local("any", domain.lo, domain.hi)
    return b.not_(b.fold(ir.Aggregate.SOME, local, domain.domain, domain.included(local), b.ONE))


def size(ctx: Context, ref: ir.ZoneRef) -> ir.Expr:
    zone = ctx.zones[ref.zone]
    from rulewright.lower.layout import total_copies

    most = sum(total_copies(ctx, zone.kinds)) if zone.form is ir.Form.BAG else zone.capacity
    return ir.Size(ref, most)


def _items(ctx: Context, env: Env, node: ast.Items) -> ListItems:
    parts: list[Value | tuple[ir.Expr, ir.Expr]] = []
    for item in node.items:
        match item:
            case ast.Range(low, high):
                parts.append((scalar(ctx, env, low), scalar(ctx, env, high)))
            case ast.TurnOrder():
                raise AssertionError("a turn order is no item")
            case _:
                parts.append(value(ctx, env, item))
    type_ = ctx.book.types.get(id(node))
    element = type_.element if isinstance(type_, ty.SetType | ty.BagType | ty.ListType) else ty.NumberType(0, 0)
    return ListItems(tuple(parts), element)


# ------------------------------------------------------------------ quantifiers and folds


def _bound(
    ctx: Context, env: Env, symbol: sym.LocalSymbol, domain: Elements
) -> tuple[ir.Local, dict[sym.LocalSymbol, Value]]:
    local = ctx.local(symbol.name, domain.lo, domain.hi)
    return local, {**env, symbol: domain.element(local)}


def _quantified(
    ctx: Context, env: Env, node: ast.Quantified, quantifier: ast.Quantifier, name: ast.Name,
    over: ast.Domain, inner: ast.Expr,
) -> ir.Expr:
    domain = elements(ctx, env, over)
    local, inside = _bound(ctx, env, ctx.book.binders[id(node)], domain)
    test = condition(ctx, inside, inner)
    where = domain.included(local)
    if quantifier is ast.Quantifier.EVERY:
        return b.fold(ir.Aggregate.EVERY, local, domain.domain, where, test)
    some = b.fold(ir.Aggregate.SOME, local, domain.domain, b.ONE, b.and_(where, test))
    return some if quantifier is ast.Quantifier.SOME else b.not_(some)


def _fold(
    ctx: Context, env: Env, kind: ast.FoldKind, inner: ast.Expr | None, binder: ast.Binder, span: object
) -> ir.Expr:
    domain = narrowed(ctx, env, binder)
    if kind is ast.FoldKind.COUNT and binder.where is None and domain.zone is not None and isinstance(
        value(ctx, env, binder.domain), ZoneValue  # type: ignore[arg-type]
    ):
        return size(ctx, domain.zone)
    local, inside = _bound(ctx, env, ctx.book.binders[id(binder)], domain)
    each = b.ONE if kind is ast.FoldKind.COUNT else (
        scalar(ctx, inside, inner) if inner is not None else as_scalar(domain.element(local))
    )
    return ir.Fold(AGGREGATES[kind], local, domain.domain, domain.included(local), each, span)  # type: ignore[arg-type]


def _fold_values(ctx: Context, op: ir.Aggregate, parts: tuple[ir.Expr, ...]) -> ir.Expr:
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


def _first(ctx: Context, env: Env, binder: ast.Binder, span: object) -> Value:
    domain = narrowed(ctx, env, binder)
    local = ctx.local(binder.name.text, domain.lo, domain.hi)
    found = ir.First(local, domain.domain, domain.included(local), span)  # type: ignore[arg-type]
    return domain.element(found)


def interval(ctx: Context, expr: ir.Expr) -> tuple[int, int]:
    """Between which numbers a value lies, by what is declared so far."""
    return interval_of(expr, ctx)
