"""The type of every expression.

`infer` finds the type that an expression has by itself, with a hint at what is expected; `check` also demands that
it fits. Both fill the tables of the context, and both give None where something is wrong, after it was reported: a
caller that gets None stays silent.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.checker import attributes, calls, comparisons, domains, folds, names
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.types import NeedsName, NotACondition, NotOrdered, OnlyInClaims
from rulewright.checker.members import number_of, scalar_behind
from rulewright.checker.ranges import arithmetic, of_values
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    BoolType,
    FaceType,
    FractionType,
    NoneType,
    NumberType,
    OptionalType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast

BOOL = BoolType()


def check(ctx: Context, node: ast.Expr, expected: Type) -> Type | None:
    """The type of an expression after it was made to fit what is expected."""
    actual = infer(ctx, node, expected)
    return None if actual is None else coerce(ctx, node, actual, expected)


def check_index(ctx: Context, node: ast.Expr, expected: Type) -> Type | None:
    """As `check`, but what may be none is let through: a play that gets there with none breaks down, and says so."""
    actual = infer(ctx, node, expected)
    if isinstance(actual, OptionalType) and not isinstance(expected, OptionalType):
        if isinstance(actual.inner, NumberType) and isinstance(expected, NumberType):
            coerce(ctx, node, actual, OptionalType(expected))  # its `none` is no place of any row
        ctx.types[id(node)] = actual.inner
        actual = actual.inner
    return None if actual is None else coerce(ctx, node, actual, expected)


def infer(ctx: Context, node: ast.Expr, hint: Type | None = None) -> Type | None:
    """The type of an expression by itself."""
    ctx.recoded.pop(id(node), None)
    found = _infer(ctx, node, hint)
    if found is not None:
        ctx.types[id(node)] = found
    return found


def condition(ctx: Context, node: ast.Expr) -> bool:
    """Something that is true or false; what it says about none is kept in `told_none`."""
    found = infer(ctx, node, BOOL)
    if found is None or isinstance(found, BoolType):
        return found is not None
    ctx.report(NotACondition(span=node.span, text=text_of(node), actual=describe(found)))
    return False


def _infer(ctx: Context, node: ast.Expr, hint: Type | None) -> Type | None:
    match node:
        case ast.Name():
            return names.infer_name(ctx, node, hint)
        case ast.Number(value):
            face = number_of(hint, value)
            if face is not None:
                return names.use_member(ctx, node, face)
            ctx.constants[id(node)] = value
            return NumberType(value, value)
        case ast.Truth(truth):
            ctx.constants[id(node)] = int(truth)
            return BOOL
        case ast.NoneValue():
            return hint if isinstance(hint, OptionalType) else NoneType()
        case ast.Items():
            return domains.infer_items(ctx, node, hint)
        case ast.Attribute():
            return attributes.infer_attribute(ctx, node)
        case ast.Index():
            return names.infer_index(ctx, node, hint)
        case ast.Call():
            return calls.infer_call(ctx, node, hint)
        case ast.Negative(inner):
            return _negative(ctx, node, inner, hint)
        case ast.Arithmetic():
            return _arithmetic(ctx, node)
        case ast.Compare():
            return comparisons.infer_compare(ctx, node)
        case ast.Member():
            return comparisons.infer_member(ctx, node)
        case ast.IsEmpty(inner):
            return domains.infer_is_empty(ctx, inner)
        case ast.Not() | ast.And() | ast.Or() | ast.Implies():
            return comparisons.infer_logic(ctx, node)
        case ast.Quantified():
            return domains.infer_quantified(ctx, node)
        case ast.Fold():
            return folds.infer_fold(ctx, node, hint)
        case ast.FoldValues(kind, values):
            return _fold_values(ctx, node, kind, values)
        case _:
            assert_never(node)


# ---------------------------------------------------------------- numbers
def number(ctx: Context, node: ast.Expr, sign: str, hint: Type | None = None) -> NumberType | FractionType | None:
    """An operand of `sign`: a number, or in claims a fraction."""
    found = infer(ctx, node, hint)
    if isinstance(found, OptionalType) and isinstance(found.inner, NumberType):
        found = coerce(ctx, node, found, found.inner)
    if found is None or isinstance(found, NumberType | FractionType):
        return found
    hint_text = None
    if isinstance(scalar_behind(found), FaceType):
        hint_text = f"`{text_of(node)}.number` is the number on the face"
    ctx.report(NotOrdered(
        span=node.span, text=text_of(node), actual=describe(found), sign=sign, hint=hint_text
    ))
    return None


def _negative(ctx: Context, node: ast.Expr, inner: ast.Expr, hint: Type | None) -> Type | None:
    if isinstance(inner, ast.Number):
        face = number_of(hint, -inner.value)
        if face is not None:
            return names.use_member(ctx, node, face)
    found = number(ctx, inner, "-")
    if found is None or isinstance(found, FractionType):
        return found
    code = ctx.constants.get(id(inner))
    if code is not None:
        ctx.constants[id(node)] = -code
    return NumberType(-found.hi, -found.lo)


def _arithmetic(ctx: Context, node: ast.Arithmetic) -> Type | None:
    left = number(ctx, node.left, node.operator)
    right = number(ctx, node.right, node.operator)
    if node.operator is ast.ArithmeticOp.OVER and not ctx.in_claim:
        ctx.report(OnlyInClaims(
            span=node.span, text=text_of(node), hint="whole numbers have no halves; a table can say how to round"
        ))
        return None
    if left is None or right is None:
        return None
    if node.operator is ast.ArithmeticOp.OVER or not (
        isinstance(left, NumberType) and isinstance(right, NumberType)
    ):
        return FractionType()
    one, two = ctx.constants.get(id(node.left)), ctx.constants.get(id(node.right))
    if one is not None and two is not None:
        value = arithmetic(node.operator, NumberType(one, one), NumberType(two, two))
        ctx.constants[id(node)] = value.lo
        return value
    return arithmetic(node.operator, left, right)


def _fold_values(
    ctx: Context, node: ast.Expr, kind: ast.FoldKind, values: tuple[ast.Expr, ...]
) -> Type | None:
    if kind in (ast.FoldKind.COUNT, ast.FoldKind.FIRST, ast.FoldKind.ALL):
        ctx.report(NeedsName(span=node.span, word=kind.value))
        return None
    found = [number(ctx, each, kind) for each in values]
    numbers = [each for each in found if isinstance(each, NumberType)]
    if None in found:
        return None
    if len(numbers) < len(found):
        return FractionType()
    codes = [ctx.constants.get(id(each)) for each in values]
    fixed = [code for code in codes if code is not None]
    if len(fixed) == len(codes):
        value = of_values(kind, [NumberType(code, code) for code in fixed])
        ctx.constants[id(node)] = value.lo
        return value
    return of_values(kind, numbers)


def least(type_: Type) -> int:
    """The least code of a scalar type."""
    match type_:
        case NumberType(lo, _):
            return lo
        case OptionalType(inner):
            return least(inner)
    return 0
