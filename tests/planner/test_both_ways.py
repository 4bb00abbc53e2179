"""A claim that is written gets the proof that the built-in check of the same thing gets, however large the game is."""

import re
from pathlib import Path

import pytest

from rulewright_verify.planner import both_ways
from rulewright_verify.planner.answers import unknown
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Exhaustive, Outcome, Proved, Shown
from tests.planner.small import of, verified_text

BIDS = """rulebook bids
  players 2 as Ann, Bob

cards Card
  | name | copies |
  | a    |      8 |
  | b    |      8 |

param most: 1..20 = 20
param rounds: 1..8 = 8

state
  deck: bag of Card, starts full
  hand[Player]: bag of Card
  row: bag of Card
  bid[Player]: 0..20 = 0
  round: 0..8 = 0

procedure game
  repeat until round = rounds
    round becomes round + 1
    for each p in Player
      draw 1 cards from deck to hand[p]
    for each p in Player
      p chooses bid: n in 0..most
        bid[p] becomes n
    if bid[Ann] > bid[Bob]
      move all from hand[Ann] to row

claim kept "No card is lost"
  always conserved(Card)

claim never_stuck_there "Nobody is stuck"
  game never stuck

claim ends "It ends"
  game ends

claim few "Never three cards in the row"
  expect violated
  always count(card in row) < 3

scope tiny
  sets most to 1
  sets rounds to 1

claim kept_there "In a short game nobody bids more than one"
  scope tiny
  always every p in Player has bid[p] <= 1
"""


@pytest.fixture(scope="module")
def bids(tmp_path_factory: pytest.TempPathFactory) -> VerificationResult:
    return verified_text(tmp_path_factory.mktemp("bids"), BIDS, budget=60.0)


@pytest.mark.parametrize("claim", ["kept", "never_stuck_there", "ends"])
def test_what_outgrows_a_small_graph_is_proved(bids: VerificationResult, claim: str) -> None:
    (verdict,) = of(bids, claim)
    assert verdict.outcome is Outcome.HOLDS and verdict.assurance == Proved()


def test_a_small_graph_is_looked_at_whole(bids: VerificationResult) -> None:
    (verdict,) = of(bids, "kept_there")
    assert verdict.outcome is Outcome.HOLDS and verdict.assurance == Exhaustive("tiny")


def test_what_is_wrong_is_shown(bids: VerificationResult) -> None:
    (verdict,) = of(bids, "few")
    assert verdict.outcome is Outcome.VIOLATED and verdict.assurance == Shown()


def test_a_claim_without_an_answer_says_how_far_was_looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(both_ways, "as_induction_says", lambda *args, **more: unknown("not tried", "induction"))
    result = verified_text(tmp_path, BIDS, claims=("never_stuck_there",), budget=6.0)
    assert result.exit_code == 3
    (stuck,) = of(result, "never_stuck_there")
    assert stuck.outcome is Outcome.UNKNOWN and stuck.reason is not None
    assert re.search(r"nothing against it in all plays of up to \d+ steps .*, \d+ plays at random", stuck.reason)
