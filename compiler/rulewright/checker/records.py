"""Records: a value with fields, or a card and what lies on it."""

from __future__ import annotations

from rulewright.checker.context import Context
from rulewright.checker.errors.data import TypeNotHere
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.errors.places import MarkTwice
from rulewright.checker.params import start_codes
from rulewright.checker.sizes import fits
from rulewright.checker.symbols import (
    KindsSymbol,
    RecordSymbol,
)
from rulewright.checker.typerefs import is_scalar, resolve_index, resolve_type
from rulewright.checker.types import (
    OptionalType,
    RecordType,
    ScalarType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def make_record(ctx: Context, node: ast.Record) -> RecordSymbol | None:
    """A plain record is a value; a record `on` a table is a card with what lies on it."""
    if node.on is None:
        return _plain_record(ctx, node)
    kinds = ctx.symbol(node.on.text, node.on)
    if not isinstance(kinds, KindsSymbol):
        if kinds is not None or node.on.text not in ctx.book.declared:
            ctx.report(UnknownReference(
                span=node.on.span, what="table of cards or pieces", name=node.on.text,
                nearest=nearest(node.on.text, ctx.book.all_of(ast.Cards)),
            ))
        return None
    ctx.refs[id(node.on)] = kinds
    marks: list[tuple[str, tuple[ScalarType, ...], ScalarType]] = []
    initial: dict[str, tuple[int, ...] | None] = {}
    right = True
    for field in node.fields:
        if field.name.text in kinds.attributes or field.name.text in initial:
            ctx.report(MarkTwice(
                span=field.name.span, name=field.name.text, record=node.name.text, table=kinds.name
            ))
            right = False
            continue
        index = [resolve_index(ctx, each) for each in field.indexes]
        scalars = [each for each in index if each is not None and is_scalar(each)]
        type_ = resolve_type(ctx, field.type)
        if type_ is None or len(scalars) < len(index) or not fits(ctx, field.span, field.name.text, scalars, type_):
            right = False
            continue
        plain = type_.inner if isinstance(type_, OptionalType) else type_
        if not is_scalar(plain):
            ctx.report(TypeNotHere(
                span=field.type.span, text=text_of(field.type), why="a mark on a card is a single value"
            ))
            right = False
            continue
        start = None
        if field.value is not None:
            place = f"`{field.name.text}`"
            start = start_codes(ctx, field.value, type_, list(scalars), place, "a start value")
            right = right and start is not None
        initial[field.name.text] = start
        marks.append((field.name.text, tuple(scalars), type_))  # type: ignore[arg-type]
    if not right:
        return None
    return RecordSymbol(node.name.text, ThingType(node.name.text, kinds.type, tuple(marks)), initial, node)


def _plain_record(ctx: Context, node: ast.Record) -> RecordSymbol | None:
    fields: list[tuple[str, Type]] = []
    initial: dict[str, tuple[int, ...] | None] = {}
    right = True
    for field in node.fields:
        type_ = resolve_type(ctx, field.type)
        if type_ is None:
            right = False
            continue
        plain = type_.inner if isinstance(type_, OptionalType) else type_
        if not is_scalar(plain) or field.indexes or field.name.text in initial:
            why = "a field of a record is a single value" if not is_scalar(plain) else (
                "only a record `on` cards has fields with brackets" if field.indexes else "there is one of that name"
            )
            ctx.report(TypeNotHere(span=field.span, text=text_of(field), why=why))
            right = False
            continue
        start = None
        if field.value is not None:
            start = start_codes(ctx, field.value, type_, [], f"`{field.name.text}`", "a start value")
            right = right and start is not None
        initial[field.name.text] = start
        fields.append((field.name.text, type_))
    if not right:
        return None
    return RecordSymbol(node.name.text, RecordType(node.name.text, tuple(fields)), initial, node)


# ---------------------------------------------------------------- state
