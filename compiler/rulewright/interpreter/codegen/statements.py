"""Statements of the core as Python text: what they do to the memory of a run.

A demand that may fail leaves the function with the state of the breakdown; the caller sees to it
that code with such demands stands in a function of its own (`may_fail`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.bags import Entry
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.folds import UNROLLED
from rulewright.interpreter.codegen.handles import Handles
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.options import StoreProbe
from rulewright.interpreter.codegen.refine import assume
from rulewright.interpreter.codegen.sites import Sites
from rulewright.ir import nodes as ir
from rulewright.ir.build import constant_elements
from rulewright.ir.liveness import NONE
from rulewright.ir.nodes import End, Stmt, ZoneRef
from rulewright.ir.walk import descendants

Marks = tuple[tuple[str, tuple[ir.Expr, ...]], ...]


class NeedsFunction(Exception):
    """A breakdown inside of a block or a loop can only be expressed where code may return."""


class Statements:
    """Writes code for the statements of one plan."""

    def __init__(self, expressions: Expressions, sites: Sites, probes: Sequence[tuple[int, StoreProbe]]) -> None:
        self.expressions = expressions
        self.system = expressions.system
        self.bags = expressions.bags
        self.lists = expressions.lists
        self.handles = Handles(expressions)
        self.sites = sites
        self.probes = probes

    def run(self, stmts: Sequence[Stmt], node: int, memory: Memory) -> None:
        """All of them, in order, with paths that part and meet again."""
        for stmt in stmts:
            self.one(stmt, node, memory)

    def one(self, stmt: Stmt, node: int, memory: Memory) -> None:
        match stmt:
            case ir.Store():
                self._store(stmt, memory)
            case ir.StoreMark():
                self._store_mark(stmt, memory)
            case ir.Transfer():
                self._transfer(stmt, memory)
            case ir.TransferPlace():
                self._transfer_place(stmt, memory)
            case ir.TransferAll():
                self._transfer_all(stmt, memory)
            case ir.Demand():
                cond = self.expressions.of(stmt.cond, memory)
                if cond.constant != 1:
                    if not memory.sink.returns:
                        raise NeedsFunction
                    failed = memory.copy(memory.block.nested(f"if {c.not_(cond).truth}"))
                    self.handles.settle(failed, NONE)
                    failed.sink.fail(failed, self.sites.number(node, stmt))
                    assume(stmt.cond, True, memory)
            case ir.If():
                self._if(stmt, node, memory)
            case ir.Loop():
                self._loop(stmt, node, memory)
            case ir.Tell():
                pass
            case _:
                assert_never(stmt)

    # -------------------------------------------------------------- slots

    def _store(self, stmt: ir.Store, memory: Memory) -> None:
        self._look_at_store(stmt, memory)
        match stmt.value:
            case ir.Binary(ir.Op.ADD, ir.Read(slot, ()), ir.Const(by)) if slot == stmt.slot and not stmt.index:
                memory.step(slot, by)
            case ir.Binary(ir.Op.SUB, ir.Read(slot, ()), ir.Const(by)) if slot == stmt.slot and not stmt.index:
                memory.step(slot, -by)
            case _:
                index = [self.expressions.of(i, memory) for i in stmt.index]
                memory.store(stmt.slot, index, self.expressions.of(stmt.value, memory))

    def _look_at_store(self, stmt: ir.Store, memory: Memory) -> None:
        for number, probe in self.probes:
            if probe.slot == stmt.slot:
                index = [self.expressions.of(i, memory) for i in stmt.index]
                before = memory.named(memory.read(stmt.slot, index), "before")
                after = memory.named(self.expressions.of(stmt.value, memory), "after")
                allowed = c.le(before, after) if probe.may_rise else c.le(after, before)
                report(memory, number, allowed)

    # -------------------------------------------------------------- things

    def _transfer(self, stmt: ir.Transfer, memory: Memory) -> None:
        of = self.expressions.of
        source = self.expressions.entry(stmt.source, memory)
        target = self.expressions.entry(stmt.target, memory)
        kind, amount = of(stmt.kind, memory), of(stmt.amount, memory)
        if self.expressions.is_bag(stmt.target):
            self.bags.move(memory, source, target, kind, amount)
            return
        kind = memory.named(kind, "kind")
        thing = memory.named(self._new_thing(stmt.target, kind, {}, stmt.marks, memory), "thing")
        self.bags.put(memory, source, kind, c.mul(c.const(-1), amount))
        if amount.constant == 1:
            self.lists.put(memory, target, thing, stmt.end is End.TOP)
            return
        pinned = self._pinned(stmt.target, memory)
        inner = memory.copy(memory.block.nested(f"for _ in range({amount.text})"))
        self.lists.put(inner, target, thing, stmt.end is End.TOP)
        inner.write_back(pinned)
        memory.unsorted |= inner.unsorted

    def _transfer_place(self, stmt: ir.TransferPlace, memory: Memory) -> None:
        source = self.expressions.entry(stmt.source, memory)
        target = self.expressions.entry(stmt.target, memory)
        place = memory.named(self.expressions.of(stmt.place, memory), "place")
        self._move_thing(stmt, source, place, target, memory)

    def _move_thing(
        self, stmt: ir.TransferPlace | ir.TransferAll, source: Entry, place: Code, target: Entry, memory: Memory
    ) -> None:
        """One thing with its marks, and the handles of everything that shifts."""
        number = self.lists.number(memory, source)
        kind, kept = self._thing_at(stmt.source, number, place, memory)
        held = self.handles.held(source, memory)
        others = self.handles.held(target, memory) if stmt.end is End.TOP else []
        is_bag = self.expressions.is_bag(stmt.target)
        thing = None if is_bag else memory.named(
            self._new_thing(stmt.target, kind, kept, stmt.marks, memory), "thing"
        )
        self.lists.take(memory, source, place)
        new_place: Code | None = None
        if thing is None:
            self.bags.put(memory, target, kind, c.const(1))
        else:
            top = stmt.end is End.TOP
            size = self.lists.size(target.zone, self.lists.number(memory, target))
            new_place = c.const(0) if top else memory.named(size, "place")
            self.lists.put(memory, target, thing, top)
        self.handles.moved(source, place, target, new_place, stmt.end, held, others, memory)

    def _transfer_all(self, stmt: ir.TransferAll, memory: Memory) -> None:
        source = self.expressions.entry(stmt.source, memory)
        target = self.expressions.entry(stmt.target, memory)
        if source == target:
            return
        if source.zone == target.zone:
            source = Entry(source.zone, memory.named(source.number, "i"))
            target = Entry(target.zone, memory.named(target.number, "i"))
            test = c.op("{} != {}", 0, 1, source.number, target.number)
            apart = memory.copy(memory.block.nested(f"if {test.truth}"))
            same = memory.copy(memory.block.nested("else"))
            self._all_of(stmt, source, target, apart)
            memory.join(apart, same)
            return
        self._all_of(stmt, source, target, memory)

    def _all_of(self, stmt: ir.TransferAll, source: Entry, target: Entry, memory: Memory) -> None:
        if not self.expressions.is_bag(stmt.source):
            self._list_to(stmt, source, target, memory)
        elif self.expressions.is_bag(stmt.target):
            self.bags.move_number(memory, source, target, self.bags.number(memory, source))
        else:
            self._bag_to_list(stmt, source, target, memory)

    def _bag_to_list(self, stmt: ir.TransferAll, source: Entry, target: Entry, memory: Memory) -> None:
        number = memory.named(self.bags.number(memory, source), "moved")
        self.bags.take_number(memory, source, number)
        pinned = self._pinned(stmt.target, memory)
        kind = memory.function.fresh("kind")
        inner = memory.copy(memory.block.nested(f"for {kind} in {self.bags.copies(source.zone, number)}"))
        code = c.name(kind, 0, self.bags.shape(source.zone).n_kinds - 1)
        thing = self._new_thing(stmt.target, code, {}, stmt.marks, inner)
        self.lists.put(inner, target, thing, stmt.end is End.TOP)
        inner.write_back(pinned)
        memory.unsorted |= inner.unsorted

    def _list_to(self, stmt: ir.TransferAll, source: Entry, target: Entry, memory: Memory) -> None:
        """One thing after the other; with the last first if they go on top."""
        number = memory.named(self.lists.number(memory, source), "moved")
        slots = self.handles.slots_moved_with(source.zone, target.zone)
        if self.expressions.is_bag(stmt.target) and not slots:
            self.lists.replace(memory, source, number, c.const(0))
            bag = self.lists.as_bag(memory, source.zone, number, self.bags.shape(target.zone).packing)
            self.bags.put_number(memory, target, bag)
            return
        frames = [zone for zone in (source.zone, target.zone) if self.bags.plan.is_frame_zone(zone)]
        pinned = memory.pin(dict.fromkeys((*slots, *frames)), True)
        size = self.lists.size(source.zone, number)
        place = memory.function.fresh("place")
        order = f"range({size.text})" if stmt.end is End.BOTTOM else f"range({size.text} - 1, -1, -1)"
        inner = memory.copy(memory.block.nested(f"for {place} in {order}"))
        last = c.name(place, 0, max(self.lists.shape(source.zone).capacity - 1, 0))
        self._move_thing(stmt, source, c.const(0) if stmt.end is End.BOTTOM else last, target, inner)
        inner.write_back(pinned)
        memory.unsorted |= inner.unsorted

    def _thing_at(
        self, zone: ZoneRef, number: Code, place: Code, memory: Memory
    ) -> tuple[Code, dict[str, list[Code]]]:
        """Kind and marks of a thing."""
        n_kinds = len(self.system.kinds[self.system.zones[zone.zone].kinds].copies)
        kind = self.lists.kind(memory, zone.zone, number, place)
        kept = {}
        for mark in self.system.zones[zone.zone].marks:
            cells = [_unflattened(cell, mark.dims) for cell in range(len(mark.initial))]
            kept[mark.name] = [
                memory.named(self.lists.mark(memory, zone.zone, number, place, mark.name, cell), mark.name)
                for cell in cells
            ]
        return c.narrowed(memory.named(kind, "kind"), 0, n_kinds - 1), kept

    def _new_thing(
        self, zone: ZoneRef, kind: Code, kept: dict[str, list[Code]], marks: Marks, memory: Memory
    ) -> Code:
        """The thing as it lies in `zone`: marks as given, else kept, else their start values."""
        given = {name: [self.expressions.of(cell, memory) for cell in cells] for name, cells in marks}
        cells: list[Code] = []
        for mark in self.system.zones[zone.zone].marks:
            start = [c.const(value) for value in mark.initial]
            cells += given.get(mark.name) or kept.get(mark.name) or start
        return self.lists.new_thing(zone.zone, kind, cells)

    def _store_mark(self, stmt: ir.StoreMark, memory: Memory) -> None:
        of = self.expressions.of
        entry = self.expressions.entry(stmt.zone, memory)
        number = self.lists.number(memory, entry)
        place = memory.named(of(stmt.place, memory), "place")
        index = [of(i, memory) for i in stmt.index]
        before = memory.named(self.lists.mark(memory, entry.zone, number, place, stmt.mark, index), "before")
        after = memory.named(of(stmt.value, memory), "after")
        for probe_number, probe in self.probes:
            if probe.mark == stmt.mark:
                report(memory, probe_number, c.le(before, after) if probe.may_rise else c.le(after, before))
        at = self.lists.mark_offset(memory, entry.zone, place, stmt.mark, index)
        delta = c.op("{} << {}", -EVERYTHING, EVERYTHING, c.sub(after, before), at)
        self.lists.replace(memory, entry, number, c.add(number, delta))

    # -------------------------------------------------------------- structure

    def _if(self, stmt: ir.If, node: int, memory: Memory) -> None:
        cond = self.expressions.of(stmt.cond, memory)
        if cond.constant is not None:
            self.run(stmt.then if cond.constant else stmt.otherwise, node, memory)
            return
        then = memory.copy(memory.block.nested(f"if {cond.truth}"))
        otherwise = memory.copy(memory.block.nested("else"))
        assume(stmt.cond, True, then)
        assume(stmt.cond, False, otherwise)
        self.run(stmt.then, node, then)
        self.run(stmt.otherwise, node, otherwise)
        memory.join(then, otherwise)

    def _loop(self, stmt: ir.Loop, node: int, memory: Memory) -> None:
        elements = constant_elements(stmt.domain)
        if elements is not None and len(elements) <= UNROLLED:
            for element in elements:
                memory.locals[stmt.local.name] = self.expressions.of(element, memory)
                self._round(stmt, node, memory)
            return
        since = memory.function.now
        pinned = memory.pin(*self._changed_by(stmt.body))
        inner = memory.copy(memory.block)
        # The domain is fixed at entry; all else is asked before each round.
        self.expressions.elements.each(stmt.local, stmt.domain, ir.Const(1), inner, once_a_copy=True, since=since)
        self._guarded(self._still_there(stmt, inner), inner, lambda m: self._round(stmt, node, m))
        inner.write_back(pinned)
        memory.unsorted |= inner.unsorted

    def _still_there(self, stmt: ir.Loop, memory: Memory) -> Code:
        """Whether an element has not been moved away since the loop began."""
        match stmt.domain:
            case ir.Kinds(zone):
                most = max(self.system.zones[zone.zone].capacity, 1)
                return c.any_of(self.expressions.of(ir.Count(zone, stmt.local, most), memory))
            case ir.Places(zone):
                size = ir.Size(zone, self.system.zones[zone.zone].capacity)
                return c.lt(memory.locals[stmt.local.name], self.expressions.of(size, memory))
        return c.const(1)

    def _round(self, stmt: ir.Loop, node: int, memory: Memory) -> None:
        where = self.expressions.of(stmt.where, memory)
        self._guarded(where, memory, lambda m: self.run(stmt.body, node, m))

    def _guarded(self, cond: Code, memory: Memory, body: Callable[[Memory], None]) -> None:
        if cond.constant is None:
            inner = memory.copy(memory.block.nested(f"if {cond.truth}"))
            outside = memory.copy(memory.block.nested("else"))
            body(inner)
            memory.join(inner, outside)
        elif cond.constant:
            body(memory)

    def _pinned(self, zone: ZoneRef, memory: Memory) -> dict[str, Code]:
        """What changes when things are put into a zone one by one."""
        frame = self.bags.plan.is_frame_zone(zone.zone)
        return memory.pin([zone.zone] if frame else [], not frame)

    def _changed_by(self, body: Sequence[Stmt]) -> tuple[list[str], bool]:
        """The single slots and frame zones that statements change; whether they change game memory."""
        names: dict[str, None] = {}
        game = False
        plan = self.bags.plan
        for stmt in body:
            for part in descendants(stmt):
                match part:
                    case ir.Store():
                        if len(self.system.slots[part.slot].initial) > 1 and part.slot in plan.game:
                            game = True
                        else:
                            names[part.slot] = None
                    case ir.StoreMark():
                        touched = [part.zone.zone]
                    case ir.Transfer() | ir.TransferPlace() | ir.TransferAll():
                        touched = [part.source.zone, part.target.zone]
                    case _:
                        continue
                if not isinstance(part, ir.Store):
                    names.update(dict.fromkeys(self.handles.slots_moved_with(*touched)))
                for zone in touched if not isinstance(part, ir.Store) else ():
                    if plan.is_frame_zone(zone):
                        names[zone] = None
                    else:
                        game = True
        return list(names), game


def report(memory: Memory, probe: int, value: Code) -> None:
    """Tell what a probe sees, if it has not seen that before."""
    seen = memory.named(value, "seen")
    memory.block.line(f"if {seen.text} not in SEEN[{probe}]: note({probe}, {seen.text})")


def _unflattened(cell: int, dims: Sequence[int]) -> list[Code]:
    index = []
    for dim in reversed(dims):
        index.append(c.const(cell % dim))
        cell //= dim
    return index[::-1]
