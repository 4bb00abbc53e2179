"""Code for aggregates: written out if they are short, else a function that loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.masks import both, bounds, extreme
from rulewright.interpreter.codegen.memory import Memory
from rulewright.interpreter.codegen.writer import Function
from rulewright.ir import nodes as ir
from rulewright.ir.build import constant_elements
from rulewright.ir.nodes import Aggregate, Domain, Expr, Local
from rulewright.ir.walk import Piece, descendants, with_children

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.expressions import Expressions

NOT_FOUND = -(1 << 30)
"""Below every value that an element may have."""

UNROLLED = 6
"""The most elements for which an aggregate is written out."""


class Folds:
    """Writes aggregates and first elements."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self._firsts: dict[tuple[object, ...], str] = {}

    def fold(self, expr: ir.Fold, memory: Memory) -> Code:
        masked = self.expressions.masks.fold(expr, memory)
        if masked is not None:
            return masked
        by_kind = self.expressions.masks.fold_places(expr, memory) if self.expressions.use_tables else None
        if by_kind is not None:
            return by_kind
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
        if expr.op is Aggregate.SOME:
            return c.le(c.const(0), self._found(expr.local, expr.domain, both(expr.where, expr.value), memory))
        if expr.op is Aggregate.EVERY:
            counter = both(expr.where, ir.Not(expr.value))
            return c.lt(self._found(expr.local, expr.domain, counter, memory), c.const(0))
        lo, hi = bounds(expr)
        function, inner = self._inner_function("fold", memory)
        block = function.body
        best = expr.op in (Aggregate.LEAST, Aggregate.GREATEST)
        block.line(f"total = {'None' if best else int(expr.op is Aggregate.PRODUCT)}")
        with_copies = expr.op in (Aggregate.SUM, Aggregate.PRODUCT)
        self.expressions.elements.each(expr.local, expr.domain, expr.where, inner, once_a_copy=with_copies)
        value = self.expressions.of(expr.value, inner)
        if expr.op is Aggregate.SUM:
            inner.block.line(f"total += {value.text}")
        elif expr.op is Aggregate.PRODUCT:
            inner.block.line(f"total *= {value.inner}")
        else:
            value = inner.named(value, "value")
            sign = "<" if expr.op is Aggregate.LEAST else ">"
            inner.block.line(f"if total is None or {value.text} {sign} total: total = {value.text}")
        block.line("return total or 0" if best else "return total")
        return self._outlined(function, lo, hi)

    def first(self, expr: ir.First, memory: Memory) -> Code:
        """The first element with `where`; the least value if there is none."""
        local = expr.local
        found = self._found(local, expr.domain, expr.where, memory)
        if found.lo > NOT_FOUND:
            return found
        return c.chosen(c.le(c.const(local.lo), found), found, c.const(local.lo))

    def _found(self, local: Local, domain: Domain, cond: Expr, memory: Memory) -> Code:
        """The first element with `cond`; `NOT_FOUND` if there is none. Asked twice, it is worked out once."""
        function, inner = self._inner_function("first", memory)
        if not self._written_out(local, domain, cond, inner):
            self.expressions.elements.each(local, domain, cond, inner)
            inner.block.line(f"return {inner.locals[local.name].text}")
        function.body.line(f"return {NOT_FOUND}")
        function.close_over()
        bound = tuple(
            (part.name, inner.locals[part.name].text)
            for piece in (domain, cond) for part in descendants(piece)
            if isinstance(part, Local) and part != local and part.name in memory.locals
        )
        key = (domain, _renamed(cond, local), local.lo, function.params, bound)
        known = self._firsts.get(key)
        if known is None:
            self.expressions.module.define(function)
            known = self._firsts[key] = function.title
        return memory.named(c.called(known, NOT_FOUND, local.hi, *function.params), local.name)

    def _written_out(self, local: Local, domain: Domain, cond: Expr, inner: Memory) -> bool:
        """The places of a short list, one line each."""
        if not isinstance(domain, ir.Places) or domain.distinct:
            return False
        shape = self.expressions.lists.shape(domain.zone.zone)
        if shape.capacity > UNROLLED:
            return False
        number = self.expressions.number(domain.zone, inner)
        for place in range(shape.capacity):
            inner.block.line(f"if {number.inner} < {1 << shape.width * place}: return {NOT_FOUND}")
            inner.locals[local.name] = c.const(place)
            test = self.expressions.of(cond, inner)
            if test.constant != 0:
                inner.block.line(f"if {test.truth}: return {place}")
        return True

    def _inner_function(self, hint: str, memory: Memory) -> tuple[Function, Memory]:
        memory.current()  # what is added later is no concern of the inner function
        function = memory.function.inside(self.expressions.module.fresh(hint).lower())
        inner = memory.copy(function.body)
        inner.function = function
        inner.outer = memory
        return function, inner

    def _outlined(self, function: Function, lo: int, hi: int) -> Code:
        function.close_over()
        self.expressions.module.define(function)
        return c.called(function.title, lo, hi, *function.params)


def _renamed(cond: Expr, local: Local) -> Expr:
    """A condition with a name of its own for the element, so that equal ones are equal."""

    def changed(piece: Piece) -> Piece:
        return Local("", local.lo, local.hi) if piece == local else with_children(piece, changed)

    return cast(Expr, changed(cond))
