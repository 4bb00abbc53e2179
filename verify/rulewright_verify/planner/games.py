"""Which games a rulebook describes: numbers of players, variants with what they need, pairs of variants."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.checker.variants import with_needed
from rulewright.syntax import ast

Variants = tuple[str, ...]


def player_counts(book: CheckedBook, variants: Iterable[str], scope: str | None) -> tuple[int, ...]:
    """How many may play: as the rulebook says, narrowed by variants and by the scope."""
    least, most = book.player_counts
    narrowed = [book.variants[name].players for name in variants if name in book.variants]
    if scope is not None and scope in book.scopes:
        narrowed.append(book.scopes[scope].players)
    for players in narrowed:
        if players is not None:
            fewest = _number(players.least, least)
            most = min(most, _number(players.most, most) if players.most is not None else fewest)
            least = max(least, fewest)
    return tuple(range(least, most + 1))


def _number(node: ast.Expr, otherwise: int) -> int:
    return node.value if isinstance(node, ast.Number) else otherwise


def for_each_count(book: CheckedBook, game: Configuration) -> tuple[Configuration, ...]:
    """The same game for every number of players, or only for that which is fixed (none if it cannot play)."""
    counts = player_counts(book, game.variants, game.scope)
    return tuple(replace(game, players=n) for n in counts if game.players is None or n == game.players)


def first_game(book: CheckedBook, asked: Configuration) -> Configuration:
    """With the least number of players that may play, unless the number is fixed."""
    return next(iter(for_each_count(book, asked)), asked)


def with_claims_of_their_own(book: CheckedBook, chosen: Variants, only: Collection[str] = ()) -> tuple[Variants, ...]:
    """Variants for which the rulebook has claims or examples that the game as it is played here does not have; if
    `only` some claims are asked, those that have one of them."""
    found: dict[Variants, None] = {}
    for wanted, declared in _spoken_of(book):
        if only and not declared & set(only):
            continue
        names = together(book, (*chosen, *wanted))
        if names is not None and set(names) != set(chosen):
            found[names] = None
    return tuple(found)


def _spoken_of(book: CheckedBook) -> Iterator[tuple[Variants, frozenset[str]]]:
    """Variants, and the names of what is declared for the game with them."""
    for item in book.items:
        match item:
            case ast.Claim() | ast.Example():
                under = tuple(each.variant.text for each in item.under if isinstance(each, ast.WithVariant))
                if under:
                    yield under, frozenset({item.name.text})
            case ast.Variant(name, changes=changes):
                declared = frozenset(_claims_added(changes))
                if declared:
                    yield (name.text,), declared


def _claims_added(changes: Iterable[ast.Change]) -> Iterator[str]:
    for change in changes:
        if isinstance(change, ast.Adds) and isinstance(change.declaration, ast.Claim | ast.Example):
            yield change.declaration.name.text


def each_variant(book: CheckedBook, chosen: Variants) -> tuple[Variants, ...]:
    """Each variant with what it needs, beside those that are chosen."""
    found = {names: None for name in book.variants if (names := together(book, (*chosen, name))) is not None}
    return tuple(names for names in found if set(names) != set(chosen))


def each_pair(book: CheckedBook, chosen: Variants) -> tuple[Variants, ...]:
    """Each two variants that may be played together, with what they need, unless one needs the other anyway."""
    alone = each_variant(book, chosen)
    known = {frozenset(names) for names in alone}
    found: dict[frozenset[str], Variants] = {}
    for left, right in combinations(alone, 2):
        names = together(book, (*left, *right))
        if names is not None and frozenset(names) not in known:
            found.setdefault(frozenset(names), names)
    return tuple(found.values())


def no_pairs(book: CheckedBook, chosen: Variants) -> Iterator[tuple[Variants, str]]:
    """Each two variants that are no game of their own beside those that are told alone, and why."""
    alone = {name: together(book, (*chosen, name)) for name in book.variants if name not in chosen}
    for left, right in combinations(alone, 2):
        a, b = alone[left], alone[right]
        if a is None or b is None:
            continue
        if together(book, (*a, *b)) is None:
            why = "exclude each other" if _excluded(book, (*a, *b)) else "are for different numbers of players"
            yield (left, right), why
        elif set(a) <= set(b) or set(b) <= set(a):
            first, other = (right, left) if set(a) <= set(b) else (left, right)
            yield (left, right), f"are the game of {first}, which needs {other}"


def together(book: CheckedBook, names: Iterable[str]) -> Variants | None:
    """Variants with all that they need, in the order in which they are declared; None if one excludes another, or if
    no number of players (or not the one that is fixed) fits all of them."""
    wanted = {each for name in names for each in with_needed(book.variants, name)}
    chosen = tuple(name for name in book.variants if name in wanted)
    if _excluded(book, chosen) or not _can_meet(book, chosen):
        return None
    return chosen


def _excluded(book: CheckedBook, chosen: Collection[str]) -> set[str]:
    """Those that another one excludes."""
    return set(chosen) & {
        other.text
        for name in chosen for change in book.variants[name].changes if isinstance(change, ast.Excludes)
        for other in change.variants
    }


def _can_meet(book: CheckedBook, chosen: Variants) -> bool:
    fixed = book.configuration.players
    counts = [set(player_counts(book, (name,), None)) for name in chosen]
    if fixed is not None:
        counts.append({fixed})
    return not counts or bool(set.intersection(*counts))


def named(variants: Variants, chosen: Variants = ()) -> str:
    """`a + b`: the variants beside those that are chosen anyway."""
    return " + ".join(name for name in variants if name not in chosen)
