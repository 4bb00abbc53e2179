"""What a designer should look at: verdicts, automatic checks and diagnostics as one list of typed records.

Terminal, JSON and HTML only render these. `findings_of` makes those that follow from verdicts;
the checks that give no verdict (a gap, an example that fails) add theirs with the same class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulewright_verify.book import Place
from rulewright_verify.combined import Combined, combine
from rulewright_verify.evidence import Counterexample
from rulewright_verify.verdict import Outcome, Verdict


class Kind(StrEnum):
    """In the order in which a report shows them, heaviest first."""

    VIOLATED = "violated"
    EXAMPLE_FAILS = "example fails"
    DEADLOCK = "deadlock"
    LOOP = "loop"
    GAP = "gap"
    CONFLICT = "conflict"
    HINGES = "hinges on a reading"
    WITHOUT_EFFECT = "without effect"
    UNKNOWN = "unknown"
    VACUOUS = "vacuous"
    UNCITED = "passage not covered"
    LINT = "lint"


class Severity(StrEnum):
    """`wrong` makes the run fail, `open` needs an answer, `remark` is worth knowing."""

    WRONG = "wrong"
    OPEN = "open"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at.

    `id` stays the same from run to run as long as the thing it is about keeps its name. `expected`:
    the rulebook says itself that it is so. `verdicts` are those it was made of.
    """

    kind: Kind
    id: str
    title: str
    severity: Severity
    place: Place | None = None
    story: str = ""
    suggestion: str = ""
    rules: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    counterexample: Counterexample | None = None
    expected: bool = False


def finding_id(kind: Kind, rulebook: str, subject: str) -> str:
    """`twilight/violated/game_ends`: an id that does not hang on the order of findings."""
    return "/".join((rulebook, kind.value.replace(" ", "-"), subject))


def findings_of(verdicts: Iterable[Verdict]) -> tuple[Finding, ...]:
    """The findings that follow from verdicts: violated, unknown, vacuous, hinging; heaviest first."""
    found = [finding for combined in combine(verdicts) if (finding := _finding_of(combined)) is not None]
    return in_order(found)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Heaviest kind first; within a kind what nobody expected before what the rulebook expects."""
    kinds = list(Kind)
    return tuple(
        sorted(findings, key=lambda finding: (kinds.index(finding.kind), finding.expected, finding.id))
    )


def _finding_of(combined: Combined) -> Finding | None:
    title = f"“{combined.title}”"
    match combined.outcome:
        case None:
            cause = ", ".join(f"`{name}`" for name in combined.hinges_on) or "how far one looks"
            return _finding(combined, Kind.HINGES, f"{title} hinges on {cause}")
        case Outcome.HOLDS if combined.as_expected:
            return None
        case Outcome.HOLDS:
            return _finding(combined, Kind.VIOLATED, f"{title} holds, though the rulebook expects otherwise")
        case Outcome.VIOLATED:
            return _finding(combined, Kind.VIOLATED, f"{title} is violated")
        case Outcome.UNKNOWN:
            return _finding(combined, Kind.UNKNOWN, f"{title} is not decided")
        case Outcome.VACUOUS:
            return _finding(combined, Kind.VACUOUS, f"{title} says nothing: its condition never happens")


def _finding(combined: Combined, kind: Kind, title: str) -> Finding:
    worst = min(combined.verdicts, key=_heaviness)
    variants = "+".join((combined.claim, *combined.variants))
    return Finding(
        kind=kind,
        id=finding_id(kind, combined.rulebook, variants),
        title=title,
        severity=_severity(combined),
        story=worst.story,
        rules=worst.rests_on.rules,
        passages=worst.rests_on.passages,
        verdicts=combined.verdicts,
        counterexample=worst.counterexample,
        expected=combined.as_expected,
    )


def _heaviness(verdict: Verdict) -> tuple[bool, int]:
    order = (Outcome.VIOLATED, Outcome.UNKNOWN, Outcome.VACUOUS, Outcome.HOLDS)
    return verdict.as_expected, order.index(verdict.outcome)


def _severity(combined: Combined) -> Severity:
    if combined.as_expected:
        return Severity.REMARK
    departures = {verdict.outcome for verdict in combined.verdicts if not verdict.as_expected}
    return Severity.OPEN if departures == {Outcome.UNKNOWN} else Severity.WRONG


# ------------------------------------------------------------------ exit codes

ALL_AS_EXPECTED, DEPARTURE, WRONG_INPUT, UNDECIDED, BROKEN = 0, 1, 2, 3, 70


def exit_code(
    verdicts: Sequence[Verdict], findings: Sequence[Finding] = (), *, wrong_input: bool = False
) -> int:
    """2: the rulebook or the call is wrong. 1: something departs from what was expected. 3: something that
    should be known is not. 0: all as expected. In this order."""
    if wrong_input:
        return WRONG_INPUT
    departures = {verdict.outcome for verdict in verdicts if not verdict.as_expected}
    wrong = any(finding.severity is Severity.WRONG and not finding.expected for finding in findings)
    if wrong or departures - {Outcome.UNKNOWN}:
        return DEPARTURE
    undecided = any(
        finding.severity is Severity.OPEN and finding.kind is Kind.UNKNOWN for finding in findings
    )
    return UNDECIDED if departures or undecided else ALL_AS_EXPECTED
