"""Claims, scopes and examples: every clause is typed with the names that are known where it looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.checker import expressions
from rulewright.checker.addresses import resolve_path, resolve_procedure, resolve_rule_or_path
from rulewright.checker.context import Context
from rulewright.checker.errors.names import NameHides, NothingBegins, UnknownReference
from rulewright.checker.errors.types import NotAssignable, TypeMismatch
from rulewright.checker.examples import check_given
from rulewright.checker.notes import check_notes
from rulewright.checker.parameters import declare_parameters, make_parameters
from rulewright.checker.quantities import check_quantities
from rulewright.checker.scopes import Known
from rulewright.checker.symbols import (
    LocalKind,
    MemberSymbol,
    ReadingSymbol,
    RecordSymbol,
    StateSymbol,
)
from rulewright.checker.typenames import describe
from rulewright.checker.types import BoolType, FractionType, NumberType, ThingType
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

VERDICTS = ("holds", "violated", "unknown", "vacuous")
PLAYERS = ("random", "greedy", "careful")


def check_claim(ctx: Context, node: ast.Claim) -> None:
    """A claim under variants that are not in this game is checked where they are."""
    check_notes(ctx, node.notes)
    for assumption in node.under:
        check_assumption(ctx, assumption)
    for scope in node.scopes:
        _check_known(ctx, scope, "scope", ctx.book.scopes)
    for expect in node.expects:
        _check_known(ctx, expect.verdict, "verdict", VERDICTS)
        variants = [each for each in expect.when if isinstance(each, ast.WithVariant)]
        is_played = {each.variant.text for each in variants} <= set(ctx.configuration.variants)
        for each in expect.when if is_played else variants:  # a variant may bring readings of its own
            check_assumption(ctx, each)
    known = check_given(ctx, node.given)
    for clause in node.clauses:
        with ctx.within(known, f"`claim {node.name.text}`"):
            _check_clause(ctx, clause, known)


def needs_other_variants(ctx: Context, node: ast.Claim | ast.Example) -> bool:
    """Whether a claim speaks of a game with variants that this one is played without."""
    wanted = {each.variant.text for each in node.under if isinstance(each, ast.WithVariant)}
    return bool((wanted & set(ctx.book.variants)) - set(ctx.configuration.variants))


def check_assumption(ctx: Context, node: ast.Assumption) -> None:
    if isinstance(node, ast.WithVariant):
        _check_known(ctx, node.variant, "variant", ctx.book.variants)
        return
    symbol = ctx.symbol(node.reading.text, node.reading)
    if not isinstance(symbol, ReadingSymbol):
        near = nearest(node.reading.text, ctx.book.all_of(ast.Reading))
        ctx.report(UnknownReference(
            span=node.reading.span, what="reading", name=node.reading.text, nearest=near
        ))
        return
    ctx.refs[id(node.reading)] = symbol
    if node.option.text not in symbol.type.members:
        ctx.report(UnknownReference(
            span=node.option.span, what="option", name=node.option.text, where=f" of the reading `{symbol.name}`",
            nearest=nearest(node.option.text, symbol.type.members),
        ))
        return
    code = symbol.type.members.index(node.option.text)
    ctx.refs[id(node.option)] = MemberSymbol(node.option.text, symbol.type, code)


def _check_known(ctx: Context, name: ast.Name, what: str, known: Iterable[str], where: str = "") -> None:
    if name.text not in known:
        near = nearest(name.text, known)
        ctx.report(UnknownReference(span=name.span, what=what, name=name.text, where=where, nearest=near))


# ---------------------------------------------------------------- clauses
def _check_clause(ctx: Context, node: ast.Clause, known: dict[str, Known]) -> None:
    """The types of a clause, and whether something can be made of the quantities in it."""
    before = len(ctx.diagnostics)
    _check_types(ctx, node, known)
    if len(ctx.diagnostics) == before:
        check_quantities(ctx, node)


def _check_types(ctx: Context, node: ast.Clause, known: dict[str, Known]) -> None:
    match node:
        case ast.Holds(condition) | ast.Always(condition) | ast.Never(condition):
            expressions.condition(ctx, condition)
        case ast.Possible(condition) | ast.StillPossible(condition):
            expressions.condition(ctx, condition)
        case ast.ForAll(parameters, clauses):
            make_parameters(ctx, parameters, LocalKind.CLAIM)
            with ctx.scopes.block("`for all ...`"):
                declare_parameters(ctx, parameters)
                made = {each.name.text: ctx.binders[id(each)] for each in parameters if id(each) in ctx.binders}
                for each in clauses:
                    _check_clause(ctx, each, {**known, **made})
        case ast.LeadsTo(condition, goal):
            expressions.condition(ctx, condition)
            expressions.condition(ctx, goal)
        case ast.OnceNever(condition, afterwards):
            expressions.condition(ctx, condition)
            expressions.condition(ctx, afterwards)
        case ast.AtEnd(procedure, condition) | ast.Alone(procedure, condition):
            _check_inside(ctx, procedure, (condition,), known, is_condition=True)
        case ast.AtStep(path, condition):
            address = resolve_path(ctx, path)
            if address is not None:
                _check_begins(ctx, path, address)
                with ctx.within({**known, **ctx.names_at.get(address, {})}, f"`{address}`"):
                    expressions.condition(ctx, condition)
        case ast.Ends(procedure, measures):
            _check_inside(ctx, procedure, measures, known, is_condition=False)
        case ast.EndsWithChance(procedure, chance):
            _check_inside(ctx, procedure, (chance,), known, is_condition=False)
        case ast.GoesOn(procedure) | ast.NeverStuck(procedure):
            resolve_procedure(ctx, procedure)
        case ast.NeverRises(subject) | ast.NeverFalls(subject):
            _check_subject(ctx, subject)
        case ast.NeverRisesWith(procedure, quantity, parameter) | ast.NeverFallsWith(procedure, quantity, parameter):
            make_parameters(ctx, (parameter,), LocalKind.CLAIM)
            with ctx.scopes.block("`never rises with ...`"):
                declare_parameters(ctx, (parameter,))
                sign = "never rises with" if isinstance(node, ast.NeverRisesWith) else "never falls with"
                _check_inside(ctx, procedure, (quantity,), known, is_condition=False, sign=sign)
        case ast.SameForEvery(path, readings):
            resolve_rule_or_path(ctx, path)
            for reading in readings:
                symbol = ctx.symbol(reading.text, reading)
                if isinstance(symbol, ReadingSymbol):
                    ctx.refs[id(reading)] = symbol
                else:
                    _check_known(ctx, reading, "reading", ctx.book.all_of(ast.Reading))
        case ast.SameAs(path, other):
            resolve_rule_or_path(ctx, path)
            resolve_rule_or_path(ctx, other)
        case ast.Simulate(_, players, clauses):
            _check_known(ctx, players, "way to play", PLAYERS, ": random, greedy or careful")
            for each in clauses:
                _check_clause(ctx, each, known)
        case _:
            assert_never(node)


def _check_begins(ctx: Context, path: ast.Path, address: str) -> None:
    node = ctx.labels.get(address)
    if isinstance(node, ast.Choose) and node.block is None:
        ctx.report(NothingBegins(span=path.span, address=address))


def _check_inside(
    ctx: Context,
    procedure: ast.ProcedureRef,
    values: tuple[ast.Expr, ...],
    known: dict[str, Known],
    *,
    is_condition: bool,
    sign: str = "decreasing",
) -> None:
    """Conditions or numbers with the names that are known in a procedure or step."""
    names = resolve_procedure(ctx, procedure)
    if names is None:
        return
    for name in known.keys() & names.keys() if procedure.arguments is None else ():
        ctx.report(NameHides(span=procedure.span, name=name, what="something else here"))
    with ctx.within({**known, **names}, f"`{text_of(procedure.path)}`"):
        for value in values:
            if is_condition:
                expressions.condition(ctx, value)
            else:
                expressions.number(ctx, value, sign)


def _check_subject(ctx: Context, node: ast.Expr) -> None:
    """What never rises or falls: state, in all its entries, or a mark: `vitality`, `Beast.damage`."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        record = ctx.symbol(node.value.text, node.value)
        if isinstance(record, RecordSymbol) and isinstance(record.type, ThingType):
            ctx.refs[id(node.value)] = record
            marks = {name: type_ for name, _, type_ in record.type.marks}
            if not isinstance(marks.get(node.name.text), NumberType):
                ctx.report(UnknownReference(
                    span=node.name.span, what="number", name=node.name.text, where=f" in `{record.name}`",
                    nearest=nearest(node.name.text, marks),
                ))
            return
    base = node.value if isinstance(node, ast.Index) else node
    symbol = ctx.symbol(base.text, base) if isinstance(base, ast.Name) else None
    if isinstance(symbol, StateSymbol):
        ctx.refs[id(base)] = symbol
        if isinstance(node, ast.Index):
            expressions.infer(ctx, node)
        if not isinstance(symbol.type, NumberType | BoolType):
            ctx.report(TypeMismatch(
                span=node.span, text=text_of(node), actual=describe(symbol.type), expected="a number"
            ))
        return
    if expressions.infer(ctx, node) not in (None, FractionType()):
        ctx.report(NotAssignable(
            span=node.span, text=text_of(node), what="no state",
            hint="what rises and falls is state, like `score`, or a mark, like `Beast.damage`",
        ))
