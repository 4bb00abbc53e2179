"""All verdicts on one claim side by side, and the readings on which its answer hinges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rulewright_verify.verdict import Outcome, Verdict

PLAYERS = "number of players"
"""Stands among the readings on which a claim can hinge."""


@dataclass(frozen=True, slots=True)
class Combined:
    """All verdicts on one claim of one rulebook in one variant.

    `hinges_on`: the smallest set of readings that explains why outcomes differ; empty if they do not.
    """

    rulebook: str
    variants: tuple[str, ...]
    claim: str
    title: str
    verdicts: tuple[Verdict, ...]
    hinges_on: tuple[str, ...]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome that all share; None if the claim hinges on a reading."""
        outcomes = {verdict.outcome for verdict in self.verdicts}
        return outcomes.pop() if len(outcomes) == 1 else None

    @property
    def as_expected(self) -> bool:
        return all(verdict.as_expected for verdict in self.verdicts)

    def table(self) -> tuple[tuple[Mapping[str, str], tuple[Verdict, ...]], ...]:
        """The verdicts by the options of the readings it hinges on, in the order they came in."""
        rows: dict[tuple[tuple[str, str], ...], list[Verdict]] = {}
        for verdict in self.verdicts:
            settings = settings_of(verdict)
            key = tuple((name, settings[name]) for name in self.hinges_on if name in settings)
            rows.setdefault(key, []).append(verdict)
        return tuple((dict(key), tuple(verdicts)) for key, verdicts in rows.items())


def combine(verdicts: Iterable[Verdict]) -> tuple[Combined, ...]:
    """The verdicts grouped by claim, in the order in which claims first came."""
    groups: dict[tuple[str, tuple[str, ...], str], list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault((verdict.rulebook, verdict.variants, verdict.claim), []).append(verdict)
    return tuple(Combined(*key, group[0].title, tuple(group), hinges(group)) for key, group in groups.items())


def hinges(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """The smallest set of readings such that verdicts that agree on them have one outcome.

    A verdict without a reading was given for every option of it. Of two sets of one size the first in the
    order of names is taken, the number of players last.
    """
    settings = [settings_of(verdict) for verdict in verdicts]
    names = sorted({name for one in settings for name in one}, key=lambda name: (name == PLAYERS, name))
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            if _explains(chosen, settings, verdicts):
                return chosen
    return tuple(names)


def settings_of(verdict: Verdict) -> dict[str, str]:
    """The readings of a verdict, with the number of players as one more if the verdict is for one number."""
    settings = dict(verdict.readings)
    if len(verdict.players) == 1:
        settings[PLAYERS] = str(verdict.players[0])
    return settings


def _explains(
    chosen: tuple[str, ...], settings: Sequence[dict[str, str]], verdicts: Sequence[Verdict]
) -> bool:
    for (left, a), (right, b) in combinations(zip(settings, verdicts, strict=True), 2):
        differ = any(name in left and name in right and left[name] != right[name] for name in chosen)
        if a.outcome is not b.outcome and not differ:
            return False
    return True
