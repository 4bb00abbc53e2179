"""Loops: structured where nothing inside rests; else a head with a branch, and counters in frame slots."""

from __future__ import annotations

from dataclasses import replace

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower import scan
from rulewright.lower.context import Context
from rulewright.lower.domains import elements, narrowed
from rulewright.lower.expressions import condition, value
from rulewright.lower.layout import size
from rulewright.lower.procedures import (
    Lowering,
    Scope,
    block,
    demand,
    fork,
    frozen,
    is_frozen,
)
from rulewright.lower.values import Elements, Picked, Scalar
from rulewright.source import Span
from rulewright.syntax import ast

FLAG = ir.ValueType("yes or no", 0, 1, ("no", "yes"))


def while_loop(
    low: Lowering, test: ast.Expr, body: ast.Block, scope: Scope, *, negated: bool, span: Span
) -> None:
    """The condition is asked before each round; `negated`: repeat until it holds."""
    graph = low.graph
    head, inside, after = graph.label(), graph.label(), graph.label()
    graph.goto(head)
    graph.start(head)
    going_on = condition(low.ctx, scope, test)
    demand(low, going_on)
    fork(low, b.not_(going_on) if negated else going_on, inside, after, span, graph.loop())
    graph.start(inside)
    block(low, body.statements, dict(scope), body.notes)
    graph.goto(head)
    graph.start(after)


def repeat(low: Lowering, until: ast.Expr | None, body: ast.Block, scope: Scope, span: Span) -> None:
    if until is not None:
        while_loop(low, until, body, scope, negated=True, span=span)
        return
    graph = low.graph
    head, inside = graph.label(), graph.label()
    graph.goto(head)
    graph.start(head)
    fork(low, b.ONE, inside, inside, span, graph.loop())  # never left, but still the head of a loop
    graph.start(inside)
    block(low, body.statements, dict(scope), body.notes)
    graph.goto(head)
    graph.here = None


def for_each(low: Lowering, node: ast.ForEach, scope: Scope) -> None:
    if scan.is_automatic(low.ctx, node):
        _structured(low, node, scope)
    elif node.at_once and not low.hidden:
        low.hidden, low.together = True, node
        low.graph.gate(ir.GateKind.TOGETHER)
        _by_nodes(low, node, scope)
        low.graph.gate(ir.GateKind.APART)
        low.hidden, low.together = False, None
    else:
        _by_nodes(low, node, scope)


def _structured(low: Lowering, node: ast.ForEach, scope: Scope) -> None:
    domain = narrowed(low.ctx, scope, node.binder)
    symbol = low.ctx.book.binders[id(node.binder)]
    local = low.ctx.local(f"{low.procedure}.{symbol.name}", domain.lo, domain.hi)
    where = domain.included(local)
    low.graph.sinks.append([])
    demand(low, where)
    inside = {**scope, symbol: domain.element(local)}
    block(low, node.block.statements, inside, node.block.notes)
    body = tuple(low.graph.sinks.pop())
    if body:
        low.graph.emit(ir.Loop(local, domain.domain, where, body))


def _by_nodes(low: Lowering, node: ast.ForEach, scope: Scope) -> None:
    ctx = low.ctx
    domain = elements(ctx, scope, node.binder.domain)
    what = None if isinstance(node.binder.domain, ast.Range | ast.TurnOrder) else _zone_of(low, node, scope)
    match domain.domain:
        case ir.Range(lo, hi):
            _counting(low, node, scope, domain, lo, hi)
        case ir.Seats():
            _seats(low, node, scope, domain)
        case ir.Items(values):
            _items(low, node, scope, domain, values)
        case ir.Kinds(ref):
            _kinds(low, node, scope, domain, ref)
        case ir.Places(ref):
            if isinstance(what, Picked):
                _picked_places(low, node, scope, domain, ref)
            elif scan.rests_inside(ctx, node.block.statements) and ctx.zones[ref.zone].form is ir.Form.MARKED:
                _pending_places(low, node, scope, domain, ref)
            else:
                _places(low, node, scope, domain, ref)


def _zone_of(low: Lowering, node: ast.ForEach, scope: Scope) -> object:
    over = node.binder.domain
    assert not isinstance(over, ast.Range | ast.TurnOrder)
    symbol = low.ctx.symbol(over)
    if isinstance(symbol, sym.EnumSymbol | sym.KindsSymbol | sym.DieSymbol):
        return None
    return value(low.ctx, scope, over)


def _round(low: Lowering, node: ast.ForEach, scope: Scope, element: object, included: ir.Expr) -> None:
    """One round for one element, unless it is left out."""
    symbol = low.ctx.book.binders[id(node.binder)]
    inside: Scope = {**scope, symbol: element}  # type: ignore[dict-item]
    test = included
    if node.binder.where is not None:
        test = b.and_(test, condition(low.ctx, inside, node.binder.where))
    demand(low, test)
    if test == b.ONE:
        _one_round(low, node, inside)
        return
    then, skip = low.graph.label(), low.graph.label()
    fork(low, test, then, skip, node.binder.span)
    low.graph.start(then)
    _one_round(low, node, inside)
    low.graph.goto(skip)
    low.graph.start(skip)


