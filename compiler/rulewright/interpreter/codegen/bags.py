"""Code for bags: what lies in them, and how things are moved between them.

A bag in code is a number with a bit or a count for each kind; a thing that is put there adds the
base of the bag, moved up to its kind (see `plan`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory, position
from rulewright.interpreter.codegen.plan import Plan
from rulewright.interpreter.codegen.runtime import copies_of, kinds_in_mask, kinds_of, size_of
from rulewright.interpreter.codegen.shapes import BagShape, Packing
from rulewright.interpreter.codegen.tables import TABLE_LIMIT, n_entries, tabulated
from rulewright.interpreter.codegen.writer import Module


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a zone array in code; `number` is its number, row by row."""

    zone: str
    number: Code


class Bags:
    """Writes code for the bags of one plan."""

    def __init__(self, plan: Plan, module: Module) -> None:
        self.plan = plan
        self.module = module
        self._functions: dict[tuple[str, Packing], Callable[[int], int]] = {}

    def shape(self, zone: str) -> BagShape:
        shape = self.plan.shapes[zone]
        assert isinstance(shape, BagShape)
        return shape

    def entry(self, memory: Memory, zone: str, index: Sequence[Code]) -> Entry:
        where, inside = position(memory, index, self.plan.system.zones[zone].dims)
        where = c.narrowed(where, 0, prod(self.plan.system.zones[zone].dims) - 1)
        number = c.ite(inside, lambda: where, lambda: c.const(0))
        return Entry(zone, memory.named(number, "entry"))

    # -------------------------------------------------------------- reading

    def number(self, memory: Memory, entry: Entry, within: Code | None = None) -> Code:
        """The bag as a number. `within` is a mask of kinds, to which it is restricted.

        If the bag shares its masks with others, `within` must be part of its `homes`.
        """
        shape = self.shape(entry.zone)
        fixed = self.plan.fixed_numbers.get(entry.zone)
        if fixed is not None:
            return _masked(self._by_entry(fixed, entry), within)
        if shape.masks is None:
            frame = self.plan.is_frame_zone(entry.zone)
            holder = memory.value(entry.zone) if frame else memory.current()
            if frame and len(shape.bases) == 1:
                return _masked(holder, within)
            at = self._by_entry(tuple(base.bit_length() - 1 for base in shape.bases), entry)
            if within is None:
                return c.field_of(holder, at, shape.packing.full)
            return _masked(_moved_down(holder, at), within)
        if within is None:
            within = self.homes(entry)
        now = memory.current()
        possible = [shape.masks[i] for i in range(entry.number.lo, entry.number.hi + 1)]
        if not any(possible):
            return within  # there is one place for each kind, or there are no kinds at all
        if len(set(possible)) == 1:
            return _masked(self._told(memory, now, possible[0]), within)
        if all(len(tests) == 1 for tests in possible) and all(tests[0][1] for tests in possible):
            at = self._by_entry(tuple(tests[0][0] for tests in shape.masks), entry)
            return _masked(_moved_down(now, at), within)
        # Which masks tell is known only when the code runs: a table turns each of them around.
        parts = []
        for j, (offset, _) in enumerate(possible[0]):
            turn = self._by_entry(tuple(0 if tests[j][1] else -1 for tests in shape.masks), entry)
            parts.append(f"({now.inner} >> {offset} ^ {turn.inner})")
        return _masked(Code(" & ".join(parts), -EVERYTHING, EVERYTHING), within)

    def _told(self, memory: Memory, now: Code, tests: tuple[tuple[int, bool], ...]) -> Code:
        """The kinds that pass the tests of their masks."""
        if len(tests) == 1:
            return _tested(now, tests)
        if memory.outer is not None:
            return self._told(memory.outer, now, tests)
        return memory.named(_tested(now, tests), "there")

    def homes(self, entry: Entry) -> Code:
        """A mask of the kinds that may ever lie there."""
        return self._by_entry(self.shape(entry.zone).homes, entry)

    def shares_masks(self, zone: str) -> bool:
        """Whether the masks of a bag hold other bags, too."""
        return self.shape(zone).masks is not None and zone not in self.plan.fixed_numbers

    def size(self, memory: Memory, entry: Entry) -> Code:
        return self.size_of(self.shape(entry.zone), self.number(memory, entry))

    def size_of(self, shape: BagShape, number: Code) -> Code:
        most = sum((1 << width) - 1 for width in shape.packing.widths)
        if number.constant is not None:
            return c.const(size_of(shape.packing)[number.constant])
        if shape.is_mask:
            return Code(f"{number.inner}.bit_count()", 0, most, True)
        table = self.module.shared(("size", shape.packing), "size", lambda: size_of(shape.packing))
        return c.indexed(table, 0, most, number)

    def count(self, memory: Memory, entry: Entry, kind: Code) -> Code:
        counts = self.shape(entry.zone).packing
        kind = c.narrowed(kind, 0, len(counts.widths) - 1)
        number = self.number(memory, entry)
        offset = tabulated(self.module, self._function("offset", counts, lambda k: counts.offsets[k]), (kind,), "at")
        masks = self._function("mask", counts, lambda k: (1 << counts.widths[k]) - 1)
        mask = tabulated(self.module, masks, (kind,), "mask")
        if mask.constant is not None:
            return c.field_of(number, offset, mask.constant)
        return c.op("{} >> {} & {}", 0, mask.hi, number, offset, mask)

    def kinds(self, zone: str, number: Code) -> str:
        """Text of an iterable over the kinds in a bag."""
        shape = self.shape(zone)
        counts = shape.packing
        if number.constant is not None:
            return repr(kinds_of(counts)[number.constant])
        if shape.is_mask:
            table = self.module.shared(("members", counts.kinds), "members", lambda: kinds_in_mask(counts.kinds))
        else:
            table = self.module.shared(("kinds", counts), "kinds", lambda: kinds_of(counts))
        return f"{table}[{number.text}]"

    def copies(self, zone: str, number: Code) -> str:
        """Text of an iterable over the kinds in a bag, each once for each copy."""
        shape = self.shape(zone)
        if shape.is_mask:
            return self.kinds(zone, number)
        table = self.module.shared(("copies", shape.packing), "copies", lambda: copies_of(shape.packing))
        return f"{table}[{number.text}]"

    def _function(self, title: str, counts: Packing, function: Callable[[int], int]) -> Callable[[int], int]:
        """The same function object for the same packing, so that tables are shared."""
        return self._functions.setdefault((title, counts), function)

    # -------------------------------------------------------------- moving

    def put(self, memory: Memory, entry: Entry, kind: Code, amount: Code) -> None:
        """Add `amount` of a kind; take it away if that is negative."""
        shape = self.shape(entry.zone)

        def unit(number: int, k: int) -> int:
            return shape.bases[number] * shape.packing.unit(k)

        one = tabulated(self.module, unit, (entry.number, self._kind(shape, kind)), f"into {entry.zone}")
        if amount.lo < 0:
            memory.take_from(entry.zone)
        self._change(memory, entry.zone, one, amount)

    def move(self, memory: Memory, source: Entry, target: Entry, kind: Code, amount: Code) -> None:
        """`amount` of a kind from one bag to another."""
        out, into = self.shape(source.zone), self.shape(target.zone)
        index = (source.number, target.number, self._kind(out, kind))
        in_game = not (self.plan.is_frame_zone(source.zone) or self.plan.is_frame_zone(target.zone))
        if not in_game or n_entries(index) > TABLE_LIMIT:
            self.put(memory, source, kind, c.mul(c.const(-1), amount))
            self.put(memory, target, kind, amount)
            return

        def way(a: int, b: int, k: int) -> int:
            there, here = into.bases[b] * into.packing.unit(k), out.bases[a] * out.packing.unit(k)
            return there ^ here if out.is_mask else there - here

        one = tabulated(self.module, way, index, f"{source.zone} to {target.zone}")
        memory.take_from(source.zone)
        if out.is_mask:
            memory.flip(c.mul(one, amount))
        else:
            memory.change(c.mul(one, amount))

    def move_number(self, memory: Memory, source: Entry, target: Entry, number: Code) -> None:
        """All of `number`, which lies in `source`, to a bag whose counts have the same width."""
        number = memory.named(number, "moved")
        self.take_number(memory, source, number)
        self.put_number(memory, target, number)

    def put_number(self, memory: Memory, entry: Entry, number: Code) -> None:
        """Put all of `number` into a bag."""
        self._change(memory, entry.zone, self._by_entry(self.shape(entry.zone).bases, entry), number)

    def take_number(self, memory: Memory, entry: Entry, number: Code) -> None:
        """Take all of `number` out of a bag."""
        memory.take_from(entry.zone)
        base = self._by_entry(self.shape(entry.zone).bases, entry)
        self._change(memory, entry.zone, base, number, taken=True)

    def _kind(self, shape: BagShape, kind: Code) -> Code:
        return c.narrowed(kind, 0, shape.n_kinds - 1)

    def _change(self, memory: Memory, zone: str, unit: Code, amount: Code, *, taken: bool = False) -> None:
        """Add `amount` units to a bag, or take them away."""
        if self.shape(zone).is_mask and not self.plan.is_frame_zone(zone):
            # What is not double can only be turned on or off.
            sign = c.const(-1) if amount.hi <= 0 else c.const(1)
            memory.flip(c.mul(unit, c.mul(amount, sign)))
            return
        if self.plan.is_frame_zone(zone):
            before = memory.value(zone)
            if taken or amount.constant == -1:
                part = unit if amount.constant == -1 else c.mul(unit, amount)
                after = c.sub(before, part)
            else:
                after = c.add(before, c.mul(unit, amount))
            memory.write(zone, c.narrowed(after, 0, EVERYTHING))
        else:
            memory.change(c.mul(unit, c.mul(amount, c.const(-1)) if taken else amount))

    def _by_entry(self, values: tuple[int, ...], entry: Entry) -> Code:
        return tabulated(self.module, lambda i: values[i], (entry.number,), entry.zone)


def _masked(number: Code, within: Code | None) -> Code:
    if within is None:
        return number
    if within.constant == 0:
        return c.const(0)
    most = within.hi if within.hi >= 0 else number.hi
    if number.constant is not None and within.constant is not None:
        return c.const(number.constant & within.constant)
    return Code(f"{number.inner} & {within.inner}", 0, max(most, 0))


def _moved_down(holder: Code, at: Code) -> Code:
    return holder if at.constant == 0 else Code(f"{holder.inner} >> {at.inner}", 0, EVERYTHING)


def _tested(now: Code, tests: Sequence[tuple[int, bool]]) -> Code:
    """The kinds whose bits in the masks are as they should be; above the masks there is rubbish."""
    unset = [f"{now.inner} >> {at}" for at, is_set in tests if not is_set]
    parts = [f"({now.inner} >> {at})" for at, is_set in tests if is_set]
    if unset:
        parts.append(f"~({' | '.join(unset)})")
    return Code(" & ".join(parts), -EVERYTHING, EVERYTHING, len(parts) == 1)
