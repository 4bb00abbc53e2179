"""Conditions and values in the reader's words: printed names, and between them the small words of a language.

Nothing here is written in the rule language. Names that only pass a value on (`p` in `hand[p]`) are left out unless
the rulebook gives words for them; what the rulebook calls by one value (`hand_size`) is printed as that number.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.checker.calls import NEIGHBOURS
from rulewright.checker.symbols import KindsSymbol, LocalKind, LocalSymbol, MemberSymbol, ParamSymbol, ReadingSymbol
from rulewright.checker.types import BagType, EnumType, FaceType, KindType, ListType, OptionalType, PlayerType
from rulewright.syntax import ast
from rulewright_sphinx.book.apart import told_apart
from rulewright_sphinx.book.reader import Reader

MINUS = "\N{MINUS SIGN}"
ARITHMETIC = {"+": "{} + {}", "-": f"{{}} {MINUS} {{}}", "*": "{} × {}", "/": "{} ÷ {}"}
LOOSE = (ast.ArithmeticOp.PLUS, ast.ArithmeticOp.MINUS)
_TURNED = {
    ast.CompareOp.EQUAL: "!=",
    ast.CompareOp.NOT_EQUAL: "=",
    ast.CompareOp.LESS: ">=",
    ast.CompareOp.AT_MOST: ">",
    ast.CompareOp.GREATER: "<=",
    ast.CompareOp.AT_LEAST: "<",
}


def capital(text: str) -> str:
    """A text that begins a line."""
    return text[:1].upper() + text[1:]


def said(reader: Reader, expr: ast.Domain) -> str:
    """An expression in words that fit into a line."""
    reader = told_apart(reader, expr)
    says = reader.phrases
    match expr:
        case ast.Name():
            return _name(reader, expr)
        case ast.Number(value=number):
            return str(number)
        case ast.Negative(value=value):
            return f"{MINUS}{_in_brackets(reader, value)}"
        case ast.Truth(value=value):
            return reader.wording.yes if value else reader.wording.no
        case ast.NoneValue():
            return says["nobody" if _is_player(reader, expr) else "none"]
        case ast.Items(items=items):
            return ", ".join(said(reader, item) for item in items)
        case ast.Range(low=low, high=high):
            return says["range"].format(said(reader, low), said(reader, high))
        case ast.TurnOrder(turns=turns, player=player):
            text = reader.wording.turns[str(turns)]
            if player is None or _is_silent(reader, player):
                return text.partition(",")[0]
            return text.format(said(reader, player))
        case ast.Attribute(value=value, name=name):
            return _with(reader, reader.named(name.text), [value])
        case ast.Index(value=value, indexes=indexes):
            kind = reader.book.refs.get(id(expr))
            if isinstance(kind, MemberSymbol):
                return _with(reader, member_words(reader, kind, value.span.text), indexes)
            return _with(reader, said(reader, value), indexes)
        case ast.Call(function=function, arguments=arguments):
            return _call(reader, function, [each.value for each in arguments])
        case ast.Arithmetic(operator=operator, left=left, right=right):
            tight = operator not in LOOSE
            sides = [_in_brackets(reader, side) if tight else said(reader, side) for side in (left, right)]
            return ARITHMETIC[operator].format(*sides)
        case ast.Fold() | ast.FoldValues():
            return _fold(reader, expr)
        case _:
            return _condition(reader, expr)


def _condition(reader: Reader, expr: ast.Domain) -> str:
    says = reader.phrases
    match expr:
        case ast.Compare():
            return _compare(reader, expr, str(expr.operator))
        case ast.Member(value=value, domain=domain):
            return says["in"].format(said(reader, value), over(reader, domain))
        case ast.IsEmpty(value=value, negated=negated):
            return says["is_not_empty" if negated else "is_empty"].format(said(reader, value))
        case ast.Not(value=value):
            return _not(reader, value)
        case ast.And(left=left, right=right):
            return says["and"].format(_part(reader, left), _part(reader, right))
        case ast.Or(left=left, right=right):
            return says["or"].format(_part(reader, left), said(reader, right))
        case ast.Implies(condition=condition, consequence=consequence):
            return says["implies"].format(said(reader, condition), said(reader, consequence))
        case ast.Quantified(quantifier=quantifier, name=name, domain=domain, condition=condition):
            if _is_players(domain):
                which = "other" if isinstance(domain, ast.TurnOrder) and domain.turns == "others after" else "player"
                return says[f"{quantifier}_{which}"].format(said(reader, condition))
            text = over(reader, domain)
            if reader.apart and name.text in reader.apart:
                text = says["among"].format(reader.apart[name.text], text)
            return says[str(quantifier)].format(text, said(reader, condition))
        case _:
            raise TypeError(f"no words for {type(expr).__name__}")


def _part(reader: Reader, expr: ast.Expr) -> str:
    """A part of `and` or `or`."""
    text = said(reader, expr)
    return f"({text})" if isinstance(expr, ast.Or | ast.Implies) else text


def _not(reader: Reader, value: ast.Expr) -> str:
    says = reader.phrases
    match value:
        case ast.Compare(operator=operator):
            return _compare(reader, value, _TURNED[operator])
        case ast.IsEmpty(value=inner, negated=negated):
            return says["is_empty" if negated else "is_not_empty"].format(said(reader, inner))
        case ast.Not(value=inner):
            return said(reader, inner)
        case ast.Name() | ast.Call() | ast.Attribute() | ast.Index():
            return says["not"].format(said(reader, value))
        case _:
            return says["not"].format(f"({said(reader, value)})")


def turned(condition: ast.Expr) -> tuple[ast.Expr, bool]:
    """A question without its `not`, and whether one was taken away."""
    if isinstance(condition, ast.Not):
        inner, was = turned(condition.value)
        return inner, not was
    if isinstance(condition, ast.IsEmpty) and condition.negated:
        return replace(condition, negated=False), True
    return condition, False


def _compare(reader: Reader, node: ast.Compare, operator: str) -> str:
    left, right = node.left, node.right
    if isinstance(right, ast.Truth) and operator in ("=", "!="):
        return said(reader, left) if right.value == (operator == "=") else _not(reader, left)
    if isinstance(right, ast.NoneValue) and operator == "!=":
        return reader.phrases["is_there"].format(said(reader, left))
    option = _option(reader, left, right)
    if option:
        text = reader.phrases["read_so"].format(option)
        return text if operator == "=" else reader.phrases["not"].format(f"({text})")
    if isinstance(left, ast.Fold) and left.kind is ast.FoldKind.COUNT and (noun := _noun(reader, left.binder.domain)):
        binder, number = left.binder, said(reader, right)
        what = over(reader, binder.domain) if binder.where is None else picked(reader, binder)
        noun = f"one {noun}" if number == "1" else noun
        return reader.phrases[operator].format(what, reader.phrases[noun].format(number))
    return reader.phrases[operator].format(said(reader, left), said(reader, right))


def _noun(reader: Reader, domain: ast.Domain) -> str:
    """What one counts in a zone: cards or pieces; empty for other domains."""
    match reader.book.types.get(id(domain)):
        case BagType(element=KindType(name=name)) | ListType(element=KindType(name=name)):
            kinds = reader.book.symbols.get(name)
            return str(kinds.noun) if isinstance(kinds, KindsSymbol) else ""
        case _:
            return ""


def _option(reader: Reader, left: ast.Expr, right: ast.Expr) -> str:
    """The answer that is asked for, where an open reading is compared with one."""
    if not isinstance(left, ast.Name) or not isinstance(reader.book.refs.get(id(left)), ReadingSymbol):
        return ""
    reading = reader.book.refs[id(left)]
    assert isinstance(reading, ReadingSymbol)
    for option in reading.node.options:
        if isinstance(right, ast.Name) and option.name.text == right.text:
            return reader.text(option.notes.texts).rstrip(".") or reader.named(right.text)
    return ""


# ------------------------------------------------------------------ names, and what stands in brackets behind them


def _name(reader: Reader, node: ast.Name) -> str:
    symbol = reader.book.refs.get(id(node))
    if isinstance(symbol, LocalSymbol) and reader.apart and node.text in reader.apart:
        return reader.apart[node.text]
    if isinstance(symbol, MemberSymbol):
        return member_words(reader, symbol, node.text)
    if isinstance(symbol, ParamSymbol) and len(symbol.values) == 1:
        return str(symbol.values[0])
    if isinstance(symbol, LocalSymbol) and isinstance(symbol.type, PlayerType) and node.text not in reader.words:
        return reader.wording.person
    return reader.named(node.text)


def member_words(reader: Reader, symbol: MemberSymbol, text: str) -> str:
    """A value by its printed name."""
    match symbol.type:
        case EnumType(name=name) | KindType(name=name):
            owner = name.removesuffix(".name")
            return reader.printed.get((owner, text)) or reader.named(text)
        case FaceType(die=name):
            return reader.printed.get((name, text)) or reader.named(text)
        case PlayerType():
            return player_words(reader, text)
        case _:
            return reader.named(text)


def player_words(reader: Reader, name: str) -> str:
    """The name of a seat; the ones that are only numbered are called in the reader's language."""
    number = name.removeprefix("Player_")
    if number != name and number.isdigit() and name not in reader.words:
        return reader.phrases["player_name"].format(number)
    return reader.named(name)