def _one_round(low: Lowering, node: ast.ForEach, inside: Scope) -> None:
    if low.together is node:
        low.graph.gate(ir.GateKind.ROUND)
    block(low, node.block.statements, inside, node.block.notes)


def counter(low: Lowering, name: str, lo: int, hi: int) -> ir.Read:
    """A new frame slot that counts rounds."""
    slot = low.ctx.frame(f"{low.procedure}.{name}", ir.ValueType("number", lo, hi))
    return low.ctx.read(slot.name)


def set_counter(low: Lowering, slot: ir.Read, new: ir.Expr) -> None:
    low.graph.emit(ir.Store(slot.slot, (), new))


def loop_head(
    low: Lowering, going_on: ir.Expr, span: Span, passes: ir.Expr | None = None
) -> tuple[int, int]:
    """The head of a loop; the play stands inside it afterwards. Gives the head and the place behind the loop."""
    graph = low.graph
    head, inside, after = graph.label(), graph.label(), graph.label()
    graph.goto(head)
    graph.start(head)
    fork(low, going_on, inside, after, span, graph.loop(), counts=True, passes=passes)
    graph.start(inside)
    return head, after


def _counting(
    low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements, lo: ir.Expr, hi: ir.Expr
) -> None:
    name = node.binder.name.text
    i = counter(low, name, domain.lo, domain.hi + 1)
    demand(low, lo, hi)
    last = frozen(low, f"{low.procedure}.last {name}", hi, ty.NumberType(domain.lo - 1, domain.hi))
    set_counter(low, i, lo)
    head, after = loop_head(low, b.le(i, last), node.span)
    _round(low, node, scope, domain.element(i), domain.included(i))
    set_counter(low, i, b.add(i, b.ONE))
    low.graph.goto(head)
    low.graph.start(after)


def start_of(low: Lowering, seats: ir.Seats, body: ast.Block) -> ir.Seats:
    """The seat from which a turn order counts, kept if the body may change it."""
    backwards = seats.backwards
    if backwards != b.ZERO:
        backwards = frozen(low, f"{low.procedure}.backwards", backwards, ty.BoolType())
    start = seats.start
    if not _unchanged(low.ctx, start, body):
        start = frozen(low, f"{low.procedure}.first", start, low.ctx.book.players)
    return ir.Seats(start, seats.n, backwards)


def _unchanged(ctx: Context, expr: ir.Expr, body: ast.Block) -> bool:
    if is_frozen(ctx, expr):
        return True
    match expr:
        case ir.Read(slot, ()):
            names = {ctx.procedure_state.get(s, s.name) for s in scan.written(ctx, body.statements)}
            return slot not in names
        case ir.Lookup(_, index):
            return all(_unchanged(ctx, part, body) for part in index)
    return False


def seat(low: Lowering, seats: ir.Seats, position: ir.Expr) -> ir.Expr:
    """The player at a position of a turn order."""
    forwards = b.lookup(low.ctx.tables["seat"], (seats.start, position))
    if seats.backwards == b.ZERO:
        return forwards
    return b.ite(seats.backwards, b.lookup(low.ctx.tables["seat back"], (seats.start, position)), forwards)


def _seats(low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements) -> None:
    assert isinstance(domain.domain, ir.Seats)
    demand(low, domain.domain.start)
    seats = start_of(low, domain.domain, node.block)
    i = counter(low, f"turn of {node.binder.name.text}", 0, seats.n)
    set_counter(low, i, b.ZERO)
    head, after = loop_head(low, b.lt(i, b.const(seats.n)), node.span)
    player = seat(low, seats, i)
    _round(low, node, scope, Scalar(player, low.ctx.book.players), domain.included(player))
    set_counter(low, i, b.add(i, b.ONE))
    low.graph.goto(head)
    low.graph.start(after)


def _items(
    low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements, values: tuple[ir.Expr, ...]
) -> None:
    for item in values:
        kept = frozen(low, f"{low.procedure}.{node.binder.name.text}", item, domain.type)
        _round(low, node, scope, domain.element(kept), domain.included(kept))


