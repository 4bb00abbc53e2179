"""The worked examples of a rulebook, played."""

from __future__ import annotations

from rulewright.checker.symbols import CheckedBook
from rulewright.interpreter.decisions import written
from rulewright.interpreter.replay import ExampleResult as Played
from rulewright.interpreter.replay import run_example
from rulewright.lower.examples import lower_examples
from rulewright_verify.book import place_of
from rulewright_verify.findings import Finding, Kind, Severity, finding_id
from rulewright_verify.planner.answers import Options
from rulewright_verify.result import ExampleResult


def play_examples(book: CheckedBook, readings: dict[str, int]) -> tuple[ExampleResult, ...]:
    """Each example under the readings that it fixes; the others as asked, else as in play (first options)."""
    results = []
    for example in lower_examples(book):
        options = {name: readings.get(name, 0) for name in example.system.readings}
        played = run_example(example, options)
        results.append(ExampleResult(
            example.name, example.title or example.name, _failure(played), example.cites, place_of(example.span),
        ))
    return tuple(results)


def _failure(played: Played) -> str | None:
    """Where the example departs from the rules, in a sentence."""
    if played.holds:
        return None
    failure = played.replay.trace.last.failure
    if failure is not None:
        return f"the play breaks down: {failure.reason.value} ({failure.subject})"
    mismatch = played.replay.mismatch
    if mismatch is not None:
        line = "the lines are over, but the play waits" if mismatch.decision is None else (
            f"`{written(mismatch.decision)}` is not possible here"
        )
        there = "; ".join(mismatch.options[:8]) or "nothing"
        return f"{line}. {mismatch.who or 'nobody'} can: {there}"
    unmet = ", ".join(
        f"`{span.text}`" + (f" ({instead})" if instead else "")
        for (_, span), instead in zip(played.unmet, played.instead, strict=True)
    )
    return f"not met at the end: {unmet}"


def example_findings(results: tuple[ExampleResult, ...], rulebook: str) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            Kind.EXAMPLE_FAILS, finding_id(Kind.EXAMPLE_FAILS, rulebook, result.name),
            f"The example “{result.title}” does not come out as told", Severity.WRONG, result.place,
            story=result.failure, passages=result.passages,
        )
        for result in results if result.failure is not None
    )


Readings = Options
