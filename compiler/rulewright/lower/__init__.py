"""Lowering: a checked rulebook to the core. What a construct of the language means is what it is lowered to here.

Reading order: `values`, `context`, `layout` (data), `expressions`, `demands`, `rules` (answers), `graph`,
`procedures`, `loops`, `choices`, `moves`, `handles`, `sentences` (play), `system` (the entry), `claims`, `examples`.
"""

from rulewright.lower.system import Lowered, lower

__all__ = ["Lowered", "lower"]
