"""Decision rules for all inputs: gaps, conflicts, claims, and small counterexamples."""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Case, Const, Level, LevelKind, Local, Read, Rule, System
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.results import Status
from rulewright_verify.smt.rules import (
    decide_holds,
    never_applying,
    rule_conflicts,
    rule_gaps,
    rule_range,
    same_as,
    same_for_every,
)
from tests.systems.builder import NOWHERE, Builder, at_most, both, equal, less, lift, negated, numbers, plus

BUDGET = Budget()
ROLL, OTHER = Local("duel.roll", -4, 6), Local("duel.other", -4, 6)
LOSES, TIES, WINS = 0, 1, 2


def level(name: str, *cases: tuple[ir.Expr, ir.Expr | int], over: tuple[str, ...] = ()) -> Level:
    kind = LevelKind.EXCEPTION if over else LevelKind.DEFAULT
    made = tuple(Case(guard, lift(value), NOWHERE) for guard, value in cases)
    return Level(name, kind, over, made, (), (), NOWHERE)


def duel(*levels: Level, body: ir.Expr | None = None, defined: ir.Expr | None = None, hi: int = WINS) -> System:
    """A rule of two rolls in a system that is nothing else."""
    b = Builder("duel", "Anna")
    b.slot("gold", 0, 20, start=5)
    b.final("over")
    system = b.build("over")
    types = (numbers(-4, 6), numbers(-4, 6))
    rule = Rule(
        "duel", (ROLL, OTHER), types, 0, hi, numbers(0, hi), (), levels, body or Const(0),
        defined or Const(1), (), (), (), {}, NOWHERE,
    )
    return replace(system, rules={"duel": rule})


HIGHER = level("higher", (less(OTHER, ROLL), WINS), (less(ROLL, OTHER), LOSES))
COMPLETE = level("higher", *((case.guard, case.value) for case in HIGHER.cases), (equal(ROLL, OTHER), TIES))


def apply(roll: ir.Expr = ROLL, other: ir.Expr = OTHER, hi: int = WINS) -> ir.Expr:
    return ir.Apply("duel", (roll, other), 0, hi)


def holds(cond: ir.Expr, premise: ir.Expr | None = None) -> pr.Holds:
    types = (numbers(-4, 6), numbers(-4, 6))
    return pr.Holds((ROLL, OTHER), types, ("roll", "other"), cond, premise, False, NOWHERE)


def test_a_forgotten_tie_is_a_gap_and_the_least_one_is_shown() -> None:
    system = duel(HIGHER, defined=negated(equal(ROLL, OTHER)))
    result = rule_gaps(system, "duel", BUDGET)
    assert result.status is Status.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.params == {"roll": "0", "other": "0"}


def test_a_complete_rule_has_no_gap_and_no_conflict() -> None:
    system = duel(COMPLETE)
    assert rule_gaps(system, "duel", BUDGET).status is Status.PROVED
    assert rule_conflicts(system, "duel", BUDGET).status is Status.PROVED


def test_two_exceptions_that_disagree_are_a_conflict() -> None:
    critical = level("critical", (equal(ROLL, 6), WINS), over=("higher",))
    blocked = level("blocked", (equal(OTHER, 6), LOSES), over=("higher",))
    defined = negated(both(equal(ROLL, 6), equal(OTHER, 6)))
    result = rule_conflicts(duel(COMPLETE, critical, blocked, defined=defined), "duel", BUDGET)
    assert result.status is Status.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.params == {"roll": "6", "other": "6"}
    assert result.counterexample.answers == (("critical", "2"), ("blocked", "0"))


def test_an_exception_over_both_settles_the_conflict() -> None:
    critical = level("critical", (equal(ROLL, 6), WINS), over=("higher",))
    blocked = level("blocked", (equal(OTHER, 6), LOSES), over=("higher",))
    both_hit = level("both", (both(equal(ROLL, 6), equal(OTHER, 6)), TIES), over=("critical", "blocked"))
    assert rule_conflicts(duel(COMPLETE, critical, blocked, both_hit), "duel", BUDGET).status is Status.PROVED


def test_precedence_settles_a_conflict() -> None:
    critical = level("critical", (equal(ROLL, 6), WINS), over=("higher",))
    blocked = level("blocked", (equal(OTHER, 6), LOSES), over=("higher",))
    system = duel(COMPLETE, critical, blocked)
    rule = replace(system.rules["duel"], settled=(("critical", "blocked"),))
    assert rule_conflicts(replace(system, rules={"duel": rule}), "duel", BUDGET).status is Status.PROVED


