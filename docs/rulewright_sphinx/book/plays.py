"""Examples of a rulebook, played when the book is made, and plays of a report, told in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.interpreter.decisions import written
from rulewright.interpreter.replay import ExampleResult, run_example
from rulewright.ir.properties import Example
from rulewright.lower.examples import lower_examples
from rulewright.syntax import ast, printer
from rulewright.syntax.printer.statements import block
from rulewright_sphinx.book.model import ExamplePlay, Told
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader, anchor_of, words_of

LUCK = "chance: "
"""So a play begins what luck decides, in every language."""


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
    title = texts.get(reader.language) or node.title or words_of(example.name)
    steps = []
    for step in result.replay.trace.steps:
        lines = step.lines
        for number, line in enumerate(lines):
            changes = [f"{one.name}: {one.before} → {one.after}" for one in step.changed]
            last = number == len(lines) - 1
            steps.append(Told(
                _told(reader, line.words), line.depth, outline.number_of(line.address), tuple(changes) if last else ()
            ))
    return ExamplePlay(
        name=example.name,
        anchor=anchor_of("example", example.name),
        title=title,
        text=(),
        given=tuple(line.strip() for line in block(node.given)),
        steps=tuple(one for one in steps if one.text),
        result=tuple(printer.expr(test) for test in node.expects),
        failure=_failure(result),
        under=tuple(_assumption(reader, one) for one in node.under),
        cites=example.cites,
    )


def _told(reader: Reader, words: Mapping[str, str]) -> str:
    """A sentence of a play; what luck decides without a sentence of its own begins with a word for it."""
    text = reader.choose(words)
    return f"{reader.wording.luck}: {text.removeprefix(LUCK)}" if text.startswith(LUCK) else text


def _assumption(reader: Reader, node: ast.Assumption) -> str:
    match node:
        case ast.ReadingIs(reading=reading, option=option):
            for item in reader.book.items:
                if isinstance(item, ast.Reading) and item.name.text == reading.text:
                    for one in item.options:
                        if one.name.text == option.text:
                            return reader.text(one.notes.texts) or words_of(option.text)
            return words_of(option.text)
        case ast.WithVariant(variant=variant):
            found = reader.book.variants.get(variant.text)
            return (reader.text(found.titles) if found is not None else "") or words_of(variant.text)


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
            _told(reader, step["text"]), step["depth"], outline.number_of(step["rule"]),
            tuple(f"{one['name']}: {one['before']} → {one['after']}" for one in step["changes"]),
        )
        for step in evidence.get("steps", ())
    )


def values_of(evidence: Mapping[str, Any]) -> tuple[str, ...]:
    """The values of a situation as the record of a report has them."""
    return tuple(f"{words_of(name)}: {value}" for name, value in evidence.get("values", {}).items())
