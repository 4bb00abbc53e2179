"""Cards and pieces: each row of their table is a kind of thing, or several kinds where a cell holds several values.

Kinds of one row are named by the values that tell them apart: `altar[sun]`, `spell[fire, 3]`.
"""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.cells import Column, codes_of_cell, column_type, columns_of, expand, texts_of
from rulewright.checker.configured import configured
from rulewright.checker.context import Context
from rulewright.checker.errors.data import BadCell, MissingColumn
from rulewright.checker.errors.wellformed import KindTwice
from rulewright.checker.ranges import hull, n_values
from rulewright.checker.symbols import AttributeColumn, KindsSymbol
from rulewright.checker.types import (
    BoolType,
    EnumType,
    FaceType,
    KindType,
    NumberType,
    OptionalType,
    PlayerType,
    ScalarType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast


def make_kinds(ctx: Context, node: ast.Cards) -> KindsSymbol | None:
    columns = columns_of(ctx, node.table)
    if columns is None:
        return None
    if not columns or not columns[0].cells:
        ctx.report(MissingColumn(
            span=node.span, name=node.name.text, given="no rows", needed="a row for each kind"
        ))
        return None
    names = [_row_name(ctx, cell, columns[0]) for cell in columns[0].cells]
    typed = _typed_columns(ctx, columns[1:])
    if typed is None or None in names:
        return None
    cells = _codes(ctx, typed, len(names))
    if cells is None:
        return None
    rows = expand(cells)
    row_names = tuple(str(names[number]) for number, _ in rows)
    table = {
        column.name: (type_, [codes[i] for _, codes in rows]) for i, (column, type_) in enumerate(typed)
    }
    members = _members(ctx, node, row_names, table)
    if members is None:
        return None
    kind = KindType(node.name.text, members)
    copies = table.pop("copies")[1] if "copies" in table else [1] * len(rows)
    symbol = _symbol(node, kind, row_names, copies, table, columns, [number for number, _ in rows])
    return configured(ctx, symbol)


def _row_name(ctx: Context, cell: ast.Cell, column: Column) -> str | None:
    if len(cell.items) == 1 and isinstance(cell.items[0], ast.Name):
        return cell.items[0].text
    ctx.report(BadCell(
        span=cell.span, what="this stands", column=column.name, needed="a row begins with its name"
    ))
    return None


def _typed_columns(
    ctx: Context, columns: list[Column]
) -> list[tuple[Column, ScalarType | OptionalType]] | None:
    typed = [(column, column_type(ctx, column)) for column in columns if not column.is_text]
    found = [(column, type_) for column, type_ in typed if type_ is not None]
    return found if len(found) == len(typed) else None


def _codes(
    ctx: Context, typed: list[tuple[Column, ScalarType | OptionalType]], n_rows: int
) -> list[list[list[int]]] | None:
    rows: list[list[list[int]]] = [[] for _ in range(n_rows)]
    right = True
    for column, type_ in typed:
        for row, cell in zip(rows, column.cells, strict=True):
            found = codes_of_cell(ctx, cell, type_, column)
            if found is not None and column.name == "copies" and (len(found) > 1 or found[0] < 0):
                ctx.report(BadCell(
                    span=cell.span, what="this stands", column="copies", needed="it needs one number, 0 or more"
                ))
                found = None
            right = right and found is not None
            row.append(found or [])
    return rows if right else None


def _members(
    ctx: Context, node: ast.Cards, rows: tuple[str, ...], table: dict[str, tuple[ScalarType | OptionalType, list[int]]]
) -> tuple[str, ...] | None:
    """The printed form of each kind."""
    groups: dict[str, list[int]] = {}
    for code, name in enumerate(rows):
        groups.setdefault(name, []).append(code)
    members = list(rows)
    for name, codes in groups.items():
        telling = [
            (type_, values)
            for column, (type_, values) in table.items()
            if column != "copies" and len({values[code] for code in codes}) > 1
        ]
        for code in codes if len(codes) > 1 else ():
            told = ", ".join(printed(type_, values[code]) for type_, values in telling)
            members[code] = f"{name}[{told}]"
        if len({members[code] for code in codes}) < len(codes):
            cells = [row.cells[0] for row in node.table.rows if row.cells]
            span = [cell.span for cell in cells if text_of(cell).strip() == name][-1:] or [node.name.span]
            ctx.report(KindTwice(span=span[0], table=node.name.text, name=name))
            return None
    return tuple(members)


def printed(type_: Type, code: int) -> str:
    """A value of a scalar type as it is written."""
    match type_:
        case OptionalType(inner):
            return "none" if code == expressions.least(inner) + n_values(inner) else printed(inner, code)
        case BoolType():
            return "yes" if code else "no"
        case EnumType() | PlayerType() | KindType() | FaceType():
            return type_.members[code]
    return str(code)


def _symbol(
    node: ast.Cards,
    kind: KindType,
    rows: tuple[str, ...],
    copies: list[int],
    table: dict[str, tuple[ScalarType | OptionalType, list[int]]],
    columns: list[Column],
    grid_row: list[int],
) -> KindsSymbol:
    distinct = tuple(dict.fromkeys(rows))
    attributes = {
        "name": AttributeColumn(
            "name", EnumType(f"{kind.name}.name", distinct), tuple(distinct.index(row) for row in rows)
        )
    }
    for name, (type_, values) in table.items():
        attributes[name] = AttributeColumn(name, type_, tuple(values))
    attributes["copies"] = AttributeColumn(
        "copies", hull(NumberType(n, n) for n in copies), tuple(copies)
    )
    texts = {
        language: tuple(texts[row] for row in grid_row) for language, texts in texts_of(columns[1:]).items()
    }
    return KindsSymbol(
        kind.name, kind, rows, tuple(copies), attributes, attributes, texts, node.noun, node.notes, node.span
    )
