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
        """Whether everything between the numbers lies within the bound; an infinite one is above all bounds."""
        low = found.least if Best.LEAST in self.looked_at else found.greatest
        high = found.greatest if Best.GREATEST in self.looked_at else found.least
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


def _number(system: System, value: Fraction | Expr) -> Fraction:
    """A bound: a fraction, or an expression over what is constant."""
    if isinstance(value, Fraction):
        return value
    memory = start_memory(system)
    return Fraction(Evaluator(system).value(value, memory, {}))

