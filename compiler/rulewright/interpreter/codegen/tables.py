"""Constant arrays in generated code: a function of a few small numbers, worked out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    values = {key: int(function(*key)) for key in product(*(range(i.lo, i.hi + 1) for i in index))}
    axes = [axis for axis in range(len(index)) if _matters(values, axis)]
    fewer: Values = {tuple(key[axis] for axis in axes): value for key, value in values.items()}
    if not axes:
        return c.const(fewer[()])
    codes = [index[axis] for axis in axes]
    lows = [i.lo if not 0 <= i.lo <= PADDED else 0 for i in codes]
    nested = _nested(fewer, (), [range(low, i.hi + 1) for low, i in zip(lows, codes, strict=True)])
    cells = [c.sub(i, c.const(low)) for low, i in zip(lows, codes, strict=True)]
    table = module.constant(nested, hint)
    return c.indexed(table, min(fewer.values()), max(fewer.values()), *cells)


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
