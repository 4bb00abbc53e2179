"""Examples of a rulebook, played when the book is made, and plays of a report, told in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.interpreter.decisions import written
from rulewright.interpreter.replay import ExampleResult, run_example
from rulewright.ir.properties import Example
from rulewright.lower.examples import lower_examples
from rulewright.syntax import ast
from rulewright_sphinx.book.deeds import deeds
from rulewright_sphinx.book.model import ExamplePlay, Told
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader, anchor_of, words_of
from rulewright_sphinx.book.saying import capital, said

LUCK = "chance: "
"""So a play begins what luck decides, in every language."""

DONE = "done"
"""So it tells that somebody chose no more."""


def plays_of(reader: Reader, outline: Outline) -> tuple[ExamplePlay, ...]:
    """Every example, played under the first options of all readings that it does not fix."""
    found = []
    for example in lower_examples(reader.book):
        node = reader.book.examples[example.name]
        options = dict.fromkeys(example.system.readings, 0)
        found.append(_play(reader, outline, node, example, run_example(example, options)))
    return tuple(found)


def _play(
    reader: Reader, outline: Outline, node: ast.Example, example: Example, result: ExampleResult
) -> ExamplePlay:
    texts = {one.language or "en": one.string for one in node.notes.texts}
    title = texts.get(reader.language) or node.title or capital(reader.named(example.name))
    steps = []
    for line in (line for step in result.replay.trace.steps for line in step.lines):
        told = _heard(reader, _told(reader, line.words, line.address), line.hearer)
        steps.append(Told(told, line.depth, outline.number_of(line.address)))
    return ExamplePlay(
        name=example.name,
        anchor=anchor_of("example", example.name),
        title=title,
        text=(),
        given=tuple(capital(one) for one in _given(reader, node.given)),
        steps=tuple(one for one in steps if one.text),
        result=tuple(capital(said(reader, test)) for test in node.expects),
        failure=_failure(result),
        under=tuple(_assumption(reader, one) for one in node.under),
        cites=example.cites,
    )


def _given(reader: Reader, block: ast.Block | None) -> Iterator[str]:
    """The set-up of an example: what lies where, and what has which value."""
    for node in block.statements if block is not None else ():
        match node:
            case ast.Move(things=tuple() as things, target=target, marks=marks):
                laid = [said(reader, one) for one in things]
                also = [_mark(reader, mark) for mark in marks]
                yield f"{said(reader, target)}: {', '.join(laid)}" + (f" ({', '.join(also)})" if also else "")
            case ast.Assign(target=target, value=ast.Truth(value=value)):
                yield said(reader, target) if value else reader.phrases["not"].format(said(reader, target))
            case ast.Assign(target=target, value=value):
                yield f"{said(reader, target)}: {said(reader, value)}"
            case _:
                yield from deeds(reader, ast.Block((node,), span=node.span))


def _mark(reader: Reader, mark: ast.Mark) -> str:
    named = reader.named(mark.name.text)
    if isinstance(mark.value, ast.Truth):
        return named if mark.value.value else reader.phrases["not"].format(named)
    return f"{named} {said(reader, mark.value)}"


def _told(reader: Reader, words: Mapping[str, str], address: str) -> str:
    """A sentence of a play. What luck decides without a sentence of its own begins with a word for it, and a choice
    without one has its label as it is printed."""
    text = reader.choose(words)
    if text.startswith(LUCK):
        return f"{reader.wording.luck}: {text.removeprefix(LUCK)}"
    who, colon, what = text.partition(": ")
    label = address.rpartition(".")[2]
    if colon and what == DONE:
        return f"{who}: {reader.wording.further}"
    if colon and what.startswith(words_of(label)):
        return f"{who}: {reader.named(label)}{what.removeprefix(words_of(label))}"
    return text


def _heard(reader: Reader, told: str, hearer: Mapping[str, str]) -> str:
    """A sentence, and who alone hears it if not all do."""
    return reader.wording.in_private.format(reader.choose(hearer), told) if hearer else told


def _assumption(reader: Reader, node: ast.Assumption) -> str:
    match node:
        case ast.ReadingIs(reading=reading, option=option):
            for item in reader.book.items:
                if isinstance(item, ast.Reading) and item.name.text == reading.text:
                    for one in item.options:
                        if one.name.text == option.text:
                            return reader.text(one.notes.texts) or reader.named(option.text)
            return reader.named(option.text)
        case ast.WithVariant(variant=variant):
            found = reader.book.variants.get(variant.text)
            return (reader.text(found.titles) if found is not None else "") or reader.named(variant.text)


def _failure(result: ExampleResult) -> str:
    if result.holds:
        return ""
    failure = result.replay.trace.last.failure
    if failure is not None:
        return f"{failure.reason.value} ({failure.subject})"
    mismatch = result.replay.mismatch
    if mismatch is not None:
        return written(mismatch.decision) if mismatch.decision is not None else "…"
    return ", ".join(span.text for _, span in result.unmet)


def told_of(reader: Reader, outline: Outline, evidence: Mapping[str, Any]) -> tuple[Told, ...]:
    """The steps of a play as the record of a report has them."""
    return tuple(
        Told(
            _heard(reader, _told(reader, step["text"], step["rule"]), step["heard_by"]),
            step["depth"], outline.number_of(step["rule"]),
        )
        for step in evidence.get("steps", ())
    )


def values_of(reader: Reader, evidence: Mapping[str, Any]) -> tuple[str, ...]:
    """The values of a situation as the record of a report has them, in the reader's words."""
    return tuple(
        f"{capital(_worded(reader, name))}: {_worded(reader, str(value))}"
        for name, value in evidence.get("values", {}).items()
    )


def _worded(reader: Reader, text: str) -> str:
    """A text of a record with its names as they are printed: `won[sun]` is "gewonnene Karten (Sonne)"."""
    members = {member: printed for (_, member), printed in reader.printed.items()}
    text = re.sub(r"\[([^\[\]]*)\]", r" (\1)", text)
    return re.sub(r"[^\W\d]\w*", lambda found: members.get(found[0]) or reader.named(found[0]), text)
