"""Blocks and statements out of Lark's tree."""

from collections.abc import Callable

from rulewright.source import Span
from rulewright.syntax import ast
from rulewright.syntax.build.context import (
    Child,
    Context,
    address,
    declared,
    demand,
    of_kind,
    others,
    token,
    tree,
    trees,
)
from rulewright.syntax.build.data import die_ref, state
from rulewright.syntax.build.expressions import binder, binders, domain, expr, optional_expr, procedure_ref
from rulewright.syntax.build.notes import block_notes, notes
from rulewright.syntax.errors import NotAPlace, NotAProcedure
from rulewright.syntax.parser import Token, Tree


def block(ctx: Context, child: Child) -> ast.Block:
    node = tree(child)
    demand(ctx, others(node.children), ctx.span(node), "block", "what is to be done, or `nothing`")
    return _block_or_notes(ctx, node)


def optional_block(ctx: Context, child: Child) -> ast.Block | None:
    """What follows a choice: steps, or notes alone, or nothing at all."""
    return None if child is None else _block_or_notes(ctx, tree(child))


def _block_or_notes(ctx: Context, node: Tree[Token]) -> ast.Block:
    statements = tuple(_BUILDERS[line.data](ctx, line) for line in others(node.children))
    return ast.Block(statements, block_notes(ctx, node.children), span=ctx.span(node))


def let(ctx: Context, node: Tree[Token]) -> ast.Let:
    name, value = node.children
    return ast.Let(declared(ctx, name), expr(ctx, value), span=ctx.span(node))


def option(ctx: Context, node: Tree[Token]) -> ast.Option:
    span = ctx.span(node)
    if node.data == "picking_option":
        label, picks, then = node.children
        return ast.Option(
            declared(ctx, label), None, binders(ctx, picks), optional_block(ctx, then), span=span
        )
    label, when, then = node.children
    return ast.Option(declared(ctx, label), optional_expr(ctx, when), (), optional_block(ctx, then), span=span)


def _options(ctx: Context, node: Tree[Token]) -> tuple[ast.Option, ...]:
    return tuple(option(ctx, each) for each in of_kind(node.children, "option", "picking_option"))


