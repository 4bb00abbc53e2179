"""What is asked about a number, or about the two between which it lies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.state import start_memory
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Expr, System
from rulewright_verify.probability.best_choices import Best
from rulewright_verify.probability.results import Between

Clause = pr.Measured | pr.EndsWithChance

LEAST_AND_GREATEST = (Best.LEAST, Best.GREATEST)
LOOKED_AT = {
    pr.QuantityKind.CHANCE: LEAST_AND_GREATEST,
    pr.QuantityKind.LOWEST_CHANCE: (Best.LEAST,),
    pr.QuantityKind.HIGHEST_CHANCE: (Best.GREATEST,),
    pr.QuantityKind.SECURED_CHANCE: LEAST_AND_GREATEST,
    pr.QuantityKind.EXPECTED: LEAST_AND_GREATEST,
    pr.QuantityKind.EXPECTED_RUNS: LEAST_AND_GREATEST,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Which of the two numbers are asked for, and the bound on them."""

    looked_at: tuple[Best, ...]
    op: str
    bounds: tuple[Fraction, ...]

    def is_met(self, found: Between) -> bool:
        """Whether everything between the numbers surely lies within the bound; an infinite one is above all."""
        low, high = self._ends(found)
        return self._lie_within(_off(low, -found.error), _off(high, found.error))

    def is_missed(self, found: Between) -> bool:
        """Whether something between the numbers surely lies outside of the bound. Where the numbers are not
        exact, neither this nor `is_met` may be so."""
        if not found.error:
            return not self.is_met(found)
        low, high = self._ends(found)
        lows = (_off(low, -found.error), _off(low, found.error))
        highs = (_off(high, -found.error), _off(high, found.error))
        if self.op == "=":
            first = self.bounds[0]
            return not (_is_between(lows, first) and _is_between(highs, first))
        return not any(self._lie_within(one, other) for one in lows for other in highs)

    def _ends(self, found: Between) -> tuple[Fraction | None, Fraction | None]:
        low = found.least if Best.LEAST in self.looked_at else found.greatest
        high = found.greatest if Best.GREATEST in self.looked_at else found.least
        return low, high

    def _lie_within(self, low: Fraction | None, high: Fraction | None) -> bool:
        first, last = self.bounds[0], self.bounds[-1]
        match self.op:
            case "=":
                return low == high == first
            case "!=":
                return (low is None or low > first) or (high is not None and high < first)
            case "<":
                return high is not None and high < first
            case "<=":
                return high is not None and high <= first
            case ">":
                return low is None or low > first
            case ">=":
                return low is None or low >= first
            case "in":
                return low is not None and high is not None and first <= low and high <= last
        raise ValueError(f"no comparison {self.op}")


def asked_by(system: System, clause: Clause) -> Asked:
    """What a clause asks; its readings must be chosen."""
    if isinstance(clause, pr.EndsWithChance):
        return Asked(LEAST_AND_GREATEST, "=", (clause.chance,))
    bounds = tuple(_number(system, value) for value in clause.bound.values)
    return Asked(LOOKED_AT[clause.quantity.kind], clause.bound.op, bounds)


def values_of(clause: Clause) -> dict[int, Expr]:
    """What is looked at where."""
    return {place.node: place.value for place in clause.quantity.places} if isinstance(clause, pr.Measured) else {}


def _off(number: Fraction | None, error: Fraction) -> Fraction | None:
    return None if number is None else number + error


def _is_between(ends: tuple[Fraction | None, Fraction | None], number: Fraction) -> bool:
    low, high = ends
    return low is not None and high is not None and low <= number <= high


def _number(system: System, value: Fraction | Expr) -> Fraction:
    """A bound: a fraction, or an expression over what is constant."""
    if isinstance(value, Fraction):
        return value
    memory = start_memory(system)
    return Fraction(Evaluator(system).value(value, memory, {}))

