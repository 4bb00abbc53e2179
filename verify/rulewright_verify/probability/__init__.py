"""Exact odds. Public: `measured` decides a clause, `numbers` works a quantity out; their answers; policies."""

from rulewright_verify.probability.measured import can_measure, measured
from rulewright_verify.probability.numbers import Begin, Numbers, numbers
from rulewright_verify.probability.policies import FREE, AtRandom, Policy
from rulewright_verify.probability.results import Answer, Between, MeasuredResult

__all__ = [
    "FREE",
    "Answer",
    "AtRandom",
    "Begin",
    "Between",
    "MeasuredResult",
    "Numbers",
    "Policy",
    "can_measure",
    "measured",
    "numbers",
]
