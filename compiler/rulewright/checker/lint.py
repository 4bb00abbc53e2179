"""What is allowed and yet hardly meant: things that nothing uses, conditions that cannot matter, hidden cards."""

from __future__ import annotations

from collections import Counter

from rulewright.checker.context import Context
from rulewright.checker.errors.lint import (
    AlwaysSo,
    NeverRead,
    NeverRun,
    NoLabel,
    OptionsAlike,
    ReadingWithoutEffect,
    SpeaksOfNothing,
    Unused,
    UnusedGap,
    UnusedName,
    WordAsColumn,
)
from rulewright.checker.hidden import check_hidden_guards
from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import MemberSymbol
from rulewright.checker.types import EnumType, NumberType, SetType
from rulewright.checker.words import listed, text_of
from rulewright.syntax import ast

BETTER_COLUMNS = {"roll": "rolled", "move": "speed", "draw": "drawn", "step": "stage", "state": "condition"}


def check_lint(ctx: Context) -> None:
    """Called when there are no errors."""
    everything = [node for item in ctx.book.items for node in nodes_of(item)]
    used = Counter(id(symbol) for symbol in ctx.refs.values())
    _check_unused(ctx, used, everything)
    _check_readings(ctx)
    _check_conditions(ctx, everything)
    for item in ctx.book.items:
        if isinstance(item, ast.Procedure):
            check_hidden_guards(ctx, item)
    if ctx.book.variants:
        for node in everything:
            if isinstance(node, ast.Choose) and node.label is None and not _is_luck(node.decider):
                ctx.report(NoLabel(span=node.span, decider=text_of(node.decider)))


def _is_luck(node: ast.Expr) -> bool:
    return isinstance(node, ast.Name) and node.text == "chance"


# ---------------------------------------------------------------- unused things
def _check_unused(ctx: Context, used: Counter[int], everything: list[ast.Node]) -> None:
    targets = _targets(everything)
    outside_names = {name.text for node in everything if isinstance(node, ast.Column) for name in (node.name,)}
    for name, node in ctx.book.declared.items():
        symbol = ctx.symbols.get(name)
        n_uses = used[id(symbol)]
        match node:
            case ast.Gap() if not n_uses:
                ctx.report(UnusedGap(span=node.name.span, name=name))
            case ast.Procedure() if not n_uses and name != "game" and "game" in ctx.book.declared:
                ctx.report(NeverRun(span=node.name.span, name=name))
            case ast.Param() if not n_uses:
                _unused(ctx, "the param", node)
            case ast.Rule() if not n_uses:
                _unused(ctx, "the rule", node)
            case ast.Record() if not n_uses:
                _unused(ctx, "the record", node)
            case ast.Table() if not n_uses:
                _unused(ctx, "the table", node)
            case ast.Die() if not n_uses:
                _unused(ctx, "the die", node)
            case ast.Field() if not n_uses and not _starts_full(node):
                _unused(ctx, "the state", node)
            case ast.Field() if n_uses == targets[name] and not isinstance(
                node.type, ast.BagOf | ast.ListOf | ast.PileOf
            ):
                ctx.report(NeverRead(span=node.name.span, name=name))
            case ast.Enum() if not n_uses and not _is_column_type(ctx, name) and name not in outside_names:
                _unused(ctx, "the enumeration", node)
            case _:
                pass
    _check_lets(ctx, used, everything)


def _unused(ctx: Context, what: str, node: ast.Param | ast.Rule | ast.Record | ast.Table | ast.Die | ast.Field
            | ast.Enum) -> None:
    ctx.report(Unused(span=node.name.span, what=what, name=node.name.text))


def _starts_full(node: ast.Field) -> bool:
    """The place from which cards come into the game, if only in examples."""
    return any(isinstance(each, ast.StartsFull) for each in node.visibility)


def _is_column_type(ctx: Context, name: str) -> bool:
    """Whether values of an enumeration stand in a column or a comparison."""
    return any(
        isinstance(symbol, MemberSymbol) and isinstance(symbol.type, EnumType) and symbol.type.name == name
        for symbol in ctx.refs.values()
    )


def _targets(everything: list[ast.Node]) -> Counter[str]:
    """How often state is only changed."""
    found: Counter[str] = Counter()
    for node in everything:
        if isinstance(node, ast.Assign):
            base = node.target
            while isinstance(base, ast.Attribute | ast.Index):
                base = base.value
            if isinstance(base, ast.Name):
                found[base.text] += 1
    return found


def _check_lets(ctx: Context, used: Counter[int], everything: list[ast.Node]) -> None:
    for node in everything:
        if isinstance(node, ast.Let):
            symbol = ctx.binders.get(id(node))
            if symbol is not None and not used[id(symbol)]:
                ctx.report(UnusedName(span=node.name.span, name=node.name.text))


