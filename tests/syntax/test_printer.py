"""Printing a tree and parsing what is printed gives the tree again."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright.loading import source_of
from rulewright.syntax import ast, parse_file
from rulewright.syntax.printer import print_file
from tests.golden import rendered, source_file
from tests.syntax import trees

GAMES = sorted((Path(__file__).parent.parent / "language" / "games").glob("*/*.rules"))


def parsed(text: str) -> ast.File:
    file = source_of(text, Path("printed.rules"), "printed.rules")
    tree, found = parse_file(file)
    assert not found, text + "\n" + rendered(found)
    return tree


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(trees.file)
def test_parsing_what_is_printed_gives_the_same_tree(file: ast.File) -> None:
    printed = print_file(file)
    again = parsed(printed)
    assert again == file
    assert print_file(again) == printed


@settings(max_examples=150, deadline=None)
@given(trees.expr)
def test_brackets_stand_where_they_are_needed(condition: ast.Expr) -> None:
    claim = ast.Claim(
        ast.Name("c", span=trees.SPAN), "", (), (), (), None, (ast.Holds(condition, span=trees.SPAN),), span=trees.SPAN
    )
    file = ast.File((claim,), span=trees.SPAN)
    assert parsed(print_file(file)) == file


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_games_survive_printing(path: Path) -> None:
    tree, found = parse_file(source_file(path))
    assert not found, rendered(found)
    printed = print_file(tree)
    assert parsed(printed) == tree
    assert print_file(parsed(printed)) == printed
