"""Statements: what they do to slots and zones, and to the handles of things that move.

`Executor.run` changes a `Memory`. A demand that does not hold raises `BrokeDown`; whatever a
demand should have caught raises `BrokenPromise`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never, cast

from rulewright.interpreter.evaluate import BrokenPromise, Env, Evaluator, offset_of
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.state import Failure, Memory, Thing
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import End, Expr, Form, Stmt, System, ZoneRef


class BrokeDown(Exception):
    """The play cannot go on: a demand does not hold."""

    def __init__(self, demand: ir.Demand) -> None:
        super().__init__(demand.reason.value)
        self.demand = demand

    def failure_at(self, node: int) -> Failure:
        return Failure(self.demand.reason, self.demand.subject, node, self.demand.span)


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry of a zone array, found out."""

    zone: str
    offset: int


class Executor:
    """Runs the statements of one system."""

    def __init__(self, system: System, evaluator: Evaluator, observer: Observer) -> None:
        self.system = system
        self.evaluator = evaluator
        self.observer = observer

    def run(self, stmts: tuple[Stmt, ...], memory: Memory, env: Env) -> None:
        for stmt in stmts:
            self._run(stmt, memory, env)

    def _run(self, stmt: Stmt, memory: Memory, env: Env) -> None:
        match stmt:
            case ir.Store():
                self._store(stmt, memory, env)
            case ir.StoreMark():
                self._store_mark(stmt, memory, env)
            case ir.Transfer():
                self._transfer(stmt, memory, env)
            case ir.TransferPlace():
                source = self._spot(stmt.source, memory, env)
                target = self._spot(stmt.target, memory, env)
                place = self.evaluator.value(stmt.place, memory, env)
                self._move_thing(source, place, target, stmt.marks, stmt.end, memory, env)
            case ir.TransferAll():
                self._transfer_all(stmt, memory, env)
            case ir.Demand():
                if not self.evaluator.value(stmt.cond, memory, env):
                    raise BrokeDown(stmt)
            case ir.If():
                cond = self.evaluator.value(stmt.cond, memory, env)
                self.run(stmt.then if cond else stmt.otherwise, memory, env)
            case ir.Loop():
                self._loop(stmt, memory, env)
            case ir.Tell():
                self.observer.told(stmt, memory, env)
            case _:
                assert_never(stmt)

    def _loop(self, stmt: ir.Loop, memory: Memory, env: Env) -> None:
        elements = self.evaluator.elements(stmt.domain, memory, env)
        rounds = [x for x in elements for _ in range(self.evaluator.n_copies(stmt.domain, x, memory, env))]
        may_vanish = isinstance(stmt.domain, ir.Kinds | ir.Places)
        for element in rounds:
            if may_vanish and element not in self.evaluator.elements(stmt.domain, memory, env):
                continue
            inner = {**env, stmt.local.name: element}
            if self.evaluator.value(stmt.where, memory, inner):
                self.run(stmt.body, memory, inner)

    # -------------------------------------------------------------- stores

    def _store(self, stmt: ir.Store, memory: Memory, env: Env) -> None:
        slot = self.system.slots[stmt.slot]
        index = self.evaluator.values(stmt.index, memory, env)
        offset = _offset_in(slot.name, index, slot.dims)
        value = self.evaluator.value(stmt.value, memory, env)
        _demand_range(slot.name, value, slot.lo, slot.hi)
        before = memory.slots[slot.name][offset]
        memory.set_cell(slot.name, offset, value)
        self.observer.stored(stmt, offset, before, value, memory)

    def _store_mark(self, stmt: ir.StoreMark, memory: Memory, env: Env) -> None:
        spot = self._spot(stmt.zone, memory, env)
        place = self.evaluator.value(stmt.place, memory, env)
        things = self._things(spot, memory)
        cell = self.evaluator.mark_cell(spot.zone, stmt.mark, self.evaluator.values(stmt.index, memory, env))
        if cell is None or not 0 <= place < len(things):
            raise BrokenPromise(f"mark `{stmt.mark}` of nothing in `{spot.zone}`")
        value = self.evaluator.value(stmt.value, memory, env)
        mark = next(mark for mark in self.system.zones[spot.zone].marks if mark.name == stmt.mark)
        _demand_range(stmt.mark, value, mark.lo, mark.hi)
        thing = things[place]
        changed = (*thing[:cell], value, *thing[cell + 1 :])
        memory.set_entry(spot.zone, spot.offset, (*things[:place], changed, *things[place + 1 :]))
        self.observer.marked(stmt, thing[cell], value, memory)

    # -------------------------------------------------------------- transfers

    def _transfer(self, stmt: ir.Transfer, memory: Memory, env: Env) -> None:
        source = self._spot(stmt.source, memory, env)
        target = self._spot(stmt.target, memory, env)
        kind = self.evaluator.value(stmt.kind, memory, env)
        amount = self.evaluator.value(stmt.amount, memory, env)
        thing = self._new_thing(kind, target, None, None, stmt.marks, memory, env)
        if amount < 0:
            raise BrokenPromise(f"{amount} things are taken from `{source.zone}`")
        for _ in range(amount):
            self._take_kind(source, kind, memory)
            self._put(thing, target, stmt.end, memory)

    def _transfer_all(self, stmt: ir.TransferAll, memory: Memory, env: Env) -> None:
        source = self._spot(stmt.source, memory, env)
        target = self._spot(stmt.target, memory, env)
        if source == target:
            return
        if self.system.zones[source.zone].form is Form.BAG:
            for kind, count in enumerate(self._bag(source, memory)):
                thing = self._new_thing(kind, target, None, None, stmt.marks, memory, env)
                for _ in range(count):
                    self._take_kind(source, kind, memory)
                    self._put(thing, target, stmt.end, memory)
            return
        for _ in range(len(self._things(source, memory))):
            # From the near end to the far end, or the order would turn around on top.
            place = 0 if stmt.end is End.BOTTOM else len(self._things(source, memory)) - 1
            self._move_thing(source, place, target, stmt.marks, stmt.end, memory, env)

    def _move_thing(
        self, source: Spot, place: int, target: Spot, marks: tuple[tuple[str, tuple[Expr, ...]], ...],
        end: End, memory: Memory, env: Env,
    ) -> None:
        things = self._things(source, memory)
        if not 0 <= place < len(things):
            raise BrokenPromise(f"place {place} of `{source.zone}` is not filled")
        thing = self._new_thing(things[place][0], target, source, things[place], marks, memory, env)
        held = self._handles_at(source, memory, env)
        memory.set_entry(source.zone, source.offset, (*things[:place], *things[place + 1 :]))
        moved = []
        for handle, at in held:
            if at == place:
                moved.append(handle)
            elif at > place:
                memory.set_cell(handle.place, 0, at - 1)
        others = self._handles_at(target, memory, env)
        new_place = self._put(thing, target, end, memory)
        for handle, at in others:
            if handle not in moved and new_place is not None and at >= new_place:
                memory.set_cell(handle.place, 0, at + 1)
        for handle in moved:
            self._follow(handle, target, new_place, memory, env)

    def _take_kind(self, source: Spot, kind: int, memory: Memory) -> None:
        counts = self._bag(source, memory)
        if not (0 <= kind < len(counts) and counts[kind] > 0):
            raise BrokenPromise(f"kind {kind} is not in `{source.zone}`")
        memory.set_entry(source.zone, source.offset, _added(counts, kind, -1))

    def _put(self, thing: Thing, target: Spot, end: End, memory: Memory) -> int | None:
        """Put a thing down; its place, if the zone has places."""
        zone = self.system.zones[target.zone]
        if zone.form is Form.BAG:
            counts = _added(self._bag(target, memory), thing[0], +1)
            if counts[thing[0]] > zone.capacity:
                raise BrokenPromise(f"`{zone.name}` has no room")
            memory.set_entry(zone.name, target.offset, counts)
            return None
        things = self._things(target, memory)
        if len(things) >= zone.capacity:
            raise BrokenPromise(f"`{zone.name}` has no room")
        if end is End.TOP:
            memory.set_entry(zone.name, target.offset, (thing, *things))
            return 0
        memory.set_entry(zone.name, target.offset, (*things, thing))
        return len(things)

    def _new_thing(
        self, kind: int, target: Spot, source: Spot | None, old: Thing | None,
        marks: tuple[tuple[str, tuple[Expr, ...]], ...], memory: Memory, env: Env,
    ) -> Thing:
        """The thing as it lies in `target`: marks as given, else kept, else their start values."""
        given = {name: self.evaluator.values(cells, memory, env) for name, cells in marks}
        kept = self._marks_of(source, old)
        thing = [kind]
        for mark in self.system.zones[target.zone].marks:
            cells = given.get(mark.name) or kept.get(mark.name) or mark.initial
            for cell in cells:
                _demand_range(mark.name, cell, mark.lo, mark.hi)
            thing.extend(cells)
        return tuple(thing)

    def _marks_of(self, source: Spot | None, thing: Thing | None) -> dict[str, tuple[int, ...]]:
        if source is None or thing is None:
            return {}
        kept, position = {}, 1
        for mark in self.system.zones[source.zone].marks:
            kept[mark.name] = thing[position : position + len(mark.initial)]
            position += len(mark.initial)
        return kept

    # -------------------------------------------------------------- handles

    def _handles_at(self, spot: Spot, memory: Memory, env: Env) -> list[tuple[ir.Handle, int]]:
        """The handles that name a thing in `spot`, with the places they name."""
        return [
            (handle, memory.slots[handle.place][0])
            for handle in self.system.handles
            if self.spot_of_handle(handle, memory) == spot
        ]

    def spot_of_handle(self, handle: ir.Handle, memory: Memory) -> Spot | None:
        zone = handle.zones[memory.slots[handle.where][0]]
        offset = self.evaluator.entry_offset(zone, memory, {})
        return None if offset is None else Spot(zone.zone, offset)

    def _follow(
        self, handle: ir.Handle, target: Spot, place: int | None, memory: Memory, env: Env
    ) -> None:
        """Let a handle name its thing in its new place; least values if nobody asks there."""
        where_lo = self.system.slots[handle.where].lo
        place_lo = self.system.slots[handle.place].lo
        memory.set_cell(handle.where, 0, where_lo)
        memory.set_cell(handle.place, 0, place_lo)
        for where, zone in enumerate(handle.zones):
            offset = self.evaluator.entry_offset(zone, memory, {})
            if offset is not None and Spot(zone.zone, offset) == target:
                memory.set_cell(handle.where, 0, where)
                memory.set_cell(handle.place, 0, place_lo if place is None else place)
                return

    # -------------------------------------------------------------- entries

    def _spot(self, zone: ZoneRef, memory: Memory, env: Env) -> Spot:
        index = self.evaluator.values(zone.index, memory, env)
        return Spot(zone.zone, _offset_in(zone.zone, index, self.system.zones[zone.zone].dims))

    def _bag(self, spot: Spot, memory: Memory) -> tuple[int, ...]:
        if self.system.zones[spot.zone].form is not Form.BAG:
            raise BrokenPromise(f"counts are taken from `{spot.zone}`, which has places")
        return cast(tuple[int, ...], memory.zones[spot.zone][spot.offset])

    def _things(self, spot: Spot, memory: Memory) -> tuple[Thing, ...]:
        if self.system.zones[spot.zone].form is Form.BAG:
            raise BrokenPromise(f"places are asked of `{spot.zone}`, which is a bag")
        return cast(tuple[Thing, ...], memory.zones[spot.zone][spot.offset])


def _added(counts: tuple[int, ...], kind: int, n: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + n, *counts[kind + 1 :])


def _offset_in(name: str, index: tuple[int, ...], dims: tuple[int, ...]) -> int:
    offset = offset_of(index, dims)
    if offset is None:
        raise BrokenPromise(f"`{name}` has no entry {list(index)}")
    return offset


def _demand_range(name: str, value: int, lo: int, hi: int) -> None:
    if not lo <= value <= hi:
        raise BrokenPromise(f"`{name}` is to hold {value}, which is not in {lo}..{hi}")
