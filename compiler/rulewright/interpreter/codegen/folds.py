"""Code for aggregates: written out if they are short, else a function that loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.masks import bounds, extreme
from rulewright.interpreter.codegen.memory import Memory
from rulewright.interpreter.codegen.writer import Function
from rulewright.ir import nodes as ir
from rulewright.ir.build import constant_elements
from rulewright.ir.nodes import Aggregate

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.expressions import Expressions

UNROLLED = 6
"""The most elements for which an aggregate is written out."""


class Folds:
    """Writes aggregates and first elements."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def fold(self, expr: ir.Fold, memory: Memory) -> Code:
        masked = self.expressions.masks.fold(expr, memory)
        if masked is not None:
            return masked
        elements = constant_elements(expr.domain)
        if elements is not None and len(elements) <= UNROLLED:
            values = [element.value for element in elements if isinstance(element, ir.Const)]
            unrolled = self._unrolled(expr, values, memory)
            if unrolled is not None:
                return unrolled
        return self._looped(expr, memory)

    def _unrolled(self, expr: ir.Fold, elements: list[int], memory: Memory) -> Code | None:
        known = dict(memory.locals)

        def rounds() -> Iterator[tuple[Code, Callable[[], Code]]]:
            for element in elements:
                memory.locals[expr.local.name] = c.const(element)
                yield self.expressions.of(expr.where, memory), lambda: self.expressions.of(expr.value, memory)

        result: Code | None = None
        match expr.op:
            case Aggregate.SOME:
                result = c.const(0)
                for where, value in rounds():
                    result = c.either(result, c.and_(where, value))
            case Aggregate.EVERY:
                result = c.const(1)
                for where, value in rounds():
                    result = c.both(result, c.or_(c.not_(where), value))
            case Aggregate.SUM:
                result = c.const(0)
                for where, value in rounds():
                    result = c.add(result, c.ite(where, value, lambda: c.const(0)))
            case Aggregate.LEAST | Aggregate.GREATEST:
                chosen = [(where.constant, value()) for where, value in rounds()]
                if chosen and all(where is not None for where, _ in chosen):
                    result = extreme(expr.op, [value for where, value in chosen if where])
            case Aggregate.PRODUCT:
                pass
        memory.locals = known
        return result

    def _looped(self, expr: ir.Fold, memory: Memory) -> Code:
        """A function that looks at one element after the other."""
        lo, hi = bounds(expr)
        function, inner = self._inner_function("fold", memory)
        start = {Aggregate.PRODUCT: 1, Aggregate.EVERY: 1}.get(expr.op, 0)
        block = function.body
        best = expr.op in (Aggregate.LEAST, Aggregate.GREATEST)
        block.line(f"total = {'None' if best else start}")
        with_copies = expr.op in (Aggregate.SUM, Aggregate.PRODUCT)
        self.expressions.elements.each(expr.local, expr.domain, expr.where, inner, once_a_copy=with_copies)
        value = self.expressions.of(expr.value, inner)
        match expr.op:
            case Aggregate.SUM:
                inner.block.line(f"total += {value.text}")
            case Aggregate.PRODUCT:
                inner.block.line(f"total *= {value.inner}")
            case Aggregate.SOME:
                inner.block.line(f"if {value.truth}: return 1")
            case Aggregate.EVERY:
                inner.block.line(f"if not {value.inner}: return 0")
            case Aggregate.LEAST | Aggregate.GREATEST:
                value = inner.named(value, "value")
                sign = "<" if expr.op is Aggregate.LEAST else ">"
                inner.block.line(f"if total is None or {value.text} {sign} total: total = {value.text}")
        block.line("return total or 0" if best else "return total")
        return self._outlined(function, memory, lo, hi)

    def first(self, expr: ir.First, memory: Memory) -> Code:
        function, inner = self._inner_function("first", memory)
        self.expressions.elements.each(expr.local, expr.domain, expr.where, inner)
        inner.block.line(f"return {inner.locals[expr.local.name].text}")
        function.body.line(f"return {expr.local.lo}")
        return self._outlined(function, memory, expr.local.lo, expr.local.hi)

    def _inner_function(self, hint: str, memory: Memory) -> tuple[Function, Memory]:
        memory.current()  # what is added later is no concern of the inner function
        function = memory.function.inside(self.expressions.module.fresh(hint).lower())
        inner = memory.copy(function.body)
        inner.function = function
        inner.outer = memory
        return function, inner

    def _outlined(self, function: Function, memory: Memory, lo: int, hi: int) -> Code:
        function.close_over()
        self.expressions.module.define(function)
        return c.called(function.title, lo, hi, *function.params)
