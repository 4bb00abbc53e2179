"""The state of a play at one point of generated code.

The function was given a packed state, `start`. Arrays and zones of the game are changed in it:
`now` is the name that holds them, `delta` what must still be added, `flips` which bits must then
still be turned. (Turning comes last: the sum of two numbers takes more room than it needs.)
Single slots are loaded from
`start` when first asked for, kept in Python locals, and written back when the run comes to rest.
Every store makes a new local, so what was read before stays what it was; where paths part, each
goes on with a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.plan import SITE, WINNERS, Field, Place, Plan
from rulewright.interpreter.codegen.sinks import ADDED, Sink
from rulewright.interpreter.codegen.writer import Block, Function, Module
from rulewright.ir.nodes import Read, ZoneRef
from rulewright.ir.walk import descendants

EVERYTHING = 1 << 4096
"""Above any packed state, for ranges."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A loop under way."""

    before: Block
    body: Block
    since: int


class Memory:
    """What generated code knows at one point. `block` is where loads and new locals are written."""

    def __init__(self, plan: Plan, module: Module, function: Function, start: Code, origin: Mapping[str, Field],
                 place_number: int) -> None:
        self.plan = plan
        self.module = module
        self.function = function
        self.block = function.body
        self.start = start
        self.origin = origin
        self.place_number = place_number
        self.now = start
        self.delta: list[Code] = []
        self.flips: list[Code] = []
        self.cells: dict[str, Code] = {}
        self.dirty: set[str] = set()
        self.steps: dict[str, int] = {}
        self.locals: dict[str, Code] = {}
        self.lists: dict[tuple[str, str], Code] = {}
        self.known: dict[str, Code] = {}
        self.loops: tuple[Opened, ...] = ()
        self.present: set[tuple[ZoneRef, str]] = set()
        self.unsorted: set[str] = set()
        self.sink: Sink = ADDED
        self.outer: Memory | None = None
        self.sibling: Memory | None = None

    def copy(self, block: Block) -> Memory:
        """The same knowledge, for a path of its own."""
        other = copy(self)
        other.block = block
        other.delta = list(self.delta)
        other.flips = list(self.flips)
        other.cells = dict(self.cells)
        other.dirty = set(self.dirty)
        other.steps = dict(self.steps)
        other.locals = dict(self.locals)
        other.lists = dict(self.lists)
        other.known = dict(self.known)
        other.present = set(self.present)
        other.unsorted = set(self.unsorted)
        other.sibling = self if block is self.block else None
        return other

    def share(self) -> None:
        """Let the memory of which this is a copy use what was loaded since, as long as both are at one point."""
        if self.sibling is not None and self.sibling.block is self.block:
            self.sibling.adopt(self)
            self.sibling.share()

    def adopt(self, other: Memory) -> None:
        """Use what another memory, of the same state, has loaded."""
        for name, value in other.cells.items():
            if name not in other.dirty:
                self.cells.setdefault(name, value)
        for text, value in other.known.items():
            self.known.setdefault(text, value)

    def named(self, value: Code, hint: str = "x") -> Code:
        """A local that holds a value; the same one for the same text."""
        if value.is_name or value.constant is not None:
            return value
        if self.function.mentions_changing(value.text):
            return self._placed(value, hint)
        known = self.known.get(value.text)
        if known is None:
            known = self.known[value.text] = self._placed(value, hint)
        return c.narrowed(known, value.lo, value.hi)

    def _placed(self, value: Code, hint: str) -> Code:
        """Write the value down as far outside as it is the same: before a loop, outside an inner function."""
        if self.outer is not None and not self.function.owns_any(value.text):
            return self.outer.named(value, hint)
        for loop in self.loops:
            if self.block is loop.body and self.function.newest(value.text) < loop.since:
                return self.function.named(value, hint, loop.before)
        return self.function.named(value, hint, self.block)

    def opened(self, header: str, since: int) -> None:
        """Go on inside a loop. What only hangs on names older than `since` is the same in every round."""
        before = self.block.gap()
        self.block = self.block.nested(header)
        self.loops = (Opened(before, self.block, since),)

    # -------------------------------------------------------------- game memory

    def current(self) -> Code:
        """The name that holds arrays and zones as they are now."""
        if self.delta or self.flips:
            self.now = self.function.named(self._sum(0), "s", self.block)
            self.delta = []
            self.flips = []
        return self.now

    def _sum(self, constant: int) -> Code:
        """`now`, a constant, and all that must still be added and turned."""
        result = self.now
        for part in (*self.delta, c.const(constant)):
            result = _plus(result, part)
        for part in self.flips:
            result = _flipped(result, part)
        return result

    def forget_lists(self, zone: str) -> None:
        """Other entries may be the same one by another name."""
        self.lists = {at: number for at, number in self.lists.items() if at[0] != zone}

    def change(self, delta: Code) -> None:
        """Add to arrays and zones."""
        if delta.constant != 0:
            self.delta.append(delta)

    def flip(self, bits: Code) -> None:
        """Turn bits of arrays and zones around."""
        if bits.constant != 0:
            self.flips.append(bits)

    def take_from(self, zone: str) -> None:
        """Forget what was known to lie in a zone."""
        self.present = {(where, slot) for where, slot in self.present if where.zone != zone}

    def lies_there(self, zone: ZoneRef, slot: str) -> None:
        """The kind in a slot lies in a zone: it was picked from there."""
        self.present.add((zone, slot))

    def _forget_spots(self, slot: str) -> None:
        """What was known of spots that a slot names is known no more."""
        if self.present:
            self.present = {
                (where, named) for where, named in self.present
                if named != slot and not any(isinstance(p, Read) and p.slot == slot for p in descendants(where))
            }

    # -------------------------------------------------------------- slots

    def read(self, slot: str, index: Sequence[Code] = ()) -> Code:
        """A cell of a slot. Outside of the array: anything, but nothing breaks."""
        declared = self.plan.system.slots[slot]
        where, inside = position(self, index, declared.dims)
        if slot in self.plan.fixed_slots:
            value = self._fixed(self.plan.fixed_slots[slot], where, slot)
        elif not declared.dims or len(declared.initial) == 1:
            return self.value(slot)
        else:
            holder, room = self._holder(slot)
            at = c.add(c.const(room.offset), c.mul(where, c.const(room.width)))
            raw = c.field_of(holder, at, (1 << room.width) - 1)
            value = c.narrowed(c.add(raw, c.const(room.lo)), room.lo, room.hi)
        return c.ite(inside, lambda: value, lambda: c.const(declared.lo))

    def value(self, name: str) -> Code:
        """The single cell of a slot, or all cells of a frame array or frame zone, packed."""
        if name in self.cells:
            return self.cells[name]
        if name in self.plan.fixed_slots:
            return c.const(self.plan.fixed_slots[name][0])
        if self.outer is not None:  # inside a loop that only reads: load before it
            self.cells[name] = self.outer.value(name)
            return self.cells[name]
        return self._loaded(name)

    def _loaded(self, name: str) -> Code:
        """What the packed state holds."""
        room = self.origin.get(name) or self.plan.game.get(name)
        if room is None:
            return self._least(name)
        raw = c.field_of(self.start, c.const(room.offset), (1 << room.bits) - 1)
        lo, hi = (room.lo, room.hi) if room.size == 1 else (0, (1 << room.bits) - 1)
        loaded = c.narrowed(c.add(raw, c.const(lo)), lo, hi)
        self.cells[name] = self.named(loaded, name)
        return self.cells[name]

    def _least(self, name: str) -> Code:
        slot = self.plan.system.slots.get(name)
        return c.const(slot.lo if slot is not None and len(slot.initial) == 1 else 0)

    def write(self, name: str, value: Code) -> None:
        """Give a single slot, or a packed frame array or zone, a new value."""
        self.cells[name] = self.named(value, name)
        self.dirty.add(name)
        self.steps.pop(name, None)
        self._forget_spots(name)

    def step(self, name: str, by: int) -> None:
        """Add a constant to a single slot: in the packed state that is an addition, too."""
        fresh = name not in self.dirty or name in self.steps
        steps = self.steps.get(name, 0) + by
        old = self.value(name)
        self.write(name, c.add(old, c.const(by)))
        if fresh and name in (self.plan.game.keys() | self.origin.keys()):
            self.steps[name] = steps

    def store(self, slot: str, index: Sequence[Code], value: Code) -> None:
        declared = self.plan.system.slots[slot]
        if len(declared.initial) == 1:
            self.write(slot, c.narrowed(value, declared.lo, declared.hi))
            return
        self._forget_spots(slot)
        before = self.read(slot, index)
        where, _ = position(self, index, declared.dims)
        holder, room = self._holder(slot)
        at = c.add(c.const(room.offset), c.mul(where, c.const(room.width)))
        delta = c.op("{} << {}", -EVERYTHING, EVERYTHING, c.sub(value, before), at)
        if slot in self.plan.game:
            self.change(delta)
        else:
            self.write(slot, c.narrowed(c.add(holder, delta), 0, (1 << room.bits) - 1))

    def _holder(self, slot: str) -> tuple[Code, Field]:
        """The number in which the cells of an array lie, and where in it."""
        if slot in self.plan.game:
            return self.current(), self.plan.game[slot]
        room = self.plan.frame.get(slot) or _unused_field(self.plan, slot)
        return self.value(slot), Field(0, room.width, room.lo, room.hi, room.size)

    def _fixed(self, cells: tuple[int, ...], where: Code, hint: str) -> Code:
        if where.constant is not None:
            return c.const(cells[where.constant] if 0 <= where.constant < len(cells) else 0)
        return c.indexed(self.module.constant(cells, hint), min(cells), max(cells), where)

    # -------------------------------------------------------------- coming to rest

    def packed(self, place: Place) -> Code:
        """The state in which the play rests at `place`."""
        return self._packed(place.number, place.fields)

    def packed_failure(self, site: int) -> Code:
        width = max(1, c.bits_of(site))
        room = Field(frame_start(self.plan), width, 0, site)
        other = self.copy(self.block)
        other.cells[SITE] = c.const(site)
        other.dirty.add(SITE)
        return other._packed(self.plan.fail_place, {SITE: room})

    def packed_end(self, place: Place, winners: Code) -> Code:
        other = self.copy(self.block)
        other.cells[WINNERS] = winners
        other.dirty.add(WINNERS)
        return other.packed(place)

    def packed_cut(self, node: int) -> Code:
        """A state in the middle of a run, from which generated code goes on."""
        fields = {
            name: self.plan.frame[name] for name in sorted(self.plan.live[node]) if name in self.plan.frame
        }
        return c.add(self._packed(self.plan.cut_place, fields), c.const(node << self.plan.cut_offset))

    def _packed(self, number: int, fields: Mapping[str, Field]) -> Code:
        turned = number ^ self.place_number
        stepped = 0
        cleared = 0
        for name, room in _all(self.plan.game, self.origin):
            gone = name not in self.plan.game and name not in fields
            if gone or (name in self.dirty and name not in self.steps):
                cleared |= room.mask
            elif name in self.steps:
                stepped += self.steps[name] << room.offset
        result = self._sum(stepped)
        if cleared:
            kept = (1 << self.plan.bits_while_running) - 1 & ~cleared
            result = c.op(f"{{}} & {kept}", 0, EVERYTHING, result)
        for name, room in _all(self.plan.game, fields):
            if name in self.dirty and name not in self.steps:
                value = c.sub(self.cells[name], c.const(room.lo if room.size == 1 else 0))
                part = c.shifted(value, room.offset)
                if part.constant is not None:
                    turned |= part.constant
                else:
                    result = c.op("{} | {}", 0, EVERYTHING, result, part)
        return _flipped(result, c.const(turned))

    # -------------------------------------------------------------- paths that meet again

    def join(self, left: Memory, right: Memory) -> None:
        """Go on behind two paths that began here, whichever was taken."""
        self.lists = {at: number for at, number in left.lists.items() if right.lists.get(at) == number}
        names = [*left.cells, *(name for name in right.cells if name not in left.cells)]
        cells: dict[str, Code] = {}
        for name in names:
            if name not in left.dirty and name not in right.dirty:
                if name in self.cells:
                    cells[name] = self.cells[name]
                continue
            cells[name] = self._joined(left, right, left.value(name), right.value(name), name)
        self.cells = cells
        self.dirty = left.dirty | right.dirty
        self.steps = {
            name: by for name, by in left.steps.items() if right.steps.get(name) == by
        }
        self.present = left.present & right.present
        self.unsorted = left.unsorted | right.unsorted
        if (left.now, left.delta, left.flips) == (right.now, right.delta, right.flips):
            self.now, self.delta, self.flips = left.now, list(left.delta), list(left.flips)
        else:
            self.now = self._joined(left, right, left.current(), right.current(), "s")
            self.delta = []
            self.flips = []

    def _joined(self, left: Memory, right: Memory, a: Code, b: Code, hint: str) -> Code:
        if a == b:
            return a
        fresh = self.function.fresh(hint)
        left.block.line(f"{fresh} = {a.text}")
        right.block.line(f"{fresh} = {b.text}")
        return c.name(fresh, min(a.lo, b.lo), max(a.hi, b.hi))

    def pin(self, slots: Iterable[str], zones: bool) -> dict[str, Code]:
        """Give what a loop changes locals of its own; they are returned by what they hold."""
        pinned: dict[str, Code] = {}
        self.lists = {}
        self.present = set()
        for slot in slots:
            value = self.value(slot)
            lo, hi = self._range(slot)
            if lo == hi:
                continue
            fresh = c.name(self.function.fresh(slot), lo, hi)
            self.block.line(f"{fresh.text} = {value.text}")
            self.cells[slot] = pinned[slot] = fresh
            self.dirty.add(slot)
            self.steps.pop(slot, None)
        if zones:
            value = self.current()
            fresh = c.name(self.function.fresh("s"), 0, EVERYTHING)
            self.block.line(f"{fresh.text} = {value.text}")
            self.now = pinned[""] = fresh
        self.function.changing.update(fresh.text for fresh in pinned.values())
        return pinned

    def write_back(self, pinned: Mapping[str, Code]) -> None:
        """At the end of a round: what the loop changed goes back to where the next round looks."""
        changed = [
            (fresh, self.cells[slot] if slot else self.current())
            for slot, fresh in pinned.items()
        ]
        changed = [(fresh, value) for fresh, value in changed if value != fresh]
        if changed:
            left = ", ".join(fresh.text for fresh, _ in changed)
            self.block.line(f"{left} = {', '.join(value.text for _, value in changed)}")

    def _range(self, name: str) -> tuple[int, int]:
        slot = self.plan.system.slots.get(name)
        if slot is not None and len(slot.initial) == 1:
            return slot.lo, slot.hi
        return 0, EVERYTHING


