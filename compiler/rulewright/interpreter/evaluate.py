"""The value of an expression, read straight off the core.

Total: what lies outside an array has the least value, of nothing a `LEAST` or `GREATEST` is 0.
Such answers are never used, because a demand stands before whatever may fail; a strict evaluator
raises `BrokenPromise` where one would be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, assert_never, cast

from rulewright.interpreter.state import Cells, Entries, Entry, Thing
from rulewright.ir import nodes as ir
from rulewright.ir.expression_printer import shown_expr, shown_zone
from rulewright.ir.nodes import Aggregate, Expr, Form, Local, Op, System, ZoneRef

Env = Mapping[str, int]
"""The values of the locals in sight."""


class Table(Protocol):
    """What lies on the table: a `State`, or a `Memory` in the middle of a run."""

    @property
    def slots(self) -> Mapping[str, Cells]: ...

    @property
    def zones(self) -> Mapping[str, Entries]: ...


class BrokenPromise(Exception):
    """The core does what it promises not to do: a mistake in Rulewright, not in a rulebook."""


class Evaluator:
    """Evaluates the expressions, domains and places of one system.

    `strict`: a partial operation outside of what it is defined for is a broken promise (`total`).
    `options` chooses the readings that are still open in the system; `asked` are those that were looked at:
    the others could not have changed anything.
    """

    def __init__(
        self, system: System, *, strict: bool = False, options: Mapping[str, int] | None = None
    ) -> None:
        self.system = system
        self.strict = strict
        self.options = options or {}
        self.asked: set[str] = set()
        self._mark_starts = {name: _mark_starts(zone) for name, zone in system.zones.items()}

    # -------------------------------------------------------------- expressions

    def value(self, expr: Expr, at: Table, env: Env) -> int:
        match expr:
            case ir.Const():
                return expr.value
            case ir.Local():
                return env[expr.name]
            case ir.Read():
                slot = self.system.slots[expr.slot]
                offset = offset_of(self.values(expr.index, at, env), slot.dims)
                if offset is None:
                    return self._undefined(expr, slot.lo)
                return at.slots[expr.slot][offset]
            case ir.Lookup():
                return self._lookup(expr, at, env)
            case ir.Binary():
                return self._binary(expr, at, env)
            case ir.Not():
                return 1 - self.value(expr.operand, at, env)
            case ir.Ite():
                chosen = expr.then if self.value(expr.cond, at, env) else expr.otherwise
                return self.value(chosen, at, env)
            case ir.Let():
                bound = self.value(expr.value, at, env)
                return self.value(expr.body, at, {**env, expr.local.name: bound})
            case ir.Apply():
                rule = self.system.rules[expr.rule]
                args = self.values(expr.args, at, env)
                names = (param.name for param in rule.params)
                return self.value(rule.body, at, dict(zip(names, args, strict=True)))
            case ir.Count():
                kind = self.value(expr.kind, at, env)
                counts = self.counts(expr.zone, at, env)
                return counts[kind] if 0 <= kind < len(counts) else self._undefined(expr, 0)
            case ir.Size():
                return sum(self.counts(expr.zone, at, env))
            case ir.PlaceKind():
                thing = self._thing(expr.zone, expr.place, at, env)
                return self._undefined(expr, 0) if thing is None else thing[0]
            case ir.PlaceMark():
                thing = self._thing(expr.zone, expr.place, at, env)
                cell = self.mark_cell(expr.zone.zone, expr.mark, self.values(expr.index, at, env))
                return self._undefined(expr, expr.lo) if thing is None or cell is None else thing[cell]
            case ir.Fold():
                return self._fold(expr, at, env)
            case ir.First():
                for element in self.chosen(expr.local, expr.domain, expr.where, at, env):
                    return element
                return self._undefined(expr, expr.local.lo)
            case ir.Setting():
                if expr.name not in self.options:
                    raise BrokenPromise(f"reading `{expr.name}` is still open")
                self.asked.add(expr.name)
                return self.options[expr.name]
        assert_never(expr)

    def values(self, exprs: tuple[Expr, ...], at: Table, env: Env) -> tuple[int, ...]:
        return tuple(self.value(expr, at, env) for expr in exprs)

    def _lookup(self, expr: ir.Lookup, at: Table, env: Env) -> int:
        table = self.system.tables[expr.table]
        index = self.values(expr.index, at, env)
        from_zero = tuple(i - low for i, low in zip(index, table.lows, strict=True))
        offset = offset_of(from_zero, table.dims)
        return self._undefined(expr, expr.lo) if offset is None else table.values[offset]

    def _binary(self, expr: ir.Binary, at: Table, env: Env) -> int:
        left = self.value(expr.left, at, env)
        if expr.op is Op.AND and not left:
            return 0
        if expr.op is Op.OR and left:
            return 1
        right = self.value(expr.right, at, env)
        match expr.op:
            case Op.ADD:
                return left + right
            case Op.SUB:
                return left - right
            case Op.MUL:
                return left * right
            case Op.EQ:
                return int(left == right)
            case Op.LT:
                return int(left < right)
            case Op.LE:
                return int(left <= right)
            case Op.AND | Op.OR:
                return right
        assert_never(expr.op)

    def _fold(self, expr: ir.Fold, at: Table, env: Env) -> int:
        total = 1 if expr.op in (Aggregate.PRODUCT, Aggregate.EVERY) else 0
        best: int | None = None
        for element in self.chosen(expr.local, expr.domain, expr.where, at, env):
            value = self.value(expr.value, at, {**env, expr.local.name: element})
            match expr.op:
                case Aggregate.SUM:
                    total += value * self.n_copies(expr.domain, element, at, env)
                case Aggregate.PRODUCT:
                    total *= value ** self.n_copies(expr.domain, element, at, env)
                case Aggregate.SOME if value:
                    return 1
                case Aggregate.EVERY if not value:
                    return 0
                case Aggregate.LEAST:
                    best = value if best is None else min(best, value)
                case Aggregate.GREATEST:
                    best = value if best is None else max(best, value)
        if expr.op not in (Aggregate.LEAST, Aggregate.GREATEST):
            return total
        return self._undefined(expr, 0) if best is None else best

    def _undefined(self, expr: Expr, answer: int) -> int:
        """The answer where there is none."""
        if self.strict:
            raise BrokenPromise(f"no demand stands before `{shown_expr(expr)}`")
        return answer

    # -------------------------------------------------------------- domains

    def chosen(
        self, local: Local, domain: ir.Domain, where: Expr, at: Table, env: Env
    ) -> Iterator[int]:
        """The elements of `domain` with `where`, in order.

        Of several equal things in a domain of distinct ones it is the first with `where`.
        """
        met: set[Thing] = set()
        for element in self.elements(domain, at, env):
            if not self.value(where, at, {**env, local.name: element}):
                continue
            if isinstance(domain, ir.Places) and domain.distinct:
                thing = self.things(domain.zone, at, env)[element]
                if thing in met:
                    continue
                met.add(thing)
            yield element

    def elements(self, domain: ir.Domain, at: Table, env: Env) -> tuple[int, ...]:
        """All elements of a domain, in order."""
        match domain:
            case ir.Range():
                lo = self.value(domain.lo, at, env)
                return tuple(range(lo, self.value(domain.hi, at, env) + 1))
            case ir.Items():
                return self.values(domain.values, at, env)
            case ir.Kinds():
                counts = self.counts(domain.zone, at, env)
                return tuple(kind for kind, count in enumerate(counts) if count > 0)
            case ir.Places():
                return tuple(range(len(self.things(domain.zone, at, env))))
            case ir.Seats():
                n_players = self.system.n_players
                start = self.value(domain.start, at, env)
                step = -1 if self.value(domain.backwards, at, env) else 1
                return tuple((start + step * i) % n_players for i in range(domain.n))
        assert_never(domain)

    def n_copies(self, domain: ir.Domain, element: int, at: Table, env: Env) -> int:
        """How often an element counts: a kind in a bag once for each copy, everything else once."""
        if isinstance(domain, ir.Kinds):
            return self.counts(domain.zone, at, env)[element]
        return 1

    # -------------------------------------------------------------- zones

    def entry_offset(self, zone: ZoneRef, at: Table, env: Env) -> int | None:
        return offset_of(self.values(zone.index, at, env), self.system.zones[zone.zone].dims)

    def entry(self, zone: ZoneRef, at: Table, env: Env) -> Entry:
        """What lies there; nothing where there is no such entry."""
        offset = self.entry_offset(zone, at, env)
        if offset is None and self.strict:
            raise BrokenPromise(f"no demand stands before `{shown_zone(zone)}`")
        return () if offset is None else at.zones[zone.zone][offset]

    def counts(self, zone: ZoneRef, at: Table, env: Env) -> tuple[int, ...]:
        """How many of each kind lie in a zone of any form."""
        entry = self.entry(zone, at, env)
        declared = self.system.zones[zone.zone]
        if declared.form is Form.BAG:
            return cast(tuple[int, ...], entry)
        counts = [0] * len(self.system.kinds[declared.kinds].copies)
        for thing in cast(tuple[Thing, ...], entry):
            counts[thing[0]] += 1
        return tuple(counts)

    def things(self, zone: ZoneRef, at: Table, env: Env) -> tuple[Thing, ...]:
        """The things in the places of a LIST or MARKED zone."""
        if self.system.zones[zone.zone].form is Form.BAG:
            raise BrokenPromise(f"places are asked of `{zone.zone}`, which is a bag")
        return cast(tuple[Thing, ...], self.entry(zone, at, env))

    def _thing(self, zone: ZoneRef, place: Expr, at: Table, env: Env) -> Thing | None:
        things = self.things(zone, at, env)
        index = self.value(place, at, env)
        return things[index] if 0 <= index < len(things) else None

    def mark_cell(self, zone: str, mark: str, index: tuple[int, ...]) -> int | None:
        """Where in a thing of `zone` a cell of a mark stands."""
        start, dims = self._mark_starts[zone][mark]
        offset = offset_of(index, dims)
        return None if offset is None else start + offset


def offset_of(index: tuple[int, ...], dims: tuple[int, ...]) -> int | None:
    """The number of a cell, row by row; None outside of the array."""
    offset = 0
    for i, size in zip(index, dims, strict=True):
        if not 0 <= i < size:
            return None
        offset = offset * size + i
    return offset


def _mark_starts(zone: ir.Zone) -> dict[str, tuple[int, tuple[int, ...]]]:
    starts = {}
    position = 1  # behind the kind
    for mark in zone.marks:
        starts[mark.name] = (position, mark.dims)
        position += len(mark.initial)
    return starts
