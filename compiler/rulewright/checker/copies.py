"""How many things of a table a game holds: a full set for each entry of the places that start full."""

from __future__ import annotations

from math import prod

from rulewright.checker import typerefs
from rulewright.checker.context import Context
from rulewright.checker.ranges import n_values
from rulewright.checker.symbols import KindsSymbol
from rulewright.checker.types import KindType, ScalarType, ThingType
from rulewright.syntax import ast


def most_copies(ctx: Context, element: KindType | ThingType | ScalarType) -> int:
    """How many things of an element type can lie in one place; for values of other types how many values there are."""
    kind = element.kind if isinstance(element, ThingType) else element
    if not isinstance(kind, KindType):
        return n_values(kind)
    kinds = ctx.symbol(kind.name)
    return sum(kinds.copies) * n_sets(ctx, kind.name) if isinstance(kinds, KindsSymbol) else 0


def n_sets(ctx: Context, kinds: str) -> int:
    """How many full sets of a table the game begins with."""
    total = 0
    for name in ctx.book.all_of(ast.Field):
        node = ctx.book.declared[name]
        assert isinstance(node, ast.Field)
        if not any(isinstance(each, ast.StartsFull) for each in node.visibility):
            continue
        if isinstance(node.type, ast.BagOf | ast.PileOf | ast.ListOf) and _lies_in(ctx, node.type.element) == kinds:
            indexes = [typerefs.resolve_type(ctx, each) for each in node.indexes]
            total += prod(n_values(each) for each in indexes if each is not None)
    return total


def _lies_in(ctx: Context, element: ast.Type) -> str | None:
    """The table whose things a place of `element` holds."""
    if not isinstance(element, ast.NamedType):
        return None
    node = ctx.book.declared.get(element.name.text)
    if isinstance(node, ast.Record):
        return node.on.text if node.on is not None else None
    return node.name.text if isinstance(node, ast.Cards) else None
