"""What belongs to a game: things in the box, and the places where they lie."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checker.symbols import CheckedBook, DieSymbol, KindsSymbol, StateSymbol
from rulewright.checker.types import BagType, EnumType, KindType, ListType, OptionalType, PlayerType, SetType, ThingType
from rulewright.syntax import ast
from rulewright_sphinx.book.model import Area, Component, OpenGap, Piece, Sentence
from rulewright_sphinx.book.openness import gaps_in
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.saying import capital
from rulewright_sphinx.book.walk import descendants


def components_of(reader: Reader) -> tuple[Component, ...]:
    """Cards, pieces and dice, with how many there are."""
    return tuple(_components(reader))


def _components(reader: Reader) -> Iterator[Component]:
    words = reader.wording
    for symbol in reader.book.symbols.values():
        if isinstance(symbol, KindsSymbol):
            note = reader.sentence(symbol.notes.texts)
            kinds = (Piece(words.cards_of.format(len(symbol.rows)) + (". " if note else "")),)
            count = str(sum(symbol.copies))
            noun = words.cards if symbol.noun is ast.Noun.CARDS else words.pieces
            name = capital(reader.named(symbol.name))
            shown = noun if name.casefold() in noun.casefold() else f"{noun}: {name}"
            yield Component(count, shown, (*kinds, *note), anchor_of("table", symbol.name))
        elif isinstance(symbol, DieSymbol):
            faces: Sentence = (Piece(words.die_of.format(sum(symbol.weights))),)
            yield Component("1", capital(reader.named(symbol.name)), faces, anchor_of("table", symbol.name))
    for dice, sides in _plain_dice(reader.book):
        yield Component(str(dice), reader.phrases["die"].format(sides), (Piece(words.plain_die.format(sides)),))


def _plain_dice(book: CheckedBook) -> list[tuple[int, int]]:
    """The greatest number of dice of each size that are ever thrown together."""
    found: dict[int, int] = {}
    for item in book.items:
        for inner in descendants(item):
            if isinstance(inner, ast.Dice):
                found[inner.sides] = max(found.get(inner.sides, 0), inner.count)
    return sorted((count, sides) for sides, count in found.items())


def areas_of(reader: Reader, gaps: dict[str, OpenGap]) -> tuple[Area, ...]:
    """The places where cards and pieces lie."""
    found = []
    for symbol in reader.book.symbols.values():
        if isinstance(symbol, StateSymbol) and symbol.procedure is None and (holds := _holds(symbol)):
            found.append(_area(reader, symbol, holds, gaps))
    return tuple(found)


def _area(reader: Reader, symbol: StateSymbol, holds: str, gaps: dict[str, OpenGap]) -> Area:
    words = reader.wording
    seen = words.seen[symbol.seen_by or ("nobody" if symbol.starts_full else "all")]  # as play shows it
    if symbol.others_see:
        seen += words.others_see.format(", ".join(reader.named(name) for name in symbol.others_see))
    owners = [_index_name(reader, index) for index in symbol.index]
    name = capital(reader.named(symbol.name))
    return Area(
        name=words.each.format(name, ", ".join(owners)) if owners else name,
        anchor=anchor_of("area", symbol.name),
        holds=capital(reader.named(holds)),
        seen=seen,
        start=words.full if symbol.starts_full else words.empty,
        gaps=tuple(gaps[one] for one in gaps_in(symbol.node) if one in gaps),
    )


def _holds(symbol: StateSymbol) -> str:
    match symbol.type:
        case BagType(element=KindType(name=name) | ThingType(name=name)):
            return name
        case ListType(element=KindType(name=name) | ThingType(name=name)):
            return name
        case SetType(element=KindType(name=name)):
            return name
        case _:
            return ""


def _index_name(reader: Reader, index: object) -> str:
    match index:
        case PlayerType():
            return reader.wording.person
        case EnumType(name=name) | KindType(name=name):
            return reader.named(name)
        case OptionalType(inner=inner):
            return _index_name(reader, inner)
        case _:
            return "–"


def facts_of(reader: Reader) -> tuple[tuple[str, str], ...]:
    """What stands on the cover of a box."""
    words = reader.wording
    least, most = reader.book.player_counts
    facts = [(words.players, str(least) if least == most else words.players_range.format(least, most))]
    for noun, word in ((ast.Noun.CARDS, words.cards), (ast.Noun.PIECES, words.pieces)):
        kinds = [one for one in reader.book.symbols.values() if isinstance(one, KindsSymbol) and one.noun is noun]
        if kinds:
            facts.append((word, str(sum(sum(one.copies) for one in kinds))))
    played = reader.book.configuration.variants
    if played:
        titles = [reader.text(reader.book.variants[name].titles) or capital(reader.named(name)) for name in played]
        facts.append((words.played_with, ", ".join(titles)))
    if len(reader.book.variants) > len(played):
        facts.append((words.variants, str(len(reader.book.variants) - len(played))))
    return tuple(facts)
