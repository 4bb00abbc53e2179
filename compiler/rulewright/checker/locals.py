"""Names that a line introduces: parameters, `let`, and what is picked, drawn, rolled or looped over."""

from __future__ import annotations

from rulewright.checker.context import Context
from rulewright.checker.errors.names import NameHides
from rulewright.checker.members import is_known_value
from rulewright.checker.symbols import LocalKind, LocalSymbol
from rulewright.checker.types import Type
from rulewright.syntax import ast

# Gaps and sources are named where nothing else can stand, so these names hide nothing.
_OUT_OF_THE_WAY = ast.Gap | ast.Source


def declare(ctx: Context, name: ast.Name, type_: Type | None, kind: LocalKind, node: ast.Node) -> None:
    """From here to the end of the block `name` is known. `node` is what introduces it; a type of None is a mistake
    that was told already.
    """
    _check_hides_nothing(ctx, name)
    symbol = None if type_ is None else LocalSymbol(name.text, type_, kind, name.span)
    if symbol is not None:
        ctx.binders[id(node)] = symbol
    ctx.scopes.declare(name.text, symbol)


def _check_hides_nothing(ctx: Context, name: ast.Name) -> None:
    known, symbol = ctx.scopes.find(name.text)
    declared = ctx.book.declared.get(name.text)
    if known:
        also = ((symbol.span, "known since here"),) if isinstance(symbol, LocalSymbol) else ()
        ctx.report(NameHides(span=name.span, name=name.text, what="something else here", also=also))
    elif declared is not None and not isinstance(declared, _OUT_OF_THE_WAY):
        also = ((declared.name.span, "declared here"),)
        ctx.report(NameHides(span=name.span, name=name.text, what=_what(declared), also=also))
    elif is_known_value(ctx, name.text):
        families = ctx.book.members.get(name.text, ())
        owners = [ctx.book.declared[owner].name for _, owner in families if owner in ctx.book.declared]
        what = f"a value of `{owners[0].text}`" if owners else "a player"
        places = tuple((owner.span, "a value of this") for owner in owners)
        ctx.report(NameHides(span=name.span, name=name.text, what=what, also=places))


def _what(node: ast.Node) -> str:
    match node:
        case ast.Field():
            return "state"
        case ast.Param():
            return "a param"
        case ast.Rule():
            return "a rule"
        case ast.Procedure():
            return "a procedure"
        case ast.Table():
            return "a table"
        case ast.Reading():
            return "a reading"
    return "a type"
