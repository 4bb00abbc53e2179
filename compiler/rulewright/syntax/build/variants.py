"""Variants out of Lark's tree, and the items of a file."""

from collections.abc import Callable

from rulewright.syntax import ast
from rulewright.syntax.build.claims import sets
from rulewright.syntax.build.context import (
    Context,
    address,
    declared,
    demand,
    names_used,
    of_kind,
    only,
    path,
    token,
    trees,
    used,
)
from rulewright.syntax.build.data import field, players, row
from rulewright.syntax.build.declarations import chapter, declaration, level, rulebook
from rulewright.syntax.build.expressions import expr, optional_expr
from rulewright.syntax.build.notes import notes, text
from rulewright.syntax.build.statements import block, option
from rulewright.syntax.parser import Token, Tree


def item(ctx: Context, node: Tree[Token]) -> ast.Item:
    """Whatever may stand at the left margin of a file."""
    match node.data:
        case "rulebook":
            return rulebook(ctx, node)
        case "chapter":
            return chapter(ctx, node)
        case "variant":
            return variant(ctx, node)
        case _:
            return declaration(ctx, node)


def variant(ctx: Context, node: Tree[Token]) -> ast.Variant:
    name, base, *lines = node.children
    heading = declared(ctx, name)
    seats = only(ctx, of_kind(lines, "players"), "players")
    changes = [line for line in trees(lines) if line.data in _BUILDERS]
    demand(ctx, [*changes, *([seats] if seats else [])], heading, "variant", "what it changes")
    return ast.Variant(
        heading,
        used(ctx, base),
        tuple(text(ctx, line) for line in of_kind(lines, "title")),
        None if seats is None else players(ctx, seats),
        tuple(_BUILDERS[line.data](ctx, line) for line in changes),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def _excludes(ctx: Context, node: Tree[Token]) -> ast.Change:
    return ast.Excludes(names_used(ctx, node.children[0]), span=ctx.span(node))


def _needs(ctx: Context, node: Tree[Token]) -> ast.Change:
    return ast.Needs(names_used(ctx, node.children[0]), span=ctx.span(node))


def _replaces(ctx: Context, node: Tree[Token]) -> ast.Change:
    inner = next(trees(node.children))
    return ast.Replaces(declaration(ctx, inner), span=ctx.span(node))


def _replaces_level(ctx: Context, node: Tree[Token]) -> ast.Change:
    name, rule, *lines = node.children
    kind = ast.LevelKind.DEFAULT if node.data == "replaces_default" else ast.LevelKind.EXCEPTION
    return ast.ReplacesLevel(
        used(ctx, rule), level(ctx, node, kind, name, None, lines), span=ctx.span(node)
    )


def _replaces_step(ctx: Context, node: Tree[Token]) -> ast.Change:
    where, inner = node.children
    return ast.ReplacesStep(path(ctx, where), block(ctx, inner), span=ctx.span(node))


def _adds(ctx: Context, node: Tree[Token]) -> ast.Change:
    inner = next(trees(node.children))
    return ast.Adds(declaration(ctx, inner), span=ctx.span(node))


def _adds_to(ctx: Context, node: Tree[Token]) -> ast.Change:
    where, *lines = node.children
    return ast.AddsTo(
        path(ctx, where),
        tuple(option(ctx, each) for each in of_kind(lines, "option", "picking_option")),
        tuple(row(ctx, each) for each in of_kind(lines, "row")),
        tuple(field(ctx, each) for each in of_kind(lines, "field")),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def _adds_step(ctx: Context, node: Tree[Token]) -> ast.Change:
    name, side, where, inner = node.children
    return ast.AddsStep(
        address(ctx, name), token(side) == "before", path(ctx, where), block(ctx, inner), span=ctx.span(node)
    )


def _forbids(ctx: Context, node: Tree[Token]) -> ast.Change:
    where, when, *rest = node.children
    return ast.Forbids(path(ctx, where), optional_expr(ctx, when), notes(ctx, rest), span=ctx.span(node))


def _limits(ctx: Context, node: Tree[Token]) -> ast.Change:
    where, amount, within, *rest = node.children
    return ast.Limits(
        path(ctx, where),
        expr(ctx, amount),
        None if within is None else path(ctx, within),
        notes(ctx, rest),
        span=ctx.span(node),
    )


def _allows(ctx: Context, node: Tree[Token]) -> ast.Change:
    where, condition, *rest = node.children
    return ast.Allows(path(ctx, where), expr(ctx, condition), notes(ctx, rest), span=ctx.span(node))


def _instead_of(ctx: Context, node: Tree[Token]) -> ast.Change:
    where, over, when, inner = node.children
    return ast.InsteadOf(
        path(ctx, where),
        () if over is None else names_used(ctx, over),
        optional_expr(ctx, when),
        block(ctx, inner),
        span=ctx.span(node),
    )


def _leaves_alone(ctx: Context, node: Tree[Token]) -> ast.Change:
    paths = tuple(path(ctx, each) for each in of_kind(node.children, "path"))
    return ast.LeavesAlone(paths, notes(ctx, node.children), span=ctx.span(node))


_BUILDERS: dict[str, Callable[[Context, Tree[Token]], ast.Change]] = {
    "excludes": _excludes,
    "needs": _needs,
    "sets": sets,
    "replaces": _replaces,
    "replaces_default": _replaces_level,
    "replaces_exception": _replaces_level,
    "replaces_step": _replaces_step,
    "adds": _adds,
    "adds_to": _adds_to,
    "adds_step": _adds_step,
    "forbids": _forbids,
    "limits": _limits,
    "allows": _allows,
    "instead_of": _instead_of,
    "leaves_alone": _leaves_alone,
}
