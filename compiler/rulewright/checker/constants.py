"""Values that are fixed before the game: bounds, params, cells of tables, start values."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.data import NotConstant
from rulewright.checker.ranges import n_values
from rulewright.checker.symbols import ParamSymbol
from rulewright.checker.types import NumberType, OptionalType, Type
from rulewright.checker.words import text_of
from rulewright.syntax import ast

ANY_NUMBER = NumberType(-(10**9), 10**9)


def constant(
    ctx: Context, node: ast.Expr, what: str, expected: Type = ANY_NUMBER, *, place: str = "what is needed here"
) -> int | None:
    """The code of a value of an expected type. `what` and `place` say in messages what it is needed for, and what has
    the range.
    """
    actual = expressions.infer(ctx, node, expected)
    found = None if actual is None else coerce(ctx, node, actual, expected, place=place)
    if found is None:
        return None
    code = code_of(ctx, node, found)
    if code is None:
        report_not_constant(ctx, node, what)
    return code


def report_not_constant(ctx: Context, node: ast.Expr, what: str) -> None:
    """Something that must be fixed is not; perhaps only because the scope leaves a param open."""
    symbol = ctx.refs.get(id(node))
    is_open = isinstance(symbol, ParamSymbol) and symbol.varies is not None
    varied = symbol.name if is_open and isinstance(symbol, ParamSymbol) else None
    scope = ctx.configuration.scope if varied is not None else None
    ctx.report(NotConstant(span=node.span, text=text_of(node), what=what, varied=varied, scope=scope))


def code_of(ctx: Context, node: ast.Expr, type_: Type) -> int | None:
    """The code of a checked expression if it is fixed; none has the code behind the last."""
    if isinstance(node, ast.NoneValue) and isinstance(type_, OptionalType):
        return none_code(type_)
    return ctx.constants.get(id(node))


def none_code(type_: OptionalType) -> int:
    """The greatest code of the type plus one."""
    return expressions.least(type_.inner) + n_values(type_.inner)


