"""What one player can secure against all others: known games, and games that a slower way solves, too."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import cast

import pytest

from rulewright.interpreter.machine import Machine
from rulewright.ir import properties as pr
from rulewright_verify.explicit import Budget, Ended
from rulewright_verify.explicit.graph import StateGraph, components_within
from rulewright_verify.probability import Answer, Between, MeasuredResult, measured, numbers
from rulewright_verify.probability.deciding_rings import DecidingRing
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rings import order_of_ring
from rulewright_verify.probability.secured import secured_bounds, secured_values
from tests.probability.from_text import asked_in_text

ROUND_TABLE = """\
rulebook round_table
  title "A walk round a table of six, with a coin"
  players 3 as Anna, Ben, Cleo

state
  place: 0..5 = 2
  winner: Player or none = none

procedure game
  repeat
    for each p in turn order
      step decide
        p chooses one of
          left
            place becomes if_left(place)
          right
            place becomes if_right(place)
          toss
            roll d3 as face
            if face = 1
              winner becomes p
              end game won by p
            otherwise if face = 2
              end game
          wait

rule if_left(here: 0..5) -> 0..5
  default inner
    here - 1
  exception edge over inner
    5 when here = 0

rule if_right(here: 0..5) -> 0..5
  default inner
    here + 1
  exception edge over inner
    0 when here = 5

claim anna "She tosses first, and again when all others have tossed: v = 1/3 + v/27"
  at end of game: secured_chance(Anna, winner = Anna) = 9/26
claim ben "He tosses second, if it comes to that"
  at end of game: secured_chance(Ben, winner = Ben) = 3/26
claim no_loss "Anna tosses, Ben waits, Cleo tosses: x = 1/3 + z/3 and z = 2/3 + x/3"
  at end of game: secured_chance(Cleo, winner != Anna) = 5/8
claim wrong "Half the time"
  at end of game: secured_chance(Anna, winner = Anna) >= 1/2
claim together "Half the time, if the others only wait"
  at end of game: highest_chance(winner = Anna) = 1/2
  for all p: Player
    at end of game: secured_chance(p, place = 3) <= 1
