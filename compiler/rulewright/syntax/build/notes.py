"""Texts and notes out of Lark's tree."""

from collections.abc import Iterable

from rulewright.syntax import ast
from rulewright.syntax.build.context import NOTE_KINDS, Child, Context, names_used, of_kind, string, token, trees
from rulewright.syntax.build.expressions import optional_expr
from rulewright.syntax.parser import Token, Tree


def text(ctx: Context, node: Tree[Token]) -> ast.Text:
    language, quoted = node.children
    return ast.Text(None if language is None else str(language), string(ctx, quoted), span=ctx.span(node))


def notes(ctx: Context, children: Iterable[Child]) -> ast.Notes:
    """The notes among the lines of a block in which their order does not matter."""
    return block_notes(ctx, of_kind(children, *NOTE_KINDS))


def block_notes(ctx: Context, children: Iterable[Child]) -> ast.Notes:
    """The notes among the steps of a block: a `told` knows how many steps stand before it."""
    texts: list[ast.Text] = []
    told: list[ast.Told] = []
    cites: list[ast.Cite] = []
    rests: list[ast.Name] = []
    n_others = 0
    for node in trees(children):
        match node.data:
            case "text":
                texts.append(text(ctx, node))
            case "told":
                told.append(_told(ctx, node, n_others))
            case "cites":
                cites += [cite(ctx, token(child)) for child in node.children]
            case "rests":
                rests += names_used(ctx, node.children[0])
            case _:
                n_others += 1
    if not (texts or told or cites or rests):
        return ast.NO_NOTES
    return ast.Notes(tuple(texts), tuple(told), tuple(cites), tuple(rests))


def cite(ctx: Context, child: Token) -> ast.Cite:
    if child.type == "PASSAGE":
        return ast.Cite(str(child), span=ctx.span(child))
    return ast.Cite(string(ctx, child), quoted=True, span=ctx.span(child))


def _told(ctx: Context, node: Tree[Token], after: int) -> ast.Told:
    to, language, quoted = node.children
    spoken = None if language is None else str(token(language))
    return ast.Told(spoken, string(ctx, quoted), after, optional_expr(ctx, to), span=ctx.span(node))
