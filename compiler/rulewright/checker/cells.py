"""Tables between bars: their columns, and the codes of the values in their cells.

A cell with several values stands for several rows; `expand` makes them, the first column changing slowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from rulewright.checker import comparisons
from rulewright.checker.book import Family
from rulewright.checker.constants import ANY_NUMBER, constant, none_code
from rulewright.checker.context import Context
from rulewright.checker.errors.data import BadCell, ColumnTwice, EmptyRange, RowLength, UnclearColumn
from rulewright.checker.members import meanings, name_type
from rulewright.checker.ranges import hull
from rulewright.checker.symbols import KindsSymbol
from rulewright.checker.typerefs import is_scalar, resolve_type
from rulewright.checker.types import (
    BoolType,
    KindType,
    NumberType,
    OptionalType,
    ScalarType,
    SetType,
    Type,
)
from rulewright.checker.words import counted, listed, text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

Value = ast.Domain | ast.Quoted | ast.Cite | ast.Nothing


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of a column, by row. `heading` has its name and type."""

    heading: ast.Column
    cells: tuple[ast.Cell, ...]

    @property
    def name(self) -> str:
        return self.heading.name.text

    def values(self) -> list[Value]:
        return [item for cell in self.cells for item in cell.items]

    @property
    def is_text(self) -> bool:
        """Whether only texts stand in it."""
        values = self.values()
        return bool(values) and all(isinstance(item, ast.Quoted) for item in values)


def columns_of(ctx: Context, grid: ast.Grid) -> list[Column] | None:
    """The columns of a table whose rows are as long as its heading."""
    names: dict[str, ast.Column] = {}
    right = True
    for heading in grid.columns:
        first = names.setdefault(heading.name.text, heading)
        if first is not heading:
            ctx.report(ColumnTwice(
                span=heading.name.span, name=heading.name.text, also=((first.name.span, "here first"),)
            ))
            right = False
    for row in grid.rows:
        if len(row.cells) != len(grid.columns):
            ctx.report(RowLength(span=row.span, given=counted(len(row.cells), "cell"), needed=len(grid.columns)))
            right = False
    if not right:
        return None
    return [
        Column(heading, tuple(row.cells[i] for row in grid.rows)) for i, heading in enumerate(grid.columns)
    ]


def texts_of(columns: Sequence[Column]) -> dict[str, tuple[str | None, ...]]:
    """Columns with texts: language to the text of each row of the grid."""
    return {
        column.name: tuple(
            next((item.string for item in cell.items if isinstance(item, ast.Quoted)), None)
            for cell in column.cells
        )
        for column in columns
        if column.is_text
    }


# ---------------------------------------------------------------- the type of a column
def column_type(ctx: Context, column: Column) -> ScalarType | OptionalType | None:
    """As written in the heading, or the smallest type that holds all cells."""
    if column.heading.type is not None:
        return _written(ctx, column, column.heading.type)
    names: list[ast.Name] = []
    numbers: list[NumberType] = []
    truths = has_none = False
    for item in column.values():
        match item:
            case ast.NoneValue():
                has_none = True
            case ast.Truth():
                truths = True
            case ast.Name() | ast.Index() if comparisons.is_open(ctx, item):
                names.append(item if isinstance(item, ast.Name) else item.value)  # type: ignore[arg-type]
            case ast.Quoted() | ast.Cite() | ast.Nothing():
                _bad(ctx, item, column, "this is no value", "a column holds texts only, or values only")
                return None
            case _:
                codes = _codes_of_item(ctx, item, ANY_NUMBER, column)
                if codes is None:
                    return None
                numbers.append(NumberType(min(codes), max(codes)))
    if sum((bool(names), bool(numbers), truths)) > 1:
        odd = _odd_one(column)
        _bad(ctx, odd, column, "numbers, names and yes or no are mixed", None)
        return None
    base: ScalarType | None
    if names:
        base = _enum_of(ctx, column, names)
    elif truths:
        base = BoolType()
    else:
        base = hull(numbers)
    if base is None:
        return None
    return OptionalType(base) if has_none or _has_empty(column) else base


def _has_empty(column: Column) -> bool:
    return any(not cell.items for cell in column.cells)


def _written(ctx: Context, column: Column, node: ast.Type) -> ScalarType | OptionalType | None:
    found = resolve_type(ctx, node)
    if found is None:
        return None
    if isinstance(found, OptionalType) and is_scalar(found.inner):
        return found
    if is_scalar(found):
        return found
    ctx.report(BadCell(
        span=node.span, what="this type cannot stand", column=column.name, needed="a cell holds a single value"
    ))
    return None


