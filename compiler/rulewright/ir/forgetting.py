"""Systems with fewer slots that can do at least as much: what holds for all plays of them holds for the original.

A forgotten slot is neither written nor read. A branch that would read it may go either way, so every play of the
original is a play of the abstraction (existential abstraction; Clarke, Grumberg, Long 1994). Options and outcomes are
never changed: a slot on which one of them hangs cannot be forgotten, so `never stuck` carries over, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir.build import ONE
from rulewright.ir.nodes import Stmt, System
from rulewright.ir.walk import Piece, descendants

FREE = ir.ValueType("yes or no", 0, 1, ("no", "yes"))


class CannotForget(ValueError):
    """Something that must stay hangs on a slot that was to be forgotten."""


def hard_slots(system: System) -> frozenset[str]:
    """Game slots into which products of unknown numbers are stored: these are hard for linear arithmetic."""
    found: set[str] = set()
    for node in system.nodes:
        if isinstance(node, ir.Auto):
            for stmt in _stores(node.stmts):
                if _is_nonlinear(system, stmt.value):
                    found.add(stmt.slot)
    return frozenset(found)


def forget(system: System, names: Iterable[str]) -> System:
    """The system without these slots, and without those into which a value of them is stored."""
    gone = _closed(system, set(names))
    forgetting = _Forgetting(system, gone)
    nodes = forgetting.nodes()
    kept = {name: slot for name, slot in system.slots.items() if name not in gone}
    rules = {
        name: rule if not _reads(system, gone, rule) else replace(rule, levels=(), lets=())
        for name, rule in system.rules.items() if not _reads(system, gone, rule.body, rule.defined)
    }
    return replace(system, nodes=nodes, slots={**kept, **forgetting.free}, rules=rules)


def _closed(system: System, gone: set[str]) -> frozenset[str]:
    while True:
        more = {
            stmt.slot
            for node in system.nodes if isinstance(node, ir.Auto)
            for stmt in _stores(node.stmts)
            if stmt.slot not in gone and _reads(system, gone, stmt.value, *stmt.index)
        }
        if not more:
            return frozenset(gone)
        gone |= more


def _stores(stmts: tuple[Stmt, ...]) -> list[ir.Store]:
    return [piece for stmt in stmts for piece in descendants(stmt) if isinstance(piece, ir.Store)]


def _reads(system: System, names: Iterable[str], *pieces: Piece) -> bool:
    """Whether a piece reads one of the slots, also by way of rules."""
    wanted = set(names)
    seen: set[str] = set()
    pending = list(pieces)
    while pending:
        for part in descendants(pending.pop()):
            if isinstance(part, ir.Read) and part.slot in wanted:
                return True
            if isinstance(part, ir.Apply) and part.rule not in seen:
                seen.add(part.rule)
                pending.append(system.rules[part.rule].body)
    return False


def _is_nonlinear(system: System, expr: ir.Expr) -> bool:
    seen: set[str] = set()
    pending: list[Piece] = [expr]
    while pending:
        for part in descendants(pending.pop()):
            match part:
                case ir.Binary(ir.Op.MUL, left, right):
                    if not isinstance(left, ir.Const) and not isinstance(right, ir.Const):
                        return True
                case ir.Fold(ir.Aggregate.PRODUCT):
                    return True
                case ir.Apply(rule) if rule not in seen:
                    seen.add(rule)
                    pending.append(system.rules[rule].body)
                case _:
                    pass
    return False


class _Forgetting:
    def __init__(self, system: System, gone: frozenset[str]) -> None:
        self.system = system
        self.gone = gone
        self.free: dict[str, ir.Slot] = {}
        self.extra: list[ir.Node] = []

    def nodes(self) -> tuple[ir.Node, ...]:
        changed = [self.node(node) for node in self.system.nodes]
        return (*changed, *self.extra)

    def node(self, node: ir.Node) -> ir.Node:
        match node:
            case ir.Auto():
                return replace(node, stmts=self.block(node.stmts))
            case ir.Branch():
                return self.either_way(node) if self.reads(node.cond) else node
            case ir.Final():
                winners = node.winners
                return replace(node, winners=None) if winners is not None and self.reads(*winners) else node
            case ir.Choice():
                pieces = [piece for option in node.options for piece in _guarding(option)]
                self.demand_untouched(node.decider, *pieces)
            case ir.Chance():
                self.demand_untouched(node.binder.domain, node.binder.where, node.weight)
            case ir.Deal():
                self.demand_untouched(node.source, node.target, node.n)
            case ir.Gate():
                pass
        return node

    def either_way(self, node: ir.Branch) -> ir.Node:
        """Luck decides about the branch: an outcome for each side."""
        name = f"either way at {node.id}"
        self.free[name] = ir.Slot(name, ir.Life.FRAME, (), 0, 1, (0,), FREE)
        branch_id = len(self.system.nodes) + len(self.extra)
        self.extra.append(replace(node, id=branch_id, cond=ir.Read(name, (), 0, 1)))
        local = ir.Local(name, 0, 1)
        binder = ir.Binder("either way", local, name, ir.Range(ir.Const(0), ir.Const(1)), ONE, ir.Shown(local, FREE))
        return ir.Chance(node.id, node.region, binder, ONE, branch_id, "either way", node.span)

    def block(self, stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(kept for stmt in stmts for kept in self.stmt(stmt))

    def stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case ir.Store():
                return () if stmt.slot in self.gone else (stmt,)
            case ir.Demand():
                return () if self.reads(stmt.cond) or stmt.subject in self.gone else (stmt,)
            case ir.Tell():
                return () if self.reads(stmt) else (stmt,)
            case ir.If():
                then, otherwise = self.block(stmt.then), self.block(stmt.otherwise)
                if not then and not otherwise:
                    return ()
                self.demand_untouched(stmt.cond)
                return (replace(stmt, then=then, otherwise=otherwise),)
            case ir.Loop():
                body = self.block(stmt.body)
                if not body:
                    return ()
                self.demand_untouched(stmt.where, stmt.domain)
                return (replace(stmt, body=body),)
            case _:
                self.demand_untouched(stmt)
                return (stmt,)

    def reads(self, *pieces: Piece) -> bool:
        return _reads(self.system, self.gone, *pieces)

    def demand_untouched(self, *pieces: Piece) -> None:
        if self.reads(*pieces):
            raise CannotForget(", ".join(sorted(self.gone)))


def _guarding(option: ir.Option) -> tuple[Piece, ...]:
    binders = tuple(piece for binder in option.binders for piece in (binder.domain, binder.where))
    pick = option.pick
    return (option.guard, *binders) if pick is None else (
        option.guard, *binders, pick.domain, pick.where, pick.least, pick.most
    )
