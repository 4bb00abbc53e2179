"""Numbered rules: the sentence of each, what changes it and what carries it out, lettered, and what is beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulewright.checker.symbols import ParamSymbol, RuleSymbol
from rulewright.syntax import ast
from rulewright_sphinx.book.apart import told_apart
from rulewright_sphinx.book.deeds import chosen, deeds, option_words, told_block
from rulewright_sphinx.book.model import Badge, Line, NumberedRule, OpenGap, OpenReading
from rulewright_sphinx.book.openness import gaps_in, only_if, played_as, readings_in
from rulewright_sphinx.book.outline import Place
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.saying import capital, said
from rulewright_sphinx.book.walk import cites_in, cites_of, own_of, steps_of

LETTERS = "abcdefghijklmnopqrstuvwxyz"

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
            return _finished(reader, place, margin, "rule", node, node.notes, buts=buts)
        case ast.Procedure():
            own = own_of(node)
            parts = tuple(_lettered(_parts(reader, node.block, 0, steps=False)))
            found = _finished(reader, place, margin, "procedure", own, node.block.notes, parts=parts)
            has_steps = next(steps_of(node.block), None) is not None
            return found if found.text or parts or has_steps else _with_deeds(reader, found, node.block)
        case ast.Step():
            parts = tuple(_lettered(_parts(reader, node.block, 0, steps=True)))
            found = _finished(reader, place, margin, "step", node, node.block.notes, parts=parts)
            return found if found.text or parts else _with_deeds(reader, found, node.block)
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
        words=reader.named(place.address),
        text=reader.sentence(notes.texts),
        value=value,
        cites=(*own, *inside),
        buts=buts,
        parts=parts,
        badges=margin.badges.get(place.address, ()),
        readings=margin.readings_at(readings_in(reader, node)),
        gaps=margin.gaps_at(gaps_in(node)),
    )


def _with_deeds(reader: Reader, rule: NumberedRule, block: ast.Block) -> NumberedRule:
    return replace(rule, text=reader.marked(told_block(reader, block)))


def _value(reader: Reader, node: ast.Param) -> str:
    symbol = reader.book.symbols.get(node.name.text)
    if isinstance(symbol, ParamSymbol) and len(symbol.values) == 1 and isinstance(node.value, ast.Number):
        return str(symbol.values[0])
    return said(reader, node.value)


# ------------------------------------------------------------------ lettered lines


def _levels(reader: Reader, node: ast.Rule) -> Iterator[Line]:
    """What a rule says besides its general sentence: the sentence of its default, exceptions, modifiers."""
    symbol = reader.book.symbols.get(node.name.text)
    levels = symbol.levels if isinstance(symbol, RuleSymbol) else node.levels
    for level in levels:
        text = reader.sentence(level.notes.texts)
        if level.kind is ast.LevelKind.DEFAULT and not text and node.notes.texts:
            continue
        told = text or reader.marked(cases_words(reader, level))
        yield Line("", level.name.text, str(level.kind), told, cites_of(level.notes), only_if=only_if(reader, level))


def cases_words(reader: Reader, level: ast.Level) -> str:
    """The cases of a level without a sentence, the names in them first. What only asks how the sources are read is
    left out: it stands beside the rule."""
    reader = told_apart(reader, level.lets, level.cases)
    says = reader.phrases
    found = [f"{capital(reader.named(let.name.text))}: {said(reader, let.value)}." for let in level.lets]
    for case in level.cases:
        value = said(reader, case.value)
        if level.kind is ast.LevelKind.MODIFIER:
            value = says["plus"].format(value)
        when = _beside_readings(reader, case.when)
        if case.otherwise:
            value = says["otherwise"].format(value)
        elif when is not None:
            value = says["when"].format(value, said(reader, when))
        found.append(f"{capital(value)}.")
    return " ".join(found)


def _beside_readings(reader: Reader, condition: ast.Expr | None) -> ast.Expr | None:
    """A condition without the parts that only ask for readings; None if nothing is left."""
    if condition is None or played_as(reader, condition) is not None:
        return None
    if isinstance(condition, ast.And):
        left, right = _beside_readings(reader, condition.left), _beside_readings(reader, condition.right)
        if left is None or right is None:
            return left or right
        return replace(condition, left=left, right=right)
    return condition


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
        told = text or reader.marked(_told(reader, kind, name, node, block))
        yield Line("", name, kind, told, cites_of(notes), depth)
    yield from inner


def _told(reader: Reader, kind: str, name: str, node: ast.Node, block: ast.Block | None) -> str:
    """A part without a sentence: a step by what it does, an option by what may be picked and what then happens."""
    if isinstance(node, ast.Choose | ast.Option):
        reader = told_apart(reader, node)
        is_bare = isinstance(node, ast.Choose) and node.label is None
        what = chosen(reader, node) if isinstance(node, ast.Choose) and is_bare else option_words(reader, node)
        then = told_block(reader, block) if deeds(reader, block) else ""
        return f"{capital(what)}. {then}".rstrip()
    return (told_block(reader, block) if kind == "step" else "") or f"{capital(reader.named(name))}."


def _lettered(lines: Iterator[Line]) -> Iterator[Line]:
    for number, line in enumerate(lines):
        letter = LETTERS[number] if number < len(LETTERS) else f"{LETTERS[number // 26 - 1]}{LETTERS[number % 26]}"
        yield replace(line, letter=letter)
