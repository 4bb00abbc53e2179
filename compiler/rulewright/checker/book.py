"""The declarations of a rulebook by name, in one configuration, before anything has a type.

`collect` reads the items of the linked rulebook. What it finds are nodes of the tree; `Context.symbol` makes symbols
of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from rulewright.checker.errors.names import DuplicateName
from rulewright.diagnostics import Diagnostic
from rulewright.syntax import ast

Declared = (
    ast.Enum | ast.Param | ast.Cards | ast.Die | ast.Table | ast.Record | ast.Field | ast.Rule | ast.Procedure
    | ast.Reading | ast.Gap | ast.Source
)

_Named = TypeVar("_Named", bound=Declared | ast.Claim | ast.Scope | ast.Example | ast.Variant)


class Family(StrEnum):
    """Where a value is a member: `sun` of an enumeration, `altar` of a table of cards, ..."""

    ENUM = "enum"
    KIND = "kind"
    FACE = "face"
    READING = "reading"
    PLAYER = "player"


@dataclass(slots=True)
class Book:
    """`declared` is the one list of names. `members[name]` are the (family, owner) that have a value of that name.
    `outside[rule]` are the levels that stand apart from their rule. `sets`, `keeps` and `varies` are of the scope.
    """

    rulebook: ast.Rulebook
    items: tuple[ast.Item, ...]
    declared: dict[str, Declared] = field(default_factory=dict)
    members: dict[str, list[tuple[Family, str]]] = field(default_factory=dict)
    outside: dict[str, list[ast.OutsideLevel]] = field(default_factory=dict)
    precedences: list[ast.Precedence] = field(default_factory=list)
    claims: dict[str, ast.Claim] = field(default_factory=dict)
    scopes: dict[str, ast.Scope] = field(default_factory=dict)
    examples: dict[str, ast.Example] = field(default_factory=dict)
    variants: dict[str, ast.Variant] = field(default_factory=dict)
    passages: dict[str, str] = field(default_factory=dict)
    sets: tuple[ast.Sets, ...] = ()
    keeps: tuple[ast.Keeps, ...] = ()
    varies: tuple[ast.Varies, ...] = ()

    def name_of(self, name: str) -> ast.Name:
        return self.declared[name].name

    def all_of(self, kind: type[ast.Node]) -> list[str]:
        """The names of all declarations of one class, in file order."""
        return [name for name, node in self.declared.items() if isinstance(node, kind)]


def collect(rulebook: ast.Rulebook, items: tuple[ast.Item, ...]) -> tuple[Book, list[Diagnostic]]:
    """All names; of two things with one name the first counts."""
    book = Book(rulebook, items)
    found: list[Diagnostic] = []
    for item in items:
        match item:
            case ast.Rulebook() | ast.Chapter() | ast.Words():
                pass
            case ast.State(fields):
                for each in fields:
                    _declare(book.declared, each, found)
            case ast.OutsideLevel(rule):
                book.outside.setdefault(rule.text, []).append(item)
            case ast.Precedence():
                book.precedences.append(item)
            case ast.Claim():
                _declare(book.claims, item, found)
            case ast.Scope():
                _declare(book.scopes, item, found)
            case ast.Example():
                _declare(book.examples, item, found)
            case ast.Variant():
                _declare(book.variants, item, found)
            case _:
                _declare(book.declared, item, found)
                _add_members(book, item)
    return book, found


def _declare(names: dict[str, _Named], node: _Named, found: list[Diagnostic]) -> None:
    first = names.setdefault(node.name.text, node)
    if first is not node:
        also = ((first.name.span, "declared here first"),)
        found.append(DuplicateName(span=node.name.span, name=node.name.text, also=also))


def _add_members(book: Book, node: Declared) -> None:
    name = node.name.text
    match node:
        case ast.Enum(_, values, table):
            _add(book, Family.ENUM, name, (value.text for value in values))
            _add(book, Family.ENUM, name, first_names(table))
        case ast.Cards(_, _, table):
            _add(book, Family.KIND, name, first_names(table))
        case ast.Die(_, table):
            _add(book, Family.FACE, name, first_names(table))
        case ast.Reading(_, options):
            _add(book, Family.READING, name, (option.name.text for option in options))
        case _:
            pass


def _add(book: Book, family: Family, owner: str, names: Iterable[str]) -> None:
    for name in names:
        owners = book.members.setdefault(name, [])
        if (family, owner) not in owners:
            owners.append((family, owner))


def first_names(grid: ast.Grid | None) -> list[str]:
    """The names in the first column of a table."""
    rows = grid.rows if grid is not None else ()
    return [item.text for row in rows if row.cells for item in row.cells[0].items if isinstance(item, ast.Name)]
