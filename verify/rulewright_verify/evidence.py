"""What shows that a claim does not hold: a play told step by step, or one situation.

Plain data in the rulebook's words, made by replaying an engine's answer in the interpreter.
Reports only print it; nothing here can be run except `Play.decisions`, which replays the play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Words = Mapping[str, str]
"""The same sentence by language (`en`, `de`); a rulebook without languages uses the key ``""``."""


def in_language(words: Words, language: str) -> str:
    """The sentence in one language, else in the first there is."""
    return words.get(language) or next(iter(words.values()), "")


@dataclass(frozen=True, slots=True)
class Change:
    """A value of the table that one step changed, as printed: `score[sun_team]`, `0`, `20`."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something else that could have been done, or that could not, with the first condition that fails.

    `says`: what the rulebook says in words of the `rule` that forbids it.
    """

    text: str
    allowed: bool
    reason: str = ""
    rule: str = ""
    passages: tuple[str, ...] = ()
    says: Words = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a play.

    `rule` is the address of the procedure's step, option or rule behind it. `headings` are the steps of
    the procedure that open just before it ("Battle 2 of 3"). `emphasised`: the step that breaks the claim.
    `heard_by`: the name of the one player who hears it; empty where all do.
    """

    number: int
    text: Words = field(hash=False)
    depth: int = 0
    rule: str = ""
    passages: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    headings: tuple[str, ...] = ()
    emphasised: bool = False
    heard_by: Words = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What the claim asked, and what was found instead."""

    asked: str
    found: str


@dataclass(frozen=True, slots=True)
class Play:
    """A play from its start, replayed in the interpreter.

    `setting`: the situation at the beginning in a line or two. `decisions`: the lines of an `example ... do`
    that play it again, chance included. `loop_to`: the number of the step to which the last one leads
    back, for a play that never ends; `kept_going_by` then names who could leave the loop and does not.
    `alternatives`: at the end; `more_alternatives` of them are only counted.
    """

    setting: tuple[str, ...]
    steps: tuple[Step, ...]
    conclusion: Conclusion
    decisions: tuple[str, ...] = ()
    loop_to: int | None = None
    kept_going_by: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    more_alternatives: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """A named value as printed: a parameter, a zone, a reading."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """A case whose condition is true in the situation, and what it answers."""

    case: str
    answer: str
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """Values under which a rule or a claim about values goes wrong.

    `cases`: for a conflict the two that disagree; empty for a gap.
    """

    values: tuple[Named, ...]
    conclusion: Conclusion
    cases: tuple[CaseAnswer, ...] = ()


Counterexample = Play | Situation
