"""The places between which a proof steps: rests and exits of loops, told apart by counters.

A *location* is a node together with the values of the *control slots*: frame slots that count
rounds of a short loop ("the third player's turn") and whose value is known on every path. What is
affine at each of four turns is not affine over all of them, so these locations are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from rulewright.ir.graph import is_rest
from rulewright.ir.nodes import (
    Auto,
    Binary,
    Branch,
    Chance,
    Choice,
    Const,
    Expr,
    If,
    Ite,
    Life,
    Loop,
    Read,
    Stmt,
    Store,
    System,
)

# More values than this make too many locations; the slot is then a number like others.
MOST_VALUES_OF_A_CONTROL_SLOT = 9


@dataclass(frozen=True, order=True)
class Location:
    """A cut of the graph: node, and the control slots that are live there with their values."""

    node: int
    control: tuple[tuple[str, int], ...] = ()

    @property
    def values(self) -> Mapping[str, int]:
        return dict(self.control)


def cut_nodes(system: System, *, loop_heads: bool) -> frozenset[int]:
    """Rests and the exits of loops; who meets a cycle without one on his way adds a cut of it.

    At an exit the ways through the last round meet, so what comes after is looked at once. The head
    itself is no cut unless asked for: what is true of some rounds only ("nothing is neutral while
    tricks are left") stays apart from what is true after the last.
    """
    cuts = {node.id for node in system.nodes if is_rest(node)}
    for node in system.nodes:
        if isinstance(node, Branch) and node.loop is not None:
            cuts.add(node.otherwise)
            if loop_heads:
                cuts.add(node.id)
    return frozenset(cuts)


def control_slots(system: System) -> frozenset[str]:
    """Frame slots that are only ever set to constants and to sums of control slots."""
    stores: dict[str, list[Expr]] = {}
    bound: set[str] = set()
    for node in system.nodes:
        match node:
            case Auto(stmts=stmts):
                for store in _stores(stmts):
                    stores.setdefault(store.slot, []).append(store.value)
                for stmt in stmts:
                    if isinstance(stmt, Loop):
                        # Rounds are merged, and then it may be open whether the store was made.
                        bound.update(store.slot for store in _stores(stmt.body))
            case Choice(options=options):
                for option in options:
                    bound.update(binder.slot for binder in option.binders)
                    if option.pick is not None:
                        bound.add(option.pick.into)
            case Chance(binder=binder):
                bound.add(binder.slot)
            case _:
                pass
    for handle in system.handles:
        bound.update((handle.where, handle.place, handle.kind))
    control = {
        name
        for name, slot in system.slots.items()
        if slot.life is Life.FRAME
        and prod(slot.dims) == 1
        and slot.hi - slot.lo < MOST_VALUES_OF_A_CONTROL_SLOT
        and name not in bound
    }
    while True:
        kept = {name for name in control if all(_is_control(e, control) for e in stores.get(name, []))}
        if kept == control:
            return frozenset(kept)
        control = kept


def _stores(stmts: tuple[Stmt, ...]) -> Iterator[Store]:
    for stmt in stmts:
        match stmt:
            case Store():
                yield stmt
            case If(then=then, otherwise=otherwise):
                yield from _stores(then)
                yield from _stores(otherwise)
            case Loop(body=body):
                yield from _stores(body)
            case _:
                pass


def _is_control(expr: Expr, control: set[str]) -> bool:
    match expr:
        case Const():
            return True
        case Read(slot=slot):
            return slot in control
        case Binary(left=left, right=right):
            return _is_control(left, control) and _is_control(right, control)
        case Ite(cond=cond, then=then, otherwise=otherwise):
            return all(_is_control(part, control) for part in (cond, then, otherwise))
        case _:
            return False
