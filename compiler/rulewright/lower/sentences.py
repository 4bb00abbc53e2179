"""`told` sentences: what a trace says, with values put in, and who hears it."""

from __future__ import annotations

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower.expressions import scalar, value
from rulewright.lower.layout import value_type
from rulewright.lower.procedures import Lowering, Scope
from rulewright.lower.values import Scalar, ThingCopy, ThingValue
from rulewright.syntax import ast


def tell(low: Lowering, scope: Scope, notes: ast.Notes, after: int, *, looks_back: bool) -> None:
    """The sentences that stand behind the first `after` statements of a block: one statement for all who hear the
    same. `looks_back`: one of these statements does something."""
    here = [told for told in notes.told if told.after == after]
    hearers = [told.to for i, told in enumerate(here) if told.to not in [each.to for each in here[:i]]]
    for to in hearers:
        heard = [told for told in here if told.to == to]
        texts: dict[str, tuple[str | ir.Shown, ...]] = {}
        for told in heard:
            texts.setdefault(told.language or "en", _parts(low, scope, told))
        hearer = scalar(low.ctx, scope, to) if to is not None else None
        low.graph.emit(ir.Tell(texts, hearer, looks_back, heard[0].span))


def _parts(low: Lowering, scope: Scope, told: ast.Told) -> tuple[str | ir.Shown, ...]:
    result: list[str | ir.Shown] = []
    for part in low.ctx.book.told.get(id(told), (told.string,)):
        if isinstance(part, str):
            result.append(part)
            continue
        what = value(low.ctx, scope, part)
        match what:
            case Scalar(expr, type_):
                result.append(ir.Shown(expr, value_type(low.ctx, type_)))
            case ThingValue(type_) | ThingCopy(type_):
                result.append(ir.Shown(what.kind, value_type(low.ctx, type_.kind)))
            case _:
                result.append(ir.Shown(b.ZERO, ir.ValueType("things", 0, 0, ("...",))))
    return tuple(result)
