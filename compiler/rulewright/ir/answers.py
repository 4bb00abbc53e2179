"""What must be true before an expression can be evaluated (core, section 1: failures)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.intervals import interval
from rulewright.ir.walk import descendants


@dataclass(frozen=True, slots=True)
class Need:
    """A condition without which an expression cannot be evaluated."""

    cond: ir.Expr
    reason: ir.Reason
    subject: str
    span: object = field(compare=False)


class Declared(Protocol):
    """What is declared, in a system or in one in the making. `rule_needs`: what each rule needs beside an answer of its
    own; a rule that is not there needs nothing."""

    @property
    def tables(self) -> Mapping[str, ir.Table]: ...

    @property
    def kinds(self) -> Mapping[str, ir.KindSet]: ...

    @property
    def zones(self) -> Mapping[str, ir.Zone]: ...

    @property
    def rules(self) -> Mapping[str, ir.Rule]: ...

    @property
    def rule_needs(self) -> Mapping[str, tuple[Need, ...]]: ...


def answers(system: ir.System, name: str) -> ir.Expr:
    """Where a rule of a system answers, as a condition on its parameters and the state: it and all that it uses has
    neither gap nor conflict, and nothing is asked of nothing."""
    declared = _OfSystem(system.tables, system.kinds, system.zones, system.rules)
    declared.learn(name)
    rule = system.rules[name]
    return b.and_(*(need.cond for need in rule_call(declared, name, rule.params, rule.span)))


@dataclass(eq=False, slots=True)
class _OfSystem:
    """The rules of a system, with what each of them needs, those that a rule uses before it."""

    tables: Mapping[str, ir.Table]
    kinds: Mapping[str, ir.KindSet]
    zones: Mapping[str, ir.Zone]
    rules: Mapping[str, ir.Rule]
    rule_needs: dict[str, tuple[Need, ...]] = field(default_factory=dict)

    def learn(self, wanted: str) -> None:
        pending = [wanted]
        while pending:
            name = pending[-1]
            rule = self.rules[name]
            used = [
                part.rule for piece in (rule.body, rule.defined) for part in descendants(piece)
                if isinstance(part, ir.Apply) and part.rule not in self.rule_needs
            ]
            if used:
                pending += used
            else:
                pending.pop()
                found = needs(self, rule.body) + needs(self, rule.defined)
                found += within_range(self, rule.body, rule.lo, rule.hi, name, rule.span)
                self.rule_needs[name] = tuple(need for need in found if need.cond != b.ONE)


def needs(declared: Declared, expr: ir.Expr) -> list[Need]:
    """The needs of `expr`, each under the conditions under which its place is reached. Those of the right side of
    `and`, `or` count only if the left side does not decide; inside an aggregate, for every element."""
    match expr:
        case ir.Const() | ir.Local() | ir.Setting():
            return []
        case ir.Read(_, index) | ir.Lookup(_, index):
            return _all(declared, index)
        case ir.Count(zone, kind):
            return _all(declared, (*zone.index, kind))
        case ir.Size(zone):
            return _all(declared, zone.index)
        case ir.PlaceKind(zone, place):
            return _all(declared, (*zone.index, place))
        case ir.PlaceMark(zone, place, _, index):
            return _all(declared, (*zone.index, place, *index))
        case ir.Binary(op, left, right):
            first, second = needs(declared, left), needs(declared, right)
            if op is ir.Op.AND:
                second = [_under(left, need) for need in second]
            elif op is ir.Op.OR:
                second = [_under(b.not_(left), need) for need in second]
            return first + second
        case ir.Not(operand):
            return needs(declared, operand)
        case ir.Ite(cond, then, otherwise):
            return (
                needs(declared, cond)
                + [_under(cond, need) for need in needs(declared, then)]
                + [_under(b.not_(cond), need) for need in needs(declared, otherwise)]
            )
        case ir.Let(local, value, body):
            return needs(declared, value) + [
                Need(ir.Let(local, value, need.cond), need.reason, need.subject, need.span)
                for need in needs(declared, body)
            ]
        case ir.Apply(rule, args, _, _, span):
            return _all(declared, args) + rule_call(declared, rule, args, span)
        case ir.Fold(op, local, domain, where, value, span):
            return _fold(declared, op, local, domain, where, value, span)
        case ir.First(local, domain, where, span):
            inner = [_every(local, domain, b.ONE, need) for need in needs(declared, where)]
            found = b.fold(ir.Aggregate.SOME, local, domain, b.ONE, where)
            return _domain(declared, domain) + inner + [Need(found, ir.Reason.NOTHING, "first", span)]
    raise AssertionError(expr)


def has_answer(declared: Declared, expr: ir.Expr) -> ir.Expr:
    """That all that an expression asks for has an answer."""
    return b.and_(*(need.cond for need in needs(declared, expr)))


def answered(declared: Declared, cond: ir.Expr) -> ir.Expr:
    """That a condition of a claim is so, and that all it asks for has an answer: where a rule has none, or the first
    of nothing is asked for, no claim is so."""
    return b.and_(has_answer(declared, cond), cond)


def rule_call(declared: Declared, name: str, args: tuple[ir.Expr, ...], span: object) -> list[Need]:
    """A rule must be defined for these arguments, and so must all that it uses; they must lie in the ranges of its
    parameters, for outside of them nothing is known of it."""
    rule = declared.rules[name]
    values = {param.name: arg for param, arg in zip(rule.params, args, strict=True)}
    result = [
        need for param, arg in zip(rule.params, args, strict=True)
        for need in within_range(declared, arg, param.lo, param.hi, param.name, span)
    ]
    if rule.defined != b.ONE:
        result.append(Need(b.substitute(rule.defined, values, declared.tables), ir.Reason.GAP, name, span))
    result += [
        Need(b.substitute(need.cond, values, declared.tables), need.reason, need.subject, need.span)
        for need in declared.rule_needs.get(name, ())
    ]
    return [need for need in result if need.cond != b.ONE]


def within_range(declared: Declared, value: ir.Expr, lo: int, hi: int, subject: str, span: object) -> list[Need]:
    """That a value lies in a range, if it may lie outside."""
    least, most = interval(value, declared)
    return [] if lo <= least and most <= hi else [Need(b.within(value, lo, hi), ir.Reason.RANGE, subject, span)]


def _all(declared: Declared, parts: tuple[ir.Expr, ...]) -> list[Need]:
    return [need for part in parts for need in needs(declared, part)]


def _under(cond: ir.Expr, need: Need) -> Need:
    return Need(b.implies(cond, need.cond), need.reason, need.subject, need.span)


def _every(local: ir.Local, domain: ir.Domain, where: ir.Expr, need: Need) -> Need:
    cond = b.fold(ir.Aggregate.EVERY, local, domain, where, need.cond)
    return Need(cond, need.reason, need.subject, need.span)


def _domain(declared: Declared, domain: ir.Domain) -> list[Need]:
    match domain:
        case ir.Range(lo, hi):
            return _all(declared, (lo, hi))
        case ir.Items(values):
            return _all(declared, values)
        case ir.Kinds(zone) | ir.Places(zone):
            return _all(declared, zone.index)
        case ir.Seats(start, _, backwards):
            return _all(declared, (start, backwards))


def _fold(
    declared: Declared, op: ir.Aggregate, local: ir.Local, domain: ir.Domain, where: ir.Expr, value: ir.Expr,
    span: object,
) -> list[Need]:
    result = _domain(declared, domain)
    result += [_every(local, domain, b.ONE, need) for need in needs(declared, where)]
    result += [_every(local, domain, where, need) for need in needs(declared, value)]
    if op in (ir.Aggregate.LEAST, ir.Aggregate.GREATEST) and not _never_empty(domain, where):
        found = b.fold(ir.Aggregate.SOME, local, domain, b.ONE, where)
        result.append(Need(found, ir.Reason.NOTHING, op.value, span))
    return result


def _never_empty(domain: ir.Domain, where: ir.Expr) -> bool:
    if where != b.ONE:
        return False
    elements = b.constant_elements(domain)
    return bool(elements) or (isinstance(domain, ir.Items) and bool(domain.values)) or isinstance(domain, ir.Seats)
