"""Procedures that end, by a measure that is found or was written; and those that need not."""

from __future__ import annotations

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Read, System
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.ends import prove_ends
from rulewright_verify.smt.induction import Induction
from rulewright_verify.smt.results import EndsResult, Status
from tests.smt import clauses as c
from tests.systems import craps, endless, pig, responses
from tests.systems.builder import lift, minus

BUDGET = Budget(rlimit=10_000_000, seconds=60)


def ends(system: System, clause: pr.Ends) -> EndsResult:
    return prove_ends(Induction(system, [clause], BUDGET), clause)


def tricks_left(system: System) -> Read:
    return Read("tricks_left", (), 0, system.slots["tricks_left"].hi)


def test_a_deal_of_twilight_ends_by_a_measure_that_is_found() -> None:
    result = ends(c.small_twilight(), c.game_ends())
    assert result.status is Status.PROVED, result.reason
    assert not result.by_author
    assert any("hand" in name for name in result.weights[0])
    assert "makes the sum smaller" in result.measures[0]


def test_a_measure_of_the_author_is_checked_and_completed() -> None:
    system = c.small_twilight()
    result = ends(system, c.game_ends(tricks_left(system)))
    assert result.status is Status.PROVED
    assert result.by_author
    assert set(result.weights[0]) == {"measure 0"}
    assert "as written" in result.measures[0]


def test_a_measure_that_rises_is_refused() -> None:
    system = c.small_twilight()
    result = ends(system, c.game_ends(minus(lift(2), tricks_left(system))))
    assert result.status is Status.UNKNOWN
    assert result.reason == "the measure as written does not fall on these steps"


def test_tricks_that_do_not_run_out_still_end_with_the_cards() -> None:
    """Nothing counts the tricks any more, yet each takes four cards from the hands."""
    result = ends(c.tricks_do_not_run_out(c.small_twilight()), c.game_ends())
    assert result.status is Status.PROVED
    assert "tricks_left" not in result.weights[0]


def test_craps_may_go_on_for_ever() -> None:
    result = ends(craps(), c.game_ends())
    assert result.status is Status.UNKNOWN
    assert result.open_steps
    assert result.reason


def test_pig_may_go_on_for_ever() -> None:
    assert ends(pig(), c.game_ends()).status is Status.UNKNOWN


def test_an_endless_loop_has_no_measure() -> None:
    assert ends(endless(), c.game_ends()).status is Status.UNKNOWN


def test_responses_end_by_one_measure_after_the_other() -> None:
    result = ends(responses(), c.game_ends())
    assert result.status is Status.PROVED
    assert len(result.measures) > 1
