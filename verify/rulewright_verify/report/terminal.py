"""What `verify` and `report` print: one block for each finding, one line for what holds, then the counts.

At most 80 columns. Colour repeats what a sign and a word already say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from rich.text import Text

from rulewright_verify.combined import Combined, combine
from rulewright_verify.evidence import Alternative, Play, Situation, Step, in_language
from rulewright_verify.findings import Finding, Kind
from rulewright_verify.report.moves import Moved, moves_of
from rulewright_verify.report.summary import Summary, expected_words, hold_by_words, is_automatic, summary_of
from rulewright_verify.report.words import (
    RESTS_ON_WORD,
    assurance_words,
    counted,
    listed,
    seconds_words,
    value_words,
)
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, Verdict

WIDTH = 80
NAME, OUTCOME = 26, 11
MOST_STEPS, FIRST_STEPS, LAST_STEPS = 24, 4, 14
MOST_DEMANDS = 4

_SIGN = {
    Kind.VIOLATED: ("x", "red"),
    Kind.EXAMPLE_FAILS: ("x", "red"),
    Kind.DEADLOCK: ("x", "red"),
    Kind.LOOP: ("@", "yellow"),
    Kind.GAP: ("!", "yellow"),
    Kind.CONFLICT: ("!", "yellow"),
    Kind.HINGES: ("Y", "magenta"),
    Kind.WITHOUT_EFFECT: ("-", "yellow"),
    Kind.UNKNOWN: ("?", "yellow"),
    Kind.VACUOUS: ("o", "magenta"),
    Kind.UNCITED: ("-", "cyan"),
    Kind.LINT: ("-", "cyan"),
}
_OF_OUTCOME = {
    Outcome.HOLDS: ("+", "green"),
    Outcome.VIOLATED: ("x", "red"),
    Outcome.UNKNOWN: ("?", "yellow"),
    Outcome.VACUOUS: ("o", "magenta"),
}
_UTF8 = {"+": "✔", "x": "✘", "o": "◌", "@": "↻", "->": "→"}


def result_lines(result: VerificationResult, *, every: bool = False, utf8: bool = False) -> list[Text]:
    """Everything about one rulebook; `every`: also a line for each claim that holds."""
    writer = _Writer(utf8)
    book = result.book
    claims = combine(result.verdicts)
    lines = [_heading(result), Text()]
    for finding in result.findings:
        if finding.kind not in (Kind.UNCITED, Kind.LINT):
            about = next((one for one in claims if one.verdicts == finding.verdicts), None)
            lines += writer.finding(finding, about, every=every)
    holding = [one for one in claims if one.outcome is Outcome.HOLDS and one.as_expected]
    if not every:
        holding = [one for one in holding if _unless(one) and not is_automatic(one)]
    if holding:
        lines += [*(line for one in holding for line in writer.holds(one)), Text()]
    if not every:
        told = {id(verdict) for one in holding for verdict in one.verdicts}
        rest = replace(result, verdicts=tuple(one for one in result.verdicts if id(one) not in told))
        lines += writer.holding(summary_of([rest]), "more claim" if told else "claim")
    if book.coverage.missing:
        missing = counted(len(book.coverage.missing), "passage")
        lines += [
            Text(
                f"- {missing} of the sources {'is' if missing[:2] == '1 ' else 'are'} cited by nothing",
                "cyan",
            ),
            Text(),
        ]
    return lines


def closing_lines(results: Sequence[VerificationResult], seconds: float, exit_code: int, where: str = "") -> list[Text]:
    """The counts, how many departures there are, where the report is, how long it took."""
    summary = summary_of(results)
    counts = Text(f"{counted(summary.claims, 'claim')}: ")
    parts = [
        Text(f"{summary.hold} hold", "green"),
        *(
            Text(f"{n} {word}", paint)
            for n, word, paint in (
                (summary.violated, "violated", "red"),
                (summary.hinge, "hinges" if summary.hinge == 1 else "hinge", "magenta"),
                (summary.unknown, "unknown", "yellow"),
                (summary.vacuous, "vacuous", "magenta"),
            )
            if n
        ),
    ]
    counts.append_text(Text(", ").join(parts)).append(".")
    departures = expected_words(results)
    report = f" Report: {where}" if where else ""
    tail = f"{seconds_words(seconds)}  exit {exit_code}"
    if len(departures) + len(report) + len(tail) + 2 <= WIDTH:
        return [counts, _with_right(Text(departures + report), tail)]
    return [counts, _with_right(Text(departures), tail), Text(report.strip())]


class _Writer:
    """Lines in the signs that the terminal can show."""

    def __init__(self, utf8: bool) -> None:
        self.utf8 = utf8

    def sign(self, sign: str) -> str:
        return _UTF8.get(sign, sign) if self.utf8 else sign

    def finding(self, finding: Finding, about: Combined | None, *, every: bool) -> Iterator[Text]:
        sign, paint = _SIGN[finding.kind]
        subject = finding.id.partition("/")[2].partition("/")[2]
        head = Text(f"{self.sign(sign)} {subject}", paint)
        yield _with_right(
            _columns(head, _short(finding, about)),
            "expected" if finding.expected else "new",
            "dim" if finding.expected else "bold",
        )
        if about is None or not about.verdicts[0].title:
            yield from _indented(finding.title.replace("`", ""))
        if about is not None and about.outcome is Outcome.UNKNOWN:
            yield from _indented("; ".join(dict.fromkeys(one.reason or "" for one in about.verdicts)))
        if about is not None and about.outcome is None:
            yield from self.by_reading(about)
        yield from _indented(finding.story)
        if about is not None:
            yield from _indented(_unless(about))
        match finding.counterexample:
            case Play():
                yield from self.play(finding.counterexample)
            case Situation():
                yield from self.situation(finding.counterexample)
            case None if every and about is not None:
                for witness in [one.witness for one in about.verdicts if one.witness is not None][:1]:
                    yield from self.play(witness)
        if finding.place is not None:
            yield Text(f"    {finding.place}", "cyan")
        yield Text()

    def by_reading(self, combined: Combined) -> Iterator[Text]:
        by_outcome: dict[Outcome, list[tuple[str, Verdict]]] = {}
        for settings, verdicts in combined.table():
            label = ", ".join(settings.values()) or "otherwise"
            by_outcome.setdefault(verdicts[0].outcome, []).append((label, verdicts[0]))
        for outcome in (Outcome.VIOLATED, Outcome.UNKNOWN, Outcome.VACUOUS, Outcome.HOLDS):
            rows = by_outcome.get(outcome, [])
            if rows:
                sign, paint = _OF_OUTCOME[outcome]
                labels = [label + _number(verdict) for label, verdict in rows]
                words = dict.fromkeys(assurance_words(verdict) for _, verdict in rows)
                text = f"{'; '.join(labels)}   {listed([*words], 'or')}"
                for number, line in enumerate(wrap(text, WIDTH - 8)):
                    yield Text(f"    {self.sign(sign)} " if number == 0 else "      ", paint).append(line, "default")

    def play(self, play: Play) -> Iterator[Text]:
        for line in play.setting:
            yield from _indented(line, "dim")
        for step in _shortened(play.steps):
            if isinstance(step, int):
                yield Text(f"          ... {counted(step, 'more step')}; the report shows them all", "dim")
            else:
                yield from self.step(step)
        if play.loop_to is not None:
            yield Text(f"      {self.sign('@')}  and back to step {play.loop_to}", "yellow")
        yield from _indented(f"Asked: {play.conclusion.asked}. Found: {play.conclusion.found}.".replace("`", ""))
        for one in play.alternatives:
            yield from self.alternative(one)
        if play.more_alternatives:
            yield Text(f"      and {play.more_alternatives} more", "dim")

    def alternative(self, one: Alternative) -> Iterator[Text]:
        """Something else that could be done at the end of a play, or why it could not."""
        said = f"{'also possible: ' if one.allowed else 'not '}{one.text}" + (f": {one.reason}" if one.reason else "")
        lines = wrap(said.replace("`", ""), WIDTH - 8)
        yield from (Text(f"      {'  ' if n else ''}{line}") for n, line in enumerate(lines[:-1]))
        reference = "  ".join(word for word in (one.rule, " ".join(one.passages)) if word)
        yield from _with_reference(Text(f"      {'  ' if lines[1:] else ''}{lines[-1]}"), reference)
        for line in wrap(in_language(one.says, "en"), WIDTH - 12):
            yield Text(f"{'':11}{line}", "dim")

    def step(self, step: Step) -> Iterator[Text]:
        paint = "bold" if step.emphasised else ""
        lead = f"{step.number:>7}  {'  ' * min(step.depth, 3)}"
        reference = "  ".join(word for word in (step.rule, " ".join(step.passages)) if word)
        lines = wrap(in_language(step.text, "en"), WIDTH - len(lead) - 2) or [""]
        for line in lines[:-1]:
            yield Text(lead + line, paint)
            lead = " " * len(lead)
        yield from _with_reference(Text(lead + lines[-1], paint), reference)
        if step.heard_by:
            yield Text(f"{'':11}only {in_language(step.heard_by, 'en')} is told", "dim")
        told = "; ".join(self.moved(move) for move in moves_of(step.changes))
        for line in wrap(told, WIDTH - 12):
            yield Text(f"{'':11}{line}", "dim")

    def moved(self, move: Moved) -> str:
        if move.before and move.after:
            return f"{move.what} {move.before} {self.sign('->')} {move.after}"
        return f"{move.what} to {move.after}" if move.after else f"{move.what} from {move.before}"

    def situation(self, situation: Situation) -> Iterator[Text]:
        for one in situation.values:
            yield Text(f"      {one.name} = {one.value}")
        for case in situation.cases:
            yield from _with_reference(Text(f"      {case.case}: {case.answer}"), " ".join(case.passages))
        yield from _indented(
            f"Asked: {situation.conclusion.asked}. Found: {situation.conclusion.found}.".replace("`", "")
        )

    def holds(self, combined: Combined) -> Iterator[Text]:
        verdict = combined.verdicts[0]
        built_in = ", built in" if verdict.automatic else ""
        words = f"{'holds':<{OUTCOME}}{assurance_words(verdict)}{_number(verdict)}{built_in}"
        yield _with_right(
            _columns(Text(f"{self.sign('+')} {combined.claim}", "green"), words),
            seconds_words(sum(one.seconds for one in combined.verdicts)),
        )
        yield from _indented(_unless(combined))

    def holding(self, summary: Summary, what: str) -> Iterator[Text]:
        if not summary.hold:
            return
        hold = "holds" if summary.hold == 1 else "hold"
        head = Text(f"{self.sign('+')} {counted(summary.hold, what)} {hold}", "green")
        lines = wrap(hold_by_words(summary), WIDTH - NAME - 2)
        for number, line in enumerate(lines):
            yield _columns(head if number == 0 else Text(), line)
        yield Text(f"{'':{NAME + 2}}--all lists them", "dim")
        yield Text()


def _heading(result: VerificationResult) -> Text:
    book = result.book
    summary = summary_of([result])
    counts = [
        counted(summary.claims, "claim"),
        counted(len(book.readings), "reading"),
        counted(len(book.gaps), "gap"),
    ]
    if book.player_counts:
        least, most = min(book.player_counts), max(book.player_counts)
        counts.append(counted(least, "player") if least == most else f"{least} to {most} players")
    return Text(f"{book.name}  {', '.join(counts)}", "dim")


def _short(finding: Finding, about: Combined | None) -> str:
    if about is None:
        return finding.kind.value
    if about.outcome is None:
        return f"hinges on {listed([*about.hinges_on]) or 'how far one looks'}"
    if about.outcome is Outcome.UNKNOWN:
        return about.outcome.value
    worst = next((one for one in about.verdicts if not one.as_expected), about.verdicts[0])
    return f"{about.outcome.value:<{OUTCOME}}{assurance_words(worst)}{_number(worst)}"


def _unless(combined: Combined) -> str:
    """The demands on which it rests that a claim holds, and that are not proved; empty if there are none."""
    holding = [one for one in combined.verdicts if one.outcome is Outcome.HOLDS]
    demands = list(dict.fromkeys(demand for one in holding for demand in one.rests_on.open_demands))
    if not demands:
        return ""
    more = len(demands) - MOST_DEMANDS
    shown = demands if more <= 1 else [*demands[:MOST_DEMANDS], f"{more} more places"]
    return f"{RESTS_ON_WORD['open_demands']} {listed(shown, 'or')}".replace("`", "")


def _number(verdict: Verdict) -> str:
    return f" {value_words(verdict.value).partition(' (')[0]}" if verdict.value is not None else ""


def _shortened(steps: Sequence[Step]) -> Iterable[Step | int]:
    """All steps, or of a long play its beginning, how many are left out, and its end."""
    if len(steps) <= MOST_STEPS:
        return steps
    return (*steps[:FIRST_STEPS], len(steps) - FIRST_STEPS - LAST_STEPS, *steps[-LAST_STEPS:])


def _columns(head: Text, rest: str) -> Text:
    line = head.copy()
    line.append(" " * max(2, NAME + 2 - line.cell_len))
    return line.append(rest, "default")


def _with_right(line: Text, right: str, paint: str = "dim") -> Text:
    """A line with something at its right end; what does not fit between is cut."""
    line.truncate(WIDTH - len(right) - 2, overflow="ellipsis")
    return line.append(" " * (WIDTH - line.cell_len - len(right))).append(right, paint)


def _with_reference(line: Text, reference: str) -> Iterator[Text]:
    """The rule and passage at the right, on a line of its own where there is no room."""
    if not reference:
        yield line
    elif line.cell_len + len(reference) + 2 <= WIDTH:
        yield line.append(" " * (WIDTH - line.cell_len - len(reference))).append(reference, "dim")
    else:
        yield line
        yield Text(f"{reference:>{WIDTH}}" if len(reference) <= WIDTH else reference, "dim")


def _indented(text: str, paint: str = "") -> Iterator[Text]:
    for line in wrap(text, WIDTH - 4):
        yield Text(f"    {line}", paint)
