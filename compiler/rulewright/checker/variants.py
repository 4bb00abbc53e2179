"""Variants: functions from the items of a rulebook to other items, before anything has a type."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checker.errors.wellformed import BadConfiguration
from rulewright.diagnostics import Diagnostic, nearest
from rulewright.syntax import ast


def apply_variants(
    rulebook: ast.Rulebook, items: Sequence[ast.Item], names: tuple[str, ...]
) -> tuple[list[ast.Item], list[Diagnostic]]:
    """The items of the game that is played with these variants."""
    found: list[Diagnostic] = []
    variants = {item.name.text: item for item in items if isinstance(item, ast.Variant)}
    for name in names:
        if name not in variants:
            near = nearest(name, variants)
            found.append(BadConfiguration(
                span=rulebook.name.span, what=f"there is no variant `{name}`",
                hint=f"did you mean `{near}`?" if near is not None else None,
            ))
    return list(items), found
