"""Names for marked things while a procedure runs: where the thing is, even after it moved (`ir.Handle`)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower import scan
from rulewright.lower.expressions import scalar, value
from rulewright.lower.layout import low_of, size_of, value_type
from rulewright.lower.procedures import HandleInfo, Lowering, Scope, demand, frozen
from rulewright.lower.values import Elements, Picked, ThingCopy, ThingValue, Value
from rulewright.source import Span
from rulewright.syntax import ast


def keep_thing(
    low: Lowering, symbol: sym.LocalSymbol, base: str, what: Value, rest: Sequence[ast.Stmt]
) -> Value:
    """`let w = THING`."""
    if isinstance(what, Picked | ThingCopy) or not isinstance(what, ThingValue):
        return what
    if len(what.zones) > 1 or what.zones[0].zone not in low.ctx.zones:
        return what  # another name for a thing that has a handle already
    ref = what.zones[0]
    if isinstance(what.place, ir.Read) and what.place.slot in low.handles:
        return what
    return _keep(low, symbol, base, what.type, ref, what.place, rest)


def keep_at(
    low: Lowering, symbol: sym.LocalSymbol, base: str, domain: Elements, ref: ir.ZoneRef, place: ir.Expr,
    rest: Sequence[ast.Stmt],
) -> ThingValue:
    """The thing at a place, under a name that follows it."""
    thing = domain.element(place)
    assert isinstance(thing, ThingValue)
    return _keep(low, symbol, base, thing.type, ref, place, rest)


def _keep(
    low: Lowering, symbol: sym.LocalSymbol, base: str, type_: ty.ThingType, ref: ir.ZoneRef, place: ir.Expr,
    rest: Sequence[ast.Stmt],
) -> ThingValue:
    ctx = low.ctx
    zone = ctx.zones[ref.zone]
    demand(low, place)
    fixed_ref = ir.ZoneRef(
        ref.zone,
        tuple(
            frozen(low, f"{base} in {i}", part, ty.NumberType(0, dim - 1))
            for i, (part, dim) in enumerate(zip(ref.index, zone.dims, strict=True))
        ),
    )
    place_slot = ctx.frame(f"{base} place", place_type(low, symbol, ref, rest))
    kind_slot = ctx.frame(f"{base} kind", value_type(ctx, type_.kind))
    low.graph.emit(ir.Store(place_slot.name, (), place))
    here = ctx.read(place_slot.name)
    low.graph.emit(ir.Store(kind_slot.name, (), ir.PlaceKind(fixed_ref, here, kind_slot.hi)))
    return bind(low, symbol, base, type_, fixed_ref, place_slot.name, kind_slot.name, rest)


def bind(
    low: Lowering, symbol: sym.LocalSymbol, base: str, type_: ty.ThingType, ref: ir.ZoneRef, place_slot: str,
    kind_slot: str, rest: Sequence[ast.Stmt],
) -> ThingValue:
    """A thing whose place and kind stand in frame slots; a handle is registered where it may move or shift."""
    ctx = low.ctx
    place, kind = ctx.read(place_slot), ctx.read(kind_slot)
    sites = scan.moves_of(ctx, symbol, rest)
    marked = ref.zone in ctx.zones and ctx.zones[ref.zone].form is not ir.Form.BAG
    if not sites and not scan.moves_single_things_from(ctx, ref.zone, rest):
        return ThingValue(type_, (ref,), (marked,), b.ZERO, place, kind)
    zones = [ref]
    numbers: dict[int, int] = {}
    index_slots: dict[int, tuple[str, ...]] = {0: ()}
    for site in sites:
        if id(site) in numbers:
            continue
        number = len(zones)
        numbers[id(site)] = number
        target = _target_zone(low, site)
        names = tuple(
            ctx.frame(f"{base} went to {number}.{i}", ir.ValueType("index", 0, dim - 1)).name
            for i, dim in enumerate(ctx.zones[target].dims)
        )
        index_slots[number] = names
        for name in names:
            low.graph.emit(ir.Store(name, (), b.ZERO))
        zones.append(ir.ZoneRef(target, tuple(ctx.read(name) for name in names)))
    where_slot = ctx.frame(f"{base} zone", ir.ValueType("zone", 0, len(zones) - 1))
    low.graph.emit(ir.Store(where_slot.name, (), b.ZERO))
    ctx.handles.append(
        ir.Handle(base, where_slot.name, place_slot, kind_slot, tuple(zones), low.graph.region)
    )
    low.handles[place_slot] = HandleInfo(numbers, index_slots)
    return ThingValue(
        type_, tuple(zones), tuple(ctx.zones[zone.zone].form is not ir.Form.BAG for zone in zones),
        ctx.read(where_slot.name), place, kind,
    )


def place_type(
    low: Lowering, symbol: sym.LocalSymbol, ref: ir.ZoneRef, rest: Sequence[ast.Stmt]
) -> ir.ValueType:
    """Room for a place in every zone in which the thing may come to lie."""
    zones = [low.ctx.zones[ref.zone]]
    zones += [low.ctx.zones[_target_zone(low, site)] for site in scan.moves_of(low.ctx, symbol, rest)]
    return ir.ValueType("place", 0, max(zone.capacity for zone in zones if zone.form is not ir.Form.BAG) - 1)


def _target_zone(low: Lowering, site: ast.Move) -> str:
    target: ast.Expr = site.target
    if isinstance(target, ast.Index):
        target = target.value
    symbol = low.ctx.symbol(target)
    assert isinstance(symbol, sym.StateSymbol)
    return low.ctx.procedure_state.get(symbol, symbol.name)


def note_move(low: Lowering, thing: ThingValue, site: ast.Move, target: ir.ZoneRef) -> None:
    """Before a named thing moves: the index of the zone into which it goes is kept for its handle."""
    if not isinstance(thing.place, ir.Read):
        return
    info = low.handles.get(thing.place.slot)
    if info is None or id(site) not in info.sites:
        return
    for name, part in zip(info.index_slots[info.sites[id(site)]], target.index, strict=True):
        low.graph.emit(ir.Store(name, (), part))


def store_mark(
    low: Lowering, scope: Scope, target: ast.Attribute, indexes: tuple[ast.Expr, ...], new: ir.Expr, span: Span
) -> None:
    """`w.damage[sky] becomes 3`: in whichever zone the thing lies."""
    ctx = low.ctx
    thing = value(ctx, scope, target.value)
    assert isinstance(thing, ThingValue)
    name = target.name.text
    for mark, index_types, mark_type in thing.type.marks:
        if mark == name:
            cells = tuple(
                b.sub(scalar(ctx, scope, part), b.const(low_of(t)))
                for part, t in zip(indexes, index_types, strict=True)
            )
            demand(low, new, *cells)
            lo = low_of(mark_type)
            hi = lo + size_of(mark_type) - 1
            low.graph.emit(ir.Demand(b.within(new, lo, hi), ir.Reason.RANGE, name, span))
            stores = [ir.StoreMark(zone, thing.place, name, cells, new, span) for zone in thing.zones]
            _in_its_zone(low, thing, stores, name, span)
            return
    raise AssertionError(name)


def _in_its_zone(
    low: Lowering, thing: ThingValue, stores: list[ir.StoreMark], name: str, span: Span
) -> None:
    keeps = [i for i, marked in enumerate(thing.marked) if marked]
    if len(thing.zones) == 1:
        low.graph.emit(stores[0])
        return
    known = b.or_(*(b.eq(thing.where, b.const(i)) for i in keeps))
    low.graph.emit(ir.Demand(known, ir.Reason.FORGOTTEN, name, span))
    for i in keeps:
        low.graph.emit(ir.If(b.eq(thing.where, b.const(i)), (stores[i],), ()))
