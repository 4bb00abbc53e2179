"""What all builders need: places, names and strings out of Lark's tree."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.diagnostics import Diagnostic
from rulewright.source import SourceFile, Span
from rulewright.syntax import ast
from rulewright.syntax.errors import SaidTwice, SaysNothing, UnknownEscape, WordAsName
from rulewright.syntax.parser import Token, Tree
from rulewright.syntax.words import OTHER_NAMES, RESERVED

Child = Tree[Token] | Token | None
NOTE_KINDS = frozenset(("text", "told", "cites", "rests"))


@dataclass
class Context:
    """The file that is built, the offset of the parsed text in it, how deep we are, and what was found on the way."""

    file: SourceFile
    offset: int = 0
    depth: int = 0
    found: list[Diagnostic] = field(default_factory=list)

    def span(self, node: Tree[Token] | Token) -> Span:
        place = node if isinstance(node, Token) else node.meta
        start, end = place.start_pos, place.end_pos
        assert start is not None and end is not None
        return Span(self.file, self.offset + start, self.offset + end)


def trees(children: Iterable[Child]) -> Iterator[Tree[Token]]:
    return (child for child in children if isinstance(child, Tree))


def tree(child: Child) -> Tree[Token]:
    assert isinstance(child, Tree), child
    return child


def token(child: Child) -> Token:
    assert isinstance(child, Token), child
    return child


def used(ctx: Context, child: Child) -> ast.Name:
    """A name that refers to something."""
    return ast.Name(str(token(child)), span=ctx.span(token(child)))


def address(ctx: Context, child: Child) -> ast.Name:
    """The name of a step, a label or a column: it stands where no word of the language can be meant."""
    return used(ctx, child)


def declared(ctx: Context, child: Child) -> ast.Name:
    """A name that is given here, and used in expressions or as the beginning of a line."""
    name = used(ctx, child)
    if name.text in RESERVED:
        ctx.found.append(WordAsName(word=name.text, suggestion=OTHER_NAMES[name.text], span=name.span))
    return name


def names_used(ctx: Context, child: Child) -> tuple[ast.Name, ...]:
    return tuple(used(ctx, name) for name in tree(child).children)


def names_declared(ctx: Context, child: Child) -> tuple[ast.Name, ...]:
    return tuple(declared(ctx, name) for name in tree(child).children)


def path(ctx: Context, child: Child) -> ast.Path:
    return ast.Path(names_used(ctx, child), span=ctx.span(tree(child)))


def string(ctx: Context, child: Child) -> str:
    """A text without its quotes; a line end in it, with the blanks around it, is one blank."""
    quoted = token(child)
    inner = quoted[1:-1]
    if "\n" in inner:
        inner = " ".join(line.strip() for line in inner.split("\n"))
    if "\\" not in inner:
        return inner
    return _unescaped(ctx, quoted, inner)


def _unescaped(ctx: Context, quoted: Token, inner: str) -> str:
    pieces: list[str] = []
    rest = inner
    while (cut := rest.find("\\")) >= 0:
        sign = rest[cut + 1]
        if sign not in '"\\':
            at = ctx.span(quoted).start + quoted.find("\\" + sign)
            ctx.found.append(UnknownEscape(sign=sign, span=Span(ctx.file, at, at + 2)))
        pieces += [rest[:cut], sign]
        rest = rest[cut + 2 :]
    return "".join([*pieces, rest])


def others(children: Iterable[Child]) -> list[Tree[Token]]:
    """The lines of a block that are no notes."""
    return [node for node in trees(children) if node.data not in NOTE_KINDS]


def of_kind(children: Iterable[Child], *kinds: str) -> list[Tree[Token]]:
    return [node for node in trees(children) if node.data in kinds]


def only(ctx: Context, found: list[Tree[Token]], what: str) -> Tree[Token] | None:
    """The one line of its kind; a second one is reported."""
    for again in found[1:]:
        first = ctx.span(found[0])
        ctx.found.append(SaidTwice(what=what, span=ctx.span(again), also=((first, "here first"),)))
    return found[0] if found else None


def demand(ctx: Context, found: list[Tree[Token]], heading: ast.Name | Span, what: str, wanted: str) -> None:
    """Reports a block that consists of notes alone."""
    if not found:
        span = heading if isinstance(heading, Span) else heading.span
        ctx.found.append(SaysNothing(what=what, wanted=wanted, span=span))
