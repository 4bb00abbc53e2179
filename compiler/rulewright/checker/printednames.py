"""`words`: how names of the rulebook are printed. Each row is about a name that stands somewhere in it, once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.checker.context import Context
from rulewright.checker.errors.data import BadCell
from rulewright.checker.errors.lint import WordsForNothing
from rulewright.checker.errors.names import DuplicateName
from rulewright.checker.reach import nodes_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

FIRST = "name"
_LANGUAGE = re.compile(r"[a-z]{2}")


def check_printed_names(ctx: Context) -> None:
    """All tables of words of a rulebook together."""
    tables = [item for item in ctx.book.items if isinstance(item, ast.Words)]
    if not tables:
        return
    others = tuple(item for item in ctx.book.items if not isinstance(item, ast.Words))
    known = {node.text for node in nodes_of(others) if isinstance(node, ast.Name)}
    seen: dict[str, ast.Name] = {}
    for each in tables:
        _check_columns(ctx, each.table)
        for row in each.table.rows:
            _check_row(ctx, each.table.columns, row, known, seen)


def _check_columns(ctx: Context, table: ast.Grid) -> None:
    for number, column in enumerate(table.columns):
        name = column.name.text
        if (name == FIRST) if number == 0 else _LANGUAGE.fullmatch(name):
            continue
        needed = f"the first column is called `{FIRST}`" if number == 0 else "it holds the texts of a language"
        ctx.report(BadCell(
            span=column.span, what=f"`{name}`", column=name, needed=needed, hint="`| name | en | de |`"
        ))


def _check_row(
    ctx: Context, columns: tuple[ast.Column, ...], row: ast.Row, known: set[str], seen: dict[str, ast.Name]
) -> None:
    if not row.cells:
        return
    first, *texts = row.cells
    name = first.items[0] if len(first.items) == 1 else None
    if not isinstance(name, ast.Name):
        ctx.report(BadCell(span=first.span, what=f"`{first.span.text}`", column=FIRST, needed="one name in each row"))
        return
    if name.text not in known:
        ctx.report(WordsForNothing(span=name.span, name=name.text, nearest=nearest(name.text, known)))
    before = seen.setdefault(name.text, name)
    if before is not name:
        also = ((before.span, "declared here first"),)
        ctx.report(DuplicateName(span=name.span, name=name.text, also=also))
    for column, cell in zip(columns[1:], texts, strict=False):
        if len(cell.items) > 1 or not all(isinstance(item, ast.Quoted) for item in cell.items):
            needed = "a text between quotation marks, or nothing"
            ctx.report(BadCell(span=cell.span, what=f"`{cell.span.text}`", column=column.name.text, needed=needed))


def printed_names(items: Sequence[ast.Item], language: str) -> dict[str, str]:
    """How names are printed in a language, where a row says so; the rulebook must be right."""
    return names_by_language(items).get(language, {})


def names_by_language(items: Sequence[ast.Item]) -> dict[str, dict[str, str]]:
    """The same for every language that has a column."""
    found: dict[str, dict[str, str]] = {}
    for item in items:
        if not isinstance(item, ast.Words):
            continue
        for row in item.table.rows:
            for column, cell in zip(item.table.columns[1:], row.cells[1:], strict=False):
                if cell.items and isinstance(cell.items[0], ast.Quoted):
                    found.setdefault(column.name.text, {})[row.cells[0].span.text] = cell.items[0].string
    return found