def _kinds(low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements, ref: ir.ZoneRef) -> None:
    """Once for each copy that was there when the loop began and is still there."""
    ctx = low.ctx
    zone = ctx.zones[ref.zone]
    n_kinds = len(ctx.kinds[zone.kinds].copies)
    left = ctx.frame(f"{low.procedure}.still {node.binder.name.text}",
                     ir.ValueType("number", 0, max(zone.capacity, 1)), (n_kinds,))
    each = ctx.local("kind", 0, n_kinds - 1)
    low.graph.emit(ir.Loop(each, ir.Range(b.ZERO, b.const(n_kinds - 1)), b.ONE,
                           (ir.Store(left.name, (each,), ir.Count(ref, each, zone.capacity)),)))
    k = counter(low, node.binder.name.text, 0, n_kinds)
    set_counter(low, k, b.ZERO)
    head, after = loop_head(low, b.lt(k, b.const(n_kinds)), node.span)
    visit, following = low.graph.label(), low.graph.label()
    copies_left = ctx.read(left.name, (k,))
    fork(low, b.lt(b.ZERO, copies_left), visit, following, node.span)
    low.graph.start(visit)
    low.graph.emit(ir.Store(left.name, (k,), b.sub(copies_left, b.ONE)))
    still_there = b.lt(b.ZERO, ir.Count(ref, k, zone.capacity))
    _round(low, node, scope, domain.element(k), b.and_(still_there, domain.included(k)))
    low.graph.goto(head)
    low.graph.start(following)
    set_counter(low, k, b.add(k, b.ONE))
    low.graph.goto(head)
    low.graph.start(after)


def _places(low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements, ref: ir.ZoneRef) -> None:
    """The places that were filled when the loop began. Who leaves makes room: the next one has then the same place."""
    from rulewright.lower.handles import keep_at

    ctx = low.ctx
    symbol = ctx.book.binders[id(node.binder)]
    capacity = ctx.zones[ref.zone].capacity
    left = counter(low, f"{symbol.name} left", 0, capacity)
    i = counter(low, f"place of {symbol.name}", 0, capacity)
    set_counter(low, left, size(ctx, ref))
    set_counter(low, i, b.ZERO)
    head, after = loop_head(low, b.lt(b.ZERO, left), node.span)
    set_counter(low, left, b.sub(left, b.ONE))
    thing = keep_at(low, symbol, f"{low.procedure}.{symbol.name}", domain, ref, i, node.block.statements)
    _round(low, node, scope, thing, domain.included(i))
    stayed = b.eq(thing.where, b.ZERO)
    set_counter(low, i, b.ite(stayed, b.add(thing.place, b.ONE), i))
    low.graph.goto(head)
    low.graph.start(after)


def _picked_places(low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements, ref: ir.ZoneRef) -> None:
    """Picked things from the last place to the first: who leaves shifts only places that are done."""
    from rulewright.lower.handles import keep_at

    symbol = low.ctx.book.binders[id(node.binder)]
    i = counter(low, f"place of {symbol.name}", -1, low.ctx.zones[ref.zone].capacity - 1)
    set_counter(low, i, b.sub(size(low.ctx, ref), b.ONE))
    head, after = loop_head(low, b.le(b.ZERO, i), node.span)
    thing = keep_at(low, symbol, f"{low.procedure}.{symbol.name}", domain, ref, i, node.block.statements)
    _round(low, node, scope, thing, domain.included(i))
    set_counter(low, i, b.sub(i, b.ONE))
    low.graph.goto(head)
    low.graph.start(after)


def _pending_places(low: Lowering, node: ast.ForEach, scope: Scope, domain: Elements, ref: ir.ZoneRef) -> None:
    """A bag of marked things is sorted whenever somebody decides, so places say nothing about who has had a turn:
    a hidden mark on each thing does."""
    from rulewright.lower.handles import keep_at

    ctx = low.ctx
    symbol = ctx.book.binders[id(node.binder)]
    mark = _hidden_mark(low, ctx.zones[ref.zone].kinds, symbol.name)
    capacity = ctx.zones[ref.zone].capacity
    every = ctx.local("place", 0, capacity - 1)
    low.graph.emit(ir.Loop(every, ir.Places(ref), b.ONE, (ir.StoreMark(ref, every, mark, (), b.ONE),)))
    waiting = ctx.local("place", 0, capacity - 1)
    pending = ir.PlaceMark(ref, waiting, mark, (), 0, 1)
    head, after = loop_head(low, b.fold(ir.Aggregate.SOME, waiting, ir.Places(ref), b.ONE, pending), node.span)
    found = ctx.local("place", 0, capacity - 1)
    place = ir.First(found, ir.Places(ref), b.substitute(pending, {waiting.name: found}))
    thing = keep_at(low, symbol, f"{low.procedure}.{symbol.name}", domain, ref, place, node.block.statements)
    low.graph.emit(ir.StoreMark(ref, thing.place, mark, (), b.ZERO))
    _round(low, node, scope, thing, domain.included(thing.place))
    low.graph.goto(head)
    low.graph.start(after)


def _hidden_mark(low: Lowering, kinds: str, name: str) -> str:
    """A mark that no rule can name, on all marked zones of a kind set."""
    mark = low.ctx.fresh(f"({name} waits)")
    for key, zone in list(low.ctx.zones.items()):
        if zone.kinds == kinds and zone.form is ir.Form.MARKED:
            extra = ir.Mark(mark, (), 0, 1, (0,), FLAG)
            low.ctx.zones[key] = replace(zone, marks=(*zone.marks, extra))
    return mark

