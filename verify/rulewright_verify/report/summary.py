"""Counts over claims, and the sentence that stands at the top of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright_verify.combined import Combined, combine
from rulewright_verify.findings import WRONG_INPUT, Finding, Kind, Severity, exit_code
from rulewright_verify.report.words import assurance_name, counted, listed
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, strength


@dataclass(frozen=True, slots=True)
class Summary:
    """How many claims came out how. `hold_by` counts those that hold, by the weakest of their assurances."""

    claims: int
    hold: int
    violated: int
    hinge: int
    unknown: int
    vacuous: int
    departures: int
    hold_by: tuple[tuple[str, int], ...]

    def counts(self) -> dict[str, object]:
        """As plain data."""
        names = ("claims", "hold", "violated", "hinge", "unknown", "vacuous", "departures")
        return {name: getattr(self, name) for name in names} | {"hold_by": dict(self.hold_by)}


def summary_of(results: Iterable[VerificationResult]) -> Summary:
    """The claims of the rulebooks counted; automatic checks are not claims."""
    claims = [one for result in results for one in combine(result.verdicts) if not is_automatic(one)]
    outcomes = Counter(combined.outcome for combined in claims)
    return Summary(
        claims=len(claims),
        hold=outcomes[Outcome.HOLDS],
        violated=outcomes[Outcome.VIOLATED],
        hinge=outcomes[None],
        unknown=outcomes[Outcome.UNKNOWN],
        vacuous=outcomes[Outcome.VACUOUS],
        departures=sum(not combined.as_expected for combined in claims),
        hold_by=_hold_by(claims),
    )


def exit_code_of(results: Sequence[VerificationResult]) -> int:
    """Of several rulebooks together: 2 before 1 before 3."""
    verdicts = [verdict for result in results for verdict in result.verdicts]
    findings = [finding for result in results for finding in result.findings]
    wrong = any(result.exit_code == WRONG_INPUT for result in results)
    return exit_code(verdicts, findings, wrong_input=wrong)


def expected_words(results: Sequence[VerificationResult]) -> str:
    """`2 claims and 1 example not as expected`: all that makes a run fail, or leaves it open."""
    findings = [finding for result in results for finding in result.findings if not finding.expected]
    examples = sum(finding.kind is Kind.EXAMPLE_FAILS for finding in findings)
    checks = [finding for finding in findings if finding.kind is not Kind.EXAMPLE_FAILS and is_automatic(finding)]
    wrong = sum(finding.severity is Severity.WRONG for finding in checks)
    undecided = sum(finding.severity is Severity.OPEN and finding.kind is Kind.UNKNOWN for finding in checks)
    departures = summary_of(results).departures
    parts = [
        counted(n, what) for n, what in ((departures, "claim"), (examples, "example"), (wrong, "check")) if n
    ]
    told = [f"{listed(parts)} not as expected."] if parts else []
    if undecided:
        told.append(f"{counted(undecided, 'check')} undecided.")
    return " ".join(told) or "All as expected."


def is_automatic(told: Combined | Finding) -> bool:
    """Whether Rulewright asked, not the rulebook."""
    return all(verdict.automatic for verdict in told.verdicts)


def title_sentence(results: Sequence[VerificationResult]) -> str:
    """The state of the game in one sentence: the two heaviest findings and one count. Of several games each
    finding says whose it is, and nothing is told that was expected."""
    summary = summary_of(results)
    heavy = [
        (finding, f"{result.book.title}: " if len(results) > 1 else "")
        for result in results for finding in result.findings if finding.kind not in (Kind.LINT, Kind.UNCITED)
    ]
    if len(results) > 1 and all(finding.expected for finding, _ in heavy):
        return f"All as expected in {len(results)} rulebooks; {hold_sentence(summary)}."
    heaviest = sorted(heavy, key=lambda one: one[0].expected)[:2]
    parts = [f"{whose}{_clause(finding)}" for finding, whose in heaviest]
    if len(heavy) > 2:
        parts.append(f"{len(heavy) - 2} more to look at")
    count = hold_sentence(summary)
    return f"{'; '.join([*parts, count])}." if parts else f"{count[0].upper()}{count[1:]}."


def hold_sentence(summary: Summary) -> str:
    """`23 of 30 claims hold`; with what they rest on if all do."""
    if summary.claims == 0:
        return "no claim was asked"
    if summary.hold < summary.claims:
        return f"{summary.hold} of {summary.claims} claims hold"
    return f"all {summary.claims} claims hold: {hold_by_words(summary)}"


def hold_by_words(summary: Summary) -> str:
    """`17 proved, 3 in every play of a scope, 2 sampled`."""
    words = {
        "proved": "proved",
        "shown": "shown by a play",
        "exhaustive": "in every play looked at",
        "bounded": "to a depth",
        "sampled": "sampled",
    }
    return listed([f"{n} {words[name]}" for name, n in summary.hold_by])


def _clause(finding: Finding) -> str:
    text = finding.title.rstrip(".")
    return f"{text}, as expected" if finding.expected else text


def _hold_by(claims: Sequence[Combined]) -> tuple[tuple[str, int], ...]:
    counts: Counter[str] = Counter()
    for combined in claims:
        if combined.outcome is Outcome.HOLDS:
            assurances = [one.assurance for one in combined.verdicts if one.assurance is not None]
            counts[assurance_name(max(assurances, key=strength)) or ""] += 1
    order = ("proved", "shown", "exhaustive", "bounded", "sampled")
    return tuple((name, counts[name]) for name in order if counts[name])
