"""How files are cut and named, and that no code knows a game."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = [ROOT / "compiler", ROOT / "verify", ROOT / "docs" / "rulewright_sphinx", ROOT / "bench", ROOT / "changes"]
PYTHON = sorted(path for folder in CODE for path in folder.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
VAGUE = {"util", "utils", "helper", "helpers", "common", "manager", "misc", "tools"}


def test_no_file_is_long() -> None:
    texts = {path: path.read_text(encoding="utf-8").count("\n") for path in [*PYTHON, *TESTS]}
    assert [f"{path.relative_to(ROOT)}: {n} lines" for path, n in texts.items() if n > 500] == []


def test_names_say_what_a_file_is_about() -> None:
    vague = [path for path in [*PYTHON, *TESTS] if VAGUE & {part.removesuffix(".py") for part in path.parts[-3:]}]
    assert vague == []


def test_every_module_says_what_it_is() -> None:
    bare = [path for path in PYTHON if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert [str(path.relative_to(ROOT)) for path in bare] == []


def game_names() -> set[str]:
    return {path.name for path in (ROOT / "rules").iterdir() if path.is_dir()}


def code_words(text: str) -> set[str]:
    """The words of names and strings in code; comments and docstrings may give examples."""
    docstrings = {
        node.body[0].value.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and ast.get_docstring(node)
        and isinstance(node.body[0], ast.Expr)
    }
    words: set[str] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.STRING) and token.start[0] not in docstrings:
            words |= set(re.findall("[a-z]+", token.string.lower()))
    return words


def test_no_code_knows_a_game() -> None:
    games = game_names()
    assert games
    files = [path for path in PYTHON if "bench" not in path.parts]
    knowing = {path: games & code_words(path.read_text(encoding="utf-8")) for path in files}
    assert {str(path.relative_to(ROOT)): names for path, names in knowing.items() if names} == {}


def test_the_grammar_knows_no_game() -> None:
    words = set(re.findall("[a-z]+", (ROOT / "grammar" / "rulewright.lark").read_text(encoding="utf-8").lower()))
    assert words & game_names() == set()


@pytest.mark.parametrize(
    "pattern", [r"\bTODO\b", r"\bFIXME\b", r"\bXXX\b", r"except Exception:\s*pass", r"pytest\.mark\.skip"]
)
def test_nothing_is_left_for_later(pattern: str) -> None:
    here = Path(__file__)
    texts = {path: path.read_text(encoding="utf-8") for path in [*PYTHON, *TESTS] if path != here}
    assert [str(path.relative_to(ROOT)) for path, text in texts.items() if re.search(pattern, text)] == []
