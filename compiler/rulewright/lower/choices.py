"""Decisions and luck: choices, picks, responses, rolls, roll tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.answers import Need, needs
from rulewright.lower.domains import elements, narrowed
from rulewright.lower.expressions import arguments, condition, scalar
from rulewright.lower.handles import bind, place_type
from rulewright.lower.layout import cites, rests, texts, value_type
from rulewright.lower.loops import counter, loop_head, seat, set_counter, start_of
from rulewright.lower.procedures import (
    Lowering,
    Scope,
    block,
    call,
    demand,
    emit_need,
    fixed,
    fork,
    frozen,
    open_region,
    unique,
)
from rulewright.lower.values import Elements, Picked, Scalar, ThingValue
from rulewright.source import Span
from rulewright.syntax import ast

Continue = Callable[[Scope], None]


# ------------------------------------------------------------------ choices


def choose(low: Lowering, node: ast.Choose, scope: Scope, rest: Sequence[ast.Stmt]) -> None:
    """`p chooses LABEL: ..`: with a block the names end there, without one the rest of the block knows them."""
    after = low.graph.label()
    decider, luck = _decider(low, scope, node.decider)
    label = node.label.text if node.label is not None else ""
    follows = node.block.statements if node.block is not None else tuple(rest)
    notes = node.block.notes if node.block is not None else ast.NO_NOTES
    target = low.graph.label()
    option, bound = _option(low, label, node.pick, None, scope, notes, node.span, target, follows)
    if luck:
        _chance(low, option, target, node.span)
    else:
        options = [option] + ([_implicit(low, "decline", after, node.span)] if node.may else [])
        _put_choice(low, decider, options, notes, node.span)
    low.graph.start(target)
    if node.block is None:
        bound(scope)
        if node.may:
            raise AssertionError("`may choose` needs a block")
        return
    inside = dict(scope)
    bound(inside)
    _option_block(low, label, node.block, inside, node.span)
    low.graph.goto(after)
    low.graph.start(after)


def choose_one_of(low: Lowering, node: ast.ChooseOneOf, scope: Scope) -> None:
    graph = low.graph
    after, head = graph.label(), graph.label()
    if node.until_done:
        graph.goto(head)
        graph.start(head)
    decider, _ = _decider(low, scope, node.decider)
    back = head if node.until_done else after
    options, blocks = _options(low, node.options, scope, node.span)
    if node.until_done:
        options.append(_implicit(low, "done", after, node.span))
    elif node.may:
        options.append(_implicit(low, "decline", after, node.span))
    _put_choice(low, decider, options, node.notes, node.span)
    for fill in blocks:
        fill()
        graph.goto(back)
    graph.start(after)


def responses(low: Lowering, node: ast.Responses, scope: Scope) -> None:
    """Each in turn is asked for one option or `pass`, until all have passed in a row (core, section 5)."""
    graph, ctx = low.graph, low.ctx
    symbol = ctx.book.binders[id(node.binder)]
    domain = elements(ctx, scope, node.binder.domain)
    body = ast.Block(tuple(s for o in node.options if o.block for s in o.block.statements), span=node.span)
    player, n = _order(low, domain, body, symbol.name)
    i = counter(low, f"asked {symbol.name}", 0, max(n - 1, 0))
    passes = counter(low, f"passes {symbol.name}", 0, n)
    set_counter(low, i, b.ZERO)
    set_counter(low, passes, b.ZERO)
    head, after = loop_head(low, b.lt(passes, b.const(n)), node.span, passes)
    asked = player(i)
    inside: Scope = {**scope, symbol: Scalar(asked, ctx.book.players)}
    ask, skip, answered = graph.label(), graph.label(), graph.label()
    test = domain.included(asked)
    if node.binder.where is not None:
        test = b.and_(test, condition(ctx, inside, node.binder.where))
    demand(low, test)
    fork(low, test, ask, skip, node.span)
    graph.start(ask)
    options, blocks = _options(low, node.options, inside, node.span)
    options.append(_implicit(low, "pass", skip, node.span))
    _put_choice(low, asked, options, node.notes, node.span)
    following = b.ite(b.eq(b.add(i, b.ONE), b.const(n)), b.ZERO, b.add(i, b.ONE))
    for fill in blocks:
        fill()
        graph.goto(answered)
    graph.start(answered)
    set_counter(low, passes, b.ZERO)
    set_counter(low, i, following)
    graph.goto(head)
    graph.start(skip)
    set_counter(low, passes, b.add(passes, b.ONE))
    set_counter(low, i, following)
    graph.goto(head)
    graph.start(after)


def _order(low: Lowering, domain: Elements, body: ast.Block, name: str) -> tuple[Callable[[ir.Expr], ir.Expr], int]:
    match domain.domain:
        case ir.Seats():
            demand(low, domain.domain.start)
            seats = start_of(low, domain.domain, body)
            return (lambda i: seat(low, seats, i)), seats.n
        case ir.Range(ir.Const(lo), ir.Const(hi)):
            return (lambda i: b.add(i, b.const(lo))), hi - lo + 1
        case ir.Items(values):
            kept = [frozen(low, f"{low.procedure}.{name}", item, domain.type) for item in values]

            def item(i: ir.Expr) -> ir.Expr:
                result = kept[-1]
                for k in range(len(kept) - 2, -1, -1):
                    result = b.ite(b.eq(i, b.const(k)), kept[k], result)
                return result

            return item, len(kept)
    raise AssertionError("responses need an order of players")


def _decider(low: Lowering, scope: Scope, node: ast.Expr) -> tuple[ir.Expr, bool]:
    """Who decides, and whether that is luck (`chance chooses`)."""
    ctx = low.ctx
    if isinstance(node, ast.Name) and node.text == "chance" and ctx.symbol(node) is None:
        return b.ZERO, True
    who = scalar(ctx, scope, node)
    demand(low, who)
    type_ = ctx.book.types.get(id(node))
    if isinstance(type_, ty.OptionalType):
        none = value_type(ctx, type_).hi
        low.graph.emit(ir.Demand(b.ne(who, b.const(none)), ir.Reason.NOBODY, "chooses", node.span))
    return who, False


def _put_choice(
    low: Lowering, decider: ir.Expr, options: list[ir.Option], notes: ast.Notes, span: Span
) -> None:
    hidden = low.hidden
    low.graph.put(
        lambda place, region: ir.Choice(place, region, decider, tuple(options), hidden, texts(notes), span)
    )


def _implicit(low: Lowering, label: str, target: int, span: Span) -> ir.Option:
    return ir.Option(label, f"{low.address}.{label}", b.ONE, (), None, target, implicit=True, span=span)


def _options(
    low: Lowering, nodes: tuple[ast.Option, ...], scope: Scope, span: Span
) -> tuple[list[ir.Option], list[Callable[[], None]]]:
    """The options of a choice, and for each what fills its block once the choice itself stands."""
    options: list[ir.Option] = []
    blocks: list[Callable[[], None]] = []
    for node in nodes:
        target = low.graph.label()
        body = node.block if node.block is not None else ast.Block((), span=node.span)
        pick = ast.PickEach(node.binders, span=node.span)
        option, bound = _option(
            low, node.label.text, pick, node.when, scope, body.notes, node.span, target, body.statements
        )
        options.append(option)

        def fill(
            node: ast.Option = node, target: int = target, body: ast.Block = body,
            bound: Continue = bound,
        ) -> None:
            low.graph.start(target)
            inside = dict(scope)
            bound(inside)
            _option_block(low, node.label.text, body, inside, node.span)

        blocks.append(fill)
    return options, blocks


def _option_block(low: Lowering, label: str, body: ast.Block, inside: Scope, span: Span) -> None:
    outer = low.address
    low.address = f"{outer}.{label}" if label else outer
    before = open_region(low, ir.RegionKind.OPTION, body.notes, span, inside)
    block(low, body.statements, inside, body.notes)
    low.graph.close_region(before)
    low.address = outer


def _option(
    low: Lowering, label: str, pick: ast.Pick, when: ast.Expr | None, scope: Scope, notes: ast.Notes, span: Span,
    target: int, follows: Sequence[ast.Stmt],
) -> tuple[ir.Option, Continue]:
    """One option. The second part binds, at its target, the names that it picks."""
    ctx = low.ctx
    guard = b.ONE if when is None else condition(ctx, scope, when)
    pieces = _pieces(low, scope, when)
    guard_needs = needs(ctx, guard)
    binders: list[ir.Binder] = []
    inside = dict(scope)
    later: list[Continue] = []
    picked: ir.Pick | None = None
    if isinstance(pick, ast.PickEach):
        for node in pick.binders:
            binder, bind_it, more = _binder(low, node, inside, follows)
            for need in unique(needs(ctx, binder.where)):
                guard_needs.append(_for_all_bindings(need, [*binders, binder], guard))
            binders.append(binder)
            later.append(bind_it)
            pieces += more
    else:
        picked, bind_it, more = _several(low, pick, inside)
        pieces += more
        later.append(bind_it)
    for need in unique(guard_needs):
        emit_need(low, need)
    address = f"{low.address}.{label}" if label else low.address
    option = ir.Option(
        label, address, guard, tuple(binders), picked, target, False, texts(notes), cites(notes), rests(notes),
        tuple(pieces), span,
    )

    def bound(names: Scope) -> None:
        for bind_it in later:
            bind_it(names)

    return option, bound


def _for_all_bindings(need: Need, binders: list[ir.Binder], guard: ir.Expr) -> Need:
    cond = need.cond
    for i in range(len(binders) - 1, -1, -1):
        binder = binders[i]
        where = binder.where if i < len(binders) - 1 else b.ONE
        cond = b.fold(ir.Aggregate.EVERY, binder.local, binder.domain, where, cond)
    return Need(b.implies(guard, cond), need.reason, need.subject, need.span)


def _pieces(low: Lowering, scope: Scope, node: ast.Expr | None) -> list[tuple[ir.Expr, Span]]:
    """A condition, piece by piece, with the place of each in the text."""
    if node is None:
        return []
    if isinstance(node, ast.And):
        return _pieces(low, scope, node.left) + _pieces(low, scope, node.right)
    return [(condition(low.ctx, scope, node), node.span)]


def _binder(
    low: Lowering, node: ast.Binder, inside: Scope, follows: Sequence[ast.Stmt]
) -> tuple[ir.Binder, Continue, list[tuple[ir.Expr, Span]]]:
    """One name of an option. In the option's own conditions it is a local, afterwards a frame slot or a handle."""
    ctx = low.ctx
    symbol = ctx.book.binders[id(node)]
    domain = elements(ctx, inside, node.domain)
    base = f"{low.procedure}.{symbol.name}"
    local = ctx.local(base, domain.lo, domain.hi)
    element = domain.element(local)
    inside[symbol] = element
    where = domain.included(local)
    pieces: list[tuple[ir.Expr, Span]] = []
    if node.where is not None:
        where = b.and_(where, condition(ctx, inside, node.where))
        pieces = _pieces(low, inside, node.where)
    over = domain.domain
    if isinstance(over, ir.Places) and ctx.zones[over.zone.zone].form is ir.Form.MARKED:
        over = ir.Places(over.zone, distinct=True)
    if isinstance(element, ThingValue):
        assert domain.zone is not None
        slot = ctx.frame(f"{base} place", place_type(low, symbol, domain.zone, follows))
        shown = ir.Shown(element.kind, value_type(ctx, element.type.kind))
    else:
        shown_type = _shown_type(low, domain)
        slot = ctx.frame(base, shown_type)
        shown = ir.Shown(local, shown_type)

    def bind_it(names: Scope) -> None:
        if not isinstance(element, ThingValue):
            names[symbol] = Scalar(ctx.read(slot.name), domain.type)
            return
        assert domain.zone is not None
        kept = ctx.zones[domain.zone.zone]
        # The zone's index may speak of names of this very option, which are frame slots by now.
        index = tuple(b.substitute(part, low.option_slots) for part in domain.zone.index)
        ref = ir.ZoneRef(domain.zone.zone, tuple(
            frozen(low, f"{base} in {i}", part, ty.NumberType(0, dim - 1))
            for i, (part, dim) in enumerate(zip(index, kept.dims, strict=True))
        ))
        place = ctx.read(slot.name)
        kind_slot = ctx.frame(f"{base} kind", value_type(ctx, element.type.kind))
        low.graph.emit(ir.Store(kind_slot.name, (), ir.PlaceKind(ref, place, kind_slot.hi)))
        names[symbol] = bind(low, symbol, base, element.type, ref, slot.name, kind_slot.name, follows)

    low.option_slots[local.name] = ctx.read(slot.name)
    return ir.Binder(symbol.name, local, slot.name, over, where, shown, node.domain.span), bind_it, pieces


