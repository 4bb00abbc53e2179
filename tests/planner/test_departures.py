"""Readings with too many combinations to look at each: the way of play, and single departures from it."""

from __future__ import annotations

from pathlib import Path

from rulewright_verify.planner.departures import AS_PLAYED, OR_ONE_OTHERWISE
from rulewright_verify.verdict import Exhaustive, Outcome
from tests.planner.small import of, verified_text

NAMES = "abcdefghi"  # two options each: 512 combinations

READING = """reading {0}
  text en "{0}?"
  option small
    text en "Small."
  option large
    text en "Large."

rule gain_{0} -> 0..9
  default
    2 when {0} = large
    1 otherwise

"""
GAME = """rulebook many
  players 2

state
  score: 0..99 = 0
  waited: yes or no = no

scope whole
  text en "The whole game."
  players 2

procedure game
  Player_1 chooses one of
    go
      score becomes score + 1
    wait when a = small
      waited becomes yes
{steps}  end game

"""
TEXT = GAME.format(steps="".join(f"  score becomes score + gain_{name}\n" for name in NAMES)) + "".join(
    READING.format(name) for name in NAMES
)


def test_a_claim_that_no_play_refutes_is_told_of_the_way_of_play(tmp_path: Path) -> None:
    result = verified_text(tmp_path, TEXT + 'claim few "At most ten"\n  scope whole\n  always score <= 10\n')
    (verdict,) = of(result, "few")
    assert (verdict.outcome, verdict.assurance) == (Outcome.HOLDS, Exhaustive("whole"))
    assert AS_PLAYED in verdict.bounds
    assert set(verdict.readings) == set(NAMES)


def test_a_departure_that_decides_otherwise_is_told_by_itself(tmp_path: Path) -> None:
    claim = 'claim busy "Nobody waits"\n  scope whole\n  at end of game: not waited or score < 2\n'
    result = verified_text(tmp_path, TEXT + claim)
    as_played, other = of(result, "busy")
    assert (as_played.outcome, as_played.readings["a"]) == (Outcome.VIOLATED, "small")
    assert OR_ONE_OTHERWISE in as_played.bounds
    assert (other.outcome, other.readings["a"]) == (Outcome.HOLDS, "large")
    assert {other.readings[name] for name in NAMES if name != "a"} == {"small"}


def test_a_scope_that_the_game_does_not_fit_is_a_mistake(tmp_path: Path) -> None:
    narrow = 'param most: 1..9 = 9\n\nscope narrow\n  text en "Narrow."\n  players 2\n  sets most to 12\n\n'
    result = verified_text(tmp_path, TEXT + narrow + 'claim few "Few"\n  scope narrow\n  always score <= 99\n')
    assert result.is_wrong
    assert any("12" in each.message_text for each in result.diagnostics if each.severity == "error")
