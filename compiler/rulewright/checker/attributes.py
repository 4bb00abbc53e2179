"""Dots behind values: `card.cult`, `best.by`, `face.number`, `w.damage[here]`."""

from __future__ import annotations

from rulewright.checker import expressions, names
from rulewright.checker.context import Context
from rulewright.checker.errors.lint import MarkForgotten
from rulewright.checker.errors.names import (
    UnknownAttribute,
)
from rulewright.checker.errors.places import HoldsThings, MissingIndex
from rulewright.checker.errors.types import NotIndexed
from rulewright.checker.symbols import (
    DieSymbol,
    EnumSymbol,
    KindsSymbol,
    LocalSymbol,
)
from rulewright.checker.typenames import describe, name_of
from rulewright.checker.types import (
    BagType,
    EnumType,
    FaceType,
    KindType,
    ListType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import listed, text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

_HOW_MANY = frozenset(("size", "length", "count", "number", "amount"))


def infer_index_of_mark(ctx: Context, node: ast.Index, attribute: ast.Attribute) -> Type | None:
    owner = expressions.infer(ctx, attribute.value)
    if owner is None:
        return None
    thing = owner.inner if isinstance(owner, OptionalType) else owner
    if isinstance(thing, ThingType):
        for mark, index, type_ in thing.marks:
            if mark == attribute.name.text and index:
                return type_ if names.check_indexes(ctx, node, mark, index) else None
    if infer_attribute_of(ctx, attribute, owner) is not None:
        ctx.report(NotIndexed(
            span=node.span, name=text_of(attribute), what="one value, not a row of values", better=text_of(attribute)
        ))
    return None


# ---------------------------------------------------------------- dots
def infer_attribute(ctx: Context, node: ast.Attribute) -> Type | None:
    """`card.cult`, `best.by`, `face.number`."""
    owner = expressions.infer(ctx, node.value)
    return None if owner is None else infer_attribute_of(ctx, node, owner)


def infer_attribute_of(ctx: Context, node: ast.Attribute, owner: Type) -> Type | None:
    if isinstance(owner, OptionalType):
        owner = owner.inner
    name = node.name.text
    match owner:
        case RecordType(_, fields):
            found = dict(fields).get(name)
            if found is None:
                _no_attribute(ctx, node, owner, [each for each, _ in fields])
            return found
        case ThingType(_, kind, marks):
            for mark, index, type_ in marks:
                if mark == name:
                    _check_remembered(ctx, node)
                    if index:
                        told = ", ".join(name_of(each) for each in index)
                        ctx.report(MissingIndex(span=node.span, name=text_of(node), index=f"`{told}`"))
                        return None
                    return type_
            return _column(ctx, node, kind, [mark for mark, _, _ in marks])
        case KindType() | EnumType() | FaceType() | PlayerType():
            return _column(ctx, node, owner, [])
        case BagType() | ListType() | SetType():
            zone = text_of(node.value)
            hint = f"ask each of them: `some x in {zone} has x.{name} ...`"
            if name in _HOW_MANY:
                hint = f"write `count(x in {zone})`"
            ctx.report(HoldsThings(span=node.value.span, text=zone, what=describe(owner), hint=hint))
            return None
        case _:
            _no_attribute(ctx, node, owner, [])
            return None


def _check_remembered(ctx: Context, node: ast.Attribute) -> None:
    """A mark of a card that this block has put where marks are not kept."""
    symbol = ctx.refs.get(id(node.value))
    target = ctx.unmarked.get(id(symbol))
    if isinstance(symbol, LocalSymbol) and target is not None:
        ctx.report(MarkForgotten(span=node.span, mark=node.name.text, name=symbol.name, target=target))


def _column(ctx: Context, node: ast.Attribute, owner: Type, more: list[str]) -> Type | None:
    symbol = ctx.symbol("Player" if isinstance(owner, PlayerType) else name_of(owner))
    if not isinstance(symbol, EnumSymbol | KindsSymbol | DieSymbol):
        _no_attribute(ctx, node, owner, more)
        return None
    column = symbol.attributes.get(node.name.text)
    if column is None:
        _no_attribute(ctx, node, owner, [*more, *symbol.attributes])
        return None
    code = ctx.constants.get(id(node.value))
    if code is not None and code < len(column.values):
        fixed = column.fixed(code)
        if fixed is not None:
            ctx.constants[id(node)] = fixed
    return column.type  # type: ignore[return-value]


def _no_attribute(ctx: Context, node: ast.Attribute, owner: Type, known: list[str]) -> None:
    name, value = node.name.text, text_of(node.value)
    better = None
    match ctx.book.declared.get(name):
        case (ast.Field() | ast.Param()) as declared if len(declared.indexes) == 1:
            better = f"{name}[{value}]"
        case ast.Rule(parameters=(_,)):
            better = f"{name}({value})"
    ctx.report(UnknownAttribute(
        span=node.name.span, subject=f"`{value}`, {describe(owner)},", name=name, better=better,
        nearest=nearest(name, known), known=listed(known, most=12),
    ))
