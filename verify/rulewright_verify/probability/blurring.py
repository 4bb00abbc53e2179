"""A system in which only some slots are left, and whatever hangs on others may go either way.

Every play of a game is, as far as the slots that are left go, a play of its blurred system (existential
abstraction; Clarke, Grumberg, Long 1994). So the values that these slots can have at a place of the blurred
system are more than those that plays reach, and often few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, Life, Op, Stmt, System
from rulewright.ir.walk import Piece, children, descendants

YES_OR_NO = ir.ValueType("yes or no", 0, 1, ("no", "yes"))


class CannotBlur(Exception):
    """A slot that is to be left takes its values from what lies in zones."""


def blurred(system: System, names: Iterable[str]) -> System:
    """The system with `names` left, and the slots from which these take their values."""
    return _Blurring(system, frozenset(names)).system()


class _Blurring:
    def __init__(self, system: System, names: frozenset[str]) -> None:
        self.original = system
        self._reads: dict[int, tuple[object, frozenset[str]]] = {}
        self.kept = self._closed(names)
        self.extra: list[ir.Node] = []
        self.slots: dict[str, ir.Slot] = {}

    def system(self) -> System:
        nodes = tuple(self.node(node) for node in self.original.nodes)
        slots = {
            name: replace(slot, life=Life.FRAME) if slot.life is Life.GAME else slot
            for name, slot in self.original.slots.items()
        }
        return replace(self.original, nodes=(*nodes, *self.extra), slots={**slots, **self.slots}, handles=())

    # -------------------------------------------------------------- what is left

    def _closed(self, names: frozenset[str]) -> frozenset[str]:
        """With all slots that are read to work out what is stored to one of them."""
        moved = {name for handle in self.original.handles for name in (handle.where, handle.place, handle.kind)}
        kept = set(names)
        while True:
            read: set[str] = set()
            for node in self.original.nodes:
                if isinstance(node, ir.Auto):
                    for stmt in node.stmts:
                        read |= self._read_by_stores(stmt, kept)
                for pick in (option.pick for option in getattr(node, "options", ()) if option.pick is not None):
                    if pick.into in kept:
                        raise CannotBlur(pick.into)
            if read & self.original.zones.keys() or (kept | read) & moved:
                raise CannotBlur(", ".join(sorted(read)))
            if read <= kept:
                return frozenset(kept)
            kept |= read

    def _read_by_stores(self, stmt: Stmt, kept: set[str]) -> set[str]:
        match stmt:
            case ir.Store() if stmt.slot in kept:
                return set(self.reads(stmt))
            case ir.If():
                inside = [self._read_by_stores(each, kept) for each in (*stmt.then, *stmt.otherwise)]
                return set().union(self.reads(stmt.cond), *inside) if self._has_store(stmt, kept) else set()
            case ir.Loop():
                if not self._has_store(stmt, kept):
                    return set()
                inside = [self._read_by_stores(each, kept) for each in stmt.body]
                return set().union(self.reads(stmt.domain), self.reads(stmt.where), *inside)
        return set()

    def _has_store(self, stmt: Stmt, kept: Iterable[str]) -> bool:
        return any(isinstance(part, ir.Store) and part.slot in kept for part in descendants(stmt))

    def reads(self, piece: Piece) -> frozenset[str]:
        """The slots and zones that a piece reads, also by way of rules."""
        known = self._reads.get(id(piece))
        if known is not None:
            return known[1]
        found: set[str] = set()
        match piece:
            case ir.Read():
                found.add(piece.slot)
            case ir.ZoneRef():
                found.add(piece.zone)
            case ir.Apply():
                found |= self.reads(self.original.rules[piece.rule].body)
        for part in children(piece):
            found |= self.reads(part)
        self._reads[id(piece)] = (piece, frozenset(found))
        return frozenset(found)

    def is_known(self, *pieces: Piece) -> bool:
        return all(self.reads(piece) <= self.kept for piece in pieces)

    # -------------------------------------------------------------- nodes

    def node(self, node: ir.Node) -> ir.Node:
        match node:
            case ir.Auto():
                return replace(node, stmts=self.block(node.stmts))
            case ir.Branch():
                return node if self.is_known(node.cond) else self.either_way(node)
            case ir.Choice():
                decider = node.decider if self.is_known(node.decider) else b.ZERO
                return replace(node, decider=decider, options=tuple(self.option(option) for option in node.options))
            case ir.Chance():
                return replace(node, binder=self.binders((node.binder,))[0], weight=b.ONE)
            case ir.Deal():
                return ir.Auto(node.id, node.region, (), node.next)
            case ir.Final():
                return replace(node, winners=None)
            case ir.Gate():
                return node

    def either_way(self, node: ir.Branch) -> ir.Node:
        """Luck decides about the branch, as far as what is left does not."""
        name = f"either way at {node.id}"
        self.slots[name] = ir.Slot(name, Life.FRAME, (), 0, 1, (0,), YES_OR_NO)
        branch = len(self.original.nodes) + len(self.extra)
        self.extra.append(replace(node, id=branch, cond=ir.Read(name, (), 0, 1)))
        local = ir.Local(name, 0, 1)
        possible = b.ite(local, self.weakened(node.cond), self.weakened(node.cond, wanted=False))
        binder = ir.Binder(name, local, name, ir.Range(b.ZERO, b.ONE), possible, ir.Shown(local, YES_OR_NO))
        return ir.Chance(node.id, node.region, binder, b.ONE, branch)

    def option(self, option: ir.Option) -> ir.Option:
        """What may be chosen if the unknown part of the guard is true. What is picked lies in zones."""
        return replace(
            option, guard=self.weakened(option.guard), pick=None, conditions=(),
            binders=self.binders(option.binders),
        )

    def binders(self, binders: tuple[ir.Binder, ...]) -> tuple[ir.Binder, ...]:
        """What may be bound; where none of the names is left, one value stands for all."""
        if all(binder.slot not in self.kept for binder in binders):
            return tuple(
                replace(each, domain=ir.Items((ir.Const(each.local.lo),)), where=b.ONE, shown=_plain(each))
                for each in binders
            )
        return tuple(
            replace(
                each, where=self.weakened(each.where), shown=_plain(each),
                domain=each.domain if self.is_known(each.domain) else _all_values(each.local),
            )
            for each in binders
        )

    def weakened(self, cond: Expr, *, wanted: bool = True) -> Expr:
        """A condition that is true wherever `cond` is (or is not, if that is wanted), and reads only what is left."""
        match cond:
            case ir.Not(operand):
                return self.weakened(operand, wanted=not wanted)
            case ir.Binary(Op.AND | Op.OR as op, left, right):
                sides = self.weakened(left, wanted=wanted), self.weakened(right, wanted=wanted)
                return b.and_(*sides) if (op is Op.AND) == wanted else b.or_(*sides)
        if not self.is_known(cond):
            return b.ONE
        return cond if wanted else b.not_(cond)

    # -------------------------------------------------------------- statements

    def block(self, stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(kept for stmt in stmts for kept in self.stmt(stmt))

    def stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case ir.Store():
                return (stmt,) if stmt.slot in self.kept else ()
            case ir.If() if self._has_store(stmt, self.kept):
                return (replace(stmt, then=self.block(stmt.then), otherwise=self.block(stmt.otherwise)),)
            case ir.Loop() if self._has_store(stmt, self.kept):
                return (replace(stmt, body=self.block(stmt.body)),)
        return ()


def _plain(binder: ir.Binder) -> ir.Shown:
    """The value itself, which no zone need be asked for."""
    return ir.Shown(binder.local, binder.shown.type)


def _all_values(local: ir.Local) -> ir.Range:
    return ir.Range(ir.Const(local.lo), ir.Const(local.hi))
