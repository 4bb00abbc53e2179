"""A printed rulebook as lines of text, for files of what is expected."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright_sphinx.book.model import (
    Badge,
    Document,
    FlowChart,
    NumberedRule,
    OpenGap,
    OpenReading,
    Sentence,
    Table,
)


def dump(document: Document) -> str:
    """Everything that a reader would see, in order."""
    return "\n".join(_lines(document)) + "\n"


def told(sentence: Sentence) -> str:
    """A sentence; terms in brackets."""
    return "".join(f"[{piece.text}]" if piece.term else piece.text for piece in sentence)


def _lines(document: Document) -> Iterator[str]:
    yield f"{document.title} ({document.language})"
    yield f"  {told(document.short)}"
    yield f"  {'; '.join(f'{name} {value}' for name, value in document.facts)}"
    yield from _gaps(document.gaps_of_the_whole)
    yield f"  verified: {document.verified} {document.remark}".rstrip()
    for one in document.components:
        yield f"  {one.count} x {one.name}: {told(one.note)}"
    for area in document.areas:
        yield f"  {area.name} | {area.holds} | {area.seen} | {area.start}"
    for chapter in document.chapters:
        yield f"{chapter.number} {chapter.title}"
        for block in chapter.blocks:
            match block:
                case NumberedRule():
                    yield from _rule(block)
                case FlowChart():
                    yield from _chart(block)
                case Table():
                    yield from _table(block)
    yield from _around(document)


def _rule(rule: NumberedRule) -> Iterator[str]:
    yield f"  {rule.number} <{rule.kind} {rule.name}> {told(rule.text)} {rule.value} {' '.join(rule.cites)}".rstrip()
    for line in (*rule.buts, *rule.parts):
        only = "".join(f" only if {name}: {text}" for name, text in line.only_if)
        cites = " ".join(line.cites)
        yield f"    {'  ' * line.depth}{line.letter} {line.kind} {told(line.text)}{only} {cites}".rstrip()
    yield from _badges(rule.badges)
    yield from _readings(rule.readings)
    yield from _gaps(rule.gaps)


def _badges(badges: tuple[Badge, ...]) -> Iterator[str]:
    for one in badges:
        yield f"    ! {one.word}, {one.words}: {one.title} #{one.link}"


def _readings(readings: tuple[OpenReading, ...]) -> Iterator[str]:
    for one in readings:
        yield f"    ? {told(one.question)} {' '.join((*one.cites, *one.rules))}".rstrip()
        yield from (f"      {'*' if option.in_play else '-'} {told(option.text)}" for option in one.options)


def _gaps(gaps: tuple[OpenGap, ...]) -> Iterator[str]:
    for one in gaps:
        yield f"    [] {told(one.text)} {' '.join((*one.cites, *one.rules))}".rstrip()


def _chart(chart: FlowChart) -> Iterator[str]:
    yield f"  # {chart.title}"
    to: dict[str, list[str]] = {}
    for arrow in chart.arrows:
        to.setdefault(arrow.source, []).append(f"{arrow.label + ' ' if arrow.label else ''}-> {arrow.target}")
    for node in chart.nodes:
        text = " ".join(node.lines)
        yield f"    {node.id} {node.shape} {text} {node.number} {', '.join(to.get(node.id, []))}".rstrip()


def _table(table: Table) -> Iterator[str]:
    yield f"  <{table.kind} {table.name}> {told(table.caption)} {' '.join(table.cites)}".rstrip()
    yield f"    {' | '.join(table.columns)}"
    for row in table.rows:
        yield f"    {' | '.join(told(cell) for cell in row)}"
    yield from _badges(table.badges)
    yield from _gaps(table.gaps)


def _around(document: Document) -> Iterator[str]:
    yield "questions"
    for question in document.questions:
        yield f"  {question.asked} {question.answer}. {question.because} {' '.join(question.rules)}".rstrip()
        yield from (f"    {step.text} {step.rule}".rstrip() for step in question.steps)
        yield from (f"    {value}" for value in question.values)
    yield "plays"
    for play in document.plays:
        yield f"  {play.title}: {'; '.join(play.given)}"
        yield from (f"    {step.text} {step.rule}".rstrip() for step in play.steps)
        yield f"    = {'; '.join(play.result)} {play.failure}".rstrip()
    yield "variants"
    for variant in document.variants:
        yield f"  {variant.title}: {told(variant.text)}"
        for change in variant.changes:
            beside = f" ({told(change.before)} -> {told(change.after)})" if change.before or change.after else ""
            yield f"    {told(change.text)} {change.rule}{beside}".rstrip()
    yield "open"
    yield from _readings(document.readings)
    yield from _gaps(document.gaps)
    yield "claims"
    for claim in document.claims:
        found = f"{claim.badge.word}, {claim.badge.words}" if claim.badge is not None else "-"
        yield f"  {claim.title} {' '.join((*claim.cites, *claim.rules))}: {found}"
    yield "words"
    for entry in document.glossary:
        yield f"  {entry.term}: {told(entry.meaning)} {' '.join(entry.rules)}".rstrip()
    yield "aid"
    for box in document.aid:
        yield f"  {box.title}"
        yield from (f"    {told(line)}" for line in box.lines)
    yield "sources"
    for passage in document.passages:
        yield f"  {passage.number} {passage.sign} {' '.join(passage.rules)}".rstrip()
