"""Claims that say nothing: what they speak of never comes about.

Such a claim is told to be vacuous where that is sure: no step of the rules leads there, every play was looked at, or
it is proved. Where plays at random did not come there and nothing is sure, the verdict says so.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright_verify.planner.answers import Answer
from rulewright_verify.planner.questions import Question, as_played
from rulewright_verify.search.targets import Target, premise
from rulewright_verify.verdict import Outcome, Proved

METHOD = "the order of steps"
NEVER_COMES = "No play comes to what it speaks of."
NOT_SEEN = "no play that comes to what it speaks of was found"
SECONDS = 4.0


def leads_nowhere(system: System, clause: pr.Clause) -> bool:
    """Whether a clause speaks of runs or steps to which no step of the game leads."""
    return premise(system, clause) == Target()


def vacuous() -> Answer:
    """What is said of such a clause."""
    return Answer(Outcome.VACUOUS, Proved(), METHOD, story="No step of the game leads to what it speaks of.")


def story_of(clause: pr.Clause) -> str:
    """Why a clause says nothing, where that is not the condition of an `if`."""
    if isinstance(clause, pr.Always | pr.LeadsTo | pr.OnceNever) or (isinstance(clause, pr.At) and clause.premise):
        return ""
    return NEVER_COMES


def in_doubt(question: Question, answer: Answer) -> Answer:
    """An answer that holds, with a word if plays at random never come to what the clause speaks of."""
    wanted = premise(question.system, question.clause)
    if answer.outcome is not Outcome.HOLDS or wanted is None or _comes_about(question):
        return answer
    return not_seen(answer)


def not_seen(answer: Answer) -> Answer:
    return replace(answer, bounds=(*answer.bounds, NOT_SEEN))


def _comes_about(question: Question) -> bool:
    from rulewright_verify.search import random_refutation

    system, clause = as_played(question)
    wanted = premise(system, clause)
    assert wanted is not None
    return random_refutation(system, [wanted], seed=question.seed, budget_seconds=SECONDS).found[0] is not None
