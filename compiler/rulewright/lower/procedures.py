"""Procedures: statements to nodes of the control-flow graph (core, section 5).

Every call is lowered anew, so a place belongs to one call path. What has no rest, step or call inside becomes
structured statements; all else becomes nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.answers import Need, needs, within_range
from rulewright.lower import scan
from rulewright.lower.context import Context, interval
from rulewright.lower.domains import elements, member
from rulewright.lower.expressions import arguments, condition, scalar, value, variable
from rulewright.lower.graph import GraphBuilder
from rulewright.lower.layout import cites, declare_variable, rests, texts, value_type
from rulewright.lower.things import as_scalar
from rulewright.lower.values import Elements, Members, RecordValue, Scalar, Selection, Value, ZoneValue
from rulewright.source import Span
from rulewright.syntax import ast

Scope = dict[sym.LocalSymbol, Value]


@dataclass(eq=False, slots=True)
class Lowering:
    """What all statements share: the context, the graph, and where in the text the place belongs.

    `address` is that of the open step or option, `procedure` the open procedure. `hidden`: inside `at once`,
    of which `together` is the outermost.
    `option_slots[local]` is the frame slot in which an option's local stands once the option was taken.
    `states` keeps, for claims, what is known at the gates of each region: region -> names.
    """

    ctx: Context
    graph: GraphBuilder
    address: str = ""
    procedure: str = ""
    hidden: bool = False
    together: ast.ForEach | None = None
    states: dict[int, Scope] = field(default_factory=dict)
    state_names: dict[int, dict[sym.StateSymbol, str]] = field(default_factory=dict)
    handles: dict[str, HandleInfo] = field(default_factory=dict)
    option_slots: dict[str, ir.Expr] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class HandleInfo:
    """A handle under construction: `sites[id(move)]` is the number of the zone into which that move puts it, and
    `index_slots` the frame slots that keep that zone's index."""

    sites: dict[int, int]
    index_slots: dict[int, tuple[str, ...]]


# ------------------------------------------------------------------ blocks


def block(low: Lowering, statements: Sequence[ast.Stmt], scope: Scope, notes: ast.Notes) -> None:
    """The statements in turn; `scope` grows by the names they introduce."""
    from rulewright.lower.sentences import tell

    looks_back = False
    for i, statement in enumerate(statements):
        tell(low, scope, notes, i, looks_back=looks_back)
        lower_statement(low, statement, scope, statements[i + 1 :])
        looks_back |= not isinstance(statement, ast.Let | ast.State)
    tell(low, scope, notes, len(statements), looks_back=looks_back)


def lower_statement(low: Lowering, node: ast.Stmt, scope: Scope, rest: Sequence[ast.Stmt]) -> None:
    from rulewright.lower import choices, loops, moves

    ctx = low.ctx
    match node:
        case ast.Let():
            let(low, node, scope, rest)
        case ast.State():
            pass  # declared when the procedure was entered
        case ast.Step():
            step(low, node, scope)
        case ast.Assign(target, new):
            assign(low, scope, target, new, node.span)
        case ast.Run(name, given):
            symbol = ctx.symbol(name)
            assert isinstance(symbol, sym.ProcedureSymbol)
            call(low, symbol, given, scope)
        case ast.Move():
            moves.move(low, node, scope)
        case ast.DrawOne():
            moves.draw_one(low, node, scope, rest)
        case ast.DrawSome():
            moves.draw_some(low, node, scope)
        case ast.Roll():
            choices.roll(low, node, scope)
        case ast.LookUp():
            choices.look_up(low, node, scope)
        case ast.ReverseTurnOrder():
            reversed_now = ctx.read("turn order reversed")
            low.graph.emit(ir.Store("turn order reversed", (), b.sub(b.ONE, reversed_now), node.span))
        case ast.DoNothing():
            pass
        case ast.If():
            branch_chain(low, node, scope)
        case ast.While(test, body):
            loops.while_loop(low, test, body, scope, negated=False, span=node.span)
        case ast.Repeat(until, body):
            loops.repeat(low, until, body, scope, node.span)
        case ast.ForEach():
            loops.for_each(low, node, scope)
        case ast.Choose():
            choices.choose(low, node, scope, rest)
        case ast.ChooseOneOf():
            choices.choose_one_of(low, node, scope)
        case ast.Responses():
            choices.responses(low, node, scope)
        case ast.EndGame(winner):
            end_game(low, winner, scope, node.span)
        case _:
            assert_never(node)


