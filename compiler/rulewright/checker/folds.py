"""What is worked out over all of a domain: `count`, `sum`, `product`, `min`, `max`, `first`, `all`."""

from __future__ import annotations

from rulewright.checker import domains, expressions
from rulewright.checker.context import Context
from rulewright.checker.copies import most_copies
from rulewright.checker.errors.types import CannotIterate, TypeMismatch
from rulewright.checker.ranges import MANY, hull, of_values, over
from rulewright.checker.symbols import EnumSymbol, KindsSymbol
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    BagType,
    BoolType,
    EnumType,
    FaceType,
    FractionType,
    KindType,
    NumberType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast


def infer_fold(ctx: Context, node: ast.Fold, hint: Type | None) -> Type | None:
    binder = node.binder
    with ctx.scopes.block(f"`{node.kind}(...)`"):
        found = domains.bind(ctx, binder)
        if found is None:
            return None
        with ctx.knowing(domains.facts_of(ctx, binder)):
            return _fold(ctx, node, found)


def _fold(ctx: Context, node: ast.Fold, found: domains.Members) -> Type | None:
    element = found.element
    match node.kind:
        case ast.FoldKind.COUNT:
            if found.whole and node.binder.where is None and node.value is None:
                ctx.constants[id(node)] = found.most
                return NumberType(found.most, found.most)
            return NumberType(0, found.most)
        case ast.FoldKind.FIRST:
            return element
        case ast.FoldKind.ALL:
            return _all(ctx, node, element)
    value: Type | None = element
    if node.value is not None:
        value = expressions.number(ctx, node.value, node.kind)
    if value is None:
        return None
    if isinstance(value, FractionType):
        return value
    if not isinstance(value, NumberType):
        ctx.report(TypeMismatch(
            span=node.binder.span, text=node.binder.name.text, actual=describe(value), expected="a number",
            hint=f"write which number of it is meant: `{node.kind}({node.binder.name.text}. ... for "
                 f"{text_of(node.binder)})`",
        ))
        return None
    return _range_of_fold(ctx, node, found, value)


def _all(ctx: Context, node: ast.Fold, element: Type) -> Type | None:
    match element:
        case KindType() if not isinstance(ctx.types.get(id(node.binder.domain)), SetType):
            return BagType(element, None)
        case ThingType():
            return BagType(element, None)
        case BoolType() | NumberType() | EnumType() | PlayerType() | FaceType() | KindType():
            return SetType(element)
        case OptionalType() | RecordType():
            pass
    ctx.report(CannotIterate(span=node.span, text=text_of(node), actual=f"of {describe(element)}", hint=None))
    return None


def _range_of_fold(ctx: Context, node: ast.Fold, found: domains.Members, value: NumberType) -> NumberType:
    parts = _parts(ctx, node, found)
    if parts is None:
        return over(node.kind, value, found.most)
    if node.kind in (ast.FoldKind.MIN, ast.FoldKind.MAX):
        total = hull(each for each, _ in parts)
    else:
        total = NumberType(1, 1) if node.kind is ast.FoldKind.PRODUCT else NumberType(0, 0)
        for each, n in parts:
            total = of_values(node.kind, [total, over(node.kind, each, n)])
    if found.whole and node.binder.where is None:
        total = of_values(node.kind, [each for each, _ in parts] or [NumberType(0, 0)])
        if all(each.lo == each.hi for each, _ in parts):  # else a scope leaves some of them open
            ctx.constants[id(node)] = total.lo
    return total


def _parts(ctx: Context, node: ast.Fold, found: domains.Members) -> list[tuple[NumberType, int]] | None:
    """For `card.souls for card in ...`: the number of each kind, and how many of it there may be."""
    if not (isinstance(node.value, ast.Attribute) and node.value.value == node.binder.name):
        return None
    kind = found.element.kind if isinstance(found.element, ThingType) else found.element
    if not isinstance(kind, KindType | EnumType) or kind.name not in ctx.book.declared:
        return None
    symbol = ctx.symbol(kind.name)
    if not isinstance(symbol, KindsSymbol | EnumSymbol):
        return None
    column = symbol.attributes.get(node.value.name.text)
    if column is None or not isinstance(column.type, NumberType):
        return None
    if found.whole:
        copies = [1] * len(column.values)
    elif isinstance(symbol, KindsSymbol):
        sets = most_copies(ctx, kind) // max(1, sum(symbol.copies)) if sum(symbol.copies) else 0
        copies = [n * sets for n in symbol.copies]
    else:
        return None
    cells = column.varies or [(each, each) for each in column.values]
    return [(NumberType(lo, hi), min(n, MANY)) for (lo, hi), n in zip(cells, copies, strict=True)]
