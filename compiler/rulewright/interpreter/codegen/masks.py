"""Code for bags without doubles: conditions on kinds become masks, aggregates arithmetic on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.inputs import Inputs
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.shapes import Packing
from rulewright.interpreter.codegen.tables import tabulated
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Aggregate, Expr, Local, Op, ZoneRef
from rulewright.ir.walk import Piece, descendants, with_children

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.expressions import Expressions


class Masks:
    """Writes masks, and aggregates over them."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def fold(self, expr: ir.Fold, memory: Memory) -> Code | None:
        """An aggregate over the kinds in a bag without doubles, by arithmetic on its mask."""
        domain = expr.domain
        if not isinstance(domain, ir.Kinds) or not self.expressions.bags.shape(domain.zone.zone).is_mask:
            return None
        cond = expr.where
        match expr.op:
            case Aggregate.SOME:
                cond = both(expr.where, expr.value)
            case Aggregate.EVERY:
                cond = both(expr.where, ir.Not(expr.value))
        within, rest = self.mask(expr.local, domain.zone, cond, memory)
        if rest is not None:
            return None
        number = self.expressions.bags.number(memory, self.expressions.entry(domain.zone, memory), within)
        match expr.op:
            case Aggregate.SOME:
                return c.any_of(number)
            case Aggregate.EVERY:
                return c.not_(c.any_of(number))
            case Aggregate.SUM if isinstance(expr.value, ir.Const):
                size = self.expressions.bags.size_of(self.expressions.bags.shape(domain.zone.zone), number)
                return c.mul(size, c.const(expr.value.value))
        return self._folded_by_bytes(expr, number, memory)

    def fold_places(self, expr: ir.Fold, memory: Memory) -> Code | None:
        """`some` or `every` over the things in a list, if it asks for their kinds alone: by a mask of the kinds."""
        domain = expr.domain
        if expr.op not in (Aggregate.SOME, Aggregate.EVERY) or not isinstance(domain, ir.Places):
            return None
        zone = domain.zone
        kinds = self.expressions.system.zones[zone.zone].kinds
        if kinds not in self.expressions.plan.facts.spots:
            return None
        counts = self.expressions.plan.packings[kinds]
        kind = Local(f"kind of {expr.local.name}", 0, len(counts.widths) - 1)
        cond = both(expr.where, expr.value if expr.op is Aggregate.SOME else ir.Not(expr.value))
        by_kind = _with_kind(cond, expr.local, zone, kind)
        if any(part == expr.local for part in descendants(by_kind)):
            return None
        within = self._mask_table(kind, counts, [by_kind], memory)
        if within is None:
            return None
        entry = self.expressions.entry(zone, memory)
        outside = memory.outer if memory.outer is not None and entry.number.constant is not None else memory
        number = self.expressions.lists.number(outside, entry)
        bag = self.expressions.lists.as_bag(outside, zone.zone, number, counts)
        found = c.any_of(Code(f"{bag.inner} & {within.inner}", 0, max(within.hi, 0)))
        return found if expr.op is Aggregate.SOME else c.not_(found)

    def _folded_by_bytes(self, expr: ir.Fold, number: Code, memory: Memory) -> Code | None:
        """Look up the aggregate of each eight kinds, and put the answers together."""
        values = self._value_by_kind(expr, memory)
        if values is None:
            return None
        combine, start = _COMBINED[expr.op]
        if expr.op in (Aggregate.LEAST, Aggregate.GREATEST):
            start = max(values) if expr.op is Aggregate.LEAST else min(values)
        number = memory.named(number, "kinds")
        parts = []
        for low in range(0, len(values), 8):
            chunk = values[low : low + 8]
            if all(value == start for value in chunk):
                continue
            table = [start]
            for value in chunk:
                table += [combine(total, value) for total in table]
            at = c.field_of(number, c.const(low), (1 << len(chunk)) - 1)
            name = self.expressions.module.constant(tuple(table), "by_kind")
            parts.append(c.indexed(name, min(table), max(table), at))
        if expr.op in (Aggregate.LEAST, Aggregate.GREATEST):
            found = extreme(expr.op, parts) if parts else c.const(start)
            return c.chosen(c.any_of(number), found, c.const(0))
        if not parts:
            return c.const(start)
        sign = " + " if expr.op is Aggregate.SUM else " * "
        return Code(sign.join(part.text for part in parts), *bounds(expr))

    def _value_by_kind(self, expr: ir.Fold, memory: Memory) -> list[int] | None:
        inputs = Inputs(self.expressions.analysis, frozenset((expr.local.name,)))
        pure = inputs.pure(expr.value)
        if inputs.hopeless or any(memory.locals.get(i.name, _OPEN).constant is None for i in inputs.found):
            return None
        params = (*inputs.found, expr.local)
        function = self.expressions.pure_function(pure, params)
        known = [memory.locals[i.name].lo for i in inputs.found]
        assert isinstance(expr.domain, ir.Kinds)
        return [function(*known, k) for k in self.expressions.bags.shape(expr.domain.zone.zone).packing.kinds]

    def mask(
        self, local: Local, zone: ZoneRef, cond: Expr, memory: Memory
    ) -> tuple[Code | None, Expr | None]:
        """The kinds of a bag with `cond`, as a mask, and what of the condition could not be put into it."""
        if self.expressions.bags.shares_masks(zone.zone):
            cond = both(self._is_home(local, zone), cond)
        parts = list(_conjuncts(cond))
        counts = self.expressions.bags.shape(zone.zone).packing
        whole = self._mask_table(local, counts, parts, memory)
        if whole is not None:
            return whole, None
        within: Code | None = None
        rest: list[Expr] = []
        for part in parts:
            mask = self._mask_table(local, counts, [part], memory)
            if mask is None:
                rest.append(part)
            else:
                within = mask if within is None else c.op("{} & {}", 0, min(within.hi, mask.hi), within, mask)
        return within, all_of(rest) if rest else None

    def _is_home(self, local: Local, zone: ZoneRef) -> Expr:
        """A condition on the kind: it may lie in this bag at all."""
        shape = self.expressions.bags.shape(zone.zone)
        title = f"home in {zone.zone}"
        if title not in self.expressions.tables:
            dims = (*self.expressions.system.zones[zone.zone].dims, shape.n_kinds)
            counts = shape.packing
            values = tuple(counts.count(home, k) for home in shape.homes for k in range(shape.n_kinds))
            self.expressions.tables[title] = ir.Table(title, dims, values, (0,) * len(dims))
        return ir.Lookup(title, (*zone.index, local), 0, 1)

    def _mask_table(self, local: Local, counts: Packing, parts: list[Expr], memory: Memory) -> Code | None:
        cond = all_of(parts)
        if cond == ir.Const(1):
            return c.const(counts.full)
        inputs = Inputs(self.expressions.analysis, frozenset((local.name,)))
        pure = inputs.pure(cond)
        if inputs.hopeless:
            return None
        index = self.expressions.index(inputs, memory, 8)
        if index is None:
            return None
        function = self.expressions.pure_function(pure, (*inputs.found, local))

        def mask(*at: int) -> int:
            return sum(counts.unit(k) for k in counts.kinds if function(*at, k))

        found = tabulated(self.expressions.module, mask, index, "mask")
        return memory.named(found, "mask") if found.text.count("[") > 1 else found


