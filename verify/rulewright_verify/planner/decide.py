"""One clause, one decision: the cheapest engine that can answer it comes first."""

from __future__ import annotations

from rulewright.ir import properties as pr
from rulewright_verify.planner.answers import Cell, unknown
from rulewright_verify.planner.induction import Inductive, Proofs
from rulewright_verify.planner.questions import Question
from rulewright_verify.planner.rule_clauses import decide_rule_clause
from rulewright_verify.verdict import Outcome


def decide(question: Question, proofs: Proofs) -> list[Cell]:
    """Answers that cover every combination of open readings."""
    clause = question.clause
    if isinstance(clause, pr.Holds | pr.SameForEvery | pr.SameAs):
        return decide_rule_clause(question)
    if isinstance(clause, Inductive):
        answer = proofs.answer(question)
        if answer.outcome is Outcome.HOLDS:
            return [Cell({}, answer)]
        return [Cell({}, answer)]
    return [Cell({}, unknown("no engine for this kind of claim", "none"))]
