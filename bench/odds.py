"""Exact odds: a battle from rule text, against code written by hand for it alone.

By hand a volley is a product of two binomial distributions; from the text every die is a step of its own, because
the text rolls dice. The long fight loses one of two sides at each roll, so its states are all that there are.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

from bench.measure import Best, Row
from rulewright_verify.odds import Asking, Over, Table, tables

BATTLE = Path(__file__).parents[1] / "tests" / "cli" / "odds" / "battle.rules"
HIT = Fraction(8, 10)
EXACT_GOAL, ROUGH_GOAL = 0.3, 0.1
ROUNDS = 2

LONG_FIGHT = """\
rulebook long_fight
  players 1 as Ann

state
  left: 0..100 = 100
  right: 0..100 = 100

procedure game
  while left > 0 and right > 0
    roll d10 as face
    if face <= 6
      right becomes right - 1
    otherwise
      left becomes left - 1
"""


def odds() -> Iterator[Row]:
    """20 against 20 as a fraction; 100 against 100 in floating point."""
    best = Best()
    rough = exact = None
    with tempfile.TemporaryDirectory() as folder:
        long_fight = Path(folder) / "long_fight.rules"
        long_fight.write_text(LONG_FIGHT, encoding="utf-8")
        for _ in range(ROUNDS):
            by_us = best.take("by hand", lambda: by_hand(20))
            exact = timed(best, "battle", BATTLE, Asking(
                "game", ("attackers > 0",), overs=(Over("most", ("20",)),)
            ))
            timed(best, "battle in floats", BATTLE, Asking(
                "game", ("attackers > 0",), overs=(Over("most", ("20",)),), roughly=True
            ))
            rough = timed(best, "long fight", long_fight, Asking("game", ("left > 0",), roughly=True))
            timed(best, "long fight exactly", long_fight, Asking("game", ("left > 0",)))
    assert exact is not None
    assert rough is not None
    found = exact.rows[0].found
    if found is None or found.value != by_us:
        raise SystemExit(f"the battle from text gives {found}, by hand it is {by_us}")
    times, states = best.seconds, exact.rows[0].states
    yield Row("odds of 20 against 20 as a fraction, from text to number", times["battle"], "s", EXACT_GOAL, False,
              f"{states} states")
    yield Row("the same in floating point with its error", times["battle in floats"], "s")
    yield Row("the same by hand, with binomials", times["by hand"], "s")
    error = rough.rows[0].found.error if rough.rows[0].found is not None else Fraction(0)
    yield Row("odds of 100 against 100, a loss a roll, floating point", times["long fight"], "s", ROUGH_GOAL, False,
              f"{rough.rows[0].states} states, error {float(error):.0e}")
    yield Row("the same as a fraction", times["long fight exactly"], "s")


def timed(best: Best, name: str, path: Path, asking: Asking) -> Table:
    started = time.process_time()
    (table,) = tables(path, asking)
    best.note(name, time.process_time() - started)
    return table


def by_hand(n: int) -> Fraction:
    """The chance that the first side is left, n against n, all dice of a volley at once."""
    chances = [[comb(dice, hits) * HIT**hits * (1 - HIT) ** (dice - hits) for hits in range(dice + 1)]
               for dice in range(n + 1)]

    @cache
    def won(left: int, right: int) -> Fraction:
        if not left or not right:
            return Fraction(int(left > 0))
        total = Fraction(0)
        for mine, p in enumerate(chances[left]):
            for theirs, q in enumerate(chances[right]):
                if mine or theirs:
                    total += p * q * won(max(0, left - theirs), max(0, right - mine))
        return total / (1 - chances[left][0] * chances[right][0])

    return won(n, n)
