"""Rulewright for Sphinx: rulebooks in colour, and the pages of the manual that are made from the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Colour fenced blocks marked `rules`."""
    from rulewright_sphinx.lexer import RulesLexer

    app.add_lexer("rules", RulesLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
