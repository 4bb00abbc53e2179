"""Looking ahead in the tree: what a block does, before it is lowered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.lower.context import Context
from rulewright.syntax import ast


def nodes_in(*roots: object) -> Iterator[ast.Node]:
    """Every node below the given ones, in the order of the text."""
    pending: list[object] = list(reversed(roots))
    while pending:
        here = pending.pop()
        if isinstance(here, tuple):
            pending.extend(reversed(here))
        elif is_dataclass(here) and not isinstance(here, type):
            if isinstance(here, ast.Node):
                yield here
            pending.extend(
                getattr(here, field.name) for field in reversed(fields(here)) if field.name != "span"
            )


def with_calls(ctx: Context, *roots: object) -> Iterator[ast.Node]:
    """Every node below, and below the procedures that are run (each procedure once)."""
    seen: set[str] = set()
    pending = list(roots)
    while pending:
        for node in nodes_in(pending.pop(0)):
            yield node
            for name in _called(ctx, node):
                if name not in seen:
                    seen.add(name)
                    symbol = ctx.book.symbols[name]
                    assert isinstance(symbol, sym.ProcedureSymbol)
                    pending.append(symbol.node.block)


def _called(ctx: Context, node: ast.Node) -> Iterator[str]:
    match node:
        case ast.Run(name, _):
            yield name.text
        case ast.LookUp(_, table, _):
            symbol = ctx.symbol(table)
            if isinstance(symbol, sym.TableSymbol):
                for effect in symbol.effects.values():
                    if isinstance(effect, ast.Call) and isinstance(effect.function, ast.Name):
                        yield effect.function.text
                    elif isinstance(effect, ast.Name):
                        yield effect.text


def is_automatic(ctx: Context, statement: ast.Stmt) -> bool:
    """Whether a statement needs no place of its own inside: no rest, no step, no call, no end of the game."""
    match statement:
        case ast.Assign() | ast.DoNothing() | ast.Move() | ast.ReverseTurnOrder():
            return not (isinstance(statement, ast.Move) and _moves_picked(ctx, statement))
        case ast.Let():
            return isinstance(
                ctx.book.binders[id(statement)].type,
                ty.BoolType | ty.NumberType | ty.EnumType | ty.PlayerType | ty.KindType | ty.FaceType | ty.OptionalType,
            )
        case ast.If(branches, otherwise):
            blocks = [branch.block for branch in branches] + ([otherwise] if otherwise is not None else [])
            return all(is_automatic(ctx, inner) for body in blocks for inner in body.statements)
        case ast.ForEach(binder, _, body):
            symbol = ctx.book.binders[id(binder)]
            if isinstance(symbol.type, ty.ThingType) and moves_of(ctx, symbol, body.statements):
                return False
            return all(is_automatic(ctx, inner) for inner in body.statements)
    return False


def _moves_picked(ctx: Context, statement: ast.Move) -> bool:
    for thing in statement.things or ():
        symbol = ctx.symbol(thing)
        if isinstance(symbol, sym.LocalSymbol) and symbol.kind is sym.LocalKind.PICKED:
            return True
    return False


def moves_of(ctx: Context, symbol: sym.LocalSymbol, statements: Sequence[ast.Stmt]) -> list[ast.Move]:
    """The moves that may move the thing that a name stands for, also under its names in procedures that are run."""
    names = aliases(ctx, symbol, statements)
    found = []
    for node in with_calls(ctx, tuple(statements)):
        if isinstance(node, ast.Move) and any(ctx.symbol(thing) in names for thing in node.things or ()):
            found.append(node)
    return found


def aliases(ctx: Context, symbol: sym.LocalSymbol, statements: Sequence[ast.Stmt]) -> set[sym.LocalSymbol]:
    names = {symbol}
    grown = True
    while grown:
        grown = False
        for node in with_calls(ctx, tuple(statements)):
            for param, argument in _passed(ctx, node):
                if ctx.symbol(argument) in names and param not in names:
                    names.add(param)
                    grown = True
    return names


def _passed(ctx: Context, node: ast.Node) -> Iterator[tuple[sym.LocalSymbol, ast.Expr]]:
    if not isinstance(node, ast.Run):
        return
    symbol = ctx.symbol(node.procedure)
    if not isinstance(symbol, sym.ProcedureSymbol):
        return
    by_name = {param.name: param for param in symbol.params}
    positional = iter(symbol.params)
    for argument in node.arguments:
        param = by_name[argument.name.text] if argument.name is not None else next(positional)
        if isinstance(param.type, ty.ThingType):
            yield param, argument.value


def written(ctx: Context, statements: Sequence[ast.Stmt]) -> set[sym.StateSymbol]:
    """The state variables that a block may assign, also through procedures that it runs."""
    result = set()
    for node in with_calls(ctx, tuple(statements)):
        if isinstance(node, ast.Assign):
            target: ast.Expr = node.target
            while isinstance(target, ast.Index | ast.Attribute):
                target = target.value
            symbol = ctx.symbol(target)
            if isinstance(symbol, sym.StateSymbol):
                result.add(symbol)
    return result


def rests_inside(ctx: Context, statements: Sequence[ast.Stmt]) -> bool:
    """Whether somebody may have to decide, or luck, while the block runs."""
    return any(
        isinstance(node, ast.Choose | ast.ChooseOneOf | ast.Responses | ast.Roll | ast.DrawOne | ast.DrawSome)
        for node in with_calls(ctx, tuple(statements))
    )


def moves_single_things_from(ctx: Context, zone: str, statements: Sequence[ast.Stmt]) -> bool:
    """Whether single things may leave a zone while the block runs (so that others shift), or somebody rests."""
    for node in with_calls(ctx, tuple(statements)):
        if isinstance(node, ast.Move) and node.things is not None:
            source: ast.Expr = node.source
            if isinstance(source, ast.Index):
                source = source.value
            symbol = ctx.symbol(source)
            if isinstance(symbol, sym.StateSymbol) and ctx.procedure_state.get(symbol, symbol.name) == zone:
                return True
    return rests_inside(ctx, statements)
