"""What is made from the grammar is current, and says of each word what the grammar says."""

import json
import re
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, String, Token

from rulewright.syntax.words import words
from rulewright_sphinx import grammar_page
from rulewright_sphinx.highlighting import files
from rulewright_sphinx.lexer import RulesLexer
from rulewright_sphinx.word_table import sections, word_table

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "language" / "games").glob("*/*.rules"))
TEXTMATE = "vscode/syntaxes/rulewright.tmLanguage.json"


def test_the_page_about_the_grammar_is_current() -> None:
    page = ROOT / "docs" / "reference" / grammar_page.FILE
    assert page.read_text(encoding="utf-8") == grammar_page.page(), "run `make pages`"


@pytest.mark.parametrize("name", sorted(files()))
def test_highlighting_is_current(name: str) -> None:
    assert (ROOT / "editors" / name).read_text(encoding="utf-8") == files()[name], "run `make pages`"


def test_every_word_is_in_one_section_of_the_page() -> None:
    listed = [word for section in sections() for word in (*section.keywords, *section.phrases)]
    assert sorted(listed) == sorted({*listed})
    assert {*words().keywords, *words().phrases} - {*listed} == set()


def test_every_word_has_a_place_in_the_table() -> None:
    table = word_table()
    sorted_words = {*table.headings, *table.line_words, *table.inner_words, *table.values, *table.functions}
    assert {*words().keywords} - sorted_words == set()
    assert {"rulebook", "claim", "pieces"} <= {*table.headings}
    assert {"roll", "default", "forbids"} <= {*table.line_words}
    assert {"becomes", "has", "in"} <= {*table.inner_words}
    assert table.values == ("no", "none", "yes")


def _found(text: str) -> dict[str, list[str]]:
    """What each scope of the TextMate grammar matches in a text."""
    grammar = json.loads(files()[TEXTMATE])
    found: dict[str, list[str]] = {}
    for pattern in grammar["patterns"]:
        if "match" in pattern:
            matches = [match[0] for match in re.finditer(pattern["match"], text, re.MULTILINE)]
            found.setdefault(pattern.get("name", "declaration"), []).extend(matches)
    return found


def test_highlighting_finds_what_stands_in_a_rulebook() -> None:
    found = _found("claim ends\n  at end of deal: count(c in hand[p]) = 2d6 # TW-016\n  step: yes or no\n")
    assert found["declaration"] == ["claim ends"]
    assert {"at end of", "yes or no"} <= {*found["keyword.other.rulewright"]}
    assert found["support.function.rulewright"] == ["count"]
    assert found["constant.numeric.rulewright"] == ["2d6", "016"]
    assert found["constant.other.passage.rulewright"] == ["TW-016"]
    assert found["comment.line.number-sign.rulewright"] == ["# TW-016"]


def test_highlighting_leaves_names_alone() -> None:
    found = _found("  move: 0..3\n  w.roll becomes 1\n  players becomes 2\n")
    assert found["keyword.control.rulewright"] == []
    assert found["keyword.other.rulewright"] == ["becomes", "becomes"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_lexer_of_the_manual_knows_every_sign(path: Path) -> None:
    tokens = [*RulesLexer().get_tokens(path.read_text(encoding="utf-8"))]
    assert [text for kind, text in tokens if kind is Error] == []


def test_the_lexer_of_the_manual_tells_words_from_names() -> None:
    text = 'rule reach(w: Wesen) -> number\n  text de "Weit." # so weit\n  default\n    w.step when no x in y has x.s\n'
    kinds = {word: kind for kind, word in RulesLexer().get_tokens(text)}
    assert kinds["rule"] is kinds["default"] is kinds["when"] is Keyword
    assert kinds['"Weit."'] is String and kinds["# so weit"] is Comment.Single
    assert kinds["no"] is Token.Keyword.Constant and kinds["reach"] is Name


def test_the_extension_for_editors_names_files_that_exist() -> None:
    folder = ROOT / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))["contributes"]
    named = [package["languages"][0]["configuration"], package["grammars"][0]["path"]]
    assert [name for name in named if not (folder / name).is_file()] == []
    assert package["grammars"][0]["scopeName"] == json.loads(files()[TEXTMATE])["scopeName"]
