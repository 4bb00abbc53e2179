"""Plays that must be found in a game far too large to enumerate, and their replay."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.interpreter.decisions import find_alternative
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.replay import replay
from rulewright.ir import build as b
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Read
from rulewright_verify.search import FoundPlay, Target, compared, find_play, find_target, refutation, witness
from tests.probability.from_text import Asked, asked_in_folder, asked_in_text

ROOT = Path(__file__).parents[2]
BUDGET = 300.0  # on a busy machine; usually a second is enough

LIFT = """\
rulebook lift
  title "A lift with a counter"
  players 1 as Rider

state
  floor: 0..40 = 0
  trips: 0..40 = 0

procedure game
  repeat until floor = 40
    Rider chooses one of
      up when floor < 40
        floor becomes floor + 1
      down when floor > 0
        floor becomes floor - 1
        trips becomes min(40, trips + 1)

claim high_and_tired "Far up after many trips"
  possible floor = 30 and trips = 7
claim never_there "Nobody sees the fourteenth floor twice"
  never floor = 14 and trips = 2
claim not_below "The floor never falls"
  floor never falls
claim most "Never more than five trips"
  at end of game: greatest(trips) = 5
"""


def whole_game(options: dict[str, str] | None = None) -> dict[str, list[Asked]]:
    return asked_in_folder(ROOT / "rules" / "twilight", options)


def measured_in(asked: list[Asked]) -> list[Asked]:
    return [one for one in asked if isinstance(one[1], pr.Measured)]


def witnessed(asked: Asked, seed: int = 0) -> FoundPlay:
    system, clause = asked
    target = witness(clause)
    assert target is not None
    found = find_target(system, target, seed=seed, budget_seconds=BUDGET)
    assert found is not None
    assert_replays(asked, found)
    return found


def assert_replays(asked: Asked, found: FoundPlay) -> None:
    """Whoever has the decisions alone can play it again."""
    reference = Reference(asked[0])
    state = reference.initial()
    for decision, move in zip(found.decisions, found.moves, strict=True):
        way = find_alternative(reference, state, decision)
        assert way is not None and way.bindings == move.bindings
        state = reference.run(state, way)
    assert replay(reference, found.decisions).succeeded


@pytest.mark.parametrize("claim", ["pile_of_two", "uneven_hands"])
def test_what_is_possible_in_the_whole_game_is_found(claim: str) -> None:
    (asked,) = whole_game()[claim]
    found = witnessed(asked)
    assert found.n_states > len(found.moves) > 8
    clause = asked[1]
    assert isinstance(clause, pr.Possible)
    assert Reference(asked[0]).evaluate(clause.cond, found.last) == 1


@pytest.mark.parametrize("reading", ["add_up", "multiply", "best_one"])
def test_the_greatest_score_of_a_deal_is_attained(reading: str) -> None:
    greatest, least = measured_in(whole_game({"several_sanctuaries": reading})["score_bounds"])
    assert len(witnessed(greatest).moves) >= 4 + 28
    assert len(witnessed(least).moves) >= 4 + 28


def test_the_same_seed_finds_the_same_play() -> None:
    (asked,) = whole_game()["pile_of_two"]
    assert witnessed(asked, seed=3).decisions == witnessed(asked, seed=3).decisions


def test_a_value_is_reached_exactly() -> None:
    (system, clause), _ = measured_in(whole_game()["score_bounds"])
    assert isinstance(clause, pr.Measured)
    places = compared(clause.quantity.places, "=", Fraction(34))
    assert find_play(system, places=places, budget_seconds=BUDGET) is not None


def test_a_guide_leads_over_many_steps() -> None:
    """Thirty up and seven down and up again: no play at random comes there soon."""
    (asked,) = asked_in_text(LIFT)["high_and_tired"]
    found = witnessed(asked)
    assert len(found.moves) == 30 + 7 + 7
    assert (found.last.slots["floor"], found.last.slots["trips"]) == ((30,), (7,))


def test_a_claim_is_refuted() -> None:
    claims = asked_in_text(LIFT)
    for name in ("never_there", "not_below", "most"):
        ((system, clause),) = claims[name]
        target = refutation(clause)
        assert target is not None
        found = find_target(system, target, budget_seconds=BUDGET)
        assert found is not None, name


def test_what_is_impossible_is_not_found() -> None:
    ((system, _),) = asked_in_text(LIFT)["high_and_tired"]
    floor = Read("floor", (), 0, 40)
    assert find_play(system, b.lt(floor, b.ZERO), budget_seconds=0.5) is None


def test_the_start_itself_may_be_what_is_looked_for() -> None:
    ((system, _),) = asked_in_text(LIFT)["high_and_tired"]
    found = find_target(system, Target(rests=b.eq(Read("floor", (), 0, 40), b.ZERO)))
    assert found is not None and found.moves == ()
