"""What generated code calls while it runs: small tables that fill themselves, sub-bags, sorting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TypeVar

from rulewright.interpreter.alternatives import sub_bags
from rulewright.interpreter.codegen.shapes import Packing

MEMO_LIMIT = 1 << 17
"""How many answers a memo keeps at most, so that it never outgrows the states it serves."""

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Answers of a function of one argument, worked out when first asked for."""

    def __init__(self, function: Callable[[K], V]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: K) -> V:
        value = self._function(key)
        if len(self) < MEMO_LIMIT:
            self[key] = value
        return value


CHUNK = 12
"""Bits of a mask that are looked up at once."""


def members(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, from the lowest."""
    found: tuple[int, ...] = ()
    base = 0
    while mask:
        found += _members_of[base, mask & (1 << CHUNK) - 1]
        mask >>= CHUNK
        base += CHUNK
    return found


_members_of: Memo[tuple[int, int], tuple[int, ...]] = Memo(
    lambda key: tuple(key[0] + bit for bit in range(CHUNK) if key[1] >> bit & 1)
)


def kinds_in_mask(kinds: Sequence[int]) -> Memo[int, tuple[int, ...]]:
    """The kinds that lie in a bag without doubles, of which kind `kinds[i]` has bit i."""
    return Memo(lambda mask: tuple(kinds[i] for i in members(mask)))


def counts_in(number: int, packing: Packing) -> Iterator[tuple[int, int]]:
    """The kinds in a packed bag with their counts."""
    for kind in packing.kinds:
        count = packing.count(number, kind)
        if count:
            yield kind, count


def kinds_of(packing: Packing) -> Memo[int, tuple[int, ...]]:
    """The kinds that lie in a packed bag."""
    return Memo(lambda number: tuple(kind for kind, _ in counts_in(number, packing)))


def copies_of(packing: Packing) -> Memo[int, tuple[int, ...]]:
    """The kinds that lie in a packed bag, each once for each copy."""
    return Memo(lambda number: tuple(kind for kind, n in counts_in(number, packing) for _ in range(n)))


def size_of(packing: Packing) -> Memo[int, int]:
    """How many things lie in a packed bag."""
    return Memo(lambda number: sum(n for _, n in counts_in(number, packing)))


def drawn_masks(mask: int, n: int) -> Iterator[tuple[int, int]]:
    """Every bag of `n` out of a bag without doubles, with its weight."""
    for kinds in combinations(members(mask), n):
        yield sum(1 << kind for kind in kinds), 1


def drawn_counts(number: int, n: int, packing: Packing) -> Iterator[tuple[int, int]]:
    """Every bag of `n` out of a packed bag, with the number of ways to draw it."""
    held = list(counts_in(number, packing))
    for taken in sub_bags([count for _, count in held], n):
        weight, drawn = 1, 0
        for (kind, count), k in zip(held, taken, strict=True):
            weight *= comb(count, k)
            drawn += k * packing.unit(kind)
        yield drawn, weight


def picks(groups: list[Sequence[int]], least: int, most: int) -> Iterator[int]:
    """Every way to take from `least` to `most` things, the first of each group first; as a sum."""
    sizes = [len(group) for group in groups]
    for n in range(max(least, 0), most + 1):
        for counts in sub_bags(sizes, n):
            yield sum(sum(group[:k]) for group, k in zip(groups, counts, strict=True))


class Sorter:
    """Brings the things in each entry of a zone array into order."""

    def __init__(self, width: int, bits: int, offsets: Sequence[int]) -> None:
        self._width = width
        self._mask = (1 << bits) - 1
        self._offsets = offsets
        self._sorted = Memo[int, int](lambda number: in_order(number, width, ())[0])

    def plain(self, holder: int) -> int:
        """Sort where nothing has a name."""
        for offset in self._offsets:
            number = holder >> offset & self._mask
            if number:
                holder ^= (number ^ self._sorted[number]) << offset
        return holder

    def named(self, holder: int, names: Sequence[tuple[int, int]]) -> tuple[int, list[int]]:
        """Sort where some things have names: (entry, place) each, entry -1 for those elsewhere.

        Gives the new places, too; those of names elsewhere are as they were.
        """
        places = [place for _, place in names]
        for entry, offset in enumerate(self._offsets):
            number = holder >> offset & self._mask
            here = [i for i, (there, _) in enumerate(names) if there == entry]
            if here:
                ordered, moved = in_order(number, self._width, [places[i] for i in here])
                for i, place in zip(here, moved, strict=True):
                    places[i] = place
            elif number:
                ordered = self._sorted[number]
            else:
                continue
            holder ^= (number ^ ordered) << offset
        return holder, places


def in_order(number: int, width: int, named: Sequence[int]) -> tuple[int, list[int]]:
    """Packed things in order, and the new places of those that are named.

    Of equal things those with names come first, in the order of their first names.
    """
    least = (1 << width) - 1
    things = []
    while number:
        things.append(number & least)
        number >>= width
    first_name = {place: i for i, place in reversed(list(enumerate(named)))}
    order = sorted(range(len(things)), key=lambda place: (things[place], first_name.get(place, len(named))))
    packed = 0
    for place in reversed(order):
        packed = packed << width | things[place]
    new_place = {old: new for new, old in enumerate(order)}
    return packed, [new_place.get(place, place) for place in named]


# ------------------------------------------------------------------ chance


def draw_mask(mask: int, n: int, rand: Callable[[], float]) -> int:
    """`n` out of a bag without doubles, each bag as likely as any other."""
    there = list(members(mask))
    if n >= len(there):
        return mask
    drawn = 0
    for left in range(len(there), len(there) - n, -1):
        i = int(rand() * left)
        drawn |= 1 << there[i]
        there[i] = there[left - 1]
    return drawn


def draw_counts(number: int, n: int, packing: Packing, rand: Callable[[], float]) -> int:
    """`n` out of a packed bag, each thing equally likely."""
    there = [kind for kind, count in counts_in(number, packing) for _ in range(count)]
    drawn = 0
    for left in range(len(there), len(there) - n, -1):
        i = int(rand() * left)
        drawn += packing.unit(there[i])
        there[i] = there[left - 1]
    return drawn


def drawn_value(outcomes: Sequence[tuple[int, int]], rand: Callable[[], float]) -> int:
    """One of some values, as likely as their weights say."""
    left = int(rand() * sum(weight for _, weight in outcomes))
    for value, weight in outcomes:
        if left < weight:
            return value
        left -= weight
    raise ValueError("luck has no outcome")
