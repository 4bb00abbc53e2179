"""Positions, the fewest and the most runs, and best play: from the text of a claim to its verdict."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Exact, Outcome, Verdict
from tests.planner.small import verified_text

WALK = """\
rulebook walk
  title "A walk on a ring of steps"
  players 2 as Anna, Ben

param length: 1..200 = 12

state
  place: 0..length = 0
  at_home[Player]: yes or no = yes
  winner: Player or none = none

procedure game
  for each p in turn order
    trip(p)

procedure trip(p: Player)
  at_home[p] becomes no
  step set_out
    place becomes 0
  repeat until place = length
    p chooses one of
      walk
        go(1)
      jump when place + 3 <= length
        go(3)
      back
        place becomes max(0, place - 1)
  at_home[p] becomes yes
  winner becomes p

procedure go(far: 1..3)
  place becomes place + far

claim fewest "Four jumps, and four for the other one"
  at end of trip: least(runs(go)) = 4
  at end of game: least(runs(go)) = 8

claim inside "What happened in earlier trips does not count, except at a step"
  at end of trip: runs(trip) = 1
  at end of game: runs(trip) = 2
  at trip.set_out: runs(trip) = count(one in Player where one = Anna or not at_home[Ben])

claim too_few "Three"
  expect violated
  at end of trip: least(runs(go)) = 3

claim bounded "No more than fifty"
  expect violated                        # back and forth, as often as one likes
  at end of trip: greatest(runs(go)) <= 50

claim by_itself "One trip alone"
  in trip(Anna) alone: least(runs(go)) = 4
  in trip(Anna) alone: runs(go) >= 4

claim from_here "From the third step"
  given
    at_home[Ben] becomes no
  at end of trip(Anna): least(runs(go)) >= 4

claim long_way "A number that counting has to go beyond"
  scope long
  at end of trip: least(runs(go)) = 67
  at end of trip: runs(go) >= 67
  at end of trip: runs(go) + runs(trip) >= 68

claim not_so_long "The same number, one less"
  scope long
  expect violated
  at end of trip: runs(go) < 150

claim places "Thirteen places; twelve of them with either away, and the last with both at home"
  positions(place) = 13
  positions(place, at_home) = 25
  positions(at_home) in 2..3
  positions(place + 1) = 13
  positions(winner) <= 3

claim too_many_places "Fourteen"
  expect violated
  positions(place) = 14

scope long
  text en "Two hundred steps."
  sets length to 200
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> VerificationResult:
    return verified_text(tmp_path_factory.mktemp("walk"), WALK)


def of(result: VerificationResult, claim: str) -> Verdict:
    (verdict,) = (verdict for verdict in result.verdicts if verdict.claim == claim)
    return verdict


def numbers(verdict: Verdict) -> list[Fraction]:
    return [one.value.value for one in verdict.measurements if isinstance(one.value, Exact)]


@pytest.mark.parametrize("claim", [
    "fewest", "inside", "too_few", "bounded", "by_itself", "from_here", "long_way", "not_so_long", "places",
    "too_many_places",
])
def test_verdicts(claim: str, result: VerificationResult) -> None:
    verdict = of(result, claim)
    assert verdict.as_expected, (verdict.outcome, verdict.reason, verdict.measurements)


def test_runs_are_counted_inside_the_run_that_is_asked(result: VerificationResult) -> None:
    assert numbers(of(result, "fewest")) == [4, 8]
    assert numbers(of(result, "too_few")) == [4]


def test_where_counting_stopped_no_number_is_told(result: VerificationResult) -> None:
    assert of(result, "bounded").measurements == ()


def test_all_positions_are_counted_though_one_too_many_is_enough(result: VerificationResult) -> None:
    assert numbers(of(result, "too_many_places")) == [13]
    assert numbers(of(result, "places")) == [13, 25, 3, 13, 3]


def test_what_is_asked_of_the_whole_game_says_so(result: VerificationResult) -> None:
    assert "one run, from the situation that is given" not in of(result, "fewest").bounds
    assert "one run, from the situation that is given" in of(result, "by_itself").bounds


LONG = """\
rulebook long
  title "Two hundred turns, and a rest after each"
  players 2 as Anna, Ben

param one: 1..9 = 1

cards Card
  | name | rank |
  | ace  |  199 |
  | ten  |  200 |
  | king |  201 |

state
  left: 0..400 = 200
  goal[Player]: 0..400 = 150

procedure game
  repeat until left = 0
    turn
    rest
    left becomes left - 1

procedure turn
  nothing

procedure rest
  nothing

rule limit(more: 0..1) -> number
  default
    199 + more

claim asked "Asked"
  at end of game: {asked}
"""