def _call(reader: Reader, function: ast.Expr, values: list[ast.Expr]) -> str:
    if isinstance(function, ast.Name) and function.text in NEIGHBOURS and function.text not in reader.book.symbols:
        if function.text == "other":
            return _with(reader, reader.phrases["other"], values)
        return reader.phrases[function.text].format(said(reader, values[-1]))
    name = function.name if isinstance(function, ast.Attribute) else function
    return _with(reader, said(reader, name), values)


def _with(reader: Reader, text: str, values: list[ast.Expr] | tuple[ast.Expr, ...]) -> str:
    """A name, and in brackets what it is asked of, without what a reader knows anyway."""
    told = [said(reader, value) for value in values if not _is_silent(reader, value)]
    return f"{text} ({', '.join(told)})" if told else text


def _is_silent(reader: Reader, node: ast.Expr) -> bool:
    """Whether a name only passes on what the sentence is about; another player is told if the rulebook has words."""
    if not isinstance(node, ast.Name):
        return False
    symbol = reader.book.refs.get(id(node))
    if isinstance(symbol, LocalSymbol) and reader.apart and node.text in reader.apart:
        return False
    if symbol is None and len(node.text) == 1:  # in a variant that is not played names stand for nothing yet
        return node.text not in reader.words and node.text not in reader.book.symbols
    if not isinstance(symbol, LocalSymbol) or symbol.kind is LocalKind.LET:
        return False
    return not (isinstance(symbol.type, PlayerType) and symbol.name in reader.words)


