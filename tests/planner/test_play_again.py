"""The lines that a report prints to play a play again are an example that the language takes."""

from __future__ import annotations

from pathlib import Path

from rulewright_verify.evidence import Play
from tests.planner.small import of, verified_text

DRAWN = """\
rulebook drawn
  players 2 as Ann, Bob
cards Card
  | name | copies |
  | a    | 2      |
  | b    | 2      |
state
  deck: bag of Card, starts full
  hand[Player]: bag of Card
procedure game
  draw 2 cards from deck to hand[Ann]
  Ann chooses play: c in hand[Ann]
    move c from hand[Ann] to deck
claim never_two "never two of a kind"
  expect violated
  never count(c in hand[Ann] where c = b) = 2
"""


def test_the_lines_of_a_violation_are_an_example_of_it(tmp_path: Path) -> None:
    (verdict,) = of(verified_text(tmp_path, DRAWN), "never_two")
    play = verdict.counterexample
    assert isinstance(play, Play)
    assert play.decisions == ("chance: draw(b, b)", "stop: here")
    lines = "".join(f"    {line}\n" for line in play.decisions)
    kept = f"example kept\n  do game\n{lines}  expect\n    count(c in hand[Ann] where c = b) = 2\n"
    (example,) = verified_text(tmp_path, DRAWN + kept).examples
    assert example.failure is None
