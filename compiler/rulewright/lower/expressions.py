"""Expressions and domains: from the checked tree to expressions of the core."""

from __future__ import annotations

from typing import assert_never

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower import domains
from rulewright.lower.context import Context, Env
from rulewright.lower.layout import low_of, size_of, value_type
from rulewright.lower.things import as_scalar, equal, kind_of, mark_of, raw_mark
from rulewright.lower.values import (
    ListItems,
    Members,
    RecordValue,
    Scalar,
    Selection,
    ThingCopy,
    ThingValue,
    Value,
    ZoneValue,
)
from rulewright.syntax import ast


def scalar(ctx: Context, env: Env, node: ast.Expr) -> ir.Expr:
    """The number that an expression stands for; a thing counts as its kind."""
    return as_scalar(value(ctx, env, node))


def value(ctx: Context, env: Env, node: ast.Expr) -> Value:
    """What an expression stands for, in the range that is needed where it stands."""
    what = _value(ctx, env, node)
    recoded = ctx.book.recoded.get(id(node))
    if recoded is None:
        return what
    return Scalar(_as_type(ctx, as_scalar(what), *recoded), recoded[1])


def _as_type(
    ctx: Context, expr: ir.Expr, actual: ty.NumberType | ty.OptionalType, wanted: ty.OptionalType
) -> ir.Expr:
    """A number for an optional type of another range: `none` becomes its `none`, and a number that is coded as that
    `none` becomes one that is no value of the type at all.
    """
    old, new = value_type(ctx, actual), value_type(ctx, wanted).hi
    last = old.hi
    result = expr
    if isinstance(actual, ty.OptionalType):
        last -= 1
    if old.lo <= new <= last:
        result = b.ite(b.eq(expr, b.const(new)), b.const(new + 1), result)
    if isinstance(actual, ty.OptionalType):
        result = b.ite(b.eq(expr, b.const(old.hi)), b.const(new), result)
    return result


def _value(ctx: Context, env: Env, node: ast.Expr) -> Value:
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
            return domains.list_items(ctx, env, node)
        case ast.Negative(inner):
            return _number(ctx, node, b.sub(b.ZERO, scalar(ctx, env, inner)))
        case ast.Arithmetic(operator, left, right):
            return _number(ctx, node, _arithmetic(operator, scalar(ctx, env, left), scalar(ctx, env, right)))
        case ast.Fold(ast.FoldKind.ALL, _, binder):
            return Selection(domains.narrowed(ctx, env, binder))
        case ast.Fold(ast.FoldKind.FIRST, _, binder):
            return domains.first_of(ctx, env, binder, node.span)
        case ast.Fold(kind, inner, binder):
            return _number(ctx, node, domains.folded(ctx, env, kind, inner, binder, node.span))
        case ast.FoldValues(kind, values):
            parts = tuple(scalar(ctx, env, part) for part in values)
            return _number(ctx, node, domains.fold_values(ctx, domains.AGGREGATES[kind], parts))
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
            return domains.member(ctx, env, value(ctx, env, inner), domain)
        case ast.IsEmpty(inner, negated):
            empty = domains.is_empty(ctx, env, inner)
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
            return domains.quantified(ctx, env, node, quantifier, name, domain, inner)
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
            if not index and symbol.varies is None:
                return Scalar(b.const(symbol.values[0]), symbol.type)
            return Scalar(b.lookup(ctx.tables[symbol.name], index), symbol.type)
        case sym.MemberSymbol():
            return Scalar(b.const(symbol.code), symbol.type)
        case sym.ReadingSymbol():
            return Scalar(ir.Setting(symbol.name, len(symbol.type.members)), symbol.type)
        case sym.RuleSymbol():
            return apply_rule(ctx, symbol, (), span)
        case sym.EnumSymbol() | sym.KindsSymbol() | sym.DieSymbol():
            return Selection(domains.all_values(ctx, symbol.type))
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
        count = ctx.counters[node.arguments[0].value.span.text]
        return Scalar(count, ty.NumberType(count.lo, count.hi))
    what = value(ctx, env, node.arguments[0].value)
    assert isinstance(what, Scalar)
    type_ = ctx.book.types.get(id(node)) or what.type
    n = len(ctx.book.players.members)
    match name:
        case "other":
            low = low_of(type_)
            return Scalar(b.sub(b.const(2 * low + 1), as_scalar(what)), type_)
        case "next":
            return Scalar(domains.neighbour(ctx, as_scalar(what), 1), type_)
        case "previous":
            return Scalar(domains.neighbour(ctx, as_scalar(what), n - 1), type_)
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
            return equal(left, right)
        case ast.CompareOp.NOT_EQUAL:
            return b.not_(equal(left, right))
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
