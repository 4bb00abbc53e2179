"""Params, records and state: names for values, with what they hold at the start."""

from __future__ import annotations

from math import prod

from rulewright.checker import expressions
from rulewright.checker.coercion import coerce, report_out_of_range
from rulewright.checker.constants import code_of, constant
from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.errors.types import (
    MarkTwice,
    MissingStart,
    NoStartHere,
    NotConstant,
    TypeNotHere,
    WrongCount,
)
from rulewright.checker.kinds import printed
from rulewright.checker.ranges import n_values
from rulewright.checker.symbols import (
    DieSymbol,
    EnumSymbol,
    KindsSymbol,
    ParamSymbol,
    RecordSymbol,
    StateSymbol,
)
from rulewright.checker.typenames import name_of
from rulewright.checker.typerefs import is_scalar, resolve_index, resolve_type
from rulewright.checker.types import (
    BagType,
    KindType,
    ListType,
    NumberType,
    OptionalType,
    PlayerType,
    RecordType,
    ScalarType,
    SetType,
    ThingType,
    Type,
)
from rulewright.checker.words import counted, text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


# ---------------------------------------------------------------- params
def make_param(ctx: Context, node: ast.Param) -> ParamSymbol | None:
    """A constant, with the value that the scope or a variant sets last."""
    indexes = [resolve_index(ctx, each) for each in node.indexes]
    type_ = resolve_type(ctx, node.type)
    scalars = [each for each in indexes if each is not None and is_scalar(each)]
    if type_ is None or len(scalars) < len(indexes):
        return None
    if not is_scalar(type_):
        ctx.report(TypeNotHere(
            span=node.type.span, text=text_of(node.type), why="a param is a single value",
        ))
        return None
    place = f"`{node.name.text}`"
    values = _start_codes(ctx, node.value, type_, list(scalars), place, "a param")
    if values is None:
        return None
    found = list(values)
    for each in ctx.book.sets:
        if each.name.text == node.name.text and not _set_value(ctx, node, each, type_, scalars, found):
            return None
    return ParamSymbol(node.name.text, tuple(scalars), type_, tuple(found), node)


def _set_value(
    ctx: Context, node: ast.Param, sets: ast.Sets, type_: ScalarType, index: list[ScalarType], values: list[int]
) -> bool:
    name = node.name.text
    if sets.of is None:
        changed = _start_codes(ctx, sets.value, type_, list(index), f"`{name}`", "a param")
        if changed is not None:
            values[:] = changed
        return changed is not None
    if len(index) != 1:
        ctx.report(WrongCount(
            span=sets.span, name=name, needed=counted(len(index), "value"), given=1, declared=name
        ))
        return False
    cell = constant(ctx, sets.of, "an entry", index[0])
    code = _checked_code(ctx, sets.value, type_, f"`{name}`", "a param")
    if cell is None or code is None:
        return False
    values[cell - expressions.least(index[0])] = code
    return True


def _start_codes(
    ctx: Context, node: ast.Expr, type_: Type, index: list[Type] | list[ScalarType], place: str, what: str
) -> tuple[int, ...] | None:
    """A code for each cell: the same everywhere, or one after the other where values stand in brackets."""
    n_cells = prod(n_values(each) for each in index)
    if not isinstance(node, ast.Items) or not index:
        code = _checked_code(ctx, node, type_, place, what)
        return None if code is None else (code,) * n_cells
    if len(node.items) != n_cells:
        ctx.report(WrongCount(
            span=node.span, name=place.strip("`"), needed=counted(n_cells, "value"), given=len(node.items)
        ))
        return None
    codes = [
        None if isinstance(item, ast.Range | ast.TurnOrder) else _checked_code(ctx, item, type_, place, what)
        for item in node.items
    ]
    found = [code for code in codes if code is not None]
    return tuple(found) if len(found) == len(codes) else None


def _checked_code(ctx: Context, node: ast.Expr, type_: Type, place: str, what: str) -> int | None:
    actual = expressions.infer(ctx, node, type_)
    fitted = None if actual is None else coerce(ctx, node, actual, type_, place=place)
    if fitted is None:
        return None
    code = code_of(ctx, node, fitted)
    if code is None:
        ctx.report(NotConstant(span=node.span, text=text_of(node), what=what))
    elif isinstance(type_, NumberType) and not type_.lo <= code <= type_.hi:
        report_out_of_range(ctx, node, NumberType(code, code), type_, place)
        return None
    return code


