"""`.. never falls with n: 1..20`: the quantity for each value, and the first that is less than the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rulewright.ir import properties as pr
from rulewright.ir.needed import needed_by_clause
from rulewright.ir.specialise import specialise_clause
from rulewright_verify.planner.answers import Answer, Cell, Options, decide_each
from rulewright_verify.planner.blame import rests_on_play
from rulewright_verify.planner.graph_clauses import scope_bounds
from rulewright_verify.planner.questions import Question, with_all_readings
from rulewright_verify.planner.verdicts import joined
from rulewright_verify.verdict import Exact, Exhaustive, Infinite, Measurement, Outcome, RestsOn, Value

if TYPE_CHECKING:
    from rulewright_verify.probability import Between, Numbers

METHOD = "exact odds"
STATES = 2_000_000

LEAST_ONLY = (pr.QuantityKind.LOWEST_CHANCE,)
GREATEST_ONLY = (pr.QuantityKind.HIGHEST_CHANCE,)

Ends = tuple[Fraction | None, Fraction | None]
"""Between what a number surely lies; None: infinite."""


def decide_ordered(question: Question) -> list[Cell]:
    """One answer for each combination of the readings that some point can notice."""
    clause = question.clause
    assert isinstance(clause, pr.Ordered)
    needed = {name for point in clause.points for name in needed_by_clause(point.system, point.clause).readings}
    names = [name for name in question.system.readings if name in needed]

    def one(options: Options) -> tuple[Answer, list[str]]:
        return _answer(question, clause, options), names

    return decide_each(question.system.readings, names, one)


def _answer(question: Question, clause: pr.Ordered, options: Options) -> Answer:
    """Point by point until one departs, or all are known."""
    rests_on, states = RestsOn(), 0
    known: list[Between] = []
    for number, point in enumerate(clause.points):
        found = _numbers(question, point, options)
        states += found.states
        demands = (f"{demand.reason.value}: {demand.subject}" for demand in found.left_out)
        rests_on = joined(rests_on, RestsOn(open_demands=tuple(dict.fromkeys(demands))))
        rests_on = joined(rests_on, rests_on_play(with_all_readings(point.system, options)))
        if not found.found:
            reason = f"with {clause.name} = {clause.values[number]}: {found.reason}"
            return Answer(Outcome.UNKNOWN, None, METHOD, states=states, reason=reason)
        known.append(found.found[0])
        if number and (said := _departure(clause, known[-2], known[-1])) is not None:
            outcome, better = said
            if outcome is Outcome.UNKNOWN:
                reason = f"with {clause.name} = {clause.values[number]} the numbers are too close to be told apart"
                return Answer(Outcome.UNKNOWN, None, METHOD, states=states, reason=reason)
            return Answer(
                Outcome.VIOLATED, Exhaustive(question.scope), METHOD, bounds=scope_bounds(question),
                measurements=tuple(_measurements(clause, known, number, better)), states=states, rests_on=rests_on,
                story=f"{_told(clause, known, number - 1, better)}, {_told(clause, known, number, better)}.",
            )
    story = f"From {_told(clause, known, 0, 0)} to {_told(clause, known, len(known) - 1, 0)}." if known else ""
    return Answer(
        Outcome.HOLDS, Exhaustive(question.scope), METHOD, bounds=scope_bounds(question), states=states,
        rests_on=rests_on, story=story,
    )


def _numbers(question: Question, point: pr.Alone, options: Options) -> Numbers:
    from rulewright_verify.explicit import Budget
    from rulewright_verify.probability import numbers

    inner = specialise_clause(point.system, point.clause, options)
    assert isinstance(inner, pr.Measured)
    return numbers(
        with_all_readings(point.system, options), inner, budget=Budget(STATES, None, question.seconds)
    )


def _departure(clause: pr.Ordered, before: Between, now: Between) -> tuple[Outcome, int] | None:
    """Whether a number is on the wrong side of the one before it, surely or perhaps; and which of the two."""
    perhaps = None
    for which in _looked_at(clause):
        low, high = _ends(now, which), _ends(before, which)
        if clause.may_fall:
            low, high = high, low
        # `low` must not be below `high`: for a fall, what comes now and what came before.
        if _is_less(low[1], high[0]):
            return Outcome.VIOLATED, which
        if _is_less(low[0], high[1]):
            perhaps = Outcome.UNKNOWN, which
    return perhaps


def _looked_at(clause: pr.Ordered) -> tuple[int, ...]:
    inner = clause.points[0].clause
    kind = inner.quantity.kind if isinstance(inner, pr.Measured) else None
    return (0,) if kind in LEAST_ONLY else (1,) if kind in GREATEST_ONLY else (0, 1)


def _ends(found: Between, which: int) -> Ends:
    number = (found.least, found.greatest)[which]
    return (None, None) if number is None else (number - found.error, number + found.error)


def _is_less(one: Fraction | None, other: Fraction | None) -> bool:
    return one is not None and (other is None or one < other)


def _told(clause: pr.Ordered, known: list[Between], number: int, which: int) -> str:
    value = (known[number].least, known[number].greatest)[which]
    said = "infinite" if value is None else str(value) if len(str(value)) < 30 else f"{float(value):.6g}"
    return f"{said} with {clause.name} = {clause.values[number]}"


def _measurements(clause: pr.Ordered, known: list[Between], number: int, which: int) -> Iterator[Measurement]:
    before, now = ((one.least, one.greatest)[which] for one in known[number - 1 : number + 1])
    value: Value = Infinite() if now is None else Exact(now)
    sign = "<=" if clause.may_fall else ">="
    bound = "infinite" if before is None else str(before)
    if not known[number].error:
        yield Measurement(f"{clause.text} with {clause.name} = {clause.values[number]}", value, f"{sign} {bound}")
