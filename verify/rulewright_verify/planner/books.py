"""A rulebook in every game that is asked about: which variants, which scope, how many players.

Files are read and parsed once. A game is checked when it is first asked for, and lowered only by the process that
works on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.pipeline import Diagnostics, Files, check_files, parse_rulebook
from rulewright_verify.planner.questions import Instance, lowered_instance


@dataclass(eq=False, slots=True)
class Books:
    """`found` is what loading and parsing told; with an error in it there is no book in any configuration."""

    files: Files
    found: Diagnostics
    _checked: dict[Configuration, tuple[CheckedBook | None, Diagnostics]] = field(default_factory=dict)
    _instances: dict[Configuration, Instance] = field(default_factory=dict)
    _rules: dict[Configuration, Instance] = field(default_factory=dict)

    def check(self, game: Configuration) -> tuple[CheckedBook | None, Diagnostics]:
        """The checked rulebook, unless something is wrong, and what is wrong."""
        if game not in self._checked:
            self._checked[game] = self._check(game)
        return self._checked[game]

    def book(self, game: Configuration) -> CheckedBook:
        """The rulebook in a game that is known to be sound."""
        book, found = self.check(game)
        if book is None:
            told = "; ".join(each.message_text for each in found if each.severity is ERROR)
            raise ValueError(f"asked of a game with mistakes: {told}")
        return book

    def instance(self, game: Configuration) -> Instance:
        """The lowered game with its claims."""
        if game not in self._instances:
            self._instances[game] = lowered_instance(self.book(game))
        return self._instances[game]

    def rules(self, game: Configuration) -> Instance:
        """What claims about rules need: the game without its play, which is most of the work."""
        if game not in self._rules:
            self._rules[game] = lowered_instance(self.book(game), rules_only=True)
        return self._rules[game]

    def _check(self, game: Configuration) -> tuple[CheckedBook | None, Diagnostics]:
        if has_errors(self.found):
            return None, self.found
        book, found = check_files(self.files, game)
        return book, (*self.found, *found)


def open_books(path: Path) -> Books:
    """The files of a rulebook, parsed."""
    return Books(*parse_rulebook(path))


def has_errors(found: Sequence[Diagnostic]) -> bool:
    return any(each.severity is ERROR for each in found)
