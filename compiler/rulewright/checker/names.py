"""Names in expressions: what they stand for, brackets behind them, dots behind values.

Each function gives the type of its node and fills `refs` and `constants`, or reports and gives None. `hint` is the
type that is expected; it decides which value a name like `sun` is.
"""

from __future__ import annotations

from rulewright.checker import attributes, expressions
from rulewright.checker.book import Family
from rulewright.checker.context import Context
from rulewright.checker.errors.names import (
    AmbiguousValue,
    NameEnded,
    NameLater,
    NotInThisGame,
    SeveralKinds,
    UnknownKind,
    UnknownName,
)
from rulewright.checker.errors.places import MissingIndex
from rulewright.checker.errors.types import NotAValue, NotCallable, NotIndexed, WrongCount
from rulewright.checker.members import (
    kinds_of_row,
    meanings,
    member_names,
    member_of,
    scalar_behind,
)
from rulewright.checker.ranges import n_values
from rulewright.checker.symbols import (
    AttributeColumn,
    BuiltinSymbol,
    DieSymbol,
    EnumSymbol,
    GapSymbol,
    KindsSymbol,
    LocalSymbol,
    MemberSymbol,
    ParamSymbol,
    ProcedureSymbol,
    ReadingSymbol,
    RecordSymbol,
    RuleSymbol,
    SourceSymbol,
    StateSymbol,
    Symbol,
    TableSymbol,
)
from rulewright.checker.typenames import describe, name_of
from rulewright.checker.types import (
    KindType,
    Type,
)
from rulewright.checker.words import counted, listed, text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

VALUES = ast.Field | ast.Param | ast.Rule | ast.Reading | ast.Table
OTHER_LANGUAGES = {"true": "yes", "false": "no", "null": "none", "nil": "none", "nobody": "none", "nothing": "none"}


def infer_name(ctx: Context, node: ast.Name, hint: Type | None) -> Type | None:
    """A name that stands alone."""
    known, local = ctx.scopes.find(node.text)
    if known:
        return None if local is None else _use(ctx, node, local)
    member = member_of(hint, node.text)
    if member is not None:
        return use_member(ctx, node, member)
    if node.text in ctx.book.declared:
        symbol = ctx.symbol(node.text, node)
        return None if symbol is None else _use(ctx, node, symbol)
    found = meanings(ctx, node.text)
    row = _row_of_several(ctx, node.text, hint)
    if row is not None and (isinstance(scalar_behind(hint), KindType) or not found):
        several = [row.type.members[code] for code in kinds_of_row(row, node.text)]
        ctx.report(SeveralKinds(span=node.span, name=node.text, count=len(several), example=several[0]))
        return None
    if len(found) > 1 and hint is None:
        told = " or ".join(describe(each) for each in found)
        ctx.report(AmbiguousValue(span=node.span, name=node.text, meanings=told))
        return None
    if found:
        meant = member_of(found[0], node.text)
        assert meant is not None
        return use_member(ctx, node, meant)
    report_unknown(ctx, node, hint)
    return None


def use_member(ctx: Context, node: ast.Expr, member: MemberSymbol) -> Type:
    ctx.refs[id(node)] = member
    ctx.constants[id(node)] = member.code
    return member.type


def _row_of_several(ctx: Context, name: str, hint: Type | None) -> KindsSymbol | None:
    """The table in which `name` is a row of several kinds, the expected one first."""
    owners = [owner for family, owner in ctx.book.members.get(name, ()) if family is Family.KIND]
    expected = scalar_behind(hint)
    owners.sort(key=lambda owner: not (isinstance(expected, KindType) and expected.name == owner))
    for owner in owners:
        kinds = ctx.symbol(owner)
        if isinstance(kinds, KindsSymbol) and name not in kinds.type.members:
            return kinds
    return None


