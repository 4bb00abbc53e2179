"""All pairs of variants of a large game: the claims about rules of every one of them, with nothing kept from before."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Best, Row
from rulewright_verify.planner import verify
from rulewright_verify.result import VerificationResult, VerifyOptions, no_progress

GAME = Path(__file__).parents[1] / "rules" / "imperial_twing"
MINUTES_GOAL = 4.0
"""On two cores with nothing else to do, so twice as much of processor time."""


def variants() -> Iterator[Row]:
    """Processor time of the printed game alone, and of all games with one or two variants beside it."""
    os.environ["RULEWRIGHT_CACHE"] = "off"
    best = Best()
    _measured(best, "printed", VerifyOptions(rule_claims=True, jobs=2))
    result = _measured(best, "all", VerifyOptions(rule_claims=True, all_variants=True, jobs=2))
    games = len(result.compared)
    yield Row(
        f"rule claims of Imperial Twing with {games} choices of variants", best.seconds["all"] / 60 / 2, "min, 2 cores",
        MINUTES_GOAL, more_is_better=False,
    )
    yield Row(
        "one choice of variants, beside the printed game",
        (best.seconds["all"] - best.seconds["printed"]) / games / best.seconds["printed"], "of its time",
        note=f"printed {best.seconds['printed']:.0f} s",
    )


def _measured(best: Best, name: str, options: VerifyOptions) -> VerificationResult:
    before = _used()
    result = verify(str(GAME), options, no_progress)
    best.note(name, _used() - before)
    return result


def _used() -> float:
    """Seconds of this process and of all that it waited for."""
    own, waited_for = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + waited_for.ru_utime + waited_for.ru_stime