# ---------------------------------------------------------------- readings
def _check_readings(ctx: Context) -> None:
    compared: dict[str, set[str]] = {}
    asked: set[str] = set()
    for item in ctx.book.items:
        if isinstance(item, ast.Claim | ast.Example | ast.Scope):
            continue
        for node in nodes_of(item):
            symbol = ctx.refs.get(id(node))
            if isinstance(symbol, MemberSymbol) and isinstance(symbol.type, EnumType):
                compared.setdefault(symbol.type.name, set()).add(symbol.name)
            elif isinstance(node, ast.Name) and symbol is not None:
                asked.add(node.text)
    for name in ctx.book.all_of(ast.Reading):
        node = ctx.book.declared[name]
        assert isinstance(node, ast.Reading)
        if name not in asked:
            option = node.options[0].name.text if node.options else "..."
            ctx.report(ReadingWithoutEffect(span=node.name.span, name=name, option=option))
            continue
        alike = [each.name for each in node.options if each.name.text not in compared.get(name, ())]
        if len(alike) > 1:
            told = listed(each.text for each in alike) or ""
            ctx.report(OptionsAlike(span=alike[1].span, name=name, options=told))


# ---------------------------------------------------------------- conditions
def _check_conditions(ctx: Context, everything: list[ast.Node]) -> None:
    rolled = {id(node.table.columns[0]) for node in everything if isinstance(node, ast.Table) and node.on is not None
              and node.table.columns}
    for node in everything:
        match node:
            case ast.Quantified(quantifier, name, _, condition):
                _check_speaks(ctx, quantifier, name.text, condition)
            case ast.Compare():
                _check_compare(ctx, node)
            case ast.Column(ast.Name(text) as heading) if text in BETTER_COLUMNS and id(node) not in rolled:
                ctx.report(WordAsColumn(span=heading.span, name=text, better=BETTER_COLUMNS[text]))


def _check_speaks(ctx: Context, quantifier: ast.Quantifier, name: str, node: ast.Expr) -> None:
    """The last parts of a chain of `and` or `or` are those that may belong outside."""
    while isinstance(node, ast.And | ast.Or):
        left, right = node.left, node.right
        for part in (left, right):
            if isinstance(part, ast.And | ast.Or):
                continue
            if not any(isinstance(each, ast.Name) and each.text == name for each in nodes_of(part)):
                ctx.report(SpeaksOfNothing(
                    span=part.span, text=text_of(part), name=name, quantifier=quantifier.value
                ))
                return
        node = right if isinstance(right, ast.And | ast.Or) else left


def _check_compare(ctx: Context, node: ast.Compare) -> None:
    """A number that is written against something that is never, or always, on that side of it."""
    for shown, literal, turned in ((node.left, node.right, False), (node.right, node.left, True)):
        if not isinstance(literal, ast.Number | ast.Negative) or id(shown) in ctx.constants:
            continue
        value, type_ = ctx.constants.get(id(literal)), ctx.types.get(id(shown))
        if value is None or not isinstance(type_, NumberType) or isinstance(ctx.types.get(id(literal)), SetType):
            continue
        answer = _answer(node.operator, type_, value, turned)
        if answer is not None:
            ctx.report(AlwaysSo(
                span=node.span, text=text_of(node), answer="always true" if answer else "never true",
                left=text_of(shown), range=f"in {type_.lo}..{type_.hi}",
            ))
        return


def _answer(operator: ast.CompareOp, type_: NumberType, value: int, turned: bool) -> bool | None:
    if turned:
        operator = {
            ast.CompareOp.LESS: ast.CompareOp.GREATER, ast.CompareOp.GREATER: ast.CompareOp.LESS,
            ast.CompareOp.AT_MOST: ast.CompareOp.AT_LEAST, ast.CompareOp.AT_LEAST: ast.CompareOp.AT_MOST,
        }.get(operator, operator)
    lo, hi = type_.lo, type_.hi
    match operator:
        case ast.CompareOp.EQUAL | ast.CompareOp.NOT_EQUAL:
            if lo <= value <= hi:
                return None
            return operator is ast.CompareOp.NOT_EQUAL
        case ast.CompareOp.LESS:
            return True if hi < value else (False if lo >= value else None)
        case ast.CompareOp.AT_MOST:
            return True if hi <= value else (False if lo > value else None)
        case ast.CompareOp.GREATER:
            return True if lo > value else (False if hi <= value else None)
        case ast.CompareOp.AT_LEAST:
            return True if lo >= value else (False if hi < value else None)


