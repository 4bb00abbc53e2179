"""Two things with one name, in two options of one choice: generated code follows each of them."""

from __future__ import annotations

import random
from pathlib import Path

from rulewright.interpreter.playout import ENDED, compile_playout
from rulewright.interpreter.reference import Reference
from rulewright.loading import source_of
from rulewright.lower import lower
from rulewright.pipeline import check_sources

BOOK = """
rulebook small
  players 2 as Anna, Ben

cards Beast
  | Beast | copies |
  | cat   |      2 |
  | dog   |      2 |

record Animal on Beast
  damage: 0..3 = 0
  tired: yes or no = no

enum Side: left, right

state
  deck: bag of Beast, starts full
  field[Side]: bag of Animal at most 4
  grave: bag of Beast
  rounds: 0..4 = 0

procedure game
  move all from deck to field[left]
  repeat until rounds = 4
    rounds becomes rounds + 1
    Anna chooses one of
      go: w in field[left]
        move w from field[left] to field[right] with tired: yes
        w.damage becomes min(3, w.damage + 1)
        if w.damage >= 1
          move w from field[right] to grave
      come: w in field[right]
        move w from field[right] to field[left]
        w.damage becomes 0
      rest
"""


def test_a_name_that_two_options_give() -> None:
    book, diagnostics = check_sources([source_of(BOOK, Path("small.rules"), "small.rules")])
    assert book is not None, diagnostics
    system = lower(book).system
    assert len({handle.name for handle in system.handles}) < len(system.handles)
    playout = compile_playout(system)
    reference = Reference(system)
    start = playout.start
    assert start is not None
    reached = set()
    for seed in range(200):
        end = playout.play(random.Random(seed).random, limit=1)
        assert end.state is not None
        reached.add(playout.decode(end.state))
        assert playout.play(random.Random(seed).random).kind == ENDED
    assert reached == {move.target for move in reference.moves(playout.decode(start))}
