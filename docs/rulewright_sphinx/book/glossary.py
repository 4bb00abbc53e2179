"""The words of a game, each with what it means and the numbers of the rules that use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.checker.symbols import AttributeColumn, DieSymbol, EnumSymbol, KindsSymbol, ReadingSymbol
from rulewright.checker.types import BoolType, EnumType, FaceType, KindType, OptionalType
from rulewright.syntax import ast
from rulewright_sphinx.book.model import Area, Chapter, Entry, NumberedRule, Piece, Sentence, Table
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.saying import capital


def glossary_of(reader: Reader, chapters: tuple[Chapter, ...], areas: tuple[Area, ...]) -> tuple[Entry, ...]:
    """Cards, pieces, values and faces, and the places on the table, by the alphabet."""
    used = _uses(chapters)
    entries = [*_values(reader, used), *_areas(reader, areas)]
    entries.sort(key=lambda entry: (_sorted_as(entry.term), entry.name))
    return tuple(entries)


def _values(reader: Reader, used: Mapping[str, tuple[str, ...]]) -> Iterator[Entry]:
    readings = {one.name for one in reader.book.symbols.values() if isinstance(one, ReadingSymbol)}
    for symbol in reader.book.symbols.values():
        match symbol:
            case KindsSymbol(rows=rows, attributes=attributes):
                members = tuple(dict.fromkeys(rows))
                where = {name: [i for i, row in enumerate(rows) if row == name] for name in members}
            case EnumSymbol(type=EnumType(members=members), attributes=attributes) if symbol.name not in readings:
                where = {name: [i] for i, name in enumerate(members)}
            case DieSymbol(type=FaceType(members=faces), attributes=attributes):
                members = tuple(face for face in faces if not face.lstrip("-").isdigit())
                where = {name: [faces.index(name)] for name in members}
            case _:
                continue
        for member in members:
            name = f"{symbol.name}.{member}"
            yield Entry(
                term=reader.value(symbol.name, member),
                name=name,
                anchor=anchor_of("term", name),
                meaning=_meaning(reader, symbol.name, attributes, where[member]),
                rules=used.get(name, ()),
            )


def _meaning(
    reader: Reader, owner: str, attributes: Mapping[str, AttributeColumn], codes: list[int]
) -> Sentence:
    parts = [capital(reader.named(owner))]
    written = _columns(reader, owner)
    for column in attributes.values():
        if column.name not in written or column.name in ("name", "copies"):
            continue
        values = dict.fromkeys(_value(reader, column.type, column.values[code]) for code in codes)
        shown = [one for one in values if one]
        if shown:
            parts.append(f"{reader.named(column.name)} {', '.join(shown)}")
    return (Piece("; ".join(parts)),)


def _columns(reader: Reader, owner: str) -> set[str]:
    """The columns that a table has in the rulebook; others are only there for the engines."""
    for item in reader.book.items:
        if isinstance(item, ast.Cards | ast.Enum | ast.Die) and item.name.text == owner and item.table is not None:
            return {column.name.text for column in item.table.columns}
    return set()


def _value(reader: Reader, kind: object, code: int) -> str:
    match kind:
        case OptionalType(inner=inner):
            n = len(getattr(inner, "members", ()))
            return "" if n and code >= n else _value(reader, inner, code)
        case EnumType(name=name, members=members) | KindType(name=name, members=members):
            return reader.value(name, members[code])
        case FaceType(die=name, members=members):
            return reader.value(name, members[code])
        case BoolType():
            return reader.wording.yes if code else reader.wording.no
        case _:
            return str(code)


def _areas(reader: Reader, areas: tuple[Area, ...]) -> Iterator[Entry]:
    seen_by = reader.wording.seen_by[:1].lower() + reader.wording.seen_by[1:]
    for area in areas:
        meaning = (Piece(f"{area.holds}; {seen_by}: {area.seen}"),)
        yield Entry(area.name, area.anchor, area.anchor.replace("area-", "term-area-"), meaning)


def _uses(chapters: tuple[Chapter, ...]) -> dict[str, tuple[str, ...]]:
    """For each term the numbers of the rules in whose sentences it stands."""
    found: dict[str, dict[str, None]] = {}
    for chapter in chapters:
        for block in chapter.blocks:
            if isinstance(block, NumberedRule):
                sentences = [block.text, *(line.text for line in (*block.buts, *block.parts))]
                number = block.number
            elif isinstance(block, Table):
                sentences, number = [block.caption], chapter.number
            else:
                continue
            for piece in (piece for sentence in sentences for piece in sentence):
                if piece.term:
                    found.setdefault(piece.term, {})[number] = None
    return {term: tuple(numbers) for term, numbers in found.items()}


def _sorted_as(term: str) -> str:
    """German letters where a reader looks for them."""
    table = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
    return term.casefold().translate(table)
