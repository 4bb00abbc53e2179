"""Rules of Imperial Twing broken one at a time (`imperial_breaks.py`): claims, examples and checks notice, or do not.

The page of the manual that lists the breaks is compared with them; `--accept` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

from tests.rulebooks.breaking import Break, By
from tests.rulebooks.imperial_breaks import IMPERIAL, NOT_NOTICED, NOTICED
from tests.rulebooks.noticing import Breaks

BREAKS = Breaks(IMPERIAL, NOTICED, NOT_NOTICED)


def test_unbroken_nothing_is_noticed() -> None:
    BREAKS.unbroken(elsewhere=frozenset({"one_royal_winner"}))  # that one is for four players


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
    BREAKS.refused(change, tmp_path, "turned_twice")


@BREAKS.noticed_by_nothing()
def test_nothing_notices(change: Break, tmp_path: Path) -> None:
    BREAKS.nothing_notices(change, tmp_path)


def test_the_manual_lists_the_breaks(accept: bool) -> None:
    BREAKS.listed_in_the_manual(accept=accept)


def test_twenty_rules_are_broken_and_each_is_another() -> None:
    BREAKS.twenty_and_each_another()
