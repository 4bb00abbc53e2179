"""Declarations as lines of text."""

from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer.claims import claim, example, scope
from rulewright.syntax.printer.data import (
    Lines,
    below,
    die,
    field,
    grid,
    in_brackets,
    indexes,
    names,
    notes,
    players,
    quoted,
    state,
    text,
    type_of,
)
from rulewright.syntax.printer.expressions import expr
from rulewright.syntax.printer.statements import block, statement


def rulebook(node: ast.Rulebook) -> Lines:
    lines = [text("title", each) for each in node.titles] + players(node.players) + notes(node.notes)
    return [f"rulebook {node.name.text}", *below(lines)]


def chapter(node: ast.Chapter) -> Lines:
    headings = (
        f"{each.language} {quoted(each.string)}" if each.language else quoted(each.string) for each in node.titles
    )
    return [f"chapter {' '.join(headings)}"]


def declaration(node: ast.Declaration) -> Lines:
    match node:
        case ast.Source(name=name, title=title, passages=passages):
            table = [] if passages is None else grid(passages)
            return [f"source {name.text} {quoted(title)}", *below(table)]
        case ast.Words(table=table):
            return ["words", *below(grid(table))]
        case ast.Enum(name=name, values=values, table=None, notes=about):
            return [f"enum {name.text}: {names(values)}", *below(notes(about))]
        case ast.Enum(name=name, table=table, notes=about):
            return [f"enum {name.text}", *_table(about, table)]
        case ast.Param(name=name, indexes=index, type=kind, value=value, notes=about):
            return [f"param {name.text}{indexes(index)}: {type_of(kind)} = {expr(value)}", *below(notes(about))]
        case ast.Cards(name=name, noun=noun, table=table, notes=about):
            return [f"{noun.value} {name.text}", *_table(about, table)]
        case ast.Die(name=name, table=table, notes=about):
            return [f"die {name.text}", *_table(about, table)]
        case ast.Table():
            return _lookup(node)
        case ast.Record(name=name, on=on, fields=fields, notes=about):
            heading = f"record {name.text}" + ("" if on is None else f" on {on.text}")
            return [heading, *below(notes(about) + [line for each in fields for line in field(each)])]
        case ast.State():
            return state(node)
        case ast.Rule():
            return _rule(node)
        case ast.OutsideLevel(rule=rule, level=inner):
            return level(inner, f"{inner.kind.value} {inner.name.text} to {rule.text}")
        case ast.Procedure(name=name, parameters=given, block=inner):
            return [f"procedure {name.text}{in_brackets(given)}", *block(inner)]
        case ast.Reading(name=name, options=offered, notes=about):
            options = [line for each in offered for line in [f"option {each.name.text}", *below(notes(each.notes))]]
            return [f"reading {name.text}", *below(notes(about) + options)]
        case ast.Gap(name=name, notes=about):
            return [f"gap {name.text}", *below(notes(about))]
        case ast.Precedence(sources=sources):
            return [f"precedence {' over '.join(each.text for each in sources)}"]
        case ast.Claim():
            return claim(node)
        case ast.Scope():
            return scope(node)
        case ast.Example():
            return example(node)
        case _:
            assert_never(node)


def _table(about: ast.Notes, table: ast.Grid | None) -> Lines:
    return below(notes(about) + ([] if table is None else grid(table)))


def _lookup(node: ast.Table) -> Lines:
    result = "" if node.result is None else f" -> {type_of(node.result)}"
    on = "" if node.on is None else f" on {die(node.on)}"
    return [f"table {node.name.text}{in_brackets(node.parameters)}{result}{on}", *_table(node.notes, node.table)]


# ---------------------------------------------------------------- rules
def _rule(node: ast.Rule) -> Lines:
    lines = notes(node.notes) + [line for each in node.lets for line in statement(each)]
    for inner in node.levels:
        lines += level(inner, level_heading(inner))
    return [f"rule {node.name.text}{in_brackets(node.parameters)} -> {type_of(node.result)}", *below(lines)]


def level_heading(node: ast.Level) -> str:
    """`default`, `default higher_total`, `exception critical`; a default that is called so needs no name."""
    unnamed = node.kind is ast.LevelKind.DEFAULT and node.name.text == "default"
    return node.kind.value if unnamed else f"{node.kind.value} {node.name.text}"


def level(node: ast.Level, heading: str) -> Lines:
    over = f" over {names(node.over)}" if node.over else ""
    lines = notes(node.notes) + [line for each in node.lets for line in statement(each)]
    return [heading + over, *below(lines + [_case(each) for each in node.cases])]


def _case(node: ast.Case) -> str:
    if node.otherwise:
        return f"{expr(node.value)} otherwise"
    return expr(node.value) if node.when is None else f"{expr(node.value)} when {expr(node.when)}"
