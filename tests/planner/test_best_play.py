"""Best play where players do not see everything: what a verdict says of it, and what it does not say."""

from __future__ import annotations

from pathlib import Path

from rulewright_verify.verdict import Exact, Near, Outcome, Verdict
from tests.planner.small import verified_text

PENNIES = """\
rulebook pennies
  title "Matching pennies"
  players 2 as Anna, Ben

enum Side: heads, tails

state
  shown[Player]: Side = heads
  matching: yes or no = no

procedure game
  for each p in Player at once
    p chooses show: side in Side
      shown[p] becomes side
  matching becomes shown[Anna] = shown[Ben]

claim anna "Anna can make them match"
  at end of game: secured_chance(Anna, matching) = 1/2

claim together "Together they can"
  at end of game: highest_chance(matching) = 1
"""

HIGHER = """\
rulebook higher
  title "A card each, and either may throw it away for another"
  players 2 as Anna, Ben

cards Card
  | name | rank | copies |
  | low  |    1 |      2 |
  | high |    2 |      2 |

state
  deck: bag of Card, starts full
  hand[Player]: bag of Card, seen by owner
  away: bag of Card, seen by all

procedure game
  for each p in Player
    draw 1 cards from deck to hand[p]
  for each p in turn order
    p may choose swap: card in hand[p]
      move card from hand[p] to away
      draw 1 cards from deck to hand[p]

rule total(p: Player) -> number
  default
    sum(card.rank for card in hand[p])

claim dealt "Equal cards, before anybody decides"
  in deal alone: chance(total(Anna) = total(Ben)) = 1/3

claim best "Ben decides last, and sees everything"
  at end of game: secured_chance(Ben, total(Ben) >= total(Anna)) > 1/2

procedure deal
  for each p in Player
    draw 1 cards from deck to hand[p]
"""


WALK = """\
rulebook walk
  title "A throw each, kept or thrown again; whoever is home first wins"
  players 2 as Anna, Ben

state
  left[Player]: 0..40 = 40
  pot: 0..46 = 0
  winner: Player or none = none

procedure game
  repeat
    for each p in turn order
      pot becomes 0
      throw
      p chooses one of, until done
        again when 0 < pot and pot < left[p]
          throw
      if pot >= left[p]
        winner becomes p
        end game won by p
      left[p] becomes left[p] - pot

procedure throw
  roll d6 as face
  if face = 1
    pot becomes 0
  otherwise
    pot becomes pot + face

claim first "Whoever begins is better off"
  at end of game: secured_chance(Anna, winner = Anna) > 1/2
claim not_both "What one secures the other cannot have"
  at end of game: secured_chance(Ben, winner = Ben) < 1/2
claim far_off "By far"
  expect violated
  at end of game: secured_chance(Anna, winner = Anna) >= 3/4
"""


def _verdict(folder: Path, text: str, claim: str) -> Verdict:
    (verdict,) = verified_text(folder, text, claims=(claim,)).verdicts
    return verdict


def test_best_play_at_the_same_moment_is_not_known(tmp_path: Path) -> None:
    """Whoever moves second in the graph would see what the other does, so no number is told."""
    verdict = _verdict(tmp_path, PENNIES, "anna")
    assert (verdict.outcome, verdict.value) == (Outcome.UNKNOWN, None)
    assert verdict.reason is not None and "at the same moment" in verdict.reason
    assert _verdict(tmp_path, PENNIES, "together").outcome is Outcome.HOLDS


def test_where_cards_are_hidden_the_verdict_says_that_they_were_seen(tmp_path: Path) -> None:
    verdict = _verdict(tmp_path, HIGHER, "best")
    assert verdict.outcome is Outcome.HOLDS
    assert isinstance(verdict.value, Exact)
    assert set(verdict.rests_on.open_cards) == {"deck", "hand"}


def test_where_nobody_decides_it_does_not(tmp_path: Path) -> None:
    verdict = _verdict(tmp_path, HIGHER, "dealt")
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.rests_on.open_cards == ()


def test_a_large_contest_is_told_with_its_error(tmp_path: Path) -> None:
    """Two players, each of whom plays best: what they secure is 1 together, up to what the numbers may be off."""
    found = {}
    for claim, outcome in (("first", Outcome.HOLDS), ("not_both", Outcome.HOLDS), ("far_off", Outcome.VIOLATED)):
        verdict = _verdict(tmp_path, WALK, claim)
        assert verdict.outcome is outcome
        assert isinstance(verdict.value, Near)
        assert 0 < verdict.value.error < 1e-11
        found[claim] = verdict.value
    total = found["first"].value + found["not_both"].value
    assert abs(total - 1) <= found["first"].error + found["not_both"].error
