"""Examples, and the scenes of claims: a few steps that set the scene, decisions, and what must then be true."""

from __future__ import annotations

from rulewright.checker import claims, expressions, statements
from rulewright.checker.addresses import resolve_procedure
from rulewright.checker.choices import DRAW, LUCK
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.names import NotInThisGame, UnknownDecision
from rulewright.checker.errors.types import WrongCount
from rulewright.checker.members import member_of, number_of
from rulewright.checker.notes import check_notes
from rulewright.checker.reach import reached_from
from rulewright.checker.scopes import Known
from rulewright.checker.symbols import KindsSymbol, LocalKind, LocalSymbol
from rulewright.checker.types import BagType, FaceType, KindType, NumberType, SetType, ThingType, Type
from rulewright.checker.words import counted, listed
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

STOP, HERE = "stop", "here"


def check_example(ctx: Context, node: ast.Example) -> None:
    check_notes(ctx, node.notes)
    for assumption in node.under:
        claims.check_assumption(ctx, assumption)
    known = check_given(ctx, node.given)
    last = node.runs[-1].decisions[-1] if node.runs and node.runs[-1].decisions else None
    for run in node.runs:
        with ctx.within(known, f"`example {node.name.text}`"):
            if resolve_procedure(ctx, run.procedure, to_run=True) is None:
                continue
            for decision in run.decisions:
                if decision is last and _says_stop(ctx, decision):
                    continue
                _check_decision(ctx, run.procedure, decision)
    with ctx.within(known, f"`example {node.name.text}`"):
        for expr in node.expects:
            expressions.condition(ctx, expr)


def check_given(ctx: Context, block: ast.Block | None) -> dict[str, Known]:
    """The steps that set a scene; names that they introduce are known in what follows."""
    if block is None:
        return {}
    labels, names_at = dict(ctx.labels), dict(ctx.names_at)
    with ctx.apart(), ctx.scopes.block("`given`"):
        statements.check_rest(ctx, block, statements.Place("given"))
        known = ctx.scopes.all_names()
    ctx.labels, ctx.names_at = labels, names_at  # nobody can name what stands in a scene
    return known


# ---------------------------------------------------------------- decisions
def _says_stop(ctx: Context, node: ast.Decision) -> bool:
    """`stop: here`: the example does not go on to the end."""
    is_said = node.who.text == STOP and isinstance(node.play, ast.Name) and node.play.text == HERE
    return is_said and STOP not in ctx.players.members


def _check_decision(ctx: Context, procedure: ast.ProcedureRef, node: ast.Decision) -> None:
    """`North: ask(East)`: a player, a label, and what was picked. `chance: 5`: what luck brings."""
    if node.who.text == LUCK:
        _check_luck(ctx, node.play)
        return
    player = member_of(ctx.players, node.who.text)
    if player is None:
        known = listed([*ctx.players.members, LUCK]) or ""
        ctx.report(NotInThisGame(
            span=node.who.span, name=node.who.text, count=len(ctx.players.members), known=known
        ))
        return
    ctx.refs[id(node.who)] = player
    function = node.play.function if isinstance(node.play, ast.Call) else node.play
    if not isinstance(function, ast.Name):
        ctx.report(UnknownDecision(
            span=node.play.span, procedure=procedure.path.text, name=node.play.span.text
        ))
        return
    arguments = node.play.arguments if isinstance(node.play, ast.Call) else ()
    _check_label(ctx, procedure, function, arguments)


def _check_label(
    ctx: Context, procedure: ast.ProcedureRef, label: ast.Name, arguments: tuple[ast.Argument, ...]
) -> None:
    name = procedure.path.names[0].text
    reached = reached_from(ctx.book, name)
    found = [
        (address, node)
        for address, node in ctx.labels.items()
        if address.split(".")[0] in reached and address.split(".")[-1] == label.text and not isinstance(
            node, ast.Step | ast.Procedure)
    ]
    if not found:
        known = sorted({
            address.split(".")[-1]
            for address, node in ctx.labels.items()
            if address.split(".")[0] in reached and not isinstance(node, ast.Step | ast.Procedure)
        })
        ctx.report(UnknownDecision(
            span=label.span, procedure=procedure.path.text, name=label.text, nearest=nearest(label.text, known),
            known=listed(known),
        ))
        return
    address, node = found[0]
    ctx.paths[id(label)] = address
    if label.text in ("done", "decline", "pass") and not isinstance(node, ast.Option):
        return
    _check_picks(ctx, label, _pick_of(node), arguments)


