"""Chances, means and extremes in claims: finding them in a comparison, and what they are compared with."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from rulewright.checker import symbols as sym
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.lower import scan
from rulewright.lower.context import Context, Env
from rulewright.lower.expressions import scalar
from rulewright.syntax import ast

POSITIONS = "positions"
MEASURED = {kind.value for kind in pr.QuantityKind} - {pr.QuantityKind.EXPECTED_RUNS.value} | {POSITIONS}
EXTREMES = (pr.QuantityKind.GREATEST, pr.QuantityKind.LEAST)
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def is_measured(ctx: Context, test: ast.Expr) -> bool:
    """Whether a condition compares a chance, a mean or an extreme."""
    if isinstance(test, ast.Compare):
        return _call(ctx, test.left) is not None or _call(ctx, test.right) is not None
    if isinstance(test, ast.Member):
        return _call(ctx, test.value) is not None
    return _call(ctx, test) is not None  # of `never rises with`, which compares it with itself


def _call(ctx: Context, node: ast.Expr) -> ast.Call | None:
    if isinstance(node, ast.Call):
        symbol = ctx.symbol(node.function)
        if isinstance(symbol, sym.BuiltinSymbol) and symbol.name in MEASURED:
            return node
    return None


def quantity_of(ctx: Context, test: ast.Expr) -> tuple[ast.Call, str, tuple[ast.Expr, ...]]:
    """The quantity, how it is compared, and with which one or two values."""
    match test:
        case ast.Call():
            assert _call(ctx, test) is not None
            return test, ">=", ()
        case ast.Compare(operator, left, right):
            found = _call(ctx, left)
            if found is not None:
                return found, operator.value, (right,)
            found = _call(ctx, right)
            assert found is not None
            return found, TURNED[operator.value], (left,)
        case ast.Member(inner, ast.Range(low, high)):
            found = _call(ctx, inner)
            assert found is not None
            return found, "in", (low, high)
    raise AssertionError("not a comparison of a quantity")


def measured_bound(ctx: Context, node: ast.Expr, known: Env) -> Fraction | ir.Expr | None:
    """An exact fraction where it is one before the game, else an expression over params and readings. None: it divides
    by 0."""
    fraction = _fraction(ctx, known, node)
    if fraction is None and _has_fraction(node):
        return None  # all that stands in a fraction is fixed, so nothing else was in the way
    return scalar(ctx, known, node) if fraction is None else fraction


def _fraction(ctx: Context, known: Env, node: ast.Expr) -> Fraction | None:
    if isinstance(node, ast.Arithmetic) and node.operator is ast.ArithmeticOp.OVER:
        first, second = _fraction(ctx, known, node.left), _fraction(ctx, known, node.right)
        return None if first is None or not second else first / second
    if isinstance(node, ast.Arithmetic) and _has_fraction(node):
        first, second = _fraction(ctx, known, node.left), _fraction(ctx, known, node.right)
        if first is None or second is None:
            return None
        match node.operator:
            case ast.ArithmeticOp.PLUS:
                return first + second
            case ast.ArithmeticOp.MINUS:
                return first - second
            case _:
                return first * second
    if isinstance(node, ast.Negative) and _has_fraction(node):
        inner = _fraction(ctx, known, node.value)
        return None if inner is None else -inner
    expr = scalar(ctx, known, node)
    return Fraction(expr.value) if isinstance(expr, ir.Const) else None


def _has_fraction(node: ast.Expr) -> bool:
    return any(
        isinstance(each, ast.Arithmetic) and each.operator is ast.ArithmeticOp.OVER for each in scan.nodes_in(node)
    )


def looked_at(ctx: Context, known: Env, node: ast.Expr) -> tuple[ir.Expr, ...]:
    """What `positions(..)` tells positions apart by: all entries of a state, or a value."""
    symbol = ctx.symbol(node) if isinstance(node, ast.Name) else None
    if not isinstance(symbol, sym.StateSymbol):
        return (scalar(ctx, known, node),)
    slots = [slot for slot in ctx.slots.values() if slot.name == symbol.name or slot.name.startswith(f"{symbol.name}.")]
    return tuple(
        ctx.read(slot.name, tuple(b.const(i) for i in entry))
        for slot in slots for entry in product(*(range(size) for size in slot.dims))
    )


def runs_in(ctx: Context, test: ast.Expr) -> tuple[str, ...]:
    """The procedures whose runs an expression counts: `runs(deal)`."""
    found = []
    for node in scan.nodes_in(test):
        if isinstance(node, ast.Call):
            symbol = ctx.symbol(node.function)
            if isinstance(symbol, sym.BuiltinSymbol) and symbol.name == "runs":
                argument = node.arguments[0].value
                found.append(argument.span.text)
    return tuple(dict.fromkeys(found))
