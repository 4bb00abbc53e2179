"""The syntax tree as canonical text: what `format` writes.

Takes a tree; gives text that parses into an equal tree. Notes come first in their block, conditions have no
more brackets than they need, tables stand in columns. Remarks (`# ...`) are not part of the tree and do not
survive. Read in this order: `expressions`, `data`, `statements`, `claims`, `declarations`, `variants`.
"""

from itertools import pairwise

from rulewright.syntax import ast
from rulewright.syntax.printer.expressions import expr
from rulewright.syntax.printer.variants import item

__all__ = ["expr", "item", "print_file"]


def print_file(file: ast.File) -> str:
    """All items of a file, with an empty line between them unless both are single lines of one kind."""
    printed = [item(node) for node in file.items]
    parts = printed[:1]
    for (node, lines), (other, following) in pairwise(zip(file.items, printed, strict=True)):
        together = type(node) is type(other) and len(lines) == len(following) == 1
        parts.append(following if together else ["", *following])
    return "".join(f"{line}\n" for lines in parts for line in lines)
