"""What a page shows of a rulebook, in the order in which it is shown. Data only; the templates lay it out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from rulewright_verify.book import BookText, ClaimText, GapText, Passage, ReadingText
from rulewright_verify.combined import Combined, combine, settings_of
from rulewright_verify.evidence import Words
from rulewright_verify.findings import Finding, Kind
from rulewright_verify.report.charts import Chart
from rulewright_verify.report.numbers import Numbers, numbers_of
from rulewright_verify.report.plots import plots_of
from rulewright_verify.report.summary import Summary, hold_by_words, is_automatic, summary_of, title_sentence
from rulewright_verify.report.words import QUESTIONS
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, Verdict, strength

FOLDED_AFTER = 10
"""Of the findings that the rulebook expects, so many are shown open; what nobody expects is never folded."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text and its language, so that it is read out rightly; `language` is empty for English."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule to blame: its address and what it says."""

    address: str
    sentence: Spoken | None


@dataclass(frozen=True, slots=True)
class FindingView:
    anchor: str
    finding: Finding
    sign: str
    combined: Combined | None
    claim: ClaimText | None
    rules: tuple[RuleLine, ...]
    passages: tuple[Passage, ...]
    folded: bool


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim with all its verdicts; `finding` is the anchor of the finding about it, if there is one."""

    anchor: str
    combined: Combined
    text: ClaimText | None
    finding: str | None
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One of the questions that every game should have first, and its answer."""

    asked: str
    combined: Combined


@dataclass(frozen=True, slots=True)
class ReadingView:
    """A reading, and by option the claims whose answer changes with it."""

    reading: ReadingText
    hinging: tuple[tuple[Combined, tuple[tuple[Verdict, ...], ...]], ...]


@dataclass(frozen=True, slots=True)
class State:
    """One mark a claim: how many there are of each outcome, and that sentence for those who hear the page."""

    summary: Summary
    hold_by: str


@dataclass(frozen=True, slots=True)
class BookView:
    result: VerificationResult
    book: BookText
    title: str
    state: State
    questions: tuple[Question, ...]
    findings: tuple[FindingView, ...]
    readings: tuple[ReadingView, ...]
    quiet_readings: tuple[ReadingText, ...]
    holding: tuple[ClaimView, ...]
    automatic: tuple[ClaimView, ...]
    numbers: tuple[Numbers, ...]
    plots: tuple[tuple[str, Chart], ...]
    gaps: tuple[GapText, ...]
    uncited: tuple[str, ...]


def page_state(results: Sequence[VerificationResult]) -> State:
    """The marks at the top of the page."""
    summary = summary_of(results)
    return State(summary, hold_by_words(summary))


def book_view(result: VerificationResult) -> BookView:
    """One rulebook as the page shows it."""
    book = result.book
    claims = combine(result.verdicts)
    findings = _findings(result, claims)
    views = tuple(_claim(combined, book, findings) for combined in claims)
    return BookView(
        result=result,
        book=book,
        title=title_sentence([result]),
        state=page_state([result]),
        questions=_questions(claims),
        findings=findings,
        readings=(readings := _readings(book, claims)),
        quiet_readings=tuple(one for one in book.readings if one.name not in {view.reading.name for view in readings}),
        holding=tuple(view for view in views if _holds(view.combined) and not is_automatic(view.combined)),
        automatic=tuple(view for view in views if is_automatic(view.combined)),
        numbers=numbers_of(claims),
        plots=tuple(plots_of(result.games)) if result.games is not None else (),
        gaps=book.gaps,
        uncited=book.coverage.uncited_rules,
    )


def anchor_of(*parts: str) -> str:
    """An id for a link: letters, digits, hyphens."""
    return re.sub(r"[^\w-]+", "-", "-".join(parts)).strip("-").lower()


def spoken(words: Words) -> Spoken | None:
    """The English sentence, else the first there is with its language."""
    for language in ("en", ""):
        if words.get(language):
            return Spoken(words[language], "")
    return next((Spoken(text, language) for language, text in words.items() if text), None)


def marked_code(text: str) -> Markup:
    """Words in backquotes as code; everything else escaped."""
    pieces = text.split("`")
    shown = (
        Markup("<code>{}</code>").format(piece) if number % 2 and number < len(pieces) - 1 else escape(piece)
        for number, piece in enumerate(pieces)
    )
    return Markup("").join(shown)


# ------------------------------------------------------------------ parts


def _findings(result: VerificationResult, claims: Sequence[Combined]) -> tuple[FindingView, ...]:
    book = result.book
    passages = {passage.number: passage for passage in book.coverage.passages}
    views = []
    n_expected = 0
    for finding in result.findings:
        n_expected += finding.expected
        about = {(verdict.claim, verdict.variants) for verdict in finding.verdicts}
        combined = next((one for one in claims if (one.claim, one.variants) in about), None)
        views.append(
            FindingView(
                anchor=anchor_of(book.name, "finding", finding.id.partition("/")[2]),
                finding=finding,
                sign=_SIGN[finding.kind],
                combined=combined,
                claim=_text_of(combined, book),
                rules=tuple(RuleLine(rule, _sentence(book, rule)) for rule in finding.rules),
                passages=tuple(passages[number] for number in finding.passages if number in passages),
                folded=finding.expected and n_expected > FOLDED_AFTER,
            )
        )
    return tuple(views)


_SIGN = {
    Kind.VIOLATED: "bad",
    Kind.EXAMPLE_FAILS: "bad",
    Kind.DEADLOCK: "dead",
    Kind.LOOP: "loop",
    Kind.GAP: "gap",
    Kind.CONFLICT: "conflict",
    Kind.HINGES: "hinge",
    Kind.WITHOUT_EFFECT: "dead",
    Kind.UNKNOWN: "open",
    Kind.VACUOUS: "void",
    Kind.UNCITED: "gap",
    Kind.LINT: "hint",
}


def _sentence(book: BookText, address: str) -> Spoken | None:
    """What an address says, or the nearest address around it that says something."""
    while address:
        if address in book.sentences:
            return spoken(book.sentences[address])
        address = address.rpartition(".")[0]
    return None


def _claim(combined: Combined, book: BookText, findings: Iterable[FindingView]) -> ClaimView:
    text = _text_of(combined, book)
    cited = text.passages if text is not None else ()
    return ClaimView(
        anchor=anchor_of(book.name, combined.claim, *combined.variants),
        combined=combined,
        text=text,
        finding=next((view.anchor for view in findings if view.combined is combined), None),
        passages=tuple(passage for passage in book.coverage.passages if passage.number in cited),
    )


def _text_of(combined: Combined | None, book: BookText) -> ClaimText | None:
    name = combined.claim if combined is not None else None
    return next((claim for claim in book.claims if claim.name == name), None)


def _holds(combined: Combined) -> bool:
    return combined.outcome is Outcome.HOLDS


def _questions(claims: Iterable[Combined]) -> tuple[Question, ...]:
    asked = {combined.claim: combined for combined in claims if is_automatic(combined)}
    return tuple(Question(question, asked[name]) for name, question in QUESTIONS.items() if name in asked)


def _readings(book: BookText, claims: Sequence[Combined]) -> tuple[ReadingView, ...]:
    views = []
    for reading in book.readings:
        hinging = [combined for combined in claims if reading.name in combined.hinges_on]
        if hinging:
            columns = tuple((combined, _by_option(reading, combined)) for combined in hinging)
            views.append(ReadingView(reading, columns))
    return tuple(views)


def _by_option(reading: ReadingText, combined: Combined) -> tuple[tuple[Verdict, ...], ...]:
    """For each option the verdicts under it, one for each outcome; all else answered as in play if that was asked."""
    played = settings_of(combined.verdicts[0])
    rows = []
    for option in reading.options:
        fitting = [verdict for verdict in combined.verdicts if verdict.readings.get(reading.name) == option]
        usual = [one for one in fitting if settings_of(one) | {reading.name: ""} == played | {reading.name: ""}]
        rows.append(tuple({verdict.outcome: verdict for verdict in usual or fitting}.values()))
    return tuple(rows)


def weakest(combined: Combined) -> Verdict:
    """The verdict that stands for a claim: the one least expected, else the one that looked least far."""

    def key(verdict: Verdict) -> tuple[bool, bool, tuple[int, int]]:
        reach = strength(verdict.assurance) if verdict.assurance is not None else (0, 0)
        return not verdict.as_expected, verdict.outcome is not Outcome.HOLDS, reach

    return max(combined.verdicts, key=key)


def passage_sign(passage: Passage) -> str:
    """Which mark a passage gets."""
    if passage.rules or passage.procedures or passage.data:
        return "carried" if passage.claims else "unwatched"
    if passage.open_points:
        return "declared"
    return "unwatched" if passage.claims else "missing"
