"""Decision rules: their levels, the cases in them, and which of them precedence puts first."""

from __future__ import annotations

from itertools import combinations

from rulewright.checker import comparisons, expressions, locals
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownRule
from rulewright.checker.errors.types import ModifierOfNoNumber
from rulewright.checker.errors.wellformed import (
    AlwaysBesideWhen,
    CaseTwice,
    LevelTwice,
    NeverApplies,
    NoDefault,
    OverInCircle,
    OverModifier,
    TwoDefaults,
    TwoOtherwise,
    ZonesApart,
)
from rulewright.checker.notes import check_notes
from rulewright.checker.parameters import declare_parameters, make_parameters
from rulewright.checker.ranges import hull
from rulewright.checker.symbols import LocalKind, RuleSymbol
from rulewright.checker.typenames import describe
from rulewright.checker.types import BagType, NumberType, Type
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def levels_of(ctx: Context, node: ast.Rule) -> tuple[ast.Level, ...]:
    """The levels of a rule and those that stand apart, in file order."""
    outside = ctx.book.outside.get(node.name.text, [])
    return (*node.levels, *(each.level for each in outside))


def check_rule(ctx: Context, node: ast.Rule) -> None:
    """Everything inside a rule, once."""
    name = node.name.text
    if name in ctx.checked_rules:
        return
    symbol = ctx.symbol(name)
    if name in ctx.checked_rules:  # `-> number` has looked inside
        return
    make_parameters(ctx, node.parameters)
    result = symbol.result if isinstance(symbol, RuleSymbol) else None
    _check_inside(ctx, node, levels_of(ctx, node), result)


def computed_result(ctx: Context, node: ast.Rule, levels: tuple[ast.Level, ...]) -> NumberType | None:
    """The range of `-> number`: what the cases may answer, and what the modifiers may add."""
    make_parameters(ctx, node.parameters)
    found = _check_inside(ctx, node, levels, None)
    answers = [
        type_ for level in levels if level.kind is not ast.LevelKind.MODIFIER for type_ in found.get(id(level), ())
    ]
    numbers = [type_ for type_ in answers if isinstance(type_, NumberType)]
    if not numbers:
        return None
    total = hull(numbers)
    for level in levels:
        if level.kind is ast.LevelKind.MODIFIER:
            added = hull(type_ for type_ in found.get(id(level), ()) if isinstance(type_, NumberType))
            total = NumberType(total.lo + min(0, added.lo), total.hi + max(0, added.hi))
    return total


def _check_inside(
    ctx: Context, node: ast.Rule, levels: tuple[ast.Level, ...], result: Type | None
) -> dict[int, list[Type]]:
    """The types of the answers of each level. Without a `result` the answers are numbers."""
    ctx.checked_rules.add(node.name.text)
    _check_levels(ctx, node, levels)
    found: dict[int, list[Type]] = {}
    with ctx.apart(), ctx.scopes.block(f"`rule {node.name.text}`"):
        check_notes(ctx, node.notes)
        declare_parameters(ctx, node.parameters)
        for let in node.lets:
            check_let(ctx, let)
        for level in levels:
            found[id(level)] = _check_level(ctx, node, level, result)
    if isinstance(result, BagType):
        _check_places(ctx, node, levels)
    return found


def check_let(ctx: Context, node: ast.Let) -> None:
    type_ = expressions.infer(ctx, node.value)
    locals.declare(ctx, node.name, type_, LocalKind.LET, node)


