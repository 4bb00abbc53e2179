"""Statements: what a procedure does, one line after the other.

`check_procedure` gives each procedure its names, labels and types. Labels become addresses; what is known where a
labelled piece begins is kept for claims and variants that name it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.checker import calls, choices, comparisons, domains, expressions, locals, moves
from rulewright.checker.assignments import check_assign
from rulewright.checker.context import Context
from rulewright.checker.errors.types import TypeMismatch
from rulewright.checker.errors.wellformed import LabelTwice, NotAfterEnd, StateInside
from rulewright.checker.locals import declare
from rulewright.checker.notes import check_notes, check_told_after
from rulewright.checker.parameters import declare_parameters, make_parameters
from rulewright.checker.rules import check_let
from rulewright.checker.sizes import check_branches, check_dice
from rulewright.checker.symbols import (
    DieSymbol,
    LocalKind,
    ProcedureSymbol,
)
from rulewright.checker.typenames import describe
from rulewright.checker.types import (
    NumberType,
    OptionalType,
    PlayerType,
    SetType,
    Type,
)
from rulewright.checker.words import text_of
from rulewright.source import Span
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block stands: the address of what it belongs to, and whether it is in the rounds of an `at once`."""

    address: str
    at_once: bool = False

    def under(self, label: str) -> Place:
        return Place(f"{self.address}.{label}", self.at_once)


def check_procedure(ctx: Context, node: ast.Procedure) -> None:
    name = node.name.text
    symbol = ctx.symbol(name)
    make_parameters(ctx, node.parameters)
    ctx.labels[name] = node
    with ctx.apart(), ctx.scopes.block(f"`procedure {name}`"):
        declare_parameters(ctx, node.parameters)
        states = {each.name: each for each in symbol.states} if isinstance(symbol, ProcedureSymbol) else {}
        for statement in node.block.statements:
            for field in statement.fields if isinstance(statement, ast.State) else ():
                locals.declare(ctx, field.name, None, LocalKind.LET, field)
                ctx.scopes.declare(field.name.text, states.get(field.name.text))
        ctx.names_at[name] = ctx.scopes.all_names()
        _check_statements(ctx, node.block, Place(name), head=True)


def check_block(ctx: Context, node: ast.Block, place: Place, where: str) -> None:
    """A block of its own: its names end with it."""
    with ctx.scopes.block(where):
        _check_statements(ctx, node, place)


def check_rest(ctx: Context, node: ast.Block, place: Place) -> None:
    """The statements of a block whose names were opened by the caller."""
    _check_statements(ctx, node, place)


def _check_statements(ctx: Context, node: ast.Block, place: Place, *, head: bool = False) -> None:
    """What a statement shows not to be none holds until the block ends."""
    check_notes(ctx, node.notes)
    saved, unmarked, later = ctx.facts, dict(ctx.unmarked), ctx.later
    ctx.later = {**later, **_introduced(node)}
    for i, statement in enumerate(node.statements):
        check_told_after(ctx, node.notes, i)
        if isinstance(statement, ast.State) and not head:
            where = f"`{place.address}`"
            ctx.report(StateInside(span=statement.span, where=where))
            for field in statement.fields:
                ctx.scopes.declare(field.name.text, None)
        _check(ctx, statement, place)
        if _never_returns(statement) and i + 1 < len(node.statements):
            ctx.report(NotAfterEnd(span=node.statements[i + 1].span, what=_what_ends(statement)))
            break
    check_told_after(ctx, node.notes, len(node.statements))
    ctx.facts, ctx.unmarked, ctx.later = saved, unmarked, later


def _introduced(node: ast.Block) -> dict[str, Span]:
    """The names that lines of a block make known to the lines below them."""
    names: list[ast.Name] = []
    for statement in node.statements:
        match statement:
            case ast.Let(name) | ast.DrawOne(name) | ast.Roll(_, name):
                names.append(name)
            case ast.Choose(block=None, pick=ast.PickEach(binders)):
                names += [binder.name for binder in binders]
            case ast.Choose(block=None, pick=ast.PickSeveral(_, _, name)):
                names.append(name)
    return {name.text: name.span for name in names}


def _never_returns(node: ast.Stmt) -> bool:
    return isinstance(node, ast.EndGame) or (isinstance(node, ast.Repeat) and node.until is None)


def _what_ends(node: ast.Stmt) -> str:
    return "`end game`" if isinstance(node, ast.EndGame) else "a `repeat` without `until`"