# ---------------------------------------------------------------- records
def make_record(ctx: Context, node: ast.Record) -> RecordSymbol | None:
    """A plain record is a value; a record `on` a table is a card with what lies on it."""
    if node.on is None:
        return _plain_record(ctx, node)
    kinds = ctx.symbol(node.on.text, node.on)
    if not isinstance(kinds, KindsSymbol):
        if kinds is not None or node.on.text not in ctx.book.declared:
            ctx.report(UnknownReference(
                span=node.on.span, what="table of cards or pieces", name=node.on.text,
                nearest=nearest(node.on.text, ctx.book.all_of(ast.Cards)),
            ))
        return None
    ctx.refs[id(node.on)] = kinds
    marks: list[tuple[str, tuple[ScalarType, ...], ScalarType]] = []
    initial: dict[str, tuple[int, ...] | None] = {}
    right = True
    for field in node.fields:
        if field.name.text in kinds.attributes or field.name.text in initial:
            ctx.report(MarkTwice(
                span=field.name.span, name=field.name.text, record=node.name.text, table=kinds.name
            ))
            right = False
            continue
        index = [resolve_index(ctx, each) for each in field.indexes]
        scalars = [each for each in index if each is not None and is_scalar(each)]
        type_ = resolve_type(ctx, field.type)
        if type_ is None or len(scalars) < len(index):
            right = False
            continue
        plain = type_.inner if isinstance(type_, OptionalType) else type_
        if not is_scalar(plain):
            ctx.report(TypeNotHere(
                span=field.type.span, text=text_of(field.type), why="a mark on a card is a single value"
            ))
            right = False
            continue
        start = None
        if field.value is not None:
            place = f"`{field.name.text}`"
            start = _start_codes(ctx, field.value, type_, list(scalars), place, "a start value")
            right = right and start is not None
        initial[field.name.text] = start
        marks.append((field.name.text, tuple(scalars), type_))  # type: ignore[arg-type]
    if not right:
        return None
    return RecordSymbol(node.name.text, ThingType(node.name.text, kinds.type, tuple(marks)), initial, node)


def _plain_record(ctx: Context, node: ast.Record) -> RecordSymbol | None:
    fields: list[tuple[str, Type]] = []
    initial: dict[str, tuple[int, ...] | None] = {}
    right = True
    for field in node.fields:
        type_ = resolve_type(ctx, field.type)
        if type_ is None:
            right = False
            continue
        plain = type_.inner if isinstance(type_, OptionalType) else type_
        if not is_scalar(plain) or field.indexes or field.name.text in initial:
            why = "a field of a record is a single value" if not is_scalar(plain) else (
                "only a record `on` cards has fields with brackets" if field.indexes else "there is one of that name"
            )
            ctx.report(TypeNotHere(span=field.span, text=text_of(field), why=why))
            right = False
            continue
        start = None
        if field.value is not None:
            start = _start_codes(ctx, field.value, type_, [], f"`{field.name.text}`", "a start value")
            right = right and start is not None
        initial[field.name.text] = start
        fields.append((field.name.text, type_))
    if not right:
        return None
    return RecordSymbol(node.name.text, RecordType(node.name.text, tuple(fields)), initial, node)


# ---------------------------------------------------------------- state
def make_state(ctx: Context, node: ast.Field, procedure: str | None = None) -> StateSymbol | None:
    """A line of `state`. Values in a procedure may be computed at each run, those of the game are fixed."""
    index = [resolve_index(ctx, each) for each in node.indexes]
    type_ = resolve_type(ctx, node.type)
    known = [each for each in index if each is not None]
    if type_ is None or len(known) < len(index):
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
    return StateSymbol(
        node.name.text, tuple(known), type_, initial, full, seen_by, others_see, procedure, node
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
    codes = _start_codes(ctx, node.value, type_, index, place, "a start value of the game")
    return _WRONG if codes is None else codes


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
