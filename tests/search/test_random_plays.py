"""Claims that plays at random refute, and how short the plays are then made."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Status
from rulewright.ir.nodes import Reason
from rulewright_verify.search import FoundPlay, Target, random_refutation, refutation
from tests.probability.from_text import Asked, asked_in_folder, asked_in_text
from tests.systems import ALL

ROOT = Path(__file__).parents[2]

DICE = """\
rulebook dice
  title "Dice"
  players 2 as Anna, Ben

state
  score[Player]: 0..30 = 0
  least_face: 1..6 = 6

procedure game
  repeat until some p in Player has score[p] >= 10
    for each p in turn order
      turn(p)

procedure turn(p: Player)
  roll d6 as face
  least_face becomes face
  p chooses one of
    keep when face < 6
      score[p] becomes score[p] + face
    throw_away when face > 1

claim keeps_up "Nobody is five ahead"
  always score[Anna] < score[Ben] + 5
claim falls "The last face never rises"
  least_face never rises
claim small_turn "After a turn nobody has more than three"
  at end of turn: score[p] <= 3
claim never_stuck "There is always something to do"
  game never stuck
claim ordered "Scores lie within the board"
  always score[Anna] <= 30
"""


def refuted(claims: dict[str, list[Asked]], names: list[str]) -> list[FoundPlay | None]:
    targets = []
    for name in names:
        ((system, clause),) = claims[name]
        target = refutation(clause)
        assert target is not None
        targets.append(target)
    return list(random_refutation(system, targets, budget_seconds=60.0, most_plays=300).found)


def test_false_claims_are_refuted_by_short_plays() -> None:
    claims = asked_in_text(DICE)
    names = ["keeps_up", "falls", "small_turn", "never_stuck", "ordered"]
    keeps_up, falls, small_turn, never_stuck, ordered = refuted(claims, names)
    # Anna throws a five and keeps it.
    assert keeps_up is not None and len(keeps_up.moves) == 2
    # The first face cannot rise above six, the second can.
    assert falls is not None and len(falls.moves) == 3
    assert small_turn is not None and len(small_turn.moves) == 2
    assert never_stuck is None
    assert ordered is None


def test_somebody_stuck_is_found() -> None:
    system = ALL["stuck"]()
    target = Target(stuck=frozenset(region.id for region in system.regions))
    (found,) = random_refutation(system, [target], budget_seconds=60.0).found
    assert found is not None
    reference = Reference(system)
    assert reference.status(found.last) is Status.CHOICE
    assert next(reference.alternatives(found.last), None) is None


@pytest.mark.parametrize(("name", "reason"), [("breaks_down", None), ("endless", Reason.ENDLESS)])
def test_a_breakdown_is_found(name: str, reason: Reason | None) -> None:
    (found,) = random_refutation(ALL[name](), [Target(breaks_down=True)], budget_seconds=60.0).found
    assert found is not None and found.last.failure is not None
    assert reason is None or found.last.failure.reason is reason


def test_many_claims_are_asked_of_the_same_plays() -> None:
    claims = asked_in_folder(ROOT / "rules" / "twilight")
    names = ["two_sun_two_moon", "never_stuck", "leader_played_highest"]
    assert refuted(claims, names) == [None, None, None]


def test_the_same_seed_gives_the_same_plays() -> None:
    ((system, clause),) = asked_in_text(DICE)["keeps_up"]
    target = refutation(clause)
    assert target is not None
    one, other = (
        random_refutation(system, [target], seed=5, budget_seconds=60.0, most_plays=50).found for _ in range(2)
    )
    assert one == other
