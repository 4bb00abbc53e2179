"""What names run over: bags, types, ranges, turn orders, values in brackets; and `some`, `every`, `no`."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.checker import comparisons, expressions, locals
from rulewright.checker.coercion import coerce, report_out_of_range
from rulewright.checker.context import Context
from rulewright.checker.copies import most_copies
from rulewright.checker.errors.types import CannotIterate
from rulewright.checker.members import scalar_behind
from rulewright.checker.ranges import hull, n_values
from rulewright.checker.sizes import check_members
from rulewright.checker.symbols import DieSymbol, EnumSymbol, KindsSymbol, LocalKind
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    BagType,
    BoolType,
    EnumType,
    FaceType,
    FractionType,
    KindType,
    ListType,
    NumberType,
    OptionalType,
    PlayerType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class Members:
    """`element` is the type of one member; there are at most `most` of them. `whole`: all values of a type."""

    element: Type
    most: int
    whole: bool = False


def infer_domain(ctx: Context, node: ast.Domain, hint: Type | None = None) -> Members | None:
    """What stands behind `in`. `hint` is the type of what is looked for in it."""
    match node:
        case ast.Range(low, high):
            return _range(ctx, node, low, high)
        case ast.TurnOrder(turns, player):
            if player is not None and expressions.check_index(ctx, player, ctx.players) is None:
                return None
            ctx.types[id(node)] = SetType(ctx.players)
            n = len(ctx.players.members)
            return Members(ctx.players, n - 1 if turns is ast.Turns.OTHERS_AFTER else n)
        case ast.Items():
            element = _items(ctx, node, hint)
            return None if element is None else Members(element, _n_items(ctx, node))
        case ast.Name(text) if not ctx.scopes.find(text)[0]:
            symbol = ctx.symbol(text, node)
            if isinstance(symbol, EnumSymbol | KindsSymbol | DieSymbol):
                ctx.refs[id(node)] = symbol
                ctx.types[id(node)] = SetType(symbol.type)
                return Members(symbol.type, n_values(symbol.type), whole=True)
    found = expressions.infer(ctx, node)
    return None if found is None else _inside(ctx, node, found)


def _inside(ctx: Context, node: ast.Expr, found: Type) -> Members | None:
    match found:
        case BagType(element, at_most):
            return Members(element, _fewest(at_most, most_copies(ctx, element)))
        case ListType(element, at_most):
            return Members(element, at_most)
        case SetType(element):
            return Members(element, n_values(element))
    hint = None
    if isinstance(found, NumberType):
        hint = f"a range has both ends: `1..{text_of(node)}`"
    elif not isinstance(found, FractionType):
        hint = f"a comparison asks for one value: `= {text_of(node)}`"
    ctx.report(CannotIterate(span=node.span, text=text_of(node), actual=describe(found), hint=hint))
    return None


def _fewest(at_most: int | None, copies: int) -> int:
    return copies if at_most is None else min(at_most, copies)


def _range(ctx: Context, node: ast.Range, low: ast.Expr, high: ast.Expr) -> Members | None:
    first, last = expressions.number(ctx, low, ".."), expressions.number(ctx, high, "..")
    if not isinstance(first, NumberType) or not isinstance(last, NumberType):
        return None
    element = NumberType(first.lo, max(first.lo, last.hi))
    ctx.types[id(node)] = SetType(element)
    return Members(element, n_values(element))


# ---------------------------------------------------------------- values in square brackets
def infer_items(ctx: Context, node: ast.Items, hint: Type | None) -> Type | None:
    """`[hero, king]` as a value: a set."""
    wanted = hint.element if isinstance(hint, SetType) else None
    element = _items(ctx, node, wanted)
    if element is None:
        return None
    found = scalar_behind(element)
    if isinstance(found, BoolType | NumberType | EnumType | PlayerType | KindType | FaceType):
        return SetType(found)
    return None


def _items(ctx: Context, node: ast.Items, hint: Type | None) -> Type | None:
    """The type that all items have. The first that has one by itself decides, if nothing is expected."""
    wanted: Type | None = hint.kind if isinstance(hint, ThingType) else hint
    found: list[Type] = []
    inferred: list[tuple[ast.Expr, Type]] = []
    wrong = False
    for item in sorted(node.items, key=lambda each: comparisons.is_open(ctx, each)) if wanted is None else node.items:
        widening = hint is None and isinstance(wanted, OptionalType) and isinstance(wanted.inner, NumberType)
        if widening and not isinstance(item, ast.Range | ast.TurnOrder):
            type_ = expressions.infer(ctx, item, wanted)
        else:
            type_ = _item(ctx, item, None if widening else wanted)
        if type_ is None:
            wrong = True
            continue
        if not isinstance(item, ast.Range | ast.TurnOrder):
            inferred.append((item, type_))
        found.append(type_)
        if wanted is None and not isinstance(type_, NumberType):
            wanted = type_
    if wrong:
        return None
    if hint is None and isinstance(wanted, OptionalType) and isinstance(wanted.inner, NumberType):
        return _optional_numbers(ctx, node, inferred, found)
    numbers = [each for each in found if isinstance(each, NumberType)]
    if numbers and len(numbers) == len(found):
        element: Type | None = hull(numbers)
    else:
        element = wanted if wanted is not None else (found[0] if found else None)
    if element is None:
        ctx.report(CannotIterate(span=node.span, text=text_of(node), actual="empty", hint=None))
        return None
    scalar = scalar_behind(element)
    if isinstance(scalar, BoolType | NumberType | EnumType | PlayerType | KindType | FaceType):
        ctx.types[id(node)] = SetType(scalar)
    return element


def _optional_numbers(
    ctx: Context, node: ast.Items, items: list[tuple[ast.Expr, Type]], found: list[Type]
) -> Type | None:
    """Numbers that may be none, in a range that holds all of them."""
    scalars = [scalar_behind(each) for each in found]
    element = OptionalType(hull(each for each in scalars if isinstance(each, NumberType)))
    fitted = [coerce(ctx, item, type_, element) for item, type_ in items]
    if None in fitted:
        return None
    ctx.types[id(node)] = SetType(element.inner)  # type: ignore[arg-type]
    return element


def _item(ctx: Context, item: ast.Domain, wanted: Type | None) -> Type | None:
    match item:
        case ast.Range():
            found = infer_domain(ctx, item)
            return None if found is None or not _fits_beside_none(ctx, item, found.element, wanted) else found.element
        case ast.TurnOrder():
            ctx.report(CannotIterate(span=item.span, text=text_of(item), actual="a row of players", hint=None))
            return None
    if wanted is None or isinstance(wanted, NumberType):
        type_ = expressions.infer(ctx, item)
        if type_ is not None and isinstance(wanted, NumberType) and not isinstance(type_, NumberType | FractionType):
            return coerce(ctx, item, type_, wanted)
        return type_
    return expressions.check(ctx, item, wanted)


def _fits_beside_none(ctx: Context, item: ast.Range, found: Type, wanted: Type | None) -> bool:
    """A range among optional numbers does not reach what stands for none there."""
    match found, wanted:
        case NumberType(lo, hi), OptionalType(NumberType(_, last) as inner) if lo <= last + 1 <= hi:
            report_out_of_range(ctx, item, NumberType(lo, hi), inner, "a value in these brackets")  # type: ignore[arg-type]
            return False
    return True


def _n_items(ctx: Context, node: ast.Items) -> int:
    return sum(
        n_values(type_.element) if isinstance(type_ := ctx.types.get(id(item)), SetType) else 1
        for item in node.items
    )


# ---------------------------------------------------------------- binders
def bind(ctx: Context, binder: ast.Binder, kind: LocalKind = LocalKind.BINDER) -> Members | None:
    """Declare the name of a binder, and check its condition. What the condition excludes is not known outside."""
    found = _few(ctx, binder.domain, infer_domain(ctx, binder.domain))
    locals.declare(ctx, binder.name, None if found is None else found.element, kind, binder)
    if binder.where is not None:
        expressions.condition(ctx, binder.where)
    return found


def _few(ctx: Context, node: ast.Domain, found: Members | None) -> Members | None:
    """None, and reported, if there are more members than can be looked at one by one."""
    return found if found is not None and check_members(ctx, node.span, found.most) else None


def facts_of(ctx: Context, binder: ast.Binder) -> tuple[ast.Expr, ...]:
    return () if binder.where is None else comparisons.when_true(ctx, binder.where)


def infer_quantified(ctx: Context, node: ast.Quantified) -> Type | None:
    found = _few(ctx, node.domain, infer_domain(ctx, node.domain))
    with ctx.scopes.block(f"`{node.quantifier} {node.name.text} in ...`"):
        locals.declare(ctx, node.name, None if found is None else found.element, LocalKind.BINDER, node)
        right = expressions.condition(ctx, node.condition)
    return expressions.BOOL if right and found is not None else None


def infer_is_empty(ctx: Context, node: ast.Expr) -> Type | None:
    found = expressions.infer(ctx, node)
    if found is None:
        return None
    if isinstance(found, BagType | ListType | SetType):
        return expressions.BOOL
    hint = f"`{text_of(node)} = none` asks whether it is none" if isinstance(found, OptionalType) else None
    ctx.report(CannotIterate(span=node.span, text=text_of(node), actual=describe(found), hint=hint))
    return None