def report_unknown(ctx: Context, node: ast.Name, hint: Type | None = None) -> None:
    """A name that nothing declares: it ended, it plays in a larger game only, or it is mistyped."""
    name = node.text
    if name in ctx.later:
        later = ctx.later[name]
        ctx.report(NameLater(span=node.span, name=name, line=later.line, also=((later, "from here on"),)))
        return
    if name in ctx.scopes.ended:
        ctx.report(NameEnded(span=node.span, name=name, where=ctx.scopes.ended[name]))
        return
    named = ctx.book.rulebook.players
    if named is not None and (name.startswith("Player_") or any(each.text == name for each in named.names)):
        known = listed(ctx.players.members) or ""
        ctx.report(NotInThisGame(span=node.span, name=name, count=len(ctx.players.members), known=known))
        return
    values = [each for each, node in ctx.book.declared.items() if isinstance(node, VALUES)]
    candidates = [*member_names(hint), *ctx.scopes.all_names(), *values]
    if hint is None:
        candidates += [*ctx.book.members, *ctx.players.members]
    near = OTHER_LANGUAGES.get(name.lower()) or nearest(name, candidates)
    declared = ctx.book.declared.get(near) if near is not None else None
    line = declared.name.span.line if declared is not None else None
    ctx.report(UnknownName(span=node.span, name=name, nearest=near, line=line))


def _use(ctx: Context, node: ast.Name, symbol: Symbol) -> Type | None:
    """A name that is known, used as a value without brackets."""
    ctx.refs[id(node)] = symbol
    match symbol:
        case LocalSymbol():
            return symbol.type
        case StateSymbol() | ParamSymbol() if symbol.index:
            index = ", ".join(name_of(each) for each in _indexes(symbol))
            ctx.report(MissingIndex(span=node.span, name=symbol.name, index=f"`{index}`"))
            return None
        case StateSymbol():
            return symbol.type
        case ParamSymbol():
            if symbol.varies is None:
                ctx.constants[id(node)] = symbol.values[0]
            return symbol.type
        case ReadingSymbol():
            return symbol.type
        case RuleSymbol() if not symbol.params:
            return symbol.result
        case RuleSymbol() | TableSymbol():
            given = ", ".join(param.name for param in symbol.params)
            needed = counted(len(symbol.params), "value")
            ctx.report(WrongCount(
                span=node.span, name=symbol.name, needed=needed, given=0, declared=f"{symbol.name}({given})"
            ))
            return None
        case _:
            what, better = _what(symbol)
            ctx.report(NotAValue(span=node.span, name=node.text, what=what, hint=better))
            return None


def _what(symbol: Symbol) -> tuple[str, str | None]:
    """What a name is that is no value, and what may have been meant."""
    match symbol:
        case EnumSymbol() | KindsSymbol() | DieSymbol() | RecordSymbol():
            return "a type", f"`some x in {symbol.name} has ...` looks at all of them"
        case ProcedureSymbol():
            return "a procedure", "a procedure does something; a `rule` answers a question"
        case GapSymbol():
            return "a gap", "`rests on` names gaps"
        case SourceSymbol():
            return "a source", None
        case _:
            return "no value", None


def _indexes(symbol: StateSymbol | ParamSymbol) -> tuple[Type, ...]:
    return tuple(each for each in symbol.index)  # type: ignore[misc]


# ---------------------------------------------------------------- brackets
def infer_index(ctx: Context, node: ast.Index, hint: Type | None) -> Type | None:
    """`hand[p]`, `w.damage[here]`, `purgatory[sun]`."""
    match node.value:
        case ast.Name() as name:
            return _index_of_name(ctx, node, name, hint)
        case ast.Attribute() as attribute:
            return attributes.infer_index_of_mark(ctx, node, attribute)
    ctx.report(NotIndexed(span=node.span, name=text_of(node.value), what="not a row of things"))
    return None


def _index_of_name(ctx: Context, node: ast.Index, name: ast.Name, hint: Type | None) -> Type | None:
    known, symbol = ctx.scopes.find(name.text)
    if known and symbol is None:
        return None
    found: Symbol | None = symbol
    if not known:
        kinds = _kinds_with_row(ctx, name.text, hint)
        if kinds is not None:
            return _kind_by_values(ctx, node, name, kinds)
        if name.text not in ctx.book.declared:
            report_unknown(ctx, name)
            return None
        found = ctx.symbol(name.text, name)
        if found is None:
            return None
    assert found is not None
    ctx.refs[id(name)] = found
    match found:
        case StateSymbol() | ParamSymbol() if found.index:
            if not check_indexes(ctx, node, found.name, _indexes(found)):
                return None
            if isinstance(found, ParamSymbol):
                _fold_param(ctx, node, found)
            return found.type
        case RuleSymbol() | TableSymbol():
            inside = ", ".join(text_of(each) for each in node.indexes)
            what = "a rule" if isinstance(found, RuleSymbol) else "a table"
            ctx.report(NotIndexed(
                span=node.span, name=name.text, what=f"{what}, and asked with round brackets",
                better=f"{name.text}({inside})",
            ))
        case _:
            ctx.report(NotIndexed(span=node.span, name=name.text, what="one thing, not a row of things",
                                  better=name.text))
    return None


