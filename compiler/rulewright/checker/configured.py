"""Cards and pieces in one instance of the game: cells that variants and the scope set, kinds that it keeps, columns
that it leaves open.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.checker import expressions
from rulewright.checker.constants import constant
from rulewright.checker.context import Context
from rulewright.checker.errors.data import CannotVary
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.ranges import hull
from rulewright.checker.symbols import AttributeColumn, KindsSymbol
from rulewright.checker.types import NumberType, Type
from rulewright.checker.varied import Interval, varied_range
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def configured(ctx: Context, symbol: KindsSymbol) -> KindsSymbol:
    """With what the scope and the variants set, without copies of what is not kept."""
    copies = list(symbol.copies)
    attributes = dict(symbol.attributes)
    ctx.symbols[symbol.name] = symbol  # `c[sun, 1]` in the lines below names a kind of it
    for keeps in ctx.book.keeps:
        if keeps.of.text == symbol.name:
            copies = _kept(ctx, symbol, keeps, copies)
    for each in ctx.book.sets:
        if each.of is None or not _is_about(ctx, each.name, each.of, symbol):
            continue
        codes = _kinds_named(ctx, symbol, each.of)
        column = find_column(ctx, symbol, each.name)
        if not codes or column is None:
            continue
        column = attributes[column.name]
        type_ = type_to_set(ctx, symbol.name, column)
        value = constant(ctx, each.value, "a cell", type_, place=f"the column `{column.name}`")
        if value is None:
            continue
        if column.name == "copies":
            copies = [value if code in codes else n for code, n in enumerate(copies)]
        values = tuple(value if code in codes else old for code, old in enumerate(column.values))
        widened = hull(NumberType(n, n) for n in values) if type_ != column.type else column.type
        attributes[column.name] = AttributeColumn(column.name, widened, values)
    for varies in ctx.book.varies:
        if varies.of is not None and _is_about(ctx, varies.name, varies.of, symbol):
            found = column_to_vary(ctx, symbol, varies)
            if found is not None:
                codes = _kinds_named(ctx, symbol, varies.of)
                attributes[found[0].name] = _varied(attributes[found[0].name], codes, found[1])
    attributes["copies"] = AttributeColumn(
        "copies", hull(NumberType(n, n) for n in copies), tuple(copies)
    )
    return replace(symbol, copies=tuple(copies), attributes=attributes)


def find_column(ctx: Context, symbol: KindsSymbol, name: ast.Name) -> AttributeColumn | None:
    """A column that may be set; if there is none of that name, it is told."""
    column = symbol.attributes.get(name.text)
    if column is not None and column.name != "name":
        return column
    known = [each for each in symbol.attributes if each != "name"]
    ctx.report(UnknownReference(
        span=name.span, what="column", name=name.text, where=f" in `{symbol.name}`", nearest=nearest(name.text, known),
    ))
    return None


def type_to_set(ctx: Context, table: str, column: AttributeColumn) -> Type:
    """What a cell may be set to: as the heading says; a column that found its range by itself grows with its cells."""
    node = ctx.book.declared[table]
    headings = node.table.columns if isinstance(node, ast.Cards) else ()
    written = any(each.name.text == column.name and each.type is not None for each in headings)
    if written or not isinstance(column.type, NumberType):
        return column.type  # type: ignore[return-value]
    return NumberType(0 if column.name == "copies" else -(10**6), 10**6)


def column_to_vary(
    ctx: Context, symbol: KindsSymbol, node: ast.Varies
) -> tuple[AttributeColumn, Interval] | None:
    """A column of the table, and how far its cells may vary; None, and a report, if it cannot."""
    column = find_column(ctx, symbol, node.name)
    if column is None:
        return None
    if column.name == "copies":
        ctx.report(CannotVary(
            span=node.name.span, name=column.name, why="how many cards there are is fixed in each game",
            hint="`sets copies of ... to ...` in a scope makes another deck",
        ))
        return None
    type_ = column.type if node.domain is None else type_to_set(ctx, symbol.name, column)
    found = varied_range(ctx, node, type_)  # type: ignore[arg-type]
    return None if found is None else (column, found)


def _varied(column: AttributeColumn, codes: list[int], interval: Interval) -> AttributeColumn:
    """The column with some cells open. Those keep their values as the ordinary ones, where these are in the range."""
    lo, hi = interval
    values = tuple(
        min(max(value, lo), hi) if code in codes else value for code, value in enumerate(column.values)
    )
    before = column.varies or tuple((value, value) for value in column.values)
    varies = tuple(interval if code in codes else fixed for code, fixed in enumerate(before))
    type_ = column.type
    if isinstance(type_, NumberType):
        type_ = hull(NumberType(least, most) for least, most in varies)
    return AttributeColumn(column.name, type_, values, varies)


def _kept(ctx: Context, symbol: KindsSymbol, keeps: ast.Keeps, copies: list[int]) -> list[int]:
    wanted: set[int] = set()
    for each in keeps.kinds:
        if is_row(ctx, symbol, each):
            wanted.update(_kinds_named(ctx, symbol, each))
    return [n if code in wanted else 0 for code, n in enumerate(copies)]


def is_row(ctx: Context, symbol: KindsSymbol, kept: ast.Expr) -> bool:
    """Whether what a scope keeps is `ROW` or `ROW[...]` of this table; if not, it is told."""
    row = kept.value if isinstance(kept, ast.Index) else kept
    if isinstance(row, ast.Name) and row.text in symbol.rows:
        return True
    name = row.text if isinstance(row, ast.Name) else text_of(row)
    ctx.report(UnknownReference(
        span=row.span, what="row", name=name, where=f" in `{symbol.name}`", nearest=nearest(name, symbol.rows),
    ))
    return False


def _is_about(ctx: Context, name: ast.Name, of: ast.Expr, symbol: KindsSymbol) -> bool:
    """Whether `COLUMN of ROW`, or `COLUMN of TABLE`, means this table."""
    base = of.value if isinstance(of, ast.Index) else of
    if not isinstance(base, ast.Name) or name.text in ctx.book.declared:
        return False
    return base.text in symbol.rows or base.text == symbol.name


def _kinds_named(ctx: Context, symbol: KindsSymbol, of: ast.Expr) -> list[int]:
    """The kinds that a row, `ROW[..]` or the name of the table stands for."""
    if isinstance(of, ast.Name):
        return [code for code, row in enumerate(symbol.rows) if of.text in (row, symbol.name)]
    found = expressions.check(ctx, of, symbol.type)
    code = ctx.constants.get(id(of))
    return [] if found is None or code is None else [code]
