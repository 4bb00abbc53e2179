"""Variants: functions from the items of a rulebook to other items, before anything has a type.

All `sets` first (they are read by params and tables), then what is replaced, what is added, what is done instead, then
conditions, then prohibitions; so a prohibition holds for what others add, too. A change that names something that
is not there is a mistake, and so are two changes of one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.checker.changes import Game
from rulewright.checker.errors.names import UnknownReference
from rulewright.checker.errors.wellformed import BadConfiguration
from rulewright.diagnostics import Diagnostic, nearest
from rulewright.syntax import ast


def apply_variants(
    rulebook: ast.Rulebook, items: Sequence[ast.Item], names: tuple[str, ...]
) -> tuple[list[ast.Item], list[Diagnostic]]:
    """The items of the game that is played with these variants."""
    game = Game(rulebook, list(items))
    variants = game.variants()
    chosen = [variants[name] for name in names if name in variants]
    for name in names:
        if name not in variants:
            near = nearest(name, variants)
            game.found.append(BadConfiguration(
                span=rulebook.name.span, what=f"there is no variant `{name}`",
                hint=f"did you mean `{near}`?" if near is not None else None,
            ))
    game.check_together(chosen, variants)
    if game.found:
        return game.items, game.found
    for stage in _STAGES:
        for variant in chosen:
            for change in variant.changes:
                if isinstance(change, stage):
                    game.apply(variant, change)
    return game.items, game.found


def check_alone(rulebook: ast.Rulebook, items: Sequence[ast.Item]) -> list[Diagnostic]:
    """Whether each variant, with those that it needs, finds what it changes."""
    found: list[Diagnostic] = []
    variants = Game(rulebook, list(items)).variants()
    for name, variant in variants.items():
        if variant.base.text != rulebook.name.text:
            found.append(UnknownReference(
                span=variant.base.span, what="rulebook", name=variant.base.text,
                nearest=nearest(variant.base.text, (rulebook.name.text,)),
            ))
        for other in _named(variant):
            if other.text not in variants:
                found.append(UnknownReference(
                    span=other.span, what="variant", name=other.text, nearest=nearest(other.text, variants)
                ))
        found += apply_variants(rulebook, items, with_needed(variants, name))[1]
    return found


def _named(variant: ast.Variant) -> Iterator[ast.Name]:
    for change in variant.changes:
        match change:
            case ast.Needs(names) | ast.Excludes(names):
                yield from names
            case ast.InsteadOf(_, over):
                yield from over


def with_needed(variants: Mapping[str, ast.Variant], name: str) -> tuple[str, ...]:
    """A variant behind those that it needs, and those that they need."""
    found: list[str] = []
    pending = [name]
    while pending:
        variant = variants.get(pending.pop())
        for change in variant.changes if variant is not None else ():
            if isinstance(change, ast.Needs):
                for each in change.variants:
                    if each.text not in found and each.text != name:
                        found.insert(0, each.text)
                        pending.append(each.text)
    return (*(each for each in found if each in variants), name)


_STAGES: tuple[tuple[type[ast.Node], ...], ...] = (
    (ast.Sets, ast.Replaces, ast.ReplacesLevel, ast.ReplacesStep),
    (ast.Adds,),
    (ast.AddsTo,),
    (ast.AddsStep,),
    (ast.InsteadOf,),
    (ast.Allows, ast.Limits),
    (ast.Forbids, ast.LeavesAlone),
)
