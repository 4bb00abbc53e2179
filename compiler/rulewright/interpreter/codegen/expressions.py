"""Expressions of the core as Python text.

What hangs on few values becomes a table; what asks for kinds in a bag becomes arithmetic on masks;
what must look at one element after the other becomes a function with a loop. Total, as in the core:
outside of an array there is some value, never an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.bags import Bags, Entry
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.elements import Elements
from rulewright.interpreter.codegen.folds import Folds
from rulewright.interpreter.codegen.inputs import Analysis, Inputs
from rulewright.interpreter.codegen.lists import Lists
from rulewright.interpreter.codegen.masks import Masks
from rulewright.interpreter.codegen.memory import Memory, position
from rulewright.interpreter.codegen.plan import Plan
from rulewright.interpreter.codegen.rules import RuleFunctions
from rulewright.interpreter.codegen.tables import TABLE_LIMIT, n_entries, tabulated
from rulewright.interpreter.codegen.writer import Function, Module
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, Local, Op, ZoneRef

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
        self.elements = Elements(self)
        self.masks = Masks(self)
        self.folds = Folds(self)
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
                return self._kept(table, memory)
        match expr:
            case ir.Lookup():
                return self._kept(self._lookup(expr, memory), memory)
            case ir.Count():
                kind = self.of(expr.kind, memory)
                return c.narrowed(self._count(expr.zone, kind, memory), 0, expr.hi)
            case ir.Size():
                return c.narrowed(self.size(expr.zone, memory), 0, expr.hi)
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
                return self.folds.fold(expr, memory)
            case ir.First():
                return self.folds.first(expr, memory)
        assert_never(expr)

    def _kept(self, found: Code, memory: Memory) -> Code:
        """A cell of a table with several dimensions, in a local: it is often asked for again."""
        return memory.named(found, "cell") if found.atom and found.text.count("[") > 1 else found

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
            case ir.Binary(Op.LT, ir.Size(zone), ir.Const(n)) if not self.is_bag(zone) and n > 0:
                # A thing is never 0, so n things or more make a number of more than n - 1 places.
                return c.lt(self.number(zone, memory), c.const(1 << self.lists.shape(zone.zone).width * (n - 1)))
            case ir.Binary(Op.LT, ir.Const(0), ir.Count() as held) | ir.Binary(Op.LE, ir.Const(1), ir.Count() as held):
                return self._lies_there(held, memory)
        return None

    def _lies_there(self, held: ir.Count, memory: Memory) -> Code:
        """Whether a kind lies in a zone: known, if it was picked from there and nothing has been taken since."""
        if isinstance(held.kind, ir.Read) and (held.zone, held.kind.slot) in memory.present:
            return c.const(1)
        return c.any_of(self._count(held.zone, self.of(held.kind, memory), memory))

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

    def size(self, zone: ZoneRef, memory: Memory) -> Code:
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
        if self.analysis.weight(pure) < WORTH_A_TABLE:
            return None
        if inputs.hopeless or pure in inputs.found:
            return None
        if any(isinstance(known, ir.Fold | ir.First) for known in inputs.found.values()):
            return None
        index = self.index(inputs, memory)
        if index is None:
            return None
        function = self.pure_function(pure, tuple(inputs.found))
        return tabulated(self.module, function, index, _hint(expr))

    def index(self, inputs: Inputs, memory: Memory, factor: int = 1) -> list[Code] | None:
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
            function, memory = self.pure_scope(params)
            function.body.line(f"return {self.of_pure(expr, memory).text}")
            self._pure_functions[key] = _of_what_may_be(self.module.define(function))
        return self._pure_functions[key]

    def pure_scope(self, params: tuple[Local, ...]) -> tuple[Function, Memory]:
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


def _of_what_may_be(function: Callable[..., int]) -> Callable[..., int]:
    """The function, with 0 where its arguments cannot occur: a table is filled for those, too."""

    def value(*args: int) -> int:
        try:
            return function(*args)
        except IndexError:
            return 0

    return value


def _hint(expr: Expr) -> str:
    return expr.rule if isinstance(expr, ir.Apply) else type(expr).__name__
