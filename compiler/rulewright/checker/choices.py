"""Choices: who decides, between what, and which names are known afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.checker import comparisons, domains, expressions, statements
from rulewright.checker.context import Context
from rulewright.checker.errors.types import CannotIterate, TypeMismatch
from rulewright.checker.errors.wellformed import ReservedLabel
from rulewright.checker.locals import declare
from rulewright.checker.notes import check_notes
from rulewright.checker.symbols import LocalKind
from rulewright.checker.typenames import describe
from rulewright.checker.typerefs import is_scalar
from rulewright.checker.types import (
    BagType,
    KindType,
    NumberType,
    OptionalType,
    PlayerType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.syntax import ast

if TYPE_CHECKING:
    from rulewright.checker.statements import Place

LUCK = "chance"
DRAW = "draw"
"""What luck does where several cards are drawn together."""


def check_choose(ctx: Context, node: ast.Choose, place: Place) -> None:
    """`p chooses LABEL: PICK`. Without a block its names are known in the rest of the block."""
    _check_decider(ctx, node.decider)
    if is_luck(node.decider) and (node.may or not isinstance(node.pick, ast.PickEach) or len(node.pick.binders) > 1):
        _report_luck(ctx, node.decider)
    inner = place
    if node.label is not None:
        statements.add_label(ctx, place, node.label, node)
        inner = place.under(node.label.text)
    if node.may:
        ctx.labels.setdefault(f"{place.address}.decline", node)
    if node.block is None:
        ctx.facts = (*ctx.facts, *_pick(ctx, node.pick))
        _remember(ctx, inner)
        return
    with ctx.scopes.block("the block of this choice"):
        facts = _pick(ctx, node.pick)
        _remember(ctx, inner)
        with ctx.knowing(facts):
            statements.check_rest(ctx, node.block, inner)


def check_choose_one_of(ctx: Context, node: ast.ChooseOneOf, place: Place) -> None:
    _check_decider(ctx, node.decider)
    if is_luck(node.decider):
        _report_luck(ctx, node.decider)
    check_notes(ctx, node.notes)
    added = {"decline": node.may, "done": node.until_done}
    words = {"decline": "may choose", "done": "until done"}
    _options(ctx, node.options, place, {words[label]: label for label, here in added.items() if here})
    for label, here in added.items():
        if here:
            ctx.labels.setdefault(f"{place.address}.{label}", node)


def check_responses(ctx: Context, node: ast.Responses, place: Place) -> None:
    check_notes(ctx, node.notes)
    with ctx.scopes.block(f"`responses by {node.binder.name.text} ...`"):
        found = domains.bind(ctx, node.binder)
        if found is not None and not isinstance(found.element, PlayerType):
            ctx.report(TypeMismatch(
                span=node.binder.domain.span, text=text_of(node.binder.domain), actual=describe(found.element),
                expected="players", hint="`turn order from p` asks all players",
            ))
        with ctx.knowing(domains.facts_of(ctx, node.binder)):
            _options(ctx, node.options, place, {"responses by": "pass"})
    ctx.labels.setdefault(f"{place.address}.pass", node)


def _options(
    ctx: Context, options: tuple[ast.Option, ...], place: Place, added: dict[str, str]
) -> None:
    for option in options:
        for word, label in added.items():
            if option.label.text == label:
                ctx.report(ReservedLabel(span=option.label.span, name=label, by=word))
        statements.add_label(ctx, place, option.label, option)
        inner = place.under(option.label.text)
        with ctx.scopes.block(f"the option `{option.label.text}`"):
            facts: tuple[ast.Expr, ...] = ()
            if option.when is not None:
                expressions.condition(ctx, option.when)
                facts = comparisons.when_true(ctx, option.when)
            with ctx.knowing(facts):
                facts = _bind_all(ctx, option.binders)
                _remember(ctx, inner)
                with ctx.knowing(facts):
                    if option.block is not None:
                        statements.check_rest(ctx, option.block, inner)


def _remember(ctx: Context, place: Place) -> None:
    """What is known where an option begins."""
    ctx.names_at.setdefault(place.address, ctx.scopes.all_names())


def _check_decider(ctx: Context, node: ast.Expr) -> None:
    """A player; one who may be none is let through, and a play in which none decides breaks down."""
    if is_luck(node):
        return
    found = expressions.infer(ctx, node, ctx.players)
    plain = found.inner if isinstance(found, OptionalType) else found
    if found is not None and not isinstance(plain, PlayerType):
        ctx.report(TypeMismatch(
            span=node.span, text=text_of(node), actual=describe(found), expected="a player",
            hint="a player chooses, or `chance` does",
        ))


def is_luck(node: ast.Expr) -> bool:
    return isinstance(node, ast.Name) and node.text == LUCK


def _report_luck(ctx: Context, node: ast.Expr) -> None:
    ctx.report(TypeMismatch(
        span=node.span, text=text_of(node), actual="luck", expected="a player",
        hint="luck takes one thing, each with the same chance: `chance chooses x in ...`",
    ))


# ---------------------------------------------------------------- what is picked
def _pick(ctx: Context, node: ast.Pick) -> tuple[ast.Expr, ...]:
    match node:
        case ast.PickEach(binders):
            return _bind_all(ctx, binders)
        case ast.PickSeveral():
            _pick_several(ctx, node)
            return ()


def _bind_all(ctx: Context, binders: tuple[ast.Binder, ...]) -> tuple[ast.Expr, ...]:
    """Later binders know the names and conditions of earlier ones."""
    saved = ctx.facts
    found: tuple[ast.Expr, ...] = ()
    for binder in binders:
        domains.bind(ctx, binder)
        more = domains.facts_of(ctx, binder)
        found = (*found, *more)
        ctx.facts = (*ctx.facts, *more)
    ctx.facts = saved
    return found


def _pick_several(ctx: Context, node: ast.PickSeveral) -> None:
    _check_size(ctx, node.size)
    with ctx.scopes.block("the condition of this choice"):
        found = domains.bind(ctx, node.binder)
    picked: Type | None = None
    if found is not None:
        picked = _picked(ctx, node, found.element)
    declare(ctx, node.name, picked, LocalKind.PICKED, node)


def _check_size(ctx: Context, node: ast.Domain) -> None:
    if isinstance(node, ast.Range):
        domains.infer_domain(ctx, node)
        return
    if isinstance(node, ast.TurnOrder):
        ctx.report(TypeMismatch(
            span=node.span, text=text_of(node), actual="a row of players", expected="a number, or a range like 1..3"
        ))
        return
    found = expressions.infer(ctx, node)
    if found is not None and not isinstance(found, NumberType):
        ctx.report(TypeMismatch(
            span=node.span, text=text_of(node), actual=describe(found), expected="a number, or a range like 1..3"
        ))


def _picked(ctx: Context, node: ast.PickSeveral, element: Type) -> Type | None:
    domain = ctx.types.get(id(node.binder.domain))
    if isinstance(element, ThingType) or (isinstance(element, KindType) and not isinstance(domain, SetType)):
        return BagType(element, None)
    if is_scalar(element):
        return SetType(element)
    ctx.report(CannotIterate(
        span=node.binder.domain.span, text=text_of(node.binder.domain), actual=describe(element), hint=None
    ))
    return None
