"""Telling apart what a sentence speaks of: names that are left out where there is one, and told where there are two.

`held(p)` is "held", for a reader knows whose. `held(p) > held(q)` must say whose twice: "held (this player): more than
held (that player)".
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.checker.symbols import LocalKind, LocalSymbol
from rulewright.checker.types import KindType, PlayerType, RecordType, ThingType, Type
from rulewright.syntax import ast
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.walk import descendants


def told_apart(reader: Reader, *nodes: object) -> Reader:
    """A reader that tells the names of a sentence which would otherwise be taken for one another. Parts of a sentence
    that is read already keep to what the whole of it needs."""
    if reader.apart is not None:
        return reader
    groups: dict[str, dict[str, LocalSymbol]] = {}
    for node in nodes:
        around = {id(one.player) for one in descendants(node) if isinstance(one, ast.TurnOrder)}
        names = (one for one in descendants(node) if id(one) not in around)  # "the others" says nobody's name
        for symbol in (reader.book.refs.get(id(one)) for one in names):
            if isinstance(symbol, LocalSymbol) and symbol.kind is not LocalKind.LET:
                groups.setdefault(_sort(symbol.type), {})[symbol.name] = symbol
    several = [group for sort, group in groups.items() if sort and len(group) > 1]
    return replace(reader, apart={name: text for group in several for name, text in _words(reader, group).items()})


def _sort(kind: Type) -> str:
    """What names of a type can be taken for; empty for numbers and values, which are told by themselves."""
    match kind:
        case PlayerType():
            return "Player"
        case ThingType(kind=KindType(name=name)) | KindType(name=name) | RecordType(name=name):
            return name
        case _:
            return ""


def _words(reader: Reader, group: dict[str, LocalSymbol]) -> dict[str, str]:
    """What each of some names is called: as the rulebook prints it, players by what they are to the sentence."""
    found = {}
    kinds = [symbol.kind for name, symbol in group.items() if name not in reader.words]
    for name, symbol in group.items():
        if name in reader.words or not isinstance(symbol.type, PlayerType):
            found[name] = reader.named(name)
        elif kinds.count(symbol.kind) > 1 or symbol.kind not in (LocalKind.PARAMETER, LocalKind.BINDER):
            found[name] = f"{reader.wording.person} {reader.named(name)}"
        else:
            found[name] = reader.phrases["this_player" if symbol.kind is LocalKind.PARAMETER else "that_player"]
    return found
