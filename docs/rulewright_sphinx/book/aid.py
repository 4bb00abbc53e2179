"""The player aid: what one looks up at the table, on one page."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.syntax import ast
from rulewright_sphinx.book.model import AidBox, Chapter, NumberedRule, Piece, Sentence, plain
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.walk import descendants

LONGEST = 12
"""So many lines a box has at most."""


def aid_of(reader: Reader, outline: Outline, chapters: tuple[Chapter, ...], short: Sentence) -> tuple[AidBox, ...]:
    """Goal, course, choices, numbers; a box without a line is left out."""
    words = reader.wording.aid_parts
    rules = [block for chapter in chapters for block in chapter.blocks if isinstance(block, NumberedRule)]
    ending = _ending(reader, outline)
    boxes = [
        AidBox(words["goal"], (short, *(_line(one) for one in rules if one.number in ending and one.text))[:LONGEST]),
        AidBox(words["turn"], tuple(_line(one) for one in rules if one.kind == "step" and one.text)[:LONGEST]),
        AidBox(words["choices"], tuple(_choices(rules))[:LONGEST]),
        AidBox(words["numbers"], tuple(_numbers(rules))[:LONGEST]),
    ]
    return tuple(AidBox(box.title, tuple(one for one in box.lines if plain(one))) for box in boxes if any(box.lines))


def _line(rule: NumberedRule) -> Sentence:
    return (*rule.text, Piece(f" ({rule.number})"))


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
