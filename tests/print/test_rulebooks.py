"""Every rulebook of the project can be printed, and each of its rules is in print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from rulewright.syntax import ast
from rulewright_sphinx.book.build import document_of
from rulewright_sphinx.book.model import NumberedRule, Table
from rulewright_sphinx.book.unsaid import unsaid
from rulewright_sphinx.book.walk import in_play, name_of
from rulewright_sphinx.book.wording import LANGUAGES
from rulewright_sphinx.paper.build import build_pdf
from rulewright_sphinx.site import dangling, rulebooks_under
from rulewright_sphinx.web.build import build_html
from rulewright_sphinx.web.project import project_of
from tests.print.printing import HARE, checked

RULES = Path(__file__).parents[2] / "rules"
GAMES = rulebooks_under(RULES)
LARGE = [game for game in GAMES if (game / "words.rules").exists()]
SMALL = [game for game in GAMES if sum(len(path.read_bytes()) for path in game.rglob("*.rules")) < 30_000]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_that_is_played_is_missing(game: Path, tmp_path: Path) -> None:
    book = checked(game)
    document = document_of(book, "de")
    blocks = [block for chapter in document.chapters for block in chapter.blocks]
    printed = {block.name for block in blocks if isinstance(block, NumberedRule | Table)}
    used = in_play(book)
    kinds = (ast.Rule, ast.Procedure, ast.Param, ast.Cards, ast.Table, ast.Die)
    declared = {name_of(item) for item in book.items if isinstance(item, kinds)}
    assert declared & used <= printed
    for rule in (block for block in blocks if isinstance(block, NumberedRule)):
        says = rule.text or rule.value or rule.parts or rule.buts
        assert says or rule.kind == "procedure", rule.name  # its steps have numbers of their own
    assert [play.name for play in document.plays if play.failure] == []
    assert len({claim.name for claim in document.claims}) == len(book.claims)
    assert build_pdf(document, tmp_path).read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_each_step_has_a_text_and_each_name_a_word(game: Path) -> None:
    for language in LANGUAGES:
        found = unsaid(checked(game), language)
        assert (found.nowhere, found.elsewhere, found.names) == ((), (), ()), language


WRITTEN = re.compile(
    r"\w_\w|\w\[|\w\(\w|[<>!]=|->| = |\w\.\.\w"
    r"|\b(?:becomes \w+\(|is not empty|where \w+\.|move all from|otherwise if|for each \w+ in)\b"
)
"""What only the rule language writes so: names with a line in them, indexes, calls, its signs, its statements."""


def strings(part: object) -> Iterator[str]:
    """All that a reader is told. Names that only tie parts together, and claims as they are written, are left out."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from strings(one)
    elif is_dataclass(part):
        for one in fields(part):
            if one.name not in HIDDEN:
                yield from strings(getattr(part, one.name))


HIDDEN = (
    "name", "names", "anchor", "anchors", "code", "term", "claim", "claims", "link", "row_names", "row_anchors", "id",
    "numbers", "only_if", "source", "target", "play", "passages", "differs",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*LARGE, HARE.parent], ids=lambda game: game.name)
def test_a_reader_never_meets_the_rule_language(game: Path, language: str) -> None:
    document = document_of(checked(HARE if game == HARE.parent else game), language)
    assert [text for text in strings(document) if WRITTEN.search(text)] == []


@pytest.mark.parametrize("written", [
    "hand_size", "hand[p] is empty", "points(p)", "pot >= 3", "leader = North", "repeat until x != y", "1..3",
])
def test_the_rule_language_would_be_noticed(written: str) -> None:
    assert WRITTEN.search(written)


@pytest.mark.parametrize("game", SMALL[:2], ids=lambda game: game.name)
def test_a_web_book_leads_nowhere_wrong(game: Path, tmp_path: Path) -> None:
    build_html(project_of(document_of(checked(game), "en"), game, None, ""), tmp_path)
    assert dangling(tmp_path) == []
