"""Verdicts for several numbers of players as one, where they say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright_verify.verdict import Outcome, Verdict, strength


def for_all_counts(by_count: Sequence[Sequence[Verdict]]) -> tuple[Verdict, ...]:
    """The verdicts of one claim for each number of players: one for all of them if they agree, else one a number."""
    if len(by_count) > 1 and len({tuple(map(_saying, verdicts)) for verdicts in by_count}) == 1:
        return tuple(_as_one(same) for same in zip(*by_count, strict=True))
    return tuple(verdict for verdicts in by_count for verdict in verdicts)


def _saying(verdict: Verdict) -> tuple[object, ...]:
    numbers = tuple((one.text, str(one.value)) for one in verdict.measurements)
    return tuple(verdict.readings.items()), verdict.outcome, verdict.expected, numbers


def _as_one(verdicts: Sequence[Verdict]) -> Verdict:
    """The one that looked least far speaks for all (of refutations the first)."""
    weakest = verdicts[0]
    if weakest.outcome not in (Outcome.UNKNOWN, Outcome.VIOLATED):
        weakest = max(verdicts, key=lambda one: strength(one.assurance) if one.assurance is not None else (0, 0))
    return replace(
        weakest,
        players=tuple(n for verdict in verdicts for n in verdict.players),
        seconds=sum(verdict.seconds for verdict in verdicts),
    )
