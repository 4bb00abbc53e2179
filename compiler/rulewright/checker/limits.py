"""`limits`: a rule that answers no more than n, an option that is taken at most n times in one run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.checker import edits
from rulewright.checker.errors.names import UnknownAddress
from rulewright.checker.errors.wellformed import ChangeClash
from rulewright.checker.words import text_of
from rulewright.diagnostics import nearest
from rulewright.syntax import ast

if TYPE_CHECKING:
    from rulewright.checker.changes import Game


def limit(game: Game, variant: ast.Variant, node: ast.Limits) -> None:
    if game.is_rule(node.path):
        _limit_rule(game, variant, node)
        return
    if node.within is None:
        game.found.append(ChangeClash(
            span=node.span, what=f"nothing says in which procedure `{node.path.text}` is limited",
            hint=f"write `limits {node.path.text} to {text_of(node.amount)} in PROCEDURE`",
        ))
        return
    _limit_option(game, node, node.within)


def _limit_rule(game: Game, variant: ast.Variant, node: ast.Limits) -> None:
    """The rule gives way to one that answers with the least of its answer and the limit."""
    at = game.index_of(node.path.text, ast.Rule)
    assert at is not None
    old = game.items[at]
    assert isinstance(old, ast.Rule)
    inner = ast.Name(f"{old.name.text} without {variant.name.text}", span=old.name.span)
    given = tuple(
        ast.Argument(None, ast.Name(each.name.text, span=each.name.span), span=each.span)
        for each in old.parameters
    )
    asked: ast.Expr = ast.Name(inner.text, span=node.span)
    if given:
        asked = ast.Call(asked, given, span=node.span)
    least = ast.FoldValues(ast.FoldKind.MIN, (asked, node.amount), span=node.span)
    case = ast.Case(least, None, False, span=node.span)
    name = ast.Name("limited", span=node.span)
    level = ast.Level(ast.LevelKind.DEFAULT, name, (), (), (case,), node.notes, span=node.span)
    game.items[at] = replace(old, name=inner)
    game.items = [
        replace(item, rule=replace(item.rule, text=inner.text))
        if isinstance(item, ast.OutsideLevel) and item.rule.text == old.name.text
        else item
        for item in game.items
    ]
    parameters = tuple(replace(each) for each in old.parameters)
    game.items.append(replace(old, lets=(), levels=(level,), parameters=parameters))


def _limit_option(game: Game, node: ast.Limits, within: ast.Path) -> None:
    """A counter begins at 0 with each run of the procedure, and is counted up when the option is taken."""
    at = game.index_of(within.text, ast.Procedure)
    if at is None:
        near = nearest(within.text, game.names(ast.Procedure))
        game.found.append(UnknownAddress(
            span=within.span, within="this rulebook", name=within.text, nearest=near
        ))
        return
    found = game.find(node.path)
    if found is None:
        return
    if not isinstance(found[1], ast.Option | ast.Choose):
        game.found.append(ChangeClash(
            span=node.path.span, what=f"`{node.path.text}` is no option, so nobody chooses it",
            hint="`limits` is about options of a choice and about rules; `instead of` changes a step",
        ))
        return
    if isinstance(node.amount, ast.Number) and node.amount.value == 0:
        game.found.append(ChangeClash(
            span=node.span, what=f"a limit of 0 lets nobody take `{node.path.text}`",
            hint=f"`forbids {node.path.text}` says so",
        ))
        return
    counter = f"{node.path.text} taken"

    def name() -> ast.Name:
        return ast.Name(counter, span=node.span)

    zero = ast.Number(0, span=node.span)
    guard = ast.Compare(ast.CompareOp.LESS, name(), node.amount, span=node.span)
    one_more = ast.Arithmetic(ast.ArithmeticOp.PLUS, name(), ast.Number(1, span=node.span), span=node.span)
    count = ast.Assign(name(), one_more, span=node.span)

    step = ast.Step(ast.Name("counted", span=node.span), ast.Block((count,), span=node.span), span=node.span)

    def change(piece: edits.Piece) -> tuple[edits.Piece, ...]:
        if isinstance(piece, ast.Step):
            return (piece,)
        told = edits.guarded(piece, guard, node.notes)
        if isinstance(told, ast.Choose) and told.block is None:  # what is picked stays known in the rest of its block
            return (told, step)
        block = edits.block_of(told)
        return (replace(told, block=edits.put_before(block, step)),)

    if not game.edit(node.path, change):
        return
    # A param may be 0, and then nobody takes it; a counter that can count nothing would be no state.
    at_least_one = ast.FoldValues(ast.FoldKind.MAX, (ast.Number(1, span=node.span), node.amount), span=node.span)
    most = ast.RangeType(zero, at_least_one, span=node.span)
    field_ = ast.Field(name(), (), most, zero, (), span=node.span)
    game.items.append(ast.State((field_,), span=node.span))
    procedure = game.items[at]
    assert isinstance(procedure, ast.Procedure)
    start = ast.Assign(name(), ast.Number(0, span=node.span), span=node.span)
    statements = procedure.block.statements
    n_state = sum(isinstance(each, ast.State) for each in statements)
    told = tuple(replace(each, after=each.after + (each.after > n_state)) for each in procedure.block.notes.told)
    block = replace(
        procedure.block, statements=(*statements[:n_state], start, *statements[n_state:]),
        notes=replace(procedure.block.notes, told=told),
    )
    game.items[at] = replace(procedure, block=block)
