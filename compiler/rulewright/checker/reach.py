"""Which procedures a procedure runs, directly or on the way, and which rules a rule asks: read off the tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulewright.checker.book import Book
from rulewright.source import Span
from rulewright.syntax import ast


def nodes_of(node: object) -> Iterator[ast.Node]:
    """A node and all nodes inside it, in text order."""
    pending: list[object] = [node]
    while pending:
        here = pending.pop()
        if isinstance(here, ast.Node):
            yield here
        if isinstance(here, tuple):
            pending.extend(reversed(here))
        elif is_dataclass(here) and not isinstance(here, Span):
            pending.extend(getattr(here, name) for name in reversed(_children(type(here))))


_names: dict[type, tuple[str, ...]] = {}


def _children(cls: type) -> tuple[str, ...]:
    found = _names.get(cls)
    if found is None:
        found = tuple(field.name for field in fields(cls) if field.name != "span")
        _names[cls] = found
    return found


def runs_of(node: object) -> list[ast.Name]:
    """The names of procedures and effect tables that a piece runs."""
    found: list[ast.Name] = []
    for each in nodes_of(node):
        match each:
            case ast.Run(procedure):
                found.append(procedure)
            case ast.LookUp(_, table):
                found.append(table)
    return found


def effects_of(table: ast.Table) -> list[ast.Name]:
    """The procedures in the last column of a table of effects."""
    found: list[ast.Name] = []
    for row in table.table.rows:
        for item in row.cells[-1].items if row.cells else ():
            match item:
                case ast.Call(ast.Name() as name):
                    found.append(name)
                case ast.Name():
                    found.append(item)
    return found


def calls_between(book: Book) -> dict[str, list[ast.Name]]:
    """For each procedure and each table of effects what it runs, in text order."""
    graph: dict[str, list[ast.Name]] = {}
    for name, node in book.declared.items():
        if isinstance(node, ast.Procedure):
            graph[name] = runs_of(node.block)
        elif isinstance(node, ast.Table) and node.result is None:
            graph[name] = effects_of(node)
    return graph


def reached_from(book: Book, name: str) -> set[str]:
    """The procedure and all that it runs on the way."""
    graph = calls_between(book)
    seen: set[str] = set()
    pending = [name]
    while pending:
        here = pending.pop()
        if here not in seen:
            seen.add(here)
            pending += [each.text for each in graph.get(here, ())]
    return seen