def step(low: Lowering, node: ast.Step, scope: Scope) -> None:
    outer = low.address
    low.address = f"{outer}.{node.name.text}"
    before = open_region(low, ir.RegionKind.STEP, node.block.notes, node.name.span, scope)
    block(low, node.block.statements, dict(scope), node.block.notes)
    low.graph.close_region(before)
    low.address = outer


def open_region(low: Lowering, kind: ir.RegionKind, notes: ast.Notes, span: Span, scope: Scope) -> int:
    number = len(low.graph.regions)
    parent = low.graph.region if number else None
    low.states[number] = scope
    low.state_names[number] = dict(low.ctx.procedure_state)
    return low.graph.open_region(
        ir.Region(number, kind, low.address, low.procedure, parent, texts(notes), cites(notes), rests(notes), span)
    )


def call(
    low: Lowering, symbol: sym.ProcedureSymbol, given: tuple[ast.Argument, ...], scope: Scope
) -> None:
    """One run of a procedure, in place: parameters are bound, its state gets its start values."""
    values = arguments(low.ctx, scope, symbol.params, given)
    run(low, symbol, values)


def run(low: Lowering, symbol: sym.ProcedureSymbol, values: Sequence[Value]) -> None:
    ctx = low.ctx
    inside: Scope = {}
    for param, what in zip(symbol.params, values, strict=True):
        if isinstance(param.type, ty.KindType):
            what = Scalar(as_scalar(what), param.type)  # only which kind it is, not the thing itself
        if _is_number(param.type):
            _demand_inside(low, as_scalar(what), param.type, f"{symbol.name}.{param.name}", param.span)
        inside[param] = fixed(low, f"{symbol.name}.{param.name}", what)
    outer = (low.address, low.procedure)
    low.address = low.procedure = symbol.name
    saved = dict(ctx.procedure_state)
    for state in symbol.states:
        _enter_state(low, symbol, state, inside)
    before = open_region(low, ir.RegionKind.PROCEDURE, symbol.node.block.notes, symbol.node.span, inside)
    block(low, symbol.node.block.statements, inside, symbol.node.block.notes)
    low.graph.close_region(before)
    low.address, low.procedure = outer
    ctx.procedure_state.clear()
    ctx.procedure_state.update(saved)


def _is_number(type_: ty.Type) -> bool:
    return isinstance(type_.inner if isinstance(type_, ty.OptionalType) else type_, ty.NumberType)


def _demand_inside(low: Lowering, expr: ir.Expr, type_: ty.Type, name: str, span: Span | None) -> None:
    shown = value_type(low.ctx, type_)
    wanted = within_range(low.ctx, expr, shown.lo, shown.hi, name, span)
    if wanted:
        demand(low, expr)
    for need in wanted:
        emit_need(low, need)


def _enter_state(low: Lowering, symbol: sym.ProcedureSymbol, state: sym.StateSymbol, scope: Scope) -> None:
    ctx = low.ctx
    name = ctx.fresh(f"{symbol.name}.{state.name}")
    declare_variable(ctx, state, name, ir.Life.FRAME)
    ctx.procedure_state[state] = name
    slot = ctx.slots.get(name)
    if slot is None:
        return
    if state.initial is None and state.node.value is not None:
        store(low, name, (), scalar(ctx, scope, state.node.value), state.node.span)
        return
    for position, start in enumerate(slot.initial):
        low.graph.emit(ir.Store(name, _cell(position, slot.dims), b.const(start), state.node.span))


def _cell(position: int, dims: tuple[int, ...]) -> tuple[ir.Expr, ...]:
    cells: list[ir.Expr] = []
    for dim in reversed(dims):
        cells.append(b.const(position % dim))
        position //= dim
    return tuple(reversed(cells))


# ------------------------------------------------------------------ values that stay


def fixed(low: Lowering, base: str, what: Value) -> Value:
    """A value that later changes of the state leave alone: kept in a frame slot where it is not fixed already."""
    match what:
        case Scalar(expr, type_):
            return Scalar(frozen(low, base, expr, type_), type_)
        case RecordValue(type_, fields):
            return RecordValue(type_, {name: fixed(low, f"{base}.{name}", part) for name, part in fields.items()})
    return what