def _check(ctx: Context, node: ast.Stmt, place: Place) -> None:
    match node:
        case ast.Let():
            check_let(ctx, node)
        case ast.State() | ast.ReverseTurnOrder() | ast.DoNothing():
            pass
        case ast.Step(name, block):
            add_label(ctx, place, name, node)
            inner = place.under(name.text)
            ctx.names_at.setdefault(inner.address, ctx.scopes.all_names())
            check_block(ctx, block, inner, f"`step {name.text}`")
        case ast.Assign():
            check_assign(ctx, node)
        case ast.Run(procedure, arguments):
            calls.check_run(ctx, node, procedure, arguments)
        case ast.Move():
            moves.check_move(ctx, node)
        case ast.DrawOne():
            moves.check_draw_one(ctx, node)
        case ast.DrawSome():
            moves.check_draw_some(ctx, node)
        case ast.Roll():
            _roll(ctx, node)
        case ast.LookUp():
            calls.check_look_up(ctx, node)
        case ast.If():
            check_branches(ctx, node)
            _if(ctx, node, place)
        case ast.While(test, block):
            expressions.condition(ctx, test)
            with ctx.knowing(comparisons.when_true(ctx, test)):
                check_block(ctx, block, place, "the loop `while ...`")
            ctx.facts = (*ctx.facts, *comparisons.when_false(ctx, test))
        case ast.Repeat(until, block):
            if until is not None:
                expressions.condition(ctx, until)
            with ctx.knowing(() if until is None else comparisons.when_false(ctx, until)):
                check_block(ctx, block, place, "the loop `repeat`")
            ctx.facts = (*ctx.facts, *(() if until is None else comparisons.when_true(ctx, until)))
        case ast.ForEach(binder, at_once, block):
            _for_each(ctx, binder, block, Place(place.address, place.at_once or at_once))
        case ast.Choose():
            choices.check_choose(ctx, node, place)
        case ast.ChooseOneOf():
            choices.check_choose_one_of(ctx, node, place)
        case ast.Responses():
            choices.check_responses(ctx, node, place)
        case ast.EndGame(winner):
            _end_game(ctx, winner)
        case _:
            assert_never(node)


def add_label(ctx: Context, place: Place, name: ast.Name, node: ast.Node) -> None:
    """A labelled piece, by its address; its label is there once in its block."""
    address = f"{place.address}.{name.text}"
    first = ctx.labels.setdefault(address, node)
    if first is not node:
        label = getattr(first, "name", getattr(first, "label", None))
        also = ((label.span, "here first"),) if isinstance(label, ast.Name) else ()
        ctx.report(LabelTwice(span=name.span, address=address, also=also))


def _if(ctx: Context, node: ast.If, place: Place) -> None:
    """What earlier conditions were not is known in later branches."""
    saved = ctx.facts
    for branch in node.branches:
        expressions.condition(ctx, branch.condition)
        with ctx.knowing(comparisons.when_true(ctx, branch.condition)):
            check_block(ctx, branch.block, place, f"the block of `if {text_of(branch.condition)}`")
        ctx.facts = (*ctx.facts, *comparisons.when_false(ctx, branch.condition))
    if node.otherwise is not None:
        check_block(ctx, node.otherwise, place, "the block of `otherwise`")
    ctx.facts = saved


def _for_each(ctx: Context, binder: ast.Binder, block: ast.Block, place: Place) -> None:
    with ctx.scopes.block(f"`for each {binder.name.text} in ...`"):
        domains.bind(ctx, binder)
        with ctx.knowing(domains.facts_of(ctx, binder)):
            check_rest(ctx, block, place)


def _roll(ctx: Context, node: ast.Roll) -> None:
    type_: Type | None = None
    match node.die:
        case ast.Dice(count, sides):
            if check_dice(ctx, node.die):
                type_ = NumberType(count, count * sides)
        case ast.Name(text):
            symbol = ctx.symbol(text, node.die)
            if isinstance(symbol, DieSymbol):
                ctx.refs[id(node.die)] = symbol
                type_ = symbol.type
            elif symbol is not None or text not in ctx.book.declared:
                calls.report_no_die(ctx, node.die)
    declare(ctx, node.name, type_, LocalKind.ROLLED, node)


def _end_game(ctx: Context, winner: ast.Expr | None) -> None:
    """Won by a player, by a set of players, or by a player who may be none."""
    if winner is None:
        return
    found = expressions.infer(ctx, winner, ctx.players)
    plain = found.inner if isinstance(found, OptionalType) else found
    if isinstance(plain, SetType):
        plain = plain.element
    if found is None or isinstance(plain, PlayerType):
        return
    ctx.report(TypeMismatch(
        span=winner.span, text=text_of(winner), actual=describe(found), expected="a player, or a set of players",
        hint="`all(p in Player where ...)` is a set of players",
    ))
