"""Choose options of readings: a system without those settings, with what becomes constant folded away.

Node, region and rule names stay what they were, so claims that point at places keep pointing there:
a branch that is decided becomes an `Auto` that goes one way, a statement that cannot run is left out,
an option whose guard is never true is left out. Nodes that nobody reaches any more stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from rulewright.ir import build
from rulewright.ir.graph import reachable
from rulewright.ir.nodes import (
    Auto,
    Binary,
    Branch,
    Choice,
    Const,
    Demand,
    Domain,
    Expr,
    Fold,
    If,
    Ite,
    Let,
    Local,
    Lookup,
    Loop,
    Node,
    Not,
    Rule,
    Setting,
    Stmt,
    System,
    Table,
)
from rulewright.ir.properties import Clause
from rulewright.ir.walk import NODES, PIECES, Piece, read_through, with_children
from rulewright.source import Span

Options = Mapping[str, int]
"""The number of the chosen option, for each reading that is chosen."""

C = TypeVar("C", bound=Clause)


def specialise(system: System, options: Options) -> System:
    """`system` with these readings chosen; the others stay open."""
    for name, number in options.items():
        if not 0 <= number < len(system.readings[name].options):
            raise ValueError(f"reading `{name}` has no option {number}")
    chooser = _Chooser(options, system.tables)
    return replace(
        system,
        rules={name: chooser.rule(rule) for name, rule in system.rules.items()},
        nodes=tuple(chooser.node(node) for node in system.nodes),
        readings={name: info for name, info in system.readings.items() if name not in options},
    )


def specialise_expr(system: System, expr: Expr, options: Options) -> Expr:
    """An expression over `system` with these readings chosen."""
    return _Chooser(options, system.tables).expr(expr)


def specialise_clause(system: System, clause: C, options: Options) -> C:
    """A clause with these readings chosen in all of its conditions, and in a system of its own."""
    chosen: C = _Chooser(options, system.tables).data(clause)
    return chosen


def readings_used(system: System, exprs: Iterable[Expr] = ()) -> tuple[str, ...]:
    """The open readings, as declared, that the reachable part of `system` or one of `exprs` asks for."""
    alive = reachable(system)
    return readings_of(system, (*(node for node in system.nodes if node.id in alive), *exprs))


def readings_of(system: System, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The open readings that the pieces ask for, also by way of rules."""
    found = {part.name for part in read_through(system, pieces) if isinstance(part, Setting)}
    return tuple(name for name in system.readings if name in found)


class _Chooser:
    """Replaces settings and folds, from the inside out."""

    def __init__(self, options: Options, tables: Mapping[str, Table]) -> None:
        self.options = options
        self.tables = tables

    def node(self, node: Node) -> Node:
        match node:
            case Auto():
                return replace(node, stmts=self.block(node.stmts))
            case Branch():
                cond = self.expr(node.cond)
                if isinstance(cond, Const):
                    return Auto(node.id, node.region, (), node.then if cond.value else node.otherwise)
                return replace(node, cond=cond)
            case Choice():
                options = tuple(with_children(option, self.piece) for option in node.options)
                possible = tuple(option for option in options if option.guard != build.ZERO)
                return replace(node, decider=self.expr(node.decider), options=possible)
            case _:
                return with_children(node, self.piece)

    def rule(self, rule: Rule) -> Rule:
        return with_children(rule, self.piece)

    def block(self, stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(kept for stmt in stmts for kept in self.stmt(stmt))

    def stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case If():
                cond = self.expr(stmt.cond)
                if isinstance(cond, Const):
                    return self.block(stmt.then if cond.value else stmt.otherwise)
                then, otherwise = self.block(stmt.then), self.block(stmt.otherwise)
                branches = replace(stmt, cond=cond, then=then, otherwise=otherwise)
                return (branches,) if then or otherwise else ()
            case Loop():
                domain: Domain = with_children(stmt.domain, self.piece)
                where, body = self.expr(stmt.where), self.block(stmt.body)
                loop = replace(stmt, domain=domain, where=where, body=body)
                return (loop,) if loop.body and loop.where != build.ZERO else ()
            case Demand():
                cond = self.expr(stmt.cond)
                return (replace(stmt, cond=cond),) if cond != build.ONE else ()
            case _:
                return (with_children(stmt, self.piece),)

    def expr(self, expr: Expr) -> Expr:
        """The folded expression; itself if nothing in it changes."""
        match expr:
            case Setting() if expr.name in self.options:
                return Const(self.options[expr.name])
            case Ite():  # a branch that is not taken need not be looked at
                cond = self.expr(expr.cond)
                if isinstance(cond, Const):
                    return self.expr(expr.then if cond.value else expr.otherwise)
        inner = with_children(expr, self.piece)
        match inner:
            case Binary():
                folded = build.binary(inner.op, inner.left, inner.right)
            case Not():
                folded = build.not_(inner.operand)
            case Ite():
                folded = build.ite(inner.cond, inner.then, inner.otherwise)
            case Lookup():
                folded = build.lookup(self.tables[inner.table], inner.index)
                return folded if isinstance(folded, Const) else inner
            case Let() if isinstance(inner.value, Const | Local):
                folded = build.substitute(inner.body, {inner.local.name: inner.value}, self.tables)
            case Fold():
                folded = build.fold(inner.op, inner.local, inner.domain, inner.where, inner.value)
                return inner if isinstance(folded, Fold) else folded  # the built one has no span
            case _:
                return inner
        return inner if folded == inner else folded

    def piece(self, piece: Piece) -> Any:
        """Any piece inside another; statements never come here alone, only in blocks."""
        if isinstance(piece, NODES):
            raise AssertionError("nodes are not inside other pieces")
        if isinstance(piece, Expr):
            return self.expr(piece)
        return with_children(piece, self.piece)

    def data(self, value: Any) -> Any:
        """Claims: plain data around expressions, and systems of their own."""
        if isinstance(value, System):
            return specialise(value, {name: n for name, n in self.options.items() if name in value.readings})
        if type(value) in PIECES:
            return self.piece(value)
        if isinstance(value, tuple):
            return tuple(self.data(part) for part in value)
        if is_dataclass(value) and not isinstance(value, type | Span):
            return replace(value, **{f.name: self.data(getattr(value, f.name)) for f in fields(value)})
        return value
