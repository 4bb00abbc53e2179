"""State: what changes in play, what it holds at the start, and who may see it."""

from __future__ import annotations

from math import prod

from rulewright.checker import expressions
from rulewright.checker.coercion import coerce, report_out_of_range
from rulewright.checker.constants import code_of
from rulewright.checker.context import Context
from rulewright.checker.errors.data import MissingStart, NoStartHere, TypeNotHere
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.kinds import printed
from rulewright.checker.params import start_codes
from rulewright.checker.ranges import inside, n_values
from rulewright.checker.sizes import fits
from rulewright.checker.symbols import (
    DieSymbol,
    EnumSymbol,
    KindsSymbol,
    ParamSymbol,
    StateSymbol,
)
from rulewright.checker.typenames import name_of
from rulewright.checker.typerefs import resolve_index, resolve_type
from rulewright.checker.types import (
    BagType,
    KindType,
    ListType,
    NumberType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def make_state(ctx: Context, node: ast.Field, procedure: str | None = None) -> StateSymbol | None:
    """A line of `state`. Values in a procedure may be computed at each run, those of the game are fixed."""
    index = [resolve_index(ctx, each) for each in node.indexes]
    type_ = resolve_type(ctx, node.type)
    known = [each for each in index if each is not None]
    if type_ is None or len(known) < len(index) or not fits(ctx, node.name.span, node.name.text, known, type_):
        return None
    if isinstance(type_, ThingType):
        ctx.report(TypeNotHere(
            span=node.type.span, text=text_of(node.type), why="state cannot keep hold of a single card with marks",
            hint=f"`list of {type_.name} at most 1` is a place for one",
        ))
        return None
    initial = _initial(ctx, node, type_, known, procedure)
    if initial is _WRONG:
        return None
    seen_by, others_see, full = _visibility(ctx, node, type_, known)
    start = None if procedure is not None else _open_param(ctx, node.value)
    return StateSymbol(
        node.name.text, tuple(known), type_, initial, full, seen_by, others_see, procedure, node,
        None if start is None else start.name,
    )


_WRONG = (-(1 << 60),)


def _initial(
    ctx: Context, node: ast.Field, type_: Type, index: list[Type], procedure: str | None
) -> tuple[int, ...] | None:
    n_cells = prod(n_values(each) for each in index)
    if isinstance(type_, BagType | ListType):
        if node.value is not None:
            ctx.report(NoStartHere(span=node.value.span, name=node.name.text))
            return _WRONG
        return ()
    if isinstance(type_, SetType):
        return _initial_set(ctx, node, type_, n_cells)
    if node.value is None:
        ctx.report(MissingStart(span=node.name.span, name=node.name.text, example=_example(ctx, type_)))
        return _WRONG
    place = f"`{node.name.text}`"
    if isinstance(type_, RecordType) or procedure is not None:
        actual = expressions.infer(ctx, node.value, type_)
        fitted = None if actual is None else coerce(ctx, node.value, actual, type_, place=place)
        if fitted is None:
            return _WRONG
        code = code_of(ctx, node.value, fitted)
        return None if code is None else (code,) * n_cells
    start = _open_param(ctx, node.value)
    if start is not None:
        return _starting_as(ctx, node, start, type_, n_cells)
    codes = start_codes(ctx, node.value, type_, index, place, "a start value of the game")
    return _WRONG if codes is None else codes


def _open_param(ctx: Context, value: ast.Expr | None) -> ParamSymbol | None:
    """The single param that a start value names, if the scope leaves it open."""
    symbol = ctx.symbol(value.text) if isinstance(value, ast.Name) else None
    is_open = isinstance(symbol, ParamSymbol) and symbol.varies is not None and not symbol.index
    return symbol if is_open and isinstance(symbol, ParamSymbol) else None


def _starting_as(
    ctx: Context, node: ast.Field, start: ParamSymbol, type_: Type, n_cells: int
) -> tuple[int, ...] | None:
    """The ordinary start values. All that the param may be must be possible here."""
    assert node.value is not None
    place = f"`{node.name.text}`"
    actual = expressions.infer(ctx, node.value, type_)
    if actual is None or coerce(ctx, node.value, actual, type_, place=place) is None:
        return _WRONG
    one = actual.inner if isinstance(actual, OptionalType) else actual
    other = type_.inner if isinstance(type_, OptionalType) else type_
    if isinstance(one, NumberType) and isinstance(other, NumberType) and (
        not inside(one, other) or (isinstance(actual, OptionalType) and one.hi != other.hi)
    ):
        report_out_of_range(ctx, node.value, one, other, place)
        return _WRONG
    return start.values * n_cells


def _initial_set(ctx: Context, node: ast.Field, type_: SetType, n_cells: int) -> tuple[int, ...] | None:
    """A bit for each value, for each cell."""
    n_members = n_values(type_.element)
    if node.value is None:
        return (0,) * (n_members * n_cells)
    if expressions.check(ctx, node.value, type_) is None:
        return _WRONG
    if not isinstance(node.value, ast.Items):
        return None
    least = expressions.least(type_.element)
    codes = [ctx.constants.get(id(item)) for item in node.value.items]
    bits = tuple(int(least + i in codes) for i in range(n_members))
    return None if None in codes else bits * n_cells


def _example(ctx: Context, type_: Type) -> str:
    match type_:
        case OptionalType():
            return "none"
        case RecordType(name):
            return f"{name}(...)"
        case NumberType(lo, hi):
            return str(lo if lo > 0 or hi < 0 else 0)
    return printed(type_, 0)


def _visibility(
    ctx: Context, node: ast.Field, type_: Type, index: list[Type]
) -> tuple[str | None, tuple[str, ...], bool]:
    seen_by: str | None = None
    others: list[str] = []
    full = False
    holds = isinstance(type_, BagType | ListType)
    for each in node.visibility:
        match each:
            case ast.SeenBy(who):
                seen_by = who.text
                if who.text not in ("owner", "all", "nobody"):
                    ctx.report(UnknownReference(
                        span=who.span, what="one who could see it", name=who.text, where=": owner, all or nobody",
                        nearest=nearest(who.text, ("owner", "all", "nobody")),
                    ))
                elif who.text != "all" and not holds:
                    ctx.report(TypeNotHere(
                        span=each.span, text=text_of(each), why="values are seen by all, only cards can be hidden",
                        hint="keep a secret as a card in a place that its owner sees",
                    ))
                elif who.text == "owner" and not any(_is_player(each) for each in index):
                    ctx.report(TypeNotHere(
                        span=each.span, text=text_of(each), why=f"`{node.name.text}` belongs to no player",
                        hint=f"declare it for each player: `{node.name.text}[Player]`",
                    ))
            case ast.OthersSee(attribute):
                others.append(attribute.text)
                _check_seen_attribute(ctx, attribute, type_)
            case ast.StartsFull():
                full = True
                if not holds:
                    ctx.report(TypeNotHere(
                        span=each.span, text="starts full", why=f"`{name_of(type_)}` is no place for cards"
                    ))
    return seen_by, tuple(others), full


def _is_player(type_: Type) -> bool:
    return isinstance(type_, PlayerType) or (
        isinstance(type_, OptionalType) and isinstance(type_.inner, PlayerType)
    )


def _check_seen_attribute(ctx: Context, name: ast.Name, type_: Type) -> None:
    element = type_.element if isinstance(type_, BagType | ListType) else None
    kind = element.kind if isinstance(element, ThingType) else element
    symbol = ctx.symbol(kind.name) if isinstance(kind, KindType) else None
    attributes = symbol.attributes if isinstance(symbol, KindsSymbol | EnumSymbol | DieSymbol) else {}
    if name.text not in attributes:
        ctx.report(UnknownReference(
            span=name.span, what="column", name=name.text, where=f" in `{kind.name}`" if isinstance(kind, KindType)
            else " here", nearest=nearest(name.text, attributes),
        ))
