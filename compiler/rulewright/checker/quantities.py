"""Where chances, means, counts of runs and fractions may stand in a claim.

A chance is a whole side of the one comparison that a clause makes; on the other side stands a number, a fraction of two
numbers, or something that is fixed before the game. `conserved(..)` is a clause of its own behind `always`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checker.context import Context
from rulewright.checker.errors.claims import MisplacedQuantity
from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import (
    BuiltinSymbol,
    LocalKind,
    LocalSymbol,
    MemberSymbol,
    ParamSymbol,
    StateSymbol,
    TableSymbol,
)
from rulewright.checker.types import FractionType, NumberType
from rulewright.checker.words import text_of
from rulewright.syntax import ast

MEASURED = (
    "chance", "lowest_chance", "highest_chance", "secured_chance", "expected", "greatest", "least", "positions",
)
POSITIONS_STAND_ALONE = "positions are those of the whole game: write `positions(...) = 10` on a line of its own"
COUNTING = ("expected", "greatest", "least")
"""What may be asked of `runs(...)`."""

ORDERED = ("chance", "lowest_chance", "highest_chance", "expected")
"""What may be compared from one value of a name to the next."""


def check_quantities(ctx: Context, clause: ast.Clause) -> None:
    """Report each of them that stands where nothing could be made of it."""
    match clause:
        case ast.Always(ast.Call() as call) if _word(ctx, call) == "conserved":
            return
        case ast.Holds(condition):
            _check_condition(ctx, condition, may_count=False)
        case ast.AtEnd(_, condition) | ast.Alone(_, condition):
            _check_condition(ctx, condition, may_count=True)
            _check_no_positions(ctx, condition)
        case ast.AtStep(_, condition):
            _check_plain(ctx, condition, may_count=True)
        case ast.EndsWithChance(_, chance):
            _check_bound(ctx, chance)
            if not all(_is_number(ctx, each) for each in _operands(chance)):
                _report(ctx, chance, "the chance to end is compared with a number, a param or a fraction of numbers")
        case ast.NeverRisesWith(_, quantity) | ast.NeverFallsWith(_, quantity):
            _check_ordered(ctx, quantity)
        case ast.Simulate(_, _, clauses):
            for each in clauses:
                _check_sampled(ctx, each)
        case ast.ForAll():
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
        _check_plain(ctx, argument, may_count=_word(ctx, quantity) in COUNTING)
    match _word(ctx, quantity):
        case "secured_chance":
            _check_named(ctx, quantity.arguments[0].value)
        case "expected":
            _check_sum_of_runs(ctx, quantity.arguments[0].value)
    for side in sides:
        if side is not quantity:
            for bound in (side.low, side.high) if isinstance(side, ast.Range) else (side,):
                _check_bound(ctx, bound)  # type: ignore[arg-type]


def _check_ordered(ctx: Context, quantity: ast.Expr) -> None:
    """What is compared from one value of a name to the next."""
    if not isinstance(quantity, ast.Call) or _word(ctx, quantity) not in ORDERED:
        _report(ctx, quantity, f"what never rises or falls with a name is {', '.join(ORDERED[:-1])} or {ORDERED[-1]}")
        return
    for argument in quantity.arguments:
        _check_plain(ctx, argument, may_count=_word(ctx, quantity) in COUNTING)
    if _word(ctx, quantity) == "expected":
        _check_sum_of_runs(ctx, quantity.arguments[0].value)


def _check_named(ctx: Context, who: ast.Expr) -> None:
    """Whose chance it is: a player, or a name of the claim."""
    symbol = ctx.refs.get(id(who))
    if not (isinstance(symbol, MemberSymbol) or (isinstance(symbol, LocalSymbol) and symbol.kind is LocalKind.CLAIM)):
        _report(ctx, who, "a player stands here by name, or by a name from `for all`")


def _check_sum_of_runs(ctx: Context, node: ast.Expr) -> None:
    """A mean of runs is that of one count, or of several added up."""
    counted = [each for each in nodes_of(node) if _word(ctx, each) == "runs"]
    if counted and not _is_sum_of_runs(ctx, node):
        _report(ctx, node, "runs are added to other runs and to nothing else: `expected(runs(a) + runs(b))`")


def _is_sum_of_runs(ctx: Context, node: ast.Expr) -> bool:
    if isinstance(node, ast.Arithmetic) and node.operator is ast.ArithmeticOp.PLUS:
        return _is_sum_of_runs(ctx, node.left) and _is_sum_of_runs(ctx, node.right)
    return _word(ctx, node) == "runs"


def _check_sampled(ctx: Context, clause: ast.Clause) -> None:
    """A sample shows means and shares: positions, and runs that are no mean, are counted by looking at every play."""
    means = [each for each in nodes_of(clause) if _word(ctx, each) == "expected"]
    inside = {id(each) for mean in means for each in nodes_of(mean)}
    for each in nodes_of(clause):
        if _word(ctx, each) in ("runs", "positions") and id(each) not in inside:
            _report(ctx, each, "a sample shows chances and means, like `expected(runs(...))`")


def _check_no_positions(ctx: Context, node: ast.Node) -> None:
    for each in nodes_of(node):
        if _word(ctx, each) == "positions":
            _report(ctx, each, POSITIONS_STAND_ALONE)
            return


def _check_plain(ctx: Context, node: ast.Node, *, may_count: bool) -> None:
    """Something without chances and fractions; the first of them is told."""
    before = len(ctx.diagnostics)
    for each in nodes_of(node):
        if len(ctx.diagnostics) > before:
            return
        word = _word(ctx, each)
        if word == "positions":
            _report(ctx, each, POSITIONS_STAND_ALONE)
        elif word in MEASURED:
            _report(ctx, each, "it is compared as a whole, `at end of` a procedure: `chance(...) = 1/6`")
        elif word == "runs" and not may_count:
            _report(ctx, each, "runs are counted `at end of` a procedure, or in `expected(...)`")
        elif word == "conserved":
            _report(ctx, each, "write `always conserved(...)` on a line of its own")
        elif word == "runs" and id(each) in _looked_through(node):
            _report(ctx, each, "nothing is looked for among as many numbers as there were runs; compare the runs")
        elif isinstance(each, ast.Arithmetic) and each.operator is ast.ArithmeticOp.OVER:
            _report(ctx, each, "fractions are compared with chances and means; multiply both sides instead")


def _looked_through(node: ast.Node) -> set[int]:
    """All pieces of what `count`, `some`, .. look through one by one, and of what stands in brackets."""
    nodes = list(nodes_of(node))
    domains = [each.domain for each in nodes if isinstance(each, ast.Binder | ast.Quantified)]
    domains += [each for each in nodes if isinstance(each, ast.Items)]
    return {id(inner) for domain in domains for inner in nodes_of(domain)}


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
        return
    for each in nodes_of(node):
        if isinstance(each, ast.Arithmetic) and each.operator is ast.ArithmeticOp.OVER:
            below = ctx.types.get(id(each.right))
            if isinstance(below, FractionType):
                _report(ctx, each, "a whole number stands below the line of a fraction")
                return
            if isinstance(below, NumberType) and below.lo <= 0 <= below.hi and not _is_worked_out(each.right):
                _report(ctx, each, f"nothing is divided by 0, and `{text_of(each.right)}` may be 0")
                return


def _is_worked_out(node: ast.Expr) -> bool:
    """Whether a number is made of several that are looked up: its range may hold 0 where it is never 0."""
    return isinstance(node, ast.Arithmetic) and any(isinstance(each, ast.Call) for each in nodes_of(node))


def _operands(node: ast.Expr) -> Iterator[ast.Expr]:
    match node:
        case ast.Arithmetic(_, left, right):
            yield from _operands(left)
            yield from _operands(right)
        case ast.Negative(inner):
            yield from _operands(inner)
        case _:
            yield node


def _is_number(ctx: Context, node: ast.Expr) -> bool:
    """A number or a param."""
    return isinstance(node, ast.Number) or isinstance(ctx.refs.get(id(node)), ParamSymbol)


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
