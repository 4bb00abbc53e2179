"""Expressions and domains out of Lark's tree."""

from collections.abc import Callable

from rulewright.syntax import ast
from rulewright.syntax.build.context import Child, Context, address, declared, token, tree, used
from rulewright.syntax.errors import NotAProcedure, TooDeep, TooLargeNumber
from rulewright.syntax.parser import Token, Tree

MAX_DEPTH = 100
_LARGEST = 10**9
_SIGNS = {"≠": "!=", "≤": "<=", "≥": ">="}
_QUANTIFIERS = {"some": ast.Quantifier.SOME, "every": ast.Quantifier.EVERY, "no_one": ast.Quantifier.NO}
_OPERATORS = {
    "plus": ast.ArithmeticOp.PLUS,
    "minus": ast.ArithmeticOp.MINUS,
    "times": ast.ArithmeticOp.TIMES,
    "over": ast.ArithmeticOp.OVER,
}
_TURNS = {
    "turn_order": ast.Turns.ALL,
    "turn_order_from": ast.Turns.FROM,
    "turn_order_after": ast.Turns.AFTER,
    "others_after": ast.Turns.OTHERS_AFTER,
}


def expr(ctx: Context, child: Child) -> ast.Expr:
    """An expression. Beyond `MAX_DEPTH` it is cut off with a diagnostic, so that every pass may recurse."""
    node = tree(child)
    if ctx.depth >= MAX_DEPTH:
        if not any(isinstance(other, TooDeep) for other in ctx.found):
            ctx.found.append(TooDeep(what="condition", most=MAX_DEPTH, span=ctx.span(node)))
        return ast.NoneValue(span=ctx.span(node))
    ctx.depth += 1
    built = _BUILDERS[node.data](ctx, node)
    ctx.depth -= 1
    return built


def optional_expr(ctx: Context, child: Child) -> ast.Expr | None:
    return None if child is None else expr(ctx, child)


def domain(ctx: Context, child: Child) -> ast.Domain:
    node = tree(child)
    if node.data == "range":
        low, high = node.children
        return ast.Range(expr(ctx, low), expr(ctx, high), span=ctx.span(node))
    if node.data in _TURNS:
        player = expr(ctx, node.children[0]) if node.children else None
        return ast.TurnOrder(_TURNS[node.data], player, span=ctx.span(node))
    return expr(ctx, node)


def binder(ctx: Context, child: Child) -> ast.Binder:
    node = tree(child)
    name, over, where = node.children
    return ast.Binder(
        declared(ctx, name), domain(ctx, over), optional_expr(ctx, where), span=ctx.span(node)
    )


def binders(ctx: Context, child: Child) -> tuple[ast.Binder, ...]:
    return tuple(binder(ctx, each) for each in tree(child).children)


def number_of(ctx: Context, digits: Token) -> int:
    """The number that digits stand for; what no game needs is refused before anybody computes with it."""
    if len(digits) > len(str(_LARGEST)) or int(digits) > _LARGEST:
        ctx.found.append(TooLargeNumber(most=_LARGEST, span=ctx.span(digits)))
        return _LARGEST
    return int(digits)


def procedure_ref(ctx: Context, child: Child, *, what: str = "a procedure or a step") -> ast.ProcedureRef:
    """`deal`, `deal.count_souls`, `battle(p, q)`: written like an expression, meant as an address."""
    node = tree(child)
    span = ctx.span(node)
    arguments = None
    if node.data == "call":
        arguments = tuple(_argument(ctx, each) for each in node.children[1:] if each is not None)
        node = tree(node.children[0])
    names: list[ast.Name] = []
    while node.data == "attribute":
        names.append(address(ctx, node.children[1]))
        node = tree(node.children[0])
    if node.data == "name":
        names.append(used(ctx, node.children[0]))
    else:
        ctx.found.append(NotAProcedure(what=what, span=span))
        names.append(ast.Name("", span=span))
    names.reverse()
    address_span = names[0].span.to(names[-1].span)
    return ast.ProcedureRef(ast.Path(tuple(names), span=address_span), arguments, span=span)


def _argument(ctx: Context, child: Child) -> ast.Argument:
    node = tree(child)
    name, value = node.children
    label = None if name is None else used(ctx, tree(name).children[0])
    return ast.Argument(label, expr(ctx, value), span=ctx.span(node))


