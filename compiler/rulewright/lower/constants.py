"""Names with one value each: those of a `for all` around clauses about play, and arguments of a single run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.values import printed
from rulewright.lower.context import Context
from rulewright.lower.expressions import value
from rulewright.lower.layout import low_of, size_of, value_type
from rulewright.lower.values import RecordValue, Scalar, Value
from rulewright.syntax import ast

Known = Mapping[sym.LocalSymbol, Value]


def assignments(symbols: Sequence[sym.LocalSymbol]) -> Iterator[dict[sym.LocalSymbol, Value]]:
    """All ways to give each name a value of its type, the last name fastest."""
    for values in product(*(tuple(values_of(symbol.type)) for symbol in symbols)):
        yield dict(zip(symbols, values, strict=True))


def values_of(type_: ty.Type) -> Iterator[Value]:
    """The values of a type, in the order in which it has them."""
    if isinstance(type_, ty.RecordType):
        for parts in product(*(tuple(values_of(part)) for _, part in type_.fields)):
            yield RecordValue(type_, dict(zip((name for name, _ in type_.fields), parts, strict=True)))
        return
    low = low_of(type_)
    for code in range(low, low + size_of(type_)):
        yield Scalar(b.const(code), type_)


def constant_arguments(
    ctx: Context, known: Known, procedure: ast.ProcedureRef
) -> Iterator[dict[sym.LocalSymbol, Value]]:
    """The parameters of a run, for each way to choose those that are left out; given ones count if they are
    constant."""
    symbol = ctx.symbol(procedure.path) or ctx.symbol(procedure.path.names[-1])
    if not isinstance(symbol, sym.ProcedureSymbol):
        yield {}
        return
    given = _given(symbol, procedure.arguments or ())
    fixed: dict[sym.LocalSymbol, Value] = {}
    for param, argument in given.items():
        what = value(ctx, known, argument) if _is_constant(ctx, known, argument) else None
        if isinstance(what, Scalar) and isinstance(what.expr, ir.Const):
            fixed[param] = Scalar(what.expr, param.type)
    left_out = [param for param in symbol.params if param not in given]
    for values in assignments(left_out):
        yield {**fixed, **values}


def _given(symbol: sym.ProcedureSymbol, arguments: Sequence[ast.Argument]) -> dict[sym.LocalSymbol, ast.Expr]:
    named = {argument.name.text: argument.value for argument in arguments if argument.name is not None}
    unnamed = iter([argument.value for argument in arguments if argument.name is None])
    given: dict[sym.LocalSymbol, ast.Expr] = {}
    for param in symbol.params:
        what = named[param.name] if param.name in named else next(unnamed, None)
        if what is not None:
            given[param] = what
    return given


def _is_constant(ctx: Context, known: Known, node: ast.Expr) -> bool:
    """Whether an argument has a value before anything is played; names of `given` steps have none yet."""
    referred = ctx.symbol(node)
    return not isinstance(referred, sym.LocalSymbol) or referred in known


def written(ctx: Context, known: Known) -> str:
    """The values of names as a sentence ends with them: ` with difference = -3, at_home = no`."""
    parts = [
        f"{symbol.name} = {printed(value_type(ctx, symbol.type), what.expr.value)}"
        for symbol, what in known.items() if isinstance(what, Scalar) and isinstance(what.expr, ir.Const)
    ]
    return f" with {', '.join(dict.fromkeys(parts))}" if parts else ""
