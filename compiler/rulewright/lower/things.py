"""Marked things: reading their kind and marks, telling whether two names mean the same thing."""

from __future__ import annotations

from rulewright.checker import types as ty
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower.context import Context
from rulewright.lower.layout import low_of, size_of, value_type
from rulewright.lower.values import RecordValue, Scalar, ThingCopy, ThingValue, Value


def thing_at(ctx: Context, ref: ir.ZoneRef, place: ir.Expr, element: ty.KindType | ty.ThingType) -> Value:
    """What lies at a place: a thing with marks, or in a list of plain kinds just the kind."""
    last = len(ctx.kinds[ctx.zones[ref.zone].kinds].copies) - 1
    kind = ir.PlaceKind(ref, place, last)
    if isinstance(element, ty.KindType):
        return ThingValue(ty.ThingType(element.name, element, ()), (ref,), (False,), b.ZERO, place, kind)
    return ThingValue(element, (ref,), (True,), b.ZERO, place, kind)


def kind_of(thing: Value) -> ir.Expr:
    assert isinstance(thing, ThingValue | ThingCopy)
    return thing.kind


def as_scalar(what: Value) -> ir.Expr:
    """The number that a value is; a thing counts as its kind."""
    match what:
        case Scalar(expr, _):
            return expr
        case ThingValue() | ThingCopy():
            return kind_of(what)
    raise AssertionError(f"not a number: {what}")


def raw_mark(thing: ThingValue, name: str, index: tuple[ir.Expr, ...]) -> ir.Expr:
    """A mark of a thing; `index` counts from 0. Where the thing lies in a zone without marks: the least value."""
    shown = _mark_type(thing.type, name)
    result: ir.Expr = b.const(shown[0])
    first = True
    for i, ref in enumerate(thing.zones):
        if not thing.marked[i]:
            continue
        read = ir.PlaceMark(ref, thing.place, name, index, *shown)
        result = read if first and all(thing.marked) else b.ite(b.eq(thing.where, b.const(i)), read, result)
        first = False
    return result


def _mark_type(type_: ty.ThingType, name: str) -> tuple[int, int]:
    for mark, _, mark_type in type_.marks:
        if mark == name:
            low = low_of(mark_type)
            return low, low + size_of(mark_type) - 1
    raise AssertionError(name)


def mark_of(ctx: Context, thing: Value, name: str, index: tuple[ir.Expr, ...]) -> Value:
    """`w.damage`, `w.damage[sky]`."""
    assert isinstance(thing, ThingValue | ThingCopy)
    for mark, index_types, mark_type in thing.type.marks:
        if mark != name:
            continue
        cells = tuple(b.sub(part, b.const(low_of(t))) for part, t in zip(index, index_types, strict=True))
        if isinstance(thing, ThingValue):
            return Scalar(raw_mark(thing, name, cells), mark_type)
        if not cells:
            return Scalar(thing.marks[name][0], mark_type)
        return Scalar(_select(thing.marks[name], tuple(size_of(t) for t in index_types), cells), mark_type)
    raise AssertionError(name)


def _select(cells: tuple[ir.Expr, ...], dims: tuple[int, ...], index: tuple[ir.Expr, ...]) -> ir.Expr:
    """One of several cells, by an index that need not be constant."""
    position: ir.Expr = b.ZERO
    for part, dim in zip(index, dims, strict=True):
        position = b.add(b.mul(position, b.const(dim)), part)
    result = cells[-1]
    for i in range(len(cells) - 2, -1, -1):
        result = b.ite(b.eq(position, b.const(i)), cells[i], result)
    return result


def same_thing(left: ThingValue, right: ThingValue) -> ir.Expr:
    """Whether two names mean the very same thing: same zone entry, same place."""
    options = []
    for i, one in enumerate(left.zones):
        for j, two in enumerate(right.zones):
            if one.zone == two.zone:
                index = b.and_(*(b.eq(x, y) for x, y in zip(one.index, two.index, strict=True)))
                options.append(b.and_(b.eq(left.where, b.const(i)), b.eq(right.where, b.const(j)), index))
    return b.and_(b.or_(*options), b.eq(left.place, right.place))


def thing_copy(ctx: Context, prefix: str, type_: ty.ThingType) -> tuple[ThingCopy, tuple[ir.Local, ...],
                                                                        tuple[ir.ValueType, ...], tuple[str, ...]]:
    """A thing by value as parameters: its kind, then each cell of its marks."""
    kind_type = value_type(ctx, type_.kind)
    kind = ctx.local(prefix, kind_type.lo, kind_type.hi)
    locals_, types, names = [kind], [kind_type], [prefix]
    marks: dict[str, tuple[ir.Expr, ...]] = {}
    for name, index, mark_type in type_.marks:
        shown = value_type(ctx, mark_type)
        n_cells = 1
        for part in index:
            n_cells *= size_of(part)
        cells = []
        for i in range(n_cells):
            label = f"{prefix}.{name}" + (f"[{i}]" if index else "")
            cell = ctx.local(label, shown.lo, shown.hi)
            cells.append(cell)
            locals_.append(cell)
            types.append(shown)
            names.append(label)
        marks[name] = tuple(cells)
    return ThingCopy(type_, kind, marks), tuple(locals_), tuple(types), tuple(names)


def equal(left: Value, right: Value) -> ir.Expr:
    match left, right:
        case RecordValue(_, fields), RecordValue(_, others):
            return b.and_(*(equal(fields[name], others[name]) for name in fields))
        case ThingValue(), ThingValue():
            return same_thing(left, right)
    return b.eq(as_scalar(left), as_scalar(right))
