"""Expressions and domains as text, with no more brackets than they need."""

from enum import IntEnum
from typing import assert_never

from rulewright.syntax import ast


class Level(IntEnum):
    """How tightly an expression holds together; the names are those of the grammar."""

    EXPR = 0
    DISJUNCTION = 1
    CONJUNCTION = 2
    OPEN = 3
    CLOSED = 4
    ARITH = 5
    TERM = 6
    FACTOR = 7
    POSTFIX = 8


def expr(node: ast.Expr, level: Level = Level.EXPR) -> str:
    """The expression as it may stand where the grammar asks for `level`."""
    written = _plain(node)
    return written if _level(node) >= level else f"({written})"


def arith(node: ast.Expr) -> str:
    return expr(node, Level.ARITH)


def postfix(node: ast.Expr) -> str:
    return expr(node, Level.POSTFIX)


def domain(node: ast.Domain) -> str:
    match node:
        case ast.Range(low=low, high=high):
            return f"{arith(low)}..{arith(high)}"
        case ast.TurnOrder(turns=turns, player=player):
            return turns.value if player is None else f"{turns.value} {arith(player)}"
        case _:
            return arith(node)


def binder(node: ast.Binder) -> str:
    where = "" if node.where is None else f" where {expr(node.where)}"
    return f"{node.name.text} in {domain(node.domain)}{where}"


def binders(nodes: tuple[ast.Binder, ...]) -> str:
    return ", ".join(binder(node) for node in nodes)


def arguments(nodes: tuple[ast.Argument, ...]) -> str:
    """Arguments between brackets."""
    written = (f"{node.name.text}: {expr(node.value)}" if node.name else expr(node.value) for node in nodes)
    return f"({', '.join(written)})"


def _plain(node: ast.Expr) -> str:
    match node:
        case ast.Name(text=text):
            return text
        case ast.Number(value=value):
            return str(value)
        case ast.Truth(value=value):
            return "yes" if value else "no"
        case ast.NoneValue():
            return "none"
        case ast.Items(items=items):
            return f"[{', '.join(domain(item) for item in items)}]"
        case ast.Attribute(value=inner, name=name):
            return f"{postfix(inner)}.{name.text}"
        case ast.Index(value=inner, indexes=indexes):
            return f"{postfix(inner)}[{', '.join(arith(index) for index in indexes)}]"
        case ast.Call(function=function, arguments=given):
            return postfix(function) + arguments(given)
        case ast.Negative(value=inner):
            return f"-{expr(inner, Level.FACTOR)}"
        case ast.Arithmetic(operator=operator, left=left, right=right):
            level = _level(node)
            return f"{expr(left, level)} {operator.value} {expr(right, Level(level + 1))}"
        case ast.Compare(operator=sign, left=left, right=right):
            return f"{arith(left)} {sign.value} {arith(right)}"
        case ast.Member(value=inner, domain=over):
            return f"{arith(inner)} in {domain(over)}"
        case ast.IsEmpty(value=inner, negated=negated):
            return f"{arith(inner)} {'is not empty' if negated else 'is empty'}"
        case ast.Not(value=inner):
            return f"not {expr(inner, Level.OPEN)}"
        case ast.And(left=left, right=right):
            return f"{expr(left, Level.CLOSED)} and {expr(right, Level.CONJUNCTION)}"
        case ast.Or(left=left, right=right):
            closed = isinstance(left, ast.And) and not _is_open(left)
            before = expr(left, Level.CONJUNCTION if closed else Level.CLOSED)
            return f"{before} or {expr(right, Level.DISJUNCTION)}"
        case ast.Implies(condition=condition, consequence=consequence):
            return f"if {expr(condition, Level.DISJUNCTION)} then {expr(consequence)}"
        case ast.Quantified(quantifier=word, name=name, domain=over, condition=condition):
            return f"{word.value} {name.text} in {domain(over)} has {expr(condition)}"
        case ast.Fold(kind=kind, value=None, binder=over):
            return f"{kind.value}({binder(over)})"
        case ast.Fold(kind=kind, value=inner, binder=over):
            return f"{kind.value}({'' if inner is None else arith(inner)} for {binder(over)})"
        case ast.FoldValues(kind=kind, values=values):
            return f"{kind.value}({', '.join(arith(value) for value in values)})"
        case _:
            assert_never(node)


def _level(node: ast.Expr) -> Level:
    match node:
        case ast.Implies():
            return Level.EXPR
        case ast.Or():
            return Level.DISJUNCTION
        case ast.And():
            return Level.CONJUNCTION
        case ast.Quantified() | ast.Not():
            return Level.OPEN if _is_open(node) else Level.CLOSED
        case ast.Compare() | ast.Member() | ast.IsEmpty():
            return Level.CLOSED
        case ast.Arithmetic(operator=ast.ArithmeticOp.PLUS | ast.ArithmeticOp.MINUS):
            return Level.ARITH
        case ast.Arithmetic():
            return Level.TERM
        case ast.Negative():
            return Level.FACTOR
        case _:
            return Level.POSTFIX


def _is_open(node: ast.Expr) -> bool:
    """Whether it ends with a condition behind `has`, which takes in everything to its right."""
    match node:
        case ast.Quantified():
            return True
        case ast.Not(value=inner):
            return _is_open(inner)
        case ast.And(right=right):
            return _is_open(right)
        case _:
            return False
