"""What a run asks: which claims of the chosen game, and which claims of games with more variants.

Mistakes that only a combination of variants shows are found here, before anything is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.checker.errors.wellformed import ChangeClash
from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.lower.about_rules import is_about_rules
from rulewright.syntax import ast
from rulewright_verify.planner.books import Books
from rulewright_verify.planner.built_in import asking_the_same
from rulewright_verify.planner.games import (
    Variants,
    each_pair,
    each_variant,
    first_game,
    for_each_count,
    no_pairs,
    with_claims_of_their_own,
)
from rulewright_verify.planner.same import same_game
from rulewright_verify.result import NoGame, VerifyOptions


@dataclass(frozen=True, slots=True)
class Selection:
    """`names`: claims of the chosen game. `also`: variants, with the claims that are asked of the game with them.
    `compared`: those of them that are held against the chosen game. `no_games`: variants that make no game of their
    own together. `passed_over`: claims about play, where only those about rules are asked."""

    names: tuple[str, ...]
    also: tuple[tuple[Variants, tuple[str, ...]], ...]
    compared: tuple[Variants, ...]
    found: tuple[Diagnostic, ...]
    no_games: tuple[NoGame, ...] = ()
    passed_over: tuple[str, ...] = ()


def selection(books: Books, options: VerifyOptions) -> Selection:
    """What is asked, and what is wrong with the variants that are asked about."""
    chosen = Configuration(options.players, options.scope, options.variants)
    book = books.book(chosen)
    known_already = books.check(chosen)[1]
    found: dict[Diagnostic, None] = {}
    own = with_claims_of_their_own(book, options.variants, options.claims)
    singles = each_variant(book, options.variants) if options.all_variants else ()
    pairs = each_pair(book, options.variants) if options.all_variants else ()
    compared = tuple(dict.fromkeys((*singles, *pairs)))
    also = []
    known = set(book.claims)
    passed_over: dict[str, None] = {}
    for variants in sorted(dict.fromkeys((*own, *compared)), key=len):
        here, more = books.check(replace(chosen, variants=variants))
        found.update(dict.fromkeys(each for each in more if each not in known_already))
        if here is None:
            continue
        names = [name for name in here.claims if variants in compared or name not in known]
        known |= set(names)
        also.append((variants, _wanted(here, names, options, passed_over)))
    wanted = _wanted(book, book.claims, options, passed_over)
    for variants, asked in ((options.variants, wanted), *also):
        if variants in pairs:
            continue  # there are very many of them: told by whoever comes to ask
        found.update(dict.fromkeys(_unfit_scopes(books, replace(chosen, variants=variants), asked)))
    found.update(dict.fromkeys(_idle(books, chosen, (options.variants, *singles))))
    no_games = no_pairs(book, options.variants) if options.all_variants else ()
    return Selection(
        wanted, tuple(also), compared, tuple(found), tuple(NoGame(*each) for each in no_games), tuple(passed_over)
    )


def _wanted(
    book: CheckedBook, names: Iterable[str], options: VerifyOptions, passed_over: dict[str, None]
) -> tuple[str, ...]:
    """Those of some claims that are asked for, by name or by that of something built in that they ask; where only
    those about rules are, the others are noted."""
    asked = {*options.claims, *asking_the_same(book, options.claims)}
    wanted = [name for name in names if not options.claims or name in asked]
    if options.rule_claims:
        passed_over.update((name, None) for name in wanted if not is_about_rules(book, name))
    return tuple(name for name in wanted if name not in passed_over)


def _unfit_scopes(books: Books, game: Configuration, names: Sequence[str]) -> Iterator[Diagnostic]:
    """What is wrong with the smaller games that claims are asked of: none of these claims is passed over."""
    if game.scope is not None:
        return
    book = books.book(game)
    for scope in dict.fromkeys(each.text for name in names for each in book.claims[name].scopes):
        for smaller in for_each_count(book, replace(game, scope=scope)):
            yield from (each for each in books.check(smaller)[1] if each.severity is ERROR)


def _idle(books: Books, chosen: Configuration, selections: tuple[Variants, ...]) -> Iterator[Diagnostic]:
    """Variants with which the game is the same as without them."""
    for variants in selections:
        for name in variants:
            if variants == chosen.variants or name not in chosen.variants:
                yield from _changes_nothing(books, replace(chosen, variants=variants), name)


def _changes_nothing(books: Books, game: Configuration, name: str) -> Iterator[Diagnostic]:
    without = replace(game, variants=tuple(each for each in game.variants if each != name))
    book, _ = books.check(game)
    before, _ = books.check(without)
    if book is None or before is None or _says_more(book, name):
        return
    with_it, without_it = first_game(book, game), first_game(before, without)
    if with_it.players != without_it.players:
        return
    if same_game(books.instance(with_it).system, books.instance(without_it).system):
        yield ChangeClash(
            span=book.variants[name].name.span, what=f"`{name}` changes nothing",
            hint="with it and without it the game is the same",
        )


def _says_more(book: CheckedBook, name: str) -> bool:
    """Whether a variant has something beside changes of the rules: claims, or other numbers of players."""
    variant = book.variants[name]
    return variant.players is not None or any(isinstance(change, ast.Adds) for change in variant.changes)
