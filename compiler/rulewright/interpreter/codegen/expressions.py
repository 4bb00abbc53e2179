"""Expressions of the core as Python text.

What hangs on few values becomes a table; what asks for kinds in a bag becomes arithmetic on masks;
what must look at one element after the other becomes a function with a loop. Total, as in the core:
outside of an array there is some value, never an error.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, assert_never

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.bags import Bags, Entry
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.inputs import Analysis, Inputs
from rulewright.interpreter.codegen.lists import Lists
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory, position
from rulewright.interpreter.codegen.plan import Plan
from rulewright.interpreter.codegen.rules import RuleFunctions
from rulewright.interpreter.codegen.tables import TABLE_LIMIT, n_entries, tabulated
from rulewright.interpreter.codegen.writer import Function, Module
from rulewright.ir import nodes as ir
from rulewright.ir.build import constant_elements
from rulewright.ir.nodes import Aggregate, Domain, Expr, Local, Op, ZoneRef

UNROLLED = 6
"""The most elements for which an aggregate is written out."""

WORTH_A_TABLE = 3
INLINED = 24
"""The greatest weight of a rule that is written out where it is applied."""


class Expressions:
    """Writes code for the expressions of one plan."""

    def __init__(self, plan: Plan, module: Module) -> None:
        self.plan = plan
        self.system = plan.system
        self.module = module
        self.bags = Bags(plan, module)
        self.lists = Lists(plan, module)
        self.tables = dict(plan.system.tables)
        self.rules = RuleFunctions(self)
        self.use_tables = plan.layout.tables
        self.analysis = Analysis(plan.system)
        self._pure_functions: dict[tuple[object, ...], Callable[..., Any]] = {}

    def of(self, expr: Expr, memory: Memory) -> Code:
        """Code for the value; new locals are written to the memory's block."""
        match expr:
            case ir.Const():
                return c.const(expr.value)
            case Local():
                return memory.locals[expr.name]
            case ir.Read():
                return memory.read(expr.slot, [self.of(i, memory) for i in expr.index])
            case ir.Setting():
                raise ValueError(f"reading `{expr.name}` is still open; `specialise` the system first")
        if self.use_tables:
            table = self._as_table(expr, memory)
            if table is not None:
                return table
        match expr:
            case ir.Lookup():
                return self._lookup(expr, memory)
            case ir.Count():
                kind = self.of(expr.kind, memory)
                return c.narrowed(self._count(expr.zone, kind, memory), 0, expr.hi)
            case ir.Size():
                return c.narrowed(self._size(expr.zone, memory), 0, expr.hi)
            case ir.PlaceKind():
                number = self.number(expr.zone, memory)
                return self.lists.kind(memory, expr.zone.zone, number, self.of(expr.place, memory))
            case ir.PlaceMark():
                number = self.number(expr.zone, memory)
                index = [self.of(i, memory) for i in expr.index]
                return self.lists.mark(
                    memory, expr.zone.zone, number, self.of(expr.place, memory), expr.mark, index
                )
            case ir.Binary():
                return self._binary(expr, memory)
            case ir.Not():
                return c.not_(self.of(expr.operand, memory))
            case ir.Ite():
                return c.ite(
                    self.of(expr.cond, memory),
                    lambda: self.of(expr.then, memory),
                    lambda: self.of(expr.otherwise, memory),
                )
            case ir.Let():
                memory.locals[expr.local.name] = memory.named(self.of(expr.value, memory), expr.local.name)
                return self.of(expr.body, memory)
            case ir.Apply():
                return self._apply(expr, memory)
            case ir.Fold():
                return self._fold(expr, memory)
            case ir.First():
                return self._first(expr, memory)
        assert_never(expr)

    # -------------------------------------------------------------- arithmetic

    def _binary(self, expr: ir.Binary, memory: Memory) -> Code:
        empty = self._emptiness(expr, memory)
        if empty is not None:
            return empty
        left = self.of(expr.left, memory)
        if expr.op is Op.AND:
            return c.and_(left, lambda: self.of(expr.right, memory))
        if expr.op is Op.OR:
            return c.or_(left, lambda: self.of(expr.right, memory))
        right = self.of(expr.right, memory)
        match expr.op:
            case Op.ADD:
                return c.add(left, right)
            case Op.SUB:
                return c.sub(left, right)
            case Op.MUL:
                return c.mul(left, right)
            case Op.EQ:
                return c.eq(left, right)
            case Op.LT:
                return c.lt(left, right)
            case Op.LE:
                return c.le(left, right)
        assert_never(expr.op)

    def _emptiness(self, expr: ir.Binary, memory: Memory) -> Code | None:
        """Whether anything lies in a zone at all is told without counting."""
        match expr:
            case ir.Binary(Op.EQ, ir.Size(zone), ir.Const(0)) | ir.Binary(Op.EQ, ir.Const(0), ir.Size(zone)):
                return c.not_(c.any_of(self.number(zone, memory)))
            case ir.Binary(Op.LT, ir.Const(0), ir.Size(zone)) | ir.Binary(Op.LE, ir.Const(1), ir.Size(zone)):
                return c.any_of(self.number(zone, memory))
            case ir.Binary(Op.LT, ir.Const(0), ir.Count() as held) | ir.Binary(Op.LE, ir.Const(1), ir.Count() as held):
                return self._lies_there(held, memory)
        return None

    def _lies_there(self, held: ir.Count, memory: Memory) -> Code:
        """Whether a kind lies in a zone: known, if it was picked from there and nothing has been taken since."""
        entry = self.entry(held.zone, memory)
        kind = self.of(held.kind, memory)
        if (entry.zone, entry.number.text, kind.text) in memory.present:
            return c.const(1)
        return c.any_of(self._count(held.zone, kind, memory))

    def _lookup(self, expr: ir.Lookup, memory: Memory) -> Code:
        table = self.tables[expr.table]
        index = [self.of(i, memory) for i in expr.index]
        from_zero = [c.sub(i, c.const(low)) for i, low in zip(index, table.lows, strict=True)]
        _, inside = position(memory, from_zero, table.dims)
        bounded = [
            c.narrowed(i, low, low + dim - 1)
            for i, low, dim in zip(index, table.lows, table.dims, strict=True)
        ]

        def cell(*at: int) -> int:
            offset = 0
            for i, low, dim in zip(at, table.lows, table.dims, strict=True):
                offset = offset * dim + i - low
            return table.values[offset]

        return c.ite(
            inside, lambda: tabulated(self.module, cell, bounded, expr.table), lambda: c.const(expr.lo)
        )

    # -------------------------------------------------------------- zones

    def entry(self, zone: ZoneRef, memory: Memory) -> Entry:
        return self.bags.entry(memory, zone.zone, [self.of(i, memory) for i in zone.index])

    def number(self, zone: ZoneRef, memory: Memory) -> Code:
        """What lies in a zone, packed."""
        entry = self.entry(zone, memory)
        if self.is_bag(zone):
            return self.bags.number(memory, entry)
        return self.lists.number(memory, entry)

    def is_bag(self, zone: ZoneRef) -> bool:
        return self.system.zones[zone.zone].form is ir.Form.BAG

    def _size(self, zone: ZoneRef, memory: Memory) -> Code:
        if self.is_bag(zone):
            return self.bags.size(memory, self.entry(zone, memory))
        return self.lists.size(zone.zone, self.number(zone, memory))

    def _count(self, zone: ZoneRef, kind: Code, memory: Memory) -> Code:
        if self.is_bag(zone):
            return self.bags.count(memory, self.entry(zone, memory), kind)
        return self.lists.count(zone.zone, self.number(zone, memory), kind)

    # -------------------------------------------------------------- tables

    def _as_table(self, expr: Expr, memory: Memory) -> Code | None:
        if self.analysis.weight(expr) < WORTH_A_TABLE and not isinstance(expr, ir.Apply):
            return None
        pure, inputs = self.analysis.inputs(expr)
        if inputs.hopeless or pure in inputs.found:
            return None
        if any(isinstance(known, ir.Fold | ir.First) for known in inputs.found.values()):
            return None
        index = self._index(inputs, memory)
        if index is None:
            return None
        function = self.pure_function(pure, tuple(inputs.found))
        return tabulated(self.module, function, index, _hint(expr))

    def _index(self, inputs: Inputs, memory: Memory, factor: int = 1) -> list[Code] | None:
        """Codes of the inputs, if they are few enough for a table."""
        declared = 1
        for local, known in inputs.found.items():
            narrow = memory.locals.get(local.name) if known is local else None
            declared *= (narrow.hi - narrow.lo if narrow else local.hi - local.lo) + 1
        if declared * factor > TABLE_LIMIT:
            return None
        index = [
            c.narrowed(self.of(known, memory), local.lo, local.hi) for local, known in inputs.found.items()
        ]
        return index if n_entries(index) * factor <= TABLE_LIMIT else None

    def pure_function(self, expr: Expr, params: tuple[Local, ...]) -> Callable[..., int]:
        """An expression that reads no state as a Python function of its locals."""
        key = (expr, params)
        if key not in self._pure_functions:
            function, memory = self._pure_scope(params)
            function.body.line(f"return {self.of_pure(expr, memory).text}")
            self._pure_functions[key] = _of_what_may_be(self.module.define(function))
        return self._pure_functions[key]

    def _pure_scope(self, params: tuple[Local, ...]) -> tuple[Function, Memory]:
        names = tuple(f"a{number}" for number in range(len(params)))
        function = Function(self.module.fresh("pure"), names)
        memory = Memory(self.plan, self.module, function, c.const(0), {}, 0)
        for param, label in zip(params, names, strict=True):
            memory.locals[param.name] = c.name(label, param.lo, param.hi)
        return function, memory

    def of_pure(self, expr: Expr, memory: Memory) -> Code:
        """Code without new tables: it runs a few times only, to fill one."""
        before, self.use_tables = self.use_tables, False
        try:
            return self.of(expr, memory)
        finally:
            self.use_tables = before

    # -------------------------------------------------------------- rules

    def _apply(self, expr: ir.Apply, memory: Memory) -> Code:
        rule = self.system.rules[expr.rule]
        args = [
            c.narrowed(memory.named(self.of(arg, memory), param.name), param.lo, param.hi)
            for arg, param in zip(expr.args, rule.params, strict=True)
        ]
        if self.use_tables and self.analysis.weight(rule.body) > INLINED:
            return self.rules.applied(rule, args, memory)
        known = dict(memory.locals)
        memory.locals.update((param.name, arg) for param, arg in zip(rule.params, args, strict=True))
        value = self.of(rule.body, memory)
        memory.locals = known
        return c.narrowed(value, expr.lo, expr.hi)

    # -------------------------------------------------------------- aggregates

    def _fold(self, expr: ir.Fold, memory: Memory) -> Code:
        masked = self._masked_fold(expr, memory)
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
                yield self.of(expr.where, memory), lambda: self.of(expr.value, memory)

        result: Code | None = None
        match expr.op:
            case Aggregate.SOME:
                result = c.const(0)
                for where, value in rounds():
                    both = c.and_(where, value)
                    result = c.or_(result, lambda both=both: both)  # type: ignore[misc]
            case Aggregate.EVERY:
                result = c.const(1)
                for where, value in rounds():
                    held = c.or_(c.not_(where), value)
                    result = c.and_(result, lambda held=held: held)  # type: ignore[misc]
            case Aggregate.SUM:
                result = c.const(0)
                for where, value in rounds():
                    result = c.add(result, c.ite(where, value, lambda: c.const(0)))
            case Aggregate.LEAST | Aggregate.GREATEST:
                chosen = [(where.constant, value()) for where, value in rounds()]
                if chosen and all(where is not None for where, _ in chosen):
                    result = _extreme(expr.op, [value for where, value in chosen if where])
            case Aggregate.PRODUCT:
                pass
        memory.locals = known
        return result

    def _looped(self, expr: ir.Fold, memory: Memory) -> Code:
        """A function that looks at one element after the other."""
        lo, hi = _bounds(expr)
        function, inner = self._inner_function("fold", memory)
        start = {Aggregate.PRODUCT: 1, Aggregate.EVERY: 1}.get(expr.op, 0)
        block = function.body
        best = expr.op in (Aggregate.LEAST, Aggregate.GREATEST)
        block.line(f"total = {'None' if best else start}")
        with_copies = expr.op in (Aggregate.SUM, Aggregate.PRODUCT)
        self.each(expr.local, expr.domain, expr.where, inner, once_a_copy=with_copies)
        value = self.of(expr.value, inner)
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

    def _first(self, expr: ir.First, memory: Memory) -> Code:
        function, inner = self._inner_function("first", memory)
        self.each(expr.local, expr.domain, expr.where, inner)
        inner.block.line(f"return {inner.locals[expr.local.name].text}")
        function.body.line(f"return {expr.local.lo}")
        return self._outlined(function, memory, expr.local.lo, expr.local.hi)

    def _inner_function(self, hint: str, memory: Memory) -> tuple[Function, Memory]:
        memory.current()  # what is added later is no concern of the inner function
        function = memory.function.inside(self.module.fresh(hint).lower())
        inner = memory.copy(function.body)
        inner.function = function
        inner.outer = memory
        return function, inner

    def _outlined(self, function: Function, memory: Memory, lo: int, hi: int) -> Code:
        function.close_over()
        self.module.define(function)
        return c.called(function.title, lo, hi, *function.params)

    # -------------------------------------------------------------- masks

    def _masked_fold(self, expr: ir.Fold, memory: Memory) -> Code | None:
        """An aggregate over the kinds in a bag without doubles, by arithmetic on its mask."""
        domain = expr.domain
        if not isinstance(domain, ir.Kinds) or not self.bags.shape(domain.zone.zone).is_mask:
            return None
        cond = expr.where
        match expr.op:
            case Aggregate.SOME:
                cond = _both(expr.where, expr.value)
            case Aggregate.EVERY:
                cond = _both(expr.where, ir.Not(expr.value))
        within, rest = self.mask(expr.local, domain.zone, cond, memory)
        if rest is not None:
            return None
        number = self.bags.number(memory, self.entry(domain.zone, memory), within)
        match expr.op:
            case Aggregate.SOME:
                return c.any_of(number)
            case Aggregate.EVERY:
                return c.not_(c.any_of(number))
            case Aggregate.SUM if isinstance(expr.value, ir.Const):
                size = self.bags.size_of(self.bags.shape(domain.zone.zone), number)
                return c.mul(size, c.const(expr.value.value))
        return self._folded_by_bytes(expr, number, memory)

    def _folded_by_bytes(self, expr: ir.Fold, number: Code, memory: Memory) -> Code | None:
        """Look up the aggregate of each eight kinds, and put the answers together."""
        values = self._value_by_kind(expr, memory)
        if values is None:
            return None
        combine, start = _COMBINED[expr.op]
        if expr.op in (Aggregate.LEAST, Aggregate.GREATEST):
            start = max(values) if expr.op is Aggregate.LEAST else min(values)
        number = memory.named(number, "kinds")
        parts = []
        for low in range(0, len(values), 8):
            chunk = values[low : low + 8]
            if all(value == start for value in chunk):
                continue
            table = [start]
            for value in chunk:
                table += [combine(total, value) for total in table]
            at = c.field_of(number, c.const(low), (1 << len(chunk)) - 1)
            name = self.module.constant(tuple(table), "by_kind")
            parts.append(c.indexed(name, min(table), max(table), at))
        lo, hi = _bounds(expr)
        if not parts:
            return c.const(start)
        if expr.op in (Aggregate.LEAST, Aggregate.GREATEST):
            found = _extreme(expr.op, parts)
        else:
            sign = " + " if expr.op is Aggregate.SUM else " * "
            found = Code(sign.join(part.text for part in parts), lo, hi)
        if expr.op in (Aggregate.LEAST, Aggregate.GREATEST):
            return c.ite(c.any_of(number), lambda: found, lambda: c.const(0))
        return found

    def _value_by_kind(self, expr: ir.Fold, memory: Memory) -> list[int] | None:
        inputs = Inputs(self.analysis, frozenset((expr.local.name,)))
        pure = inputs.pure(expr.value)
        if inputs.hopeless or any(memory.locals.get(i.name, _OPEN).constant is None for i in inputs.found):
            return None
        params = (*inputs.found, expr.local)
        function = self.pure_function(pure, params)
        known = [memory.locals[i.name].lo for i in inputs.found]
        assert isinstance(expr.domain, ir.Kinds)
        return [function(*known, k) for k in range(self.bags.shape(expr.domain.zone.zone).n_kinds)]

    def mask(
        self, local: Local, zone: ZoneRef, cond: Expr, memory: Memory
    ) -> tuple[Code | None, Expr | None]:
        """The kinds of a bag with `cond`, as a mask, and what of the condition could not be put into it."""
        if self.bags.shares_masks(zone.zone):
            cond = _both(self._is_home(local, zone), cond)
        parts = list(_conjuncts(cond))
        whole = self._mask_table(local, zone, parts, memory)
        if whole is not None:
            return whole, None
        within: Code | None = None
        rest: list[Expr] = []
        for part in parts:
            mask = self._mask_table(local, zone, [part], memory)
            if mask is None:
                rest.append(part)
            else:
                within = mask if within is None else c.op("{} & {}", 0, min(within.hi, mask.hi), within, mask)
        return within, _all(rest) if rest else None

    def _is_home(self, local: Local, zone: ZoneRef) -> Expr:
        """A condition on the kind: it may lie in this bag at all."""
        shape = self.bags.shape(zone.zone)
        title = f"home in {zone.zone}"
        if title not in self.tables:
            dims = (*self.system.zones[zone.zone].dims, shape.n_kinds)
            values = tuple(home >> k & 1 for home in shape.homes for k in range(shape.n_kinds))
            self.tables[title] = ir.Table(title, dims, values, (0,) * len(dims))
        return ir.Lookup(title, (*zone.index, local), 0, 1)

    def _mask_table(self, local: Local, zone: ZoneRef, parts: list[Expr], memory: Memory) -> Code | None:
        n_kinds = self.bags.shape(zone.zone).n_kinds
        cond = _all(parts)
        if cond == ir.Const(1):
            return c.const((1 << n_kinds) - 1)
        inputs = Inputs(self.analysis, frozenset((local.name,)))
        pure = inputs.pure(cond)
        if inputs.hopeless:
            return None
        index = self._index(inputs, memory, 8)
        if index is None:
            return None
        function = self.pure_function(pure, (*inputs.found, local))

        def mask(*at: int) -> int:
            return sum(1 << k for k in range(n_kinds) if function(*at, k))

        return tabulated(self.module, mask, index, "mask")

    # -------------------------------------------------------------- domains

    def each(
        self, local: Local, domain: Domain, where: Expr, memory: Memory, *, once_a_copy: bool = False,
        once_each: bool = False,
    ) -> None:
        """Open a loop over the elements with `where`; the memory goes on inside of it.

        `once_a_copy`: a kind in a bag comes as often as it lies there. `once_each`: a value that is
        listed twice comes once.
        """
        header, rest = self._iterated(local, domain, where, memory, once_a_copy)
        if once_each and not header.startswith("ROWS_") and isinstance(domain, ir.Items | ir.Seats):
            header = f"dict.fromkeys({header})" if _may_repeat(header) else header
        label = memory.function.fresh(local.name)
        met = memory.function.fresh("met")
        if isinstance(domain, ir.Places) and domain.distinct:
            memory.block.line(f"{met} = set()")
        memory.share()
        memory.block = memory.block.nested(f"for {label} in {header}")
        memory.locals[local.name] = c.name(label, local.lo, local.hi)
        if local.lo == local.hi:
            memory.locals[local.name] = c.const(local.lo)
        if isinstance(domain, ir.Kinds):
            entry = self.entry(domain.zone, memory)
            memory.present.add((entry.zone, entry.number.text, label))
        if rest is not None:
            test = self.of(rest, memory)
            if test.constant == 0:
                memory.block = memory.block.nested("if 0")
            elif test.constant is None:
                memory.block = memory.block.nested(f"if {test.truth}")
        if isinstance(domain, ir.Places) and domain.distinct:
            thing = self.lists.thing(
                memory, domain.zone.zone, self.number(domain.zone, memory), memory.locals[local.name]
            )
            thing = memory.named(thing, "thing")
            memory.block = memory.block.nested(f"if {thing.text} not in {met}")
            memory.block.line(f"{met}.add({thing.text})")

    def _iterated(
        self, local: Local, domain: Domain, where: Expr, memory: Memory, once_a_copy: bool
    ) -> tuple[str, Expr | None]:
        """Text of an iterable, and what of the condition is still to be asked of each element."""
        rest = None if where == ir.Const(1) else where
        match domain:
            case ir.Kinds():
                zone = domain.zone.zone
                entry = self.entry(domain.zone, memory)
                if not self.bags.shape(zone).is_mask:
                    number = self.bags.number(memory, entry)
                    listed = self.bags.copies if once_a_copy else self.bags.kinds
                    return listed(zone, number), rest
                within, rest = self.mask(local, domain.zone, where, memory)
                return self.bags.kinds(zone, self.bags.number(memory, entry, within)), rest
            case ir.Places():
                size = self._size(domain.zone, memory)
                return f"range({size.text})", rest
        table = self._element_table(local, domain, where, memory)
        if table is not None:
            return table, None
        table = self._element_table(local, domain, ir.Const(1), memory)
        if table is not None:
            return table, rest
        match domain:
            case ir.Range():
                lo, hi = self.of(domain.lo, memory), self.of(domain.hi, memory)
                return f"range({lo.text}, {c.add(hi, c.const(1)).text})", rest
            case ir.Items():
                items = "".join(f"{self.of(value, memory).text}, " for value in domain.values)
                return f"({items})", rest
            case ir.Seats():
                return self._seats(domain, memory), rest
        assert_never(domain)

    def _seats(self, domain: ir.Seats, memory: Memory) -> str:
        n = self.system.n_players
        start, back = self.of(domain.start, memory), self.of(domain.backwards, memory)
        step = c.ite(back, lambda: c.const(-1), lambda: c.const(1))
        return f"[({start.inner} + {step.inner} * i) % {n} for i in range({domain.n})]"

    def _element_table(self, local: Local, domain: Domain, where: Expr, memory: Memory) -> str | None:
        if not self.use_tables:
            return None
        inputs = Inputs(self.analysis, frozenset())
        pure_domain = inputs.pure_domain(domain)
        inputs.bound = frozenset((local.name,))
        pure_where = inputs.pure(where)
        if inputs.hopeless:
            return None
        index = self._index(inputs, memory, 16)
        if index is None:
            return None
        function, inner = self._pure_scope(tuple(inputs.found))
        function.body.line("found = []")
        before, self.use_tables = self.use_tables, False
        self.each(local, pure_domain, pure_where, inner)
        self.use_tables = before
        inner.block.line(f"found.append({inner.locals[local.name].text})")
        function.body.line("return tuple(found)")
        listed = self.module.define(function)
        rows: list[tuple[int, ...]] = []

        def row(*at: int) -> int:
            try:
                elements = listed(*at)
            except IndexError:  # arguments that cannot occur
                elements = ()
            if elements not in rows:
                rows.append(elements)
            return rows.index(elements)

        at = tabulated(self.module, row, index, "row")
        if at.constant is not None:
            return repr(rows[at.constant])
        return f"{self.module.constant(tuple(rows), 'rows')}[{at.text}]"


