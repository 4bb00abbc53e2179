"""The grammar itself: no conflict, no word of the language that is lost, fast enough."""

import logging
import subprocess
import sys
from pathlib import Path

import lark
import pytest

from rulewright.resources import grammar_text
from rulewright.syntax.parser import _stored_parser, build_parser
from rulewright.syntax.words import CONNECTIVES, OTHER_NAMES, RESERVED, spellings_of, words

GAMES = Path(__file__).parent.parent / "language" / "games"


def test_no_conflict(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark.logger, "propagate", True)
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        build_parser(grammar_text(), debug=True)
    assert [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()] == []


def test_conflicts_would_be_noticed(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark.logger, "propagate", True)
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        lark.Lark('start: e\ne: e "+" e | "x"', parser="lalr", debug=True)
    assert any("onflict" in record.getMessage() for record in caplog.records)


def test_the_stored_parser_is_the_one_that_was_built(tmp_path: Path) -> None:
    store = tmp_path / "cache" / "parser"
    text = (GAMES / "auction" / "auction.rules").read_text(encoding="utf-8")
    built = _stored_parser(grammar_text(), store)
    assert _stored_parser(grammar_text(), store).parse(text) == built.parse(text)
    damaged = store.read_bytes()[:-1]
    store.write_bytes(damaged)
    assert _stored_parser(grammar_text(), store).parse(text) == built.parse(text)
    assert store.read_bytes() != damaged, "a damaged store is written anew"
    assert [path.name for path in store.parent.iterdir()] == ["parser"]


def test_words_are_read_off_the_grammar() -> None:
    found = words()
    assert {"becomes", "procedure", "chooses", "count", "pieces", "before"} <= set(found.keywords)
    assert {"for each", "at end of", "until done", "top of", "bottom of", "yes or no"} <= set(found.phrases)
    assert {"->", "..", "!=", "≠", "<=", "≤", "|"} <= set(found.signs)
    assert not any("\\" in spelling for spelling in found.keywords + found.phrases + found.signs)
    assert spellings_of("BECOMES") == ("becomes",)


def test_reserved_words_are_words_of_the_language() -> None:
    assert CONNECTIVES < RESERVED
    assert RESERVED - {"chance"} <= set(words().keywords)
    assert not set(OTHER_NAMES.values()) & set(words().keywords)


def test_a_rulebook_of_a_thousand_lines_is_parsed_by_a_program_that_has_just_begun() -> None:
    """The parser is then built, or taken from its store."""
    program = """
import sys
from pathlib import Path
from rulewright.loading import source_of
from rulewright.syntax import parse_file
tree, found = parse_file(source_of(sys.stdin.read(), Path("x"), "x"))
print(len(tree.items), len(found))
"""
    text = "\n".join(
        (GAMES / game).read_text(encoding="utf-8") for game in ("imperial/imperial.rules", "twilight/twilight.rules")
    )
    assert len(text.splitlines()) > 1000
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, check=True)
    n_items, n_found = done.stdout.split()
    assert (int(n_items) > 150, int(n_found)) == (True, 0)
