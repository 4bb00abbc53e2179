"""A claim about a scope names the players of that scope, though fewer may play the game."""

from __future__ import annotations

from pathlib import Path

from rulewright_verify.verdict import Exhaustive, Outcome
from tests.planner.small import of, verified_text

THREE = """rulebook three
  players 2..3
state
  coins[Player]: 0..2 = 1
procedure game
  for each i in 1..2
    for each p in turn order
      if coins[p] > 0
        p chooses give: friend in others after p where coins[friend] < 2
          coins[p] becomes coins[p] - 1
          coins[friend] becomes coins[friend] + 1
  end game
scope trio
  players 3
claim third_may_be_poor "The third player may lose everything"
  scope trio
  possible coins[Player_3] = 0
claim third_is_never_rich "The third player never gets another coin"
  scope trio
  always coins[Player_3] < 2
claim coins_stay "No coin is lost"
  always sum(coins[p] for p in Player) = count(p in Player)
claim third_after_a_gift "The first may make the third rich"
  scope trio
  given
    coins[Player_3] becomes 0
  game never stuck
"""


def test_the_third_player_is_named_in_a_scope_of_three(tmp_path: Path) -> None:
    result = verified_text(tmp_path, THREE)
    assert not result.is_wrong, result.diagnostics
    (poor,) = of(result, "third_may_be_poor")
    (rich,) = of(result, "third_is_never_rich")
    (gift,) = of(result, "third_after_a_gift")
    assert (poor.outcome, poor.players) == (Outcome.HOLDS, (3,))
    assert (rich.outcome, rich.players) == (Outcome.VIOLATED, (3,))
    assert (gift.outcome, gift.assurance) == (Outcome.HOLDS, Exhaustive("trio"))
    (stay,) = of(result, "coins_stay")
    assert (stay.outcome, stay.players) == (Outcome.HOLDS, (2, 3))


def test_with_two_players_such_a_claim_is_not_asked(tmp_path: Path) -> None:
    result = verified_text(tmp_path, THREE, players=2)
    assert not result.is_wrong, result.diagnostics
    assert not of(result, "third_may_be_poor")
    assert of(result, "coins_stay")
