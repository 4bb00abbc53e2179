"""Decision rules: levels to one expression, and the conditions under which it is defined (core, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.answers import Need, needs
from rulewright.lower.context import Context, Env, interval
from rulewright.lower.domains import elements, member
from rulewright.lower.expressions import condition, flatten, value
from rulewright.lower.layout import cites, low_of, rests, size_of, texts, value_type
from rulewright.lower.things import thing_copy
from rulewright.lower.values import Elements, RecordValue, Scalar, Selection, ThingValue, Value
from rulewright.syntax import ast

ENUMERATION_LIMIT = 4096


@dataclass(frozen=True, slots=True)
class _Level:
    """`env`: what names mean inside, those of its `let` included."""

    node: ast.Level
    env: Env
    guards: tuple[ir.Expr, ...]
    values: tuple[Value, ...]

    @property
    def applies(self) -> ir.Expr:
        return b.or_(*self.guards)


def ensure_rule(ctx: Context, symbol: sym.RuleSymbol) -> None:
    """Lower a rule, once; rules that it uses come first."""
    first = symbol.name
    if isinstance(symbol.result, ty.RecordType):
        first = f"{symbol.name}.{symbol.result.fields[0][0]}"
    if first not in ctx.rules:
        _lower_rule(ctx, symbol)


def parameter(ctx: Context, prefix: str, type_: ty.Type) -> tuple[
    Value, tuple[ir.Local, ...], tuple[ir.ValueType, ...], tuple[str, ...]
]:
    """A parameter of a rule, or a name under `for all`: what it stands for, and its numbers."""
    match type_:
        case ty.RecordType(_, fields):
            parts: dict[str, Value] = {}
            locals_: list[ir.Local] = []
            types: list[ir.ValueType] = []
            names: list[str] = []
            for name, part_type in fields:
                part, more, more_types, more_names = parameter(ctx, f"{prefix}.{name}", part_type)
                parts[name] = part
                locals_ += more
                types += more_types
                names += more_names
            return RecordValue(type_, parts), tuple(locals_), tuple(types), tuple(names)
        case ty.ThingType():
            return thing_copy(ctx, prefix, type_)
        case ty.SetType(element):
            bits = tuple(ctx.local(f"{prefix}[{i}]", 0, 1) for i in range(size_of(element)))
            shown = ir.ValueType("yes or no", 0, 1, ("no", "yes"))
            low = low_of(element)

            def included(e: ir.Expr) -> ir.Expr:
                return b.or_(*(b.and_(b.eq(e, b.const(low + i)), bit) for i, bit in enumerate(bits)))

            domain = Elements(
                ir.Range(b.const(low), b.const(low + len(bits) - 1)), low, low + len(bits) - 1,
                lambda e: Scalar(e, element), included, element,
            )
            return Selection(domain), bits, (shown,) * len(bits), tuple(bit.name for bit in bits)
    shown = value_type(ctx, type_)
    local = ctx.local(prefix, shown.lo, shown.hi)
    return Scalar(local, type_), (local,), (shown,), (prefix,)


def _lower_rule(ctx: Context, symbol: sym.RuleSymbol) -> None:
    env: dict[sym.LocalSymbol, Value] = {}
    params: list[ir.Local] = []
    types: list[ir.ValueType] = []
    for param in symbol.params:
        what, locals_, local_types, _ = parameter(ctx, f"{symbol.name}.{param.name}", param.type)
        env[param] = what
        params += locals_
        types += local_types
    lets: list[tuple[ir.Local, ir.Expr]] = []
    _bind_lets(ctx, env, symbol.node.lets, lets)
    levels = [_level(ctx, env, level, lets) for level in symbol.levels]
    if isinstance(symbol.result, ty.RecordType):
        for name, type_ in symbol.result.fields:
            _finish(ctx, symbol, f"{symbol.name}.{name}", type_, params, types, lets, levels, name)
    else:
        _finish(ctx, symbol, symbol.name, symbol.result, params, types, lets, levels, None)


def _bind_lets(
    ctx: Context, env: dict[sym.LocalSymbol, Value], nodes: tuple[ast.Let, ...], lets: list[tuple[ir.Local, ir.Expr]]
) -> None:
    """Numbers get a name of the core, so that they are worked out once; things and selections need none."""
    for node in nodes:
        symbol = ctx.book.binders[id(node)]
        what = value(ctx, env, node.value)
        if isinstance(what, Scalar) and not isinstance(what.expr, ir.Const | ir.Local):
            local = ctx.local(node.name.text, *interval(ctx, what.expr))
            lets.append((local, what.expr))
            what = Scalar(local, what.type)
        env[symbol] = what


def _put_in_place(ctx: Context, env: dict[sym.LocalSymbol, Value], nodes: tuple[ast.Let, ...]) -> None:
    for node in nodes:
        env[ctx.book.binders[id(node)]] = value(ctx, env, node.value)


def _level(
    ctx: Context, env: Env, node: ast.Level, lets: list[tuple[ir.Local, ir.Expr]] | None
) -> _Level:
    """Without a list of `lets` to add to, a name stands for its value wherever it is used."""
    inside = dict(env)
    if lets is None:
        _put_in_place(ctx, inside, node.lets)
    else:
        _bind_lets(ctx, inside, node.lets, lets)
    whens = [None if case.otherwise else (b.ONE if case.when is None else condition(ctx, inside, case.when))
             for case in node.cases]
    others = b.not_(b.or_(*(guard for guard in whens if guard is not None)))
    guards = tuple(others if guard is None else guard for guard in whens)
    return _Level(node, inside, guards, tuple(value(ctx, inside, case.value) for case in node.cases))


def _cell(what: Value, field: str | None, type_: ty.Type) -> ir.Expr:
    if field is not None:
        assert isinstance(what, RecordValue)
        what = what.fields[field]
    return flatten(what, type_)[0]


def _finish(
    ctx: Context, symbol: sym.RuleSymbol, name: str, type_: ty.Type, params: list[ir.Local],
    types: list[ir.ValueType], lets: list[tuple[ir.Local, ir.Expr]], levels: list[_Level], field: str | None,
) -> None:
    shown = value_type(ctx, type_)
    built = {
        level.node.name.text: ir.Level(
            level.node.name.text,
            ir.LevelKind[level.node.kind.name],
            tuple(over.text for over in level.node.over),
            tuple(
                ir.Case(guard, _cell(what, field, type_), case.span)
                for guard, what, case in zip(level.guards, level.values, level.node.cases, strict=True)
            ),
            cites(level.node.notes), rests(level.node.notes), level.node.span, texts(level.node.notes),
        )
        for level in levels
    }
    over = _closed_over(built)
    ordered = _in_rank_order(built, over, symbol.settled)
    modifiers = [level for level in built.values() if level.kind is ir.LevelKind.MODIFIER]
    defined = _defined(ordered, over, symbol.settled)
    is_total = _decide_if_small(ctx, _under_lets(defined, lets), params) == b.ONE
    body: ir.Expr | None = None
    for level in reversed(ordered):
        for case in reversed(level.cases):
            if body is None:  # whoever comes here has met the guard, if some case always applies
                body = case.value if is_total else b.ite(case.guard, case.value, b.const(shown.lo))
            else:
                body = b.ite(case.guard, case.value, body)
    assert body is not None
    for level in modifiers:
        for case in level.cases:
            body = b.add(body, b.ite(case.guard, case.value, b.ZERO))
    bound_body, bound_defined = _under_lets(body, lets), _under_lets(defined, lets)
    bound_defined = _decide_if_small(ctx, bound_defined, params)
    inner = [need for _, expr in lets for need in needs(ctx, expr)]
    inner += needs(ctx, body) + ([] if defined == b.ONE else needs(ctx, defined))
    low, high = interval(ctx, bound_body)
    if low < shown.lo or high > shown.hi:
        inner.append(_range_need(body, shown, name, symbol))
    ctx.rule_needs[name] = tuple(
        need for need in (Need(_under_lets(n.cond, lets), n.reason, n.subject, n.span) for n in inner)
        if need.cond != b.ONE
    )
    ctx.rules[name] = ir.Rule(
        name, tuple(params), tuple(types), shown.lo, shown.hi, shown, tuple(lets), tuple(built.values()),
        bound_body, bound_defined, symbol.settled, cites(symbol.node.notes), rests(symbol.node.notes),
        texts(symbol.node.notes), symbol.node.span,
    )


def _range_need(body: ir.Expr, shown: ir.ValueType, name: str, symbol: sym.RuleSymbol) -> Need:
    return Need(b.within(body, shown.lo, shown.hi), ir.Reason.RANGE, name, symbol.node.span)


def _closed_over(levels: dict[str, ir.Level]) -> set[tuple[str, str]]:
    """All pairs (a, b) with a over b, also through others."""
    over = {level.name: [other for other in level.over if other in levels] for level in levels.values()}
    found: set[tuple[str, str]] = set()
    for name in over:
        pending = list(over[name])
        while pending:
            other = pending.pop()
            if (name, other) not in found:
                found.add((name, other))
                pending += over[other]
    return found


def _in_rank_order(
    levels: dict[str, ir.Level], over: set[tuple[str, str]], settled: tuple[tuple[str, str], ...]
) -> list[ir.Level]:
    """Whoever is over another comes first; otherwise as in the text. Modifiers have no rank."""
    above = over | set(settled)
    rest = [level for level in levels.values() if level.kind is not ir.LevelKind.MODIFIER]
    ordered: list[ir.Level] = []
    while rest:
        free = next(
            (level for level in rest if not any((other.name, level.name) in above for other in rest)), rest[0]
        )
        ordered.append(free)
        rest.remove(free)
    return ordered


def _defined(
    ordered: list[ir.Level], over: set[tuple[str, str]], settled: tuple[tuple[str, str], ...]
) -> ir.Expr:
    """Some level applies, and those that no applying level is over agree."""
    applies = {level.name: b.or_(*(case.guard for case in level.cases)) for level in ordered}

    def on_top(level: ir.Level) -> ir.Expr:
        return b.and_(*(b.not_(applies[other.name]) for other in ordered if (other.name, level.name) in over))

    parts = [b.or_(*applies.values())]
    for level in ordered:
        for one, two in combinations(level.cases, 2):
            if one.value == two.value or exclusive(one.guard, two.guard):
                continue
            both = b.and_(one.guard, two.guard, on_top(level))
            parts.append(b.or_(b.not_(both), b.eq(one.value, two.value)))
    related = over | {(low, high) for high, low in over} | set(settled) | {(low, high) for high, low in settled}
    for first, second in combinations(ordered, 2):
        if (first.name, second.name) in related:
            continue
        for one, two in product(first.cases, second.cases):
            if one.value == two.value or exclusive(one.guard, two.guard):
                continue
            both = b.and_(one.guard, two.guard, on_top(first), on_top(second))
            parts.append(b.or_(b.not_(both), b.eq(one.value, two.value)))
    return b.and_(*parts)


def exclusive(left: ir.Expr, right: ir.Expr) -> bool:
    """Whether two guards plainly exclude each other: x = 1 and x = 2, or c and not c."""
    first, second = _conjuncts(left), _conjuncts(right)
    for one in first:
        for two in second:
            if one == b.not_(two):
                return True
            match one, two:
                case ir.Binary(ir.Op.EQ, x, ir.Const(a)), ir.Binary(ir.Op.EQ, y, ir.Const(c)) if x == y and a != c:
                    return True
                case ir.Binary(ir.Op.LT, x, y), ir.Binary(ir.Op.LT, z, w) if x == w and y == z:
                    return True
                case (ir.Binary(ir.Op.LT, x, y), ir.Binary(ir.Op.EQ, z, w)) | (
                    ir.Binary(ir.Op.EQ, z, w), ir.Binary(ir.Op.LT, x, y)
                ) if {x, y} == {z, w}:
                    return True
    return False


def _conjuncts(expr: ir.Expr) -> list[ir.Expr]:
    match expr:
        case ir.Binary(ir.Op.AND, left, right):
            return _conjuncts(left) + _conjuncts(right)
        case ir.Not(ir.Binary(ir.Op.OR, left, right)):
            return _conjuncts(b.not_(left)) + _conjuncts(b.not_(right))
    return [expr]


def _under_lets(expr: ir.Expr, lets: list[tuple[ir.Local, ir.Expr]]) -> ir.Expr:
    used = b.locals_of(expr)
    for local, bound in reversed(lets):
        if local.name in used:
            expr = ir.Let(local, bound, expr)
            used = b.locals_of(expr)
    return expr


def _decide_if_small(ctx: Context, expr: ir.Expr, params: list[ir.Local]) -> ir.Expr:
    """1 if the condition holds for all values of parameters and readings, by trying them all; else as it was.

    What hangs on the state stays as it is, so this never claims more than it looked at.
    """
    if expr == b.ONE:
        return expr
    used = b.locals_of(expr)
    names = [(local.name, range(local.lo, local.hi + 1)) for local in params if local.name in used]
    names += [("?" + name, range(len(ctx.readings[name].options))) for name in sorted(b.settings_of(expr))]
    n_tries = 1
    for _, values in names:
        n_tries *= len(values)
    if n_tries > ENUMERATION_LIMIT:
        return expr
    keys = [name for name, _ in names]
    for combination in product(*(values for _, values in names)):
        chosen = {key: b.const(number) for key, number in zip(keys, combination, strict=True)}
        if b.substitute(expr, chosen, ctx.tables) != b.ONE:
            return expr
    return b.ONE


# ------------------------------------------------------------------ rules that answer with things


def _inline_env(symbol: sym.RuleSymbol, args: tuple[Value, ...]) -> Env:
    return dict(zip(symbol.params, args, strict=True))


def selection_rule(ctx: Context, symbol: sym.RuleSymbol, args: tuple[Value, ...]) -> Selection:
    """A rule for a bag or set is a selection: each case's elements, as far as its guard holds. The cases of a rule for
    a bag run over one zone."""
    env = dict(_inline_env(symbol, args))
    _put_in_place(ctx, env, symbol.node.lets)
    levels = [_level(ctx, env, level, None) for level in symbol.levels]
    over = _closed_over({
        level.node.name.text: ir.Level(
            level.node.name.text, ir.LevelKind.DEFAULT, tuple(o.text for o in level.node.over), (), (), (),
            level.node.span,
        ) for level in levels
    })
    cases: list[tuple[ir.Expr, Env, ast.Expr]] = []
    for level in levels:
        above = [other.applies for other in levels if (other.node.name.text, level.node.name.text) in over]
        on_top = b.and_(*(b.not_(guard) for guard in above))
        for guard, case in zip(level.guards, level.node.cases, strict=True):
            cases.append((b.and_(guard, on_top), level.env, case.value))
    if isinstance(symbol.result, ty.SetType):
        return _selected_values(ctx, symbol.result.element, cases)
    parts = [(guard, elements(ctx, inside, what)) for guard, inside, what in cases]
    base = parts[0][1]
    if any(part.domain != base.domain for _, part in parts):
        raise AssertionError(f"the cases of `{symbol.name}` look into different zones")

    def included(e: ir.Expr) -> ir.Expr:
        return b.or_(*(b.and_(guard, part.included(e)) for guard, part in parts))

    return Selection(Elements(base.domain, base.lo, base.hi, base.element, included, base.type, base.zone))


def _selected_values(
    ctx: Context, element: ty.ScalarType, cases: list[tuple[ir.Expr, Env, ast.Expr]]
) -> Selection:
    """The values of a type that are in one of the cases whose guard holds."""
    shown = value_type(ctx, element)

    def included(e: ir.Expr) -> ir.Expr:
        return b.or_(*(
            b.and_(guard, member(ctx, inside, Scalar(e, element), what)) for guard, inside, what in cases
        ))

    every = ir.Range(b.const(shown.lo), b.const(shown.hi))
    return Selection(Elements(every, shown.lo, shown.hi, lambda e: Scalar(e, element), included, element))


def thing_rule(ctx: Context, symbol: sym.RuleSymbol, args: tuple[Value, ...], span: object) -> ThingValue:
    """A rule that answers with a thing gives its place; all its cases look into one zone."""
    env = _inline_env(symbol, args)
    found: ThingValue | None = None
    cells: list[tuple[ir.Expr, ir.Expr]] = []
    inside = dict(env)
    _put_in_place(ctx, inside, symbol.node.lets)
    for level in sorted(symbol.levels, key=lambda level: not level.over):
        lowered = _level(ctx, inside, level, None)
        for guard, what in zip(lowered.guards, lowered.values, strict=True):
            assert isinstance(what, ThingValue)
            found = found or what
            cells.append((guard, what.place))
    assert found is not None
    place = cells[-1][1]
    for guard, cell in reversed(cells[:-1]):
        place = b.ite(guard, cell, place)
    zone = found.zones[0]
    last = len(ctx.kinds[ctx.zones[zone.zone].kinds].copies) - 1
    return ThingValue(found.type, found.zones, found.marked, found.where, place, ir.PlaceKind(zone, place, last))