def frozen(low: Lowering, base: str, expr: ir.Expr, type_: ty.Type) -> ir.Expr:
    if is_frozen(low.ctx, expr):
        return expr
    shown = value_type(low.ctx, type_)
    lo, hi = interval(low.ctx, expr)
    if shown.names is None:
        shown = ir.ValueType(shown.name, min(lo, shown.lo), max(hi, shown.hi))
    slot = low.ctx.frame(base, shown)
    demand(low, expr)
    if isinstance(type_, ty.OptionalType) and _is_number(type_):
        for need in within_range(low.ctx, expr, shown.lo, shown.hi, base, None):
            emit_need(low, need)
    low.graph.emit(ir.Store(slot.name, (), expr))
    return low.ctx.read(slot.name)


def is_frozen(ctx: Context, expr: ir.Expr) -> bool:
    """Whether nothing that is done later can change the value: constants, and names that are bound once."""
    match expr:
        case ir.Const() | ir.Local() | ir.Setting():
            return True
        case ir.Read(slot, ()):
            return ctx.slots[slot].life is ir.Life.FRAME and slot not in ctx.procedure_state.values()
        case ir.Lookup(_, index):
            return all(is_frozen(ctx, part) for part in index)
    return False


def let(low: Lowering, node: ast.Let, scope: Scope, rest: Sequence[ast.Stmt]) -> None:
    from rulewright.lower.handles import keep_thing

    symbol = low.ctx.book.binders[id(node)]
    what = value(low.ctx, scope, node.value)
    base = f"{low.procedure}.{node.name.text}"
    match what:
        case Scalar(expr, type_):
            scope[symbol] = Scalar(frozen(low, base, expr, type_), type_)
        case RecordValue():
            scope[symbol] = fixed(low, base, what)
        case ZoneValue() | Selection():
            scope[symbol] = what
        case _:
            scope[symbol] = keep_thing(low, symbol, base, what, rest)


# ------------------------------------------------------------------ stores and demands


def assign(low: Lowering, scope: Scope, target: ast.Expr, new: ast.Expr, span: Span) -> None:
    """`TARGET becomes VALUE`: a state variable, one of its cells, a field, or a mark of a thing."""
    from rulewright.lower.handles import store_mark

    ctx = low.ctx
    what = value(ctx, scope, new)
    inner: ast.Expr = target
    indexes: tuple[ast.Expr, ...] = ()
    if isinstance(inner, ast.Index):
        indexes, inner = inner.indexes, inner.value
    if isinstance(inner, ast.Attribute):
        store_mark(low, scope, inner, indexes, as_scalar(what), span)
        return
    symbol = ctx.symbol(inner)
    assert isinstance(symbol, sym.StateSymbol)
    cells = tuple(scalar(ctx, scope, part) for part in indexes)
    place = variable(ctx, symbol, cells)
    for part in cells:
        demand(low, part)
    if isinstance(place, Members):
        _store_members(low, scope, place, new, span)
        return
    store_value(low, place, what, span)


def _store_members(low: Lowering, scope: Scope, place: Members, new: ast.Expr, span: Span) -> None:
    """A set becomes another: all of it is worked out before the first value changes."""
    shown = value_type(low.ctx, place.element)
    values = [Scalar(b.const(code), place.element) for code in range(shown.lo, shown.hi + 1)]
    inside = [member(low.ctx, scope, each, new) for each in values]
    kept = [frozen(low, f"{low.procedure}.{place.bits}", expr, ty.BoolType()) for expr in inside]
    for i, expr in enumerate(kept):
        store(low, place.bits, (*place.index, b.const(i)), expr, span)


def store_value(low: Lowering, place: Value, what: Value, span: Span) -> None:
    match place, what:
        case Scalar(ir.Read(slot, index)), _:
            store(low, slot, index, as_scalar(what), span)
        case RecordValue(_, fields), RecordValue(_, new):
            for name in fields:
                store_value(low, fields[name], new[name], span)
        case _:
            raise AssertionError(f"cannot be assigned: {place}")


def store(low: Lowering, slot: str, index: tuple[ir.Expr, ...], new: ir.Expr, span: Span | None) -> None:
    """A store after the demand that the value is in range."""
    target = low.ctx.slots[slot]
    demand(low, new)
    lo, hi = interval(low.ctx, new)
    if lo < target.lo or hi > target.hi:
        low.graph.emit(ir.Demand(b.within(new, target.lo, target.hi), ir.Reason.RANGE, slot, span))
    low.graph.emit(ir.Store(slot, index, new, span))


