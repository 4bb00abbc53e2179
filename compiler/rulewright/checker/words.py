"""Pieces of a rulebook as they are quoted in messages."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.syntax import ast

LONGEST = 60


def text_of(node: ast.Node) -> str:
    """The words of the rulebook for a node, on one line."""
    words = " ".join(node.span.text.split())
    return words if len(words) <= LONGEST else words[: LONGEST - 3] + "..."


def listed(names: Iterable[str], *, most: int = 6) -> str | None:
    """`a`, `b` and `c`; None for nothing, and no more than there is room for."""
    found = [f"`{name}`" for name in names]
    if not found:
        return None
    if len(found) > most:
        found = [*found[: most - 1], f"{len(found) - most + 1} more"]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def counted(number: int, noun: str) -> str:
    """`1 value`, `3 values`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
