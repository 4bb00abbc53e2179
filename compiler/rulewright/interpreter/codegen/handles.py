"""Code for things that have names: handles follow them, and unordered zones come to rest sorted.

Mirrors what the reference interpreter does to handles in `execute` and `canonical`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.bags import Entry
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.runtime import Sorter
from rulewright.ir.liveness import Names
from rulewright.ir.nodes import End, Form, Handle, Life, Zone


@dataclass(frozen=True, slots=True)
class Held:
    """A handle that may name a thing in an entry: whether it does, and the place it names."""

    handle: Handle
    is_there: Code
    place: Code


class Handles:
    """Writes code for the handles of one plan."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.system = expressions.system
        self.module = expressions.module
        self.lists = expressions.lists
        self.marked = [zone for zone in self.system.zones.values() if zone.form is Form.MARKED]

    def naming(self, zone: str) -> list[Handle]:
        """The handles that may name something in a zone."""
        return [h for h in self.system.handles if any(ref.zone == zone for ref in h.zones)]

    def slots_moved_with(self, *zones: str) -> list[str]:
        """What a transfer between these zones may write."""
        handles = [h for zone in zones for h in self.naming(zone)]
        return [slot for h in handles for slot in (h.where, h.place)]

    def held(self, entry: Entry, memory: Memory, within: Names | None = None) -> list[Held]:
        """The handles that may name something in an entry, as things are now."""
        found = []
        for handle in self.naming(entry.zone):
            if within is not None and handle.place not in within:
                continue
            is_there = memory.named(self._is_at(handle, entry, memory), "is_there")
            if is_there.constant != 0:
                found.append(Held(handle, is_there, memory.value(handle.place)))
        return found

    def _is_at(self, handle: Handle, entry: Entry, memory: Memory) -> Code:
        where = memory.value(handle.where)
        found = c.const(0)
        for number, ref in enumerate(handle.zones):
            if ref.zone == entry.zone:
                at = self.expressions.entry(ref, memory)
                both = c.both(c.eq(where, c.const(number)), c.eq(at.number, entry.number))
                found = c.either(found, both)
        return found

    # -------------------------------------------------------------- moving

    def moved(
        self, source: Entry, place: Code, target: Entry, new_place: Code | None, end: End, held: list[Held],
        others: list[Held], memory: Memory,
    ) -> None:
        """After a thing has gone from a place to another zone: let the handles follow.

        `held` and `others` are the handles in source and target, as they were before.
        """
        by_place: dict[str, tuple[Handle, Code]] = {}  # two handles may share a name, but no slot
        gone: dict[str, Code] = {}
        for at in held:
            gone[at.handle.place] = memory.named(c.both(at.is_there, c.eq(at.place, place)), "is_it")
            behind = c.both(at.is_there, c.lt(place, at.place))
            moved_up = c.chosen(behind, c.sub(at.place, c.const(1)), at.place)
            by_place[at.handle.place] = (at.handle, memory.named(moved_up, "place"))
        for at in others if end is End.TOP and new_place is not None else ():
            _, old = by_place.get(at.handle.place, (at.handle, at.place))
            stays = c.not_(gone.get(at.handle.place, c.const(0)))
            moved_down = c.chosen(c.both(at.is_there, stays), c.add(old, c.const(1)), old)
            by_place[at.handle.place] = (at.handle, memory.named(moved_down, "place"))
        for place_slot, (handle, old) in by_place.items():
            slot = self.system.slots[handle.place]
            it = gone.get(place_slot, c.const(0))
            where, final = self._follow(handle, target, new_place, memory)
            memory.write(handle.place, c.narrowed(c.chosen(it, final, old), slot.lo, slot.hi))
            if it.constant != 0:
                memory.write(handle.where, c.chosen(it, where, memory.value(handle.where)))

    def _follow(self, handle: Handle, target: Entry, place: Code | None, memory: Memory) -> tuple[Code, Code]:
        """Where a handle finds its thing in the new zone; least values if it does not look there."""
        least = self.system.slots[handle.place].lo
        where, found = c.const(self.system.slots[handle.where].lo), c.const(least)
        for number, ref in reversed(list(enumerate(handle.zones))):
            if ref.zone == target.zone:
                at = self.expressions.entry(ref, memory)
                same = memory.named(c.eq(at.number, target.number), "same")
                where = memory.named(c.chosen(same, c.const(number), where), "where")
                found = memory.named(c.chosen(same, place or c.const(least), found), "place")
        return where, found

    # -------------------------------------------------------------- coming to rest

    def settle(self, memory: Memory, live: Names) -> None:
        """Sort the unordered zones, things first, then the handles that name them."""
        for zone in self.marked:
            if zone.life is Life.FRAME and zone.name not in live:
                continue
            named = [h for h in self.naming(zone.name) if h.place in live]
            if not named and zone.name not in memory.unsorted:
                continue
            if zone.name not in self.expressions.plan.fixed_numbers:
                self._sort(zone, named, memory)

    def _sort(self, zone: Zone, named: list[Handle], memory: Memory) -> None:
        """Sort all entries of a zone, and let the handles know their things' new places."""
        shape = self.lists.shape(zone.name)
        frame = self.expressions.plan.is_frame_zone(zone.name)
        holder = memory.value(zone.name) if frame else memory.current()
        key = (shape.width, shape.bits, shape.offsets)
        sorter = self.module.shared(key, "sort", lambda: Sorter(shape.width, shape.bits, shape.offsets))
        fresh = memory.function.fresh("sorted")
        if named:
            spots = "".join(
                f"({self._entry_of(h, zone.name, memory).text}, {memory.value(h.place).text}), " for h in named
            )
            places = [memory.function.fresh("place") for _ in named]
            left = "".join(f"{place}, " for place in places)
            memory.block.line(f"{fresh}, ({left}) = {sorter}.named({holder.text}, ({spots}))")
            for handle, place in zip(named, places, strict=True):
                slot = self.system.slots[handle.place]
                memory.write(handle.place, c.name(place, slot.lo, slot.hi))
        else:
            memory.block.line(f"{fresh} = {sorter}.plain({holder.text})")
        memory.forget_lists(zone.name)
        if frame:
            memory.write(zone.name, c.name(fresh, 0, EVERYTHING))
        else:
            memory.now = c.name(fresh, 0, EVERYTHING)

    def _entry_of(self, handle: Handle, zone: str, memory: Memory) -> Code:
        """The entry of a zone in which a handle finds its thing; -1 if it is elsewhere."""
        where = memory.value(handle.where)
        found = c.const(-1)
        for number, ref in enumerate(handle.zones):
            if ref.zone == zone:
                at = self.expressions.entry(ref, memory)
                found = c.chosen(c.eq(where, c.const(number)), at.number, found)
        return memory.named(found, "entry")
