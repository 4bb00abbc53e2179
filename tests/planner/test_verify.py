"""Readings, expectations, numbers of players, exit codes: small rulebooks, verified from the text."""

from pathlib import Path

import pytest

from rulewright_verify.combined import combine
from rulewright_verify.verdict import Outcome
from tests.planner.small import of, outcomes, verified

NEVER_FOUR = """
claim never_four "Four never comes"
  never score = 4
"""


def test_a_claim_hinges_on_the_reading_that_changes_it(tmp_path: Path) -> None:
    result = verified(tmp_path, NEVER_FOUR)
    assert outcomes(of(result, "never_four")) == {"slow": Outcome.HOLDS, "quick": Outcome.VIOLATED}
    (combined,) = [one for one in combine(result.verdicts) if one.claim == "never_four"]
    assert combined.hinges_on == ("fast",)
    assert result.exit_code == 1


def test_a_reading_that_is_fixed_is_not_told_apart(tmp_path: Path) -> None:
    result = verified(tmp_path, NEVER_FOUR, readings={"fast": "slow"})
    assert outcomes(of(result, "never_four")) == {"any": Outcome.HOLDS}
    assert of(result, "never_four")[0].rests_on.readings == ("fast = slow",)
    assert result.exit_code == 0


def test_an_expectation_for_one_option(tmp_path: Path) -> None:
    expected = NEVER_FOUR.replace('comes"\n', 'comes"\n  expect violated when fast = quick\n')
    result = verified(tmp_path, expected)
    assert all(one.as_expected for one in of(result, "never_four"))
    assert result.exit_code == 0


def test_player_counts_that_agree_are_one_verdict(tmp_path: Path) -> None:
    result = verified(tmp_path, 'claim gain_one "One gains one"\n  gain = 1\n')
    assert [one.players for one in of(result, "gain_one")] == [(2, 3)]


def test_player_counts_that_disagree_are_told_apart(tmp_path: Path) -> None:
    result = verified(tmp_path, 'claim two_play "Two play"\n  count(p in Player) = 2\n')
    found = {one.players: one.outcome for one in of(result, "two_play")}
    assert found == {(2,): Outcome.HOLDS, (3,): Outcome.VIOLATED}


def test_a_fixed_player_count(tmp_path: Path) -> None:
    result = verified(tmp_path, 'claim gain_one "One gains one"\n  gain = 1\n', players=3)
    assert [one.players for one in of(result, "gain_one")] == [(3,)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('claim a "A"\n  gain = 1\n', 0),
        ('claim a "A"\n  gain = 2\n', 1),
        ('claim a "A"\n  gain = nobody\n', 2),
        ('claim a "A"\n  expect unknown\n  gain = 1\n', 1),
    ],
)
def test_exit_codes(tmp_path: Path, text: str, code: int) -> None:
    assert verified(tmp_path, text).exit_code == code


def test_what_no_time_is_left_for_is_unknown(tmp_path: Path) -> None:
    result = verified(tmp_path, NEVER_FOUR, budget=1e-9)
    assert {one.outcome for one in result.verdicts} == {Outcome.UNKNOWN}
    assert result.exit_code == 3
