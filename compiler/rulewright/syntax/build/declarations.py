"""Declarations out of Lark's tree."""

from collections.abc import Callable, Sequence

from rulewright.source import Span
from rulewright.syntax import ast
from rulewright.syntax.build.claims import claim, example, scope
from rulewright.syntax.build.context import (
    Child,
    Context,
    declared,
    demand,
    names_declared,
    names_used,
    of_kind,
    only,
    string,
    token,
    trees,
    used,
)
from rulewright.syntax.build.data import (
    die_ref,
    field,
    grid,
    indexes,
    optional_type,
    parameters,
    players,
    state,
    type_of,
)
from rulewright.syntax.build.expressions import expr, optional_expr
from rulewright.syntax.build.notes import notes, text
from rulewright.syntax.build.statements import block, let
from rulewright.syntax.parser import Token, Tree


def declaration(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    return _BUILDERS[node.data](ctx, node)


def rulebook(ctx: Context, node: Tree[Token]) -> ast.Rulebook:
    name, *lines = node.children
    seats = only(ctx, of_kind(lines, "players"), "players")
    return ast.Rulebook(
        declared(ctx, name),
        tuple(text(ctx, line) for line in of_kind(lines, "title")),
        None if seats is None else players(ctx, seats),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def chapter(ctx: Context, node: Tree[Token]) -> ast.Chapter:
    return ast.Chapter(tuple(text(ctx, each) for each in trees(node.children)), span=ctx.span(node))


def _source(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, title, *_ = node.children
    rows = of_kind(node.children, "row")
    passages = grid(ctx, rows) if rows else None
    return ast.Source(declared(ctx, name), string(ctx, title), passages, span=ctx.span(node))


def _words(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    return ast.Words(_grid(ctx, node), span=ctx.span(node))


def _enum(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, values, *_ = node.children
    written = names_declared(ctx, values)
    return ast.Enum(declared(ctx, name), written, None, notes(ctx, node.children), span=ctx.span(node))


def _enum_table(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name = declared(ctx, node.children[0])
    return ast.Enum(name, (), _grid(ctx, node), notes(ctx, node.children), span=ctx.span(node))


def _param(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, index, kind, value, *rest = node.children
    return ast.Param(
        declared(ctx, name),
        indexes(ctx, index),
        type_of(ctx, kind),
        expr(ctx, value),
        notes(ctx, rest),
        span=ctx.span(node),
    )


def _cards(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    noun = ast.Noun.PIECES if node.data == "pieces" else ast.Noun.CARDS
    name = declared(ctx, node.children[0])
    return ast.Cards(name, noun, _grid(ctx, node), notes(ctx, node.children), span=ctx.span(node))


def _die(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name = declared(ctx, node.children[0])
    return ast.Die(name, _grid(ctx, node), notes(ctx, node.children), span=ctx.span(node))


def _table(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, params, result, die, *rest = node.children
    return ast.Table(
        declared(ctx, name),
        parameters(ctx, params),
        optional_type(ctx, result),
        None if die is None else die_ref(ctx, die),
        _grid(ctx, node),
        notes(ctx, rest),
        span=ctx.span(node),
    )


def _grid(ctx: Context, node: Tree[Token]) -> ast.Grid:
    return grid(ctx, of_kind(node.children, "row"))


def _record(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, on, *lines = node.children
    heading = declared(ctx, name)
    fields = of_kind(lines, "field")
    demand(ctx, fields, heading, "record", "a line such as `damage: 0..9 = 0`")
    return ast.Record(
        heading,
        None if on is None else used(ctx, on),
        tuple(field(ctx, each) for each in fields),
        notes(ctx, lines),
        span=ctx.span(node),
    )


# ---------------------------------------------------------------- rules
def _rule(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, params, result, *lines = node.children
    heading = declared(ctx, name)
    levels = of_kind(lines, "default", "exception", "modifier")
    demand(ctx, levels, heading, "rule", "`default` and its cases")
    return ast.Rule(
        heading,
        parameters(ctx, params),
        type_of(ctx, result),
        tuple(let(ctx, each) for each in of_kind(lines, "let")),
        tuple(_level(ctx, each) for each in levels),
        notes(ctx, lines),
        span=ctx.span(node),
    )


def _level(ctx: Context, node: Tree[Token]) -> ast.Level:
    match node.data:
        case "default":
            return level(ctx, node, ast.LevelKind.DEFAULT, node.children[0], None, node.children[1:])
        case "exception":
            name, over, *lines = node.children
            return level(ctx, node, ast.LevelKind.EXCEPTION, name, over, lines)
        case _:
            return level(ctx, node, ast.LevelKind.MODIFIER, node.children[0], None, node.children[1:])


def level(
    ctx: Context, node: Tree[Token], kind: ast.LevelKind, name: Child, over: Child, lines: Sequence[Child]
) -> ast.Level:
    """A level of a rule. One without a name is a default, and is called `default`."""
    span = ctx.span(node)
    heading = ast.Name("default", span=_word(span, "default")) if name is None else declared(ctx, name)
    cases = of_kind(lines, "case", "case_when", "case_otherwise")
    demand(ctx, cases, heading, str(kind), "the answer it gives")
    return ast.Level(
        kind,
        heading,
        () if over is None else names_used(ctx, over),
        tuple(let(ctx, each) for each in of_kind(lines, "let")),
        tuple(_case(ctx, each) for each in cases),
        notes(ctx, lines),
        span=span,
    )


def _word(span: Span, word: str) -> Span:
    """The first place of a word of the language in a heading."""
    at = span.file.text.find(word, span.start, span.end)
    return Span(span.file, at, at + len(word))


def _case(ctx: Context, node: Tree[Token]) -> ast.Case:
    when = node.children[1] if node.data == "case_when" else None
    return ast.Case(
        expr(ctx, node.children[0]),
        optional_expr(ctx, when),
        node.data == "case_otherwise",
        span=ctx.span(node),
    )


def _outside_exception(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, rule, over, *lines = node.children
    inner = level(ctx, node, ast.LevelKind.EXCEPTION, name, over, lines)
    return ast.OutsideLevel(used(ctx, rule), inner, span=ctx.span(node))


def _outside_modifier(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, rule, *lines = node.children
    inner = level(ctx, node, ast.LevelKind.MODIFIER, name, None, lines)
    return ast.OutsideLevel(used(ctx, rule), inner, span=ctx.span(node))


# ---------------------------------------------------------------- play, and what is left open
def _procedure(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, params, inner = node.children
    return ast.Procedure(
        declared(ctx, name), parameters(ctx, params), block(ctx, inner), span=ctx.span(node)
    )


def _reading(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    name, *lines = node.children
    options = tuple(
        ast.ReadingOption(declared(ctx, each.children[0]), notes(ctx, each.children), span=ctx.span(each))
        for each in of_kind(lines, "reading_option")
    )
    return ast.Reading(declared(ctx, name), options, notes(ctx, lines), span=ctx.span(node))


def _gap(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    return ast.Gap(declared(ctx, node.children[0]), notes(ctx, node.children), span=ctx.span(node))


def _precedence(ctx: Context, node: Tree[Token]) -> ast.Declaration:
    return ast.Precedence(tuple(used(ctx, token(each)) for each in node.children), span=ctx.span(node))


_BUILDERS: dict[str, Callable[[Context, Tree[Token]], ast.Declaration]] = {
    "source": _source,
    "words": _words,
    "enum": _enum,
    "enum_table": _enum_table,
    "param": _param,
    "cards": _cards,
    "pieces": _cards,
    "die": _die,
    "table": _table,
    "record": _record,
    "state": state,
    "rule": _rule,
    "outside_exception": _outside_exception,
    "outside_modifier": _outside_modifier,
    "procedure": _procedure,
    "reading": _reading,
    "gap": _gap,
    "precedence": _precedence,
    "claim": claim,
    "scope": scope,
    "example": example,
}
