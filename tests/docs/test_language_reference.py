"""Every example in the manual is run: read, checked, lowered; refused examples are refused for the reason given."""

import re
from pathlib import Path
from typing import get_args

import pytest

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import ERROR, Diagnostic, find_class
from rulewright.interpreter.replay import run_example
from rulewright.ir import nodes, properties
from rulewright.loading import source_of
from rulewright.lower import lower
from rulewright.lower.claims import lower_claims
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_sources
from rulewright.syntax.words import words
from rulewright_verify.planner import verify
from rulewright_verify.result import VerifyOptions
from rulewright_verify.verdict import Exact, Verdict
from tests.docs.blocks import DOCS, Block, all_blocks, game_text, stands_in

BLOCKS = all_blocks()
WRITTEN = [block for block in BLOCKS if "from" not in block.directives]
RUN = [block for block in WRITTEN if "refused" not in block.directives]
# An example shows a few lines, so things may stand there that nothing uses.
OF_NO_USE = {"unused", "never-read", "never-run", "unused-gap", "unused-name", "reading-without-effect"}
PAGES = sorted((DOCS / "reference" / "language").glob("*.md")) + sorted((DOCS / "explanation").glob("*.md"))
GAME_OF = {
    "Twilight": ("twilight",),
    "WINGED": ("winged",),
    "Imperial Twing": ("imperial",),
    "Kings of Hyboria": ("hyboria", "draw_phase"),
}


def _name(block: Block) -> str:
    return block.name


def _checked(block: Block) -> tuple[CheckedBook | None, tuple[Diagnostic, ...]]:
    texts = [(block.preamble(), "around.rules"), (block.text, "example.rules")]
    sources = [source_of(text, Path(name), name) for text, name in texts if text is not None]
    return check_sources(sources, Configuration(variants=tuple(block.values("variants"))))


@pytest.mark.parametrize("block", RUN, ids=_name)
def test_an_example_is_right(block: Block) -> None:
    book, found = _checked(block)
    assert [f"{each.code.id} {each.message_text}" for each in found if each.code.name not in OF_NO_USE] == []
    assert book is not None
    lowered = lower(book)
    assert lowered.system.name == book.name
    assert [claim.name for claim in lower_claims(lowered)] == [*book.claims]
    examples = lower_examples(book)
    assert [example.name for example in examples] == [*book.examples]
    assert [example.name for example in examples if not run_example(example, {}).holds] == []


@pytest.mark.parametrize("block", [one for one in WRITTEN if "refused" in one.directives], ids=_name)
def test_a_wrong_example_is_refused(block: Block) -> None:
    book, found = _checked(block)
    assert book is None
    assert sorted({each.code.id for each in found if each.severity is ERROR}) == sorted(block.values("refused"))


@pytest.mark.parametrize("block", [one for one in BLOCKS if "from" in one.directives], ids=_name)
def test_a_fragment_stands_in_its_game(block: Block) -> None:
    assert stands_in(block.text, game_text(block.directives["from"])) is None


def _rows(page: Path) -> list[tuple[str, str]]:
    """(game, fragment) of the tables that say where the games use a construct."""
    found = []
    games: list[str] = []
    for line in page.read_text(encoding="utf-8").split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[1:] == [*GAME_OF]:
            games = cells[1:]
        elif not cells:
            games = []
        for game, cell in zip(games, cells[1:], strict=False):
            found += [(game, code.replace("\\|", "|")) for code in re.findall(r"`([^`]+)`", cell)]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_table_says_of_the_games_stands_there(page: Path) -> None:
    texts = {game: "\n".join(map(game_text, folders)) for game, folders in GAME_OF.items()}
    assert [(game, code) for game, code in _rows(page) if code not in texts[game]] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_messages_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"\b(RW\d{3})\b(?: `([\w-]+)`)?", text)
    wrong = [code for code, name in named if (found := find_class(code)) is None or name not in ("", found.code.name)]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_prose_has_one_sentence_a_line(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`|\([^)]*\)", "", text)
    crowded = [line for line in text.split("\n") if re.search(r"[^\d][.?!] [A-Z]", line) and not line.startswith("|")]
    assert crowded == []


def test_the_page_about_the_core_names_every_piece_of_it() -> None:
    page = (DOCS / "reference" / "core.md").read_text(encoding="utf-8")
    unions = (nodes.Expr, nodes.Domain, nodes.Stmt, nodes.Node)
    pieces = [piece.__name__ for union in unions for piece in get_args(union)]
    clauses = [clause.__name__ for clause in get_args(properties.Clause)]
    reasons = [reason.name for reason in nodes.Reason]
    assert [name for name in (*pieces, *clauses, *reasons) if f"`{name}`" not in page] == []


def test_every_word_of_the_language_stands_in_an_example() -> None:
    shown = "\n".join(block.text for block in WRITTEN if block.page.startswith("reference/language/"))
    shown = re.sub(r'#.*|"[^"]*"', "", shown)
    every = (*words().keywords, *words().phrases)
    assert [word for word in every if not re.search(rf"\b{word}\b", shown)] == []


@pytest.mark.parametrize("block", [one for one in RUN if "verdicts" in one.directives], ids=_name)
def test_claims_are_decided_as_the_page_says(block: Block, tmp_path: Path) -> None:
    for name, text in (("around.rules", block.preamble()), ("example.rules", block.text)):
        if text is not None:
            (tmp_path / name).write_text(text, encoding="utf-8")
    claims = tuple(dict.fromkeys(re.split(r"[ \[]", value)[0] for value in block.values("verdicts")))
    result = verify(str(tmp_path), VerifyOptions(claims=claims), lambda *_: None)
    assert sorted(map(_in_words, result.verdicts)) == sorted(block.values("verdicts"))


def _in_words(verdict: Verdict) -> str:
    """`odds holds exhaustive 1/2`, and `odds[red_first] ..` where a reading matters."""
    options = " ".join(verdict.readings.values())
    assurance = type(verdict.assurance).__name__.lower() if verdict.assurance is not None else ""
    value = str(verdict.value) if isinstance(verdict.value, Exact) else ""
    name = f"{verdict.claim}[{options}]" if options else verdict.claim
    return " ".join(word for word in (name, str(verdict.outcome), assurance, value) if word)
