"""A distance is 0 where the condition holds, above 0 elsewhere, and falls on the way there."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir import build as b
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Expr, Read, System
from rulewright_verify.search.distance import distance
from tests.probability.from_text import asked_in_text

TEXT = """\
rulebook counters
  title "Counters"
  players 2 as Anna, Ben

enum Colour: red, green, blue

state
  low: 0..9 = 0
  high: 0..9 = 5
  lamp[Player]: Colour = red
  many[Player]: 0..9 = 0

rule is_warm(p: Player) -> yes or no
  default
    lamp[p] = red or many[p] > 4

procedure game
  repeat until low = 9 and high = 9 and lamp[Anna] = blue
    chance chooses x in 0..9
    low becomes x
    chance chooses y in 0..9
    high becomes y
    for each p in Player
      chance chooses colour in Colour
      lamp[p] becomes colour
      chance chooses n in 0..9
      many[p] becomes n

claim a "equal"
  possible low = high
claim c "less"
  possible low + 3 < high
claim d "not"
  possible not (low <= high)
claim e "product"
  possible low * high >= 40
claim f "some"
  possible some p in Player has many[p] = 7
claim g "every"
  possible every p in Player has many[p] >= 3 and is_warm(p)
claim h "name"
  possible lamp[Anna] = blue and lamp[Ben] != blue
claim i "either"
  possible if low > 3 then high < 2
claim j "sum"
  possible sum(many[p] for p in Player) >= 15
claim k "no"
  possible no p in Player has is_warm(p)
"""
CLAIMS = asked_in_text(TEXT)


def states(system: System, n: int) -> list[State]:
    rng = Random(1)
    reference = Reference(system)
    state = reference.initial()
    found = [state]
    for _ in range(n):
        ways = list(islice(reference.alternatives(state), 50))
        if not ways:
            break
        state = reference.run(state, rng.choice(ways))
        found.append(state)
    return found


@pytest.mark.parametrize("claim", CLAIMS)
def test_it_is_nothing_exactly_where_the_condition_holds(claim: str) -> None:
    ((system, clause),) = CLAIMS[claim]
    assert isinstance(clause, pr.Possible)
    far = distance(system, clause.cond)
    reference = Reference(system)
    seen = set()
    for state in states(system, 300):
        holds = reference.evaluate(clause.cond, state)
        assert (reference.evaluate(far, state) == 0) == bool(holds)
        seen.add(bool(holds))
    assert seen == {True, False}


def far_at(system: System, cond: Expr, low: int, high: int) -> int:
    start = Reference(system).initial()
    values = {"low": (low,), "high": (high,)}
    state = State(start.place, {**start.slots, **values}, start.zones)
    return Reference(system).evaluate(distance(system, cond), state)


def test_it_falls_with_what_is_missing() -> None:
    ((system, _),) = CLAIMS["a"]
    low, high = Read("low", (), 0, 9), Read("high", (), 0, 9)
    row = [far_at(system, b.le(high, low), n, 9) for n in range(10)]
    assert row == sorted(row, reverse=True) and len(set(row)) == 10


def test_each_factor_of_a_product_counts() -> None:
    """From 0 times 0 a larger factor is nearer, though the product is still 0."""
    ((system, _),) = CLAIMS["a"]
    product = b.mul(Read("low", (), 0, 9), Read("high", (), 0, 9))
    large = b.le(b.const(40), product)
    assert far_at(system, large, 0, 5) < far_at(system, large, 0, 2) < far_at(system, large, 0, 0)