def test_two_cases_of_one_level_that_disagree_are_a_conflict() -> None:
    meeting = level("higher", (at_most(OTHER, ROLL), WINS), (at_most(ROLL, OTHER), LOSES))
    result = rule_conflicts(duel(meeting, defined=negated(equal(ROLL, OTHER))), "duel", BUDGET)
    assert result.status is Status.REFUTED


def test_an_answer_beyond_the_range_is_found() -> None:
    system = duel(level("sum", (Const(1), plus(ROLL, OTHER))), body=plus(ROLL, OTHER), hi=12)
    result = rule_range(system, "duel", BUDGET)
    assert result.status is Status.REFUTED
    assert result.counterexample is not None and result.counterexample.values is not None
    assert result.counterexample.values["roll"] + result.counterexample.values["other"] < 0


def test_a_case_that_never_applies_is_named() -> None:
    never = level("never", (less(6, ROLL), WINS), over=("higher",))
    always = level("always", (Const(1), TIES), over=("higher",))
    found = never_applying(duel(COMPLETE, never, always), "duel", BUDGET)
    assert ("never", False) in {(case.level, case.overruled) for case in found}
    assert ("higher", True) in {(case.level, case.overruled) for case in found}


def body_of(*answers: tuple[ir.Expr, int]) -> ir.Expr:
    result: ir.Expr = Const(answers[-1][1])
    for guard, value in reversed(answers[:-1]):
        result = ir.Ite(guard, Const(value), result)
    return result


COMPARED = body_of((less(OTHER, ROLL), WINS), (less(ROLL, OTHER), LOSES), (Const(1), TIES))


def test_a_claim_for_all_inputs_is_proved_and_names_what_it_rests_on() -> None:
    result = decide_holds(duel(COMPLETE, body=COMPARED), holds(equal(apply(ROLL, ROLL), TIES)), BUDGET)
    assert result.status is Status.PROVED
    assert result.uses == ("duel.higher",)
    assert not result.vacuous


def test_a_false_claim_is_refuted_with_ordinary_values() -> None:
    result = decide_holds(duel(COMPLETE, body=COMPARED), holds(negated(equal(apply(), WINS))), BUDGET)
    assert result.status is Status.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.params == {"roll": "0", "other": "-1"}


def test_a_premise_that_never_holds_makes_a_claim_vacuous() -> None:
    premise = less(6, ROLL)
    claim = holds(ir.Binary(ir.Op.OR, negated(premise), equal(apply(), LOSES)), premise)
    result = decide_holds(duel(COMPLETE, body=COMPARED), claim, BUDGET)
    assert result.status is Status.PROVED
    assert result.vacuous


def test_a_claim_about_the_state_ranges_over_all_states() -> None:
    claim = pr.Holds((), (), (), at_most(Read("gold", (), 0, 20), 19), None, True, NOWHERE)
    result = decide_holds(duel(COMPLETE), claim, BUDGET)
    assert result.status is Status.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.cells == {"gold": "20"}
    known = at_most(Read("gold", (), 0, 20), 10)
    assert decide_holds(duel(COMPLETE), claim, BUDGET, [known]).status is Status.PROVED


def test_readings_that_differ_are_shown_side_by_side() -> None:
    system = duel(COMPLETE, body=ir.Ite(equal(ir.Setting("ties", 2), 1), Const(WINS), COMPARED))
    info = ir.ReadingInfo("ties", ("as_written", "wins"), {}, ({}, {}))
    system = replace(system, readings={"ties": info})
    result = same_for_every(system, pr.SameForEvery("duel", ("ties",), NOWHERE), BUDGET)
    assert result.status is Status.REFUTED
    assert result.counterexample is not None
    assert set(result.counterexample.readings.values()) == {"as_written", "wins"}


def test_two_rules_are_compared_for_all_inputs() -> None:
    system = duel(COMPLETE, body=COMPARED)
    roll, other = Local("again.roll", -4, 6), Local("again.other", -4, 6)
    flipped = body_of((less(roll, other), LOSES), (equal(roll, other), TIES), (Const(1), WINS))
    same = replace(system.rules["duel"], name="again", params=(roll, other), body=flipped)
    off = replace(same, name="off", body=body_of((less(roll, other), LOSES), (Const(1), WINS)))
    system = replace(system, rules={**system.rules, "again": same, "off": off})
    assert same_as(system, pr.SameAs("duel", "again", NOWHERE), BUDGET).status is Status.PROVED
    assert same_as(system, pr.SameAs("duel", "off", NOWHERE), BUDGET).status is Status.REFUTED
