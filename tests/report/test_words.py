"""The words of verdicts: never more than was looked at."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulewright_verify.combined import combine
from rulewright_verify.report.words import (
    combined_words,
    counted,
    listed,
    long_form,
    seconds_words,
    value_words,
)
from rulewright_verify.verdict import (
    Assurance,
    Bounded,
    Exact,
    Exhaustive,
    Near,
    Outcome,
    Proved,
    Sampled,
    Shown,
    Verdict,
)
from tests.report.sample import CLASH, LOOP, SAMPLE


def said(outcome: Outcome, assurance: Assurance | None) -> str:
    return plain(Verdict("b", "c", "C", outcome, assurance, "m"))


def plain(verdict: Verdict) -> str:
    return long_form(verdict).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("assurance", "words"),
    [
        (Proved(), "Holds, proved: for every size"),
        (Exhaustive("small"), "Holds in every play of small"),
        (Exhaustive(None), "Holds in every play of the game"),
        (Bounded(12), "No counterexample in 12 steps; beyond that nobody looked"),
        (Sampled(3000), "Held in 3 000 sampled games"),
        (Shown(), "Holds, shown by a play"),
    ],
)
def test_holds(assurance: Assurance, words: str) -> None:
    assert said(Outcome.HOLDS, assurance) == words


def test_bounded_and_sampled_never_say_holds() -> None:
    assert "olds" not in said(Outcome.HOLDS, Bounded(1)) + said(Outcome.HOLDS, Sampled(1))


def test_violated() -> None:
    always = Verdict("b", "c", "C", Outcome.VIOLATED, Proved(), "m")
    shown = replace(always, assurance=Shown())
    assert plain(always) == "Violated: always"
    assert plain(replace(always, expected=Outcome.VIOLATED)) == "Violated, as the rulebook expects: always"
    assert plain(replace(shown, counterexample=LOOP)) == "Violated: a play of 3 steps and a loop"
    assert plain(replace(shown, counterexample=CLASH)) == "Violated: a situation"


def test_unknown_says_why_and_how_much_was_seen() -> None:
    verdict = Verdict("b", "c", "C", Outcome.UNKNOWN, None, "m", reason="60 s used up", states=2_100_000)
    assert plain(verdict) == "Unknown: 60 s used up; 2 100 000 positions seen"


def test_vacuous() -> None:
    assert said(Outcome.VACUOUS, Proved()) == "Vacuous: its condition can never happen"
    assert said(Outcome.VACUOUS, Exhaustive("small")) == "Vacuous in small: its condition never happened there"


def test_hinging_claims_count_the_readings() -> None:
    words = [combined_words(one) for one in combine(SAMPLE.verdicts) if one.claim == "crossings"]
    assert words == ["hinges on fare_paid: holds in 1 of 2"]


def test_numbers() -> None:
    assert value_words(Exact(Fraction(360))) == "360"
    assert value_words(Exact(Fraction(1, 3))) == "1/3 (about 0.3333)"
    assert value_words(Near(Fraction(1, 3), Fraction(1, 10**6))) == "0.3333333333 (off by at most 2e-6)"
    assert value_words(Near(Fraction(1, 2), Fraction(3, 10**9))) == "0.5 (off by at most 3e-9)"
    assert counted(1, "step") == "1 step"
    assert counted(1234567, "step") == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567 steps"
    assert listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.001, "under 0.01 s"), (0.31, "0.31 s"), (71.44, "71.4 s"), (132.9, "2 min 12 s")],
)
def test_times(seconds: float, words: str) -> None:
    assert seconds_words(seconds) == words
