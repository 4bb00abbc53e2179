"""Rules of Kings of Hyboria broken one at a time (`hyboria_breaks.py`): claims, examples and checks notice, or do not.

The page of the manual that lists the breaks is compared with them; `--accept` writes it anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright.pipeline import check_rulebook
from rulewright_verify.planner.examples import play_examples
from tests.rulebooks.breaking import Break, By, broken_copy
from tests.rulebooks.hyboria_breaks import HYBORIA, NOT_NOTICED, NOTICED
from tests.rulebooks.noticing import Breaks

BREAKS = Breaks(HYBORIA, NOTICED, NOT_NOTICED, "Kings of Hyboria")


def test_unbroken_nothing_is_noticed() -> None:
    BREAKS.unbroken()


@BREAKS.noticed_by(By.CLAIM)
def test_a_claim_notices(change: Break, tmp_path: Path) -> None:
    BREAKS.claim_notices(change, tmp_path)


@BREAKS.noticed_by(By.EXAMPLE)
def test_an_example_notices(change: Break, tmp_path: Path) -> None:
    BREAKS.example_notices(change, tmp_path)


@BREAKS.noticed_by(By.GAP, By.CONFLICT)
def test_a_question_that_every_rule_is_asked_notices(change: Break, tmp_path: Path) -> None:
    BREAKS.question_notices(change, tmp_path)


@BREAKS.noticed_by(By.MISTAKE)
def test_the_rulebook_is_refused(change: Break, tmp_path: Path) -> None:
    BREAKS.refused(change, tmp_path, "eight_types")


@BREAKS.noticed_by_nothing()
def test_nothing_notices(change: Break, tmp_path: Path) -> None:
    BREAKS.nothing_notices(change, tmp_path)


def test_no_worked_example_notices_either(tmp_path: Path) -> None:
    """All of these changes at once, since they touch different rules."""
    folder = HYBORIA
    for number, change in enumerate(NOT_NOTICED):
        folder = broken_copy(folder, change, tmp_path / str(number))
    book, diagnostics = check_rulebook(folder)
    assert book is not None, diagnostics
    of_the_game = {name: each for name, each in book.examples.items() if not each.under}
    assert len(of_the_game) >= 19
    assert [(r.name, r.failure) for r in play_examples(replace(book, examples=of_the_game), {}) if r.failure] == []


def test_the_manual_lists_the_breaks(accept: bool) -> None:
    BREAKS.listed_in_the_manual(accept=accept)


def test_twenty_rules_are_broken_and_each_is_another() -> None:
    BREAKS.twenty_and_each_another()
