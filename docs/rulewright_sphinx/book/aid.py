"""The player aid: what one looks up at the table, on one page."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checker.symbols import TableSymbol
from rulewright.checker.types import KindType
from rulewright.syntax import ast
from rulewright_sphinx.book.model import AidBox, Chapter, NumberedRule, Piece, Sentence, Table, plain
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.saying import capital
from rulewright_sphinx.book.walk import descendants, own_of

LONGEST = 12
"""So many lines a box has at most."""


def aid_of(reader: Reader, outline: Outline, chapters: tuple[Chapter, ...], short: Sentence) -> tuple[AidBox, ...]:
    """Goal, course, choices, cards, numbers; a box without a line is left out."""
    words = reader.wording.aid_parts
    rules = [block for chapter in chapters for block in chapter.blocks if isinstance(block, NumberedRule)]
    ending = _ending(reader, outline)
    boxes = [
        AidBox(words["goal"], (short, *(_line(one) for one in rules if one.number in ending and one.text))[:LONGEST]),
        AidBox(words["turn"], tuple(_course(outline, rules, ending))[:LONGEST]),
        AidBox(words["choices"], tuple(_choices(rules))[:LONGEST]),
        *_cards(reader, outline, chapters),
        AidBox(words["numbers"], tuple(_numbers(rules))[:LONGEST]),
    ]
    return tuple(AidBox(box.title, tuple(one for one in box.lines if plain(one))) for box in boxes if any(box.lines))


def _line(rule: NumberedRule) -> Sentence:
    return (*rule.text, Piece(f" ({rule.number})"))


def _course(outline: Outline, rules: list[NumberedRule], ending: set[str]) -> Iterator[Sentence]:
    """The steps, and the procedures without steps in which somebody chooses: what is a turn."""
    choosing = {
        place.number
        for part in outline.parts
        for place in part.places
        if isinstance(place.node, ast.Procedure)
        and any(isinstance(one, ast.Choose | ast.ChooseOneOf) for one in descendants(own_of(place.node)))
    }
    for rule in rules:
        is_turn = rule.kind == "procedure" and rule.number in choosing - ending
        if rule.text and (rule.kind == "step" or is_turn):
            yield _line(rule)


def _cards(reader: Reader, outline: Outline, chapters: tuple[Chapter, ...]) -> Iterator[AidBox]:
    """What each card or piece does, where a table of a few rows says it in words."""
    for chapter in chapters:
        for block in chapter.blocks:
            symbol = reader.book.symbols.get(block.name) if isinstance(block, Table) else None
            if not isinstance(block, Table) or not isinstance(symbol, TableSymbol) or len(symbol.keys) != 1:
                continue
            told = next((i for i, numeric in enumerate(block.numeric) if i and not numeric), 0)
            if isinstance(symbol.keys[0], KindType) and told and len(block.rows) <= LONGEST:
                lines = tuple((*row[0], Piece(": "), *row[told]) for row in block.rows)
                number = outline.number_of(block.name)
                yield AidBox(f"{capital(block.words)} ({number})" if number else capital(block.words), lines)


def _choices(rules: list[NumberedRule]) -> Iterator[Sentence]:
    for rule in rules:
        for line in rule.parts:
            if line.kind == "option" and line.text:
                yield (*line.text, Piece(f" ({rule.number} {line.letter})"))


def _numbers(rules: list[NumberedRule]) -> Iterator[Sentence]:
    for rule in rules:
        if rule.kind == "param" and rule.text:
            yield (Piece(f"{rule.value}: "), *rule.text, Piece(f" ({rule.number})"))


def _ending(reader: Reader, outline: Outline) -> set[str]:
    """The numbers of the rules that end the game, and of those that say who wins."""
    found: set[str] = set()
    for part in outline.parts:
        for place in part.places:
            ends = [inner for inner in descendants(place.node) if isinstance(inner, ast.EndGame)]
            if not ends:
                continue
            found.add(place.number)
            names = {inner.text for end in ends for inner in descendants(end) if isinstance(inner, ast.Name)}
            known = names & outline.numbers.keys() & reader.book.symbols.keys()
            found |= {outline.numbers[name] for name in known}
    return found
