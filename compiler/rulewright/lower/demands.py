"""What must be true before an expression can be evaluated (core, section 1: failures)."""

from __future__ import annotations

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower.context import Context, Need, interval


def needs(ctx: Context, expr: ir.Expr) -> list[Need]:
    """The needs of `expr`, each under the conditions under which its place is reached. Those of the right side of
    `and`, `or` count only if the left side does not decide; inside an aggregate, for every element."""
    match expr:
        case ir.Const() | ir.Local() | ir.Setting():
            return []
        case ir.Read(_, index) | ir.Lookup(_, index):
            return _all(ctx, index)
        case ir.Count(zone, kind):
            return _all(ctx, (*zone.index, kind))
        case ir.Size(zone):
            return _all(ctx, zone.index)
        case ir.PlaceKind(zone, place):
            return _all(ctx, (*zone.index, place))
        case ir.PlaceMark(zone, place, _, index):
            return _all(ctx, (*zone.index, place, *index))
        case ir.Binary(op, left, right):
            first, second = needs(ctx, left), needs(ctx, right)
            if op is ir.Op.AND:
                second = [_under(left, need) for need in second]
            elif op is ir.Op.OR:
                second = [_under(b.not_(left), need) for need in second]
            return first + second
        case ir.Not(operand):
            return needs(ctx, operand)
        case ir.Ite(cond, then, otherwise):
            return (
                needs(ctx, cond)
                + [_under(cond, need) for need in needs(ctx, then)]
                + [_under(b.not_(cond), need) for need in needs(ctx, otherwise)]
            )
        case ir.Let(local, value, body):
            return needs(ctx, value) + [
                Need(ir.Let(local, value, need.cond), need.reason, need.subject, need.span)
                for need in needs(ctx, body)
            ]
        case ir.Apply(rule, args, _, _, span):
            return _all(ctx, args) + rule_call(ctx, rule, args, span)
        case ir.Fold(op, local, domain, where, value, span):
            return _fold(ctx, op, local, domain, where, value, span)
        case ir.First(local, domain, where, span):
            inner = [_every(local, domain, b.ONE, need) for need in needs(ctx, where)]
            found = b.fold(ir.Aggregate.SOME, local, domain, b.ONE, where)
            return _domain(ctx, domain) + inner + [Need(found, ir.Reason.NOTHING, "first", span)]
    raise AssertionError(expr)


def answered(ctx: Context, cond: ir.Expr) -> ir.Expr:
    """That a condition of a claim is so, and that all it asks for has an answer: where a rule has none, or the first
    of nothing is asked for, no claim is so."""
    return b.and_(*(need.cond for need in needs(ctx, cond)), cond)


def rule_call(ctx: Context, name: str, args: tuple[ir.Expr, ...], span: object) -> list[Need]:
    """A rule must be defined for these arguments, and so must all that it uses; they must lie in the ranges of its
    parameters, for outside of them nothing is known of it."""
    rule = ctx.rules[name]
    values = {param.name: arg for param, arg in zip(rule.params, args, strict=True)}
    result = [
        need for param, arg in zip(rule.params, args, strict=True)
        for need in within_range(ctx, arg, param.lo, param.hi, param.name, span)
    ]
    if rule.defined != b.ONE:
        result.append(Need(b.substitute(rule.defined, values, ctx.tables), ir.Reason.GAP, name, span))
    result += [
        Need(b.substitute(need.cond, values, ctx.tables), need.reason, need.subject, need.span)
        for need in ctx.rule_needs.get(name, ())
    ]
    return [need for need in result if need.cond != b.ONE]


def within_range(ctx: Context, value: ir.Expr, lo: int, hi: int, subject: str, span: object) -> list[Need]:
    """That a value lies in a range, if it may lie outside."""
    least, most = interval(ctx, value)
    return [] if lo <= least and most <= hi else [Need(b.within(value, lo, hi), ir.Reason.RANGE, subject, span)]


def _all(ctx: Context, parts: tuple[ir.Expr, ...]) -> list[Need]:
    return [need for part in parts for need in needs(ctx, part)]


def _under(cond: ir.Expr, need: Need) -> Need:
    return Need(b.implies(cond, need.cond), need.reason, need.subject, need.span)


def _every(local: ir.Local, domain: ir.Domain, where: ir.Expr, need: Need) -> Need:
    cond = b.fold(ir.Aggregate.EVERY, local, domain, where, need.cond)
    return Need(cond, need.reason, need.subject, need.span)


def _domain(ctx: Context, domain: ir.Domain) -> list[Need]:
    match domain:
        case ir.Range(lo, hi):
            return _all(ctx, (lo, hi))
        case ir.Items(values):
            return _all(ctx, values)
        case ir.Kinds(zone) | ir.Places(zone):
            return _all(ctx, zone.index)
        case ir.Seats(start, _, backwards):
            return _all(ctx, (start, backwards))


def _fold(
    ctx: Context, op: ir.Aggregate, local: ir.Local, domain: ir.Domain, where: ir.Expr, value: ir.Expr, span: object
) -> list[Need]:
    result = _domain(ctx, domain)
    result += [_every(local, domain, b.ONE, need) for need in needs(ctx, where)]
    result += [_every(local, domain, where, need) for need in needs(ctx, value)]
    if op in (ir.Aggregate.LEAST, ir.Aggregate.GREATEST) and not _never_empty(domain, where):
        found = b.fold(ir.Aggregate.SOME, local, domain, b.ONE, where)
        result.append(Need(found, ir.Reason.NOTHING, op.value, span))
    return result


def _never_empty(domain: ir.Domain, where: ir.Expr) -> bool:
    if where != b.ONE:
        return False
    elements = b.constant_elements(domain)
    return bool(elements) or (isinstance(domain, ir.Items) and bool(domain.values)) or isinstance(domain, ir.Seats)
