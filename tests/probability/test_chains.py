"""Values of chains, exactly: shared denominators and rings against plain fractions and elimination."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import cast

import pytest

from rulewright.interpreter.machine import Machine
from rulewright_verify.explicit.graph import StateGraph, components
from rulewright_verify.probability.best_choices import Best, best_values
from rulewright_verify.probability.bounds import bounded_values
from rulewright_verify.probability.denominators import FEW_BITS, Denominators
from rulewright_verify.probability.elimination import solved
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.rings import order_of_ring

LOST, WON = 0, 1


def no_limit() -> None:
    """Take as long as it takes."""


def a_chain(rows: Sequence[dict[int, int]], *, costly: Sequence[int] = ()) -> Process:
    """States from 2 on, each with the weights of where luck leads from there; 0 is a lost end, 1 a won one."""
    targets, offsets = array("q"), array("q", [0, 0, 0])
    for row in rows:
        targets.extend(row)
        offsets.append(len(targets))
    n = len(rows) + 2
    graph = StateGraph(cast(Machine, None), range(n), offsets, targets, frozenset())
    luck = {i: tuple(row.values()) for i, row in enumerate(rows, 2)}
    return Process(graph, bytearray([0, 0] + [1] * len(rows)), luck, {LOST: Fraction(0), WON: Fraction(1)},
                   frozenset(costly))


def by_elimination(process: Process) -> dict[int, Fraction]:
    rows, constants = {}, {}
    for i in process.states:
        chances = process.chances(i)
        constants[i] = process.cost(i) + sum((p * process.ends[j] for j, p in chances.items() if j in process.ends),
                                             Fraction(0))
        rows[i] = {j: p for j, p in chances.items() if j not in process.ends}
    return solved(rows, constants, no_limit)


def weights(rng: Random, targets: Sequence[int], most: int) -> dict[int, int]:
    return {j: rng.randint(1, most) for j in targets}


def downwards(rng: Random, n: int, most: int) -> list[dict[int, int]]:
    """Each state leads to some of the ten before it."""
    return [weights(rng, rng.sample(range(max(0, i - 10), i), min(i, rng.randint(1, 3))), most) for i in range(2, n)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("costly", [False, True])
def test_a_long_chain_without_circles(seed: int, costly: bool) -> None:
    """Long enough for denominators that must be reduced on the way, or would be without an end."""
    rng = Random(seed)
    process = a_chain(downwards(rng, 400, 10**9 if seed % 2 else 6), costly=range(2, 400, 3) if costly else ())
    found = best_values(process, Best.GREATEST, no_limit)
    exact = by_elimination(process)
    assert {i: found[i] for i in process.states} == exact
    bounds = bounded_values(process, Best.GREATEST.wanting, no_limit)
    for i in process.states:
        assert bounds.lower[i] <= exact[i] <= bounds.upper[i]
        assert bounds.upper[i] - bounds.lower[i] <= exact[i] * 400 * 10 * Fraction(1, 2**52)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("costly", [False, True])
def test_rounds_that_begin_again(seed: int, costly: bool) -> None:
    """Groups of states that lead downwards and now and then back to the first of their group."""
    rng = Random(seed)
    rows: list[dict[int, int]] = []
    for _ in range(12):
        first = len(rows) + 2
        size = rng.randint(1, 6)
        for place in range(size):
            i = first + place
            after = [i + 1] if place + 1 < size else []
            back = [first] if rng.random() < 0.6 else []
            out = rng.sample(range(first), min(first, rng.randint(1, 2)))
            rows.append(weights(rng, list(dict.fromkeys([*after, *back, *out])), 9))
    process = a_chain(rows, costly=range(2, len(rows) + 2, 2) if costly else ())
    rings = [order_of_ring(process, component) for component in components(process.graph, process.is_inside)
             if len(component) > 1]
    assert any(rings)
    exact = by_elimination(process)
    found = best_values(process, Best.LEAST, no_limit)
    assert {i: found[i] for i in process.states} == exact
    bounds = bounded_values(process, Best.LEAST.wanting, no_limit)
    for i in process.states:
        assert bounds.lower[i] <= exact[i] <= bounds.upper[i]
        assert bounds.upper[i] - bounds.lower[i] <= exact[i] * Fraction(1, 10**12)


def test_a_ring_that_is_hardly_ever_left() -> None:
    """One way out in 10^15: no digits are lost by taking the chance to stay from 1."""
    process = a_chain([{3: 1}, {2: 10**15 - 1, WON: 1}], costly=[3])
    exact = by_elimination(process)
    assert exact[2] == 10**15 + 1
    assert best_values(process, Best.GREATEST, no_limit)[2] == 10**15 + 1
    bounds = bounded_values(process, Best.GREATEST.wanting, no_limit)
    assert bounds.lower[2] <= exact[2] <= bounds.upper[2]
    assert bounds.upper[2] - bounds.lower[2] < 20


def test_a_ring_that_is_never_left_is_worth_nothing() -> None:
    process = a_chain([{3: 1}, {2: 1}, {WON: 1, 3: 1}])
    for values in (best_values(process, Best.GREATEST, no_limit),
                   bounded_values(process, Best.GREATEST.wanting, no_limit).upper):
        assert [values[2], values[3]] == [0, 0]
        assert values[4] == pytest.approx(0.5)


def test_two_knots_are_no_ring() -> None:
    process = a_chain([{3: 1, LOST: 1}, {2: 1, 3: 1, WON: 1}])
    assert order_of_ring(process, [2, 3]) is None
    found = best_values(process, Best.GREATEST, no_limit)
    assert (found[2], found[3]) == (Fraction(1, 3), Fraction(2, 3))


def test_what_hangs_on_nothing_stays_as_short_as_it_is() -> None:
    """Of equal numbers the mean is that number, whatever the weights."""
    process = a_chain([{WON: 3}, {2: 7, WON: 5}, *({i - 1: 7, i - 2: 5} for i in range(4, 2000)), {1999: 1, LOST: 2}])
    found = best_values(process, Best.GREATEST, no_limit)
    assert found[1999] == 1
    assert found[2000] == Fraction(1, 3)


def test_denominators_are_reduced_when_that_is_worth_it() -> None:
    shared = Denominators()
    top, number = shared.split(Fraction(3, 7**500))
    assert shared.fraction(*shared.reduced(top * 7**499, number)) == Fraction(3, 7)
    assert shared.of[shared.reduced(top * 7**499, number)[1]] == 7
    assert shared.reduced(top * 7, number) == (top * 7, number)
    assert 2**FEW_BITS < 7**500


def test_a_mean_of_fractions() -> None:
    shared = Denominators()
    half, third = shared.split(Fraction(1, 2)), shared.split(Fraction(1, 3))
    bottom, factors = shared.mean((2, 4), (half[1], third[1]))
    assert Fraction(factors[0] * half[0] + factors[1] * third[0], shared.of[bottom]) == Fraction(7, 18)
    assert shared.is_above(*half, *third)
    assert not shared.is_above(*third, *half)
    assert not shared.is_above(*third, *third)
    again = shared.without_rounds(*half, *third)
    assert shared.fraction(*again) == Fraction(3, 4)