def _of_what_may_be(function: Callable[..., int]) -> Callable[..., int]:
    """The function, with 0 where its arguments cannot occur: a table is filled for those, too."""

    def value(*args: int) -> int:
        try:
            return function(*args)
        except IndexError:
            return 0

    return value


_OPEN = Code("", 0, 1)
_COMBINED: dict[Aggregate, tuple[Callable[[int, int], int], int]] = {
    Aggregate.SUM: (lambda a, b: a + b, 0),
    Aggregate.PRODUCT: (lambda a, b: a * b, 1),
    Aggregate.LEAST: (min, 0),
    Aggregate.GREATEST: (max, 0),
}


def _may_repeat(listed: str) -> bool:
    """Whether an iterable, written out or not, may hold a value twice."""
    try:
        elements = ast.literal_eval(listed)
    except ValueError:
        return True
    return len(set(elements)) < len(elements)


def _bounds(expr: ir.Fold) -> tuple[int, int]:
    if expr.op in (Aggregate.SOME, Aggregate.EVERY):
        return 0, 1
    return -EVERYTHING, EVERYTHING


def _extreme(op: Aggregate, values: list[Code]) -> Code:
    if not values:
        return c.const(0)
    if len(values) == 1:
        return values[0]
    word = "min" if op is Aggregate.LEAST else "max"
    return c.called(
        word, min(v.lo for v in values), max(v.hi for v in values), *(value.text for value in values)
    )


def _conjuncts(cond: Expr) -> Iterator[Expr]:
    if isinstance(cond, ir.Binary) and cond.op is Op.AND:
        yield from _conjuncts(cond.left)
        yield from _conjuncts(cond.right)
    elif cond != ir.Const(1):
        yield cond


def _both(left: Expr, right: Expr) -> Expr:
    return _all([left, right])


def _all(conds: list[Expr]) -> Expr:
    result: Expr = ir.Const(1)
    for cond in conds:
        if cond != ir.Const(1):
            result = cond if result == ir.Const(1) else ir.Binary(Op.AND, result, cond)
    return result


def _hint(expr: Expr) -> str:
    return expr.rule if isinstance(expr, ir.Apply) else type(expr).__name__
