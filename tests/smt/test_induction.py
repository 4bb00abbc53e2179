"""Clauses about play by induction: what is true is proved, and what is broken is not.

The mutants matter most: a proof that survives a broken rulebook proves nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Reason, System
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.induction import Induction
from rulewright_verify.smt.results import InductionResult, Status
from tests.smt import clauses as c
from tests.systems import breaks_down, craps, pig, responses, stuck
from tests.systems.builder import NOWHERE

ROOT = Path(__file__).parents[2]
BUDGET = Budget(rlimit=10_000_000, seconds=60)


def prove(system: System, clause: pr.Clause) -> InductionResult:
    return Induction(system, [clause], BUDGET).prove(clause)  # type: ignore[arg-type]


CLAIMS: dict[str, Callable[[System], pr.Clause]] = {
    "never stuck": lambda s: c.never_stuck(),
    "two of each cult in a trick": c.two_of_each_cult,
    "conserved": lambda s: c.conserved(),
    "nothing left at the end": c.nothing_left_on_the_table,
    "all cards counted at the end": c.all_cards_counted,
    "at most two purgatories wait": c.at_most_two_purgatories_wait,
}


@pytest.fixture(scope="module")
def small() -> Induction:
    system = c.small_twilight()
    asked = [*(make(system) for make in CLAIMS.values()), c.waiting_at_most(3), c.waiting_at_most(4)]
    return Induction(system, asked, BUDGET)


@pytest.mark.parametrize("name", CLAIMS)
def test_twilight_is_proved_for_every_deal(small: Induction, name: str) -> None:
    result = small.prove(CLAIMS[name](small.system))  # type: ignore[arg-type]
    assert result.status is Status.PROVED, result.reason
    assert result.demands_open == ()
    assert result.reason is None


@pytest.mark.slow
def test_twilight_is_proved_for_twenty_eight_cards() -> None:
    system = c.whole_twilight()
    asked = {name: make(system) for name, make in CLAIMS.items()}
    engine = Induction(system, asked.values(), BUDGET)
    for name, clause in asked.items():
        result = engine.prove(clause)  # type: ignore[arg-type]
        assert result.status is Status.PROVED, f"{name}: {result.reason}"
        assert result.demands_open == ()


def test_the_proof_names_the_facts_that_it_needs(small: Induction) -> None:
    result = small.prove(c.never_stuck())
    assert any("2 * tricks_left" in fact for fact in result.facts_used), result.facts_used


def test_a_false_bound_is_not_proved(small: Induction) -> None:
    assert small.prove(c.waiting_at_most(3)).status is Status.UNKNOWN
    assert small.prove(c.waiting_at_most(4)).status is Status.PROVED


BROKEN: dict[str, tuple[Callable[[System], System], tuple[str, ...]]] = {
    "any card may be played": (c.any_card_may_be_played, ("two of each cult in a trick", "never stuck")),
    "anybody may be asked": (c.anybody_may_be_asked, ("never stuck",)),
    "a trick too many": (c.one_trick_too_many, ("never stuck",)),
    "the pile is forgotten": (
        c.the_pile_is_forgotten, ("nothing left at the end", "all cards counted at the end"),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_breaks_the_proof(name: str) -> None:
    change, claims = BROKEN[name]
    system = change(c.small_twilight())
    asked = [CLAIMS[claim](system) for claim in claims]
    engine = Induction(system, asked, BUDGET)
    for clause in asked:
        result = engine.prove(clause)  # type: ignore[arg-type]
        assert result.status is Status.UNKNOWN
        assert result.reason


def test_a_card_that_is_taken_twice_leaves_a_demand_open() -> None:
    system = c.cards_are_played_twice(c.small_twilight())
    result = prove(system, c.conserved())
    assert Reason.MISSING in {demand.reason for demand in result.demands_open}


def test_a_stuck_player_is_not_proved_away() -> None:
    result = prove(stuck(), c.never_stuck())
    assert result.status is Status.UNKNOWN


def test_a_break_down_is_listed() -> None:
    result = prove(breaks_down(), c.never_stuck())
    assert result.demands_open


@pytest.mark.parametrize("make", [craps, pig, responses])
def test_small_games_are_never_stuck(make: Callable[[], System]) -> None:
    assert prove(make(), c.never_stuck()).status is Status.PROVED


def test_a_value_that_only_grows_is_proved_to() -> None:
    system = pig()
    grows = pr.Monotone("score", None, True, NOWHERE)
    falls = pr.Monotone("score", None, False, NOWHERE)
    assert prove(system, grows).status is Status.PROVED
    assert prove(system, falls).status is Status.UNKNOWN


ASKED = """
from tests.smt import clauses
from tests.smt.test_induction import prove

system = clauses.small_twilight()
result = prove(system, clauses.two_of_each_cult(system))
print(result.status, result.facts_used, result.cost.queries, result.cost.rlimit)
"""


def test_the_same_question_costs_the_same_in_every_process() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", ASKED], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert answers.pop().startswith(str(Status.PROVED))



def test_time_that_is_used_up_is_said() -> None:
    system = c.small_twilight()
    engine = Induction(system, [c.never_stuck()], Budget(seconds=0.0))
    result = engine.prove(c.never_stuck())
    assert result.status is Status.UNKNOWN
    assert result.reason is not None and "time limit" in result.reason
