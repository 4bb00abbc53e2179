"""What a condition tells about slots: where it is known to hold, or not to, ranges are narrower."""

from __future__ import annotations

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.memory import Memory
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, Op


def assume(cond: Expr, holds: bool, memory: Memory) -> None:
    """Narrow the ranges of the single slots that `cond` compares with constants."""
    match cond:
        case ir.Not():
            assume(cond.operand, not holds, memory)
        case ir.Binary(Op.AND) if holds:
            assume(cond.left, True, memory)
            assume(cond.right, True, memory)
        case ir.Binary(Op.OR) if not holds:
            assume(cond.left, False, memory)
            assume(cond.right, False, memory)
        case ir.Binary(Op.LT, ir.Read(slot, ()), ir.Const(k)):
            _narrow(slot, None if holds else k, k - 1 if holds else None, memory)
        case ir.Binary(Op.LT, ir.Const(k), ir.Read(slot, ())):
            _narrow(slot, k + 1 if holds else None, None if holds else k, memory)
        case ir.Binary(Op.LE, ir.Read(slot, ()), ir.Const(k)):
            _narrow(slot, None if holds else k + 1, k if holds else None, memory)
        case ir.Binary(Op.LE, ir.Const(k), ir.Read(slot, ())):
            _narrow(slot, k if holds else None, None if holds else k - 1, memory)
        case ir.Binary(Op.EQ, ir.Read(slot, ()), ir.Const(k)) | ir.Binary(Op.EQ, ir.Const(k), ir.Read(slot, ())):
            if holds:
                _narrow(slot, k, k, memory)


def _narrow(slot: str, lo: int | None, hi: int | None, memory: Memory) -> None:
    known = memory.cells.get(slot)
    if known is not None:
        least = known.lo if lo is None else lo
        most = known.hi if hi is None else hi
        memory.cells[slot] = c.narrowed(known, least, most)
