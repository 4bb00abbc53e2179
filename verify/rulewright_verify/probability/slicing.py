"""A system without what a question cannot notice: fewer things to tell states apart, the same odds.

Stores to what is not needed (`rulewright.ir.needed`) are left out with the demands that guard them alone,
and what is needed for a while only is forgotten afterwards. Decisions, luck and the way they lead are the
same, as long as the play does not break down at a demand that was left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rulewright.ir import nodes as ir
from rulewright.ir.needed import Needed, needed
from rulewright.ir.nodes import Demand, Expr, Life, Stmt, System
from rulewright.ir.walk import descendants


@dataclass(frozen=True)
class Sliced:
    """`left_out`: the demands of which nothing is known any more."""

    system: System
    left_out: tuple[Demand, ...] = field(repr=False)


def sliced(system: System, watched: Iterable[Expr]) -> Sliced:
    """The slice in which the values of `watched`, and how plays go on, are what they were."""
    nodes = tuple(replace(node, winners=None) if isinstance(node, ir.Final) else node for node in system.nodes)
    plain = replace(system, nodes=nodes)
    slicing = _Slicing(needed(plain, list(watched)))
    kept = tuple(
        replace(node, stmts=slicing.block(node.stmts, behind=True)) if isinstance(node, ir.Auto) else node
        for node in nodes
    )
    written = written_slots(system)
    slots = {
        name: replace(slot, life=Life.FRAME) if slot.life is Life.GAME and name in written else slot
        for name, slot in system.slots.items()
    }
    return Sliced(replace(plain, nodes=kept, slots=slots), tuple(slicing.left_out))


def written_slots(system: System) -> frozenset[str]:
    """The slots that some statement or decision writes."""
    found = set()
    for node in system.nodes:
        for part in descendants(node):
            match part:
                case ir.Store() | ir.Binder():
                    found.add(part.slot)
                case ir.Pick():
                    found.add(part.into)
    for handle in system.handles:
        found |= {handle.where, handle.place, handle.kind}
    return frozenset(found)


class _Slicing:
    """Filters blocks as `needed` looked at them: a demand belongs to what stands behind it."""

    def __init__(self, kept: Needed) -> None:
        self.kept = kept
        self.left_out: list[Demand] = []

    def block(self, stmts: tuple[Stmt, ...], *, behind: bool) -> tuple[Stmt, ...]:
        kept: list[Stmt] = []
        wanted = behind
        for stmt in reversed(stmts):
            if isinstance(stmt, Demand):
                if wanted:
                    kept.append(stmt)
                else:
                    self.left_out.append(stmt)
            elif not isinstance(stmt, ir.Tell):
                filtered = self.stmt(stmt)
                wanted = filtered is not None
                kept += [filtered] if filtered is not None else []
        return tuple(reversed(kept))

    def stmt(self, stmt: Stmt) -> Stmt | None:
        match stmt:
            case ir.Store():
                return stmt if stmt.slot in self.kept.slots else None
            case ir.StoreMark():
                return stmt if stmt.zone.zone in self.kept.zones else None
            case ir.Transfer() | ir.TransferPlace() | ir.TransferAll():
                return stmt if {stmt.source.zone, stmt.target.zone} & self.kept.zones else None
            case ir.If():
                then = self.block(stmt.then, behind=False)
                otherwise = self.block(stmt.otherwise, behind=False)
                return replace(stmt, then=then, otherwise=otherwise) if then or otherwise else None
            case ir.Loop():
                body = self.block(stmt.body, behind=False)
                return replace(stmt, body=body) if body else None
            case ir.Demand() | ir.Tell():
                raise AssertionError("looked at by the block")
