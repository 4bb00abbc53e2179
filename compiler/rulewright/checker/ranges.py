"""Between which numbers a value lies, found from the intervals of its parts.

Exact for each operation by itself; a value that uses one name twice may be given a wider range than it has.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    PlayerType,
    RecordType,
    SetType,
    ThingType,
    Type,
)
from rulewright.syntax import ast

MANY = 10**9  # more runs, rounds or things than any game has


def arithmetic(operator: ast.ArithmeticOp, left: NumberType, right: NumberType) -> NumberType:
    """The range of `left operator right`; `/` gives no number and is not asked here."""
    match operator:
        case ast.ArithmeticOp.PLUS:
            return NumberType(left.lo + right.lo, left.hi + right.hi)
        case ast.ArithmeticOp.MINUS:
            return NumberType(left.lo - right.hi, left.hi - right.lo)
        case _:
            corners = [a * b for a in (left.lo, left.hi) for b in (right.lo, right.hi)]
            return NumberType(min(corners), max(corners))


def hull(types: Iterable[NumberType]) -> NumberType:
    """The least range that holds all of them; of nothing the number 0."""
    found = list(types)
    if not found:
        return NumberType(0, 0)
    return NumberType(min(each.lo for each in found), max(each.hi for each in found))


def of_values(kind: ast.FoldKind, values: list[NumberType]) -> NumberType:
    """The range of `min(a, b)`, `max(a, b)`, `sum(a, b)`, `product(a, b)`."""
    match kind:
        case ast.FoldKind.MIN:
            return NumberType(min(each.lo for each in values), min(each.hi for each in values))
        case ast.FoldKind.MAX:
            return NumberType(max(each.lo for each in values), max(each.hi for each in values))
    operator = ast.ArithmeticOp.TIMES if kind is ast.FoldKind.PRODUCT else ast.ArithmeticOp.PLUS
    result = values[0]
    for each in values[1:]:
        result = arithmetic(operator, result, each)
    return result


def over(kind: ast.FoldKind, value: NumberType, most: int) -> NumberType:
    """The range of a fold of `value` over at most `most` things, perhaps none."""
    match kind:
        case ast.FoldKind.SUM:
            return NumberType(min(0, value.lo * most), max(0, value.hi * most))
        case ast.FoldKind.PRODUCT:
            greatest = max(abs(value.lo), abs(value.hi), 1) ** most
            return NumberType(-greatest if value.lo < 0 else min(value.lo, 1), greatest)
        case _:
            return value


def n_values(type_: Type) -> int:
    """How many values a type has; of bags and lists, how many things they hold at most, where that is known."""
    match type_:
        case BoolType():
            return 2
        case NumberType(lo, hi):
            return max(0, hi - lo + 1)
        case EnumType(_, members) | KindType(_, members) | FaceType(_, members) | PlayerType(members):
            return len(members)
        case OptionalType(inner):
            return n_values(inner) + 1
        case SetType(element):
            return n_values(element)
        case BagType(_, at_most):
            return MANY if at_most is None else at_most
        case ListType(_, at_most):
            return at_most
        case ThingType() | RecordType() | FractionType() | NoneType():
            return MANY


def inside(one: NumberType, other: NumberType) -> bool:
    """Whether all numbers of the one lie in the other."""
    return other.lo <= one.lo and one.hi <= other.hi


def apart(one: NumberType, other: NumberType) -> bool:
    """Whether no number lies in both."""
    return one.hi < other.lo or other.hi < one.lo
