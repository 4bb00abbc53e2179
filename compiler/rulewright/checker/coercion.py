"""Making an expression fit the type that is expected: the one place that says which types go together."""

from __future__ import annotations

from rulewright.checker.context import Context
from rulewright.checker.errors.places import HoldsThings
from rulewright.checker.errors.types import NameAgainstKind, NoneNotExcluded, OutOfRange, TypeMismatch
from rulewright.checker.members import member_names, number_of
from rulewright.checker.ranges import apart
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
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def coerce(
    ctx: Context, node: ast.Expr, actual: Type, expected: Type, *, place: str = "what is needed here"
) -> Type | None:
    """The type of `node` where `expected` is needed, noted in `types`; None, and a report, if it does not fit."""
    fitted = _fitted(ctx, node, actual, expected, place)
    if fitted is not None:
        ctx.types[id(node)] = fitted
    return fitted


def _fitted(ctx: Context, node: ast.Expr, actual: Type, expected: Type, place: str) -> Type | None:
    match actual, expected:
        case NumberType(), NumberType():
            return _number(ctx, node, actual, expected, place)
        case NumberType(), FractionType():
            return actual
        case NumberType(), FaceType():
            face = number_of(expected, ctx.constants.get(id(node), 1 << 40))
            if face is not None:
                ctx.constants[id(node)] = face.code
                return face.type
        case NoneType(), OptionalType():
            return expected
        case OptionalType(inner), OptionalType(wanted):
            if _fits_inside(inner, wanted):
                return recode(ctx, node, actual, expected, place)
        case OptionalType(inner), _ if _fits_inside(inner, expected):
            if node in ctx.facts:
                return _fitted(ctx, node, inner, expected, place)
            ctx.report(NoneNotExcluded(span=node.span, text=text_of(node), expected=describe(expected)))
            return None
        case _, OptionalType(wanted):
            if _fits_inside(actual, wanted):
                found = _fitted(ctx, node, actual, wanted, place)
                if isinstance(found, NumberType):
                    return recode(ctx, node, found, expected, place)
                return found
        case ThingType(_, kind), KindType() if kind == expected:
            return expected
        case ThingType(name), ThingType(other) if name == other:
            return actual
        case BagType(one), BagType(other) if one == other:
            return actual
        case ListType(one), BagType(other) if one == other:
            return actual
        case SetType(one), SetType(other) if _fits_inside(one, other):
            return actual
        case ListType(one), ListType(other) if one == other:
            return actual
    if actual == expected:
        return actual
    report_mismatch(ctx, node, actual, expected)
    return None


def recode(
    ctx: Context, node: ast.Expr, actual: NumberType | OptionalType, wanted: OptionalType, place: str
) -> Type | None:
    """Take over a value into an optional type of another range, whose `none` has another code: it is noted for the
    lowering, or done here where the value is fixed. A value that is not of the range does not become `none`.
    """
    inner = actual.inner if isinstance(actual, OptionalType) else actual
    if not isinstance(inner, NumberType) or not isinstance(wanted.inner, NumberType):
        return actual
    code = ctx.constants.get(id(node))
    is_none = isinstance(actual, OptionalType) and code == inner.hi + 1
    if code is not None and not is_none and not wanted.inner.lo <= code <= wanted.inner.hi:
        report_out_of_range(ctx, node, NumberType(code, code), wanted.inner, place)
        return None
    if isinstance(actual, OptionalType):
        if inner.hi == wanted.inner.hi:
            return actual
    elif not inner.lo <= wanted.inner.hi + 1 <= inner.hi:
        return actual
    if is_none:
        ctx.constants[id(node)] = wanted.inner.hi + 1
    elif code is None and not isinstance(node, ast.NoneValue):
        ctx.recoded[id(node)] = (actual, wanted)
    return wanted


def _fits_inside(actual: Type, expected: Type) -> bool:
    """Whether a type without `or none` could stand for another, before its range is looked at."""
    match actual, expected:
        case (NumberType(), NumberType() | FaceType()) | (NumberType(), FractionType()):
            return True
        case ThingType(name, kind), _:
            return kind == expected or (isinstance(expected, ThingType) and expected.name == name)
    return actual == expected


def _number(
    ctx: Context, node: ast.Expr, actual: NumberType, expected: NumberType, place: str
) -> Type | None:
    if not apart(actual, expected) or actual.lo > actual.hi:
        return actual
    report_out_of_range(ctx, node, actual, expected, place)
    return None


def report_out_of_range(
    ctx: Context, node: ast.Expr, actual: NumberType, expected: NumberType, place: str
) -> None:
    text = text_of(node)
    value = str(actual.lo) if actual.lo == actual.hi else f"in {actual.lo}..{actual.hi}"
    shown = f"`{text}`" if text == value else f"`{text}`, which is {value},"
    ctx.report(OutOfRange(span=node.span, shown=shown, place=place, low=expected.lo, high=expected.hi))


def report_mismatch(ctx: Context, node: ast.Expr, actual: Type, expected: Type) -> None:
    """What stands here has another type than is needed."""
    text = text_of(node)
    if isinstance(actual, BagType | ListType) and not isinstance(expected, BagType | ListType | SetType):
        look = f"`{text} is empty` and `count(x in {text})` look into it"
        ctx.report(HoldsThings(span=node.span, text=text, what=describe(actual), hint=look))
        return
    if isinstance(actual, KindType) and isinstance(expected, EnumType) and expected.name == f"{actual.name}.name":
        better = f"... = {text}"
        ctx.report(NameAgainstKind(span=node.span, text="name", other=text, better=better))
        return
    near = nearest(node.text, member_names(expected)) if isinstance(node, ast.Name) else None
    hint = None
    if isinstance(actual, FaceType) and isinstance(expected, NumberType):
        hint = f"`{text}.number` is the number on the face"
    if isinstance(actual, BoolType) and isinstance(expected, NumberType):
        hint = "a condition is not counted; `count(...)` counts"
    ctx.report(TypeMismatch(
        span=node.span, text=text, actual=describe(actual), expected=describe(expected), nearest=near, hint=hint
    ))
