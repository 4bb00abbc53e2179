"""Walking over the tree of a rulebook: every node inside a node, and what the names in it stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulewright.checker.symbols import CheckedBook, Symbol
from rulewright.syntax import ast


def descendants(node: object) -> Iterator[ast.Node | ast.Notes]:
    """The node itself and all nodes and notes inside it, from the outside in, in the order of the text."""
    if isinstance(node, tuple):
        for element in node:
            yield from descendants(element)
    elif isinstance(node, ast.Node | ast.Notes) and is_dataclass(node):
        yield node
        for one in fields(node):
            if one.name != "span":
                yield from descendants(getattr(node, one.name))


def symbols_in(book: CheckedBook, node: object) -> Iterator[Symbol]:
    """What the names inside a node stand for."""
    for inner in descendants(node):
        symbol = book.refs.get(id(inner))
        if symbol is not None:
            yield symbol
        elif isinstance(inner, ast.Name) and inner.text in book.symbols:
            yield book.symbols[inner.text]


def notes_in(node: object) -> Iterator[ast.Notes]:
    """All notes inside a node, its own first."""
    return (inner for inner in descendants(node) if isinstance(inner, ast.Notes))


def cites_in(node: object) -> tuple[str, ...]:
    """The passages that a node and everything inside it cite, in order, each once."""
    found = (inner.passage for inner in descendants(node) if isinstance(inner, ast.Cite))
    return tuple(dict.fromkeys(found))


def cites_of(notes: ast.Notes) -> tuple[str, ...]:
    """The passages that some notes name."""
    return tuple(dict.fromkeys(cite.passage for cite in notes.cites))


def steps_of(node: object) -> Iterator[ast.Step]:
    """The steps directly inside a block, through loops and branches, without those inside other steps or options."""
    if isinstance(node, tuple):
        for element in node:
            yield from steps_of(element)
    elif isinstance(node, ast.Step):
        yield node
    elif isinstance(node, ast.Block):
        yield from steps_of(node.statements)
    elif isinstance(node, ast.If):
        for branch in node.branches:
            yield from steps_of(branch.block)
        yield from steps_of(node.otherwise)
    elif isinstance(node, ast.While | ast.Repeat | ast.ForEach):
        yield from steps_of(node.block)


def own_of(node: object) -> object:
    """What belongs to a numbered thing itself: of a procedure all but its steps, which have numbers of their own."""
    if not isinstance(node, ast.Procedure):
        return node
    return (node.block.notes, *(_without_steps(one) for one in node.block.statements))


def _without_steps(node: object) -> object:
    match node:
        case ast.Step():
            return ()
        case ast.Block(statements=statements, notes=notes):
            return (notes, *(_without_steps(one) for one in statements))
        case ast.If(branches=branches, otherwise=otherwise):
            pairs = tuple((branch.condition, _without_steps(branch.block)) for branch in branches)
            return (pairs, _without_steps(otherwise) if otherwise is not None else ())
        case ast.While(condition=condition, block=block):
            return (condition, _without_steps(block))
        case ast.Repeat(until=until, block=block):
            return (until, _without_steps(block))
        case ast.ForEach(binder=binder, block=block):
            return (binder, _without_steps(block))
        case _:
            return node


def in_play(book: CheckedBook) -> frozenset[str]:
    """The rules, procedures and tables that the procedure `game` leads to; without such a procedure all there are.

    A declaration that nothing but claims and examples ask is left out: it belongs to what is checked, not to the game.
    """
    named = {name: item for item in book.items if (name := name_of(item))}
    game = named.get("game")
    if game is None:
        return frozenset(named)
    outside: dict[str, list[ast.Item]] = {}
    for item in book.items:
        if isinstance(item, ast.OutsideLevel):
            outside.setdefault(item.rule.text, []).append(item)
    found: dict[str, None] = {}
    waiting = ["game", *(name for name, item in named.items() if isinstance(item, ast.Cards | ast.Param))]
    while waiting:
        name = waiting.pop()
        if name in found or name not in named:
            continue
        found[name] = None
        for part in (named[name], *outside.get(name, ())):
            waiting += [inner.text for inner in descendants(part) if isinstance(inner, ast.Name)]
    asked = {
        inner.text
        for item in book.items
        if isinstance(item, ast.Claim | ast.Example)
        for inner in descendants(item)
        if isinstance(inner, ast.Name)
    }
    return frozenset(name for name in named if name in found or name not in asked)


def name_of(item: object) -> str:
    """The name that a declaration gives, empty where it gives none."""
    name = getattr(item, "name", None)
    return name.text if isinstance(name, ast.Name) and not isinstance(item, ast.Rulebook | ast.Variant) else ""
