"""Conditions and values closer to how one says them: signs as they are printed, values by their printed names.

The words between stay those of the rule language, which reads like English; German gets its own for the commonest.
"""

from __future__ import annotations

import re

from rulewright.checker.symbols import MemberSymbol
from rulewright.checker.types import EnumType, FaceType, KindType
from rulewright.syntax import ast, printer
from rulewright.syntax.printer.expressions import domain
from rulewright_sphinx.book.reader import Reader
from rulewright_sphinx.book.walk import descendants

SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", "..": "\N{EN DASH}"}

GERMAN_WORDS = {
    "is not empty": "ist nicht leer",
    "is empty": "ist leer",
    "and": "und",
    "or": "oder",
    "not": "nicht",
    "yes": "ja",
}
"""Words that mean one thing wherever they stand."""

_SIGN = re.compile("|".join(re.escape(sign) for sign in SIGNS))
_GERMAN = re.compile(r"\b(?:" + "|".join(GERMAN_WORDS) + r")\b")
_NAME = re.compile(r"[^\W\d]\w*")


def said(reader: Reader, expr: ast.Domain) -> str:
    """An expression in words that fit into a line."""
    names = _printed_names(reader, expr)
    text = domain(expr) if isinstance(expr, ast.Range | ast.TurnOrder) else printer.expr(expr)
    if reader.language == "de":
        text = _GERMAN.sub(lambda match: GERMAN_WORDS[match[0]], text)
    text = _SIGN.sub(lambda match: SIGNS[match[0]], text)
    return _NAME.sub(lambda match: names.get(match[0]) or match[0].replace("_", " "), text)


def _printed_names(reader: Reader, expr: ast.Domain) -> dict[str, str]:
    """The printed names of the values that are written in an expression; a name that also means something else keeps
    its letters."""
    found: dict[str, str] = {}
    others: set[str] = set()
    for inner in descendants(expr):
        if not isinstance(inner, ast.Name):
            continue
        symbol = reader.book.refs.get(id(inner))
        owner = _owner(symbol) if isinstance(symbol, MemberSymbol) else ""
        printed = reader.printed.get((owner, inner.text)) if owner else None
        if printed is None:
            others.add(inner.text)
        else:
            found[inner.text] = printed
    return {name: printed for name, printed in found.items() if name not in others}


def _owner(symbol: MemberSymbol) -> str:
    match symbol.type:
        case EnumType(name=name) | KindType(name=name):
            return name.removesuffix(".name")
        case FaceType(die=name):
            return name
        case _:
            return ""
