"""What only claims may ask: chances, means, counts of runs and positions, and whether cards are conserved."""

from __future__ import annotations

from rulewright.checker import expressions
from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownProcedure
from rulewright.checker.errors.types import NotAValue, OnlyInClaims, TypeMismatch, WrongCount
from rulewright.checker.ranges import MANY
from rulewright.checker.symbols import BuiltinSymbol, KindsSymbol, ProcedureSymbol, StateSymbol
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    BoolType,
    EnumType,
    FaceType,
    FractionType,
    KindType,
    NumberType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    Type,
)
from rulewright.checker.words import counted, text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

VALUES = (BoolType, NumberType, EnumType, PlayerType, KindType, FaceType)
POSITIONAL = (*VALUES, OptionalType, RecordType, SetType)

WORDS = (
    "chance", "lowest_chance", "highest_chance", "expected", "runs", "conserved", "greatest", "least",
    "secured_chance", "positions",
)


def infer_claim_word(ctx: Context, node: ast.Call, name: ast.Name) -> Type | None:
    ctx.refs[id(name)] = BuiltinSymbol(name.text)
    if not ctx.in_claim:
        ctx.report(OnlyInClaims(
            span=node.span, text=name.text, hint="nothing in a game can depend on what may happen later"
        ))
        return None
    needed, declared = _needed(name.text)
    n = len(node.arguments)
    if n == 0 or (needed is not None and n != needed) or any(each.name is not None for each in node.arguments):
        wanted = "a value" if needed is None else counted(needed, "value")
        ctx.report(WrongCount(span=node.span, name=name.text, needed=wanted, given=n, declared=declared))
        return None
    inner = node.arguments[0].value
    match name.text:
        case "secured_chance":
            return _secured_chance(ctx, inner, node.arguments[1].value)
        case "positions":
            found = [_looked_at(ctx, each.value) for each in node.arguments]
            return NumberType(0, MANY) if all(found) else None
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


def _needed(word: str) -> tuple[int | None, str]:
    """How many values stand in the brackets of a word (None: one or more), and how it is written."""
    match word:
        case "secured_chance":
            return 2, "secured_chance(PLAYER, CONDITION)"
        case "positions":
            return None, "positions(...)"
    return 1, f"{word}(...)"


def _secured_chance(ctx: Context, who: ast.Expr, what: ast.Expr) -> Type | None:
    player = expressions.check(ctx, who, ctx.players)
    return FractionType() if expressions.condition(ctx, what) and player is not None else None


def _looked_at(ctx: Context, inner: ast.Expr) -> bool:
    """Whether this is something that a position has: a state in all its entries, or a value."""
    if isinstance(inner, ast.Name):
        symbol = ctx.symbol(inner.text, inner)
        if isinstance(symbol, StateSymbol) and isinstance(symbol.type, POSITIONAL):
            ctx.refs[id(inner)] = symbol
            return True
    found = expressions.infer(ctx, inner)
    if found is None or isinstance(found, VALUES):
        return found is not None
    ctx.report(TypeMismatch(span=inner.span, text=text_of(inner), actual=describe(found), expected="a value"))
    return False


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
