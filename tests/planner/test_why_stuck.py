"""Whoever is stuck is told why: for each option the first condition that is not so, in words of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status
from rulewright.ir.nodes import System
from rulewright.lower import lower
from rulewright.pipeline import check_sources
from rulewright_verify.evidence import Alternative, Play
from rulewright_verify.planner.stuck import why_stuck
from rulewright_verify.report.record import verdict_record
from rulewright_verify.report.terminal import result_lines
from tests.golden import cases, check_golden, rendered, source_file
from tests.planner.small import verified_text

FOLDER = Path(__file__).parent.parent / "language" / "stuck"


def first_stuck(reference: Reference) -> State:
    """The first state, on the shortest play, at which somebody must choose and cannot."""
    level = [reference.initial()]
    while True:
        following = []
        for state in level:
            ways = list(reference.alternatives(state))
            if not ways and reference.status(state) is Status.CHOICE:
                return state
            following += [reference.run(state, way) for way in ways]
        level = following


def told(system: System, options: dict[str, int]) -> str:
    reference = Reference(system, options=options)
    found, more = why_stuck(reference, first_stuck(reference))
    lines = [line for one in found for line in _lines(one)]
    return "\n".join([*lines, f"and {more} more", ""])


def _lines(one: Alternative) -> list[str]:
    behind = "  ".join(word for word in (one.rule, *one.passages) if word)
    said = [f"    {language}: {text}" for language, text in one.says.items()]
    return [f"{one.text}: {one.reason}", *([f"    {behind}"] if behind else []), *said]


@pytest.mark.parametrize("case", cases(FOLDER))
def test_why_nothing_is_allowed(case: Path, accept: bool) -> None:
    book, found = check_sources([source_file(case)])
    assert book is not None, rendered(found)
    system = lower(book).system
    counts = [len(reading.options) for reading in system.readings.values()] or [1]
    said = [
        (f"-- option {n + 1}\n" if counts[0] > 1 else "") + told(system, dict.fromkeys(system.readings, n))
        for n in range(counts[0])
    ]
    check_golden(case, "".join(said), accept=accept)


def test_the_verdict_the_terminal_and_the_record_tell_it(tmp_path: Path) -> None:
    text = (FOLDER / "market.rules").read_text(encoding="utf-8")
    claim = '\nclaim always_something "There is always something to do"\n  expect violated\n  game never stuck\n'
    result = verified_text(tmp_path, text + claim)
    verdict = next(one for one in result.verdicts if one.claim == "always_something")
    assert isinstance(verdict.counterexample, Play)
    buy = verdict.counterexample.alternatives[0]
    assert (buy.text, buy.allowed, buy.rule) == ("buy", False, "affordable.by_coins")
    assert buy.reason == "no `ware` in `hand[Anna]` passes `affordable(ware, p)`"
    printed = "\n".join(line.plain for line in result_lines(result, every=True))
    assert "not buy: no ware in hand[Anna] passes affordable(ware, p)" in printed
    assert "Nobody buys what costs more than they have." in printed
    kept = verdict_record(verdict)["counterexample"]
    assert isinstance(kept, dict)
    assert kept["alternatives"][0] == {
        "text": "buy", "allowed": False, "reason": buy.reason, "rule": "affordable.by_coins",
        "says": {"en": "Nobody buys what costs more than they have."}, "passages": [],
    }
    assert kept["more_alternatives"] == 0
