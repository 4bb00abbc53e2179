"""Exact odds: a battle from rule text, against code written by hand for it alone; and best play of a whole game.

By hand a volley is a product of two binomial distributions; from the text every die is a step of its own, because
the text rolls dice: its cost is that of the situations, whose number grows with the fourth power of the dice, nearly.
The long fight loses one of two sides at each roll, so its states are all that there are. Pig is a contest: every way
round leads through the beginning of a turn, and both players choose.
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

ROOT = Path(__file__).parents[1]
BATTLE = ROOT / "tests" / "cli" / "odds" / "battle.rules"
PIG = ROOT / "rules" / "classics" / "pig"
HIT = Fraction(8, 10)
EXACT_GOAL, ROUGH_GOAL, CONTEST_GOAL = 0.3, 0.1, 60
ROUNDS = 2
LARGER = (10, 40, 60)
"""Battles of other sizes, for the curve of the cost."""

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
    """20 against 20 as a fraction; 100 against 100 in floating point; best play of Pig for 100 points."""
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
    yield from curve(exact.rows[0].states, times["battle"])
    yield contest()


def curve(states: int, seconds: float) -> Iterator[Row]:
    """The battle with more dice, as a fraction; what a state costs should stay the same."""
    best = Best()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / BATTLE.name
        path.write_text(BATTLE.read_text(encoding="utf-8").replace("most: 1..20", "most: 1..99"), encoding="utf-8")
        for n in LARGER:
            table = timed(best, str(n), path, Asking("game", ("attackers > 0",), overs=(Over("most", (str(n),)),)))
            row = table.rows[0]
            a_state = best.seconds[str(n)] / row.states / (seconds / states)
            yield Row(f"odds of {n} against {n} as a fraction", best.seconds[str(n)], "s", None, False,
                      f"{row.states} states, each {a_state:.2f} times what it costs at 20")


def contest() -> Row:
    """What whoever begins can be sure of in Pig, as the rulebook claims it."""
    best = Best()
    row = timed(best, "pig", PIG, Asking("best_play")).rows[0]
    if row.found is None or not row.found.error or round(float(row.found.least or 0), 4) != 0.5306:
        raise SystemExit(f"best play of Pig gives {row.found}, known is 0.5306")
    return Row("best play of Pig for 100 points, floating point", best.seconds["pig"], "s", CONTEST_GOAL, False,
               f"{row.states} states, error {float(row.found.error):.0e}")


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
