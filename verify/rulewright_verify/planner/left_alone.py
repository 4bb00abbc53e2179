"""Whether variants leave alone what they say they leave alone: rules for all inputs, procedures as lowered."""

from __future__ import annotations

from rulewright.checker.symbols import Configuration
from rulewright_verify.planner.books import Books
from rulewright_verify.verdict import Verdict


def left_alone(books: Books, game: Configuration) -> tuple[Verdict, ...]:
    return ()
