"""Lark's tree to the syntax tree, one function for each kind of node.

Takes a tree as `parser` gives it and never fails on one. What the grammar lets through and the language
does not allow is put into `Context.found`. Read in this order: `context`, `expressions`, `data`, `statements`,
`claims`, `declarations`, `variants`.
"""

from rulewright.syntax.build.context import Context
from rulewright.syntax.build.variants import item

__all__ = ["Context", "item"]
