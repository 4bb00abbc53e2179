"""Numbered rules: the sentence of each, what changes it and what carries it out, lettered, and what is beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulewright.checker.symbols import ParamSymbol, RuleSymbol
from rulewright.syntax import ast, printer
from rulewright.syntax.printer import statements as printed_statements
from rulewright_sphinx.book.model import Badge, Line, NumberedRule, OpenGap, OpenReading
from rulewright_sphinx.book.openness import gaps_in, only_if, readings_in
from rulewright_sphinx.book.outline import Place
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.walk import cites_in, cites_of, own_of, steps_of

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_CODE = 24
"""So many lines of a part without a sentence are shown."""


@dataclass(slots=True)
class Margin:
    """What stands beside rules. Each reading and gap is told whole where it comes first, later by its name alone."""

    readings: dict[str, OpenReading]
    gaps: dict[str, OpenGap]
    badges: dict[str, tuple[Badge, ...]]
    told: set[str] = field(default_factory=set)

    def readings_at(self, names: tuple[str, ...]) -> tuple[OpenReading, ...]:
        """The readings of these names, those that were told before without their options."""
        found = []
        for name in names:
            one = self.readings[name]
            first = name not in self.told
            self.told.add(name)
            found.append(one if first else replace(one, options=()))
        return tuple(found)

    def gaps_at(self, names: tuple[str, ...]) -> tuple[OpenGap, ...]:
        """The gaps of these names, those that were told before without their text."""
        found = []
        for name in names:
            if name in self.gaps:
                one = self.gaps[name]
                found.append(one if name not in self.told else replace(one, text=()))
                self.told.add(name)
        return tuple(found)


def numbered_rule(reader: Reader, place: Place, margin: Margin) -> NumberedRule:
    """The rule at a place."""
    node = place.node
    match node:
        case ast.Param():
            return _finished(reader, place, margin, "param", node, node.notes, value=_value(reader, node))
        case ast.Rule():
            buts = tuple(_lettered(_levels(reader, node)))
            found = _finished(reader, place, margin, "rule", node, node.notes, buts=buts)
            bare = replace(node, notes=ast.Notes())
            return found if found.text or buts else _with_code(found, printer.item(bare)[1:])
        case ast.Procedure():
            own = own_of(node)
            parts = tuple(_lettered(_parts(reader, node.block, 0, steps=False)))
            found = _finished(reader, place, margin, "procedure", own, node.block.notes, parts=parts)
            has_steps = next(steps_of(node.block), None) is not None
            return found if found.text or parts or has_steps else _with_code(found, _lines(node.block))
        case ast.Step():
            parts = tuple(_lettered(_parts(reader, node.block, 0, steps=True)))
            found = _finished(reader, place, margin, "step", node, node.block.notes, parts=parts)
            return found if found.text or parts else _with_code(found, _lines(node.block))
        case _:
            raise TypeError(f"{place.address} is a table")


def _finished(
    reader: Reader,
    place: Place,
    margin: Margin,
    kind: str,
    node: object,
    notes: ast.Notes,
    *,
    value: str = "",
    buts: tuple[Line, ...] = (),
    parts: tuple[Line, ...] = (),
) -> NumberedRule:
    lines = {cite for line in (*buts, *parts) for cite in line.cites}
    own = cites_of(notes)
    inside = tuple(cite for cite in cites_in(node) if cite not in lines and cite not in own)
    return NumberedRule(
        number=place.number,
        anchor=place.anchor,
        name=place.address,
        kind=kind,
        text=reader.sentence(notes.texts),
        value=value,
        cites=(*own, *inside),
        buts=buts,
        parts=parts,
        badges=margin.badges.get(place.address, ()),
        readings=margin.readings_at(readings_in(reader, node)),
        gaps=margin.gaps_at(gaps_in(node)),
    )


def _with_code(rule: NumberedRule, lines: list[str]) -> NumberedRule:
    shown = lines if len(lines) <= MOST_CODE else [*lines[:MOST_CODE], "  ..."]
    indent = min((len(line) - len(line.lstrip()) for line in shown if line.strip()), default=0)
    return replace(rule, code="\n".join(line[indent:] for line in shown))


def _value(reader: Reader, node: ast.Param) -> str:
    symbol = reader.book.symbols.get(node.name.text)
    if isinstance(symbol, ParamSymbol) and len(symbol.values) == 1 and isinstance(node.value, ast.Number):
        return str(symbol.values[0])
    return printer.expr(node.value)


# ------------------------------------------------------------------ lettered lines


def _levels(reader: Reader, node: ast.Rule) -> Iterator[Line]:
    """What a rule says besides its general sentence: the sentence of its default, exceptions, modifiers."""
    symbol = reader.book.symbols.get(node.name.text)
    levels = symbol.levels if isinstance(symbol, RuleSymbol) else node.levels
    for level in levels:
        text = reader.sentence(level.notes.texts)
        if level.kind is ast.LevelKind.DEFAULT and not text and node.notes.texts:
            continue
        written = "" if text else _cases(level)
        yield Line(
            "", level.name.text, str(level.kind), text, written, cites_of(level.notes), only_if=only_if(reader, level)
        )


def _cases(level: ast.Level) -> str:
    """The cases of a level as they are written, the names in them first."""
    lines = [*(line for let in level.lets for line in printed_statements.statement(let))]
    for case in level.cases:
        ending = " otherwise" if case.otherwise else f" when {printer.expr(case.when)}" if case.when else ""
        lines.append(printer.expr(case.value) + ending)
    return "\n".join(lines)


def _parts(reader: Reader, node: object, depth: int, *, steps: bool) -> Iterator[Line]:
    """Options and steps inside a block. `steps`: whether its own steps count, or have numbers of their own."""
    match node:
        case tuple():
            for element in node:
                yield from _parts(reader, element, depth, steps=steps)
        case ast.Block():
            yield from _parts(reader, node.statements, depth, steps=steps)
        case ast.Step(name=name, block=block):
            if steps:
                yield from _line(reader, "step", name.text, block, block, depth)
        case ast.If(branches=branches, otherwise=otherwise):
            for branch in branches:
                yield from _parts(reader, branch.block, depth, steps=steps)
            yield from _parts(reader, otherwise, depth, steps=steps)
        case ast.While() | ast.Repeat() | ast.ForEach():
            yield from _parts(reader, node.block, depth, steps=steps)
        case ast.Choose(label=label, block=block):
            yield from _line(reader, "option", label.text if label else "", node, block, depth)
        case ast.ChooseOneOf(options=options) | ast.Responses(options=options):
            for option in options:
                yield from _line(reader, "option", option.label.text, option, option.block, depth)


def _line(
    reader: Reader, kind: str, name: str, node: ast.Node, block: ast.Block | None, depth: int
) -> Iterator[Line]:
    notes = block.notes if block is not None else ast.Notes()
    text = reader.sentence(notes.texts)
    inner = list(_parts(reader, block, depth + (1 if text else 0), steps=True))
    if text or not inner:
        written = "" if text else _heading_of(kind, name, node, block)
        yield Line("", name, kind, text, written, cites_of(notes), depth)
    yield from inner


def _heading_of(kind: str, name: str, node: ast.Node, block: ast.Block | None) -> str:
    """A part without a sentence, as it is written: an option by its first line, a step by what it does."""
    lines = _lines(block)
    if kind == "step":
        return "\n".join(line.strip() if len(lines) == 1 else line[2:] for line in lines[:MOST_CODE])
    written = node.span.text.strip().splitlines()
    return written[0].strip() if written else name


def _lines(block: ast.Block | None) -> list[str]:
    """What a block does, without its notes."""
    return printed_statements.block(None if block is None else replace(block, notes=ast.Notes()))


def _lettered(lines: Iterator[Line]) -> Iterator[Line]:
    for number, line in enumerate(lines):
        letter = LETTERS[number] if number < len(LETTERS) else f"{LETTERS[number // 26 - 1]}{LETTERS[number % 26]}"
        yield Line(letter, line.name, line.kind, line.text, line.code, line.cites, line.depth, line.only_if)
