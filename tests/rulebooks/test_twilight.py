"""Twilight, whole: every claim is decided as its rulebook expects, and wrong claims are refuted by shortest plays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.replay import replay
from rulewright.ir.properties import Decision
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.pipeline import check_rulebook
from rulewright_verify.evidence import Play
from rulewright_verify.planner import verify
from rulewright_verify.result import VerificationResult, VerifyOptions, no_progress
from rulewright_verify.verdict import Exact, Exhaustive, Outcome, Proved, Sampled, Verdict
from tests.rulebooks.breaking import ROOT, verified

pytestmark = pytest.mark.slow
TWILIGHT = ROOT / "rules" / "twilight"
PROVED_FOR_28_CARDS = [
    "purgatory_settles", "two_sun_two_moon", "never_stuck", "no_card_lost", "carry_at_most_two", "souls_total",
    "score_bounds", "own_sanctuary_needed", "purgatory_highest", "equal_cards_stay", "heights_in_order",
    "team_keeps_its_card", "leader_played_highest", "teams_alike", "one_team_wins", "cards_in_the_box",
]


@pytest.fixture(scope="module")
def result() -> VerificationResult:
    return verify(str(TWILIGHT), VerifyOptions(jobs=2), no_progress)


def of(result: VerificationResult, claim: str) -> list[Verdict]:
    return [verdict for verdict in result.verdicts if verdict.claim == claim]


def test_everything_is_as_the_rulebook_expects(result: VerificationResult) -> None:
    surprising = [(v.claim, v.outcome, dict(v.readings), v.reason) for v in result.verdicts if not v.as_expected]
    assert surprising == []
    assert result.exit_code == 0
    assert [example.failure for example in result.examples] == [None, None, None]


@pytest.mark.parametrize("claim", PROVED_FOR_28_CARDS)
def test_proved_for_all_cards_and_all_readings(result: VerificationResult, claim: str) -> None:
    for verdict in of(result, claim):
        assert verdict.outcome is Outcome.HOLDS
        assert verdict.assurance == Proved()
        assert verdict.rests_on.open_demands == ()


def test_a_deal_ends_by_a_measure_told_in_words(result: VerificationResult) -> None:
    (verdict,) = of(result, "purgatory_settles")
    assert verdict.measure is not None
    assert "every step makes the sum smaller" in verdict.measure


def test_six_cards_a_cult_are_looked_at_one_by_one(result: VerificationResult) -> None:
    (verdict,) = of(result, "purgatory_settles_six")
    assert (verdict.outcome, verdict.assurance) == (Outcome.HOLDS, Exhaustive("six_a_cult"))
    assert verdict.states is not None and verdict.states > 100_000


def test_the_greatest_score_is_attained_under_each_reading(result: VerificationResult) -> None:
    found = {verdict.readings["several_sanctuaries"]: verdict.value for verdict in of(result, "score_bounds")}
    assert {name: value.value for name, value in found.items() if isinstance(value, Exact)} == {
        "add_up": 360, "multiply": 360, "best_one": 180,
    }
    assert all(verdict.witness is not None for verdict in of(result, "score_bounds"))


def test_deals_to_a_thousand_under_each_reading(result: VerificationResult) -> None:
    verdicts = of(result, "deals_to_1000")
    assert all(verdict.assurance == Sampled(3000) for verdict in verdicts)
    by_sanctuaries = {
        verdict.readings["several_sanctuaries"]: verdict.outcome for verdict in verdicts
        if verdict.readings["multiplied"] == "each_deal" and verdict.readings["without_sanctuary"] == "deal_is_zero"
    }
    assert by_sanctuaries == {
        "add_up": Outcome.HOLDS, "multiply": Outcome.HOLDS, "best_one": Outcome.VIOLATED,
    }


def test_a_game_can_go_on_for_ever(result: VerificationResult) -> None:
    for verdict in of(result, "game_ends"):
        assert verdict.outcome is Outcome.VIOLATED
        assert isinstance(verdict.counterexample, Play)
        assert verdict.counterexample.loop_to is not None


@pytest.mark.parametrize("claim", ["nothing_waits", "leader_takes_it", "sun_always_leads"])
def test_a_wrong_claim_is_refuted_by_a_shortest_play(claim: str, tmp_path: Path) -> None:
    shutil.copytree(TWILIGHT, tmp_path / "twilight")
    shutil.copy(Path(__file__).parent / "wrong_claims.rules", tmp_path / "twilight")
    verdicts = verified(tmp_path / "twilight", claim).verdicts
    assert {verdict.outcome for verdict in verdicts} == {Outcome.VIOLATED}
    play = verdicts[0].counterexample
    assert isinstance(play, Play)
    assert "no shorter play shows it" in verdicts[0].bounds
    *decisions, last = play.decisions
    assert len(decisions) == 8  # four hands are dealt, four cards played
    assert last == "stop: here"
    assert _replays(tmp_path / "twilight", decisions)


def _replays(path: Path, decisions: list[str]) -> bool:
    book, _ = check_rulebook(path)
    assert book is not None
    system = lower(book).system
    reference = Reference(specialise(system, dict.fromkeys(system.readings, 0)))
    return replay(reference, [_decision(line) for line in decisions]).succeeded


def _decision(line: str) -> Decision:
    who, _, what = line.partition(": ")
    label, bracket, args = what.partition("(")
    return Decision(who, label, tuple(args.removesuffix(")").split(", ")) if bracket else ())
