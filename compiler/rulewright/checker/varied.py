"""How far a number varies that a scope leaves open: `varies hand_size in 1..7`."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.constants import constant
from rulewright.checker.context import Context
from rulewright.checker.errors.data import CannotVary, EmptyRange
from rulewright.checker.ranges import n_values
from rulewright.checker.types import NumberType, OptionalType, ScalarType
from rulewright.checker.words import text_of
from rulewright.syntax import ast

Interval = tuple[int, int]
"""The least and the greatest code."""


def varied_range(ctx: Context, node: ast.Varies, type_: ScalarType | OptionalType) -> Interval | None:
    """The codes that are possible: all of the type, or the numbers that are written. None, and a report, if those do
    not fit."""
    match node.domain:
        case None:
            least = expressions.least(type_)
            return least, least + n_values(type_) - 1
        case ast.Range(low, high) if isinstance(type_, NumberType):
            place = f"`{node.name.text}`"
            lo = constant(ctx, low, "a range", type_, place=place)
            hi = constant(ctx, high, "a range", type_, place=place)
            if lo is None or hi is None:
                return None
            if hi < lo:
                ctx.report(EmptyRange(span=node.domain.span, low=lo, high=hi))
                return None
            return lo, hi
    is_number = isinstance(type_, NumberType)
    ctx.report(CannotVary(
        span=node.domain.span, name=node.name.text, why=f"`{text_of(node.domain)}` is no range of numbers",
        hint=f"write `{node.name.text} in 0..9`" if is_number else "leave out `in` and what stands behind it",
    ))
    return None
