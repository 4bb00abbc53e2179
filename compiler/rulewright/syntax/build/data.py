"""Types, parameters, fields and tables out of Lark's tree."""

from collections.abc import Iterable
from itertools import pairwise

from rulewright.source import Span
from rulewright.syntax import ast
from rulewright.syntax.build.context import (
    Child,
    Context,
    address,
    declared,
    demand,
    names_declared,
    of_kind,
    string,
    token,
    tree,
    trees,
    used,
)
from rulewright.syntax.build.expressions import domain, expr, number_of, optional_expr
from rulewright.syntax.build.notes import cite, notes
from rulewright.syntax.errors import ForeignWord, NoHeading, RaggedRow, TypeOutsideHeading, YesOrNoForm
from rulewright.syntax.parser import Token, Tree

_TRUTH_TYPES = frozenset(("bool", "boolean"))
_NUMBER_TYPES = frozenset(("int", "integer", "float"))


def type_of(ctx: Context, child: Child) -> ast.Type:
    node = tree(child)
    span = ctx.span(node)
    match node.data:
        case "yes_or_no":
            return ast.YesOrNo(span=span)
        case "number_type":
            return ast.NumberType(span=span)
        case "named_type":
            return _named_type(ctx, node)
        case "range_type":
            low, high = node.children
            return ast.RangeType(expr(ctx, low), expr(ctx, high), span=span)
        case "bag_of":
            element, at_most = node.children
            return ast.BagOf(type_of(ctx, element), optional_expr(ctx, at_most), span=span)
        case "pile_of":
            return ast.PileOf(type_of(ctx, node.children[0]), span=span)
        case "set_of":
            return ast.SetOf(type_of(ctx, node.children[0]), span=span)
        case "list_of":
            element, at_most = node.children
            return ast.ListOf(type_of(ctx, element), expr(ctx, at_most), span=span)
        case "or_none":
            return ast.OrNone(type_of(ctx, node.children[0]), span=span)
    raise AssertionError(f"{node.data} is no type")


def _named_type(ctx: Context, node: Tree[Token]) -> ast.Type:
    name = used(ctx, node.children[0])
    if name.text.lower() in _TRUTH_TYPES:
        ctx.found.append(YesOrNoForm(span=name.span))
        return ast.YesOrNo(span=name.span)
    if name.text.lower() in _NUMBER_TYPES:
        ctx.found.append(ForeignWord(found=name.text, instead="write a range such as `0..100`", span=name.span))
    return ast.NamedType(name, span=name.span)


def optional_type(ctx: Context, child: Child) -> ast.Type | None:
    return None if child is None else type_of(ctx, child)


def indexes(ctx: Context, child: Child) -> tuple[ast.Type, ...]:
    return () if child is None else tuple(type_of(ctx, each) for each in tree(child).children)


def parameters(ctx: Context, child: Child) -> tuple[ast.Parameter, ...]:
    return () if child is None else parameter_groups(ctx, trees(tree(child).children))


def parameter_groups(ctx: Context, groups: Iterable[Tree[Token]]) -> tuple[ast.Parameter, ...]:
    """`attack, defence: Effort, face: Orn`: one parameter for each name."""
    built: list[ast.Parameter] = []
    for group in groups:
        names, kind = group.children
        type_ = type_of(ctx, kind)
        built += [ast.Parameter(name, type_, span=name.span) for name in names_declared(ctx, names)]
    return tuple(built)


def die_ref(ctx: Context, child: Child) -> ast.Dice | ast.Name:
    word = token(tree(child).children[0])
    if word.type != "DICE":
        return used(ctx, word)
    count, sides = word.split("d")
    parts = [Token("INT", digits, start_pos=word.start_pos, end_pos=word.end_pos) for digits in (count, sides)]
    n_dice, n_sides = (number_of(ctx, part) if part else 1 for part in parts)
    return ast.Dice(n_dice, n_sides, span=ctx.span(word))


def players(ctx: Context, child: Child) -> ast.Players:
    node = tree(child)
    least, most, names = node.children
    named = () if names is None else names_declared(ctx, names)
    return ast.Players(expr(ctx, least), optional_expr(ctx, most), named, span=ctx.span(node))


