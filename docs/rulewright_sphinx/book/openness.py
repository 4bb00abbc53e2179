"""What the sources leave open: readings and gaps, and which rules hang on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.checker.symbols import MemberSymbol, ReadingSymbol
from rulewright.checker.types import EnumType
from rulewright.syntax import ast
from rulewright_sphinx.book.model import OpenGap, OpenReading, OptionText, plain
from rulewright_sphinx.book.outline import Outline
from rulewright_sphinx.book.reader import Reader, anchor_of
from rulewright_sphinx.book.walk import cites_in, descendants, notes_in, own_of, symbols_in


def readings_of(reader: Reader) -> dict[str, OpenReading]:
    """All readings by name, in the order of the rulebook."""
    nodes = [item for item in reader.book.items if isinstance(item, ast.Reading)]
    return {node.name.text: _reading(reader, node) for node in nodes}


def _reading(reader: Reader, node: ast.Reading) -> OpenReading:
    options = tuple(
        OptionText(
            option.name.text,
            reader.sentence(option.notes.texts) or reader.marked(reader.named(option.name.text)),
            in_play=number == 0,
        )
        for number, option in enumerate(node.options)
    )
    question = reader.sentence(node.notes.texts) or reader.marked(reader.named(node.name.text))
    return OpenReading(node.name.text, anchor_of("reading", node.name.text), question, options, cites_in(node))


def gaps_of(reader: Reader) -> dict[str, OpenGap]:
    """All gaps by name, in the order of the rulebook."""
    return {
        node.name.text: OpenGap(
            node.name.text,
            anchor_of("gap", node.name.text),
            reader.sentence(node.notes.texts) or reader.marked(reader.named(node.name.text)),
            cites_in(node),
        )
        for node in reader.book.items
        if isinstance(node, ast.Gap)
    }


def readings_in(reader: Reader, node: object) -> tuple[str, ...]:
    """The names of the readings that a node asks for."""
    found = (symbol.name for symbol in symbols_in(reader.book, node) if isinstance(symbol, ReadingSymbol))
    return tuple(dict.fromkeys(found))


def gaps_in(node: object) -> tuple[str, ...]:
    """The names of the gaps on which a node or something inside it rests."""
    return tuple(dict.fromkeys(rest.text for notes in notes_in(node) for rest in notes.rests))


def only_if(reader: Reader, level: ast.Level) -> tuple[tuple[str, str], ...]:
    """The readings without which no case of a level holds, where the option in play is not among those it asks for.

    Gives pairs of the reading's name and the text of an option that makes the level count.
    """
    demands = [_demanded(reader, case.when) for case in level.cases]
    if not demands:
        return ()
    found = []
    for name in demands[0]:
        if not all(name in demand for demand in demands):
            continue
        options = set().union(*(demand[name] for demand in demands))
        reading = readings_of(reader)[name]
        if reading.options[0].name not in options:
            found += [(name, plain(option.text)) for option in reading.options if option.name in options]
    return tuple(found)


def _demanded(reader: Reader, condition: ast.Expr | None) -> dict[str, set[str]]:
    """For each reading on which a condition hangs, the options under which it can hold."""
    match condition:
        case ast.And(left=left, right=right):
            one, other = _demanded(reader, left), _demanded(reader, right)
            return {
                name: one.get(name, other.get(name, set())) & other.get(name, one.get(name, set()))
                for name in {**one, **other}
            }
        case ast.Or(left=left, right=right):
            one, other = _demanded(reader, left), _demanded(reader, right)
            return {name: one[name] | other[name] for name in one if name in other}
        case ast.Compare(operator=ast.CompareOp.EQUAL, left=ast.Name() as name, right=ast.Name() as option):
            reading, member = reader.book.refs.get(id(name)), reader.book.refs.get(id(option))
            if isinstance(reading, ReadingSymbol) and isinstance(member, MemberSymbol):
                return {reading.name: {member.name}}
    return {}


def played_as(reader: Reader, condition: ast.Expr) -> bool | None:
    """Whether a condition that asks for nothing but readings holds in the game as it is played; None for others."""
    asked = set(_names(condition))
    known = {name for name in asked if isinstance(reader.book.symbols.get(name), ReadingSymbol)}
    options = {
        symbol.name
        for symbol in symbols_in(reader.book, condition)
        if isinstance(symbol, MemberSymbol) and isinstance(symbol.type, EnumType)
    }
    if not known or asked - known - options:
        return None
    demanded = _demanded(reader, condition)
    if set(demanded) != known:
        return None
    return all(readings_of(reader)[name].options[0].name in allowed for name, allowed in demanded.items())


def as_played(reader: Reader, condition: ast.Expr) -> ast.Expr | bool:
    """What is left of a condition in the game as it is played: the parts that only ask for readings are answered."""
    answer = played_as(reader, condition)
    if answer is not None:
        return answer
    if not isinstance(condition, ast.And | ast.Or):
        return condition
    decides = isinstance(condition, ast.Or)  # `or` is decided by what holds, `and` by what does not
    parts = [as_played(reader, condition.left), as_played(reader, condition.right)]
    if any(part is decides for part in parts):
        return decides
    left = [part for part in parts if not isinstance(part, bool)]
    return replace(condition, left=left[0], right=left[1]) if len(left) == 2 else left[0] if left else not decides


def _names(node: object) -> Iterator[str]:
    return (inner.text for inner in descendants(node) if isinstance(inner, ast.Name))


def with_rules(
    reader: Reader, outline: Outline, readings: dict[str, OpenReading], gaps: dict[str, OpenGap]
) -> tuple[tuple[OpenReading, ...], tuple[OpenGap, ...]]:
    """Readings and gaps with the numbers of the rules that ask for them or rest on them."""
    asking: dict[str, dict[str, None]] = {}
    resting: dict[str, dict[str, None]] = {}
    for part in outline.parts:
        for place in part.places:
            number = outline.numbers[place.address]
            for name in readings_in(reader, own_of(place.node)):
                asking.setdefault(name, {})[number] = None
            for name in gaps_in(own_of(place.node)):
                resting.setdefault(name, {})[number] = None
    return (
        tuple(replace(one, rules=tuple(asking.get(name, ()))) for name, one in readings.items()),
        tuple(replace(one, rules=tuple(resting.get(name, ()))) for name, one in gaps.items()),
    )
