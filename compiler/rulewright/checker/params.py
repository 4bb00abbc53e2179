"""Params, and the values that things have at the start: a code for each cell."""

from __future__ import annotations

from math import prod

from rulewright.checker import expressions
from rulewright.checker.coercion import coerce, report_out_of_range
from rulewright.checker.constants import code_of, constant, report_not_constant
from rulewright.checker.context import Context
from rulewright.checker.errors.data import TypeNotHere
from rulewright.checker.errors.types import WrongCount
from rulewright.checker.ranges import n_values
from rulewright.checker.sizes import fits
from rulewright.checker.symbols import (
    ParamSymbol,
)
from rulewright.checker.typerefs import is_scalar, resolve_index, resolve_type
from rulewright.checker.types import (
    NumberType,
    ScalarType,
    Type,
)
from rulewright.checker.varied import Interval, varied_range
from rulewright.checker.words import counted, text_of
from rulewright.syntax import ast


def make_param(ctx: Context, node: ast.Param) -> ParamSymbol | None:
    """A constant, with the value that the scope or a variant sets last."""
    indexes = [resolve_index(ctx, each) for each in node.indexes]
    type_ = resolve_type(ctx, node.type)
    scalars = [each for each in indexes if each is not None and is_scalar(each)]
    if type_ is None or len(scalars) < len(indexes):
        return None
    if not fits(ctx, node.name.span, node.name.text, scalars, type_):
        return None
    if not is_scalar(type_):
        ctx.report(TypeNotHere(
            span=node.type.span, text=text_of(node.type), why="a param is a single value",
        ))
        return None
    place = f"`{node.name.text}`"
    values = start_codes(ctx, node.value, type_, list(scalars), place, "a param")
    if values is None:
        return None
    found = list(values)
    for each in ctx.book.sets:
        if each.name.text == node.name.text and not _set_value(ctx, node, each, type_, scalars, found):
            return None
    for varies in ctx.book.varies:
        if varies.of is None and varies.name.text == node.name.text:
            interval = varied_range(ctx, varies, type_)
            if interval is not None:
                return _open(node, tuple(scalars), type_, tuple(found), interval)
    return ParamSymbol(node.name.text, tuple(scalars), type_, tuple(found), node, type_)


def _open(
    node: ast.Param, index: tuple[ScalarType, ...], type_: ScalarType, values: tuple[int, ...], interval: Interval
) -> ParamSymbol:
    """A param that the scope leaves open. What it is in the rulebook is its ordinary value, where that is possible."""
    lo, hi = interval
    narrowed = NumberType(lo, hi) if isinstance(type_, NumberType) else type_
    ordinary = tuple(min(max(value, lo), hi) for value in values)
    return ParamSymbol(node.name.text, index, narrowed, ordinary, node, type_, interval)


def _set_value(
    ctx: Context, node: ast.Param, sets: ast.Sets, type_: ScalarType, index: list[ScalarType], values: list[int]
) -> bool:
    name = node.name.text
    if sets.of is None:
        changed = start_codes(ctx, sets.value, type_, list(index), f"`{name}`", "a param")
        if changed is not None:
            values[:] = changed
        return changed is not None
    if len(index) != 1:
        ctx.report(WrongCount(
            span=sets.span, name=name, needed=counted(len(index), "value"), given=1, declared=name
        ))
        return False
    cell = constant(ctx, sets.of, "an entry", index[0])
    code = _checked_code(ctx, sets.value, type_, f"`{name}`", "a param")
    if cell is None or code is None:
        return False
    values[cell - expressions.least(index[0])] = code
    return True


def start_codes(
    ctx: Context, node: ast.Expr, type_: Type, index: list[Type] | list[ScalarType], place: str, what: str
) -> tuple[int, ...] | None:
    """A code for each cell: the same everywhere, or one after the other where values stand in brackets."""
    n_cells = prod(n_values(each) for each in index)
    if not isinstance(node, ast.Items) or not index:
        code = _checked_code(ctx, node, type_, place, what)
        return None if code is None else (code,) * n_cells
    if len(node.items) != n_cells:
        ctx.report(WrongCount(
            span=node.span, name=place.strip("`"), needed=counted(n_cells, "value"), given=len(node.items)
        ))
        return None
    codes = [
        None if isinstance(item, ast.Range | ast.TurnOrder) else _checked_code(ctx, item, type_, place, what)
        for item in node.items
    ]
    found = [code for code in codes if code is not None]
    return tuple(found) if len(found) == len(codes) else None


def _checked_code(ctx: Context, node: ast.Expr, type_: Type, place: str, what: str) -> int | None:
    actual = expressions.infer(ctx, node, type_)
    fitted = None if actual is None else coerce(ctx, node, actual, type_, place=place)
    if fitted is None:
        return None
    code = code_of(ctx, node, fitted)
    if code is None:
        report_not_constant(ctx, node, what)
    elif isinstance(type_, NumberType) and not type_.lo <= code <= type_.hi:
        report_out_of_range(ctx, node, NumberType(code, code), type_, place)
        return None
    return code


# ---------------------------------------------------------------- records
