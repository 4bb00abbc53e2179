"""Addresses: what `play_trick.play.ask` leads to."""

from __future__ import annotations

from rulewright.checker.context import Context
from rulewright.checker.errors.names import UnknownAddress
from rulewright.checker.parameters import check_arguments
from rulewright.checker.scopes import Known
from rulewright.checker.symbols import ProcedureSymbol, RuleSymbol
from rulewright.checker.words import listed
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def resolve_path(ctx: Context, path: ast.Path) -> str | None:
    """The address of a procedure, step or option."""
    names = path.names
    first = names[0]
    if not isinstance(ctx.book.declared.get(first.text), ast.Procedure):
        near = nearest(first.text, ctx.book.all_of(ast.Procedure))
        ctx.report(UnknownAddress(span=first.span, within="this rulebook", name=first.text, nearest=near))
        return None
    symbol = ctx.symbol(first.text)
    if symbol is not None:
        ctx.refs[id(first)] = symbol
    address = first.text
    for name in names[1:]:
        longer = f"{address}.{name.text}"
        if longer not in ctx.labels:
            known = _below(ctx, address)
            ctx.report(UnknownAddress(
                span=name.span, within=f"`{address}`", name=name.text, nearest=nearest(name.text, known),
                known=listed(known),
            ))
            return None
        address = longer
    ctx.paths[id(path)] = address
    return address


def _below(ctx: Context, address: str) -> list[str]:
    start = f"{address}."
    return [each.removeprefix(start) for each in ctx.labels if each.startswith(start) and "." not in
            each.removeprefix(start)]


def resolve_rule_or_path(ctx: Context, path: ast.Path) -> str | None:
    """As `resolve_path`, but a rule will do, too."""
    first = path.names[0]
    if len(path.names) == 1 and isinstance(ctx.book.declared.get(first.text), ast.Rule):
        symbol = ctx.symbol(first.text)
        if isinstance(symbol, RuleSymbol):
            ctx.refs[id(first)] = symbol
        ctx.paths[id(path)] = first.text
        return first.text
    return resolve_path(ctx, path)


def resolve_procedure(ctx: Context, ref: ast.ProcedureRef, *, to_run: bool = False) -> dict[str, Known] | None:
    """The names that are known at a procedure or a step. Where it is run, it needs its arguments."""
    address = resolve_path(ctx, ref.path)
    if address is None:
        return None
    symbol = ctx.symbol(ref.path.names[0].text)
    if isinstance(symbol, ProcedureSymbol) and address == symbol.name and (ref.arguments is not None or to_run):
        check_arguments(ctx, ref, symbol.name, symbol.params, ref.arguments or ())
    return ctx.names_at.get(address, {})
