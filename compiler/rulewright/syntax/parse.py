"""From the text of a file to its syntax tree, with everything that is wrong found in one go.

Takes a source file; gives its tree and the diagnostics in the order of their places. A file is cut into lines,
the lines into parts that begin at the left margin, and each part is parsed for itself, so that a mistake
spoils no other part. Parts with mistakes are left out of the tree.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic
from rulewright.source import SourceFile, Span
from rulewright.syntax import ast
from rulewright.syntax.build import Context, item
from rulewright.syntax.errors import TooDeep, TooManyErrors, UnknownHeading
from rulewright.syntax.lines import Line, cut_into_lines
from rulewright.syntax.parser import Tree
from rulewright.syntax.recover import Budget, parse_part

MOST_ERRORS = 50


def parse_file(file: SourceFile) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """The tree of a file, without the parts that have mistakes, and the mistakes."""
    layout = cut_into_lines(file)
    found = list(layout.found)
    items: list[ast.Item] = []
    budget = Budget()
    stray = False
    unread: Span | None = None
    for lines in () if _is_hopeless(found) else _parts(layout.lines):
        if len(found) > MOST_ERRORS or budget.characters <= 0:
            unread = Span(file, lines[0].pieces[0].start, lines[0].end)
            break
        tree, wrong = parse_part(file, layout.text, lines, budget)
        if tree is None:
            # Of several lines in a row that are no headings, the first says enough.
            is_stray = bool(wrong) and isinstance(wrong[0], UnknownHeading) and wrong[0].nearest is None
            found += wrong[1:] if is_stray and stray else wrong
            stray = is_stray
            continue
        stray = False
        ctx = Context(file, lines[0].start)
        items += [item(ctx, node) for node in tree.children if isinstance(node, Tree)]
        found += ctx.found
    return ast.File(tuple(items), span=Span(file, 0, len(file.text))), _in_order(file, found, unread)


def _in_order(file: SourceFile, found: list[Diagnostic], unread: Span | None) -> tuple[Diagnostic, ...]:
    """Mistakes by their places, no more than anybody would read, and where the rest of the file begins."""
    found.sort(key=lambda diagnostic: (diagnostic.span.start, diagnostic.code.id))
    if len(found) > MOST_ERRORS:
        unread = found[MOST_ERRORS].span
        del found[MOST_ERRORS:]
    if unread is not None:
        found.append(TooManyErrors(path=file.display, n_shown=len(found), span=unread))
    return tuple(found)


def _parts(lines: list[Line]) -> Iterator[list[Line]]:
    """Headings at the left margin, each with the lines below it."""
    part: list[Line] = []
    for line in lines:
        if line.indent == 0 and part:
            yield part
            part = []
        part.append(line)
    if part:
        yield part


def _is_hopeless(found: list[Diagnostic]) -> bool:
    """Blocks so deep inside each other that nothing should try to follow them."""
    return any(isinstance(diagnostic, TooDeep) and diagnostic.what == "block" for diagnostic in found)
