"""What a quantity is, not whether it is as a claim says: from every start of a run, or one by one from some starts.

Nothing is blurred here: starts are those that plays reach. If the graph is large, what the quantity cannot notice
is left out of it, with the demands of which then nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Demand, System
from rulewright_verify.explicit import Budget, Ended
from rulewright_verify.explicit.budget import Meter, to_nobody
from rulewright_verify.explicit.graph import StateGraph
from rulewright_verify.probability.asked import LEAST_AND_GREATEST, Asked, Clause, values_of
from rulewright_verify.probability.bounded_parts import CannotBound
from rulewright_verify.probability.on_graph import Measuring, TimeIsUp, worked_out
from rulewright_verify.probability.policies import FREE, Policy
from rulewright_verify.probability.results import Between
from rulewright_verify.probability.runs import Runs
from rulewright_verify.probability.slicing import Sliced, sliced

SMALL = 300_000
"""States up to which a graph is explored as it is."""

ANYTHING = Asked(LEAST_AND_GREATEST, ">=", (Fraction(0),))


@dataclass(frozen=True, slots=True)
class Begin:
    """A run of a region, after luck has chosen among so many values, so many times: one start for each way."""

    region: int
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Numbers:
    """`found`: for each way to begin, or one for all starts together; empty if there is none, for a `reason`.

    `breaks_down`: the greatest chance, from any start, that the play does not come to the end of the run because it
    breaks down or somebody is stuck; `breaking`: the same for each way to begin, with how it breaks down if it surely
    does. `each`: for each way to begin its number, if there is one, though there may be a `reason` against others.
    `is_chain`: no choice can matter.
    """

    found: tuple[Between, ...]
    ended: Ended
    states: int
    seconds: float
    reason: str | None = None
    breaks_down: Fraction = Fraction(0)
    breaking: tuple[tuple[Fraction, str], ...] = ()
    each: tuple[Between | None, ...] = ()
    is_chain: bool = False
    left_out: tuple[Demand, ...] = field(default=(), repr=False)


def numbers(
    system: System, clause: Clause, begin: Begin | None = None, *, budget: Budget | None = None,
    policy: Policy = FREE, roughly: bool = False, told: Callable[[str], None] = to_nobody,
) -> Numbers:
    """Work out a quantity; with what it is compared does not matter. The readings must be chosen.

    `roughly`: in floating point with a stated error, from the beginning; else only if fractions take too long.
    """
    budget = budget or Budget()
    meter = Meter(budget, told=told)
    small = replace(budget, states=min(SMALL, budget.states or SMALL))
    work = _Work(clause, begin, policy, roughly)
    found = work.on(Sliced(system, ()), meter.within(small))
    if found.ended is not Ended.STATES or budget.states == small.states:
        return found
    return work.on(sliced(system, values_of(clause).values()), meter)


@dataclass(frozen=True, slots=True)
class _Work:
    clause: Clause
    begin: Begin | None
    policy: Policy
    roughly: bool

    def on(self, slice_: Sliced, meter: Meter) -> Numbers:
        """The numbers on the graph of a system."""
        clause = self.clause
        counted = clause.quantity.runs_of if isinstance(clause, pr.Measured) else ()
        regions = clause.regions if self.begin is None else (self.begin.region,)
        runs = Runs(
            slice_.system, regions, values_of(clause), counted=counted, meter=meter, policy=self.policy
        )
        graph, ended = runs.found.graph, runs.found.ended
        reason: str = ended.value
        if graph is not None:
            try:
                measuring = Measuring(runs, graph, clause, ANYTHING, meter, self.roughly)
                return replace(worked_out(measuring, self._numbers), left_out=slice_.left_out)
            except TimeIsUp:
                reason = Ended.TIME.value
            except CannotBound as why:
                reason = str(why)
        return Numbers((), ended, runs.found.n_states, meter.seconds, reason)

    def _numbers(self, measuring: Measuring) -> Numbers:
        found: list[Between] = []
        breaking: list[tuple[Fraction, str]] = []
        each: list[Between | None] = []
        if self.begin is None:
            result = measuring.result()
            reason = result.reason
            if result.between is not None:
                found.append(result.between)
            elif reason is None:
                reason = "no play comes there"
        else:
            starts = list(_starts(measuring.graph, self.begin.sizes))
            reason = measuring.measure(self.begin.region, starts)
            each += [measuring.found.get((self.begin.region, i)) for i in starts]
            found += [one for one in each if one is not None] if reason is None else []
            for i in starts:
                chance = measuring.breaking.get(i, Fraction(0))
                breaking.append((chance, measuring.runs.breakdown(measuring.graph, i) if chance == 1 else ""))
        return Numbers(
            tuple(found), Ended.COMPLETE, len(measuring.graph), measuring.meter.seconds, reason,
            measuring.breaks_down, tuple(breaking), tuple(each), measuring.is_chain,
        )


def _starts(graph: StateGraph, sizes: Sequence[int]) -> Iterator[int]:
    """The states to which luck leads in each way, the last number fastest."""
    ways: dict[int, list[int]] = {}
    for way in product(*map(range, sizes)):
        here = 0
        for number in way:
            if here not in ways:
                ways[here] = _each_way(graph, here)
            here = ways[here][number]
        yield here


def _each_way(graph: StateGraph, i: int) -> list[int]:
    """Where each outcome leads; in the graph those that nothing tells apart are one."""
    number = {graph.states[j]: j for j in graph.successors(i)}
    return [number[state] for state in graph.machine.successors(graph.states[i])]
