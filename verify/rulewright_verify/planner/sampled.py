"""`simulate n games ..`: what a sample says, for the readings that play uses and for each other option of each reading.

Sampling every combination would tell little more and take very long: one reading at a time departs from the way of
play, and the verdict says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from rulewright.ir import properties as pr
from rulewright.ir.needed import needed_by_clause
from rulewright.ir.nodes import ReadingInfo
from rulewright.ir.specialise import specialise_clause
from rulewright_verify.planner.answers import Answer, Cell, Options, all_options, unknown
from rulewright_verify.planner.blame import rests_on_play
from rulewright_verify.planner.questions import Question, with_all_readings
from rulewright_verify.simulation import SampledClause, can_sample
from rulewright_verify.simulation import decide as sample
from rulewright_verify.verdict import Estimate, Measurement, Outcome, Sampled

METHOD = "simulation"
ALL_COMBINATIONS = 12
MOST_COUNTS = 60


def decide_sampled(question: Question) -> list[Cell]:
    """Cells for the combinations that were sampled; each names all readings that can matter."""
    clause = question.clause
    assert isinstance(clause, pr.Simulate)
    if not can_sample(clause):
        return [Cell({}, unknown("best and worst choices cannot be sampled", METHOD))]
    names = needed_by_clause(question.system, clause).readings
    readings = question.system.readings
    n_all = prod(len(readings[name].options) for name in names)
    chosen = all_options(readings, names) if n_all <= ALL_COMBINATIONS else _one_at_a_time(readings, names)
    bounds = () if n_all <= ALL_COMBINATIONS else ("one reading at a time departs from the first options",)
    return [Cell(options, _sampled(question, clause, options, bounds), alone=bool(bounds)) for options in chosen]


def _one_at_a_time(readings: Mapping[str, ReadingInfo], names: Sequence[str]) -> Iterator[dict[str, int]]:
    first = dict.fromkeys(names, 0)
    yield first
    for name in names:
        for number in range(1, len(readings[name].options)):
            yield {**first, name: number}


def _sampled(question: Question, clause: pr.Simulate, options: Options, bounds: tuple[str, ...]) -> Answer:
    chosen = specialise_clause(question.system, clause, options)
    result = sample(with_all_readings(question.system, options), chosen, seed=question.seed, jobs=1)
    simulation = result.simulation
    asked = f"{simulation.n_games} games, {simulation.policy} players, seed {simulation.seed}"
    unfinished = simulation.n_games - simulation.finished
    more = (f"{unfinished} games did not come to an end",) if unfinished else ()
    outcome = Outcome(result.answer.value)
    return Answer(
        outcome, None if outcome is Outcome.UNKNOWN else Sampled(simulation.n_games), METHOD,
        bounds=(asked, *bounds, *more),
        measurements=tuple(one for each in result.clauses for one in _measurement(each)),
        rests_on=rests_on_play(question.system), reason=result.reason, story=_story(result.clauses),
    )


def _measurement(answer: SampledClause) -> Iterator[Measurement]:
    if answer.estimate is None or not isinstance(answer.clause, pr.Measured):
        return
    found, counts = answer.estimate, sorted(answer.sample.counts.items())
    value = Estimate(
        found.value, found.low, found.high, found.n, found.confidence,
        tuple((share, float(number)) for share, number in answer.sample.quantiles),
        tuple((float(number), times) for number, times in counts) if len(counts) <= MOST_COUNTS else (),
    )
    yield Measurement(answer.clause.quantity.text, value, bound_text(answer.clause.bound))


def bound_text(bound: pr.Bound) -> str:
    """`in 10..15`, `= 1/6`."""
    values = [str(value) for value in bound.values]
    return f"in {values[0]}..{values[1]}" if bound.op == "in" else f"{bound.op} {values[0]}"


def _story(answers: Sequence[SampledClause]) -> str:
    for answer in answers:
        if answer.estimate is not None and isinstance(answer.clause, pr.Measured) and answer.answer.value != "holds":
            found = answer.estimate
            return (
                f"{found.value:.4g} on average (95 %: {found.low:.4g} to {found.high:.4g}), "
                f"and the claim says {bound_text(answer.clause.bound)}."
            )
    return ""
