"""Moving and drawing: the only ways in which cards and pieces travel."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.checker import expressions
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.lint import WrongNoun
from rulewright.checker.errors.places import (
    MissingMark,
    NoMarksThere,
    NoOrderThere,
    NotAPlace,
    NotAThing,
    WrongThings,
)
from rulewright.checker.errors.types import ArgumentTwice, UnknownArgument
from rulewright.checker.errors.wellformed import MoveOntoItself
from rulewright.checker.locals import declare
from rulewright.checker.symbols import KindsSymbol, LocalKind, LocalSymbol, RecordSymbol
from rulewright.checker.typenames import describe, name_of
from rulewright.checker.types import BagType, KindType, ListType, NumberType, OptionalType, ThingType, Type
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for things: what it holds, and whether in an order."""

    node: ast.Expr
    element: KindType | ThingType
    ordered: bool

    @property
    def kind(self) -> KindType:
        return self.element.kind if isinstance(self.element, ThingType) else self.element


def check_move(ctx: Context, node: ast.Move) -> None:
    source, target = _zone(ctx, node.source), _zone(ctx, node.target)
    for thing in node.things or ():
        _thing(ctx, thing, source)
    if source is None or target is None:
        _marks(ctx, node.marks, None, None)
        return
    if not _same_kind(ctx, source, target):
        return
    _order(ctx, node, source, target)
    if node.source == node.target and node.end is None:
        ctx.report(MoveOntoItself(span=node.target.span, text=text_of(node.source)))
    _marks(ctx, node.marks, source, target)
    for thing in node.things or ():
        symbol = ctx.refs.get(id(thing))
        if isinstance(symbol, LocalSymbol) and isinstance(symbol.type, ThingType):
            ctx.unmarked.pop(id(symbol), None)
            if not isinstance(target.element, ThingType):
                ctx.unmarked[id(symbol)] = text_of(node.target)


def check_draw_one(ctx: Context, node: ast.DrawOne) -> None:
    """The name stands for the card in its new place."""
    source, target = _zone(ctx, node.source), _zone(ctx, node.target)
    if source is None or target is None or not _same_kind(ctx, source, target):
        _marks(ctx, node.marks, None, None)
        declare(ctx, node.name, None, LocalKind.DRAWN, node)
        return
    if node.source == node.target:
        ctx.report(MoveOntoItself(span=node.target.span, text=text_of(node.source)))
    if node.end is not None and not target.ordered:
        _no_order(ctx, node.target, f"leave out `{node.end} of`")
    _marks(ctx, node.marks, source, target)
    declare(ctx, node.name, target.element, LocalKind.DRAWN, node)


def check_draw_some(ctx: Context, node: ast.DrawSome) -> None:
    amount = expressions.number(ctx, node.amount, "draw")
    if isinstance(amount, NumberType):
        coerce(ctx, node.amount, amount, NumberType(0, 10**6), place="a number of things")
    source, target = _zone(ctx, node.source), _zone(ctx, node.target)
    if source is None or target is None or not _same_kind(ctx, source, target):
        return
    if node.source == node.target:
        ctx.report(MoveOntoItself(span=node.target.span, text=text_of(node.source)))
    if node.end is not None and not target.ordered:
        _no_order(ctx, node.target, f"leave out `{node.end} of`")
    _marks(ctx, (), source, target)
    kinds = ctx.symbol(source.kind.name)
    if isinstance(kinds, KindsSymbol) and kinds.noun != node.noun:
        ctx.report(WrongNoun(span=node.span, source=text_of(node.source), right=kinds.noun.value))


def _zone(ctx: Context, node: ast.Expr) -> Zone | None:
    found = expressions.infer(ctx, node)
    if found is None:
        return None
    if isinstance(found, BagType | ListType) and isinstance(found.element, KindType | ThingType):
        if isinstance(node, ast.Name | ast.Index):
            return Zone(node, found.element, isinstance(found, ListType))
        hint: str | None = "what `all(...)` gives is a look at cards, no place for them"
        ctx.report(NotAPlace(span=node.span, text=text_of(node), actual=describe(found), hint=hint))
        return None
    hint = None
    if isinstance(found, NumberType):
        hint = "numbers change by `becomes`"
    ctx.report(NotAPlace(span=node.span, text=text_of(node), actual=describe(found), hint=hint))
    return None


