"""Clauses about rules: asked of the solver for all inputs and all readings at once, then reading by reading."""

from __future__ import annotations

from rulewright.ir import properties as pr
from rulewright.ir.needed import needed_by_clause
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise, specialise_clause
from rulewright_verify import evidence as ev
from rulewright_verify.planner.answers import Answer, Cell, Options, decide_each, unknown
from rulewright_verify.planner.questions import Question
from rulewright_verify.verdict import Outcome, Proved, RestsOn, Shown

METHOD = "solver, all inputs"

RuleClause = pr.Holds | pr.SameForEvery | pr.SameAs


def decide_rule_clause(question: Question) -> list[Cell]:
    """Cells for every combination of the readings that the clause asks for."""
    clause = question.clause
    assert isinstance(clause, RuleClause)
    answer = _decide(question.system, clause, question)
    if answer.outcome in (Outcome.HOLDS, Outcome.VACUOUS):
        return [Cell({}, answer)]
    names = [
        name for name in needed_by_clause(question.system, clause).readings
        if not (isinstance(clause, pr.SameForEvery) and name in clause.readings)
    ]

    def one(options: Options) -> tuple[Answer, list[str]]:
        chosen = specialise_clause(question.system, clause, options)
        return _decide(specialise(question.system, options), chosen, question), names

    return decide_each(question.system.readings, names, one) if names else [Cell({}, answer)]


def _decide(system: System, clause: RuleClause, question: Question) -> Answer:
    from rulewright_verify.smt.budget import Budget
    from rulewright_verify.smt.errors import Unsupported
    from rulewright_verify.smt.results import Status
    from rulewright_verify.smt.rules import decide_holds, same_as, same_for_every

    budget = Budget(seconds=question.seconds)
    try:
        match clause:
            case pr.Holds():
                result = decide_holds(system, clause, budget)
            case pr.SameForEvery():
                result = same_for_every(system, clause, budget)
            case pr.SameAs():
                result = same_as(system, clause, budget)
    except Unsupported as refusal:
        return unknown(str(refusal), METHOD)
    match result.status:
        case Status.PROVED:
            outcome = Outcome.VACUOUS if result.vacuous else Outcome.HOLDS
            return Answer(outcome, Proved(), METHOD, rests_on=_rests(system, clause, result.uses))
        case Status.REFUTED:
            assert result.counterexample is not None
            found = result.counterexample
            named = [*found.params.items(), *found.cells.items(), *found.readings.items()]
            situation = ev.Situation(
                tuple(ev.Named(name, value) for name, value in named),
                ev.Conclusion(question.text, "it does not hold with these values"),
                tuple(ev.CaseAnswer(case, answer) for case, answer in found.answers),
            )
            return Answer(
                Outcome.VIOLATED, Shown(), METHOD, rests_on=_rests(system, clause, ()),
                story=_told(named), counterexample=situation,
            )
        case Status.UNKNOWN:
            return unknown(result.reason or "the solver gave no answer", METHOD)


def _told(named: list[tuple[str, str]]) -> str:
    if not named:
        return ""
    return "Take " + ", ".join(f"{name} = {value}" for name, value in named[:6]) + "."


def _rests(system: System, clause: RuleClause, uses: tuple[str, ...]) -> RestsOn:
    from rulewright_verify.planner.blame import rests_on_rules, rules_of_clause

    return rests_on_rules(system, rules_of_clause(system, clause), uses)
