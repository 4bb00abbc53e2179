"""Rules of WINGED broken one at a time (`winged_breaks.py`): claims, examples and checks notice, or do not.

The page of the manual that lists the breaks is compared with them; `--accept` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.pipeline import check_rulebook
from rulewright_verify.planner.examples import play_examples
from tests.rulebooks.breaking import Break, By
from tests.rulebooks.noticing import Breaks
from tests.rulebooks.winged_breaks import NOT_NOTICED, NOTICED, WINGED

BREAKS = Breaks(WINGED, NOTICED, NOT_NOTICED, "WINGED")


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


@BREAKS.noticed_by_nothing()
def test_nothing_notices(change: Break, tmp_path: Path) -> None:
    BREAKS.nothing_notices(change, tmp_path)
    book, _ = check_rulebook(tmp_path)
    assert book is not None
    assert [(r.name, r.failure) for r in play_examples(book, {}) if r.failure] == []


def test_the_manual_lists_the_breaks(accept: bool) -> None:
    BREAKS.listed_in_the_manual(accept=accept)


def test_twenty_rules_are_broken_and_each_is_another() -> None:
    BREAKS.twenty_and_each_another()
