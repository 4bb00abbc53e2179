"""Bounded search finds the shortest play, and only plays that the interpreter plays."""

from __future__ import annotations

from rulewright.interpreter.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Reason
from rulewright_verify.smt.bounded import search_play
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.results import Status
from rulewright_verify.smt.targets import BreakDown, Moving, Passing, Rest, Stuck, target_of
from tests.smt import clauses as c
from tests.systems import breaks_down, craps, picks, pig, skirmish, stuck
from tests.systems.builder import at_most, equal

BUDGET = Budget(rlimit=60_000_000, seconds=60)


def test_two_cards_wait_after_one_trick() -> None:
    system = c.small_twilight()
    found = search_play(system, Rest(equal(c.size("waiting"), 4)), BUDGET, most_steps=12)
    assert found.status is Status.PROVED
    assert len(found.decisions) == 8  # four hands are dealt, four cards are played
    assert [decision.who for decision in found.decisions[:4]] == ["chance"] * 4


def test_what_no_play_reaches_is_not_found() -> None:
    found = search_play(c.small_twilight(), Rest(equal(c.size("waiting"), 3)), BUDGET, most_steps=9)
    assert found.status is Status.REFUTED
    assert found.depth == 9


def test_a_broken_rule_is_refuted_by_a_play() -> None:
    system = c.any_card_may_be_played(c.small_twilight())
    target = target_of(c.two_of_each_cult(system))
    assert isinstance(target, Passing)
    found = search_play(system, target, BUDGET, most_steps=12)
    assert found.status is Status.PROVED
    assert len(found.decisions) == 8


def test_somebody_is_stuck_when_anybody_may_be_asked() -> None:
    system = c.anybody_may_be_asked(c.small_twilight())
    found = search_play(system, Stuck((0,)), BUDGET, most_steps=8)
    assert found.status is Status.PROVED
    assert found.decisions[-1].label == "ask"


def test_stuck_is_found_where_it_is() -> None:
    assert search_play(stuck(), Stuck((0,)), BUDGET, most_steps=8).status is Status.PROVED


def test_a_break_down_is_found() -> None:
    found = search_play(breaks_down(), BreakDown(), BUDGET, most_steps=8)
    assert found.status is Status.PROVED
    assert search_play(breaks_down(), BreakDown(Reason.NOBODY), BUDGET, most_steps=3).status is Status.REFUTED


def test_the_first_throw_may_win() -> None:
    found = search_play(craps(), Rest(equal(ir.Read("result", (), 0, 2), 1)), BUDGET, most_steps=3)
    assert found.status is Status.PROVED
    assert len(found.decisions) == 1
    assert found.decisions[0].args in (("7",), ("11",))


def test_a_score_may_rise_and_never_fall() -> None:
    assert search_play(pig(), Moving("score", rises=True), BUDGET, most_steps=4).status is Status.PROVED
    assert search_play(pig(), Moving("score", rises=False), BUDGET, most_steps=5).status is Status.REFUTED


def test_the_play_that_is_found_is_the_shortest() -> None:
    """Compared with a search of every state by the interpreter."""
    system = pig()
    goal = at_most(6, ir.Read("pot", (), 0, 15))
    found = search_play(system, Rest(goal), BUDGET, most_steps=6)
    reference = Reference(system)
    layer, depth = {reference.initial()}, 0
    while not any(reference.evaluate(goal, state) for state in layer):
        layer = {move.target for state in layer for move in reference.moves(state)}
        depth += 1
    assert found.status is Status.PROVED
    assert len(found.decisions) == depth


def test_what_cannot_be_replayed_is_refused() -> None:
    for system in (picks(), skirmish()):
        found = search_play(system, Stuck((0,)), BUDGET, most_steps=3)
        assert found.status is Status.UNKNOWN
        assert found.reason is not None and found.reason.startswith("not encoded")