# ---------------------------------------------------------------- fields
def state(ctx: Context, node: Tree[Token]) -> ast.State:
    lines = of_kind(node.children, "field")
    demand(ctx, lines, _first_word(ctx, node), "state", "a line such as `round: 0..9 = 0`")
    return ast.State(tuple(field(ctx, each) for each in lines), notes(ctx, node.children), span=ctx.span(node))


def field(ctx: Context, node: Tree[Token]) -> ast.Field:
    name, index, kind, value, *rest = node.children
    visibility = tuple(_visibility(ctx, each) for each in of_kind(rest, "seen_by", "others_see", "starts_full"))
    return ast.Field(
        declared(ctx, name),
        indexes(ctx, index),
        type_of(ctx, kind),
        optional_expr(ctx, value),
        visibility,
        notes(ctx, rest),
        span=ctx.span(node),
    )


def _visibility(ctx: Context, node: Tree[Token]) -> ast.Visibility:
    span = ctx.span(node)
    match node.data:
        case "seen_by":
            return ast.SeenBy(used(ctx, node.children[0]), span=span)
        case "others_see":
            return ast.OthersSee(address(ctx, node.children[0]), span=span)
        case "starts_full":
            return ast.StartsFull(span=span)
    raise AssertionError(f"{node.data} says nothing about who sees a field")


def _first_word(ctx: Context, node: Tree[Token]) -> Span:
    span = ctx.span(node)
    return Span(span.file, span.start, span.start + len("state"))


# ---------------------------------------------------------------- tables
def grid(ctx: Context, rows: list[Tree[Token]]) -> ast.Grid:
    """A table whose first row names the columns; every other row has as many cells."""
    heading, *body = rows
    columns = tuple(_column(ctx, *each) for each in _cells(ctx, heading))
    built = tuple(row(ctx, each) for each in body)
    for each in built:
        if len(each.cells) != len(columns):
            also = ((ctx.span(heading), f"{len(columns)} columns"),)
            ctx.found.append(RaggedRow(cells=len(each.cells), columns=len(columns), span=each.span, also=also))
    return ast.Grid(columns, built, span=ctx.span(heading).to(ctx.span(rows[-1])))


def row(ctx: Context, node: Tree[Token]) -> ast.Row:
    return ast.Row(tuple(_cell(ctx, *each) for each in _cells(ctx, node)), span=ctx.span(node))


def _cells(ctx: Context, node: Tree[Token]) -> list[tuple[Tree[Token], Span]]:
    """The cells of a row and their places; an empty cell is the blank between its bars."""
    bars = [ctx.span(token(bar)) for bar in node.children[0::2]]
    cells = [tree(cell) for cell in node.children[1::2]]
    between = [Span(ctx.file, left.end, right.start) for left, right in pairwise(bars)]
    return [
        (cell, gap if cell.meta.empty else ctx.span(cell)) for cell, gap in zip(cells, between, strict=True)
    ]


def _column(ctx: Context, cell: Tree[Token], span: Span) -> ast.Column:
    item = cell.children[0] if len(cell.children) == 1 else None
    if isinstance(item, Tree) and item.data == "name":
        return ast.Column(address(ctx, item.children[0]), None, span=ctx.span(item))
    if isinstance(item, Tree) and item.data == "typed_column":
        name, kind = item.children
        return ast.Column(address(ctx, name), type_of(ctx, kind), span=ctx.span(item))
    ctx.found.append(NoHeading(span=span))
    return ast.Column(ast.Name("", span=span), None, span=span)


def _cell(ctx: Context, cell: Tree[Token], span: Span) -> ast.Cell:
    return ast.Cell(tuple(_cell_item(ctx, item) for item in cell.children if item is not None), span=span)


def _cell_item(ctx: Context, item: Child) -> ast.CellItem:
    if isinstance(item, Token):
        return cite(ctx, item) if item.type == "PASSAGE" else ast.Quoted(string(ctx, item), span=ctx.span(item))
    node = tree(item)
    if node.data == "nothing":
        return ast.Nothing(span=ctx.span(node))
    if node.data == "typed_column":
        ctx.found.append(TypeOutsideHeading(span=ctx.span(node)))
        return ast.Nothing(span=ctx.span(node))
    return domain(ctx, node)
