"""Scopes: smaller instances of a game. What they set and keep must be there, whichever instance is being checked."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.configured import column_to_vary, find_column, is_row, type_to_set
from rulewright.checker.constants import constant
from rulewright.checker.context import Context
from rulewright.checker.errors.data import CannotVary
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.notes import check_notes
from rulewright.checker.params import start_codes
from rulewright.checker.symbols import KindsSymbol, ParamSymbol
from rulewright.checker.varied import varied_range
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def check_scope(ctx: Context, node: ast.Scope) -> None:
    check_notes(ctx, node.notes)
    for sets in node.sets:
        check_sets(ctx, sets)
    open_already: set[tuple[str, str]] = set()
    for varies in node.varies:
        _check_varies(ctx, varies)
        named = (varies.name.text, "" if varies.of is None else text_of(varies.of))
        if named in open_already:
            ctx.report(CannotVary(span=varies.span, name=varies.name.text, why="this scope leaves it open already"))
        open_already.add(named)
    for keeps in node.keeps:
        _check_keeps(ctx, keeps)


def check_sets(ctx: Context, node: ast.Sets) -> None:
    """`sets PARAM to ..`, or `sets COLUMN of ROW to ..`."""
    name = node.name.text
    symbol = ctx.symbol(name, node.name)
    if isinstance(symbol, ParamSymbol):
        ctx.refs[id(node.name)] = symbol
        if node.of is None:
            start_codes(ctx, node.value, symbol.declared, list(symbol.index), f"`{name}`", "a param")
        elif len(symbol.index) == 1:
            constant(ctx, node.of, "an entry", symbol.index[0])
            constant(ctx, node.value, "a param", symbol.declared, place=f"`{name}`")
        return
    if node.of is None:
        _report_no_param(ctx, node.name)
        return
    kinds = _table_of(ctx, node.of)
    column = None if kinds is None else find_column(ctx, kinds, node.name)
    if kinds is not None and column is not None:
        type_ = type_to_set(ctx, kinds.name, column)
        constant(ctx, node.value, "a cell", type_, place=f"the column `{column.name}`")


def _check_varies(ctx: Context, node: ast.Varies) -> None:
    """`varies PARAM in ..`, or `varies COLUMN of TABLE in ..`."""
    if node.of is not None:
        kinds = _table_of(ctx, node.of)
        if kinds is not None:
            column_to_vary(ctx, kinds, node)
        return
    symbol = ctx.symbol(node.name.text, node.name)
    if isinstance(symbol, ParamSymbol):
        ctx.refs[id(node.name)] = symbol
        varied_range(ctx, node, symbol.declared)
    else:
        _report_no_param(ctx, node.name)


def _report_no_param(ctx: Context, name: ast.Name) -> None:
    if ctx.symbol(name.text) is None and name.text in ctx.book.declared:
        return  # its declaration is wrong, and that is told
    near = nearest(name.text, ctx.book.all_of(ast.Param))
    ctx.report(UnknownReference(span=name.span, what="param", name=name.text, nearest=near))


def _table_of(ctx: Context, of: ast.Expr) -> KindsSymbol | None:
    """The cards or pieces of `TABLE`, `ROW` or `ROW[..]`; if there are none of that name, it is told."""
    base = of.value if isinstance(of, ast.Index) else of
    name = base.text if isinstance(base, ast.Name) else ""
    tables = [ctx.symbol(each) for each in ctx.book.all_of(ast.Cards)]
    known = [each for each in tables if isinstance(each, KindsSymbol)]
    kinds = next((each for each in known if name == each.name or name in each.rows), None)
    if kinds is None:
        rows = [row for each in known for row in each.rows]
        ctx.report(UnknownReference(span=base.span, what="row", name=name, nearest=nearest(name, rows)))
    elif isinstance(of, ast.Index):
        expressions.check(ctx, of, kinds.type)
    return kinds


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