def _shown_type(low: Lowering, domain: Elements) -> ir.ValueType:
    shown = value_type(low.ctx, domain.type)
    if shown.names is None:
        return ir.ValueType(shown.name, domain.lo, max(domain.lo, domain.hi))
    return shown


def _several(
    low: Lowering, pick: ast.PickSeveral, inside: Scope
) -> tuple[ir.Pick, Continue, list[tuple[ir.Expr, Span]]]:
    """`n..m of x in C where .. as xs`."""
    ctx = low.ctx
    symbol = ctx.book.binders[id(pick)]
    over = pick.binder
    if isinstance(pick.size, ast.Range):
        least, most = scalar(ctx, inside, pick.size.low), scalar(ctx, inside, pick.size.high)
    else:
        assert not isinstance(pick.size, ast.TurnOrder)
        least = most = scalar(ctx, inside, pick.size)
    demand(low, least, most)
    domain = narrowed(ctx, inside, over)
    assert domain.zone is not None
    zone = ctx.zones[domain.zone.zone]
    local = ctx.local(f"{low.procedure}.{over.name.text}", domain.lo, domain.hi)
    where = domain.included(local)
    element = domain.element(local)
    base = f"{low.procedure}.{pick.name.text}"
    kinds = ctx.kinds[zone.kinds]
    if zone.form is ir.Form.BAG:
        into = ctx.fresh(base)
        ctx.zones[into] = ir.Zone(
            into, ir.Life.FRAME, (), zone.kinds, ir.Form.BAG, zone.capacity, (), ((0,) * len(kinds.copies),),
            ir.Sight.ALL, None, (), False,
        )
        value: Picked = Picked(ir.ZoneRef(into), None, domain.zone, domain.type)  # type: ignore[arg-type]
    else:
        into = ctx.frame(base, ir.ValueType("yes or no", 0, 1, ("no", "yes")), (zone.capacity,)).name
        value = Picked(None, into, domain.zone, domain.type)  # type: ignore[arg-type]
    shown = ir.Shown(element.kind if isinstance(element, ThingValue) else local, kinds.type)

    def bind_it(names: Scope) -> None:
        names[symbol] = value

    picked = ir.Pick(
        pick.name.text, local, into, domain.domain, where, least, most, shown, over.name.text, over.domain.span
    )
    pieces: list[tuple[ir.Expr, Span]] = []
    if over.where is not None:
        pieces = _pieces(low, {**inside, ctx.book.binders[id(over)]: element}, over.where)
    return picked, bind_it, pieces