def _same_kind(ctx: Context, source: Zone, target: Zone) -> bool:
    if source.kind == target.kind:
        return True
    ctx.report(WrongThings(
        span=target.node.span, source=text_of(source.node), held=name_of(source.kind), target=text_of(target.node),
        taken=name_of(target.kind),
    ))
    return False


def _thing(ctx: Context, node: ast.Expr, source: Zone | None) -> None:
    """What is moved: a thing that was picked, a picked bag, or for places without marks a kind."""
    found = expressions.infer(ctx, node, None if source is None else source.kind)
    if found is None or source is None:
        return
    plain = found.inner if isinstance(found, OptionalType) else found
    element = plain.element if isinstance(plain, BagType) else plain
    kind = element.kind if isinstance(element, ThingType) else element
    held = name_of(source.element)
    if kind != source.kind:
        ctx.report(NotAThing(
            span=node.span, text=text_of(node), actual=describe(found),
            needed=f"`{text_of(source.node)}` holds `{held}`",
            hint=_instead(node, found),
        ))
    elif isinstance(source.element, ThingType) and not isinstance(element, ThingType):
        ctx.report(NotAThing(
            span=node.span, text=text_of(node), actual="a kind",
            needed=f"`{text_of(source.node)}` holds `{held}` with marks, and equal kinds may differ there",
            hint=f"pick one first: `p chooses x in {text_of(source.node)} where x = {text_of(node)}`, or "
                 f"`for each x in ...`",
        ))
    else:
        ctx.types[id(node)] = plain


def _instead(node: ast.Expr, found: Type) -> str | None:
    if isinstance(found, ListType | BagType):
        return f"`move all from {text_of(node)} to ...` moves everything"
    return None


def _order(ctx: Context, node: ast.Move, source: Zone, target: Zone) -> None:
    if node.end is not None and not target.ordered:
        _no_order(ctx, node.target, f"leave out `{node.end} of`")
    several = node.things is None or any(isinstance(ctx.types.get(id(each)), BagType) for each in node.things)
    if several and target.ordered and not source.ordered:
        _no_order(ctx, node.source, f"`draw ... from {text_of(node.source)}` takes them in some order")


def _no_order(ctx: Context, node: ast.Expr, hint: str) -> None:
    ctx.report(NoOrderThere(span=node.span, text=text_of(node), hint=hint))


# ---------------------------------------------------------------- marks
def _marks(ctx: Context, marks: tuple[ast.Mark, ...], source: Zone | None, target: Zone | None) -> None:
    """Marks are given, kept, or begin with their start value."""
    if target is None:
        for mark in marks:
            expressions.infer(ctx, mark.value)
        return
    if not isinstance(target.element, ThingType):
        if marks:
            ctx.report(NoMarksThere(
                span=marks[0].name.span, target=text_of(target.node), held=name_of(target.element)
            ))
        return
    types = {name: type_ for name, _, type_ in target.element.marks}
    given: set[str] = set()
    for mark in marks:
        name = mark.name.text
        type_ = types.get(name)
        if type_ is None:
            expressions.infer(ctx, mark.value)
            ctx.report(UnknownArgument(
                span=mark.name.span, name=target.element.name, argument=name, nearest=nearest(name, types)
            ))
            continue
        if name in given:
            ctx.report(ArgumentTwice(span=mark.name.span, argument=name))
        given.add(name)
        actual = expressions.infer(ctx, mark.value, type_)
        if actual is not None:
            coerce(ctx, mark.value, actual, type_, place=f"`{name}`")
    _all_marks_given(ctx, source, target, target.element, given)


def _all_marks_given(
    ctx: Context, source: Zone | None, target: Zone, element: ThingType, given: set[str]
) -> None:
    kept: set[str] = set()
    if source is not None and isinstance(source.element, ThingType):
        kept = {name for name, _, _ in source.element.marks}
    record = ctx.symbol(element.name)
    if not isinstance(record, RecordSymbol):
        return
    for name, _, _ in element.marks:
        if name not in given and name not in kept and record.initial.get(name) is None:
            ctx.report(MissingMark(
                span=target.node.span, target=text_of(target.node), record=element.name, mark=name
            ))
            return
