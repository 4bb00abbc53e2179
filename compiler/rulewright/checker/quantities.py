"""Where chances, means, counts of runs and fractions may stand in a claim.

A chance is a whole side of the one comparison that a clause makes; on the other side stands a number, a fraction of two
numbers, or something that is fixed before the game. `conserved(..)` is a clause of its own behind `always`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checker.context import Context
from rulewright.checker.errors.claims import MisplacedQuantity
from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import BuiltinSymbol, LocalSymbol, MemberSymbol, StateSymbol, TableSymbol
from rulewright.checker.words import text_of
from rulewright.syntax import ast

MEASURED = ("chance", "lowest_chance", "highest_chance", "expected", "greatest", "least")


def check_quantities(ctx: Context, clause: ast.Clause) -> None:
    """Report each of them that stands where nothing could be made of it."""
    match clause:
        case ast.Always(ast.Call() as call) if _word(ctx, call) == "conserved":
            return
        case ast.Holds(condition) | ast.AtEnd(_, condition) | ast.Alone(_, condition):
            _check_condition(ctx, condition, may_count=not isinstance(clause, ast.Holds))
        case ast.AtStep(_, condition):
            _check_plain(ctx, condition, may_count=True)
        case ast.EndsWithChance(_, chance):
            _check_bound(ctx, chance)
        case ast.ForAll() | ast.Simulate():
            pass
        case _:
            _check_plain(ctx, clause, may_count=False)


def _word(ctx: Context, node: object) -> str | None:
    """The word of a claim that a call asks with."""
    if isinstance(node, ast.Call):
        symbol = ctx.refs.get(id(node.function))
        if isinstance(symbol, BuiltinSymbol):
            return symbol.name
    return None


def _check_condition(ctx: Context, node: ast.Expr, *, may_count: bool) -> None:
    """A condition that may be the comparison of one quantity."""
    sides: tuple[ast.Domain, ...] = ()
    if isinstance(node, ast.Compare):
        sides = (node.left, node.right)
    elif isinstance(node, ast.Member) and isinstance(node.domain, ast.Range):
        sides = (node.value, node.domain)
    measured = [side for side in sides if _word(ctx, side) in MEASURED]
    if not measured:
        _check_plain(ctx, node, may_count=may_count)
        return
    quantity = measured[0]
    assert isinstance(quantity, ast.Call)
    for argument in quantity.arguments:
        _check_plain(ctx, argument, may_count=_word(ctx, quantity) == "expected")
    for side in sides:
        if side is not quantity:
            for bound in (side.low, side.high) if isinstance(side, ast.Range) else (side,):
                _check_bound(ctx, bound)  # type: ignore[arg-type]


def _check_plain(ctx: Context, node: ast.Node, *, may_count: bool) -> None:
    """Something without chances and fractions; the first of them is told."""
    before = len(ctx.diagnostics)
    for each in nodes_of(node):
        if len(ctx.diagnostics) > before:
            return
        word = _word(ctx, each)
        if word in MEASURED:
            _report(ctx, each, "it is compared as a whole, `at end of` a procedure: `chance(...) = 1/6`")
        elif word == "runs" and not may_count:
            _report(ctx, each, "runs are counted `at end of` a procedure, or in `expected(...)`")
        elif word == "conserved":
            _report(ctx, each, "write `always conserved(...)` on a line of its own")
        elif isinstance(each, ast.Arithmetic) and each.operator is ast.ArithmeticOp.OVER:
            _report(ctx, each, "fractions are compared with chances and means; multiply both sides instead")


def _check_bound(ctx: Context, node: ast.Expr) -> None:
    """What a quantity is compared with: fixed before the game, and if it is a fraction, written with numbers."""
    has_fraction = any(
        isinstance(each, ast.Arithmetic) and each.operator is ast.ArithmeticOp.OVER for each in nodes_of(node)
    )
    for each in nodes_of(node):
        if _word(ctx, each) in (*MEASURED, "runs", "conserved"):
            _report(ctx, each, "a chance is compared with a number or a fraction, not with another chance")
            return
        if isinstance(ctx.refs.get(id(each)), StateSymbol):
            _report(ctx, each, "a chance or mean is compared with something that is fixed before the game")
            return
    if has_fraction and not all(_is_fixed(ctx, each) for each in _operands(node)):
        _report(ctx, node, "a fraction is written with numbers, like `1/6`, or with lookups of known values")


def _operands(node: ast.Expr) -> Iterator[ast.Expr]:
    match node:
        case ast.Arithmetic(_, left, right):
            yield from _operands(left)
            yield from _operands(right)
        case ast.Negative(inner):
            yield from _operands(inner)
        case _:
            yield node


def _is_fixed(ctx: Context, node: ast.Expr) -> bool:
    """A number, a name of the claim, or a lookup with such things."""
    match node:
        case ast.Number():
            return True
        case ast.Name():
            return isinstance(ctx.refs.get(id(node)), LocalSymbol | MemberSymbol)
        case ast.Truth():
            return True
        case ast.Call(function, arguments):
            asked = ctx.refs.get(id(function))
            return isinstance(asked, TableSymbol) and all(_is_fixed(ctx, each.value) for each in arguments)
    return False


def _report(ctx: Context, node: ast.Node, hint: str) -> None:
    ctx.report(MisplacedQuantity(span=node.span, text=text_of(node), hint=hint))
