"""Exact odds. Public: `measured`, `can_measure`, and the answers `MeasuredResult`, `Between`, `Answer`."""

from rulewright_verify.probability.measured import can_measure, measured
from rulewright_verify.probability.results import Answer, Between, MeasuredResult

__all__ = ["Answer", "Between", "MeasuredResult", "can_measure", "measured"]
