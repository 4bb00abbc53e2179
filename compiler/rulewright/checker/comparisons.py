"""Comparisons, `in`, `and`, `or`, `not`, `if .. then`, and what a condition tells about none.

After `x != none`, or `x = red`, x is known not to be none as far as the condition reaches.
"""

from __future__ import annotations

from rulewright.checker import domains, expressions
from rulewright.checker.book import Family
from rulewright.checker.coercion import coerce, recode, report_mismatch
from rulewright.checker.context import Context
from rulewright.checker.errors.places import HoldsThings
from rulewright.checker.errors.types import NameAgainstKind, NotACondition, TypeMismatch
from rulewright.checker.ranges import hull
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    BagType,
    BoolType,
    EnumType,
    FaceType,
    FractionType,
    KindType,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    RecordType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast

Facts = tuple[ast.Expr, ...]


def infer_compare(ctx: Context, node: ast.Compare) -> Type | None:
    if node.operator not in (ast.CompareOp.EQUAL, ast.CompareOp.NOT_EQUAL):
        left = expressions.number(ctx, node.left, node.operator)
        right = expressions.number(ctx, node.right, node.operator)
        if left is not None and right is not None:
            _fold(ctx, node)
        return None if left is None or right is None else expressions.BOOL
    first, second = node.left, node.right
    if is_open(ctx, first) and not is_open(ctx, second):
        first, second = second, first
    one = expressions.infer(ctx, first)
    two = expressions.infer(ctx, second, one)
    if one is None or two is None or not _comparable(ctx, first, second, one, two):
        return None
    _note_none(ctx, node, one, two, first, second)
    _in_one_range(ctx, ((first, one), (second, two)))
    _fold(ctx, node)
    return expressions.BOOL


def is_open(ctx: Context, node: ast.Domain) -> bool:
    """Whether what an expression means hangs on what it is compared with: `sun`, `none`, `3`, `altar[sun]`."""
    match node:
        case ast.NoneValue() | ast.Items() | ast.Number():
            return True
        case ast.Negative(ast.Number()):
            return True
        case ast.Name(text):
            return not ctx.scopes.find(text)[0] and text not in ctx.book.declared
        case ast.Index(ast.Name(text)):
            owners = ctx.book.members.get(text, ())
            return not ctx.scopes.find(text)[0] and any(family is Family.KIND for family, _ in owners)
    return False


def _comparable(ctx: Context, first: ast.Expr, second: ast.Expr, one: Type, two: Type) -> bool:
    """Whether `first = second` makes sense; a number becomes the face that it is compared with."""
    for node, type_ in ((first, one), (second, two)):
        if isinstance(type_, BagType | ListType | SetType):
            hint = f"`{text_of(node)} is empty` asks whether nothing is there"
            ctx.report(HoldsThings(span=node.span, text=text_of(node), what=describe(type_), hint=hint))
            return False
    a = one.inner if isinstance(one, OptionalType) else one
    b = two.inner if isinstance(two, OptionalType) else two
    match a, b:
        case FaceType(), NumberType():
            return coerce(ctx, second, two if b is two else b, a) is not None
        case NumberType(), FaceType():
            return coerce(ctx, first, one if a is one else a, b) is not None
        case (NumberType() | FractionType()), (NumberType() | FractionType()):
            return True
        case ThingType(_, kind), KindType():
            return _same(ctx, second, kind, b)
        case KindType(), ThingType(_, kind):
            return _same(ctx, second, a, kind)
        case (ThingType(name), ThingType(other)) | (RecordType(name), RecordType(other)):
            return name == other or _same(ctx, second, a, b)
        case NoneType(), NoneType():
            return True
        case (NoneType(), _) if isinstance(two, OptionalType):
            return True
        case (_, NoneType()) if isinstance(one, OptionalType):
            return True
        case (NoneType(), _) | (_, NoneType()):
            here, type_ = (second, two) if isinstance(a, NoneType) else (first, one)
            ctx.report(TypeMismatch(
                span=here.span, text=text_of(here), actual=f"{describe(type_)} and never none",
                expected="something that may be none",
                hint="`... or none` in its declaration would allow it",
            ))
            return False
        case (EnumType(), KindType()) if a.name == f"{b.name}.name":
            return _name_against_kind(ctx, first, second)
        case (KindType(), EnumType()) if b.name == f"{a.name}.name":
            return _name_against_kind(ctx, second, first)
    return _same(ctx, second, a, b)


def _in_one_range(ctx: Context, sides: tuple[tuple[ast.Expr, Type], tuple[ast.Expr, Type]]) -> None:
    """Optional numbers are compared in a range that holds both sides, so that `none` of the one is `none` of the other
    and no number."""
    ranges = [type_.inner if isinstance(type_, OptionalType) else type_ for _, type_ in sides]
    numbers = [each for each in ranges if isinstance(each, NumberType)]
    if len(numbers) < len(sides):
        return
    wanted = OptionalType(hull(numbers))
    for node, type_ in sides:
        if isinstance(type_, OptionalType):
            fitted = recode(ctx, node, type_, wanted, "what is compared")
            assert fitted is not None
            ctx.types[id(node)] = fitted


def _same(ctx: Context, node: ast.Expr, wanted: Type, actual: Type) -> bool:
    if wanted == actual:
        return True
    report_mismatch(ctx, node, actual, wanted)
    return False


def _name_against_kind(ctx: Context, name: ast.Expr, kind: ast.Expr) -> bool:
    thing = text_of(name.value) if isinstance(name, ast.Attribute) else "card"
    better = f"{thing} = {text_of(kind)}"
    ctx.report(NameAgainstKind(span=kind.span, text=text_of(name), other=text_of(kind), better=better))
    return False


