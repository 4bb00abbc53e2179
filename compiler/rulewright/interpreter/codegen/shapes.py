"""How bags and lists are numbers.

A bag is a number with a bit or a count for each kind. Where it lies among others, it is multiplied
with its *base* and added: moving things is then an addition, whichever way bags are packed:

    own mask     base 1 << offset            shared mask   the same base for several bags
    coded mask   several bits in the base, one for each mask that is set for things in this bag
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from rulewright.interpreter.state import Entry, Thing


@dataclass(frozen=True, slots=True)
class Packing:
    """Where the count of each kind stands in the number of a bag; no bits for kinds that the game does not hold."""

    offsets: tuple[int, ...]
    widths: tuple[int, ...]

    @property
    def bits(self) -> int:
        return sum(self.widths)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds that have bits."""
        return tuple(kind for kind, width in enumerate(self.widths) if width)

    @property
    def full(self) -> int:
        return (1 << self.bits) - 1

    def unit(self, kind: int) -> int:
        """What one thing of a kind adds to a bag."""
        return 1 << self.offsets[kind] if self.widths[kind] else 0

    def count(self, number: int, kind: int) -> int:
        return number >> self.offsets[kind] & (1 << self.widths[kind]) - 1


def packing(widths: Sequence[int]) -> Packing:
    """The packing with counts of these widths, one behind the other."""
    offsets, offset = [], 0
    for width in widths:
        offsets.append(offset)
        offset += width
    return Packing(tuple(offsets), tuple(widths))


@dataclass(frozen=True, slots=True)
class BagShape:
    """How the bags of one zone are packed, with `bases[entry]`.

    `masks[entry]`: offset of each mask, and whether things in this entry have it set. None: the
    number stands at its base, undisturbed. `homes[entry]`: the kinds that may ever lie there, as a bag.
    `is_mask`: no kind can be double, each has one bit.
    """

    packing: Packing
    bases: tuple[int, ...]
    masks: tuple[tuple[tuple[int, bool], ...], ...] | None
    homes: tuple[int, ...]
    is_mask: bool

    @property
    def n_kinds(self) -> int:
        return len(self.packing.widths)


@dataclass(frozen=True, slots=True)
class ListShape:
    """How places are packed: place 0 lowest; in a thing, the kind + 1 above its marks, the first mark highest.

    `cells`: for each mark cell its lowest value, its offset in the thing, its width.
    """

    width: int
    capacity: int
    kind_offset: int
    cells: tuple[tuple[int, int, int], ...]
    offsets: tuple[int, ...]

    @property
    def bits(self) -> int:
        return self.width * self.capacity


Shape = BagShape | ListShape


def packed_entry(shape: Shape, entry: Entry) -> int:
    """What lies in one entry, as a number."""
    number = 0
    if isinstance(shape, BagShape):
        for kind, count in enumerate(cast(tuple[int, ...], entry)):
            number += count * shape.packing.unit(kind)
        return number
    for place, thing in enumerate(cast(tuple[Thing, ...], entry)):
        packed = thing[0] + 1 << shape.kind_offset
        for cell, (lo, offset, _) in zip(thing[1:], shape.cells, strict=True):
            packed |= cell - lo << offset
        number |= packed << shape.width * place
    return number


def unpacked_entry(shape: Shape, number: int) -> Entry:
    """The inverse of `packed_entry`."""
    if isinstance(shape, BagShape):
        return tuple(shape.packing.count(number, kind) for kind in range(shape.n_kinds))
    least = (1 << shape.width) - 1
    things = []
    while number:
        thing = number & least
        cells = ((thing >> offset & (1 << width) - 1) + lo for lo, offset, width in shape.cells)
        things.append(((thing >> shape.kind_offset) - 1, *cells))
        number >>= shape.width
    return tuple(things)
