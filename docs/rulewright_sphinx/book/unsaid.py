"""What a rulebook does not say in a language, so that its printed book tells it from the rules themselves."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.checker.symbols import CheckedBook, KindsSymbol, StateSymbol
from rulewright.syntax import ast
from rulewright_sphinx.book.outline import outline_of
from rulewright_sphinx.book.reader import reader_of
from rulewright_sphinx.book.walk import steps_of

FIRST = "en"
"""The language in which a name without words can be read as it is."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """By their names in the rulebook: what has no sentence at all, what has one in other languages only, and names
    that are printed and have no word in this language."""

    nowhere: tuple[str, ...]
    elsewhere: tuple[str, ...]
    names: tuple[str, ...]


def unsaid(book: CheckedBook, language: str) -> Unsaid:
    """What is missing for a book in a language."""
    reader = reader_of(book, language)
    nowhere, elsewhere, names = [], [], []
    for part in outline_of(reader).parts:
        for place in part.places:
            match place.node:
                case ast.Param(notes=notes) | ast.Rule(notes=notes):
                    pass
                case ast.Step(block=block) | ast.Procedure(block=block):
                    notes = block.notes
                case _:
                    continue
            has_steps = isinstance(place.node, ast.Procedure) and any(steps_of(place.node.block))
            said = {one.language or FIRST for one in notes.texts}
            if not said and not has_steps:
                nowhere.append(place.address)
            elif said and language not in said:
                elsewhere.append(place.address)
    if language != FIRST:
        for symbol in book.symbols.values():
            is_place = isinstance(symbol, StateSymbol) and symbol.procedure is None
            if (is_place or isinstance(symbol, KindsSymbol)) and symbol.name not in reader.words:
                names.append(symbol.name)
    return Unsaid(tuple(nowhere), tuple(elsewhere), tuple(names))
