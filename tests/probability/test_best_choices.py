"""The best values of small random processes, compared with trying every way of choosing."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rulewright.interpreter.machine import compile_machine
from rulewright_verify.explicit.graph import StateGraph
from rulewright_verify.probability.avoiding import can_avoid, may_never_end
from rulewright_verify.probability.best_choices import Best, best_values
from rulewright_verify.probability.bounds import bounded_values
from rulewright_verify.probability.elimination import solved
from rulewright_verify.probability.process import Process
from tests.systems import craps

N_STATES = 8
"""Of which the last two are ends: a lost one and a won one."""

N_ROUNDS = 1500

Policy = dict[int, int]


def no_limit() -> None:
    """Take as long as it takes."""


def a_process(rng: Random, *, costly: bool = False) -> Process:
    targets, offsets = array("q"), array("q", [0])
    luck = {}
    for i in range(N_STATES - 2):
        n = rng.randint(1, 3)
        targets.extend(rng.randrange(N_STATES) for _ in range(n))
        offsets.append(len(targets))
        if rng.random() < 0.5:
            luck[i] = tuple(rng.randint(1, 4) for _ in range(n))
    offsets.extend([len(targets)] * 2)
    graph = StateGraph(compile_machine(craps()), range(N_STATES), offsets, targets, frozenset())
    inside = bytearray([1] * (N_STATES - 2) + [0, 0])
    ends = {N_STATES - 2: Fraction(0), N_STATES - 1: Fraction(int(not costly))}
    return Process(graph, inside, luck, ends, frozenset(range(0, N_STATES - 2, 2)) if costly else frozenset())


def ways_of_choosing(process: Process) -> list[Policy]:
    choices = [i for i in process.states if i not in process.luck]
    return [
        dict(zip(choices, targets, strict=True))
        for targets in product(*(process.options(i) for i in choices))
    ]


def value_of(process: Process, policy: Policy) -> dict[int, float]:
    """By going on and on from nothing: what is reached from below is the least solution.

    Where costs never end they grow without limit; such states are not compared.
    """
    values = dict.fromkeys(process.states, 0.0)
    values.update({i: float(v) for i, v in process.ends.items()})
    rows = {
        i: {j: float(p) for j, p in process.chances(i).items()} if i in process.luck else {policy[i]: 1.0}
        for i in process.states
    }
    for _ in range(N_ROUNDS):
        after = {i: float(process.cost(i)) + sum(p * values[j] for j, p in row.items()) for i, row in rows.items()}
        change = max(abs(after[i] - values[i]) for i in after)
        values.update(after)
        if change < 1e-12:
            break
    return values


def is_won(i: int) -> bool:
    return i == N_STATES - 1


@pytest.mark.parametrize("seed", range(12))
def test_the_greatest_chance_is_that_of_the_best_way_of_choosing(seed: int) -> None:
    process = a_process(Random(seed))
    found = best_values(process, Best.GREATEST, no_limit)
    every = [value_of(process, policy) for policy in ways_of_choosing(process)]
    for i in process.states:
        assert float(found[i]) == pytest.approx(max(values[i] for values in every), abs=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_the_least_chance_is_that_of_the_worst(seed: int) -> None:
    process = a_process(Random(seed))
    avoided = can_avoid(process, is_won)
    zeros = {i: Fraction(0) for i in process.states if avoided[i]}
    found = best_values(process.stopped_at(zeros), Best.LEAST, no_limit)
    every = [value_of(process, policy) for policy in ways_of_choosing(process)]
    for i in process.states:
        worst = min(values[i] for values in every)
        assert float(found[i]) == pytest.approx(worst, abs=1e-6)
        assert bool(avoided[i]) == (worst < 1e-9)
        assert bool(may_never_end(process, is_won)[i]) == (worst < 1 - 1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_means_lie_between_those_of_all_ways_of_choosing(seed: int) -> None:
    process = a_process(Random(seed), costly=True)
    endless = may_never_end(process, lambda _: True)
    finite = process.stopped_at({i: Fraction(0) for i in process.states if endless[i]})
    every = [value_of(process, policy) for policy in ways_of_choosing(process)]
    for best, choose in ((Best.LEAST, min), (Best.GREATEST, max)):
        found = best_values(finite, best, no_limit)
        for i in process.states:
            if not endless[i]:
                assert float(found[i]) == pytest.approx(choose(values[i] for values in every), abs=1e-6)


def test_equations_are_solved_exactly() -> None:
    """The chance to leave a line of five at its upper end: one step from the lower one it is a fifth."""
    half = Fraction(1, 2)
    rows = {i: {j: half for j in (i - 1, i + 1) if 1 <= j <= 4} for i in range(1, 5)}
    constants = {i: half if i == 4 else Fraction(0) for i in range(1, 5)}
    assert solved(rows, constants, no_limit) == {i: Fraction(i, 5) for i in range(1, 5)}


@pytest.mark.parametrize("best", list(Best))
@pytest.mark.parametrize("costly", [False, True])
def test_the_value_lies_between_its_bounds(best: Best, costly: bool) -> None:
    """Circles and all: what is shown about floating point is so of the fractions, and says something."""
    rng = Random(7 + costly)
    n_wide = 0
    for _ in range(N_ROUNDS // 3):
        process = a_process(rng, costly=costly)
        endless = may_never_end(process, lambda _: True)
        stopped = process.stopped_at({i: Fraction(0) for i in process.states if endless[i]})
        exact = best_values(stopped, best, no_limit)
        bounds = bounded_values(stopped, best.wanting, no_limit)
        for i in stopped.states:
            assert bounds.lower[i] <= exact[i] <= bounds.upper[i]
            assert bounds.upper[i] - bounds.lower[i] < Fraction(1, 10**10)
            n_wide += bounds.lower[i] < bounds.upper[i]
        if not costly:  # somebody may go round for ever here
            exact = best_values(process, Best.GREATEST, no_limit)
            bounds = bounded_values(process, Best.GREATEST.wanting, no_limit)
            assert all(bounds.lower[i] <= exact[i] <= bounds.upper[i] for i in process.states)
    assert n_wide > 100
