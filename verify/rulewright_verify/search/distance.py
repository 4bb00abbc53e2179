"""How far a state is from a condition, as an expression of the core, so that a machine works it out fast.

The distance is 0 where the condition holds, and else larger the more is missing: numbers that are compared
count by what lies between them, `and` adds, `or` takes the nearer side, `some` the nearest element, and of a
product that should be large each factor counts. It only guides a search: nothing is concluded from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from rulewright.ir import build as b
from rulewright.ir.intervals import interval
from rulewright.ir.nodes import (
    Aggregate,
    Apply,
    Binary,
    Const,
    Expr,
    Fold,
    Ite,
    Items,
    Let,
    Local,
    Not,
    Op,
    Read,
    System,
)

FULL = 1000
"""The distance of something that is simply not so."""


def distance(system: System, cond: Expr) -> Expr:
    """How far `cond` is from being true."""
    return _Distances(system).to(cond, wanted=True)


def nearest(system: System, conds: list[Expr]) -> Expr:
    """How far the nearest of some conditions is."""
    distances = _Distances(system)
    return distances.least(tuple(dict.fromkeys(distances.to(cond, wanted=True) for cond in conds)))


@dataclass
class _Distances:
    system: System
    fresh: count[int] = field(default_factory=count)

    def to(self, cond: Expr, *, wanted: bool) -> Expr:
        """How far `cond` is from the truth value that is wanted."""
        match cond:
            case Const(value):
                return b.ZERO if bool(value) == wanted else Const(FULL)
            case Not(operand):
                return self.to(operand, wanted=not wanted)
            case Binary(Op.AND | Op.OR as op, left, right):
                sides = self.to(left, wanted=wanted), self.to(right, wanted=wanted)
                return b.add(*sides) if (op is Op.AND) == wanted else self.least(sides)
            case Binary(Op.EQ, left, right):
                return self.equal(left, right) if wanted else self.simply(cond, wanted=False)
            case Binary(Op.LE, left, right):
                return self.at_most(left, right) if wanted else self.at_most(b.add(right, b.ONE), left)
            case Binary(Op.LT, left, right):
                return self.at_most(b.add(left, b.ONE), right) if wanted else self.at_most(right, left)
            case Ite(test, then, otherwise):
                return self.least((
                    b.add(self.to(test, wanted=True), self.to(then, wanted=wanted)),
                    b.add(self.to(test, wanted=False), self.to(otherwise, wanted=wanted)),
                ))
            case Let(local, value, body):
                return Let(local, value, self.to(body, wanted=wanted))
            case Fold(Aggregate.SOME | Aggregate.EVERY as op, local, domain, where, value):
                inner = self.to(value, wanted=wanted)
                if (op is Aggregate.EVERY) == wanted:
                    return Fold(Aggregate.SUM, local, domain, where, inner)
                found = Fold(Aggregate.SOME, local, domain, where, b.ONE)
                return b.ite(found, Fold(Aggregate.LEAST, local, domain, where, inner), Const(FULL))
            case Apply():
                inlined = self.inlined(cond)
                return self.to(inlined, wanted=wanted) if inlined is not None else self.simply(cond, wanted=wanted)
        return self.simply(cond, wanted=wanted)

    def simply(self, cond: Expr, *, wanted: bool) -> Expr:
        return b.ite(cond, b.ZERO, Const(FULL)) if wanted else b.ite(cond, Const(FULL), b.ZERO)

    # -------------------------------------------------------------- numbers

    def equal(self, left: Expr, right: Expr) -> Expr:
        if self.is_name(left) or self.is_name(right):
            return self.simply(b.eq(left, right), wanted=True)
        return b.add(self.at_most(left, right), self.at_most(right, left))

    def at_most(self, low: Expr, high: Expr) -> Expr:
        """How far `low <= high` is: what is missing, and of the factors of what should be large, too."""
        gap = b.sub(low, high)
        least, most = interval(gap, self.system)
        if most <= 0:
            return b.ZERO
        local = Local(f"missing {next(self.fresh)}", min(0, least), most)
        missing = Fold(Aggregate.GREATEST, local, Items((b.ZERO, gap)), b.ONE, local)
        scaled = b.mul(Const(max(1, FULL // most)), missing)
        factors = self.factors(high)
        return b.ite(b.le(low, high), b.ZERO, b.add(scaled, factors)) if factors != b.ZERO else scaled

    def factors(self, value: Expr) -> Expr:
        """How far each factor of a product is from its greatest value."""
        match value:
            case Apply():
                inlined = self.inlined(value)
                return self.factors(inlined) if inlined is not None else b.ZERO
            case Let(local, bound, body):
                return Let(local, bound, self.factors(body)) if self.factors(body) != b.ZERO else b.ZERO
            case Binary(Op.MUL, left, right):
                return b.add(self.below_greatest(left), self.below_greatest(right))
            case Binary(Op.ADD, left, right):
                return b.add(self.factors(left), self.factors(right))
        return b.ZERO

    def below_greatest(self, factor: Expr) -> Expr:
        lo, hi = interval(factor, self.system)
        if lo < 0 or hi <= lo:
            return b.ZERO
        return b.mul(Const(max(1, FULL // (hi - lo))), b.sub(Const(hi), factor))

    def is_name(self, expr: Expr) -> bool:
        """Whether the value is one of several names, between which there is no distance."""
        return isinstance(expr, Read) and self.system.slots[expr.slot].type.names is not None

    # -------------------------------------------------------------- pieces

    def least(self, parts: tuple[Expr, ...]) -> Expr:
        if b.ZERO in parts:
            return b.ZERO
        if len(parts) == 1:
            return parts[0]
        local = self.local()
        return Fold(Aggregate.LEAST, local, Items(parts), b.ONE, local)

    def local(self) -> Local:
        return Local(f"distance {next(self.fresh)}", 0, 1 << 30)

    def inlined(self, rule_call: Apply) -> Expr | None:
        """The body of a rule with its arguments, if these are so plain that they may be put in anywhere."""
        if not all(isinstance(arg, Const | Local | Read) for arg in rule_call.args):
            return None
        rule = self.system.rules[rule_call.rule]
        values = {param.name: arg for param, arg in zip(rule.params, rule_call.args, strict=True)}
        return b.substitute(rule.body, values, self.system.tables)
