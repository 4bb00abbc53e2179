"""Linear equations of a chain, solved by fractions exactly, or by numbers of floating point roughly: one state after
the other is eliminated.

    value(i) = constant(i) + sum of chance(i, j) * value(j)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TypeVar

Number = TypeVar("Number", Fraction, float)
Row = dict[int, Fraction]
"""The chances of going on to other states."""


def solved(
    rows: dict[int, dict[int, Number]], constants: dict[int, Number], check: Callable[[], None]
) -> dict[int, Number]:
    """The value of each state. No set of states may be without a way out, so that there is one solution.

    Both arguments are used up. `check` is called now and then and may raise. States with few neighbours go
    first, which keeps the rows short.
    """
    sources: dict[int, set[int]] = {i: set() for i in rows}
    for i, row in rows.items():
        for j in row:
            sources[j].add(i)
    order = [(len(row) * len(sources[i]), i) for i, row in rows.items()]
    heapify(order)
    eliminated: list[int] = []
    gone: set[int] = set()
    while order:
        degree, i = heappop(order)
        if i in gone:
            continue
        now = len(rows[i]) * len(sources[i])
        if now > degree:
            heappush(order, (now, i))
            continue
        check()
        _eliminate(i, rows, constants, sources)
        gone.add(i)
        eliminated.append(i)
    values: dict[int, Number] = {}
    for i in reversed(eliminated):
        value = constants[i]
        for j, p in rows[i].items():
            value += p * values[j]
        values[i] = value
    return values


def _eliminate(
    i: int, rows: dict[int, dict[int, Number]], constants: dict[int, Number], sources: dict[int, set[int]]
) -> None:
    """Put the equation of state i into all others. Its own row then speaks of later states only."""
    row = rows[i]
    stays = row.pop(i, None)
    if stays is not None:
        factor = 1 / (1 - stays)
        constants[i] *= factor
        for j in row:
            row[j] *= factor
    for j in row:
        sources[j].discard(i)
    sources[i].discard(i)
    for k in sources.pop(i):
        other = rows[k]
        share = other.pop(i)
        constants[k] += share * constants[i]
        for j, p in row.items():
            before = other.get(j)
            if before is None:
                other[j] = share * p
                sources[j].add(k)
            else:
                other[j] = before + share * p