def _name(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return used(ctx, node.children[0])


def _number(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.Number(number_of(ctx, token(node.children[0])), span=ctx.span(node))


def _yes(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.Truth(True, span=ctx.span(node))


def _no(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.Truth(False, span=ctx.span(node))


def _none(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.NoneValue(span=ctx.span(node))


def _items(ctx: Context, node: Tree[Token]) -> ast.Expr:
    elements = tuple(domain(ctx, child) for child in node.children if child is not None)
    return ast.Items(elements, span=ctx.span(node))


def _attribute(ctx: Context, node: Tree[Token]) -> ast.Expr:
    value, name = node.children
    return ast.Attribute(expr(ctx, value), address(ctx, name), span=ctx.span(node))


def _index(ctx: Context, node: Tree[Token]) -> ast.Expr:
    value, *indexes = node.children
    return ast.Index(expr(ctx, value), tuple(expr(ctx, index) for index in indexes), span=ctx.span(node))


def _call(ctx: Context, node: Tree[Token]) -> ast.Expr:
    function, *arguments = node.children
    given = tuple(_argument(ctx, child) for child in arguments if child is not None)
    return ast.Call(expr(ctx, function), given, span=ctx.span(node))


def _fold(ctx: Context, node: Tree[Token]) -> ast.Expr:
    kind, over = node.children
    return ast.Fold(ast.FoldKind(str(kind)), None, binder(ctx, over), span=ctx.span(node))


def _fold_value(ctx: Context, node: Tree[Token]) -> ast.Expr:
    kind, value, over = node.children
    return ast.Fold(ast.FoldKind(str(kind)), expr(ctx, value), binder(ctx, over), span=ctx.span(node))


def _fold_values(ctx: Context, node: Tree[Token]) -> ast.Expr:
    kind, *values = node.children
    return ast.FoldValues(
        ast.FoldKind(str(kind)), tuple(expr(ctx, value) for value in values), span=ctx.span(node)
    )


def _negative(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.Negative(expr(ctx, node.children[0]), span=ctx.span(node))


def _arithmetic(ctx: Context, node: Tree[Token]) -> ast.Expr:
    left, right = node.children
    return ast.Arithmetic(_OPERATORS[node.data], expr(ctx, left), expr(ctx, right), span=ctx.span(node))


def _compare(ctx: Context, node: Tree[Token]) -> ast.Expr:
    left, sign, right = node.children
    operator = ast.CompareOp(_SIGNS.get(str(sign), str(sign)))
    return ast.Compare(operator, expr(ctx, left), expr(ctx, right), span=ctx.span(node))


def _member(ctx: Context, node: Tree[Token]) -> ast.Expr:
    value, over = node.children
    return ast.Member(expr(ctx, value), domain(ctx, over), span=ctx.span(node))


def _is_empty(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.IsEmpty(expr(ctx, node.children[0]), node.data == "is_not_empty", span=ctx.span(node))


def _not(ctx: Context, node: Tree[Token]) -> ast.Expr:
    return ast.Not(expr(ctx, node.children[0]), span=ctx.span(node))


def _and(ctx: Context, node: Tree[Token]) -> ast.Expr:
    left, right = node.children
    return ast.And(expr(ctx, left), expr(ctx, right), span=ctx.span(node))


def _or(ctx: Context, node: Tree[Token]) -> ast.Expr:
    left, right = node.children
    return ast.Or(expr(ctx, left), expr(ctx, right), span=ctx.span(node))


def _implies(ctx: Context, node: Tree[Token]) -> ast.Expr:
    condition, consequence = node.children
    return ast.Implies(expr(ctx, condition), expr(ctx, consequence), span=ctx.span(node))


def _quantified(ctx: Context, node: Tree[Token]) -> ast.Expr:
    name, over, condition = node.children
    return ast.Quantified(
        _QUANTIFIERS[node.data],
        declared(ctx, name),
        domain(ctx, over),
        expr(ctx, condition),
        span=ctx.span(node),
    )


_BUILDERS: dict[str, Callable[[Context, Tree[Token]], ast.Expr]] = {
    "name": _name,
    "number": _number,
    "yes": _yes,
    "no": _no,
    "none": _none,
    "items": _items,
    "attribute": _attribute,
    "index": _index,
    "call": _call,
    "fold": _fold,
    "fold_value": _fold_value,
    "fold_values": _fold_values,
    "negative": _negative,
    **dict.fromkeys(_OPERATORS, _arithmetic),
    "compare": _compare,
    "member": _member,
    "is_empty": _is_empty,
    "is_not_empty": _is_empty,
    "not": _not,
    "and": _and,
    "or": _or,
    "implies": _implies,
    **dict.fromkeys(_QUANTIFIERS, _quantified),
}
