"""`simulate n games with .. players`: what a sample says about each clause inside.

A clause holds in the sample if the whole interval of its estimate lies where the clause says, it is
violated if none of it does, and open else. A condition that was not so in one game is violated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, inf

from rulewright.interpreter.playout import RunCount
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Const, Expr, Gate, GateKind, System
from rulewright_verify.simulation.simulate import MAX_MOVES, Progress, Simulation, simulate
from rulewright_verify.simulation.statistics import Interval, Sample

SAMPLED = (pr.QuantityKind.CHANCE, pr.QuantityKind.EXPECTED, pr.QuantityKind.EXPECTED_RUNS)


class Answer(StrEnum):
    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class SampledClause:
    """`estimate`: the mean or share, with its interval. `n_false`: how often a condition did not hold.

    `sample` has every value that came, and how often. `would_settle`: about how many games it would take to decide
    what is open, if the estimate stays; None if no number of games would.
    """

    clause: pr.Measured | pr.At
    answer: Answer
    sample: Sample
    estimate: Interval | None = None
    n_false: int = 0
    would_settle: int | None = None


@dataclass(frozen=True)
class SampledResult:
    """`answer`: violated if one clause is, holds if all do. Plays that did not end are in `simulation`."""

    answer: Answer
    clauses: tuple[SampledClause, ...]
    simulation: Simulation
    reason: str | None = None


def can_sample(clause: pr.Simulate) -> bool:
    """Whether all clauses inside can be seen in single games: best and worst choices cannot."""
    return all(isinstance(one, pr.At) or one.quantity.kind in SAMPLED for one in clause.clauses)


def decide(
    system: System,
    clause: pr.Simulate,
    *,
    seed: int = 0,
    jobs: int | None = None,
    seconds: float | None = None,
    max_moves: int = MAX_MOVES,
    progress: Progress | None = None,
) -> SampledResult:
    """Play the games of a clause, and look at what it says. Its readings must be chosen."""
    values: list[tuple[int, Expr]] = []
    run_counts: list[RunCount] = []
    places: list[range] = []  # of each clause: which of the values, or of the run counts behind them, are its own
    for one in clause.clauses:
        if isinstance(one, pr.Measured) and one.quantity.kind is pr.QuantityKind.EXPECTED_RUNS:
            run_counts.append(_run_count(system, one))
            places.append(range(-len(run_counts), -len(run_counts) + 1))
            continue
        looked_at = one.places if isinstance(one, pr.At) else one.quantity.places
        places.append(range(len(values), len(values) + len(looked_at)))
        values += [(place.node, place.value) for place in looked_at]
    simulation = simulate(
        system, games=clause.n_games, seed=seed, policy=clause.players, jobs=jobs, values=values,
        run_counts=run_counts, max_moves=max_moves, seconds=seconds, progress=progress,
    )
    answers = tuple(
        _looked_at(one, _samples(where, len(values), simulation))
        for one, where in zip(clause.clauses, places, strict=True)
    )
    answer, reason = _together(answers, simulation)
    return SampledResult(answer, answers, simulation, reason)


def _samples(where: range, n_values: int, simulation: Simulation) -> list[Sample]:
    if where.start < 0:
        return [simulation.seen[n_values - where.start - 1]]
    return [simulation.seen[i] for i in where]


def _run_count(system: System, clause: pr.Measured) -> RunCount:
    """How often the procedure in question runs, from the start of a run of the claim's procedure to its end."""
    begin = _gates(system, clause.regions)
    if not begin:  # the outermost run begins with the game
        begin = frozenset((system.entry,))
    end = frozenset(place.node for place in clause.quantity.places)
    return RunCount(begin, end, _gates(system, clause.quantity.runs_of))


def _gates(system: System, regions: Sequence[int]) -> frozenset[int]:
    return frozenset(
        node.id for node in system.nodes
        if isinstance(node, Gate) and node.kind is GateKind.ENTER and node.region in regions
    )


def _looked_at(clause: pr.Measured | pr.At, samples: Sequence[Sample]) -> SampledClause:
    sample = Sample()
    for one in samples:
        sample.merge(one)
    if isinstance(clause, pr.At):
        n_false = sample.counts[0]
        answer = Answer.VIOLATED if n_false else Answer.HOLDS if sample.n_seen else Answer.UNKNOWN
        return SampledClause(clause, answer, sample, sample.share, n_false)
    estimate = sample.share if clause.quantity.kind is pr.QuantityKind.CHANCE else sample.mean
    answer = Answer.UNKNOWN if estimate is None else compared(estimate, clause.bound)
    would_settle = None
    if answer is Answer.UNKNOWN and estimate is not None:
        would_settle = games_to_settle(estimate, clause.bound, sample.n_games)
    return SampledClause(clause, answer, sample, estimate, would_settle=would_settle)


def games_to_settle(estimate: Interval, bound: pr.Bound, n_games: int) -> int | None:
    """About how many games it takes until the interval lies on one side: its reach falls with the root of their
    number. None if none would do: no sample shows that a number is exactly so."""
    reach = max(estimate.high - estimate.value, estimate.value - estimate.low)
    distance = min(abs(float(_number(limit)) - estimate.value) for limit in bound.values)
    if bound.op == "=" or not distance or reach == inf:
        return None
    needed = ceil(n_games * (reach / distance) ** 2)
    size = int("1".ljust(len(str(needed)) - 1, "0"))  # two figures are all that is known
    return -(-needed // size) * size


def compared(estimate: Interval, bound: pr.Bound) -> Answer:
    """What an interval says about a bound."""
    limits = [float(_number(limit)) for limit in bound.values]
    low, high = estimate.low, estimate.high
    match bound.op:
        case "<" | "<=":
            holds, fails = high <= limits[0], low > limits[0]
        case ">" | ">=":
            holds, fails = low >= limits[0], high < limits[0]
        case "in":
            holds, fails = limits[0] <= low and high <= limits[1], high < limits[0] or low > limits[1]
        case "=":  # no sample shows that a number is exactly so
            holds, fails = False, high < limits[0] or low > limits[0]
        case "!=":
            holds, fails = high < limits[0] or low > limits[0], False
        case _:
            raise ValueError(f"no comparison: {bound.op}")
    return Answer.HOLDS if holds else Answer.VIOLATED if fails else Answer.UNKNOWN


def _number(limit: Fraction | Expr) -> Fraction:
    if isinstance(limit, Fraction):
        return limit
    if isinstance(limit, Const):
        return Fraction(limit.value)
    raise ValueError("a bound hangs on a reading; `specialise` the clause first")


def _together(answers: Sequence[SampledClause], simulation: Simulation) -> tuple[Answer, str | None]:
    if any(one.answer is Answer.VIOLATED for one in answers):
        return Answer.VIOLATED, None
    if simulation.interrupted:
        return Answer.UNKNOWN, f"stopped after {simulation.n_games} of {simulation.asked} games"
    if all(one.answer is Answer.HOLDS for one in answers):
        return Answer.HOLDS, None
    if any(not one.sample.n_seen for one in answers):
        return Answer.UNKNOWN, f"none of {simulation.n_games} games came to where this is looked at"
    reason = "the interval lies on both sides of what the claim says"
    needed = [one.would_settle for one in answers if one.answer is Answer.UNKNOWN]
    if needed and all(needed):
        more = max(one for one in needed if one is not None)
        grouped = f"{more:,}".replace(",", "\N{NO-BREAK SPACE}")
        reason += f"; about {grouped} games would settle it, if what was seen stays so"
    return Answer.UNKNOWN, reason