"""


def first_clause(claim: str, budget: Budget | None = None) -> MeasuredResult:
    system, clause = asked_in_text(ROUND_TABLE)[claim][0]
    assert isinstance(clause, pr.Measured)
    return measured(system, clause, budget=budget)


@pytest.mark.parametrize("claim", ["anna", "ben", "no_loss", "together"])
def test_against_all_others(claim: str) -> None:
    assert first_clause(claim).answer is Answer.HOLDS


def test_another_number_is_refuted_and_told() -> None:
    result = first_clause("wrong")
    assert (result.answer, result.value) == (Answer.VIOLATED, Fraction(9, 26))


def test_a_name_from_for_all_says_whose_chance_it_is() -> None:
    clauses = asked_in_text(ROUND_TABLE)["together"]
    assert len(clauses) == 4
    players = [clause.quantity.player for _, clause in clauses[1:]]  # type: ignore[union-attr]
    assert players == [0, 1, 2]


def test_a_budget_ends_it() -> None:
    result = first_clause("anna", Budget(seconds=0.0))
    assert (result.answer, result.ended) == (Answer.UNKNOWN, Ended.TIME)


@pytest.mark.parametrize("seed", range(60))
def test_the_same_as_trying_every_way_to_choose(seed: int) -> None:
    """Games with circles: the best of all ways to choose of one side, each answered by the worst of the other."""
    rng = Random(seed)
    process, mine = _random_game(rng)
    found = secured_values(process, mine, lambda: None)
    roughly = _from_below(process, mine)
    for i in process.states:
        assert abs(float(found[i]) - roughly[i]) < 1e-6, i
    assert {found[i] for i in process.ends} <= {Fraction(0), Fraction(1)}
    _is_a_fixed_point(process, mine, found)


def _random_game(rng: Random) -> tuple[Process, frozenset[int]]:
    """Some states that luck, one side or the other decide; two ends."""
    n = rng.randint(4, 12)
    offsets, targets = array("q", [0]), array("q")
    luck: dict[int, tuple[int, ...]] = {}
    for i in range(n):
        ways = [rng.randrange(n + 2) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.35:
            luck[i] = tuple(rng.randint(1, 4) for _ in ways)
        targets.extend(ways)
        offsets.append(len(targets))
    offsets.extend([len(targets)] * 2)
    graph = StateGraph(cast(Machine, None), list(range(n + 2)), offsets, targets, frozenset())
    inside = bytearray([1] * n + [0, 0])
    process = Process(graph, inside, luck, {n: Fraction(1), n + 1: Fraction(0)})
    return process, frozenset(i for i in range(n) if i not in luck and rng.random() < 0.5)


def _from_below(process: Process, mine: frozenset[int]) -> dict[int, float]:
    """The least solution of the equations, by steps from 0."""
    values = dict.fromkeys(process.states, 0.0) | {i: float(value) for i, value in process.ends.items()}
    for _ in range(20_000):
        change = 0.0
        for i in process.states:
            if i in process.luck:
                new = sum(float(p) * values[j] for j, p in process.chances(i).items())
            else:
                new = (max if i in mine else min)(values[j] for j in process.options(i))
            change = max(change, new - values[i])
            values[i] = new
        if change < 1e-12:
            break
    return values


def _is_a_fixed_point(process: Process, mine: frozenset[int], values: Mapping[int, Fraction]) -> None:
    for i in process.states:
        if i in process.luck:
            assert values[i] == sum((p * values[j] for j, p in process.chances(i).items()), Fraction(0))
        else:
            assert values[i] == (max if i in mine else min)(values[j] for j in process.options(i))


def test_the_value_lies_between_its_bounds() -> None:
    """What is shown in floating point about two sides is so of the fractions, with choices in circles, too."""
    rng = Random(5)
    n_wide = 0
    for _ in range(400):
        process, mine = _random_game(rng)
        exact = secured_values(process, mine, lambda: None)
        bounds = secured_bounds(process, mine, lambda: None)
        for i in process.states:
            assert bounds.lower[i] <= exact[i] <= bounds.upper[i]
            assert bounds.upper[i] - bounds.lower[i] < Fraction(1, 10**10)
            n_wide += bounds.lower[i] < bounds.upper[i]
    assert n_wide > 100


def test_rings_in_which_somebody_chooses_are_shown_without_the_equations_of_parts() -> None:
    """Random rings: from each state the way leads on to earlier ones, out, or back to the state that all ways meet."""
    rng = Random(11)
    n_shown = n_rings = 0
    for _ in range(1500):
        process, mine = _random_ring(rng)
        n = len(process.graph)
        lower, upper = [0.0] * n, [0.0] * n
        for i, value in process.ends.items():
            lower[i] = upper[i] = float(value)
        component = next((some for some in components_within(process.graph, process.inside) if len(some) > 1), None)
        order = component and order_of_ring(process, component)
        if not order or len(order) < n - 2:
            continue
        n_rings += 1
        exact = secured_values(process, mine, lambda: None)
        slopes = [0.0] * n
        shown = DecidingRing(process, order, mine, lower, upper, slopes).bound()
        assert slopes == [0.0] * n
        if shown:
            n_shown += 1
            for i in process.states:
                assert Fraction(lower[i]) <= exact[i] <= Fraction(upper[i])
                assert upper[i] - lower[i] < 1e-10
    assert n_shown > 100
    assert n_shown > n_rings * 0.9


def _random_ring(rng: Random) -> tuple[Process, frozenset[int]]:
    """State 0 is the one that all ways meet."""
    n = rng.randint(2, 9)
    offsets, targets = array("q", [0]), array("q")
    luck: dict[int, tuple[int, ...]] = {}
    for i in range(n):
        later = [0, n, n + 1, *range(i + 1, n), *range(i + 1, n), *range(i + 1, n)]
        ways = [rng.choice(later) for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.5:
            luck[i] = tuple(rng.choice(([1] * len(ways), [rng.randint(1, 4) for _ in ways])))
        targets.extend(ways)
        offsets.append(len(targets))
    offsets.extend([len(targets)] * 2)
    graph = StateGraph(cast(Machine, None), list(range(n + 2)), offsets, targets, frozenset())
    process = Process(graph, bytearray([1] * n + [0, 0]), luck, {n: Fraction(1), n + 1: Fraction(0)})
    return process, frozenset(i for i in range(n) if i not in luck and rng.random() < 0.5)


def test_a_large_contest_is_in_floating_point_and_says_how_far_it_is_off() -> None:
    """The walk with a table of six: what is found roughly is so of the fraction."""
    system, clause = asked_in_text(ROUND_TABLE)["anna"][0]
    assert isinstance(clause, pr.Measured)
    exact, rough = numbers(system, clause), numbers(system, clause, roughly=True)
    (found,), (near,) = exact.found, rough.found
    assert found == Between(Fraction(9, 26), Fraction(9, 26))
    assert near.error > 0
    assert near.floor is not None
    assert near.ceiling is not None
    assert near.floor <= Fraction(9, 26) <= near.ceiling
    assert near.error < Fraction(1, 10**12)
