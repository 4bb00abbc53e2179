"""Conditions of choices that look into cards which the one who decides may not see."""

from __future__ import annotations

from rulewright.checker.errors.lint import HiddenGuard
from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import CheckedBook, StateSymbol
from rulewright.checker.types import OptionalType, PlayerType
from rulewright.checker.words import text_of
from rulewright.diagnostics import Diagnostic
from rulewright.syntax import ast


def hidden_guards(book: CheckedBook, procedure: ast.Procedure) -> list[Diagnostic]:
    """A warning for each condition of a choice that gives hidden cards away."""
    found: list[Diagnostic] = []
    for node in nodes_of(procedure):
        match node:
            case ast.Choose(decider, _, _, ast.PickEach(binders)):
                _check(book, found, decider, [binder.where for binder in binders])
            case ast.Choose(decider, _, _, ast.PickSeveral(_, binder)):
                _check(book, found, decider, [binder.where])
            case ast.ChooseOneOf(decider, _, _, options):
                _check_options(book, found, decider, options)
            case ast.Responses(binder, options):
                _check_options(book, found, binder.name, options)
    return found


def _check_options(
    book: CheckedBook, found: list[Diagnostic], decider: ast.Expr, options: tuple[ast.Option, ...]
) -> None:
    for option in options:
        _check(book, found, decider, [option.when, *(binder.where for binder in option.binders)])


def _check(book: CheckedBook, found: list[Diagnostic], decider: ast.Expr, guards: list[ast.Expr | None]) -> None:
    """Where the decider is worked out by a rule, nobody can say beforehand what is hidden."""
    if not isinstance(decider, ast.Name) or decider.text == "chance":
        return
    for guard in guards:
        for node in nodes_of(guard) if guard is not None else ():
            if isinstance(node, ast.Quantified):
                _check_domain(book, found, decider, node.domain, node.name.text, node.condition)
            elif isinstance(node, ast.Fold) and node.binder.where is not None:
                _check_domain(book, found, decider, node.binder.domain, node.binder.name.text, node.binder.where)


def _check_domain(
    book: CheckedBook, found: list[Diagnostic], decider: ast.Name, domain: ast.Domain, name: str, condition: ast.Expr
) -> None:
    """Whether `condition` asks of hidden cards more than everybody may see."""
    base = domain.value if isinstance(domain, ast.Index) else domain
    state = book.refs.get(id(base))
    if not isinstance(state, StateSymbol) or state.seen_by not in ("owner", "nobody"):
        return
    if state.seen_by == "owner" and isinstance(domain, ast.Index):
        for index, type_ in zip(domain.indexes, state.index, strict=True):
            plain = type_.inner if isinstance(type_, OptionalType) else type_
            if isinstance(plain, PlayerType) and index == decider:
                return
    asked = {
        node.name.text
        for node in nodes_of(condition)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.text == name
    }
    whole = any(
        isinstance(node, ast.Name) and node.text == name for node in _outside_attributes(condition)
    )
    if whole or asked - set(state.others_see):
        found.append(HiddenGuard(span=domain.span, text=text_of(domain), decider=decider.text))


def _outside_attributes(condition: ast.Expr) -> list[ast.Node]:
    """The nodes of a condition without what stands before a dot."""
    before_dots = {id(node.value) for node in nodes_of(condition) if isinstance(node, ast.Attribute)}
    return [node for node in nodes_of(condition) if id(node) not in before_dots]
