"""Cards, pieces, dice, enumerations with columns and tables, as tables that are printed.

Columns that only hold printed names become the names in the first column; of results in several languages one is
printed; a column of copies is left out where every
row has one copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.checker.symbols import DieSymbol, EnumSymbol, KindsSymbol, TableSymbol
from rulewright.checker.types import BoolType, EnumType, FaceType, KindType, OptionalType, PlayerType
from rulewright.syntax import ast
from rulewright_sphinx.book.model import Badge, OpenGap, Piece, Sentence, Table, plain
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.saying import capital, player_words, said
from rulewright_sphinx.book.walk import cites_in
from rulewright_sphinx.book.wording import LANGUAGES

Declared = ast.Cards | ast.Enum | ast.Die | ast.Table


def table_of(
    reader: Reader, item: Declared, badges: tuple[Badge, ...] = (), gaps: tuple[OpenGap, ...] = ()
) -> Table | None:
    """The table of a declaration; None for an enumeration that is a plain list."""
    if item.table is None:
        return None
    name = item.name.text
    kind = _kind(item)
    columns = _columns(reader, item, item.table)
    rows = [
        tuple(_cell(reader, owner, cell, first=number == 0) for number, owner, cell in _cells(item, row, columns))
        for row in item.table.rows
    ]
    names = tuple(_row_name(row) for row in item.table.rows)
    is_named = isinstance(item, ast.Cards | ast.Enum | ast.Die)
    return Table(
        name=name,
        anchor=anchor_of("table", name),
        kind=kind,
        words=reader.named(name),
        caption=reader.sentence(item.notes.texts),
        columns=tuple(heading for _, heading, _ in columns),
        numeric=tuple(_is_numeric(row[i] for row in rows if i < len(row)) for i in range(len(columns))),
        rows=tuple(rows),
        row_names=tuple(f"{name}.{one}" for one in names) if is_named else (),
        row_anchors=tuple(anchor_of("row", name, one) for one in names) if is_named else (),
        cites=cites_in(item),
        badges=badges,
        gaps=gaps,
    )


_Column = tuple[int, str, str]  # where it stands in the rulebook, its heading, what its values belong to


def _kind(item: Declared) -> str:
    match item:
        case ast.Cards(noun=noun):
            return str(noun)
        case ast.Enum():
            return "enum"
        case ast.Die():
            return "die"
        case ast.Table():
            return "table"


def _columns(reader: Reader, item: Declared, grid: ast.Grid) -> list[_Column]:
    symbol = reader.book.symbols.get(item.name.text)
    columns = []
    spoken = [column.name.text for column in grid.columns if column.name.text in LANGUAGES]
    language = next((one for one in (reader.language, *LANGUAGES) if one in spoken), "")
    for number, column in enumerate(grid.columns):
        name = column.name.text
        cells = [row.cells[number] for row in grid.rows if number < len(row.cells)]
        if number and isinstance(item, ast.Cards | ast.Enum | ast.Die) and _holds_texts(cells):
            continue
        if isinstance(item, ast.Table) and name in spoken and _holds_texts(cells):
            if name == language:
                columns.append((number, reader.wording.result_column, ""))
            continue
        if name == "copies" and all(_text(cell) == "1" for cell in cells):
            continue
        heading = item.name.text if number == 0 and isinstance(item, ast.Cards | ast.Enum) else name
        columns.append((number, _heading(reader, item, number, heading), _owner(symbol, number, name)))
    return columns


def _heading(reader: Reader, item: Declared, number: int, name: str) -> str:
    if isinstance(item, ast.Table) and number == len(item.table.columns) - 1 and name == "effect":
        return reader.wording.effect_column
    fixed = {
        "face": reader.wording.face_column,
        "result": reader.wording.result_column,
        "copies": reader.wording.count,
        "count": reader.wording.count,
    }
    return capital(reader.words.get(name) or fixed.get(name) or reader.named(name))


def _owner(symbol: object, number: int, name: str) -> str:
    """The declaration whose values a column holds, so that they get their printed names."""
    match symbol:
        case KindsSymbol() | EnumSymbol() | DieSymbol():
            if number == 0:
                return symbol.name
            column = symbol.attributes.get(name)
            return _owner_of_type(column.type) if column is not None else ""
        case TableSymbol(keys=keys, result=result):
            types = [*keys, *([result] if result is not None else [])]
            return _owner_of_type(types[number]) if number < len(types) else ""
        case _:
            return ""


def _owner_of_type(kind: object) -> str:
    match kind:
        case EnumType(name=name) | KindType(name=name):
            return name.removesuffix(".name")
        case FaceType(die=name):
            return name
        case OptionalType(inner=inner):
            return _owner_of_type(inner)
        case PlayerType():
            return "Player"
        case BoolType():
            return "yes or no"
        case _:
            return ""


def _cells(item: Declared, row: ast.Row, columns: list[_Column]) -> Iterable[tuple[int, str, ast.Cell]]:
    for number, _, owner in columns:
        if number < len(row.cells):
            yield number, owner, row.cells[number]


def _cell(reader: Reader, owner: str, cell: ast.Cell, *, first: bool) -> Sentence:
    pieces: list[Piece] = []
    for item in cell.items:
        if pieces:
            pieces.append(Piece(", "))
        pieces += _value(reader, owner, item, first=first)
    return tuple(pieces)


def _value(reader: Reader, owner: str, item: ast.CellItem, *, first: bool) -> Sentence:
    match item:
        case ast.Quoted(string=text):
            return (Piece(text),)
        case ast.Nothing():
            return (Piece(reader.wording.nothing),)
        case ast.NoneValue():
            return (Piece("–"),)
        case ast.Cite(passage=passage):
            return (Piece(passage),)
        case ast.Truth(value=value):
            return (Piece(reader.wording.yes if value else reader.wording.no),)
        case ast.Number(value=number):
            return (Piece(str(number)),)
        case ast.Negative():
            return (Piece(said(reader, item)),)
        case ast.Range(low=low, high=high):
            return (Piece(f"{said(reader, low)}\N{EN DASH}{said(reader, high)}"),)
        case ast.Name(text=text) if owner and (owner, text) in reader.printed:
            term = "" if first else f"{owner}.{text}"
            return (Piece(reader.printed[owner, text], term=term if term in reader.terms.values() else ""),)
        case ast.Name(text=text) if owner:
            return (Piece(player_words(reader, text) if owner == "Player" else reader.named(text)),)
        case ast.Call(function=ast.Name(text=name)):
            procedure = next(
                (one for one in reader.book.items if isinstance(one, ast.Procedure) and one.name.text == name), None
            )
            says = reader.sentence(procedure.block.notes.texts) if procedure is not None else ()
            return says or (Piece(capital(reader.named(name))),)
        case _:
            return (Piece(said(reader, item)),)


def _holds_texts(cells: list[ast.Cell]) -> bool:
    """Whether a column holds printed names and nothing else."""
    items = [item for cell in cells for item in cell.items]
    texts = [item for item in items if isinstance(item, ast.Quoted)]
    return bool(texts) and all(isinstance(item, ast.Quoted | ast.NoneValue) for item in items)


def _row_name(row: ast.Row) -> str:
    return _text(row.cells[0]) if row.cells else ""


def _text(cell: ast.Cell) -> str:
    return ", ".join(item.span.text for item in cell.items)


def _is_numeric(cells: Iterable[Sentence]) -> bool:
    texts = [plain(cell) for cell in cells]
    return bool(texts) and all(text.strip("\N{MINUS SIGN}0123456789\N{EN DASH}, ") == "" for text in texts)