def check_indexes(ctx: Context, node: ast.Index, name: str, types: tuple[Type, ...]) -> bool:
    if len(node.indexes) != len(types):
        told = ", ".join(name_of(each) for each in types)
        ctx.report(WrongCount(
            span=node.span, name=name, needed=counted(len(types), "value"), given=len(node.indexes),
            declared=f"{name}[{told}]",
        ))
        return False
    checked = [expressions.check_index(ctx, each, type_) for each, type_ in zip(node.indexes, types, strict=True)]
    return None not in checked


def _fold_param(ctx: Context, node: ast.Index, symbol: ParamSymbol) -> None:
    if symbol.varies is not None:
        return
    position = 0
    for each, type_ in zip(node.indexes, symbol.index, strict=True):
        code = ctx.constants.get(id(each))
        if code is None:
            return
        position = position * n_values(type_) + code - expressions.least(type_)
    ctx.constants[id(node)] = symbol.values[position]


def _kinds_with_row(ctx: Context, name: str, hint: Type | None) -> KindsSymbol | None:
    """The table with the row `name`, the one that is expected first."""
    owners = [owner for family, owner in ctx.book.members.get(name, ()) if family is Family.KIND]
    expected = scalar_behind(hint)
    if isinstance(expected, KindType) and expected.name in owners:
        owners = [expected.name]
    if not owners or (name in ctx.book.declared and not isinstance(expected, KindType)):
        return None
    kinds = ctx.symbol(owners[0])
    return kinds if isinstance(kinds, KindsSymbol) else None


def _kind_by_values(ctx: Context, node: ast.Index, name: ast.Name, kinds: KindsSymbol) -> Type | None:
    codes = kinds_of_row(kinds, name.text)
    columns = telling_columns(kinds, name.text)
    example = kinds.type.members[codes[0]]
    if len(node.indexes) == len(columns):
        given = [
            expressions.check(ctx, each, column.type)  # type: ignore[arg-type]
            for each, column in zip(node.indexes, columns, strict=True)
        ]
        if None in given:
            return None
        wanted = tuple(ctx.constants.get(id(each)) for each in node.indexes)
        for code in codes:
            if tuple(column.values[code] for column in columns) == wanted:
                return use_member(ctx, node, MemberSymbol(kinds.type.members[code], kinds.type, code))
    told = listed(column.name for column in columns)
    ctx.report(UnknownKind(
        span=node.span, name=text_of(node), table=kinds.name, columns=told, example=example if told else None
    ))
    return None


def telling_columns(kinds: KindsSymbol, row: str) -> list[AttributeColumn]:
    """The columns whose values tell the kinds of a row apart, in the order of the table."""
    codes = kinds_of_row(kinds, row)
    return [
        column
        for column in kinds.as_printed.values()
        if column.name not in ("name", "copies") and len({column.values[code] for code in codes}) > 1
    ]


def report_called(ctx: Context, node: ast.Call, symbol: Symbol) -> None:
    """Round brackets behind something that is read with square ones, or not at all."""
    name = text_of(node.function)
    inside = ", ".join(text_of(each) for each in node.arguments)
    match symbol:
        case StateSymbol() | ParamSymbol() if symbol.index:
            better: str | None = f"{name}[{inside}]"
            what = "read with square brackets"
        case StateSymbol() | ParamSymbol() | LocalSymbol() | ReadingSymbol():
            what, better = "one value, and needs no brackets", name
        case ProcedureSymbol():
            what, better = "a procedure, and a procedure gives no answer", None
        case MemberSymbol() | BuiltinSymbol():
            what, better = "a value", None
        case _:
            what, better = _what(symbol)[0], None
    ctx.report(NotCallable(span=node.span, name=name, what=what, better=better))
