"""The verdicts on a claim as rows of a table: those that say the same in one row, with what tells it from others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright_verify.combined import Combined, settings_of
from rulewright_verify.report.numbers import AS_PLAYED
from rulewright_verify.report.words import listed
from rulewright_verify.verdict import Verdict

MOST_SETTINGS = 2
"""So many readings at most are named to tell one row of a table from the others."""


@dataclass(frozen=True, slots=True)
class Row:
    """Verdicts on a claim that say the same. `settings`: the options that only they and not all verdicts have."""

    settings: str
    verdict: Verdict
    n: int


def rows_of(combined: Combined) -> tuple[Row, ...]:
    """The verdicts of a claim, those that say the same in one row."""
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    for verdict in combined.verdicts:
        key = (verdict.outcome, verdict.assurance, tuple(one.value for one in verdict.measurements), verdict.expected)
        groups.setdefault(key, []).append(verdict)
    every = _options(combined.verdicts)
    return tuple(Row(_settings(_options(group), every), group[0], len(group)) for group in groups.values())


def _options(verdicts: Sequence[Verdict]) -> dict[str, dict[str, None]]:
    """For each reading the options that occur; a verdict that leaves one open allows all of them."""
    found: dict[str, dict[str, None]] = {}
    for verdict in verdicts:
        for name, option in settings_of(verdict).items():
            found.setdefault(name, {})[option] = None
    return found


def _settings(some: dict[str, dict[str, None]], every: dict[str, dict[str, None]]) -> str:
    """What tells a group from the rest; where that is much, what tells it from the combination that play uses."""
    telling = {name: options for name, options in some.items() if len(options) < len(every[name])}
    if len(telling) > MOST_SETTINGS:
        played = {name: next(iter(options)) for name, options in every.items()}
        telling = {name: options for name, options in telling.items() if played[name] not in options}
        if not telling:
            return AS_PLAYED
    return ", ".join(f"{name} = {listed([*options], 'or')}" for name, options in telling.items())
