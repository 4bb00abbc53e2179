"""Claims about runs and steps to which no play comes are vacuous; they do not hold."""

from pathlib import Path

import pytest

from rulewright_verify.planner.empty import NOT_SEEN
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, Proved
from tests.planner.small import of, verified_text

GAME = """rulebook nothing_said
  players 2 as Ada, Ben
reading bonuses
  option never
  option sometimes
state
  left: 0..4 = 4
  never_so: yes or no = no
procedure game
  repeat
    for each p in turn order
      turn(p)
procedure turn(p: Player)
  if never_so
    present(p)
  if bonuses = sometimes
    extra(p)
  p chooses take: n in 1..2 where n <= left
    left becomes max(0, left - n)
  if left = 0
    end game won by p
procedure present(p: Player)
  p chooses gift: n in 1..2
    left becomes min(4, left + n)
procedure extra(p: Player)
  p chooses more: n in 1..2
    left becomes min(4, left + n)
procedure unused(p: Player)
  p chooses wait: n in 1..2 where n <= left
    left becomes max(0, left - n)
"""

CLAUSES = {
    "at": "at {p}: left = 9",
    "at_end": "at end of {p}: left = 9",
    "premise": "at end of {p}: if left = 9 then left = 8",
    "stuck": "{p} never stuck",
    "ends": "{p} ends",
    "measure": "{p} ends decreasing left",
    "by_luck": "{p} ends with chance 1",
    "chance": "at end of {p}: chance(left = 9) = 1",
    "secured": "at end of {p}: secured_chance(Ada, left = 9) = 1",
    "mean": "at end of {p}: expected(left) = 9",
    "greatest": "at end of {p}: greatest(left) <= 9",
    "runs": "at end of {p}: least(runs(turn)) = 9",
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> VerificationResult:
    claims = [
        f'claim {name}_{where} "{name}"\n  {clause.format(p=where)}\n'
        for name, clause in CLAUSES.items() for where in ("unused", "present")
    ]
    claims += [
        'claim goes_on "Only what happens may go on"\n  unused may go on for ever\n',
        'claim alone "By itself it is run"\n  unused(Ada) never stuck\n  in unused(Ada) alone: left in 2..3\n',
        'claim in_turn "A turn comes"\n  at end of turn: left <= 4\n  turn ends\n  turn never stuck\n',
        'claim under_one "It comes under one reading"\n  at end of extra: left <= 4\n  extra never stuck\n',
        'claim once "Never once"\n  once never_so, never left = 0\n',
    ]
    return verified_text(tmp_path_factory.mktemp("empty"), GAME + "".join(claims))


@pytest.mark.parametrize("name", CLAUSES)
def test_where_no_play_comes_nothing_is_said(name: str, result: VerificationResult) -> None:
    for where in ("unused", "present"):
        (verdict,) = of(result, f"{name}_{where}")
        assert verdict.outcome is Outcome.VACUOUS, where
        assert not verdict.as_expected
        assert isinstance(verdict.assurance, Proved) == (where == "unused")


def test_what_never_is_run_cannot_go_on(result: VerificationResult) -> None:
    assert [verdict.outcome for verdict in of(result, "goes_on")] == [Outcome.VIOLATED]
    assert [verdict.outcome for verdict in of(result, "once")] == [Outcome.VACUOUS]


def test_a_run_of_its_own_is_a_run(result: VerificationResult) -> None:
    assert [verdict.outcome for verdict in of(result, "alone")] == [Outcome.HOLDS]
    assert [verdict.outcome for verdict in of(result, "in_turn")] == [Outcome.HOLDS]


def test_what_comes_about_under_one_reading_is_said_under_all(result: VerificationResult) -> None:
    (verdict,) = of(result, "under_one")
    assert verdict.outcome is Outcome.HOLDS and not verdict.readings


DEALT = """rulebook dealt
  players 1 as Ada
enum Suit: a, b, c, d, e, f
cards Card
  | name | suit             | rank: 1..9 |
  | x    | a, b, c, d, e, f |       1..9 |
state
  deck: bag of Card, starts full
  hand: bag of Card
  n: 0..9 = 0
  on: yes or no = no
procedure game
  draw 7 cards from deck to hand
  repeat until n = 9
    Ada chooses one of
      up
        n becomes n + 1
      rare when n = 8
        Ada chooses one of
          first when not on
            n becomes 9
          second when on
            never_here
procedure never_here
  n becomes 9
claim nowhere "Nobody comes here"
  at never_here: n = 3
claim here "Here somebody comes"
  at end of game: n = 9
claim premise "Never on"
  always if on then n = 3
"""


def test_where_a_proof_says_that_no_play_comes(tmp_path: Path) -> None:
    """The game is dealt from 54 cards, so proofs decide."""
    result = verified_text(tmp_path, DEALT)
    assert not [found for found in result.diagnostics if found.severity.name == "ERROR"], result.diagnostics
    for name, outcome in (("nowhere", Outcome.VACUOUS), ("premise", Outcome.VACUOUS), ("here", Outcome.HOLDS)):
        (verdict,) = of(result, name)
        assert (verdict.outcome, verdict.method) == (outcome, "induction")
        assert NOT_SEEN not in verdict.bounds
