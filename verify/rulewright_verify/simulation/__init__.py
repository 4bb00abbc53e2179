"""Games played by chance. Public: `simulate`, `Simulation`; `decide` for `simulate` clauses, and their answers."""

from rulewright_verify.simulation.clauses import Answer, SampledClause, SampledResult, can_sample, decide
from rulewright_verify.simulation.simulate import Simulation, simulate
from rulewright_verify.simulation.statistics import Interval, Sample

__all__ = [
    "Answer",
    "Interval",
    "Sample",
    "SampledClause",
    "SampledResult",
    "Simulation",
    "can_sample",
    "decide",
    "simulate",
]
