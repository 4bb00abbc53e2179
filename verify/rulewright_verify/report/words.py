"""The words of a verdict, the same in terminal, page and record.

Never more than was looked at: "bounded" and "sampled" do not get the bare word *holds* in a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright_verify.combined import Combined
from rulewright_verify.findings import Kind
from rulewright_verify.verdict import (
    Assurance,
    Bounded,
    Estimate,
    Exact,
    Exhaustive,
    Infinite,
    Near,
    Outcome,
    Play,
    Proved,
    Sampled,
    Shown,
    Situation,
    Value,
    Verdict,
)

OUTCOME_WORD = {
    Outcome.HOLDS: "holds",
    Outcome.VIOLATED: "violated",
    Outcome.UNKNOWN: "unknown",
    Outcome.VACUOUS: "vacuous",
}

QUESTIONS = {
    "game_ends": "Does it end?",
    "never_stuck": "Can one always go on?",
    "everyone_can_win": "Can everybody win?",
}
"""The automatic checks that every game should have first, by the name of their verdicts' claim."""

RESTS_ON_WORD = {
    "rules": "Rules",
    "levels": "Cases",
    "passages": "Passages",
    "gaps": "Gaps",
    "readings": "Readings fixed",
    "precedence": "Settled by precedence",
    "scope": "Scope",
    "player_counts": "Numbers of players",
    "open_demands": "Unless the play breaks down at",
    "claims": "Claims proved before",
    "open_cards": "With open cards",
    "facts": "Facts found and proved on the way",
}


def grouped(n: int) -> str:
    """2 100 000, with spaces that do not break."""
    return f"{n:,}".replace(",", "\N{NO-BREAK SPACE}")


def counted(n: int, word: str, plural: str | None = None) -> str:
    """`1 step`, `19 steps`."""
    return f"{grouped(n)} {word if n == 1 else plural or word + 's'}"


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def assurance_name(assurance: Assurance | None) -> str | None:
    """One word for a record."""
    match assurance:
        case None:
            return None
        case Proved():
            return "proved"
        case Exhaustive():
            return "exhaustive"
        case Bounded():
            return "bounded"
        case Sampled():
            return "sampled"
        case Shown():
            return "shown"
        case _:
            assert_never(assurance)


def assurance_words(verdict: Verdict) -> str:
    """How far one looked, for a badge."""
    match verdict.assurance:
        case None:
            return verdict.reason or "not decided"
        case Proved(scope):
            return f"proved in {scope}" if scope else "proved"
        case Exhaustive(scope):
            return f"in every play of {scope}" if scope else "in every play"
        case Bounded(depth):
            return f"to {counted(depth, 'step')}"
        case Sampled(n):
            return f"sampled, {counted(n, 'game')}"
        case Shown() if verdict.outcome is Outcome.HOLDS:
            return f"shown by {shown_words(verdict)}"
        case Shown():
            return shown_words(verdict)
        case _:
            assert_never(verdict.assurance)


def shown_words(verdict: Verdict) -> str:
    """What shows it: a play of so many steps, or a situation."""
    evidence = verdict.counterexample or verdict.witness
    match evidence:
        case Play(steps=steps, loop_to=loop_to):
            return f"a play of {counted(len(steps), 'step')}" + (" and a loop" if loop_to else "")
        case Situation():
            return "a situation"
        case None:
            return "a play"
        case _:
            assert_never(evidence)


def long_form(verdict: Verdict) -> str:
    """The verdict as a sentence, for lists and for those who hear the page."""
    match verdict.outcome:
        case Outcome.HOLDS:
            return _holds(verdict)
        case Outcome.VIOLATED:
            ending = ", as the rulebook expects" if verdict.as_expected else ""
            return f"Violated{ending}: {_why_violated(verdict)}"
        case Outcome.UNKNOWN:
            seen = f"; {counted(verdict.states, 'position')} seen" if verdict.states else ""
            return f"Unknown: {verdict.reason or 'not decided'}{seen}"
        case Outcome.VACUOUS:
            match verdict.assurance:
                case Exhaustive(str(scope)) | Proved(str(scope)):
                    return f"Vacuous in {scope}: its condition never happened there"
                case _:
                    return "Vacuous: its condition can never happen"
        case _:
            assert_never(verdict.outcome)


def _holds(verdict: Verdict) -> str:
    match verdict.assurance:
        case Proved(scope):
            return f"Holds, proved: in every game of {scope}" if scope else "Holds, proved: for every size"
        case Exhaustive(scope):
            return f"Holds in every play of {scope}" if scope else "Holds in every play of the game"
        case Bounded(depth):
            return f"No counterexample in {counted(depth, 'step')}; beyond that nobody looked"
        case Sampled(n):
            value = _numbers(verdict)
            return f"Held in {counted(n, 'sampled game')}{value}"
        case Shown() | None:
            return f"Holds, shown by {shown_words(verdict)}"
        case _:
            assert_never(verdict.assurance)


def _why_violated(verdict: Verdict) -> str:
    match verdict.assurance:
        case Sampled(n):
            return f"in {counted(n, 'sampled game')}{_numbers(verdict)}"
        case Proved() if verdict.counterexample is None:
            return "always"
        case _:
            return shown_words(verdict)


def _numbers(verdict: Verdict) -> str:
    return "".join(f", {value_words(one.value)}" for one in verdict.measurements)


def value_words(value: Value) -> str:
    """A number as one reads it; an estimate with its interval."""
    match value:
        case Exact(number):
            if number.denominator == 1:
                return grouped(number.numerator)
            return f"{number} (about {float(number):.4g})"
        case Estimate():
            return (
                f"{value.mean:.4g} ({value.confidence:.0%}: {value.low:.4g} to {value.high:.4g};"
                f" {counted(value.n, 'game')})"
            )
        case Near():
            return str(value)
        case Infinite():
            return "infinite"
        case _:
            assert_never(value)


def combined_words(combined: Combined) -> str:
    """The outcome of a claim over all readings, in a few words."""
    if combined.outcome is None:
        held = sum(verdict.outcome is Outcome.HOLDS for _, verdicts in combined.table() for verdict in verdicts[:1])
        total = len(combined.table())
        return f"hinges on {listed([*combined.hinges_on]) or 'how it is looked at'}: holds in {held} of {total}"
    return OUTCOME_WORD[combined.outcome]


def readings_words(verdict: Verdict) -> str:
    """`chain = pile_grows, 3 players`; empty if nothing was fixed."""
    return ", ".join(f"{name} = {option}" for name, option in verdict.readings.items())


def seconds_words(seconds: float) -> str:
    """A length of time as short as its precision allows."""
    if seconds < 0.01:
        return "under 0.01 s"
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60:02} s"


def kind_word(kind: Kind) -> str:
    """A kind of finding as a heading says it."""
    return kind.value[0].upper() + kind.value[1:]


def procedures(headings: Sequence[str]) -> str:
    """Of the procedures, steps and options that begin, the procedures: `deal · play trick`."""
    names = dict.fromkeys(heading for heading in headings if "." not in heading)
    return " · ".join(name.replace("_", " ") for name in names)
