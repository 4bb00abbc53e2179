"""What was found out about a claim, and how far that reaches.

A `Verdict` answers one claim under one combination of the readings that matter. Its `outcome` says what
was found, its `assurance` how much was looked at; the two are never mixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rulewright_verify.evidence import (
    Alternative,
    CaseAnswer,
    Change,
    Conclusion,
    Counterexample,
    Named,
    Play,
    Situation,
    Step,
)


class Outcome(StrEnum):
    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"
    VACUOUS = "vacuous"


# ------------------------------------------------------------------ assurance, strongest first


@dataclass(frozen=True, slots=True)
class Proved:
    """For every size that the rulebook declares; of a scope: for all that it leaves open."""

    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Exhaustive:
    """Every play of a scope was looked at; `scope` None: every play of the game as it stands."""

    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Bounded:
    """Every play up to this many steps (decisions and chances)."""

    depth: int


@dataclass(frozen=True, slots=True)
class Sampled:
    """So many plays chosen by chance."""

    n: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One play or situation, replayed in the interpreter: it refutes, or shows that something is possible."""


Assurance = Proved | Exhaustive | Bounded | Sampled | Shown

_STRENGTH: tuple[type, ...] = (Proved, Shown, Exhaustive, Bounded, Sampled)


# ------------------------------------------------------------------ numbers


@dataclass(frozen=True, slots=True)
class Exact:
    """A number without error, printed as `a/b` (or `a`)."""

    value: Fraction

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or share over sampled plays with its interval.

    `counts`: how often each value came, where few enough came to be drawn. `quantiles`: (share, value).
    """

    mean: float
    low: float
    high: float
    n: int
    confidence: float = 0.95
    quantiles: tuple[tuple[float, float], ...] = ()
    counts: tuple[tuple[float, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.mean:.4g} ({self.confidence:.0%}: {self.low:.4g} to {self.high:.4g})"


@dataclass(frozen=True, slots=True)
class Infinite:
    """The mean is infinite: some choice avoids the end with a chance above 0."""

    def __str__(self) -> str:
        return "infinite"


@dataclass(frozen=True, slots=True)
class Near:
    """A number that is surely off by no more than `error`, because floating point was rounded outwards."""

    value: Fraction
    error: Fraction

    def __str__(self) -> str:
        shown = f"{float(self.value):.{DIGITS}g}"
        return f"{shown} (off by at most {_rounded_up(self.error + abs(Fraction(shown) - self.value))})"


DIGITS = 10


def _rounded_up(error: Fraction) -> str:
    """An error with one digit, which is not too small."""
    first, exponent = f"{float(error):.0e}".split("e")
    unit = Fraction(10) ** int(exponent)
    return f"{int(first) + (int(first) * unit < error)}e{int(exponent)}"


Value = Exact | Near | Estimate | Infinite


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number that a clause asks for: what was measured, and what the clause says of it (`in 10..15`)."""

    text: str
    value: Value
    bound: str = ""


# ------------------------------------------------------------------ what a verdict rests on


@dataclass(frozen=True, slots=True)
class RestsOn:
    """What would have to be looked at again if it changed. Names and sentences in the rulebook's words."""

    rules: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()  # fixed by the claim: `name = option`
    precedence: tuple[str, ...] = ()  # `winner over loser` that settled a conflict
    scope: tuple[str, ...] = ()
    player_counts: tuple[str, ...] = ()
    open_demands: tuple[str, ...] = ()  # "unless the play breaks down at .."
    claims: tuple[str, ...] = ()  # proved before, used here
    open_cards: tuple[str, ...] = ()  # hidden zones that players were taken to see
    facts: tuple[str, ...] = ()  # found by the tool and proved on the way

    def items(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The parts that are not empty, by name, in the order above."""
        pairs = ((name, getattr(self, name)) for name in self.__dataclass_fields__)
        return tuple((name, values) for name, values in pairs if values)


# ------------------------------------------------------------------ verdicts


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one clause of a claim that has several."""

    text: str
    outcome: Outcome
    assurance: Assurance | None
    method: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one claim under one combination of the readings that matter.

    `readings` holds only those that matter. `players`: the player counts that the verdict covers.
    `assurance` is None only for `unknown`, whose `reason` says which budget was used up.
    `automatic`: asked by Rulewright, not by the rulebook.
    """

    rulebook: str
    claim: str
    title: str
    outcome: Outcome
    assurance: Assurance | None
    method: str
    variants: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict, hash=False)
    expected: Outcome = Outcome.HOLDS
    bounds: tuple[str, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    parts: tuple[Part, ...] = ()
    seconds: float = 0.0
    states: int | None = None
    transitions: int | None = None
    rests_on: RestsOn = RestsOn()
    measure: str | None = None
    reason: str | None = None
    story: str = ""
    counterexample: Counterexample | None = None
    witness: Play | None = None
    automatic: bool = False

    def __post_init__(self) -> None:
        if (self.assurance is None) != (self.outcome is Outcome.UNKNOWN):
            raise ValueError(f"{self.claim}: `unknown`, and nothing else, is said without an assurance")

    @property
    def as_expected(self) -> bool:
        return self.outcome is self.expected

    @property
    def value(self) -> Value | None:
        """The number, for a claim that yields one."""
        return self.measurements[0].value if self.measurements else None


def conjunction(parts: Sequence[Part]) -> tuple[Outcome, Assurance | None]:
    """The answer to a claim from those to its clauses: violated if one is, else unknown if one is, and so on.

    The assurance is that of the weakest clause among those that settle the outcome.
    """
    order = (Outcome.VIOLATED, Outcome.UNKNOWN, Outcome.VACUOUS, Outcome.HOLDS)
    outcome = min((part.outcome for part in parts), key=order.index)
    settling = [part.assurance for part in parts if part.outcome is outcome]
    known = [assurance for assurance in settling if assurance is not None]
    if outcome is Outcome.UNKNOWN:
        return outcome, None
    if outcome is Outcome.VIOLATED:
        return outcome, min(known, key=strength)
    return outcome, max(known, key=strength)


def strength(assurance: Assurance) -> tuple[int, int]:
    """A key that sorts assurances, strongest first."""
    reach = {Bounded: "depth", Sampled: "n"}.get(type(assurance))
    return _STRENGTH.index(type(assurance)), -getattr(assurance, reach) if reach else 0


__all__ = [
    "Alternative",
    "Assurance",
    "Bounded",
    "CaseAnswer",
    "Change",
    "Conclusion",
    "Counterexample",
    "Estimate",
    "Exact",
    "Exhaustive",
    "Infinite",
    "Measurement",
    "Named",
    "Near",
    "Outcome",
    "Part",
    "Play",
    "Proved",
    "RestsOn",
    "Sampled",
    "Shown",
    "Situation",
    "Step",
    "Value",
    "Verdict",
    "conjunction",
    "strength",
]