@pytest.mark.parametrize(("asked", "outcome"), [
    ("runs(turn) <= ace.rank", Outcome.VIOLATED),
    ("runs(turn) > ace.rank", Outcome.HOLDS),
    ("runs(turn) = ten.rank", Outcome.HOLDS),
    ("runs(turn) < ten.rank", Outcome.VIOLATED),
    ("runs(turn) < king.rank", Outcome.HOLDS),
    ("runs(turn) >= king.rank", Outcome.VIOLATED),
    ("runs(turn) < goal[Anna]", Outcome.VIOLATED),
    ("not runs(turn) >= goal[Anna]", Outcome.VIOLATED),
    ("if runs(turn) > goal[Anna] then left = 1", Outcome.VIOLATED),
    ("runs(turn) <= limit(0)", Outcome.VIOLATED),
    ("runs(turn) <= limit(1)", Outcome.HOLDS),
    ("runs(turn) < sum(i for i in 1..17)", Outcome.VIOLATED),
    ("runs(turn) < (one + one + one) * (one + one + one) * (one + one + one) * (one + one + one) * 2",
     Outcome.VIOLATED),
    ("runs(turn) in limit(0)..limit(1)", Outcome.HOLDS),
    ("runs(turn) * 2 + left < 400", Outcome.VIOLATED),
    ("runs(turn) * 2 + left <= 400", Outcome.HOLDS),
    ("350 - runs(turn) >= goal[Ben] + 1", Outcome.VIOLATED),
    ("350 - runs(turn) >= goal[Ben]", Outcome.HOLDS),
    ("runs(turn) + runs(rest) < 400", Outcome.VIOLATED),
    ("runs(turn) + runs(rest) <= 400", Outcome.HOLDS),
    ("runs(turn) - runs(rest) > 0", Outcome.VIOLATED),
    ("runs(turn) = runs(rest)", Outcome.HOLDS),
    ("runs(turn) * runs(rest) < 30000", Outcome.VIOLATED),
    ("max(runs(turn), goal[Anna]) = 200", Outcome.HOLDS),
    ("min(runs(turn), goal[Anna]) = 150", Outcome.HOLDS),
    ("count(p in Player where runs(turn) > goal[p] + 49) = 2", Outcome.HOLDS),
    ("some p in Player has runs(turn) <= goal[p] + 49", Outcome.VIOLATED),
    ("least(runs(turn)) = ten.rank", Outcome.HOLDS),
    ("least(runs(turn)) >= king.rank", Outcome.VIOLATED),
    ("greatest(runs(turn) * 3 + 5) = 605", Outcome.HOLDS),
    ("greatest(500 - runs(turn)) < 301", Outcome.HOLDS),
    ("greatest(runs(turn) - runs(rest)) = 0", Outcome.HOLDS),
])
def test_no_count_stops_before_what_it_is_compared_with(asked: str, outcome: Outcome, tmp_path: Path) -> None:
    (verdict,) = verified_text(tmp_path, LONG.replace("{asked}", asked), claims=("asked",)).verdicts
    assert verdict.outcome is outcome, verdict.reason


SETTLED = """\
rulebook settled
  title "Nobody decides anything"
  players 2 as Anna, Ben

param goal: 1..9 = 3

state
  pot: 0..9 = 0

procedure game
  repeat until pot = goal
    add
  end game won by Ben

procedure add
  pot becomes pot + 1

claim sampled "Ben wins every game"
  simulate 20 games with random players
    expected(pot) in 3..4
    expected(runs(add)) in 3..4
    at end of game: pot = 3
"""


def test_games_in_which_nobody_decides_are_played(tmp_path: Path) -> None:
    (verdict,) = verified_text(tmp_path, SETTLED, claims=("sampled",)).verdicts
    assert (verdict.outcome, verdict.reason) == (Outcome.HOLDS, None)


def test_a_sample_of_games_without_end_is_unknown(tmp_path: Path) -> None:
    text = SETTLED.replace("pot becomes pot + 1", "pot becomes 2 - pot")
    (verdict,) = verified_text(tmp_path, text, claims=("sampled",)).verdicts
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.reason == "none of 20 games came to where this is looked at"
    assert "20 games did not come to an end" in verdict.bounds
