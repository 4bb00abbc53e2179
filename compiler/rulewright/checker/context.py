"""What is known so far while a rulebook is checked, and the place where mistakes are collected.

The passes fill one `Context`; `CheckedBook` is made from it at the end. Symbols of declarations are made when
somebody first asks for them, because bounds, params, tables and rules may need one another in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.checker.book import Book
from rulewright.checker.errors.data import CyclicConstant
from rulewright.checker.errors.wellformed import TooLarge
from rulewright.checker.scopes import Known, Scopes
from rulewright.checker.symbols import Configuration, LocalSymbol, Symbol
from rulewright.checker.types import PlayerType, Recoded, ScalarType, Type
from rulewright.diagnostics import Diagnostic
from rulewright.source import Span
from rulewright.syntax import ast

MOST_IN_A_ROW = 100
"""Of declarations that hang on each other, as a param on a param."""

Maker = Callable[["Context", str], Symbol | None]


@dataclass(eq=False, slots=True)
class Context:
    """`facts` are the expressions that a condition around here has shown not to be none. `told_none[id(condition)]`
    are those that this condition shows not to be none where it is true, and where it is false.
    `looked_up[table]` is the type that the first `look up` in a table of effects asks with.
    `later` are the names that lines of this block introduce, wherever they stand in it.
    `unmarked[id(symbol)]` is the place for plain cards to which a marked card was moved in this block.
    `names_at[address]` is what is known where a labelled piece begins.
    `elsewhere` are the claims about scopes with more players than here.
    """

    configuration: Configuration
    book: Book
    players: PlayerType
    make: Maker
    diagnostics: list[Diagnostic] = field(default_factory=list)
    symbols: dict[str, Symbol | None] = field(default_factory=dict)
    in_progress: list[str] = field(default_factory=list)
    refs: dict[int, Symbol] = field(default_factory=dict)
    types: dict[int, Type] = field(default_factory=dict)
    constants: dict[int, int] = field(default_factory=dict)
    recoded: dict[int, Recoded] = field(default_factory=dict)
    binders: dict[int, LocalSymbol] = field(default_factory=dict)
    told: dict[int, tuple[str | ast.Expr, ...]] = field(default_factory=dict)
    paths: dict[int, str] = field(default_factory=dict)
    labels: dict[str, ast.Node] = field(default_factory=dict)
    names_at: dict[str, dict[str, Known]] = field(default_factory=dict)
    told_none: dict[int, tuple[tuple[ast.Expr, ...], tuple[ast.Expr, ...]]] = field(default_factory=dict)
    scopes: Scopes = field(default_factory=Scopes)
    facts: tuple[ast.Expr, ...] = ()
    later: dict[str, Span] = field(default_factory=dict)
    in_claim: bool = False
    looked_up: dict[str, ScalarType] = field(default_factory=dict)
    unmarked: dict[int, str] = field(default_factory=dict)
    checked_rules: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)

    def report(self, diagnostic: Diagnostic) -> None:
        self.diagnostics.append(diagnostic)

    def symbol(self, name: str, asked_at: ast.Node | None = None) -> Symbol | None:
        """What a declared name stands for; None if its declaration is wrong (which has been said) or missing."""
        if name in self.symbols:
            return self.symbols[name]
        if name not in self.book.declared:
            return None
        if name in self.in_progress:
            if not isinstance(self.book.declared[name], ast.Rule):  # rules in circles are told with the way round
                self.report(CyclicConstant(span=(asked_at or self.book.name_of(name)).span, name=name))
            self.symbols[name] = None
            return None
        if len(self.in_progress) > MOST_IN_A_ROW:
            self.report(TooLarge(
                span=(asked_at or self.book.name_of(name)).span, most=MOST_IN_A_ROW,
                what=f"`{name}` comes at the end of a row of {len(self.in_progress)} that hang on each other",
                hint="name what the first of them hangs on itself",
            ))
            self.symbols[name] = None
            return None
        self.in_progress.append(name)
        with self.apart():
            made = self.make(self, name)
        self.in_progress.pop()
        in_circle = name in self.symbols and self.symbols[name] is None
        if not in_circle:
            self.symbols[name] = made
        return self.symbols[name]

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Away from the names and conditions of the place that is being checked."""
        saved = self.scopes, self.facts, self.later, self.in_claim
        self.scopes, self.facts, self.later, self.in_claim = Scopes(), (), {}, False
        try:
            yield
        finally:
            self.scopes, self.facts, self.later, self.in_claim = saved

    @contextmanager
    def knowing(self, facts: tuple[ast.Expr, ...]) -> Iterator[None]:
        """Where these expressions are known not to be none."""
        saved = self.facts
        self.facts = (*saved, *facts)
        try:
            yield
        finally:
            self.facts = saved

    @contextmanager
    def within(self, names: dict[str, Known], where: str) -> Iterator[None]:
        """Where these names are known, and nothing else of any block."""
        with self.apart():
            self.in_claim = True
            with self.scopes.block(where):
                for name, symbol in names.items():
                    self.scopes.declare(name, symbol)
                yield