def _pick_of(node: ast.Node) -> tuple[ast.Binder, ...] | ast.PickSeveral:
    match node:
        case ast.Option(_, _, binders):
            return binders
        case ast.Choose(_, _, _, ast.PickEach(binders)):
            return binders
        case ast.Choose(_, _, _, ast.PickSeveral() as several):
            return several
    return ()


def _check_picks(
    ctx: Context, label: ast.Name, pick: tuple[ast.Binder, ...] | ast.PickSeveral,
    arguments: tuple[ast.Argument, ...],
) -> None:
    if isinstance(pick, ast.PickSeveral):
        several = ctx.binders.get(id(pick))
        element = several.type.element if several is not None and isinstance(several.type, BagType | SetType) else None
        for argument in arguments:
            listed_ = isinstance(argument.value, ast.Items) and element is not None
            kind = element.kind if isinstance(element, ThingType) else element
            _check_value(ctx, argument.value, SetType(kind) if listed_ and kind is not None else element)
        return
    if len(arguments) != len(pick):
        told = f"{label.text}({', '.join(binder.name.text for binder in pick)})" if pick else label.text
        ctx.report(WrongCount(
            span=label.span, name=label.text, needed=counted(len(pick), "value"), given=len(arguments), declared=told
        ))
        return
    for argument, binder in zip(arguments, pick, strict=True):
        symbol = ctx.binders.get(id(binder))
        _check_value(ctx, argument.value, None if symbol is None else symbol.type)


def _check_value(ctx: Context, node: ast.Expr, type_: Type | None) -> None:
    wanted = type_.kind if isinstance(type_, ThingType) else type_
    actual = expressions.infer(ctx, node, wanted)
    if actual is not None and wanted is not None:
        coerce(ctx, node, actual, wanted)


def _check_luck(ctx: Context, node: ast.Expr) -> None:
    """What luck brings may be a number, a face, a card: the first type of the game that has such a value."""
    match node:
        case ast.Items(items):
            pass
        case ast.Call(ast.Name(text), arguments) if text == DRAW:
            items = tuple(argument.value for argument in arguments)
        case _:
            items = (node,)
    for type_ in _types_of_luck(ctx):
        if all(_could_be(ctx, item, type_) for item in items):
            for item in items:
                expressions.infer(ctx, item, type_)  # type: ignore[arg-type]  # a range could be no such thing
            return
    expressions.infer(ctx, node)


def _could_be(ctx: Context, node: ast.Domain, type_: Type) -> bool:
    match node:
        case ast.Number(value):
            in_range = isinstance(type_, NumberType) and type_.lo <= value <= type_.hi
            return in_range or number_of(type_, value) is not None
        case ast.Negative(ast.Number(value)):
            return number_of(type_, -value) is not None
        case ast.Name(text):
            return member_of(type_, text) is not None
        case ast.Index(ast.Name(text)) if isinstance(type_, KindType):
            kinds = ctx.symbol(type_.name)
            return isinstance(kinds, KindsSymbol) and text in kinds.rows
    return False


def _types_of_luck(ctx: Context) -> list[Type]:
    """What is rolled, drawn or picked by luck anywhere, numbers first; drawn without a name is any card."""
    found: list[Type] = []
    for symbol in [*ctx.binders.values(), *ctx.symbols.values()]:
        match symbol:
            case LocalSymbol(type=type_, kind=LocalKind.ROLLED | LocalKind.DRAWN | LocalKind.BINDER):
                found.append(type_.kind if isinstance(type_, ThingType) else type_)
            case KindsSymbol(type=kinds):
                found.append(kinds)
    distinct = list(dict.fromkeys(found))
    return sorted(distinct, key=lambda each: (not isinstance(each, NumberType), not isinstance(each, FaceType)))
