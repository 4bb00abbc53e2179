"""From the text of a file to its syntax tree, and back.

Lark is known here only, and here only to `parser`. Read in this order: `ast`, `parse`, `build`, `printer`.
"""

from rulewright.syntax.parse import parse_file

__all__ = ["parse_file"]
