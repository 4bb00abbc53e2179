"""What only claims may ask: chances, means, counts of runs, and whether cards are conserved."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownProcedure
from rulewright.checker.errors.types import NotAValue, OnlyInClaims, WrongCount
from rulewright.checker.ranges import MANY
from rulewright.checker.symbols import BuiltinSymbol, KindsSymbol, ProcedureSymbol
from rulewright.checker.types import FractionType, NumberType, Type
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

WORDS = (
    "chance", "lowest_chance", "highest_chance", "expected", "runs", "conserved", "greatest", "least",
)


def infer_claim_word(ctx: Context, node: ast.Call, name: ast.Name) -> Type | None:
    ctx.refs[id(name)] = BuiltinSymbol(name.text)
    if not ctx.in_claim:
        ctx.report(OnlyInClaims(
            span=node.span, text=name.text, hint="nothing in a game can depend on what may happen later"
        ))
        return None
    if len(node.arguments) != 1 or node.arguments[0].name is not None:
        ctx.report(WrongCount(
            span=node.span, name=name.text, needed="1 value", given=len(node.arguments), declared=f"{name.text}(...)"
        ))
        return None
    inner = node.arguments[0].value
    match name.text:
        case "chance" | "lowest_chance" | "highest_chance":
            return FractionType() if expressions.condition(ctx, inner) else None
        case "expected":
            return None if expressions.number(ctx, inner, "expected") is None else FractionType()
        case "greatest" | "least":
            return expressions.number(ctx, inner, name.text)
        case "runs":
            return _runs(ctx, inner)
        case _:
            return _conserved(ctx, inner)


def _runs(ctx: Context, inner: ast.Expr) -> Type | None:
    if isinstance(inner, ast.Name):
        symbol = ctx.symbol(inner.text, inner)
        if isinstance(symbol, ProcedureSymbol):
            ctx.refs[id(inner)] = symbol
            return NumberType(0, MANY)
        near = nearest(inner.text, ctx.book.all_of(ast.Procedure))
        ctx.report(UnknownProcedure(span=inner.span, name=inner.text, nearest=near))
        return None
    ctx.report(UnknownProcedure(span=inner.span, name=inner.span.text, hint="`runs(...)` counts runs of a procedure"))
    return None


def _conserved(ctx: Context, inner: ast.Expr) -> Type | None:
    symbol = ctx.symbol(inner.text, inner) if isinstance(inner, ast.Name) else None
    if isinstance(symbol, KindsSymbol):
        ctx.refs[id(inner)] = symbol
        return expressions.BOOL
    ctx.report(NotAValue(
        span=inner.span, name=inner.span.text, what="no table of cards or pieces",
        hint="`conserved(Card)` says that no card is lost and none is doubled",
    ))
    return None
