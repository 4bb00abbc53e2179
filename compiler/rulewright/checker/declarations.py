"""From declarations to symbols: `make` is what `Context.symbol` calls for a name that was not asked before."""

from __future__ import annotations

from typing import assert_never

from rulewright.checker import rules
from rulewright.checker.context import Context
from rulewright.checker.enums import make_die, make_enum
from rulewright.checker.errors.data import BadCell, MissingColumn
from rulewright.checker.errors.names import DuplicateName
from rulewright.checker.kinds import make_kinds
from rulewright.checker.parameters import make_parameters
from rulewright.checker.params import make_param
from rulewright.checker.records import make_record
from rulewright.checker.state import make_state
from rulewright.checker.symbols import (
    EnumSymbol,
    GapSymbol,
    ProcedureSymbol,
    ReadingSymbol,
    RuleSymbol,
    SourceSymbol,
    StateSymbol,
    Symbol,
)
from rulewright.checker.tables import make_table
from rulewright.checker.typerefs import resolve_type
from rulewright.checker.types import EnumType, PlayerType, Type
from rulewright.checker.words import text_of
from rulewright.source import Span
from rulewright.syntax import ast


def make(ctx: Context, name: str) -> Symbol | None:
    """The symbol of a declared name; None, after a report, if its declaration is wrong."""
    node = ctx.book.declared[name]
    match node:
        case ast.Enum():
            return make_enum(ctx, node)
        case ast.Param():
            return make_param(ctx, node)
        case ast.Cards():
            return make_kinds(ctx, node)
        case ast.Die():
            return make_die(ctx, node)
        case ast.Table():
            return make_table(ctx, node)
        case ast.Record():
            return make_record(ctx, node)
        case ast.Field():
            return make_state(ctx, node)
        case ast.Rule():
            return _rule(ctx, node)
        case ast.Procedure():
            return _procedure(ctx, node)
        case ast.Reading():
            return _reading(ctx, node)
        case ast.Gap():
            return GapSymbol(name, node)
        case ast.Source():
            return _source(ctx, node)
        case _:
            assert_never(node)


def player_symbol(players: PlayerType, span: Span | None) -> EnumSymbol:
    """The players are an enumeration without a declaration of its own."""
    return EnumSymbol("Player", players, {}, {}, span)


def _rule(ctx: Context, node: ast.Rule) -> RuleSymbol | None:
    """Levels that stand apart come behind those of the rule itself. `-> number` looks into the rule for its range."""
    params = make_parameters(ctx, node.parameters)
    levels = rules.levels_of(ctx, node)
    result: Type | None
    if isinstance(node.result, ast.NumberType):
        result = rules.computed_result(ctx, node, levels)
    else:
        result = resolve_type(ctx, node.result)
    if params is None or result is None:
        return None
    return RuleSymbol(node.name.text, params, result, levels, rules.settled_pairs(ctx, node, levels), node)


def _procedure(ctx: Context, node: ast.Procedure) -> ProcedureSymbol | None:
    params = make_parameters(ctx, node.parameters)
    states: list[StateSymbol] = []
    right = params is not None
    with ctx.scopes.block(f"`procedure {node.name.text}`"):
        for param in node.parameters:
            ctx.scopes.declare(param.name.text, ctx.binders.get(id(param)))
        for statement in node.block.statements:
            for field in statement.fields if isinstance(statement, ast.State) else ():
                state = make_state(ctx, field, node.name.text)
                right = right and state is not None
                ctx.scopes.declare(field.name.text, state)
                if state is not None:
                    states.append(state)
    if params is None or not right:
        return None
    return ProcedureSymbol(node.name.text, params, tuple(states), node)


def _reading(ctx: Context, node: ast.Reading) -> ReadingSymbol:
    options: dict[str, ast.Name] = {}
    for option in node.options:
        first = options.setdefault(option.name.text, option.name)
        if first is not option.name:
            ctx.report(DuplicateName(
                span=option.name.span, name=option.name.text, also=((first.span, "here first"),)
            ))
    return ReadingSymbol(node.name.text, EnumType(node.name.text, tuple(options)), node)


def _source(ctx: Context, node: ast.Source) -> SourceSymbol:
    """Passages: number, line or place, and what it says, one row each."""
    passages: dict[str, tuple[str, str, Span]] = {}
    for row in node.passages.rows if node.passages is not None else ():
        number = row.cells[0].items[0] if row.cells and row.cells[0].items else None
        if not isinstance(number, ast.Cite | ast.Name | ast.Quoted | ast.Number):
            ctx.report(BadCell(
                span=row.span, what="no number of a passage stands", column="passage", needed="like TW-016"
            ))
            continue
        name = number.passage if isinstance(number, ast.Cite) else text_of(number).strip('"')
        if len(row.cells) < 2:
            ctx.report(MissingColumn(
                span=row.span, name=node.name.text, given="a row without what the passage says",
                needed="a number, a place and what it says",
            ))
            continue
        place = text_of(row.cells[1]).strip().strip('"') if len(row.cells) > 2 else ""
        says = next((item.string for item in row.cells[-1].items if isinstance(item, ast.Quoted)), "")
        if name in passages:
            ctx.report(DuplicateName(
                span=row.span, name=name, also=((passages[name][2], "here first"),)
            ))
            continue
        passages[name] = (place, says, row.span)
    return SourceSymbol(node.name.text, node.title, passages, node)
