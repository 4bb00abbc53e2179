"""Variants as lines of text, and the items of a file."""

from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer.claims import sets
from rulewright.syntax.printer.data import Lines, below, field, names, notes, path, players, rows, text
from rulewright.syntax.printer.declarations import chapter, declaration, level, level_heading, rulebook
from rulewright.syntax.printer.expressions import arith, expr
from rulewright.syntax.printer.statements import block, options


def item(node: ast.Item) -> Lines:
    match node:
        case ast.Rulebook():
            return rulebook(node)
        case ast.Chapter():
            return chapter(node)
        case ast.Variant():
            return variant(node)
        case _:
            return declaration(node)


def variant(node: ast.Variant) -> Lines:
    lines = [text("title", each) for each in node.titles] + players(node.players) + notes(node.notes)
    lines += [line for change in node.changes for line in _change(change)]
    return [f"variant {node.name.text} of {node.base.text}", *below(lines)]


def _change(node: ast.Change) -> Lines:
    match node:
        case ast.Excludes(variants=variants):
            return [f"excludes {names(variants)}"]
        case ast.Needs(variants=variants):
            return [f"needs {names(variants)}"]
        case ast.Sets():
            return [sets(node)]
        case ast.Replaces(declaration=inner):
            return _after("replaces", declaration(inner))
        case ast.ReplacesLevel(rule=rule, level=inner):
            return level(inner, f"replaces {level_heading(inner)} of {rule.text}")
        case ast.ReplacesStep(path=where, block=inner):
            return [f"replaces step {path(where)}", *block(inner)]
        case ast.Adds(declaration=inner):
            return _after("adds", declaration(inner))
        case ast.AddsTo():
            return _adds_to(node)
        case ast.AddsStep(name=name, before=before, path=where, block=inner):
            return [f"adds step {name.text} {'before' if before else 'after'} {path(where)}", *block(inner)]
        case ast.Forbids(path=where, when=when, notes=about):
            return [f"forbids {path(where)}{_when(when)}", *below(notes(about))]
        case ast.Limits(path=where, amount=amount, within=within, notes=about):
            inside = "" if within is None else f" in {path(within)}"
            return [f"limits {path(where)} to {arith(amount)}{inside}", *below(notes(about))]
        case ast.Allows(path=where, condition=condition, notes=about):
            return [f"allows {path(where)} only if {expr(condition)}", *below(notes(about))]
        case ast.InsteadOf(path=where, over=over, when=when, block=inner):
            stronger = f" over {names(over)}" if over else ""
            return [f"instead of {path(where)}{stronger}{_when(when)}", *block(inner)]
        case ast.LeavesAlone(paths=paths, notes=about):
            return [f"leaves alone {', '.join(path(where) for where in paths)}", *below(notes(about))]
        case _:
            assert_never(node)


def _adds_to(node: ast.AddsTo) -> Lines:
    fields = [line for each in node.fields for line in field(each)]
    lines = notes(node.notes) + options(node.options) + rows(node.rows) + fields
    return [f"adds to {path(node.path)}", *below(lines)]


def _when(node: ast.Expr | None) -> str:
    return "" if node is None else f" when {expr(node)}"


def _after(word: str, lines: Lines) -> Lines:
    return [f"{word} {lines[0]}", *lines[1:]]
