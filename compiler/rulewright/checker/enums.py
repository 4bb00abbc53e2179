"""Enumerations and dice: a list of values or faces, with columns about each of them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checker.cells import Column, codes_of_cell, column_type, columns_of, texts_of
from rulewright.checker.constants import constant, none_code
from rulewright.checker.context import Context
from rulewright.checker.errors.data import BadCell, MissingColumn
from rulewright.checker.errors.names import DuplicateName
from rulewright.checker.errors.wellformed import NoWeights, ValueTwice
from rulewright.checker.ranges import hull
from rulewright.checker.symbols import AttributeColumn, DieSymbol, EnumSymbol
from rulewright.checker.types import EnumType, FaceType, NumberType, OptionalType
from rulewright.checker.words import text_of
from rulewright.syntax import ast


def make_enum(ctx: Context, node: ast.Enum) -> EnumSymbol | None:
    """`enum Cult: sun, moon`, or a table whose first column are the values."""
    name = node.name.text
    if node.table is None:
        names = _distinct(ctx, list(node.values))
        return EnumSymbol(name, EnumType(name, tuple(each.text for each in names)), {}, {}, node.span)
    columns = columns_of(ctx, node.table)
    if columns is None:
        return None
    if not columns:
        ctx.report(MissingColumn(span=node.span, name=name, given="no column", needed="one with its values"))
        return None
    values: list[ast.Name] = []
    for item in columns[0].values():
        if isinstance(item, ast.Name):
            values.append(item)
        else:
            ctx.report(BadCell(
                span=item.span, what=f"`{text_of(item)}` stands", column=columns[0].name,
                needed="the values of an enumeration are names",
            ))
    names = _distinct(ctx, values)
    members = [each.text for each in names]
    row_of = [i for i, cell in enumerate(columns[0].cells) for item in cell.items if item in names]
    attributes = _attributes(ctx, columns[1:], row_of)
    texts = {
        language: tuple(column[row] for row in row_of) for language, column in texts_of(columns[1:]).items()
    }
    return EnumSymbol(name, EnumType(name, tuple(members)), attributes, texts, node.span)


def _distinct(ctx: Context, names: list[ast.Name]) -> list[ast.Name]:
    first: dict[str, ast.Name] = {}
    for name in names:
        other = first.setdefault(name.text, name)
        if other is not name:
            ctx.report(DuplicateName(span=name.span, name=name.text, also=((other.span, "here first"),)))
    return list(first.values())


def _attributes(ctx: Context, columns: Sequence[Column], row_of: list[int]) -> dict[str, AttributeColumn]:
    """Columns of values, one value for each member."""
    found: dict[str, AttributeColumn] = {}
    for column in columns:
        if column.is_text:
            continue
        values = one_code_a_row(ctx, column)
        if values is not None:
            type_, codes = values
            found[column.name] = AttributeColumn(column.name, type_, tuple(codes[row] for row in row_of))
    return found


def one_code_a_row(ctx: Context, column: Column) -> tuple[object, list[int]] | None:
    """The type of a column and its code in each row of the table, where a cell holds one value."""
    type_ = column_type(ctx, column)
    if type_ is None:
        return None
    codes: list[int] = []
    for cell in column.cells:
        found = codes_of_cell(ctx, cell, type_, column)
        if found is None:
            return None
        if len(found) > 1:
            ctx.report(BadCell(
                span=cell.span, what="several values stand", column=column.name, needed="one is needed here"
            ))
            return None
        codes += found
    return type_, codes


# ---------------------------------------------------------------- dice
def make_die(ctx: Context, node: ast.Die) -> DieSymbol | None:
    """Faces are numbers or names. `number` is what a face counts, `count` how many sides show it."""
    columns = columns_of(ctx, node.table)
    if columns is None:
        return None
    if not columns:
        ctx.report(MissingColumn(
            span=node.span, name=node.name.text, given="no column", needed="one with its faces"
        ))
        return None
    faces: list[tuple[str, int | None, int]] = []
    for row, cell in enumerate(columns[0].cells):
        for item in cell.items:
            faces += [(text, number, row) for text, number in _faces(ctx, item, columns[0])]
    names = _faces_once(ctx, node, [text for text, _, _ in faces])
    if names is None:
        return None
    by_name = {column.name: column for column in columns[1:]}
    weights = _weights(ctx, node, by_name.get("count"), [row for _, _, row in faces])
    if weights is None:
        return None
    others = [column for column in columns[1:] if column.name not in ("count", "number")]
    attributes = _attributes(ctx, others, [row for _, _, row in faces])
    numbers = _numbers(ctx, by_name.get("number"), faces)
    if numbers is None:
        return None
    attributes["number"] = numbers
    return DieSymbol(node.name.text, FaceType(node.name.text, names), weights, attributes, node.span)


def _faces(ctx: Context, item: object, column: Column) -> list[tuple[str, int | None]]:
    """The faces that an item of the first column stands for: printed form, and number where it is one."""
    match item:
        case ast.Name(text):
            return [(text, None)]
        case ast.Range(low, high):
            first, last = constant(ctx, low, "a face"), constant(ctx, high, "a face")
            if first is None or last is None:
                return []
            return [(str(number), number) for number in range(first, last + 1)]
        case ast.Number() | ast.Negative():
            number = constant(ctx, item, "a face")
            return [] if number is None else [(str(number), number)]
        case ast.Node():
            ctx.report(BadCell(
                span=item.span, what=f"`{text_of(item)}` stands", column=column.name,
                needed="a face is a number or a name",
            ))
    return []


def _faces_once(ctx: Context, node: ast.Die, names: list[str]) -> tuple[str, ...] | None:
    if not names:
        ctx.report(NoWeights(span=node.name.span, name=node.name.text, what="no faces"))
        return None
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        ctx.report(ValueTwice(span=node.name.span, table=node.name.text, value=twice))
        return None
    return tuple(names)


def _weights(ctx: Context, node: ast.Die, column: Column | None, row_of: list[int]) -> tuple[int, ...] | None:
    if column is None:
        return (1,) * len(row_of)
    found = one_code_a_row(ctx, column)
    if found is None:
        return None
    codes = found[1]
    for cell, code in zip(column.cells, codes, strict=True):
        if code < 0:
            ctx.report(BadCell(
                span=cell.span, what=f"`{code}` stands", column=column.name,
                needed="a die has no fewer than 0 sides of a kind",
            ))
            return None
    if not any(codes[row] for row in row_of):
        ctx.report(NoWeights(span=column.heading.span, name=node.name.text, what="0 sides of every face"))
        return None
    return tuple(codes[row] for row in row_of)


def _numbers(
    ctx: Context, column: Column | None, faces: list[tuple[str, int | None, int]]
) -> AttributeColumn | None:
    """The number of each face: the face itself, or what the column says; none where neither is a number."""
    written: list[int | None] = [None] * (1 + max(row for _, _, row in faces))
    if column is not None:
        for row, cell in enumerate(column.cells):
            for item in cell.items:
                code = None if isinstance(item, ast.NoneValue) else constant(ctx, item, "a cell")  # type: ignore[arg-type]
                if code is None and not isinstance(item, ast.NoneValue):
                    return None
                written[row] = code
    numbers = [number if written[row] is None else written[row] for _, number, row in faces]
    known = [number for number in numbers if number is not None]
    shown = hull(NumberType(each, each) for each in known)
    if len(known) == len(numbers):
        return AttributeColumn("number", shown, tuple(known))
    type_ = OptionalType(shown)
    codes = tuple(none_code(type_) if number is None else number for number in numbers)
    return AttributeColumn("number", type_, codes)
