"""Decision rules as functions of what they read, for those that are too long to be written out.

A rule that reads little, and nothing in the arrays and zones of the game but whole lists, is asked
again and again with the same values; its answers are kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.bags import Entry
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.runtime import Memo
from rulewright.interpreter.codegen.writer import Function
from rulewright.ir.nodes import Form, Rule

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.expressions import Expressions


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """`now`: it is given the packed state. `cells`: slots, frame arrays and frame zones; `lists`: whole lists."""

    title: str
    now: bool
    cells: tuple[str, ...]
    lists: tuple[str, ...]
    kept: bool


class RuleFunctions:
    """Writes each function when the rule is first applied."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self._written: dict[str, RuleFunction] = {}

    def applied(self, rule: Rule, args: Sequence[Code], memory: Memory) -> Code:
        known = self._written.get(rule.name)
        if known is None:
            known = self._written[rule.name] = self._write(rule, memory)
        given = [memory.current().text] if known.now else []
        given += [memory.value(name).text for name in known.cells]
        given += [self._list(name, memory).text for name in known.lists]
        given += [arg.text for arg in args]
        if known.kept:
            key = given[0] if len(given) == 1 else f"({', '.join(given)})"
            return Code(f"{known.title}[{key}]", rule.lo, rule.hi, True)
        return c.called(known.title, rule.lo, rule.hi, *given)

    def _write(self, rule: Rule, outside: Memory) -> RuleFunction:
        plan, module = outside.plan, outside.module
        reads = self.expressions.analysis.rule_reads(rule.name)
        cells = tuple(
            name for name in sorted(reads)
            if name not in plan.fixed_slots and name not in plan.fixed_numbers and self._is_cell(name)
        )
        lists = tuple(
            name for name in sorted(reads)
            if name in plan.shapes and name not in plan.fixed_numbers and self._is_single_list(name)
        )
        cell_params = {name: f"c{i}" for i, name in enumerate(cells)}
        list_params = {name: f"l{i}" for i, name in enumerate(lists)}
        arg_params = [f"a{i}" for i in range(len(rule.params))]
        params = (*cell_params.values(), *list_params.values(), *arg_params)
        function = Function(module.fresh(f"rule {rule.name}").lower(), ("now", *params))
        memory = Memory(plan, module, function, c.name("now", 0, EVERYTHING), {}, 0)
        for name, param in cell_params.items():
            memory.cells[name] = c.name(param, *self._range(name))
        for name, param in list_params.items():
            memory.lists[name, "0"] = c.name(param, 0, EVERYTHING)
        for local, param in zip(rule.params, arg_params, strict=True):
            memory.locals[local.name] = c.name(param, local.lo, local.hi)
        function.body.line(f"return {self.expressions.of(rule.body, memory).text}")
        now = re.search(r"\bnow\b", "\n".join(function.body.lines(0))) is not None
        if not now:
            function.params = params
        compiled = module.define(function)
        title, kept = function.title, plan.layout.memo and not now and len(params) > 0
        if kept:
            memo = Memo(compiled) if len(params) == 1 else Memo(lambda key: compiled(*key))
            title = module.bind(memo, f"answers of {rule.name}")
        return RuleFunction(title, now, cells, lists, kept)

    def _is_cell(self, name: str) -> bool:
        """Whether a Python local holds all of it: single slots, and everything in frames."""
        system = self.expressions.system
        if name in system.slots:
            return len(system.slots[name].initial) == 1 or name not in self.expressions.plan.game
        return self.expressions.plan.is_frame_zone(name) and not self._is_single_list(name)

    def _is_single_list(self, name: str) -> bool:
        zone = self.expressions.system.zones.get(name)
        return zone is not None and zone.form is not Form.BAG and len(zone.initial) == 1

    def _range(self, name: str) -> tuple[int, int]:
        slot = self.expressions.system.slots.get(name)
        return (slot.lo, slot.hi) if slot is not None and len(slot.initial) == 1 else (0, EVERYTHING)

    def _list(self, zone: str, memory: Memory) -> Code:
        return self.expressions.lists.number(memory, Entry(zone, c.const(0)))