# ---------------------------------------------------------------- a level
def _check_level(ctx: Context, rule: ast.Rule, level: ast.Level, result: Type | None) -> list[Type]:
    is_modifier = level.kind is ast.LevelKind.MODIFIER
    if is_modifier and result is not None and not isinstance(result, NumberType):
        ctx.report(ModifierOfNoNumber(span=level.name.span, rule=rule.name.text, actual=describe(result)))
        return []
    _check_cases(ctx, level)
    found: list[Type] = []
    computed = isinstance(rule.result, ast.NumberType)
    with ctx.scopes.block(f"`{level.kind} {level.name.text}`"):
        check_notes(ctx, level.notes)
        for let in level.lets:
            check_let(ctx, let)
        for case in level.cases:
            if case.when is not None:
                _check_guard(ctx, case.when)
        others = tuple(
            fact
            for case in level.cases if case.when is not None
            for fact in comparisons.when_false(ctx, case.when)
        )
        for case in level.cases:
            facts = others if case.otherwise else (
                comparisons.when_true(ctx, case.when) if case.when is not None else ()
            )
            with ctx.knowing(facts):
                type_ = _check_value(ctx, case.value, None if is_modifier else result, is_modifier or computed)
            if type_ is not None:
                found.append(type_)
    return found


def _check_guard(ctx: Context, node: ast.Expr) -> None:
    if expressions.condition(ctx, node) and ctx.constants.get(id(node)) == 0 and not _hangs_on_params(ctx, node):
        ctx.report(NeverApplies(span=node.span, text=text_of(node)))


def _hangs_on_params(ctx: Context, node: ast.Expr) -> bool:
    """A condition over params may be false in this game and true after one edit."""
    return any(name in ctx.book.declared for name in _names_in(node))


def _names_in(node: object) -> list[str]:
    match node:
        case ast.Name(text):
            return [text]
        case ast.Compare(_, left, right):
            return [*_names_in(left), *_names_in(right)]
        case ast.Arithmetic(_, left, right):
            return [*_names_in(left), *_names_in(right)]
        case ast.Negative(inner) | ast.Attribute(inner) | ast.Index(inner):
            return _names_in(inner)
        case ast.FoldValues(_, values):
            return [name for each in values for name in _names_in(each)]
    return []


def _check_value(ctx: Context, node: ast.Expr, result: Type | None, number: bool) -> Type | None:
    if number and result is None:
        return expressions.number(ctx, node, "number")
    actual = expressions.infer(ctx, node, result)
    if actual is None or result is None:
        return None
    return coerce(ctx, node, actual, result, place="the answer")


def _check_cases(ctx: Context, level: ast.Level) -> None:
    """No two cases with one condition, at most one `otherwise`, and nothing beside a case that always holds."""
    otherwise = [case for case in level.cases if case.otherwise]
    if len(otherwise) > 1:
        ctx.report(TwoOtherwise(span=otherwise[1].span, also=((otherwise[0].span, "here first"),)))
    always = next((case for case in level.cases if case.when is None and not case.otherwise), None)
    if always is not None and len(level.cases) > 1:
        ctx.report(AlwaysBesideWhen(span=always.span, text=text_of(always.value)))
    conditions: list[ast.Case] = []
    for case in level.cases:
        if case.when is None:
            continue
        first = next((each for each in conditions if each.when == case.when and each.value != case.value), None)
        if first is not None:
            ctx.report(CaseTwice(
                span=case.when.span, text=text_of(case.when), also=((first.span, "here first"),)
            ))
        conditions.append(case)


def _check_places(ctx: Context, node: ast.Rule, levels: tuple[ast.Level, ...]) -> None:
    """The cases of a rule for a bag look into one place."""
    cases = [case for level in levels for case in level.cases]
    for case in cases[1:]:
        first, other = text_of(_place_of(cases[0].value)), text_of(_place_of(case.value))
        if other != first:
            ctx.report(ZonesApart(
                span=case.value.span, rule=node.name.text, first=first, other=other,
                also=((cases[0].value.span, "the first case"),),
            ))
            return


def _place_of(node: ast.Domain) -> ast.Domain:
    """Where `all(x in P where ...)` picks its things."""
    while isinstance(node, ast.Fold) and node.kind is ast.FoldKind.ALL:
        node = node.binder.domain
    return node


