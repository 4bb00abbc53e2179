"""The numbers that a clause asks for, on a complete graph of runs: in fractions, or in floating point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol, TypeVar

from rulewright.ir import properties as pr
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.explicit.graph import StateGraph, reached
from rulewright_verify.probability.asked import Asked, Clause
from rulewright_verify.probability.avoiding import may_never_end, settled
from rulewright_verify.probability.best_choices import Best, best_values
from rulewright_verify.probability.bounded_parts import CannotBound
from rulewright_verify.probability.bounds import Bounds, bounded_values
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.results import Answer, Between, MeasuredResult
from rulewright_verify.probability.runs import ZERO, Runs, Stop
from rulewright_verify.probability.secured import secured_bounds, secured_values

CHANCES = (pr.QuantityKind.CHANCE, pr.QuantityKind.LOWEST_CHANCE, pr.QuantityKind.HIGHEST_CHANCE)

AT_ONCE = "players decide at the same moment, and the best that one can do then is a mixture, which is not looked for"
TOO_CLOSE = "the numbers are too close to what the claim says to be told apart without fractions"

FEW = 30_000
"""States up to which it is looked in fractions first what one player can secure against all others."""


class TimeIsUp(Exception):
    """The budget of time ran out while equations were solved."""


@dataclass
class Measuring:
    """One clause on a complete graph."""

    runs: Runs
    graph: StateGraph
    clause: Clause
    asked: Asked
    meter: Meter
    roughly: bool = False
    """In floating point with a stated error, not in fractions."""
    is_chain: bool = True
    breaks_down: Fraction = ZERO
    found: dict[tuple[int, int], Between] = field(default_factory=dict)
    """For each region and each start of a run of it."""
    breaking: dict[int, Fraction] = field(default_factory=dict)
    """For each start the greatest chance that the play breaks down or somebody is stuck, where there is one."""

    def result(self) -> MeasuredResult:
        reason = None
        for region in self.runs.regions:
            starts = self.runs.starts(self.graph, region)
            if starts:
                reason = self.measure(region, starts) or reason
        return self._concluded(reason)

    @property
    def _is_about_ending(self) -> bool:
        return isinstance(self.clause, pr.EndsWithChance)

    @property
    def is_large_contest(self) -> bool:
        """Whether it is asked what one player can secure, on a graph with many states."""
        clause = self.clause
        is_contest = isinstance(clause, pr.Measured) and clause.quantity.kind is pr.QuantityKind.SECURED_CHANCE
        return is_contest and len(self.graph) > FEW

    def again(self, meter: Meter, *, roughly: bool) -> Measuring:
        """The same from the beginning."""
        return Measuring(self.runs, self.graph, self.clause, self.asked, meter, roughly)

    def measure(self, region: int, starts: list[int]) -> str | None:
        """Find the numbers for a region; or say why there are none."""
        process, stops = self.runs.process(self.graph, region, starts)
        self.is_chain &= process.is_chain
        broken = {i for i, stop in stops.items() if stop is Stop.BROKEN}
        if broken:
            breaking = process.worth({i: Fraction(int(i in broken)) for i in process.ends})
            values = self._solved(breaking, Best.GREATEST).upper
            self.breaking.update((i, chance) for i in starts if (chance := values[i]))
            self.breaks_down = max(self.breaks_down, *(values[i] for i in starts))
        match self.clause:
            case pr.EndsWithChance():
                process = process.worth({i: Fraction(int(i not in broken)) for i in process.ends})
                self._chances(process, region, starts)
            case pr.Measured(quantity=quantity) if quantity.kind in CHANCES:
                self._chances(process.worth(self._values(stops)), region, starts)
            case pr.Measured(quantity=pr.Quantity(kind=pr.QuantityKind.SECURED_CHANCE)):
                return self._secured_chances(process.worth(self._values(stops)), region, starts)
            case pr.Measured(quantity=quantity):
                counts = quantity.kind is pr.QuantityKind.EXPECTED_RUNS
                if counts:
                    self._means(process, region, starts)
                    return None
                elsewhere = [i for i, stop in stops.items() if stop is not Stop.RETURNED]
                without = reached(self.graph.predecessors, elsewhere) if elsewhere else bytearray(len(self.graph))
                sure = [i for i in starts if not without[i]]
                self._means(process.worth(self._values(stops)), region, sure)
                if len(sure) < len(starts):
                    return "a run may stop before it returns, and then has no value"
        return None

    def _values(self, stops: dict[int, Stop]) -> dict[int, Fraction]:
        """What is looked at where a run returned; nothing holds where it stopped in another way."""
        return {
            i: Fraction(self.runs.value(self.graph, i)) if stop is Stop.RETURNED else ZERO for i, stop in stops.items()
        }

    def _chances(self, process: Process, region: int, starts: list[int]) -> None:
        least, greatest = None, None
        if process.is_chain and not self._is_about_ending:  # the greatest chance is the only one
            greatest = self._solved(process, Best.GREATEST)
        elif Best.LEAST in self.asked.looked_at:
            least = self._solved(settled(process), Best.LEAST)
            if process.is_chain or all(least.lower[i] == 1 for i in starts):  # often without any equation
                greatest = least
        if Best.GREATEST in self.asked.looked_at and greatest is None:
            greatest = self._solved(process, Best.GREATEST)
        low, high = least or greatest, greatest or least
        assert low is not None and high is not None
        for i in starts:
            self.found[region, i] = _between(low, high, i)

    def _secured_chances(self, process: Process, region: int, starts: list[int]) -> str | None:
        if self.runs.has_secret_choices:
            return AT_ONCE
        assert isinstance(self.clause, pr.Measured)
        assert self.clause.quantity.player is not None
        self._tell()
        mine = self.runs.decided_by(self.graph, process, self.clause.quantity.player)
        if self.roughly:
            bounds = secured_bounds(process, mine, self._check)
        else:
            values = secured_values(process, mine, self._check)
            bounds = Bounds(values, values)
        for i in starts:
            self.found[region, i] = _between(bounds, bounds, i)
        return None

    def _means(self, process: Process, region: int, starts: list[int]) -> None:
        endless = may_never_end(process, lambda _: True)
        for i in starts:
            if i in process.ends or not endless[i]:
                continue
            self.found[region, i] = Between(None, None)
        known = {i: ZERO for i in process.states if endless[i]}
        finite = process.stopped_at(known)
        least = self._solved(finite, Best.LEAST)
        greatest = least if process.is_chain else self._solved(finite, Best.GREATEST)
        for i in starts:
            self.found.setdefault((region, i), _between(least, greatest, i))

    def _solved(self, process: Process, best: Best) -> Bounds:
        self._tell()
        if self.roughly:
            return bounded_values(process, best.wanting, self._check)
        values = best_values(process, best, self._check)
        return Bounds(values, values)

    # -------------------------------------------------------------- what it comes to

    def _concluded(self, reason: str | None) -> MeasuredResult:
        bad = next((key for key, between in self.found.items() if self.asked.is_missed(between)), None)
        if bad is None and reason is None and not all(map(self.asked.is_met, self.found.values())):
            reason = TOO_CLOSE
        answer = Answer.VIOLATED if bad is not None else Answer.HOLDS if reason is None else Answer.UNKNOWN
        between = self._between()
        return MeasuredResult(
            answer, self.runs.found.ended, len(self.graph), len(self.found), self.meter.seconds,
            value=between.value if between is not None else None, between=between,
            infinite=any(b.greatest is None for b in self.found.values()), breaks_down=self.breaks_down,
            start=self.runs.play_to(self.graph, bad[1]) if bad is not None else None, reason=reason,
            is_chain=self.is_chain,
        )

    def _between(self) -> Between | None:
        """From the least to the greatest number that is asked for, over all starts."""
        numbers = [number for between in self.found.values() for number in self._asked_of(between)]
        if not numbers:
            return None
        finite = [number for number in numbers if number is not None]
        infinite = len(finite) < len(numbers)
        error = max(between.error for between in self.found.values())
        return Between(min(finite, default=None), None if infinite else max(finite), error)

    def _asked_of(self, between: Between) -> Iterator[Fraction | None]:
        if Best.LEAST in self.asked.looked_at:
            yield between.least
        if Best.GREATEST in self.asked.looked_at:
            yield between.greatest

    def _tell(self) -> None:
        self.meter.told(f"working out {len(self.graph):,} situations")

    def _check(self) -> None:
        limit = self.meter.budget.seconds
        if limit is not None and self.meter.seconds > limit:
            raise TimeIsUp


class _Told(Protocol):
    @property
    def reason(self) -> str | None:
        """Why there is no answer, if there is none."""


Told = TypeVar("Told", bound=_Told)


def worked_out(measuring: Measuring, work: Callable[[Measuring], Told]) -> Told:
    """What `work` tells, in fractions if possible.

    If they take more than half of the time that is left: in floating point. What one player can secure on a graph with
    more than `FEW` states comes in floating point first, and in fractions if that says too little.
    """
    if measuring.roughly:
        return work(measuring)
    meter = measuring.meter
    if measuring.is_large_contest:
        try:
            told = work(measuring.again(meter, roughly=True))
        except CannotBound:
            return work(measuring)
        return work(measuring) if told.reason == TOO_CLOSE else told
    if meter.budget.seconds is None:
        return work(measuring)
    half = replace(meter.budget, seconds=(meter.budget.seconds + meter.seconds) / 2)
    try:
        return work(measuring.again(meter.within(half), roughly=False))
    except TimeIsUp:
        return work(measuring.again(meter, roughly=True))


def _between(least: Bounds, greatest: Bounds, i: int) -> Between:
    """The two numbers of a state, with the greater of their errors."""
    low, low_error = _middle(least, i)
    high, high_error = _middle(greatest, i)
    return Between(low, high, max(low_error, high_error))


def _middle(bounds: Bounds, i: int) -> tuple[Fraction, Fraction]:
    lower, upper = bounds.lower[i], bounds.upper[i]
    return (lower, ZERO) if lower == upper else ((lower + upper) / 2, (upper - lower) / 2)
