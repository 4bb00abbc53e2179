"""Chances and means, exactly: on the state graph of every combination of readings that can matter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.ir import properties as pr
from rulewright.ir.needed import needed_by_clause
from rulewright.ir.nodes import Life, Sight, System
from rulewright.ir.specialise import specialise_clause
from rulewright_verify.planner.answers import Answer, Cell, Options, decide_each, empty_only_everywhere, unknown
from rulewright_verify.planner.blame import rests_on_play
from rulewright_verify.planner.departures import AS_PLAYED
from rulewright_verify.planner.empty import story_of
from rulewright_verify.planner.following import told
from rulewright_verify.planner.graph_clauses import (
    has_large_deals,
    has_many_combinations,
    scope_bounds,
    without_idle_slots,
)
from rulewright_verify.planner.plays import play_of
from rulewright_verify.planner.questions import Question, with_all_readings
from rulewright_verify.planner.sampled import bound_text
from rulewright_verify.planner.verdicts import joined
from rulewright_verify.verdict import Exact, Exhaustive, Infinite, Measurement, Near, Outcome, RestsOn, Value

if TYPE_CHECKING:
    from rulewright_verify.probability import Between

METHOD = "exact odds"
STATES = 5_000_000


def decide_odds(question: Question) -> list[Cell]:
    """One answer for each combination of the readings that the clause can notice."""
    if has_large_deals(question.system):
        return [Cell({}, unknown("whole hands are dealt: too many for exact odds, sample them", METHOD))]
    names = list(needed_by_clause(question.system, question.clause).readings)
    if has_many_combinations(question.system, names):
        as_played = dict.fromkeys(names, 0)
        answer = _exactly(question, as_played)
        return [Cell(as_played, replace(answer, bounds=(*answer.bounds, AS_PLAYED)), alone=True)]

    def one(options: Options) -> tuple[Answer, list[str]]:
        return _exactly(question, options), names

    return empty_only_everywhere(decide_each(question.system.readings, names, one))


def _exactly(question: Question, options: Options) -> Answer:
    from rulewright_verify.explicit import Budget
    from rulewright_verify.probability import measured

    clause = specialise_clause(question.system, question.clause, options)
    assert isinstance(clause, pr.Measured | pr.EndsWithChance)
    system = with_all_readings(question.system, options)
    result = measured(
        without_idle_slots(system, clause)[0], clause, budget=Budget(STATES, None, question.seconds),
        told=lambda words: question.note(METHOD, words),
    )
    if result.answer.value == "unknown":
        return Answer(Outcome.UNKNOWN, None, METHOD, states=result.states, reason=result.reason)
    if not result.n_starts:
        return Answer(
            Outcome.VACUOUS, Exhaustive(question.scope), METHOD, bounds=scope_bounds(question), states=result.states,
            rests_on=rests_on_play(system), story=story_of(clause),
        )
    value: Value | None = None
    if result.infinite:
        value = Infinite()
    elif result.value is not None and result.between is not None:
        error = result.between.error
        value = Near(result.value, error) if error else Exact(result.value)
    found = "" if result.between is None else _between(result.between)
    counterexample = None
    if result.start is not None and result.answer.value == "violated":
        said = str(value) if value is not None else found or "it is another number"
        counterexample = play_of(told(system, result.start.moves), asked=question.text, found=said)
    demands = (f"{demand.reason.value}: {demand.subject}" for demand in result.left_out)
    more = RestsOn(
        open_demands=tuple(dict.fromkeys(demands)), open_cards=() if result.is_chain else _hidden(system, clause)
    )
    return Answer(
        Outcome(result.answer.value), Exhaustive(question.scope), METHOD, bounds=scope_bounds(question),
        measurements=() if value is None else (_measurement(clause, value),),
        states=result.states, rests_on=joined(rests_on_play(system), more), counterexample=counterexample,
        story=f"Over the players' choices {found}." if found and value is None else "",
    )


def _hidden(system: System, clause: pr.Clause) -> tuple[str, ...]:
    """The zones that somebody may not see, and that play hangs on: players were taken to see them."""
    needed = needed_by_clause(system, clause).zones
    return tuple(
        zone.name for zone in system.zones.values()
        if zone.name in needed and zone.life is Life.GAME and zone.sight is not Sight.ALL
    )


def _between(found: Between) -> str:
    """Numbers that are not exact are told with as many digits as are sure."""
    if not found.error:
        return f"it lies between {found.least} and {found.greatest}"
    low = "below all bounds" if found.floor is None else f"{float(found.floor):.10g}"
    high = "above all bounds" if found.ceiling is None else f"{float(found.ceiling):.10g}"
    return f"it lies between {low} and {high}, by numbers that are off by at most {float(found.error):.1g}"


def _measurement(clause: pr.Measured | pr.EndsWithChance, value: Value) -> Measurement:
    if isinstance(clause, pr.EndsWithChance):
        return Measurement(f"chance that {clause.procedure} ends", value, f"= {clause.chance}")
    return Measurement(clause.quantity.text, value, bound_text(clause.bound))