def demand(low: Lowering, *exprs: ir.Expr) -> None:
    """What must hold before these expressions are evaluated; the same need once."""
    for need in unique([need for expr in exprs for need in needs(low.ctx, expr)]):
        emit_need(low, need)


def unique(found: list[Need]) -> list[Need]:
    return list(dict.fromkeys(need for need in found if need.cond != b.ONE))


def emit_need(low: Lowering, need: Need) -> None:
    span = need.span if isinstance(need.span, Span) else None
    low.graph.emit(ir.Demand(need.cond, need.reason, need.subject, span))


# ------------------------------------------------------------------ branches and the end


def branch_chain(low: Lowering, node: ast.If, scope: Scope) -> None:
    """`if .. otherwise if .. otherwise`: a structured statement where nothing inside rests, else branches."""
    if all(scan.is_automatic(low.ctx, statement) for statement in (node,)):
        _structured_if(low, node.branches, node.otherwise, scope)
        return
    after = low.graph.label()
    for branch in node.branches:
        test = condition(low.ctx, scope, branch.condition)
        demand(low, test)
        then, otherwise = low.graph.label(), low.graph.label()
        fork(low, test, then, otherwise, branch.condition.span)
        low.graph.start(then)
        block(low, branch.block.statements, dict(scope), branch.block.notes)
        low.graph.goto(after)
        low.graph.start(otherwise)
    if node.otherwise is not None:
        block(low, node.otherwise.statements, dict(scope), node.otherwise.notes)
    low.graph.goto(after)
    low.graph.start(after)


def fork(
    low: Lowering, test: ir.Expr, then: int, otherwise: int, span: Span | None, loop: int | None = None, *,
    counts: bool = False, passes: ir.Expr | None = None,
) -> None:
    """A branch; a constant test needs none."""
    if isinstance(test, ir.Const) and loop is None:
        low.graph.goto(then if test.value else otherwise)
        return
    low.graph.put(
        lambda place, region: ir.Branch(place, region, test, then, otherwise, loop, span, counts, passes)
    )


def _structured_if(
    low: Lowering, branches: tuple[ast.Branch, ...], otherwise: ast.Block | None, scope: Scope
) -> None:
    if not branches:
        if otherwise is not None:
            block(low, otherwise.statements, dict(scope), otherwise.notes)
        return
    first = branches[0]
    test = condition(low.ctx, scope, first.condition)
    demand(low, test)
    then = collected(low, first.block, scope)
    low.graph.sinks.append([])
    _structured_if(low, branches[1:], otherwise, scope)
    rest = tuple(low.graph.sinks.pop())
    if isinstance(test, ir.Const):
        for stmt in then if test.value else rest:
            low.graph.emit(stmt)
    elif then or rest:
        low.graph.emit(ir.If(test, then, rest))


def collected(low: Lowering, body: ast.Block, scope: Scope) -> tuple[ir.Stmt, ...]:
    """The statements of a block without a rest, as the body of a structured statement."""
    low.graph.sinks.append([])
    block(low, body.statements, dict(scope), body.notes)
    return tuple(low.graph.sinks.pop())


def end_game(low: Lowering, winner: ast.Expr | None, scope: Scope, span: Span) -> None:
    winners = None if winner is None else _winners(low, scope, winner)
    if winners is not None:
        demand(low, *winners)
    low.graph.put(lambda place, region: ir.Final(place, region, winners, span))
    low.graph.start(low.graph.label())  # what follows is never reached
    low.graph.here = None


def _winners(low: Lowering, scope: Scope, node: ast.Expr) -> tuple[ir.Expr, ...]:
    n = len(low.ctx.book.players.members)
    what = value(low.ctx, scope, node)
    if isinstance(what, Scalar):
        return tuple(b.eq(what.expr, b.const(p)) for p in range(n))
    domain: Elements = elements(low.ctx, scope, node)
    if isinstance(domain.domain, ir.Range):
        return tuple(domain.included(b.const(p)) for p in range(n))
    local = low.ctx.local("winner", domain.lo, domain.hi)
    return tuple(
        b.fold(ir.Aggregate.SOME, local, domain.domain, domain.included(local), b.eq(local, b.const(p)))
        for p in range(n)
    )
