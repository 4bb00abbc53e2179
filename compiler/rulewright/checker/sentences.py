"""Sentences of a trace: `told "{p} asks {other} for a card of the {cult(p)}"`, `told to p "{other} shows you {card}"`.

What stands in braces is a value: a name, with dots, brackets and plus or minus behind it. It is read here, because a
text is one word to the grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.checker import expressions
from rulewright.checker.context import Context
from rulewright.checker.errors.names import BadSentence
from rulewright.source import Span
from rulewright.syntax import ast

_TOKEN = re.compile(r"\s*(?:(?P<name>[^\W\d]\w*)|(?P<number>\d+)|(?P<sign>[.,()\[\]+\-]))")


class _Unreadable(Exception):
    """What stands in the braces is no value."""


def check_told(ctx: Context, told: ast.Told) -> None:
    """Type who hears a sentence and the values in it, and keep it in parts."""
    if told.to is not None:  # never none: a sentence has no effect, so it cannot break a play down
        expressions.check(ctx, told.to, ctx.players)
    parts: list[str | ast.Expr] = []
    offset = told.span.start
    for i, piece in enumerate(re.split(r"\{([^{}]*)\}", told.string)):
        if i % 2 == 0:
            if piece:
                parts.append(piece)
            continue
        at = told.span.text.find("{" + piece + "}", offset - told.span.start)
        start = told.span.start + at + 1 if at >= 0 else told.span.start
        offset = start
        span = Span(told.span.file, start, start + len(piece)) if at >= 0 else told.span
        try:
            expr = _Reader(span, piece, _tokens(piece)).value()
        except _Unreadable:
            ctx.report(BadSentence(span=span, text=piece))
            continue
        if expressions.infer(ctx, expr) is not None:
            parts.append(expr)
    ctx.told[id(told)] = tuple(parts)


def _tokens(text: str) -> list[tuple[str, str, int, int]]:
    """(kind, word, start, end) of each token."""
    found: list[tuple[str, str, int, int]] = []
    position = 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise _Unreadable
        kind = match.lastgroup
        found.append((kind, match[kind], match.start(kind), match.end(kind)))
        position = match.end()
    return found


@dataclass
class _Reader:
    """Reads one value from left to right."""

    span: Span
    text: str
    tokens: list[tuple[str, str, int, int]]
    at: int = 0

    def value(self) -> ast.Expr:
        found = self._sum()
        if self.at < len(self.tokens):
            raise _Unreadable
        return found

    def _sum(self) -> ast.Expr:
        left = self._postfix()
        while self._word() in ("+", "-"):
            operator = ast.ArithmeticOp(self._take())
            right = self._postfix()
            left = ast.Arithmetic(operator, left, right, span=left.span.to(right.span))
        return left

    def _postfix(self) -> ast.Expr:
        if self.at >= len(self.tokens):
            raise _Unreadable
        kind, word, start, end = self.tokens[self.at]
        self.at += 1
        here = self._place(start, end)
        if kind == "sign":
            raise _Unreadable
        found: ast.Expr = ast.Name(word, span=here) if kind == "name" else ast.Number(int(word), span=here)
        while self._word() in (".", "[", "("):
            sign = self._take()
            if sign == ".":
                kind, word, start, end = self._next()
                if kind != "name":
                    raise _Unreadable
                name = ast.Name(word, span=self._place(start, end))
                found = ast.Attribute(found, name, span=found.span.to(name.span))
            elif sign == "[":
                indexes = tuple(self._listed("]"))
                found = ast.Index(found, indexes, span=self._so_far(found))
            else:
                arguments = tuple(ast.Argument(None, each, span=each.span) for each in self._listed(")"))
                found = ast.Call(found, arguments, span=self._so_far(found))
        return found

    def _listed(self, closing: str) -> list[ast.Expr]:
        found = [self._sum()]
        while self._word() == ",":
            self._take()
            found.append(self._sum())
        if self._word() != closing:
            raise _Unreadable
        self._take()
        return found

    def _word(self) -> str | None:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else None

    def _take(self) -> str:
        return self._next()[1]

    def _next(self) -> tuple[str, str, int, int]:
        if self.at >= len(self.tokens):
            raise _Unreadable
        self.at += 1
        return self.tokens[self.at - 1]

    def _place(self, start: int, end: int) -> Span:
        if self.span.end - self.span.start != len(self.text):
            return self.span
        return Span(self.span.file, self.span.start + start, self.span.start + end)

    def _so_far(self, first: ast.Expr) -> Span:
        return first.span.to(self._place(self.tokens[self.at - 1][2], self.tokens[self.at - 1][3]))
