"""tmp"""

from rulewright.source import SourceFile
from rulewright.diagnostics import Diagnostic
from rulewright.syntax import ast
from rulewright.syntax.build import Context, item
from rulewright.syntax.parser import parse_text, Tree
from rulewright.source import Span


def parse_file(file: SourceFile) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    ctx = Context(file)
    tree = parse_text(file.text)
    items = tuple(item(ctx, node) for node in tree.children if isinstance(node, Tree))
    return ast.File(items, span=Span(file, 0, len(file.text))), tuple(ctx.found)
