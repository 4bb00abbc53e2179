"""A document as the plain data that the template reads."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rulewright_sphinx.book.model import Chapter, Document, FlowChart, NumberedRule, Table, plain
from rulewright_sphinx.book.saying import capital
from rulewright_sphinx.chart import dot_of, drawing_of, height_of, width_of
from rulewright_sphinx.signs import BARS, SIGNS, bar_svg, sign_svg

FONT = "Libertinus Serif"


def data_of(document: Document, words: Any, paper: str) -> dict[str, Any]:
    """Everything: the document, the words of its language, signs, drawings."""
    terms = {entry.name: entry.anchor for entry in document.glossary}
    return {
        "paper": paper,
        "words": {one.name: getattr(words, one.name) for one in fields(words)},
        "signs": {name: sign_svg(name) for name in SIGNS},
        "bars": {name: bar_svg(name) for name in BARS},
        "terms": terms,
        "claims": {claim.name: claim.anchor for claim in document.claims if document.verified},
        "numbers": {
            block.number: block.anchor
            for chapter in document.chapters
            for block in chapter.blocks
            if isinstance(block, NumberedRule)
        } | {chapter.number: chapter.anchor for chapter in document.chapters},
        "document": _plain(document) | {"chapters": [_chapter(one) for one in document.chapters]},
        "index": index_of(document),
    }


def _plain(value: Any) -> Any:
    """Dataclasses as dictionaries, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    return value


def _chapter(chapter: Chapter) -> dict[str, Any]:
    return {
        "number": chapter.number,
        "title": chapter.title,
        "anchor": chapter.anchor,
        "blocks": [_block(one) for one in chapter.blocks],
    }


def _block(block: NumberedRule | FlowChart | Table) -> dict[str, Any]:
    match block:
        case NumberedRule():
            return {**_plain(block), "is": "rule", "words": capital(block.words)}
        case Table():
            return {**_plain(block), "is": "table", "words": capital(block.words)}
        case FlowChart():
            svg = drawing_of(dot_of(block))
            return {
                "is": "chart",
                "anchor": block.anchor,
                "title": block.title,
                "spoken": block.spoken,
                "svg": svg.replace("currentColor", "#000").replace("<svg ", f'<svg font-family="{FONT}" ', 1),
                "width": width_of(svg),
                "height": height_of(svg),
            }


def index_of(document: Document) -> list[dict[str, Any]]:
    """The index: words of the game, names of rules, tables, each with the numbers where it stands."""
    found: dict[str, dict[str, None]] = {}
    for entry in document.glossary:
        for number in entry.rules:
            found.setdefault(entry.term, {})[number] = None
    for chapter in document.chapters:
        for block in chapter.blocks:
            if isinstance(block, NumberedRule):
                found.setdefault(block.words, {})[block.number] = None
            elif isinstance(block, Table):
                found.setdefault(block.words, {})[chapter.number] = None
                for row in block.rows:
                    if block.row_names and row and plain(row[0]):
                        found.setdefault(plain(row[0]), {})[chapter.number] = None
    return [{"term": term, "rules": list(numbers)} for term, numbers in sorted(found.items(), key=_by_letter)]


def _by_letter(item: tuple[str, dict[str, None]]) -> tuple[str, str]:
    table = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
    return item[0].casefold().translate(table), item[0]
