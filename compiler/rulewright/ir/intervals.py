"""Between which numbers the value of an expression lies, whatever the state.

`interval` is safe, not exact: the value never lies outside. It trusts the ranges that the
expression carries, and what a system promises: nothing is made, so that no zone holds more of a kind than
all zones together held at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Protocol, TypeAlias, assert_never

from rulewright.ir.nodes import (
    Aggregate,
    Apply,
    Binary,
    Const,
    Count,
    Domain,
    Expr,
    First,
    Fold,
    Form,
    Ite,
    Items,
    Kinds,
    KindSet,
    Let,
    Local,
    Lookup,
    Not,
    Op,
    PlaceKind,
    PlaceMark,
    Places,
    Range,
    Read,
    Seats,
    Setting,
    Size,
    Table,
    Zone,
    ZoneRef,
)

Interval: TypeAlias = tuple[int, int]
Known: TypeAlias = Mapping[str, Interval]
"""Narrower ranges of locals than those they carry."""

CONDITION: Interval = (0, 1)
N_TRIED = 256  # elements of a constant domain, cells of a table: more are not looked at one by one


class Declarations(Protocol):
    """What is declared: a `System`, or a system in the making."""

    @property
    def tables(self) -> Mapping[str, Table]: ...

    @property
    def kinds(self) -> Mapping[str, KindSet]: ...

    @property
    def zones(self) -> Mapping[str, Zone]: ...


def interval(expr: Expr, declared: Declarations | None = None, known: Known | None = None) -> Interval:
    """The least and the greatest value that `expr` may have.

    Sums over what lies in a zone can only be bounded with the declarations.
    """
    return _Intervals(declared).of(expr, known or {})


def hull(first: Interval, second: Interval) -> Interval:
    """The smallest interval that holds both."""
    return min(first[0], second[0]), max(first[1], second[1])


class _Intervals:
    def __init__(self, declared: Declarations | None) -> None:
        self.declared = declared

    def of(self, expr: Expr, known: Known) -> Interval:
        match expr:
            case Const():
                return expr.value, expr.value
            case Local():
                return known.get(expr.name, (expr.lo, expr.hi))
            case Setting():
                return 0, expr.n_options - 1
            case Read() | PlaceMark() | Apply():
                return expr.lo, expr.hi
            case Lookup():
                return self.of_lookup(expr, known)
            case Count() | Size() | PlaceKind():
                return 0, expr.hi
            case Binary():
                return _combined(expr.op, self.of(expr.left, known), self.of(expr.right, known))
            case Not():
                lo, hi = self.of(expr.operand, known)
                return 1 - hi, 1 - lo
            case Ite():
                return self.of_ite(expr, known)
            case Let():
                return self.of(expr.body, {**known, expr.local.name: self.of(expr.value, known)})
            case First():
                return expr.local.lo, expr.local.hi
            case Fold():
                return self.of_fold(expr, known)
        assert_never(expr)

    def of_ite(self, expr: Ite, known: Known) -> Interval:
        lo, hi = self.of(expr.cond, known)
        if lo == hi:
            return self.of(expr.then if lo else expr.otherwise, known)
        return hull(self.of(expr.then, known), self.of(expr.otherwise, known))

    def of_lookup(self, expr: Lookup, known: Known) -> Interval:
        if self.declared is None or expr.table not in self.declared.tables:
            return expr.lo, expr.hi
        table = self.declared.tables[expr.table]
        box = [self.of(i, known) for i in expr.index]
        from_zero = [(lo - low, hi - low) for (lo, hi), low in zip(box, table.lows, strict=True)]
        inside = all(lo >= 0 and hi < size for (lo, hi), size in zip(from_zero, table.dims, strict=True))
        if not inside or prod(hi - lo + 1 for lo, hi in from_zero) > N_TRIED:
            return expr.lo, expr.hi
        cells = []
        for index in product(*(range(lo, hi + 1) for lo, hi in from_zero)):
            offset = 0
            for i, size in zip(index, table.dims, strict=True):
                offset = offset * size + i
            cells.append(table.interval(offset))
        return min(lo for lo, _ in cells), max(hi for _, hi in cells)

    # -------------------------------------------------------------- folds

    def of_fold(self, expr: Fold, known: Known) -> Interval:
        if expr.op in (Aggregate.SOME, Aggregate.EVERY):
            return CONDITION
        if expr.op in (Aggregate.LEAST, Aggregate.GREATEST):
            return self.of_best(expr, known)
        total: Interval = (0, 0) if expr.op is Aggregate.SUM else (1, 1)
        for element, copies in self.elements(expr.domain, known):
            inner = known if element is None else {**known, expr.local.name: element}
            value = self.of(expr.value, inner)
            where = self.of(expr.where, inner)
            if where == (0, 0):
                continue
            surely = where == (1, 1) and _is_fixed(expr.domain)
            total = _repeated(expr.op, total, value, copies if surely else 0, copies)
        return total

    def of_best(self, expr: Fold, known: Known) -> Interval:
        """Of nothing the answer is 0, but a demand sees to it that nobody gets it."""
        values = [
            self.of(expr.value, known if element is None else {**known, expr.local.name: element})
            for element, copies in self.elements(expr.domain, known) if copies > 0
        ]
        return (min(lo for lo, _ in values), max(hi for _, hi in values)) if values else (0, 0)

    def elements(self, domain: Domain, known: Known) -> Iterable[tuple[Interval | None, int]]:
        """Ranges that together hold all elements of a domain, each with the most elements in it.

        None: nothing is known but what the local carries.
        """
        match domain:
            case Range():
                lo, hi = self.of(domain.lo, known)[0], self.of(domain.hi, known)[1]
                if hi - lo < N_TRIED:
                    return [((value, value), 1) for value in range(lo, hi + 1)]
                return [((lo, hi), hi - lo + 1)]
            case Items():
                return [(self.of(value, known), 1) for value in domain.values]
            case Seats():
                return [(None, domain.n)]
            case Places():
                return [(None, self.zone(domain.zone).capacity)]
            case Kinds():
                zone = self.zone(domain.zone)
                return [((kind, kind), n) for kind, n in enumerate(self.most_of_each_kind(zone))]
        assert_never(domain)

    def zone(self, ref: ZoneRef) -> Zone:
        if self.declared is None:
            raise ValueError(f"how much lies in `{ref.zone}` is known only with the declarations")
        return self.declared.zones[ref.zone]

    def most_of_each_kind(self, zone: Zone) -> list[int]:
        assert self.declared is not None
        totals = [0] * len(self.declared.kinds[zone.kinds].copies)
        for other in self.declared.zones.values():
            if other.kinds == zone.kinds:
                for counts in other.initial:
                    totals = [a + b for a, b in zip(totals, counts, strict=True)]
        return [min(total, zone.capacity) for total in totals] if zone.form is Form.BAG else totals


def _is_fixed(domain: Domain) -> bool:
    """Whether the number of elements hangs on nothing."""
    if isinstance(domain, Items | Seats):
        return True
    return isinstance(domain, Range) and isinstance(domain.lo, Const) and isinstance(domain.hi, Const)


def _repeated(op: Aggregate, total: Interval, value: Interval, fewest: int, most: int) -> Interval:
    """`total` with `value` added or multiplied at least `fewest` and at most `most` times."""
    step = Op.ADD if op is Aggregate.SUM else Op.MUL
    neutral: Interval = (0, 0) if op is Aggregate.SUM else (1, 1)
    for round_ in range(most):
        total = _combined(step, total, value if round_ < fewest else hull(value, neutral))
    return total


def _combined(op: Op, left: Interval, right: Interval) -> Interval:
    match op:
        case Op.ADD:
            return left[0] + right[0], left[1] + right[1]
        case Op.SUB:
            return left[0] - right[1], left[1] - right[0]
        case Op.MUL:
            corners = [a * b for a in left for b in right]
            return min(corners), max(corners)
        case Op.EQ:
            if left[1] < right[0] or right[1] < left[0]:
                return 0, 0
            return (1, 1) if left == right and left[0] == left[1] else CONDITION
        case Op.LT:
            return int(left[1] < right[0]), int(left[0] < right[1])
        case Op.LE:
            return int(left[1] <= right[0]), int(left[0] <= right[1])
        case Op.AND:
            return min(left[0], right[0]), min(left[1], right[1])
        case Op.OR:
            return max(left[0], right[0]), max(left[1], right[1])
    assert_never(op)
