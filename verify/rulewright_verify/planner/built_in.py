"""What is asked of every game, by name, and the claims in which a rulebook asks it itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulewright.checker.symbols import CheckedBook, KindsSymbol
from rulewright.syntax import ast

STUCK = "never_stuck"
BREAKS_DOWN = "no_play_breaks_down"


def built_in(book: CheckedBook) -> tuple[str, ...]:
    """The names of what is asked of every game; a claim of the rulebook may have the name, and then it is meant."""
    kept = (f"{one.name}_conserved" for one in book.symbols.values() if isinstance(one, KindsSymbol))
    return tuple(name for name in (STUCK, *kept, BREAKS_DOWN) if name not in book.claims)


def asking_the_same(book: CheckedBook, names: Collection[str]) -> Iterator[str]:
    """The claims for whose sake something built in is not asked again, if it is among these names."""
    wanted = set(names) & set(built_in(book))
    for name, claim in book.claims.items():
        if not claim.scopes and any(_name_of(clause) in wanted for clause in claim.clauses):
            yield name


def _name_of(clause: ast.Clause) -> str | None:
    """What a clause is called when it is asked of every game."""
    match clause:
        case ast.NeverStuck(ast.ProcedureRef(path=path)) if path.text == "game":
            return STUCK
        case ast.Always(ast.Call(ast.Name("conserved"), (ast.Argument(value=ast.Name(kinds)),))):
            return f"{kinds}_conserved"
    return None
