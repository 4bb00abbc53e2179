"""Round brackets: rules and tables that are asked, records that are made, the words of claims, procedures that run."""

from __future__ import annotations

from rulewright.checker import claim_words, expressions, names
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.data import NotADie, NotALookup
from rulewright.checker.errors.names import UnknownProcedure
from rulewright.checker.errors.places import MissingMark
from rulewright.checker.errors.types import (
    ArgumentTwice,
    NeedsTwoValues,
    NotCallable,
    TypeMismatch,
    UnknownArgument,
    WrongCount,
)
from rulewright.checker.parameters import check_arguments
from rulewright.checker.ranges import n_values
from rulewright.checker.symbols import (
    BuiltinSymbol,
    LocalKind,
    LocalSymbol,
    ProcedureSymbol,
    RecordSymbol,
    RuleSymbol,
    Symbol,
    TableSymbol,
)
from rulewright.checker.typenames import describe
from rulewright.checker.typerefs import is_scalar
from rulewright.checker.types import BoolType, NumberType, OptionalType, RecordType, ThingType, Type
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast
from rulewright.syntax.foreign import instead_of

NEIGHBOURS = ("other", "next", "previous")


def infer_call(ctx: Context, node: ast.Call, hint: Type | None) -> Type | None:
    match node.function:
        case ast.Name() as name:
            return _call_of_name(ctx, node, name, hint)
        case ast.Attribute(ast.Name() as variant) if variant.text in ctx.book.variants:
            _report_rule_of_variant(ctx, node)
            return None
    ctx.report(NotCallable(span=node.span, name=text_of(node.function), what="no rule, and no table"))
    return None


def _call_of_name(ctx: Context, node: ast.Call, name: ast.Name, hint: Type | None) -> Type | None:
    known, local = ctx.scopes.find(name.text)
    symbol: Symbol | None = ctx.symbol(name.text, name)
    if symbol is None and name.text not in ctx.book.declared:
        if name.text in NEIGHBOURS:
            return _neighbour(ctx, node, name, hint)
        if name.text in claim_words.WORDS:
            return claim_words.infer_claim_word(ctx, node, name)
        if known:
            if local is not None:
                names.report_called(ctx, node, local)
            return None
        _infer_all(ctx, node.arguments)
        names.report_unknown(ctx, name)
        return None
    if symbol is None:
        _infer_all(ctx, node.arguments)
        return None
    ctx.refs[id(name)] = symbol
    match symbol:
        case RuleSymbol():
            right = check_arguments(ctx, node, symbol.name, symbol.params, node.arguments)
            return symbol.result if right else None
        case TableSymbol() if not symbol.effects:
            right = check_arguments(ctx, node, symbol.name, symbol.params, node.arguments)
            result: Type = symbol.result if symbol.result is not None else BoolType()
            return result if right else None
        case RecordSymbol(type=RecordType() as record):
            return record if _check_fields(ctx, node, symbol, record) else None
        case _:
            names.report_called(ctx, node, symbol)
            return None


def _infer_all(ctx: Context, arguments: tuple[ast.Argument, ...]) -> None:
    """So that mistakes inside the brackets are told, too."""
    for argument in arguments:
        if not isinstance(argument.value, ast.Name) or ctx.scopes.find(argument.value.text)[0]:
            expressions.infer(ctx, argument.value)


def _report_rule_of_variant(ctx: Context, node: ast.Call) -> None:
    """Two games in one expression: not told apart any further down, so it must not pass as the rule of this game."""
    _infer_all(ctx, node.arguments)
    ctx.report(NotCallable(
        span=node.span, name=text_of(node.function),
        what="a rule of another game: claims with `under variant ..` ask the rules of that game",
    ))


def _check_fields(ctx: Context, node: ast.Call, symbol: RecordSymbol, record: RecordType) -> bool:
    fields = tuple(LocalSymbol(name, type_, LocalKind.PARAMETER, node.span) for name, type_ in record.fields)
    by_name = {field.name: field for field in fields}
    seen: set[str] = set()
    right = True
    for argument in node.arguments:
        if argument.name is None:
            ctx.report(WrongCount(
                span=argument.span, name=symbol.name, needed="each value with its name", given=len(node.arguments),
                declared=f"{symbol.name}({', '.join(f'{name}: ...' for name in by_name)})",
            ))
            return False
        field = by_name.get(argument.name.text)
        if field is None:
            ctx.report(UnknownArgument(
                span=argument.name.span, name=symbol.name, argument=argument.name.text,
                nearest=nearest(argument.name.text, by_name),
            ))
            right = False
            continue
        if field.name in seen:
            ctx.report(ArgumentTwice(span=argument.span, argument=field.name))
        seen.add(field.name)
        actual = expressions.infer(ctx, argument.value, field.type)
        if actual is None or coerce(ctx, argument.value, actual, field.type, place=f"`{field.name}`") is None:
            right = False
    missing = [name for name in by_name if name not in seen]
    if missing and right:
        ctx.report(MissingMark(
            span=node.span, target=text_of(node.function), record=symbol.name, mark=missing[0]
        ))
    return right and not missing


