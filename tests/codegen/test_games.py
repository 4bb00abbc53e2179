"""Whole games from text: random plays, step by step beside the reference interpreter."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from rulewright.interpreter.machine import Bags, Layout, compile_machine
from rulewright.interpreter.players import play_luck
from rulewright.interpreter.reference import Reference
from rulewright.ir.nodes import Choice, Deal, System
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.pipeline import check_rulebook

GAMES = Path(__file__).parents[1] / "language" / "games"
SMALL = ["craps", "pig", "auction", "beggar", "snakes", "twilight", "winged"]
LARGE = ["imperial", "hyboria"]
CLASSICS = Path(__file__).parents[2] / "rules" / "classics"
MOST_COMPARED = 40


def system_of(game: str) -> System:
    """The game as written, with the first option of each reading."""
    folder = GAMES / game
    book, found = check_rulebook(folder if folder.is_dir() else CLASSICS / game)
    assert book is not None, found
    system = lower(book).system
    return specialise(system, dict.fromkeys(system.readings, 0))


def walk(system: System, layout: Layout, seed: int, n_steps: int) -> int:
    """Compare the successors of each state of a play; how many steps it had."""
    machine, reference, rng = compile_machine(system, layout=layout), Reference(system), random.Random(seed)
    state, packed = reference.initial(), machine.initial()
    for step in range(n_steps):
        assert machine.decode(packed) == state
        assert machine.encode(state) == packed
        at = None if state.failure is not None else system.nodes[state.place]
        if isinstance(at, Choice):
            assert machine.decider(packed) == reference.evaluate(at.decider, state)
        if state.failure is None and isinstance(system.nodes[state.place], Deal):
            state = reference.run(state, play_luck(reference, state, rng))
            packed = machine.encode(state)
            continue
        ways = list(islice(reference.alternatives(state), MOST_COMPARED))
        targets = machine.successors(packed)[:MOST_COMPARED]
        assert [machine.decode(target) for target in targets] == [reference.run(state, way) for way in ways]
        if not ways:
            return step
        chosen = rng.randrange(len(ways))
        state, packed = reference.run(state, ways[chosen]), targets[chosen]
    return n_steps


@pytest.mark.parametrize("game", SMALL)
def test_a_play(game: str) -> None:
    assert walk(system_of(game), Layout(), 1, 14) > 0


@pytest.mark.slow
@pytest.mark.parametrize("bags", [Bags.CODED, Bags.COUNTS])
@pytest.mark.parametrize("game", [*SMALL, *LARGE])
def test_plays(game: str, bags: Bags) -> None:
    system = system_of(game)
    for seed in (2, 3):
        assert walk(system, Layout(bags=bags), seed, 30) > 0


NOTHING_THERE = """
rulebook nothing_there
  players 2 as Anna, Ben

cards Coin
  | name   | copies |
  | gold   |      0 |
  | silver |      0 |

state
  supply: bag of Coin, starts full
  purse[Player]: bag of Coin
  bank[Player]: bag of Coin
  first_to_play: Player = Anna
  lucky: yes or no = no

rule may_pay(p: Player) -> yes or no
  default
    some coin in purse[p] has coin = gold

procedure game
  chance chooses starter in Player
  first_to_play becomes starter
  for each i in 1..2
    roll d2 as face
    for each p in turn order from first_to_play where not lucky and may_pay(p)
      p chooses one of
        pay
          move gold from purse[p] to bank[p]
        keep
    if face = 2 and no coin in bank[first_to_play] has coin = silver
      lucky becomes yes
"""


@pytest.mark.parametrize("bags", list(Bags))
def test_bags_of_things_of_which_there_are_none(bags: Bags, tmp_path: Path) -> None:
    path = tmp_path / "nothing_there.rules"
    path.write_text(NOTHING_THERE, encoding="utf-8")
    book, found = check_rulebook(path)
    assert book is not None, found
    assert walk(lower(book).system, Layout(bags=bags), 1, 9) == 3
