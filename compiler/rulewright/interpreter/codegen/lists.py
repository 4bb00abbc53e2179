"""Code for zones with places: a thing is a few bits that are never all 0, place 0 lowest.

So the number of things follows from the highest bit that is set, and taking one out or putting one
in is a shift of what lies above it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.bags import Entry
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory, position
from rulewright.interpreter.codegen.plan import Plan
from rulewright.interpreter.codegen.shapes import ListShape, Packing
from rulewright.interpreter.codegen.tables import tabulated
from rulewright.interpreter.codegen.writer import Module
from rulewright.ir.nodes import Mark

MOST_WRITTEN_OUT = 6
"""The greatest list that is gone through without a loop."""


class Lists:
    """Writes code for the LIST and MARKED zones of one plan."""

    def __init__(self, plan: Plan, module: Module) -> None:
        self.plan = plan
        self.module = module

    def shape(self, zone: str) -> ListShape:
        shape = self.plan.shapes[zone]
        assert isinstance(shape, ListShape)
        return shape

    # -------------------------------------------------------------- reading

    def number(self, memory: Memory, entry: Entry) -> Code:
        """All things in their places, as a number."""
        shape = self.shape(entry.zone)
        fixed = self.plan.fixed_numbers.get(entry.zone)
        if fixed is not None:
            return tabulated(self.module, lambda i: fixed[i], (entry.number,), entry.zone)
        known = memory.lists.get((entry.zone, entry.number.text))
        if known is not None:
            known = memory.lists[entry.zone, entry.number.text] = memory.named(known, entry.zone)
            return known
        if memory.outer is not None and entry.number.constant is not None:
            return self.number(memory.outer, entry)
        frame = self.plan.is_frame_zone(entry.zone)
        holder = memory.value(entry.zone) if frame else memory.current()
        if frame and len(shape.offsets) == 1:
            return holder
        number = c.field_of(holder, self._at(entry), (1 << shape.bits) - 1)
        number = memory.named(number, entry.zone)
        memory.lists[entry.zone, entry.number.text] = number
        return number

    def size(self, zone: str, number: Code) -> Code:
        shape = self.shape(zone)
        if number.constant is not None:
            return c.const(-(-number.constant.bit_length() // shape.width))
        sizes = tuple(-(-bits // shape.width) for bits in range(shape.bits + 1))
        return Code(f"{self.module.constant(sizes, 'size')}[{number.inner}.bit_length()]", 0, shape.capacity, True)

    def as_bag(self, memory: Memory, zone: str, number: Code, packing: Packing) -> Code:
        """The things without their order and marks, as the number of a bag."""
        shape = self.shape(zone)
        units = (0, *(packing.unit(kind) for kind in range(len(packing.widths))))
        table = self.module.constant(units, "unit")
        if shape.capacity > MOST_WRITTEN_OUT:
            name = self.module.shared(("as bag", shape, units), "as_bag", lambda: as_bag(shape, units))
            return memory.named(c.called(name, 0, EVERYTHING, number.text), "bag")
        mask = (1 << shape.width - shape.kind_offset) - 1
        cells = [
            c.field_of(number, c.const(place * shape.width + shape.kind_offset), mask)
            for place in range(shape.capacity)
        ]
        return memory.named(Code(" + ".join(f"{table}[{cell.text}]" for cell in cells), 0, EVERYTHING), "bag")

    def thing(self, memory: Memory, zone: str, number: Code, place: Code) -> Code:
        """The bits of the thing at a place; 0 if there is none."""
        shape = self.shape(zone)
        place = self._inside(memory, place)
        return c.field_of(number, c.mul(place, c.const(shape.width)), (1 << shape.width) - 1)

    def kind(self, memory: Memory, zone: str, number: Code, place: Code) -> Code:
        shape = self.shape(zone)
        place = self._inside(memory, place)
        at = c.add(c.mul(place, c.const(shape.width)), c.const(shape.kind_offset))
        return c.sub(c.field_of(number, at, (1 << shape.width - shape.kind_offset) - 1), c.const(1))

    def mark(
        self, memory: Memory, zone: str, number: Code, place: Code, mark: str, index: Sequence[Code]
    ) -> Code:
        _, declared = self._mark(zone, mark)
        _, inside = position(memory, index, declared.dims)
        at = self.mark_offset(memory, zone, place, mark, index)
        mask = (1 << c.bits_of(declared.hi - declared.lo)) - 1
        value = c.add(c.field_of(number, at, mask), c.const(declared.lo))
        value = c.narrowed(value, declared.lo, declared.hi)
        return c.ite(inside, lambda: value, lambda: c.const(declared.lo))

    def mark_offset(self, memory: Memory, zone: str, place: Code, mark: str, index: Sequence[Code]) -> Code:
        """Where the bits of a mark's cell begin."""
        shape = self.shape(zone)
        first, declared = self._mark(zone, mark)
        where, _ = position(memory, index, declared.dims)
        where = c.narrowed(where, 0, len(declared.initial) - 1)
        offset = tabulated(self.module, lambda i: shape.cells[first + i][1], (where,), mark)
        return c.add(c.mul(self._inside(memory, place), c.const(shape.width)), offset)

    def count(self, zone: str, number: Code, kind: Code) -> Code:
        """How many things of a kind lie there."""
        shape = self.shape(zone)
        parts = [
            f"({number.inner} >> {shape.width * place + shape.kind_offset} & "
            f"{(1 << shape.width - shape.kind_offset) - 1}) == {kind.inner} + 1"
            for place in range(shape.capacity)
        ]
        return Code(" + ".join(f"({part})" for part in parts), 0, shape.capacity)

    def _inside(self, memory: Memory, place: Code) -> Code:
        """A place that is not negative, so that nothing is shifted the wrong way."""
        if place.lo >= 0:
            return place
        place = memory.named(place, "place")
        return Code(f"{place.text} if {place.text} > 0 else 0", 0, max(place.hi, 0))

    def _mark(self, zone: str, mark: str) -> tuple[int, Mark]:
        """The number of the first cell of a mark, and the mark."""
        cell = 0
        for declared in self.plan.system.zones[zone].marks:
            if declared.name == mark:
                return cell, declared
            cell += len(declared.initial)
        raise KeyError(mark)

    def _at(self, entry: Entry) -> Code:
        offsets = self.shape(entry.zone).offsets
        return tabulated(self.module, lambda i: offsets[i], (entry.number,), entry.zone)

    # -------------------------------------------------------------- changing

    def new_thing(self, zone: str, kind: Code, cells: Sequence[Code]) -> Code:
        """The bits of a thing; one value for each mark cell."""
        shape = self.shape(zone)
        parts = [c.shifted(c.add(kind, c.const(1)), shape.kind_offset)]
        for value, (lo, offset, _) in zip(cells, shape.cells, strict=True):
            parts.append(c.shifted(c.sub(value, c.const(lo)), offset))
        result = c.const(0)
        for part in parts:
            result = c.add(result, part)
        return result

    def put(self, memory: Memory, entry: Entry, thing: Code, at_top: bool) -> None:
        """One more thing: behind the last, or at place 0."""
        shape = self.shape(entry.zone)
        number = self.number(memory, entry)
        if at_top:
            moved = c.add(c.shifted(number, shape.width), thing)
        else:
            self._put_behind(memory, entry, number, thing)
            return
        self.replace(memory, entry, number, moved)

    def _put_behind(self, memory: Memory, entry: Entry, number: Code, thing: Code) -> None:
        """In the packed state it is an addition, too; the new list is worked out when somebody asks for it."""
        shape = self.shape(entry.zone)
        placed = c.op("{} << {}", 0, EVERYTHING, thing, self._behind(shape, number))
        new = c.narrowed(c.add(number, placed), 0, (1 << shape.bits) - 1)
        if self.plan.is_frame_zone(entry.zone):
            self.replace(memory, entry, number, new)
            return
        at = c.add(self._behind(shape, number), self._at(entry))
        if number.constant is None and entry.number.constant is not None:
            at = self._behind(shape, number, shape.offsets[entry.number.constant])
        memory.change(c.op("{} << {}", 0, EVERYTHING, thing, at))
        self._changed(memory, entry, new)

    def _behind(self, shape: ListShape, number: Code, offset: int = 0) -> Code:
        """The first bit behind the last thing of a list that begins at `offset`."""
        if number.constant is not None:
            return c.const(-(-number.constant.bit_length() // shape.width) * shape.width + offset)
        ends = tuple(-(-bits // shape.width) * shape.width + offset for bits in range(shape.bits + 1))
        table = self.module.constant(ends, "behind")
        return Code(f"{table}[{number.inner}.bit_length()]", offset, shape.bits + offset, True)

    def take(self, memory: Memory, entry: Entry, place: Code) -> None:
        """Take out the thing at a place; those behind it move up."""
        shape = self.shape(entry.zone)
        number = self.number(memory, entry)
        if place.constant == 0:
            self.replace(memory, entry, number, c.op(f"{{}} >> {shape.width}", 0, EVERYTHING, number))
            return
        at = memory.named(c.mul(self._inside(memory, place), c.const(shape.width)), "at")
        below = memory.named(c.op("{} & (1 << {}) - 1", 0, EVERYTHING, number, at), "below")
        above = c.op(f"{{}} >> {{}} + {shape.width} << {{}}", 0, EVERYTHING, number, at, at)
        self.replace(memory, entry, number, c.add(below, above))

    def replace(self, memory: Memory, entry: Entry, old: Code, new: Code) -> None:
        """Let an entry hold other things."""
        shape = self.shape(entry.zone)
        new = memory.named(c.narrowed(new, 0, (1 << shape.bits) - 1), entry.zone)
        if self.plan.is_frame_zone(entry.zone) and len(shape.offsets) == 1:
            memory.write(entry.zone, new)
            self._changed(memory, entry, new)
            return
        at = self._at(entry)
        delta = c.op("{} << {}", -EVERYTHING, EVERYTHING, c.sub(new, old), at)
        if self.plan.is_frame_zone(entry.zone):
            memory.write(entry.zone, c.narrowed(c.add(memory.value(entry.zone), delta), 0, EVERYTHING))
        else:
            memory.change(delta)
        self._changed(memory, entry, new)

    def _changed(self, memory: Memory, entry: Entry, new: Code) -> None:
        memory.forget_lists(entry.zone)
        memory.unsorted.add(entry.zone)
        memory.lists[entry.zone, entry.number.text] = new


def as_bag(shape: ListShape, units: Sequence[int]) -> Callable[[int], int]:
    """A function from the things in a list to the number of a bag."""
    least = (1 << shape.width) - 1

    def bag(number: int) -> int:
        total = 0
        while number:
            total += units[(number & least) >> shape.kind_offset]
            number >>= shape.width
        return total

    return bag