def _neighbour(ctx: Context, node: ast.Call, name: ast.Name, hint: Type | None) -> Type | None:
    """`other(x)`, `next(p)`, `previous(p)`."""
    ctx.refs[id(name)] = BuiltinSymbol(name.text)
    if len(node.arguments) != 1:
        ctx.report(WrongCount(
            span=node.span, name=name.text, needed="1 value", given=len(node.arguments), declared=f"{name.text}(p)"
        ))
        return None
    inner = node.arguments[0].value
    if name.text != "other":
        return expressions.check(ctx, inner, ctx.players)
    found = expressions.infer(ctx, inner, hint)
    if isinstance(found, OptionalType) and is_scalar(found.inner):
        found = coerce(ctx, inner, found, found.inner)
    if found is None:
        return None
    if is_scalar(found) and n_values(found) == 2:
        return found
    if is_scalar(found):
        ctx.report(NeedsTwoValues(
            span=node.span, name=name.text, actual=describe(found), count=n_values(found)
        ))
    else:
        ctx.report(TypeMismatch(
            span=inner.span, text=text_of(inner), actual=describe(found), expected="one of two values"
        ))
    return None


# ---------------------------------------------------------------- procedures
def check_run(ctx: Context, node: ast.Node, name: ast.Name, arguments: tuple[ast.Argument, ...]) -> None:
    """A step that runs a procedure."""
    symbol = ctx.symbol(name.text, name)
    if isinstance(symbol, ProcedureSymbol):
        ctx.refs[id(name)] = symbol
        check_arguments(ctx, node, symbol.name, symbol.params, arguments)
        return
    if symbol is None and isinstance(ctx.book.declared.get(name.text), ast.Procedure):
        return
    near = nearest(name.text, ctx.book.all_of(ast.Procedure))
    hint = None
    if isinstance(symbol, RuleSymbol):
        hint = f"`{name.text}` is a rule: it answers, and does nothing; a step says what to do with the answer"
    elif symbol is not None or ctx.scopes.find(name.text)[0]:
        hint = "a step says what is done; `becomes` changes a value"
    elif (ours := instead_of(name.text)) is not None:
        hint = f"`{name.text}` is no word of this language; write {ours}"
    ctx.report(UnknownProcedure(span=name.span, name=name.text, nearest=near, hint=hint))


def check_effect(ctx: Context, node: ast.Call | ast.Name) -> None:
    """The last cell of a row: a procedure, with or without brackets."""
    if isinstance(node, ast.Name):
        check_run(ctx, node, node, ())
    elif isinstance(node.function, ast.Name):
        check_run(ctx, node, node.function, node.arguments)
    else:
        ctx.report(UnknownProcedure(span=node.span, name=text_of(node.function)))


def check_look_up(ctx: Context, node: ast.LookUp) -> None:
    """`look up VALUE in TABLE(..)`: a table of effects, asked with what its first column holds."""
    name = node.table.text
    value = expressions.infer(ctx, node.value)
    plain = value.inner if isinstance(value, OptionalType) else value
    if isinstance(plain, ThingType):
        plain = plain.kind
    if plain is not None and is_scalar(plain) and not isinstance(plain, BoolType | NumberType):
        ctx.looked_up.setdefault(name, plain)
    symbol = ctx.symbol(name, node.table)
    if symbol is None and name in ctx.book.declared:
        return
    if not isinstance(symbol, TableSymbol) or not symbol.effects:
        what = "no table" if not isinstance(symbol, TableSymbol) else "a table that answers"
        hint = f"write `{name}(...)` where its answer is needed" if isinstance(symbol, TableSymbol) else None
        near = nearest(name, ctx.book.all_of(ast.Table))
        if near is not None and hint is None:
            hint = f"did you mean `{near}`?"
        ctx.report(NotALookup(span=node.table.span, name=name, what=what, hint=hint))
        return
    ctx.refs[id(node.table)] = symbol
    if value is not None:
        if isinstance(value, OptionalType):
            ctx.types[id(node.value)] = value = value.inner
        coerce(ctx, node.value, value, symbol.keys[0], place=f"the first column of `{name}`")
    check_arguments(ctx, node, name, symbol.params, node.arguments)


def report_no_die(ctx: Context, name: ast.Name) -> None:
    what = "declared, but is no die" if name.text in ctx.book.declared else "declared nowhere"
    near = nearest(name.text, ctx.book.all_of(ast.Die))
    ctx.report(NotADie(span=name.span, name=name.text, what=what, nearest=near))
