"""Expressions of the core as text, with no more brackets than needed."""

from __future__ import annotations

from typing import assert_never

from rulewright.ir.nodes import (
    Aggregate,
    Apply,
    Binary,
    Const,
    Count,
    Domain,
    Expr,
    First,
    Fold,
    Ite,
    Items,
    Kinds,
    Let,
    Local,
    Lookup,
    Not,
    Op,
    PlaceKind,
    PlaceMark,
    Places,
    Range,
    Read,
    Seats,
    Setting,
    Size,
    ZoneRef,
)

BINDING = {
    Op.OR: 1,
    Op.AND: 2,
    Op.EQ: 4,
    Op.LT: 4,
    Op.LE: 4,
    Op.ADD: 5,
    Op.SUB: 5,
    Op.MUL: 6,
}
NOT, ATOM = 3, 9
COMPARISONS = (Op.EQ, Op.LT, Op.LE)


def shown_expr(expr: Expr) -> str:
    """An expression, loosest operators without brackets."""
    return _shown(expr, 0)


def shown_domain(domain: Domain) -> str:
    match domain:
        case Range():
            return f"{_shown(domain.lo, 5)}..{_shown(domain.hi, 5)}"
        case Items():
            return f"[{_listed(domain.values)}]"
        case Kinds():
            return f"kinds of {shown_zone(domain.zone)}"
        case Places():
            return f"{'distinct ' if domain.distinct else ''}places of {shown_zone(domain.zone)}"
        case Seats():
            backwards = (
                "" if domain.backwards == Const(0) else f" backwards if {shown_expr(domain.backwards)}"
            )
            return f"{domain.n} seats from {shown_expr(domain.start)}{backwards}"
    assert_never(domain)


def shown_zone(zone: ZoneRef) -> str:
    return f"{zone.zone}[{_listed(zone.index)}]" if zone.index else zone.zone


def _shown(expr: Expr, tightness: int) -> str:
    """The text, in brackets if it binds less tightly than its surroundings need."""
    text, own = _text(expr)
    return f"({text})" if own < tightness else text


def _text(expr: Expr) -> tuple[str, int]:
    match expr:
        case Const():
            return str(expr.value), ATOM if expr.value >= 0 else 5
        case Local():
            return expr.name, ATOM
        case Setting():
            return f"reading {expr.name}", ATOM
        case Read():
            return (f"{expr.slot}[{_listed(expr.index)}]" if expr.index else expr.slot), ATOM
        case Lookup():
            return f"{expr.table}[{_listed(expr.index)}]", ATOM
        case Count():
            return f"count({shown_zone(expr.zone)}, {shown_expr(expr.kind)})", ATOM
        case Size():
            return f"size({shown_zone(expr.zone)})", ATOM
        case PlaceKind():
            return f"kind({shown_zone(expr.zone)}, {shown_expr(expr.place)})", ATOM
        case PlaceMark():
            mark = f"{expr.mark}[{_listed(expr.index)}]" if expr.index else expr.mark
            return f"{mark}({shown_zone(expr.zone)}, {shown_expr(expr.place)})", ATOM
        case Binary():
            return _binary(expr), BINDING[expr.op]
        case Not(Binary(Op.EQ, left, right)):
            return f"{_shown(left, 5)} != {_shown(right, 5)}", BINDING[Op.EQ]
        case Not():
            return f"not {_shown(expr.operand, NOT)}", NOT
        case Ite():
            cond, then = shown_expr(expr.cond), shown_expr(expr.then)
            return f"if {cond} then {then} else {shown_expr(expr.otherwise)}", 0
        case Let():
            return f"let {expr.local.name} = {shown_expr(expr.value)} in {shown_expr(expr.body)}", 0
        case Apply():
            return f"{expr.rule}({_listed(expr.args)})", ATOM
        case Fold():
            return _fold(expr), ATOM
        case First():
            return f"first({_ranging(expr.local, expr.domain, expr.where)})", ATOM
    assert_never(expr)


def _binary(expr: Binary) -> str:
    own = BINDING[expr.op]
    left = own + 1 if expr.op in COMPARISONS else own
    right = own if expr.op in (Op.AND, Op.OR, Op.ADD, Op.MUL) and _same_op(expr) else own + 1
    return f"{_shown(expr.left, left)} {expr.op.value} {_shown(expr.right, right)}"


def _same_op(expr: Binary) -> bool:
    """Brackets around the right side would not change the value: `a and (b and c)`."""
    return isinstance(expr.right, Binary) and expr.right.op is expr.op


def _fold(expr: Fold) -> str:
    ranging = _ranging(expr.local, expr.domain, expr.where)
    if expr.op in (Aggregate.SOME, Aggregate.EVERY):
        return f"{expr.op.value}({ranging} has {shown_expr(expr.value)})"
    return f"{expr.op.value}({shown_expr(expr.value)} for {ranging})"


def _ranging(local: Local, domain: Domain, where: Expr) -> str:
    condition = "" if where == Const(1) else f" where {shown_expr(where)}"
    return f"{local.name} in {shown_domain(domain)}{condition}"


def _listed(exprs: tuple[Expr, ...]) -> str:
    return ", ".join(shown_expr(expr) for expr in exprs)
