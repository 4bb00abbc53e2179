"""Checking small rulebooks in tests."""

from pathlib import Path

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import Diagnostic
from rulewright.loading import source_of
from rulewright.pipeline import check_rulebook, check_sources

GAMES = Path(__file__).parent.parent / "language" / "games"
RULES = Path(__file__).parent.parent.parent / "rules"

HEAD = "rulebook small\n  players 2 as Anna, Ben\n\n"


def check(text: str, **configuration: object) -> tuple[CheckedBook | None, tuple[Diagnostic, ...]]:
    """A rulebook of two players from a text without its first lines."""
    source = source_of(HEAD + text, Path("small.rules"), "small.rules")
    return check_sources([source], Configuration(**configuration))  # type: ignore[arg-type]


def checked(text: str, **configuration: object) -> CheckedBook:
    """A rulebook that must have no errors."""
    book, diagnostics = check(text, **configuration)
    assert book is not None, [each.message_text for each in diagnostics]
    return book


def messages(text: str, **configuration: object) -> list[str]:
    """What is said about a rulebook: code and message."""
    _, diagnostics = check(text, **configuration)
    return [f"{each.code.id} {each.message_text}" for each in diagnostics]


def game(folder: Path, **configuration: object) -> CheckedBook:
    """A whole game that must have no errors."""
    book, diagnostics = check_rulebook(folder, Configuration(**configuration))  # type: ignore[arg-type]
    assert book is not None, [str(each.span) + each.message_text for each in diagnostics]
    return book
