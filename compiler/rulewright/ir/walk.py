"""Walking over the core: the pieces directly inside a piece, and a copy with other pieces inside.

A *piece* is an expression, a domain, a statement, a node, or a part of one that holds such
(`Option`, `Binder`, `Case`, ..). Nothing here knows what a piece means. The order is that of the
fields, which is the order of evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from rulewright.ir import nodes
from rulewright.ir.nodes import Domain, Expr, Node, Stmt, ZoneRef

Piece = (
    Expr | Domain | Stmt | Node | ZoneRef | nodes.Shown | nodes.Binder | nodes.Pick | nodes.Option
    | nodes.Case | nodes.Level | nodes.Rule
)

EXPRESSIONS = (
    nodes.Const, nodes.Local, nodes.Setting, nodes.Read, nodes.Lookup, nodes.Count, nodes.Size,
    nodes.PlaceKind, nodes.PlaceMark, nodes.Binary, nodes.Not, nodes.Ite, nodes.Let, nodes.Apply,
    nodes.Fold, nodes.First,
)
DOMAINS = (nodes.Range, nodes.Items, nodes.Kinds, nodes.Places, nodes.Seats)
STATEMENTS = (
    nodes.Store, nodes.StoreMark, nodes.Transfer, nodes.TransferPlace, nodes.TransferAll,
    nodes.Demand, nodes.If, nodes.Loop, nodes.Tell,
)
NODES = (
    nodes.Auto, nodes.Gate, nodes.Branch, nodes.Choice, nodes.Chance, nodes.Deal, nodes.Final,
)
PARTS = (
    nodes.ZoneRef, nodes.Shown, nodes.Binder, nodes.Pick, nodes.Option, nodes.Case, nodes.Level, nodes.Rule,
)
PIECES: frozenset[type] = frozenset((*EXPRESSIONS, *DOMAINS, *STATEMENTS, *NODES, *PARTS))
"""None of them has subclasses."""

_FIELD_NAMES = {piece: tuple(field.name for field in fields(piece)) for piece in PIECES}
_PLAIN = frozenset((str, int, bool, type(None)))

P = TypeVar("P", bound=Piece)


def children(piece: Piece) -> list[Piece]:
    """The pieces directly inside `piece`."""
    found: list[Piece] = []
    for name in _FIELD_NAMES[type(piece)]:
        _collect(getattr(piece, name), found)
    return found


def descendants(piece: Piece) -> Iterator[Piece]:
    """`piece` and every piece inside it, from the outside in."""
    pending = [piece]
    while pending:
        here = pending.pop()
        yield here
        inside = children(here)
        inside.reverse()
        pending.extend(inside)


def read_through(system: nodes.System, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Every piece inside `pieces`, and inside what the rules that they ask answer, each rule once."""
    rules_met: set[str] = set()
    pending = list(pieces)
    while pending:
        for part in descendants(pending.pop()):
            yield part
            if isinstance(part, nodes.Apply) and part.rule not in rules_met:
                rules_met.add(part.rule)
                pending += [system.rules[part.rule].body, system.rules[part.rule].defined]


def free_locals(piece: Piece) -> frozenset[str]:
    """The locals that somebody outside must bind. No two binders of a system share a name."""
    named: set[str] = set()
    bound: set[str] = set()
    for part in descendants(piece):
        if isinstance(part, nodes.Local):
            named.add(part.name)
        elif isinstance(part, nodes.Let | nodes.Fold | nodes.First | nodes.Loop | nodes.Binder | nodes.Pick):
            bound.add(part.local.name)
    return frozenset(named - bound)


def with_children(piece: P, change: Callable[[Piece], Piece]) -> P:
    """A copy of `piece` with each piece directly inside replaced by `change` of it.

    `piece` itself comes back if nothing changed, so equal parts stay shared.
    """
    changed: dict[str, Any] = {}
    for name in _FIELD_NAMES[type(piece)]:
        before = getattr(piece, name)
        after = _changed(before, change)
        if after is not before:
            changed[name] = after
    return replace(piece, **changed) if changed else piece


def successors(node: Node) -> tuple[int, ...]:
    """The nodes to which the play may go from `node`; each once, in order."""
    match node:
        case nodes.Auto() | nodes.Gate() | nodes.Chance() | nodes.Deal():
            return (node.next,)
        case nodes.Branch():
            return tuple(dict.fromkeys((node.then, node.otherwise)))
        case nodes.Choice():
            return tuple(dict.fromkeys(option.target for option in node.options))
        case nodes.Final():
            return ()


def _collect(value: Any, found: list[Piece]) -> None:
    kind = type(value)
    if kind in _FIELD_NAMES:
        found.append(value)
    elif kind is tuple:
        for part in value:
            _collect(part, found)
    elif kind not in _PLAIN and isinstance(value, Mapping):
        for part in value.values():
            _collect(part, found)


def _changed(value: object, change: Callable[[Any], Any]) -> object:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _FIELD_NAMES:
        return change(value)
    if isinstance(value, tuple):
        parts = tuple(_changed(part, change) for part in value)
        same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if same else parts
    if isinstance(value, Mapping):
        mapping = {key: _changed(part, change) for key, part in value.items()}
        same = all(mapping[key] is value[key] for key in value)
        return value if same else mapping
    return value