# ------------------------------------------------------------------ luck


def _chance(low: Lowering, option: ir.Option, target: int, span: Span) -> None:
    """`chance chooses x in D`: each thing is equally likely, so a kind weighs its copies."""
    if len(option.binders) != 1:
        raise AssertionError("luck chooses one thing")
    binder = option.binders[0]
    weight: ir.Expr = b.ONE
    if isinstance(binder.domain, ir.Kinds):
        weight = ir.Count(binder.domain.zone, binder.local, low.ctx.zones[binder.domain.zone.zone].capacity)
    if isinstance(binder.domain, ir.Places):
        binder = ir.Binder(binder.surface, binder.local, binder.slot, ir.Places(binder.domain.zone), binder.where,
                           binder.shown)
    found = b.fold(ir.Aggregate.SOME, binder.local, binder.domain, b.ONE, binder.where)
    low.graph.emit(ir.Demand(found, ir.Reason.NOTHING, option.label or "chance", span))
    low.graph.put(
        lambda place, region: ir.Chance(place, region, binder, weight, target, option.label or "chance", span)
    )


def roll(low: Lowering, node: ast.Roll, scope: Scope) -> None:
    ctx = low.ctx
    symbol = ctx.book.binders[id(node)]
    base = f"{low.procedure}.{node.name.text}"
    shown = value_type(ctx, symbol.type)
    slot = ctx.frame(base, shown)
    weights = _weights(low, node.die)
    local = ctx.local(base, shown.lo, shown.hi)
    binder = ir.Binder(
        symbol.name, local, slot.name, ir.Range(b.const(shown.lo), b.const(shown.hi)),
        b.lt(b.ZERO, b.lookup(weights, (local,))) if 0 in weights.values else b.ONE, ir.Shown(local, shown),
    )
    weight: ir.Expr = b.ONE if set(weights.values) == {1} else b.lookup(weights, (local,))
    after = low.graph.label()
    low.graph.put(
        lambda place, region: ir.Chance(place, region, binder, weight, after, "roll", node.span)
    )
    low.graph.start(after)
    scope[symbol] = Scalar(ctx.read(slot.name), symbol.type)