def _step(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    name, inner = node.children
    return ast.Step(address(ctx, name), block(ctx, inner), span=ctx.span(node))


def _assign(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    target, value = node.children
    place = expr(ctx, target)
    if not isinstance(place, ast.Name | ast.Attribute | ast.Index):
        ctx.found.append(NotAPlace(span=place.span))
    return ast.Assign(place, expr(ctx, value), span=ctx.span(node))


def _run(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    called = _called(ctx, node.children[0], what="a procedure")
    return ast.Run(called.path.names[-1], called.arguments or (), span=ctx.span(node))


def _called(ctx: Context, child: Child, *, what: str) -> ast.ProcedureRef:
    """A call by a plain name: steps cannot be run by themselves."""
    called = procedure_ref(ctx, child, what=what)
    if len(called.path.names) > 1:
        ctx.found.append(NotAProcedure(what=what, span=called.span))
    return called


def _move(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    moved, source, end, target, marks = node.children
    what = tree(moved)
    things = None if what.data == "everything" else tuple(expr(ctx, each) for each in what.children)
    return ast.Move(
        things, expr(ctx, source), expr(ctx, target), _end(end), _marks(ctx, marks), span=ctx.span(node)
    )


def _draw(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    name, source, end, target, marks = node.children
    return ast.DrawOne(
        declared(ctx, name),
        expr(ctx, source),
        expr(ctx, target),
        _end(end),
        _marks(ctx, marks),
        span=ctx.span(node),
    )


def _draw_some(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    up_to, amount, noun, source, end, target = node.children
    return ast.DrawSome(
        expr(ctx, amount),
        up_to is not None,
        ast.Noun(str(noun)),
        expr(ctx, source),
        expr(ctx, target),
        _end(end),
        span=ctx.span(node),
    )


def _end(child: Child) -> ast.End | None:
    return None if child is None else ast.End(token(child).split()[0])


def _marks(ctx: Context, child: Child) -> tuple[ast.Mark, ...]:
    if child is None:
        return ()
    return tuple(
        ast.Mark(address(ctx, each.children[0]), expr(ctx, each.children[1]), span=ctx.span(each))
        for each in trees(tree(child).children)
    )


def _roll(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    die, name = node.children
    return ast.Roll(die_ref(ctx, die), declared(ctx, name), span=ctx.span(node))


def _look_up(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    value, where = node.children
    table = _called(ctx, where, what="a table")
    return ast.LookUp(
        expr(ctx, value), table.path.names[-1], table.arguments or (), span=ctx.span(node)
    )


def _reverse(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    return ast.ReverseTurnOrder(span=ctx.span(node))


def _nothing(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    return ast.DoNothing(span=ctx.span(node))


def _if(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    condition, then, *rest = node.children
    start = ctx.span(node).start
    first = ast.Branch(
        expr(ctx, condition), block(ctx, then), span=Span(ctx.file, start, ctx.span(tree(then)).end)
    )
    more = tuple(
        ast.Branch(expr(ctx, each.children[0]), block(ctx, each.children[1]), span=ctx.span(each))
        for each in of_kind(rest, "otherwise_if")
    )
    last = of_kind(rest, "otherwise")
    otherwise = block(ctx, last[0].children[0]) if last else None
    return ast.If((first, *more), otherwise, span=ctx.span(node))


def _while(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    condition, inner = node.children
    return ast.While(expr(ctx, condition), block(ctx, inner), span=ctx.span(node))


def _repeat(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    return ast.Repeat(None, block(ctx, node.children[0]), span=ctx.span(node))


def _repeat_until(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    until, inner = node.children
    return ast.Repeat(expr(ctx, until), block(ctx, inner), span=ctx.span(node))


def _for_each(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    over, at_once, inner = node.children
    return ast.ForEach(binder(ctx, over), at_once is not None, block(ctx, inner), span=ctx.span(node))


def _end_game(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    return ast.EndGame(optional_expr(ctx, node.children[0]), span=ctx.span(node))


def _choose(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    decider, label, pick, then = node.children
    return ast.Choose(
        expr(ctx, decider),
        node.data == "may_choose",
        None if label is None else declared(ctx, tree(label).children[0]),
        _pick(ctx, tree(pick)),
        optional_block(ctx, then),
        span=ctx.span(node),
    )


def _pick(ctx: Context, node: Tree[Token]) -> ast.Pick:
    if node.data == "binders":
        return ast.PickEach(binders(ctx, node), span=ctx.span(node))
    size, over, name = node.children
    return ast.PickSeveral(domain(ctx, size), binder(ctx, over), declared(ctx, name), span=ctx.span(node))


def _choose_one_of(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    decider, *rest = node.children
    until_done = any(isinstance(child, Token) and child.type == "UNTIL_DONE" for child in rest)
    return ast.ChooseOneOf(
        expr(ctx, decider),
        node.data == "may_choose_one_of",
        until_done,
        _options(ctx, node),
        notes(ctx, rest),
        span=ctx.span(node),
    )


def _responses(ctx: Context, node: Tree[Token]) -> ast.Stmt:
    over, *rest = node.children
    return ast.Responses(binder(ctx, over), _options(ctx, node), notes(ctx, rest), span=ctx.span(node))


_BUILDERS: dict[str, Callable[[Context, Tree[Token]], ast.Stmt]] = {
    "let": let,
    "state": state,
    "step": _step,
    "assign": _assign,
    "run": _run,
    "move": _move,
    "draw": _draw,
    "draw_some": _draw_some,
    "roll": _roll,
    "look_up": _look_up,
    "reverse": _reverse,
    "do_nothing": _nothing,
    "if": _if,
    "while": _while,
    "repeat": _repeat,
    "repeat_until": _repeat_until,
    "for_each": _for_each,
    "end_game": _end_game,
    "choose": _choose,
    "may_choose": _choose,
    "choose_one_of": _choose_one_of,
    "may_choose_one_of": _choose_one_of,
    "responses": _responses,
}
