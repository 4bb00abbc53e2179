"""Parameters of rules, procedures and tables, and the values that are given for them."""

from __future__ import annotations

from rulewright.checker import expressions, locals
from rulewright.checker.coercion import coerce
from rulewright.checker.context import Context
from rulewright.checker.errors.types import ArgumentTwice, UnknownArgument, WrongCount
from rulewright.checker.symbols import LocalKind, LocalSymbol
from rulewright.checker.typerefs import resolve_type
from rulewright.checker.types import Type
from rulewright.checker.words import counted
from rulewright.diagnostics import nearest
from rulewright.syntax import ast


def make_parameters(
    ctx: Context, nodes: tuple[ast.Parameter, ...], kind: LocalKind = LocalKind.PARAMETER
) -> tuple[LocalSymbol, ...] | None:
    """One symbol for each name; None if the type of one is wrong. Its type is looked at once."""
    found: list[LocalSymbol] = []
    types: dict[int, Type | None] = {}
    for node in nodes:
        known = ctx.binders.get(id(node))
        if known is None:
            if id(node.type) not in types:
                types[id(node.type)] = resolve_type(ctx, node.type)
            type_ = types[id(node.type)]
            if type_ is None:
                continue
            known = ctx.binders[id(node)] = LocalSymbol(node.name.text, type_, kind, node.name.span)
        found.append(known)
    return tuple(found) if len(found) == len(nodes) else None


def declare_parameters(ctx: Context, nodes: tuple[ast.Parameter, ...]) -> None:
    """Make the names of parameters known in this block; `make_parameters` came before."""
    for node in nodes:
        symbol = ctx.binders.get(id(node))
        locals.declare(ctx, node.name, None if symbol is None else symbol.type, LocalKind.PARAMETER, node)
        if symbol is not None:
            ctx.binders[id(node)] = symbol
            ctx.scopes.declare(node.name.text, symbol)


def check_arguments(
    ctx: Context,
    node: ast.Node,
    name: str,
    params: tuple[LocalSymbol, ...],
    arguments: tuple[ast.Argument, ...],
) -> bool:
    """Each parameter is given once, by place or by name, and fits."""
    given: dict[str, ast.Argument] = {}
    by_place = iter(params)
    right = True
    for argument in arguments:
        param = _meant(params, by_place, argument)
        if param is None:
            right = False
            expressions.infer(ctx, argument.value)
            if argument.name is not None:
                near = nearest(argument.name.text, [each.name for each in params])
                ctx.report(UnknownArgument(
                    span=argument.name.span, name=name, argument=argument.name.text, nearest=near
                ))
            continue
        if param.name in given:
            ctx.report(ArgumentTwice(span=argument.span, argument=param.name))
            right = False
            continue
        given[param.name] = argument
        right = _check_argument(ctx, argument, param) and right
    n_by_place = sum(argument.name is None for argument in arguments)
    if len(given) < len(params) or n_by_place > len(params):
        if right or n_by_place > len(params):
            told = ", ".join(each.name for each in params)
            declared = f"{name}({told})" if params else name
            ctx.report(WrongCount(
                span=node.span, name=name, needed=counted(len(params), "value"), given=len(arguments),
                declared=declared,
            ))
        return False
    return right


def _meant(
    params: tuple[LocalSymbol, ...], by_place: object, argument: ast.Argument
) -> LocalSymbol | None:
    if argument.name is None:
        return next(by_place, None)  # type: ignore[call-overload, no-any-return]
    return next((each for each in params if each.name == argument.name.text), None)


def _check_argument(ctx: Context, argument: ast.Argument, param: LocalSymbol) -> bool:
    actual = expressions.infer(ctx, argument.value, param.type)
    if actual is None:
        return False
    place = f"`{param.name}`"
    return coerce(ctx, argument.value, actual, param.type, place=place) is not None


