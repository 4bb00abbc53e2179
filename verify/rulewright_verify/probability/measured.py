"""Measured clauses: chances, means and numbers of runs, from every reachable start of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Expr, Final, System
from rulewright_verify.explicit import Budget, Ended
from rulewright_verify.explicit.budget import Meter, to_nobody
from rulewright_verify.probability.alone import run_alone
from rulewright_verify.probability.asked import Asked, Clause, asked_by, values_of
from rulewright_verify.probability.bounded_parts import CannotBound
from rulewright_verify.probability.on_graph import Measuring, TimeIsUp, worked_out
from rulewright_verify.probability.policies import FREE, Policy
from rulewright_verify.probability.results import Answer, Between, MeasuredResult
from rulewright_verify.probability.runs import Runs
from rulewright_verify.probability.slicing import Sliced, sliced

SMALL = 30_000
"""States up to which a graph is explored as it is."""


def can_measure(clause: pr.Clause) -> bool:
    """Whether a clause is a question for this engine."""
    if isinstance(clause, pr.Measured):
        return clause.quantity.kind not in (pr.QuantityKind.GREATEST, pr.QuantityKind.LEAST)
    return isinstance(clause, pr.EndsWithChance)


def measured(
    system: System, clause: Clause, *, budget: Budget | None = None, policy: Policy = FREE,
    told: Callable[[str], None] = to_nobody,
) -> MeasuredResult:
    """Answer a clause exactly. The readings of the system and of the clause must be chosen.

    First the whole graph, if it is small; then each run alone, from more starts than plays reach (but for what one
    player can secure); then the graph of all that the clause can notice.
    """
    budget = budget or Budget()
    meter = Meter(budget, told=told)
    asked = asked_by(system, clause)
    values = values_of(clause)
    small = replace(budget, states=min(SMALL, budget.states or SMALL))
    result = _on_graph(Sliced(system, ()), clause, clause.regions, asked, meter.within(small), policy)
    if result.answer is not Answer.UNKNOWN or result.ended is not Ended.STATES or budget.states == small.states:
        return result
    is_contest = isinstance(clause, pr.Measured) and clause.quantity.kind is pr.QuantityKind.SECURED_CHANCE
    alone = None if is_contest else _alone(system, clause, asked, values, meter, policy)
    return alone or _on_graph(sliced(system, values.values()), clause, clause.regions, asked, meter, policy)


def _alone(
    system: System, clause: Clause, asked: Asked, values: Mapping[int, Expr], meter: Meter, policy: Policy
) -> MeasuredResult | None:
    """The answer if it holds for runs alone."""
    if any(isinstance(system.nodes[node], Final) for node in values):
        return None
    results = []
    for region in clause.regions:
        run = run_alone(system, region, values, meter)
        if run is None:
            return None
        result = _on_graph(run, clause, (region,), asked, meter, policy)
        if result.answer is not Answer.HOLDS:
            return None
        results.append(result)
    return _together(results)


def _on_graph(
    slice_: Sliced, clause: Clause, regions: tuple[int, ...], asked: Asked, meter: Meter, policy: Policy
) -> MeasuredResult:
    counted = clause.quantity.runs_of if isinstance(clause, pr.Measured) else ()
    runs = Runs(slice_.system, regions, values_of(clause), counted=counted, meter=meter, policy=policy)
    graph, ended, n_states = runs.found.graph, runs.found.ended, runs.found.n_states
    if graph is not None:
        try:
            result = worked_out(Measuring(runs, graph, clause, asked, meter), Measuring.result)
            return replace(result, left_out=slice_.left_out)
        except TimeIsUp:
            ended = Ended.TIME
        except CannotBound as why:
            return MeasuredResult(Answer.UNKNOWN, Ended.TIME, n_states, 0, meter.seconds, reason=str(why))
    return MeasuredResult(Answer.UNKNOWN, ended, n_states, 0, meter.seconds, reason=ended.value)


def _together(results: Sequence[MeasuredResult]) -> MeasuredResult:
    """One answer for all regions of a procedure, each of which holds."""
    first = results[0]
    between = [result.between for result in results if result.between is not None]
    least = min((b.least for b in between if b.least is not None), default=None)
    greatest = None if any(b.greatest is None for b in between) else max(
        (b.greatest for b in between if b.greatest is not None), default=None
    )
    whole = Between(least, greatest, max(b.error for b in between)) if between else None
    return replace(
        first, states=sum(r.states for r in results), n_starts=sum(r.n_starts for r in results),
        value=None if whole is None else whole.value, between=whole,
        infinite=any(r.infinite for r in results), breaks_down=max(r.breaks_down for r in results),
        is_chain=all(r.is_chain for r in results), alone=True,
        left_out=tuple(dict.fromkeys(demand for r in results for demand in r.left_out)),
    )