def _weights(low: Lowering, die: ast.Dice | ast.Name) -> ir.Table:
    ctx = low.ctx
    if isinstance(die, ast.Name):
        symbol = ctx.symbol(die)
        assert isinstance(symbol, sym.DieSymbol)
        return ctx.tables[f"{symbol.name}.weight"]
    name = f"{die.count}d{die.sides}"
    if name not in ctx.tables:
        totals = {0: 1}
        for _ in range(die.count):
            totals = _convolved(totals, die.sides)
        lo, hi = die.count, die.count * die.sides
        ctx.tables[name] = ir.Table(name, (hi - lo + 1,), tuple(totals[t] for t in range(lo, hi + 1)), (lo,))
    return ctx.tables[name]


def _convolved(totals: dict[int, int], sides: int) -> dict[int, int]:
    result: dict[int, int] = {}
    for total, ways in totals.items():
        for face in range(1, sides + 1):
            result[total + face] = result.get(total + face, 0) + ways
    return result


def look_up(low: Lowering, node: ast.LookUp, scope: Scope) -> None:
    """A roll table: a branch on the row, then its effect."""
    ctx, graph = low.ctx, low.graph
    table = ctx.symbol(node.table)
    assert isinstance(table, sym.TableSymbol)
    key = scalar(ctx, scope, node.value)
    demand(low, key)
    kept = frozen(low, f"{low.procedure}.looked up", key, ctx.book.types[id(node.value)])
    inside: Scope = dict(scope)
    for param, what in zip(table.params, arguments(ctx, scope, table.params, node.arguments), strict=True):
        inside[param] = fixed(low, f"{table.name}.{param.name}", what)
    after = graph.label()
    groups: dict[int, tuple[ast.Expr | None, list[int]]] = {}
    for code, effect in table.effects.items():
        groups.setdefault(id(effect), (effect, []))[1].append(code)
    for effect, codes in groups.values():
        if effect is None:
            continue
        test = b.or_(*(b.eq(kept, b.const(code)) for code in codes))
        then, otherwise = graph.label(), graph.label()
        fork(low, test, then, otherwise, node.span)
        graph.start(then)
        _effect(low, effect, inside)
        graph.goto(after)
        graph.start(otherwise)
    graph.goto(after)
    graph.start(after)


def _effect(low: Lowering, effect: ast.Expr, scope: Scope) -> None:
    function, given = (effect.function, effect.arguments) if isinstance(effect, ast.Call) else (effect, ())
    symbol = low.ctx.symbol(function)
    assert isinstance(symbol, sym.ProcedureSymbol)
    call(low, symbol, given, scope)

