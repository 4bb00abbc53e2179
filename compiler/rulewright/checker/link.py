"""All files of a rulebook as one, in one configuration: which variants, which scope, how many players.

What hangs on the configuration, like bounds and numbers of cards, is settled before anything has a type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.checker.book import Book, collect
from rulewright.checker.errors.names import NoRulebook, PlayerNames, TwoRulebooks
from rulewright.checker.errors.wellformed import BadConfiguration, ChangeClash
from rulewright.checker.symbols import Configuration
from rulewright.checker.types import PlayerType
from rulewright.checker.variants import apply_variants, check_alone
from rulewright.checker.words import listed
from rulewright.diagnostics import Diagnostic, nearest
from rulewright.source import SourceFile, Span
from rulewright.syntax import ast

MOST_PLAYERS = 64


@dataclass(frozen=True, slots=True)
class Linked:
    """`player_counts`: the least and the greatest number of players that the rulebook allows."""

    book: Book
    players: PlayerType
    player_counts: tuple[int, int]


def link(
    files: Sequence[tuple[SourceFile, ast.File]], configuration: Configuration
) -> tuple[Linked | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    items = [item for _, file in files for item in file.items]
    rulebook = _the_rulebook(files, items, found)
    if rulebook is None:
        return None, found
    found += check_alone(rulebook, items)
    items, more = apply_variants(rulebook, items, configuration.variants)
    found += more
    found = sorted(dict.fromkeys(found), key=lambda each: (each.span.file.display, each.span.start, each.code.id))
    if any(isinstance(each, BadConfiguration | ChangeClash) for each in found):
        return None, found
    book, more = collect(rulebook, tuple(item for item in items))
    found += more
    _collect_passages(book)
    scope = _scope(book, configuration, found)
    variants = [book.variants[name] for name in configuration.variants if name in book.variants]
    book.sets = (
        *(change for variant in variants for change in variant.changes if isinstance(change, ast.Sets)),
        *(scope.sets if scope is not None else ()),
    )
    book.keeps = scope.keeps if scope is not None else ()
    book.varies = scope.varies if scope is not None else ()
    counts = _counts(rulebook.players, found)
    parts: list[ast.Variant | ast.Scope] = [*book.variants.values(), *book.scopes.values()]
    for part in parts:
        found += _outside(part, counts)
    narrowed = [each.players for each in (*variants, *((scope,) if scope is not None else ())) if each.players]
    players = _players(rulebook, counts, [_counts(each, found) for each in narrowed], configuration, found)
    if any(isinstance(each, BadConfiguration) for each in found):
        return None, found
    return Linked(book, players, counts), found


def _the_rulebook(
    files: Sequence[tuple[SourceFile, ast.File]], items: Sequence[ast.Item], found: list[Diagnostic]
) -> ast.Rulebook | None:
    rulebooks = [item for item in items if isinstance(item, ast.Rulebook)]
    if not rulebooks:
        if files:
            source = files[0][0]
            found.append(NoRulebook(span=Span(source, 0, min(len(source.text), 1))))
        return None
    first = rulebooks[0]
    for other in rulebooks[1:]:
        also = ((first.name.span, "the first"),)
        found.append(TwoRulebooks(
            span=other.name.span, name=other.name.text, first=first.name.text, also=also
        ))
    return first


def _collect_passages(book: Book) -> None:
    """Number of a passage to the name of its source."""
    for name in book.all_of(ast.Source):
        node = book.declared[name]
        assert isinstance(node, ast.Source)
        for row in node.passages.rows if node.passages is not None else ():
            if row.cells and row.cells[0].items:
                item = row.cells[0].items[0]
                number = item.passage if isinstance(item, ast.Cite) else item.span.text.strip().strip('"')
                book.passages.setdefault(number, name)


def _scope(book: Book, configuration: Configuration, found: list[Diagnostic]) -> ast.Scope | None:
    if configuration.scope is None:
        return None
    scope = book.scopes.get(configuration.scope)
    if scope is None:
        near = nearest(configuration.scope, book.scopes)
        found.append(BadConfiguration(
            span=book.rulebook.name.span, what=f"there is no scope `{configuration.scope}`",
            hint=f"did you mean `{near}`?" if near is not None else _known(book.scopes),
        ))
    return scope


def _known(names: object) -> str | None:
    told = listed(names)  # type: ignore[arg-type]
    return f"there is {told}" if told is not None else None


# ---------------------------------------------------------------- players
def _counts(node: ast.Players | None, found: list[Diagnostic]) -> tuple[int, int]:
    if node is None:
        return 1, 1
    least = _number(node.least, found)
    most = least if node.most is None else _number(node.most, found)
    if node.names and most != len(node.names):
        found.append(PlayerNames(span=node.span, names=len(node.names), count=most))
    return least, max(least, most)


def _outside(part: ast.Variant | ast.Scope, counts: tuple[int, int]) -> list[Diagnostic]:
    """A variant or a scope for a number of players for which the game is not."""
    found: list[Diagnostic] = []
    if part.players is None:
        return found
    least, most = _counts(part.players, found)
    if not found and not counts[0] <= least <= most <= counts[1]:
        told = f"{counts[0]}" if counts[0] == counts[1] else f"{counts[0]} to {counts[1]}"
        asked = f"{least}" if least == most else f"{least} to {most}"
        found.append(BadConfiguration(
            span=part.players.span, what=f"`{part.name.text}` is for {asked} players, and the game is not",
            hint=f"the game is for {told}: write a number of these here, or more in the first lines of the rulebook",
        ))
    return found


def _number(node: ast.Expr, found: list[Diagnostic]) -> int:
    if isinstance(node, ast.Number) and 1 <= node.value <= MOST_PLAYERS:
        return node.value
    hint = f"write a number from 1 to {MOST_PLAYERS}"
    if isinstance(node, ast.Arithmetic) and node.operator is ast.ArithmeticOp.MINUS:
        hint = f"write `{node.left.span.text}..{node.right.span.text}`"  # `2-4`, which is minus 2
    found.append(BadConfiguration(span=node.span, what=f"`{node.span.text}` is no number of players", hint=hint))
    return 1


def _players(
    rulebook: ast.Rulebook,
    counts: tuple[int, int],
    narrowed: list[tuple[int, int]],
    configuration: Configuration,
    found: list[Diagnostic],
) -> PlayerType:
    """As many as the configuration says, else as the scope or a variant says, else the least that may play."""
    least, most = counts
    for low, high in narrowed:
        least, most = low, high
    n = configuration.players
    if n is not None and not least <= n <= most:
        told = f"{least}" if least == most else f"{least} to {most}"
        found.append(BadConfiguration(
            span=(rulebook.players or rulebook.name).span, what=f"{n} cannot play", hint=f"it is for {told} players"
        ))
        n = None
    n = n or least
    names = [name.text for name in rulebook.players.names] if rulebook.players is not None else []
    if len(names) < n:
        names = [f"Player_{i}" for i in range(1, n + 1)]
    return PlayerType(tuple(names[:n]))
