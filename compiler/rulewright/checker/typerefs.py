"""Types as they are written in declarations: `0..goal`, `Player or none`, `bag of Beast at most 12`."""

from __future__ import annotations

from typing import TypeGuard, assert_never

from rulewright.checker import copies
from rulewright.checker.constants import constant
from rulewright.checker.context import Context
from rulewright.checker.errors.data import EmptyRange, TypeNotHere
from rulewright.checker.errors.names import UnknownType
from rulewright.checker.symbols import DieSymbol, EnumSymbol, KindsSymbol, ReadingSymbol, RecordSymbol
from rulewright.checker.types import (
    BagType,
    BoolType,
    EnumType,
    FaceType,
    KindType,
    ListType,
    NumberType,
    OptionalType,
    PlayerType,
    RecordType,
    ScalarType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def resolve_type(ctx: Context, node: ast.Type) -> Type | None:
    """The type that is written; None, and a report, where it makes no sense."""
    match node:
        case ast.YesOrNo():
            return BoolType()
        case ast.NumberType():
            ctx.report(TypeNotHere(
                span=node.span, text="number", why="only the answer of a rule finds its range by itself",
                hint="write the range, like `0..20`",
            ))
            return None
        case ast.NamedType(name):
            return _named(ctx, name)
        case ast.RangeType(low, high):
            return _range(ctx, node, low, high)
        case ast.OrNone(base):
            return _optional(ctx, node, base)
        case ast.BagOf(element, at_most):
            return _bag(ctx, node, element, at_most)
        case ast.ListOf(element, at_most):
            inner, most = resolve_type(ctx, element), constant(ctx, at_most, "the length of a list")
            if inner is None or most is None:
                return None
            if isinstance(inner, KindType | ThingType):
                return ListType(inner, most)
            _not_here(
                ctx, node, "a list holds cards or pieces",
                hint="`NAME[1..n]: T` has a place for each of n values" if is_scalar(inner) else None,
            )
            return None
        case ast.PileOf(element):
            inner = resolve_type(ctx, element)
            if inner is None:
                return None
            if isinstance(inner, KindType | ThingType):
                return ListType(inner, copies.most_copies(ctx, inner), pile=True)
            _not_here(ctx, node, "a pile holds cards or pieces")
            return None
        case ast.SetOf(element):
            inner = resolve_type(ctx, element)
            if inner is None:
                return None
            if is_scalar(inner):
                return SetType(inner)
            _not_here(ctx, node, "a set holds single values, each at most once")
            return None
        case _:
            assert_never(node)


def resolve_index(ctx: Context, node: ast.Type) -> Type | None:
    """What may stand in the brackets of a declaration: a type with a few values, or `Player or none`."""
    found = resolve_type(ctx, node)
    if found is None:
        return None
    inner = found.inner if isinstance(found, OptionalType) else found
    if is_scalar(inner):
        return found
    _not_here(ctx, node, "in brackets stands what there is one of for each: players, values, kinds, numbers")
    return None


def is_scalar(type_: Type) -> TypeGuard[ScalarType]:
    return isinstance(type_, BoolType | NumberType | EnumType | PlayerType | KindType | FaceType)


def _named(ctx: Context, name: ast.Name) -> Type | None:
    symbol = ctx.symbol(name.text, name)
    if isinstance(symbol, EnumSymbol | KindsSymbol | DieSymbol | RecordSymbol | ReadingSymbol):
        ctx.refs[id(name)] = symbol
        return symbol.type
    if symbol is None and name.text in ctx.book.declared:
        return None
    types = [
        each
        for each, node in ctx.book.declared.items()
        if isinstance(node, ast.Enum | ast.Cards | ast.Die | ast.Record)
    ]
    what = "nothing of that name is declared" if symbol is None else "it stands for something else"
    near = nearest(name.text, [*types, "Player"])
    ctx.report(UnknownType(span=name.span, name=name.text, what=what, nearest=near))
    return None


def _range(ctx: Context, node: ast.RangeType, low: ast.Expr, high: ast.Expr) -> Type | None:
    first, last = constant(ctx, low, "a bound"), constant(ctx, high, "a bound")
    if first is None or last is None:
        return None
    if first > last:
        ctx.report(EmptyRange(span=node.span, low=first, high=last))
        return None
    return NumberType(first, last)


def _optional(ctx: Context, node: ast.Type, base: ast.Type) -> Type | None:
    inner = resolve_type(ctx, base)
    if inner is None:
        return None
    if isinstance(inner, RecordType) or is_scalar(inner):
        return OptionalType(inner)
    _not_here(ctx, node, "`or none` stands behind the type of a single value; a bag can be empty")
    return None


def _bag(ctx: Context, node: ast.Type, element: ast.Type, at_most: ast.Expr | None) -> Type | None:
    inner = resolve_type(ctx, element)
    most = None if at_most is None else constant(ctx, at_most, "a bound")
    if inner is None or (at_most is not None and most is None):
        return None
    if isinstance(inner, KindType | ThingType):
        return BagType(inner, most)
    _not_here(ctx, node, "a bag holds cards or pieces", hint="`set of` holds values, each at most once")
    return None


def _not_here(ctx: Context, node: ast.Type, why: str, hint: str | None = None) -> None:
    ctx.report(TypeNotHere(span=node.span, text=text_of(node), why=why, hint=hint))
