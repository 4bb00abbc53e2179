"""What stands about a block: cited passages, gaps it rests on, sentences of a trace.

A sentence `told "{p} plays {card}"` has expressions in its braces. They are read here, and typed with the names that
are known where the sentence stands.
"""

from __future__ import annotations

from rulewright.checker.context import Context
from rulewright.checker.errors.lint import UnlistedPassage
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.sentences import check_told
from rulewright.checker.symbols import GapSymbol
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def check_notes(ctx: Context, notes: ast.Notes) -> None:
    """Everything but `told` inside a block of statements, which is read in its place there."""
    for cite in notes.cites:
        if cite.passage not in ctx.book.passages and not cite.quoted:
            near = nearest(cite.passage, ctx.book.passages)
            ctx.report(UnlistedPassage(span=cite.span, name=cite.passage, nearest=near))
    for name in notes.rests:
        gap = ctx.symbol(name.text, name)
        if isinstance(gap, GapSymbol):
            ctx.refs[id(name)] = gap
        else:
            near = nearest(name.text, ctx.book.all_of(ast.Gap))
            ctx.report(UnknownReference(span=name.span, what="gap", name=name.text, nearest=near))


def check_told_after(ctx: Context, notes: ast.Notes, n_statements: int) -> None:
    """The sentences that stand behind the first `n_statements` statements of their block."""
    for told in notes.told:
        if told.after == n_statements:
            check_told(ctx, told)
