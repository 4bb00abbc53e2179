"""One clause, one decision: the cheapest engine that can answer it comes first."""

from __future__ import annotations

from rulewright.ir import properties as pr
from rulewright_verify.planner.answers import Cell, unknown
from rulewright_verify.planner.both_ways import decide_both_ways
from rulewright_verify.planner.cache import keep_answer, kept_answer
from rulewright_verify.planner.conservation import kept_by_every_move
from rulewright_verify.planner.empty import in_doubt, leads_nowhere, vacuous
from rulewright_verify.planner.graph_clauses import draws_from_many, has_large_deals
from rulewright_verify.planner.induction import Inductive, Proofs
from rulewright_verify.planner.odds import decide_odds
from rulewright_verify.planner.open_games import decide_many_games, is_about_many_games
from rulewright_verify.planner.ordered import decide_ordered
from rulewright_verify.planner.play_clauses import decide_extreme, decide_invariant, decide_possible
from rulewright_verify.planner.questions import Question
from rulewright_verify.planner.rule_clauses import decide_rule_clause
from rulewright_verify.planner.sampled import decide_sampled

EXTREMES = (pr.QuantityKind.GREATEST, pr.QuantityKind.LEAST)


def decide(question: Question, proofs: Proofs) -> list[Cell]:
    """Answers that cover every combination of open readings; from an earlier run, if nothing changed that matters."""
    kept = kept_answer(question)
    if kept is not None:
        return kept
    cells = _decided(question, proofs)
    keep_answer(question, cells)
    return cells


def _decided(question: Question, proofs: Proofs) -> list[Cell]:
    clause = question.clause
    if leads_nowhere(question.system, clause):
        return [Cell({}, vacuous())]
    if isinstance(clause, pr.Conserved) and (kept := kept_by_every_move(question.system, clause.kinds)) is not None:
        return [Cell({}, kept)]
    match clause:
        case pr.Holds() | pr.SameForEvery() | pr.SameAs():
            return decide_rule_clause(question)
        case _ if is_about_many_games(question):
            return decide_many_games(question, proofs)
        case _ if _is_enumerable(question):
            return decide_both_ways(question, proofs)
        case pr.Simulate():
            return decide_sampled(question)
        case pr.EndsWithChance():
            return decide_odds(question)
        case pr.Ordered():
            return decide_ordered(question)
        case pr.Measured() if clause.quantity.kind not in EXTREMES:
            return decide_odds(question)
        case pr.Possible():
            return decide_possible(question, proofs)
        case pr.Measured():
            return decide_extreme(question, proofs)
        case pr.Ends():
            return [Cell({}, in_doubt(question, proofs.ends(question)))]
        case _ if isinstance(clause, Inductive):
            return decide_invariant(question, proofs)
    return [Cell({}, unknown("no engine for this kind of claim", "none"))]


def _is_enumerable(question: Question) -> bool:
    """Whether the state graph can be asked: unless whole hands are dealt, or, where a proof may be found instead, hands
    are drawn card by card."""
    from rulewright_verify.explicit import can_decide

    if not can_decide(question.clause) or has_large_deals(question.system):
        return False
    is_whole = question.scope is None and question.asserts_whole_game
    may_be_proved = isinstance(question.clause, (*Inductive, pr.Ends))
    return not (is_whole and may_be_proved and draws_from_many(question.system))
