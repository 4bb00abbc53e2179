"""Constant arrays in generated code: a function of a few small numbers, worked out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.writer import Module

TABLE_LIMIT = 1 << 12
"""The most entries of a table."""

PADDED = 8
"""An index that begins above 0, but not higher than this, is used as it is: unused entries in front are cheap."""

Values = dict[tuple[int, ...], int]


def n_entries(index: Sequence[Code]) -> int:
    """How many entries a table over these would have."""
    return prod(i.hi - i.lo + 1 for i in index)


def tabulated(module: Module, function: Callable[..., int], index: Sequence[Code], hint: str) -> Code:
    """`function` of `index`, as an entry of a constant array. What makes no difference is left out."""
    ranges = tuple((i.lo, i.hi) for i in index)
    table = module.tables.get((function, ranges))
    if table is None:
        table = module.tables[function, ranges] = _made(module, function, ranges, hint)
    if not table.axes:
        return c.const(table.least)
    cells = [c.sub(index[axis], c.const(low)) for axis, low in zip(table.axes, table.lows, strict=True)]
    return c.indexed(table.name, table.least, table.greatest, *cells)


@dataclass(frozen=True, slots=True)
class Table:
    """A constant array: which of the inputs index it, and what is taken off each."""

    name: str
    axes: tuple[int, ...]
    lows: tuple[int, ...]
    least: int
    greatest: int


def _made(
    module: Module, function: Callable[..., int], ranges: tuple[tuple[int, int], ...], hint: str
) -> Table:
    values = {key: int(function(*key)) for key in product(*(range(lo, hi + 1) for lo, hi in ranges))}
    axes = tuple(axis for axis in range(len(ranges)) if _matters(values, axis))
    fewer: Values = {tuple(key[axis] for axis in axes): value for key, value in values.items()}
    kept = [ranges[axis] for axis in axes]
    lows = tuple(lo if not 0 <= lo <= PADDED else 0 for lo, _ in kept)
    nested = _nested(fewer, (), [range(low, hi + 1) for low, (_, hi) in zip(lows, kept, strict=True)])
    name = module.constant(nested, hint) if axes else ""
    return Table(name, axes, lows, min(fewer.values()), max(fewer.values()))


def _matters(values: Values, axis: int) -> bool:
    seen: Values = {}
    for key, value in values.items():
        others = (*key[:axis], *key[axis + 1 :])
        if seen.setdefault(others, value) != value:
            return True
    return False


def _nested(values: Values, start: tuple[int, ...], ranges: Sequence[range]) -> object:
    if not ranges:
        return values.get(start, 0)
    return tuple(_nested(values, (*start, i), ranges[1:]) for i in ranges[0])