# ---------------------------------------------------------------- levels among each other
def _check_levels(ctx: Context, node: ast.Rule, levels: tuple[ast.Level, ...]) -> None:
    rule = node.name.text
    by_name: dict[str, ast.Level] = {}
    defaults = [level for level in levels if level.kind is ast.LevelKind.DEFAULT]
    if not defaults:
        ctx.report(NoDefault(span=node.name.span, rule=rule))
    for extra in defaults[1:]:
        ctx.report(TwoDefaults(
            span=extra.name.span, rule=rule, name=extra.name.text, first=defaults[0].name.text,
            also=((defaults[0].name.span, "the first default"),),
        ))
    for level in levels:
        first = by_name.setdefault(level.name.text, level)
        if first is not level and not (
            first.kind is level.kind is ast.LevelKind.DEFAULT
        ):
            ctx.report(LevelTwice(
                span=level.name.span, rule=rule, name=level.name.text, also=((first.name.span, "here first"),)
            ))
    for level in levels:
        for over in level.over:
            under = by_name.get(over.text)
            if under is None:
                ctx.report(UnknownRule(
                    span=over.span, what="level", name=over.text, where=f" of `{rule}`",
                    nearest=nearest(over.text, by_name),
                ))
            elif under.kind is ast.LevelKind.MODIFIER:
                ctx.report(OverModifier(span=over.span, name=over.text))
    _check_circle(ctx, by_name)


def _check_circle(ctx: Context, by_name: dict[str, ast.Level]) -> None:
    for name, level in by_name.items():
        way = _way_to(by_name, name, name, (name,))
        if way is not None:
            ctx.report(OverInCircle(span=level.name.span, name=name, way=" over ".join(f"`{each}`" for each in way)))
            return


def _way_to(
    by_name: dict[str, ast.Level], at: str, goal: str, way: tuple[str, ...]
) -> tuple[str, ...] | None:
    level = by_name.get(at)
    for over in level.over if level is not None else ():
        if over.text == goal:
            return (*way, goal)
        if over.text not in way:
            found = _way_to(by_name, over.text, goal, (*way, over.text))
            if found is not None:
                return found
    return None


# ---------------------------------------------------------------- precedence
def settled_pairs(
    ctx: Context, node: ast.Rule, levels: tuple[ast.Level, ...]
) -> tuple[tuple[str, str], ...]:
    """(winner, loser) for levels neither of which is over the other, whose sources have an order."""
    if not ctx.book.precedences:
        return ()
    answering = [level for level in levels if level.kind is not ast.LevelKind.MODIFIER]
    by_name = {level.name.text: level for level in answering}
    stronger = _stronger(ctx)
    pairs: list[tuple[str, str]] = []
    for one, other in combinations(answering, 2):
        a, b = one.name.text, other.name.text
        if _is_over(by_name, a, b) or _is_over(by_name, b, a):
            continue
        first, second = _sources(ctx, node, one), _sources(ctx, node, other)
        up = any((x, y) in stronger for x in first for y in second)
        down = any((y, x) in stronger for x in first for y in second)
        if up != down:
            pairs.append((a, b) if up else (b, a))
    return tuple(pairs)


def _is_over(by_name: dict[str, ast.Level], one: str, other: str) -> bool:
    return _way_to(by_name, one, other, (one,)) is not None


def _stronger(ctx: Context) -> set[tuple[str, str]]:
    """All pairs of sources of which the first comes before the second, on any way round."""
    pairs = {
        (one.text, other.text)
        for each in ctx.book.precedences
        for one, other in combinations(each.sources, 2)
    }
    while True:
        more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
        if not more:
            return pairs
        pairs |= more


def _sources(ctx: Context, rule: ast.Rule, level: ast.Level) -> set[str]:
    cites = level.notes.cites or rule.notes.cites
    return {ctx.book.passages[cite.passage] for cite in cites if cite.passage in ctx.book.passages}
