"""What the planner is asked, and what it gives back: everything that a report shows of one rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from rulewright.diagnostics import Diagnostic
from rulewright_verify.book import BookText, Place
from rulewright_verify.findings import Finding, exit_code
from rulewright_verify.verdict import Estimate, Verdict

PLAY_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """Empty or None means: as the rulebook says. `variants` are played with; `all_variants`: each other variant, and
    each two of them, are compared with the game so chosen. `budget`: seconds for all claims together; without one,
    claims about play in the games that are compared have `play_seconds`. `rule_claims`: no others are asked."""

    claims: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)
    scope: str | None = None
    players: int | None = None
    seed: int = 0
    budget: float | None = None
    jobs: int = 1
    variants: tuple[str, ...] = ()
    all_variants: bool = False
    rule_claims: bool = False
    play_seconds: float = PLAY_SECONDS


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. `seconds_left` is None as long as it cannot be said."""

    done: int
    total: int
    doing: str
    seconds_left: float | None = None


class OnProgress(Protocol):
    def __call__(self, progress: Progress, /) -> None: ...


def no_progress(progress: Progress, /) -> None:
    """For callers that do not want to be told."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """An example of the rulebook, played: `failure` says where it departs, None if it comes out as told."""

    name: str
    title: str
    failure: str | None = None
    passages: tuple[str, ...] = ()
    place: Place | None = None


class Change(StrEnum):
    """How a claim came out with variants, beside the game without them."""

    KEPT = "kept"
    BROKEN = "broken"
    MEANINGLESS = "meaningless"
    UNDECIDED = "undecided"
    MENDED = "mended"
    DECIDED = "decided"
    OTHER_NUMBER = "another number"
    OWN = "own claim"
    LEFT_OUT = "not looked at"


@dataclass(frozen=True, slots=True)
class Compared:
    """A game with more variants beside the game that was asked for, claim by claim. `as_before`: the claims that put
    the same question there, so that the answer is that of the game without the variants and was not found anew.
    `reason`: why claims were not looked at."""

    variants: tuple[str, ...]
    claims: Mapping[str, Change] = field(hash=False)
    as_before: tuple[str, ...] = ()
    reason: str = ""

    def having(self, change: Change) -> tuple[str, ...]:
        """The claims that came out so."""
        return tuple(name for name, one in self.claims.items() if one is change)


@dataclass(frozen=True, slots=True)
class NoGame:
    """Variants that are not compared, for together they are no game of their own, and why."""

    variants: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GamesAtRandom:
    """Whole games in which everybody decided by chance, under the first option of each reading: `lengths` in decisions
    and outcomes of luck, and the share of games that each player won. `unfinished` did not come to an end."""

    n_games: int
    seed: int
    lengths: Estimate | None
    shares: tuple[tuple[str, Estimate], ...]
    unfinished: int = 0


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """One rulebook, verified.

    With an error among the `diagnostics` everything else is empty. `interrupted`: stopped from outside; the
    verdicts reached until then are there, the others are `unknown`. `compared`: what other variants change; of their
    verdicts only those that differ are among the `verdicts`, and where several games put the same question, the first.
    `passed_over`: claims about play, if only those about rules were asked. `games`: for a report, what plays by chance
    are like.
    """

    book: BookText
    diagnostics: tuple[Diagnostic, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    findings: tuple[Finding, ...] = ()
    examples: tuple[ExampleResult, ...] = ()
    seconds: float = 0.0
    seed: int = 0
    interrupted: bool = False
    compared: tuple[Compared, ...] = ()
    no_games: tuple[NoGame, ...] = ()
    passed_over: tuple[str, ...] = ()
    games: GamesAtRandom | None = None

    @property
    def is_wrong(self) -> bool:
        """The rulebook itself is in error, so that nothing could be asked of it."""
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    @property
    def is_unfinished(self) -> bool:
        """Whether it was stopped, or did not come to some claims of the games that are compared."""
        return self.interrupted or any(one.having(Change.LEFT_OUT) for one in self.compared)

    @property
    def exit_code(self) -> int:
        return exit_code(self.verdicts, self.findings, wrong_input=self.is_wrong)


Verify = Callable[[str, VerifyOptions, OnProgress], VerificationResult]
"""The planner's one entry: a path to a rulebook, what is asked, and whom to tell how far it is."""
