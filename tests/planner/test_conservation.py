"""That nothing is lost or doubled, read off the moves; and not where a move leads into a place that a block forgets."""

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.ir.nodes import Life, System
from rulewright_verify.planner.conservation import METHOD, kept_by_every_move
from rulewright_verify.verdict import Outcome, Proved
from tests.planner.small import of, verified_text
from tests.systems import ALL

DEALT = """rulebook dealt
  players 2 as Ann, Bob

cards Card
  | name | copies |
  | a    |     20 |
  | b    |     20 |

state
  deck: bag of Card, starts full
  hand[Player]: bag of Card
  row: list of Card at most 9

procedure game
  for each p in Player
    draw 12 cards from deck to hand[p]
  for each p in Player
    p chooses play: card in hand[p]
      move card from hand[p] to row

claim kept "No card is lost"
  always conserved(Card)
"""


def of_cards() -> list[tuple[str, str]]:
    return [(name, kinds) for name, make in ALL.items() for kinds in make().kinds if make().zones]


@pytest.mark.parametrize(("name", "kinds"), of_cards())
def test_moves_between_lasting_places_keep_things(name: str, kinds: str) -> None:
    answer = kept_by_every_move(ALL[name](), kinds)
    assert answer is not None and (answer.outcome, answer.assurance) == (Outcome.HOLDS, Proved())


def test_a_move_into_what_a_block_forgets_is_looked_at_by_others() -> None:
    system = ALL["twilight"]()
    (kinds,) = system.kinds
    assert kept_by_every_move(forgetful(system, "trick"), kinds) is None


def forgetful(system: System, zone: str) -> System:
    """A place of the game becomes one of a block."""
    return replace(system, zones={**system.zones, zone: replace(system.zones[zone], life=Life.FRAME)})


def test_whole_hands_are_no_matter(tmp_path: Path) -> None:
    (kept,) = of(verified_text(tmp_path, DEALT, claims=("kept",)), "kept")
    assert kept.outcome is Outcome.HOLDS and kept.assurance == Proved() and kept.method == METHOD
