"""How the time for all claims is shared out: a small part for each first, so that the easy ones are answered; what they
leave over goes to the hard ones, in rounds that give each more than the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 0.25
"""Less than so many seconds are not worth the beginning."""

MORE = 2.0
"""Whoever is tried again gets so many times what was not enough."""


@dataclass(frozen=True, slots=True)
class Round:
    """`groups` are tried, each of their jobs with `seconds`. The jobs `left_out` had their share already, and no time
    is left in which more would come of them."""

    groups: list[list[str]]
    seconds: float
    left_out: list[str]


def next_round(groups: Sequence[Sequence[str]], left: float, jobs: int, had: float) -> Round:
    """What is tried in the time that is `left`, if each job `had` so many seconds before.

    All that is left is given away only where nobody is left to wait for what remains.
    """
    n_jobs = sum(len(group) for group in groups)
    equal = left * min(jobs, n_jobs) / n_jobs
    if n_jobs <= jobs:
        return Round([[job] for group in groups for job in group], max(LEAST, left), [])
    if equal / 2 >= MORE * had:
        return Round([list(group) for group in groups], max(LEAST, equal / 2), [])
    n_again = max(1, min(n_jobs, int(left * jobs / max(LEAST, MORE * had))))
    kept: list[list[str]] = []
    left_out: list[str] = []
    for group in groups:
        n_kept = n_again - sum(len(one) for one in kept)
        kept.append(list(group[:n_kept]))
        left_out += group[n_kept:]
    return Round([one for one in kept if one], max(LEAST, left * min(jobs, n_again) / n_again), left_out)


def share_of_one(left: float, n_left: int, *, is_first: bool) -> float:
    """What a job may use of the seconds that its group has `left` for `n_left` jobs: what earlier ones saved goes to
    later ones, and the first in a process finds facts that serve the others, too."""
    equal = left / n_left
    return max(equal, left / 3) if is_first else min(left, 2 * equal)