def _note_none(
    ctx: Context, node: ast.Compare, one: Type, two: Type, first: ast.Expr, second: ast.Expr
) -> None:
    equal = node.operator is ast.CompareOp.EQUAL
    for here, type_, other, other_type in ((first, one, second, two), (second, two, first, one)):
        if not isinstance(type_, OptionalType):
            continue
        if isinstance(other, ast.NoneValue):
            ctx.told_none[id(node)] = ((), (here,)) if equal else ((here,), ())
        elif not isinstance(other_type, OptionalType | NoneType):
            ctx.told_none[id(node)] = ((here,), ()) if equal else ((), (here,))


def _fold(ctx: Context, node: ast.Compare) -> None:
    one, two = ctx.constants.get(id(node.left)), ctx.constants.get(id(node.right))
    if one is None or two is None:
        return
    match node.operator:
        case ast.CompareOp.EQUAL:
            truth = one == two
        case ast.CompareOp.NOT_EQUAL:
            truth = one != two
        case ast.CompareOp.LESS:
            truth = one < two
        case ast.CompareOp.AT_MOST:
            truth = one <= two
        case ast.CompareOp.GREATER:
            truth = one > two
        case ast.CompareOp.AT_LEAST:
            truth = one >= two
    ctx.constants[id(node)] = int(truth)


# ---------------------------------------------------------------- in
def infer_member(ctx: Context, node: ast.Member) -> Type | None:
    """`total in [7, 11]`, `card in hand[p]`."""
    if is_open(ctx, node.value) and not is_open(ctx, node.domain):
        found = domains.infer_domain(ctx, node.domain)
        if found is None:
            return None
        value = expressions.infer(ctx, node.value, found.element)
    else:
        value = expressions.infer(ctx, node.value)
        if value is None:
            return None
        found = domains.infer_domain(ctx, node.domain, value)
    if value is None or found is None:
        return None
    if not _comparable_member(ctx, node, value, found.element):
        return None
    if isinstance(value, OptionalType) and not isinstance(found.element, OptionalType):
        _in_one_range(ctx, ((node.value, value), (node.value, found.element)))
    return expressions.BOOL


def _comparable_member(ctx: Context, node: ast.Member, value: Type, element: Type) -> bool:
    inner = value.inner if isinstance(value, OptionalType) else value
    match inner, element:
        case (NumberType() | FractionType()), (NumberType() | FractionType()):
            return True
        case NumberType(), FaceType():
            return coerce(ctx, node.value, inner, element) is not None
        case (ThingType(_, kind), (KindType() | ThingType())):
            return _same(ctx, node.value, element.kind if isinstance(element, ThingType) else element, kind)
        case KindType(), ThingType(_, kind):
            return _same(ctx, node.value, kind, inner)
    if isinstance(node.value, ast.NoneValue):
        report_mismatch(ctx, node.value, value, element)
        return False
    told = element.inner if isinstance(element, OptionalType) else element
    return _same(ctx, node.value, told, inner)


# ---------------------------------------------------------------- and, or, not, if .. then
def infer_logic(ctx: Context, node: ast.Not | ast.And | ast.Or | ast.Implies) -> Type | None:
    """What stands right of `and`, `or`, `then` is asked only if the left side does not decide."""
    if isinstance(node, ast.Not):
        return expressions.BOOL if expressions.condition(ctx, node.value) else None
    if isinstance(node, ast.Implies):
        left, right = node.condition, node.consequence
    else:
        left, right = node.left, node.right
    first = expressions.condition(ctx, left)
    facts = when_false(ctx, left) if isinstance(node, ast.Or) else when_true(ctx, left)
    with ctx.knowing(facts):
        second = _right_side(ctx, node, left, right)
    if not first or not second:
        return None
    return expressions.BOOL


def _right_side(ctx: Context, node: ast.Expr, left: ast.Expr, right: ast.Expr) -> bool:
    """`a = 1 and 2` is what people write for `a in [1, 2]`: then it is said so."""
    if isinstance(node, ast.And | ast.Or) and isinstance(left, ast.Compare) and is_open(ctx, right):
        left_type = ctx.types.get(id(left.left))
        found = expressions.infer(ctx, right, left_type)
        if found is None or isinstance(found, BoolType):
            return found is not None
        better = f"`{text_of(left.left)} in [{text_of(left.right)}, {text_of(right)}]`"
        word = "and" if isinstance(node, ast.And) else "or"
        ctx.report(NotACondition(
            span=right.span, text=text_of(right), actual=describe(found),
            hint=f"`{word}` joins two conditions; did you mean {better}?",
        ))
        return False
    return expressions.condition(ctx, right)


def when_true(ctx: Context, node: ast.Expr) -> Facts:
    """What is known not to be none where a condition is true."""
    match node:
        case ast.Compare():
            return ctx.told_none.get(id(node), ((), ()))[0]
        case ast.And(left, right):
            return (*when_true(ctx, left), *when_true(ctx, right))
        case ast.Not(inner):
            return when_false(ctx, inner)
    return ()


def when_false(ctx: Context, node: ast.Expr) -> Facts:
    """What is known not to be none where a condition is false."""
    match node:
        case ast.Compare():
            return ctx.told_none.get(id(node), ((), ()))[1]
        case ast.Or(left, right):
            return (*when_false(ctx, left), *when_false(ctx, right))
        case ast.Not(inner):
            return when_true(ctx, inner)
    return ()
