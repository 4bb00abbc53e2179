"""How much a question may cost, and why an answer stayed out.

The budget of a query is Z3's own resource count, not time: the same question then ends in the same
way on every machine. Time and memory are limits of the whole task, kept by the process around it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """`rlimit` for each query; `seconds` of work (not of waiting) for a whole task, `memory_mb` for its process."""

    rlimit: int = 20_000_000
    seconds: float = 120.0
    memory_mb: int = 4096


@dataclass(frozen=True)
class Cost:
    """What has been spent: queries, Z3's resource count, and seconds in the solver."""

    queries: int = 0
    rlimit: int = 0
    seconds: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.queries + other.queries, self.rlimit + other.rlimit, self.seconds + other.seconds
        )

    def __sub__(self, other: Cost) -> Cost:
        return Cost(
            self.queries - other.queries, self.rlimit - other.rlimit, self.seconds - other.seconds
        )


NOTHING_SPENT = Cost()

REASONS = {
    "canceled": "the budget of solver steps of a query ran out",
    "max. resource limit exceeded": "the budget of solver steps of a query ran out",
    "timeout": "the time of a query ran out",
    "interrupted": "it was interrupted",
    "interrupted from keyboard": "it was interrupted",
    "max. memory exceeded": "the memory of the solver ran out",
    "out of memory": "the memory of the solver ran out",
    "smt tactic failed to show goal to be sat/unsat (incomplete (theory arithmetic))":
        "products of unknown numbers are beyond the solver",
    "(incomplete (theory arithmetic))": "products of unknown numbers are beyond the solver",
}


def reason_of(z3_reason: str) -> str:
    """Why Z3 did not answer, in a reader's words."""
    return REASONS.get(z3_reason, z3_reason.split("\n")[0])
