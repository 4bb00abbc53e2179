"""The checker as a whole: from a linked rulebook to a `CheckedBook`.

Everything is looked at, whatever is wrong; a mistake silences only what cannot be judged because of it.
"""

from __future__ import annotations

from rulewright.checker import declarations
from rulewright.checker.claims import check_claim, needs_other_variants
from rulewright.checker.context import Context
from rulewright.checker.errors.names import NotInThisGame
from rulewright.checker.examples import check_example
from rulewright.checker.instances import check_scope, check_sets
from rulewright.checker.link import Linked
from rulewright.checker.notes import check_notes
from rulewright.checker.printednames import check_printed_names
from rulewright.checker.rules import check_rule
from rulewright.checker.statements import check_procedure
from rulewright.checker.symbols import CheckedBook, Configuration, Symbol
from rulewright.checker.tables import is_effect_table
from rulewright.checker.wellformed import check_wellformed
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.syntax import ast


def check_linked(linked: Linked, configuration: Configuration) -> tuple[CheckedBook | None, list[Diagnostic]]:
    """The checked rulebook, unless there are errors; and all that is to be said, in text order."""
    ctx = Context(configuration, linked.book, linked.players, declarations.make)
    span = linked.book.rulebook.players.span if linked.book.rulebook.players is not None else None
    ctx.symbols["Player"] = declarations.player_symbol(linked.players, span)
    _declare_all(ctx)
    _check_bodies(ctx)
    _check_claims(ctx)
    check_wellformed(ctx)
    check_printed_names(ctx)
    if any(each.severity is ERROR for each in ctx.diagnostics):
        return None, _in_text_order(ctx.diagnostics)
    return _book(ctx, linked), _in_text_order(ctx.diagnostics)


def _declare_all(ctx: Context) -> None:
    """Tables of effects wait until a `look up` tells what they are asked with."""
    for name, node in ctx.book.declared.items():
        if not (isinstance(node, ast.Table) and is_effect_table(node)):
            ctx.symbol(name)
    for item in ctx.book.items:
        _check_item_notes(ctx, item)


def _check_item_notes(ctx: Context, item: ast.Item) -> None:
    """What stands about declarations. Rules, procedures, claims and examples look at their own notes."""
    match item:
        case ast.Reading(_, parts) | ast.Record(_, _, parts) | ast.State(parts):
            for part in parts:
                check_notes(ctx, part.notes)
            check_notes(ctx, item.notes)
        case ast.Rulebook() | ast.Gap() | ast.Param() | ast.Enum() | ast.Cards() | ast.Die():
            check_notes(ctx, item.notes)
        case ast.Table():
            check_notes(ctx, item.notes)
        case _:
            pass


def _check_bodies(ctx: Context) -> None:
    for node in list(ctx.book.declared.values()):
        match node:
            case ast.Rule():
                check_rule(ctx, node)
            case ast.Procedure():
                check_procedure(ctx, node)
            case _:
                pass
    for name in ctx.book.all_of(ast.Table):
        ctx.symbol(name)


def _check_claims(ctx: Context) -> None:
    """In a scope, claims that do not name it are left out if they do not fit it."""
    for scope in ctx.book.scopes.values():
        check_scope(ctx, scope)
    for sets in ctx.book.sets:
        check_sets(ctx, sets)
    for name, claim in list(ctx.book.claims.items()):
        if needs_other_variants(ctx, claim) or not _fits(ctx, claim):
            del ctx.book.claims[name]
    for name, example in list(ctx.book.examples.items()):
        if needs_other_variants(ctx, example) or not _fits(ctx, example):
            del ctx.book.examples[name]


def _fits(ctx: Context, node: ast.Claim | ast.Example) -> bool:
    """Check a claim or an example; False if it does not fit a scope that it does not name."""
    before = len(ctx.diagnostics)
    if isinstance(node, ast.Claim):
        check_claim(ctx, node)
    else:
        check_example(ctx, node)
    scope = ctx.configuration.scope
    named = isinstance(node, ast.Claim) and any(each.text == scope for each in node.scopes)
    if len(ctx.diagnostics) == before:
        return True
    if isinstance(node, ast.Claim) and scope is None and _is_for_more_players(ctx, node, ctx.diagnostics[before:]):
        del ctx.diagnostics[before:]
        ctx.elsewhere.add(node.name.text)
        return True
    if scope is None or named:
        return True
    del ctx.diagnostics[before:]
    return False


def _is_for_more_players(ctx: Context, claim: ast.Claim, found: list[Diagnostic]) -> bool:
    """Whether all that is wrong are names of players who are there in each of the scopes that a claim names."""
    scopes = [ctx.book.scopes[each.text] for each in claim.scopes if each.text in ctx.book.scopes]
    counts = [each.players.least for each in scopes if each.players is not None]
    fewest = [each.value for each in counts if isinstance(each, ast.Number)]
    if not scopes or len(fewest) < len(claim.scopes):
        return False
    n = min(fewest)
    declared = ctx.book.rulebook.players.names if ctx.book.rulebook.players is not None else ()
    names = {each.text for each in declared[:n]} or {f"Player_{i}" for i in range(1, n + 1)}
    return all(isinstance(each, NotInThisGame) and each.name in names for each in found)


def _in_text_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """By file and place; the same thing is said once."""
    distinct = dict.fromkeys(found)
    return sorted(distinct, key=lambda each: (each.span.file.display, each.span.start, each.code.id))


def _book(ctx: Context, linked: Linked) -> CheckedBook:
    order = ["Player", *ctx.book.declared]
    symbols: dict[str, Symbol] = {
        name: symbol for name in order if (symbol := ctx.symbols.get(name)) is not None
    }
    return CheckedBook(
        name=ctx.book.rulebook.name.text,
        title={text.language or "en": text.string for text in ctx.book.rulebook.titles},
        configuration=ctx.configuration,
        players=linked.players,
        player_counts=linked.player_counts,
        items=ctx.book.items,
        rulebook=ctx.book.rulebook,
        symbols=symbols,
        refs=ctx.refs,
        types=ctx.types,
        constants=ctx.constants,
        recoded=ctx.recoded,
        binders=ctx.binders,
        paths=ctx.paths,
        labels=ctx.labels,
        claims=ctx.book.claims,
        scopes=ctx.book.scopes,
        examples=ctx.book.examples,
        variants=ctx.book.variants,
        told=ctx.told,
        elsewhere=frozenset(ctx.elsewhere),
    )
