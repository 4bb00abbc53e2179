"""Scopes: smaller instances of a game. What they set and keep must be there, whichever instance is being checked."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.constants import constant
from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.kinds import is_row, type_to_set
from rulewright.checker.notes import check_notes
from rulewright.checker.params import start_codes
from rulewright.checker.symbols import KindsSymbol, ParamSymbol
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def check_scope(ctx: Context, node: ast.Scope) -> None:
    check_notes(ctx, node.notes)
    for sets in node.sets:
        check_sets(ctx, sets)
    for keeps in node.keeps:
        _check_keeps(ctx, keeps)


def check_sets(ctx: Context, node: ast.Sets) -> None:
    """`sets PARAM to ..`, or `sets COLUMN of ROW to ..`."""
    name = node.name.text
    symbol = ctx.symbol(name, node.name)
    if isinstance(symbol, ParamSymbol):
        ctx.refs[id(node.name)] = symbol
        if node.of is None:
            start_codes(ctx, node.value, symbol.type, list(symbol.index), f"`{name}`", "a param")
        elif len(symbol.index) == 1:
            constant(ctx, node.of, "an entry", symbol.index[0])
            constant(ctx, node.value, "a param", symbol.type, place=f"`{name}`")
        return
    if symbol is None and name in ctx.book.declared:
        return
    if node.of is None:
        near = nearest(name, ctx.book.all_of(ast.Param))
        ctx.report(UnknownReference(span=node.name.span, what="param", name=name, nearest=near))
        return
    _check_cell(ctx, node, node.of)


def _check_cell(ctx: Context, node: ast.Sets, of: ast.Expr) -> None:
    base = of.value if isinstance(of, ast.Index) else of
    row = base.text if isinstance(base, ast.Name) else ""
    tables = [ctx.symbol(name) for name in ctx.book.all_of(ast.Cards)]
    kinds = next((each for each in tables if isinstance(each, KindsSymbol) and row in each.rows), None)
    if kinds is None:
        known = [name for each in tables if isinstance(each, KindsSymbol) for name in each.rows]
        ctx.report(UnknownReference(span=base.span, what="row", name=row, nearest=nearest(row, known)))
        return
    column = kinds.attributes.get(node.name.text)
    if column is None or column.name == "name":
        known = [name for name in kinds.attributes if name != "name"]
        ctx.report(UnknownReference(
            span=node.name.span, what="column", name=node.name.text, where=f" in `{kinds.name}`",
            nearest=nearest(node.name.text, known),
        ))
        return
    if isinstance(of, ast.Index):
        expressions.check(ctx, of, kinds.type)
    type_ = type_to_set(ctx, kinds.name, column)
    constant(ctx, node.value, "a cell", type_, place=f"the column `{column.name}`")


def _check_keeps(ctx: Context, node: ast.Keeps) -> None:
    kinds = ctx.symbol(node.of.text, node.of)
    if not isinstance(kinds, KindsSymbol):
        if kinds is not None or node.of.text not in ctx.book.declared:
            near = nearest(node.of.text, ctx.book.all_of(ast.Cards))
            ctx.report(UnknownReference(
                span=node.of.span, what="table of cards or pieces", name=node.of.text, nearest=near
            ))
        return
    ctx.refs[id(node.of)] = kinds
    for each in node.kinds:
        if is_row(ctx, kinds, each) and isinstance(each, ast.Index):
            expressions.check(ctx, each, kinds.type)
