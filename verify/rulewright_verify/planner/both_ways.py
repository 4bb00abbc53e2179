"""Clauses that a state graph can answer, and perhaps a proof: the cheaper way first, and none of them for good.

A small graph is there at once, and shows shortest plays. What outgrows it may have a short proof, however large the
game is; so the large graph is built after that. Where it does not end either, plays are searched for.
"""

from __future__ import annotations

from rulewright.ir import properties as pr
from rulewright_verify.planner.answers import Answer, Cell
from rulewright_verify.planner.empty import in_doubt
from rulewright_verify.planner.graph_clauses import decide_on_graph, decide_on_small_graph
from rulewright_verify.planner.induction import Inductive, Proofs
from rulewright_verify.planner.play_clauses import (
    as_induction_says,
    decide_extreme,
    decide_possible,
    refuted_at_random,
    searched,
)
from rulewright_verify.planner.questions import Question
from rulewright_verify.verdict import Outcome

FEW_STATES = 20_000
"""A graph of so many is built in about a second."""

SHARE_FOR_A_PROOF = 0.2
SHARE_FOR_THE_GRAPH = 0.6
SHARE_FOR_THE_GRAPH_OF_A_SCOPE = 0.8
"""Of a claim's time; what is left is for a search."""


def decide_both_ways(question: Question, proofs: Proofs) -> list[Cell]:
    """Small graph, proof, large graph, search; in a scope, which is named so that every play of it is looked at, the
    large graph goes before the proof."""
    if question.scope is None:
        cells = decide_on_small_graph(question, FEW_STATES) or _proved(question, proofs)
        if cells is not None:
            return cells
    share = SHARE_FOR_THE_GRAPH if question.scope is None else SHARE_FOR_THE_GRAPH_OF_A_SCOPE
    cells = decide_on_graph(question, seconds=share * question.seconds)
    if _is_decided(cells):
        return cells
    if question.scope is not None and (proved := _proved(question, proofs)) is not None:
        return proved
    found = _searched(question, proofs)
    return cells if found is None or _is_open(found) else found


def _is_decided(cells: list[Cell]) -> bool:
    return all(cell.answer.outcome is not Outcome.UNKNOWN for cell in cells)


def _is_open(cells: list[Cell]) -> bool:
    return all(cell.answer.outcome is Outcome.UNKNOWN for cell in cells)


def _proved(question: Question, proofs: Proofs) -> list[Cell] | None:
    """A proof, unless plays at random refute what would have to be proved; the graph then finds a shorter one."""
    answer = _proved_if_so(question, proofs, SHARE_FOR_A_PROOF * question.seconds)
    return None if answer is None or answer.outcome is Outcome.UNKNOWN else [Cell({}, answer)]


def _proved_if_so(question: Question, proofs: Proofs, seconds: float) -> Answer | None:
    if isinstance(question.clause, pr.Ends):
        return in_doubt(question, proofs.ends(question, seconds))
    if not isinstance(question.clause, Inductive):
        return None
    at_random = refuted_at_random(question)
    if at_random.found:
        return None
    return as_induction_says(question, proofs, seconds, says_something=at_random.says_something)


def _searched(question: Question, proofs: Proofs) -> list[Cell] | None:
    match question.clause:
        case pr.Possible():
            return decide_possible(question, proofs)
        case pr.Measured():
            return decide_extreme(question, proofs)
        case _ if isinstance(question.clause, Inductive):
            return searched(question, proofs)
    return None
