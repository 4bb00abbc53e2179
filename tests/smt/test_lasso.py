"""Plays that never end: found as rounds that lead back, played by the interpreter."""

from __future__ import annotations

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.lasso import find_lasso
from rulewright_verify.smt.results import LassoResult, Status
from tests.smt import clauses as c
from tests.systems import craps, pig
from tests.systems.builder import NOWHERE


def in_one_run(system: System) -> pr.Ends:
    return pr.Ends("game", (0,), (), (), NOWHERE)


def played(system: System, found: LassoResult) -> tuple[State, State]:
    """The states in which the loop begins and ends, by the decisions as they are printed."""
    reference = Reference(system)
    states = [reference.initial()]
    for decision in found.decisions:
        way = next(
            way for way in reference.alternatives(states[-1])
            if (way.label, way.args) == (decision.label, decision.args)
        )
        states.append(reference.run(states[-1], way))
    return states[-1 - found.loop_length], states[-1]


def test_craps_goes_on_while_the_dice_decide_nothing() -> None:
    found = find_lasso(craps(), in_one_run(craps()), Budget(seconds=20), seed=1)
    assert found.status is Status.PROVED
    assert found.owners == ("chance",)
    assert not found.forced
    before, after = played(craps(), found)
    assert before.place == after.place
    assert before.slots["point"] == after.slots["point"] != (0,)


def test_pig_goes_on_while_nobody_scores() -> None:
    found = find_lasso(pig(), in_one_run(pig()), Budget(seconds=20), seed=1)
    assert found.status is Status.PROVED
    before, after = played(pig(), found)
    assert (before.place, before.slots["score"]) == (after.place, after.slots["score"])


def test_a_game_that_ends_has_no_lasso() -> None:
    found = find_lasso(c.small_twilight(), in_one_run(c.small_twilight()), Budget(seconds=1), seed=1)
    assert found.status is Status.UNKNOWN
    assert found.reason