def position(memory: Memory, index: Sequence[Code], dims: Sequence[int]) -> tuple[Code, Code]:
    """The number of a cell, row by row, and whether it is inside of the array."""
    where, inside = c.const(0), c.const(1)
    for part, dim in zip(index, dims, strict=True):
        if not part.within(0, dim - 1):
            part = memory.named(part, "i")
            test = c.op(f"0 <= {{}} < {dim}", 0, 1, part)
            inside = c.both(inside, test)
        where = c.add(c.mul(where, c.const(dim)), part)
    return where, inside


def _plus(left: Code, right: Code) -> Code:
    if right.constant is not None and right.constant <= 0:
        return left if right.constant == 0 else Code(f"{left.inner} - {-right.constant}", 0, EVERYTHING)
    return Code(f"{left.inner} + {right.inner}", 0, EVERYTHING)


def _flipped(left: Code, bits: Code) -> Code:
    return left if bits.constant == 0 else Code(f"{left.inner} ^ {bits.inner}", 0, EVERYTHING)


def frame_start(plan: Plan) -> int:
    """The first bit behind the game slots."""
    return plan.place_bits + sum(room.bits for room in plan.game.values())


def _all(first: Mapping[str, Field], second: Mapping[str, Field]) -> list[tuple[str, Field]]:
    return [*first.items(), *second.items()]


def _unused_field(plan: Plan, slot: str) -> Field:
    """A frame array that matters nowhere is still read and written in between."""
    declared = plan.system.slots[slot]
    width = c.bits_of(declared.hi - declared.lo)
    return Field(0, width, declared.lo, declared.hi, len(declared.initial))
