"""What was there instead, where a condition is not so: the cells that it reads, and numbers that it compares."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, Life, Read
from rulewright.ir.values import printed
from rulewright.ir.walk import descendants, free_locals

COMPARING = (ir.Op.EQ, ir.Op.LT, ir.Op.LE)


def found_instead(reference: Reference, state: State, cond: Expr) -> str:
    """`pot is 5, score[Ann] is 0`; for what is counted `the number is 2`. Empty if there is no such value."""
    cells = dict(_cells(reference, state, cond))
    if cells:
        return ", ".join(f"{name} is {value}" for name, value in cells.items())
    for piece in descendants(cond):
        if isinstance(piece, ir.Binary) and piece.op in COMPARING:
            sides = [side for side in (piece.left, piece.right) if not isinstance(side, ir.Const)]
            if len(sides) == 1 and not free_locals(piece):
                return f"the number is {reference.evaluate(sides[0], state)}"
    return ""


def _cells(reference: Reference, state: State, cond: Expr) -> Iterator[tuple[str, str]]:
    slots = reference.system.slots
    for piece in descendants(cond):
        if not isinstance(piece, Read) or free_locals(piece):
            continue
        slot = slots[piece.slot]
        if slot.life is not Life.GAME or (piece.index and not slot.dim_types):
            continue
        index = [reference.evaluate(each, state) for each in piece.index]
        where = ", ".join(printed(type_, type_.lo + i) for type_, i in zip(slot.dim_types, index, strict=True))
        yield slot.name + (f"[{where}]" if where else ""), printed(slot.type, reference.evaluate(piece, state))
