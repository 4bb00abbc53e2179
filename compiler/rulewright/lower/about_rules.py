"""Which claims are about rules alone, told from the tree: nothing need be lowered to know it."""

from __future__ import annotations

from rulewright.checker.symbols import CheckedBook
from rulewright.lower.context import Context
from rulewright.lower.quantities import is_measured
from rulewright.syntax import ast


def is_about_rules(book: CheckedBook, name: str) -> bool:
    """Whether no clause of a claim looks at play."""
    claim = book.claims[name]
    return claim.given is None and all(_asks_rules(Context(book), clause) for clause in claim.clauses)


def _asks_rules(ctx: Context, clause: ast.Clause) -> bool:
    match clause:
        case ast.ForAll(_, clauses):
            return all(_asks_rules(ctx, each) for each in clauses)
        case ast.Holds(test):
            return not is_measured(ctx, test)
    return isinstance(clause, ast.SameForEvery | ast.SameAs)