_OPEN = Code("", 0, 1)
_COMBINED: dict[Aggregate, tuple[Callable[[int, int], int], int]] = {
    Aggregate.SUM: (lambda a, b: a + b, 0),
    Aggregate.PRODUCT: (lambda a, b: a * b, 1),
    Aggregate.LEAST: (min, 0),
    Aggregate.GREATEST: (max, 0),
}


def bounds(expr: ir.Fold) -> tuple[int, int]:
    """Between which numbers an aggregate may lie."""
    if expr.op in (Aggregate.SOME, Aggregate.EVERY):
        return 0, 1
    return -EVERYTHING, EVERYTHING


def extreme(op: Aggregate, values: list[Code]) -> Code:
    """The least or the greatest of some values."""
    if not values:
        return c.const(0)
    if len(values) == 1:
        return values[0]
    word = "min" if op is Aggregate.LEAST else "max"
    return c.called(
        word, min(v.lo for v in values), max(v.hi for v in values), *(value.text for value in values)
    )


def _conjuncts(cond: Expr) -> Iterator[Expr]:
    if isinstance(cond, ir.Binary) and cond.op is Op.AND:
        yield from _conjuncts(cond.left)
        yield from _conjuncts(cond.right)
    elif cond != ir.Const(1):
        yield cond


def both(left: Expr, right: Expr) -> Expr:
    return all_of([left, right])


def all_of(conds: list[Expr]) -> Expr:
    result: Expr = ir.Const(1)
    for cond in conds:
        if cond != ir.Const(1):
            result = cond if result == ir.Const(1) else ir.Binary(Op.AND, result, cond)
    return result


def _with_kind(expr: Expr, place: Local, zone: ZoneRef, kind: Local) -> Expr:
    """`expr` with a local for the kind of the thing at `place`."""

    def changed(piece: Piece) -> Piece:
        if isinstance(piece, ir.PlaceKind) and piece.zone == zone and piece.place == place:
            return kind
        return with_children(piece, changed)

    return cast(Expr, changed(expr))