def _in_brackets(reader: Reader, node: ast.Expr) -> str:
    text = said(reader, node)
    return f"({text})" if isinstance(node, ast.Arithmetic) else text


def _is_player(reader: Reader, node: ast.Expr) -> bool:
    kind = reader.book.types.get(id(node))
    return isinstance(kind.inner if isinstance(kind, OptionalType) else kind, PlayerType)


# ------------------------------------------------------------------ domains, and what is worked out over them


def over(reader: Reader, domain: ast.Domain) -> str:
    """What a name runs over: a zone, a type, numbers, players."""
    if isinstance(domain, ast.Name) and domain.text == "Player" and "Player" not in reader.words:
        return reader.wording.players
    if isinstance(domain, ast.TurnOrder):
        return reader.phrases["others"] if domain.turns == "others after" else reader.wording.players
    return said(reader, domain)


def _is_players(domain: ast.Domain) -> bool:
    return isinstance(domain, ast.TurnOrder) or (isinstance(domain, ast.Name) and domain.text == "Player")


def picked(reader: Reader, binder: ast.Binder) -> str:
    """What may be picked, and what it must be like."""
    reader = told_apart(reader, binder.domain, binder.where)
    text = over(reader, binder.domain)
    if reader.apart and binder.name.text in reader.apart and not _is_players(binder.domain):
        text = reader.phrases["among"].format(reader.apart[binder.name.text], text)
    elif binder.name.text in reader.words and not isinstance(binder.domain, ast.Range):
        named = reader.words[binder.name.text]
        is_type = isinstance(binder.domain, ast.Name) and binder.domain.text[:1].isupper()
        is_type = is_type or isinstance(binder.domain, ast.TurnOrder)
        text = named if is_type else reader.phrases["among"].format(named, text)
    return text if binder.where is None else f"{text} ({said(reader, binder.where)})"


def _fold(reader: Reader, node: ast.Fold | ast.FoldValues) -> str:
    says = reader.phrases
    if isinstance(node, ast.FoldValues):
        return says[f"{node.kind}_of"].format(says["and"].format(
            ", ".join(said(reader, one) for one in node.values[:-1]), said(reader, node.values[-1])
        )) if f"{node.kind}_of" in says else ", ".join(said(reader, one) for one in node.values)
    binder = node.binder
    if node.value is not None and node.kind is not ast.FoldKind.COUNT:
        return says[str(node.kind)].format(said(reader, node.value), picked(reader, binder))
    if node.kind is ast.FoldKind.COUNT:
        if binder.where is None:
            return says["number_of"].format(over(reader, binder.domain))
        return says["count"].format(over(reader, binder.domain), said(reader, binder.where))
    return says[str(node.kind)].format(picked(reader, binder))