def _odd_one(column: Column) -> ast.Node:
    """The first value that is of another sort than the first of the column."""
    values = column.values()
    sorts = [(isinstance(item, ast.Name | ast.Index), isinstance(item, ast.Truth)) for item in values]
    return next((item for item, sort in zip(values, sorts, strict=True) if sort != sorts[0]), column.heading)


def _enum_of(ctx: Context, column: Column, names: list[ast.Name]) -> ScalarType | None:
    """The one enumeration that has all names of the column. Declared enumerations come before tables of cards, and a
    heading that is the name of a type decides.
    """
    common: list[ScalarType] | None = None
    for name in names:
        found = _meanings(ctx, name.text)
        kept = found if common is None else [each for each in common if each in found]
        if not kept:
            _no_enum(ctx, column, name, common)
            return None
        common = kept
    assert common is not None
    called = [each for each in common if _name(each).casefold() == column.name.casefold()]
    if called:
        return called[0]
    declared = [each for each in common if not isinstance(each, KindType) and not _name(each).endswith(".name")]
    if len(declared) == 1 or (not declared and _one_table(common)):
        return (declared or common)[0]
    told = listed(_name(each) for each in common)
    ctx.report(UnclearColumn(
        span=column.heading.span, column=column.name, what=f"values of several enumerations: {told}"
    ))
    return None


def _one_table(types: list[ScalarType]) -> bool:
    """Whether only one table of cards is meant: as its kinds or as the names of its rows."""
    return len({_name(each).removesuffix(".name") for each in types}) == 1


def _meanings(ctx: Context, name: str) -> list[ScalarType]:
    found = meanings(ctx, name)
    for family, owner in ctx.book.members.get(name, ()):
        kinds = ctx.symbol(owner) if family is Family.KIND and owner not in ctx.in_progress else None
        if isinstance(kinds, KindsSymbol) and name_type(kinds) not in found:
            found.append(name_type(kinds))
    return found


def _name(type_: ScalarType) -> str:
    return str(getattr(type_, "name", getattr(type_, "die", "Player")))


def _no_enum(ctx: Context, column: Column, name: ast.Name, common: list[ScalarType] | None) -> None:
    """No enumeration has all of them: then `name` is unknown, or from another one than those before."""
    known = [each for type_ in common or () for each in getattr(type_, "members", ())]
    near = nearest(name.text, known or ctx.book.members)
    what = f"of no enumeration that is declared: `{name.text}`" if common is None else (
        f"not all from one enumeration: `{name.text}` is no value of {listed(_name(each) for each in common)}"
    )
    ctx.report(UnclearColumn(span=name.span, column=column.name, what=what, nearest=near))


# ---------------------------------------------------------------- codes
def codes_of_cell(
    ctx: Context, cell: ast.Cell, type_: ScalarType | OptionalType, column: Column
) -> list[int] | None:
    """The codes of the values in a cell, in order; an empty cell is none."""
    if not cell.items:
        if isinstance(type_, OptionalType):
            return [none_code(type_)]
        ctx.report(BadCell(
            span=cell.span, what="nothing stands", column=column.name, needed="each row needs a value here"
        ))
        return None
    codes: list[int] = []
    for item in cell.items:
        found = _codes_of_item(ctx, item, type_, column)
        if found is None:
            return None
        codes += found
    return codes


def _codes_of_item(ctx: Context, item: Value, type_: Type, column: Column) -> list[int] | None:
    place = f"the column `{column.name}`"
    match item:
        case ast.Quoted() | ast.Cite() | ast.Nothing() | ast.TurnOrder():
            _bad(ctx, item, column, "this is no value", None)
            return None
        case ast.Range(low, high):
            first = constant(ctx, low, "a cell", type_, place=place)
            last = constant(ctx, high, "a cell", type_, place=place)
            if first is None or last is None:
                return None
            if first > last:
                ctx.report(EmptyRange(span=item.span, low=first, high=last))
                return None
            ctx.types[id(item)] = SetType(NumberType(first, last))
            return list(range(first, last + 1))
        case _:
            code = constant(ctx, item, "a cell", type_, place=place)
            return None if code is None else [code]


def _bad(ctx: Context, item: ast.Node, column: Column, needed: str, hint: str | None) -> None:
    ctx.report(BadCell(
        span=item.span, what=f"`{text_of(item)}` stands", column=column.name, needed=needed, hint=hint
    ))


def expand(rows: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, tuple[int, ...]]]:
    """Each row of cells with several codes as rows with one code a cell, with the number of the row it comes from."""
    return [(number, combined) for number, row in enumerate(rows) for combined in product(*row)]
