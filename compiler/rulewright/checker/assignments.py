"""`becomes`: the one way in which values change, and what cannot change."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.places import HoldsThings
from rulewright.checker.errors.types import NotAssignable
from rulewright.checker.symbols import (
    LocalKind,
    LocalSymbol,
    MemberSymbol,
    ParamSymbol,
    ReadingSymbol,
    RuleSymbol,
    StateSymbol,
    Symbol,
)
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    BagType,
    ListType,
    OptionalType,
    RecordType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast


def check_assign(ctx: Context, node: ast.Assign) -> None:
    target = _target(ctx, node.target)
    if target is None:
        expressions.infer(ctx, node.value)
        return
    actual = expressions.infer(ctx, node.value, target)
    if actual is not None:
        coerce(ctx, node.value, actual, target, place=f"`{text_of(node.target)}`")
    ctx.facts = tuple(fact for fact in ctx.facts if not _touches(fact, node.target))


def _touches(fact: ast.Expr, target: ast.Expr) -> bool:
    """Whether a change of `target` may make `fact` none again."""
    base = target
    while isinstance(base, ast.Index | ast.Attribute):
        base = base.value
    while True:
        if fact in (base, target):
            return True
        if not isinstance(fact, ast.Index | ast.Attribute):
            return False
        fact = fact.value


def _target(ctx: Context, node: ast.Expr) -> Type | None:
    """The type of what `becomes` changes."""
    found = expressions.infer(ctx, node)
    if found is None:
        return None
    base = node
    while isinstance(base, ast.Index):
        base = base.value
    if isinstance(base, ast.Attribute):
        return _mark(ctx, node, base, found)
    symbol = ctx.refs.get(id(base))
    if isinstance(symbol, StateSymbol):
        if isinstance(found, BagType | ListType):
            ctx.report(HoldsThings(
                span=node.span, text=text_of(node), what=describe(found),
                hint="cards come and go by `move` and `draw`",
            ))
            return None
        return found
    what, hint = _why_fixed(symbol)
    ctx.report(NotAssignable(span=node.span, text=text_of(node), what=what, hint=hint))
    return None


def _mark(ctx: Context, node: ast.Expr, attribute: ast.Attribute, found: Type) -> Type | None:
    owner = ctx.types.get(id(attribute.value))
    plain = owner.inner if isinstance(owner, OptionalType) else owner
    if isinstance(plain, ThingType) and any(mark == attribute.name.text for mark, _, _ in plain.marks):
        return found
    if isinstance(plain, RecordType):
        symbol = _base_symbol(ctx, attribute)
        if isinstance(symbol, StateSymbol):
            return found
    ctx.report(NotAssignable(
        span=node.span, text=text_of(node), what="printed",
        hint="what changes on a card is a mark, declared in a `record ... on` its table",
    ))
    return None


def _base_symbol(ctx: Context, node: ast.Expr) -> Symbol | None:
    while isinstance(node, ast.Attribute | ast.Index):
        node = node.value
    return ctx.refs.get(id(node))


def _why_fixed(symbol: Symbol | None) -> tuple[str, str | None]:
    match symbol:
        case ParamSymbol():
            return "a param", "`state` holds what changes in play"
        case RuleSymbol():
            return "the answer of a rule", "`state` holds what changes in play"
        case ReadingSymbol():
            return "a reading", None
        case MemberSymbol():
            return "a value", None
        case LocalSymbol(kind=LocalKind.LET):
            return "introduced by `let`", "`state` holds what changes in play"
        case LocalSymbol(kind=LocalKind.PARAMETER):
            return "a parameter", "`state` holds what changes in play"
        case LocalSymbol():
            return "a name for what was picked", None
    return "a value", None
