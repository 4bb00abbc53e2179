"""Moving and drawing: the only ways in which cards travel."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower.context import interval
from rulewright.lower.expressions import scalar, value
from rulewright.lower.handles import bind, note_move, place_type
from rulewright.lower.layout import size, value_type
from rulewright.lower.loops import counter, loop_head, set_counter
from rulewright.lower.procedures import Lowering, Scope, demand, frozen
from rulewright.lower.values import Picked, Scalar, ThingValue, ZoneValue
from rulewright.source import Span
from rulewright.syntax import ast

Marks = tuple[tuple[str, tuple[ir.Expr, ...]], ...]


def move(low: Lowering, node: ast.Move, scope: Scope) -> None:
    source, target = zone(low, scope, node.source), zone(low, scope, node.target)
    end = _end(node.end)
    marks = _marks(low, scope, node.marks, target)
    if node.things is None:
        if low.ctx.zones[target.zone].bounded:
            room = b.const(low.ctx.zones[target.zone].capacity)
            fits = b.le(b.add(size(low.ctx, source), size(low.ctx, target)), room)
            low.graph.emit(ir.Demand(fits, ir.Reason.FULL, target.zone, node.span))
        low.graph.emit(ir.TransferAll(source, target, marks, end, node.span))
        return
    for thing in node.things:
        what = value(low.ctx, scope, thing)
        match what:
            case Picked():
                _move_picked(low, what, target, marks, end, node.span)
            case ThingValue() if low.ctx.zones[source.zone].form is not ir.Form.BAG:
                demand_room(low, target, node.span)
                _demand_there(low, what, source, node.span)
                note_move(low, what, node, target)
                low.graph.emit(ir.TransferPlace(what.place, source, target, marks, end, node.span))
            case _:
                _move_kind(low, _kind(what), source, target, marks, end, node.span)


def zone(low: Lowering, scope: Scope, node: ast.Expr) -> ir.ZoneRef:
    what = value(low.ctx, scope, node)
    assert isinstance(what, ZoneValue), node
    demand(low, *what.ref.index)
    return what.ref


def _kind(what: object) -> ir.Expr:
    if isinstance(what, Scalar):
        return what.expr
    assert isinstance(what, ThingValue)
    return what.kind


def _end(end: ast.End | None) -> ir.End:
    return ir.End.TOP if end is ast.End.TOP else ir.End.BOTTOM


def _marks(low: Lowering, scope: Scope, marks: tuple[ast.Mark, ...], target: ir.ZoneRef) -> Marks:
    result = []
    known = {mark.name: mark for mark in low.ctx.zones[target.zone].marks}
    for mark in marks:
        new = scalar(low.ctx, scope, mark.value)
        demand(low, new)
        shown = known[mark.name.text]
        lo, hi = interval(low.ctx, new)
        if lo < shown.lo or hi > shown.hi:
            low.graph.emit(
                ir.Demand(b.within(new, shown.lo, shown.hi), ir.Reason.RANGE, mark.name.text, mark.span)
            )
        result.append((mark.name.text, (new,)))
    return tuple(result)


def demand_room(low: Lowering, target: ir.ZoneRef, span: Span) -> None:
    """A zone that says `at most n` must have room."""
    kept = low.ctx.zones[target.zone]
    if kept.bounded:
        room = b.lt(size(low.ctx, target), b.const(kept.capacity))
        low.graph.emit(ir.Demand(room, ir.Reason.FULL, target.zone, span))


def _demand_there(low: Lowering, thing: ThingValue, source: ir.ZoneRef, span: Span) -> None:
    there = b.or_(*(
        b.and_(b.eq(thing.where, b.const(i)), *(b.eq(x, y) for x, y in zip(ref.index, source.index, strict=True)))
        for i, ref in enumerate(thing.zones) if ref.zone == source.zone
    ))
    if there != b.ONE:
        low.graph.emit(ir.Demand(there, ir.Reason.MISSING, source.zone, span))


def _move_kind(
    low: Lowering, kind: ir.Expr, source: ir.ZoneRef, target: ir.ZoneRef, marks: Marks, end: ir.End, span: Span
) -> None:
    ctx = low.ctx
    kept = ctx.zones[source.zone]
    demand(low, kind)
    there = b.lt(b.ZERO, ir.Count(source, kind, kept.capacity))
    low.graph.emit(ir.Demand(there, ir.Reason.MISSING, source.zone, span))
    demand_room(low, target, span)
    if kept.form is ir.Form.BAG:
        low.graph.emit(ir.Transfer(kind, b.ONE, source, target, marks, end, span))
        return
    local = ctx.local("place", 0, kept.capacity - 1)
    last = len(ctx.kinds[kept.kinds].copies) - 1
    place = ir.First(local, ir.Places(source), b.eq(ir.PlaceKind(source, local, last), kind), span)
    low.graph.emit(ir.TransferPlace(place, source, target, marks, end, span))


def _move_picked(
    low: Lowering, picked: Picked, target: ir.ZoneRef, marks: Marks, end: ir.End, span: Span
) -> None:
    """All things of a picked bag. Places go from the last to the first, so that none shifts before its turn."""
    ctx = low.ctx
    if picked.zone is not None:
        n_kinds = len(ctx.kinds[ctx.zones[picked.zone.zone].kinds].copies)
        kind = ctx.local("kind", 0, n_kinds - 1)
        amount = ir.Count(picked.zone, kind, ctx.zones[picked.zone.zone].capacity)
        body = ir.Transfer(kind, amount, picked.source, target, marks, end, span)
        low.graph.emit(
            ir.Loop(kind, ir.Range(b.ZERO, b.const(n_kinds - 1)), b.lt(b.ZERO, amount), (body,))
        )
        return
    assert picked.bits is not None
    capacity = ctx.zones[picked.source.zone].capacity
    step = ctx.local("step", 0, capacity - 1)
    place = b.sub(b.const(capacity - 1), step)
    taken = ir.Read(picked.bits, (place,), 0, 1)
    transfer = ir.TransferPlace(place, picked.source, target, marks, end, span)
    low.graph.emit(ir.Loop(step, ir.Range(b.ZERO, b.const(capacity - 1)), taken, (transfer,)))


# ------------------------------------------------------------------ drawing


def draw_one(low: Lowering, node: ast.DrawOne, scope: Scope, rest: Sequence[ast.Stmt]) -> None:
    """From a bag by luck, from a list or pile the first."""
    ctx = low.ctx
    source, target = zone(low, scope, node.source), zone(low, scope, node.target)
    symbol = ctx.book.binders[id(node)]
    kept = ctx.zones[source.zone]
    low.graph.emit(ir.Demand(b.lt(b.ZERO, size(ctx, source)), ir.Reason.MISSING, source.zone, node.span))
    demand_room(low, target, node.span)
    marks = _marks(low, scope, node.marks, target)
    base = f"{low.procedure}.{node.name.text}"
    kind_type = value_type(ctx, symbol.type)
    kind_slot = ctx.frame(base, kind_type)
    end = _end(node.end)
    if kept.form is ir.Form.BAG:
        _draw(low, source, kind_slot.name, node.span)
        low.graph.emit(
            ir.Transfer(ctx.read(kind_slot.name), b.ONE, source, target, marks, end, node.span)
        )
    else:
        place: ir.Expr = b.ZERO
        if kept.form is ir.Form.MARKED:
            place = _draw_place(low, source, node)
        low.graph.emit(ir.Store(kind_slot.name, (), ir.PlaceKind(source, place, kind_type.hi)))
        low.graph.emit(ir.TransferPlace(place, source, target, marks, end, node.span))
    scope[symbol] = _drawn(low, symbol, base, target, kind_slot.name, end, rest)


def _drawn(
    low: Lowering, symbol: sym.LocalSymbol, base: str, target: ir.ZoneRef, kind_slot: str, end: ir.End,
    rest: Sequence[ast.Stmt],
) -> Scalar | ThingValue:
    """What the name of a drawn card stands for: the thing in its new place, or just its kind."""
    ctx = low.ctx
    kept = ctx.zones[target.zone]
    if not isinstance(symbol.type, ty.ThingType) or kept.form is ir.Form.BAG:
        return Scalar(ctx.read(kind_slot), symbol.type)
    place_slot = ctx.frame(f"{base} place", place_type(low, symbol, target, rest))
    last = b.sub(size(ctx, target), b.ONE)
    at_top = kept.form is ir.Form.LIST and end is ir.End.TOP
    low.graph.emit(ir.Store(place_slot.name, (), b.ZERO if at_top else last))
    ref = ir.ZoneRef(target.zone, tuple(
        frozen(low, f"{base} in {i}", part, ty.NumberType(0, dim - 1))
        for i, (part, dim) in enumerate(zip(target.index, kept.dims, strict=True))
    ))
    return bind(low, symbol, base, symbol.type, ref, place_slot.name, kind_slot, rest)


def _draw(low: Lowering, source: ir.ZoneRef, slot: str, span: Span) -> None:
    """Luck decides about a kind: each copy is equally likely."""
    ctx = low.ctx
    kept = ctx.zones[source.zone]
    shown = ctx.slots[slot].type
    local = ctx.local("drawn", shown.lo, shown.hi)
    binder = ir.Binder("card", local, slot, ir.Kinds(source), b.ONE, ir.Shown(local, shown))
    weight = ir.Count(source, local, kept.capacity)
    after = low.graph.label()
    low.graph.put(lambda place, region: ir.Chance(place, region, binder, weight, after, "draw", span))
    low.graph.start(after)


def _draw_place(low: Lowering, source: ir.ZoneRef, node: ast.DrawOne) -> ir.Expr:
    ctx = low.ctx
    kept = ctx.zones[source.zone]
    slot = ctx.frame(f"{low.procedure}.{node.name.text} from", ir.ValueType("place", 0, kept.capacity - 1))
    local = ctx.local("drawn", 0, kept.capacity - 1)
    kinds = ctx.kinds[kept.kinds]
    shown = ir.Shown(ir.PlaceKind(source, local, len(kinds.copies) - 1), kinds.type)
    binder = ir.Binder("card", local, slot.name, ir.Places(source), b.ONE, shown)
    after = low.graph.label()
    low.graph.put(lambda place, region: ir.Chance(place, region, binder, b.ONE, after, "draw", node.span))
    low.graph.start(after)
    return ctx.read(slot.name)


def draw_some(low: Lowering, node: ast.DrawSome, scope: Scope) -> None:
    """`draw n cards`, `draw up to n cards`: from a bag to a bag in one go, else one after the other."""
    ctx = low.ctx
    source, target = zone(low, scope, node.source), zone(low, scope, node.target)
    amount = scalar(ctx, scope, node.amount)
    demand(low, amount)
    there = size(ctx, source)
    if node.up_to:
        local = ctx.local("amount", 0, max(interval(ctx, amount)[1], 0))
        amount = ir.Fold(ir.Aggregate.LEAST, local, ir.Items((amount, there)), b.ONE, local)
    else:
        low.graph.emit(ir.Demand(b.le(amount, there), ir.Reason.MISSING, source.zone, node.span))
    from_form, to_form = ctx.zones[source.zone].form, ctx.zones[target.zone].form
    if from_form is ir.Form.BAG and to_form is ir.Form.BAG:
        after = low.graph.label()
        low.graph.put(lambda place, region: ir.Deal(place, region, source, target, amount, after, node.span))
        low.graph.start(after)
        return
    _one_by_one(low, node, source, target, amount)


def _one_by_one(
    low: Lowering, node: ast.DrawSome, source: ir.ZoneRef, target: ir.ZoneRef, amount: ir.Expr
) -> None:
    ctx = low.ctx
    kept = ctx.zones[source.zone]
    end = _end(node.end)
    most = max(interval(ctx, amount)[1], 0)
    left = counter(low, "still to draw", 0, most)
    set_counter(low, left, amount)
    head, after = loop_head(low, b.lt(b.ZERO, left), node.span)
    set_counter(low, left, b.sub(left, b.ONE))
    demand_room(low, target, node.span)
    if kept.form is ir.Form.BAG:
        kind_slot = ctx.frame(f"{low.procedure}.drawn", ctx.kinds[kept.kinds].type)
        _draw(low, source, kind_slot.name, node.span)
        low.graph.emit(
            ir.Transfer(ctx.read(kind_slot.name), b.ONE, source, target, (), end, node.span)
        )
    else:
        low.graph.emit(ir.TransferPlace(b.ZERO, source, target, (), end, node.span))
    low.graph.goto(head)
    low.graph.start(after)

