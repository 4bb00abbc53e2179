"""Whether a system refers to what there is: names, numbers of indexes, forms of zones, ranges carried.

The first of the promises (`typed` in core, section 11); everything else follows these references.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Form, System
from rulewright.ir.walk import Piece, descendants, successors

Finding = tuple[str, str]


def mistyped(system: System) -> Iterator[Finding]:
    """Where something does not fit, and what."""
    yield from _declarations(system)
    for number, node in enumerate(system.nodes):
        if node.id != number:
            yield f"node {number}", f"is numbered {node.id}"
        if not 0 <= node.region < len(system.regions):
            yield f"node {number}", f"lies in region {node.region}, which there is not"
        for target in successors(node):
            if not 0 <= target < len(system.nodes):
                yield f"node {number}", f"leads to node {target}, which there is not"
        yield from ((f"node {number}", what) for what in _within(system, node))
    for rule in system.rules.values():
        yield from ((f"rule {rule.name}", what) for what in _within(system, rule))
    for handle in system.handles:
        for name in (handle.where, handle.place, handle.kind):
            if name not in system.slots:
                yield handle.name, f"has no slot `{name}`"
        for zone in handle.zones:
            yield from ((handle.name, what) for what in _within(system, zone))


def _declarations(system: System) -> Iterator[Finding]:
    for slot in system.slots.values():
        if len(slot.initial) != _n_cells(slot.dims):
            yield slot.name, f"has {len(slot.initial)} start values for {_n_cells(slot.dims)} cells"
        if any(not slot.lo <= value <= slot.hi for value in slot.initial):
            yield slot.name, f"starts outside of {slot.lo}..{slot.hi}"
        if slot.starts_as is not None and slot.starts_as not in system.tables:
            yield slot.name, f"starts as `{slot.starts_as}`, which there is not"
    for table in system.tables.values():
        if len(table.values) != _n_cells(table.dims) or len(table.lows) != len(table.dims):
            yield table.name, "has not one value for each index"
        if table.varies and len(table.varies) != len(table.values):
            yield table.name, "has not one range for each value"
        elif any(not lo <= value <= hi for value, (lo, hi) in zip(table.values, table.varies, strict=False)):
            yield table.name, "has an ordinary value outside of what it may be"
    for zone in system.zones.values():
        if zone.kinds not in system.kinds:
            yield zone.name, f"holds kinds of `{zone.kinds}`, which there is not"
        elif len(zone.initial) != _n_cells(zone.dims):
            yield zone.name, f"has {len(zone.initial)} starts for {_n_cells(zone.dims)} entries"
        elif any(len(counts) != len(system.kinds[zone.kinds].copies) for counts in zone.initial):
            yield zone.name, "does not start with a count for each kind"


def _within(system: System, top: Piece) -> Iterator[str]:
    for piece in descendants(top):
        yield from _piece(system, piece)


def _piece(system: System, piece: Piece) -> Iterator[str]:
    match piece:
        case ir.Read():
            yield from _cell(system, piece.slot, piece.index)
            slot = system.slots.get(piece.slot)
            if slot is not None and (slot.lo < piece.lo or slot.hi > piece.hi):
                yield f"`{slot.name}` holds {slot.lo}..{slot.hi}, and is read as {piece.lo}..{piece.hi}"
        case ir.Store():
            yield from _cell(system, piece.slot, piece.index)
        case ir.Lookup():
            table = system.tables.get(piece.table)
            if table is None:
                yield f"there is no table `{piece.table}`"
            elif len(piece.index) != len(table.dims):
                yield f"`{table.name}` is looked up with {len(piece.index)} indexes"
            elif min(table.values) < piece.lo or max(table.values) > piece.hi:
                yield f"`{table.name}` is looked up as {piece.lo}..{piece.hi}"
        case ir.ZoneRef():
            zone = system.zones.get(piece.zone)
            if zone is None:
                yield f"there is no zone `{piece.zone}`"
            elif len(piece.index) != len(zone.dims):
                yield f"`{zone.name}` has {len(zone.dims)} indexes, not {len(piece.index)}"
        case ir.Kinds():
            yield from _form(system, piece.zone, Form.BAG)
        case ir.Places() | ir.PlaceKind():
            yield from _form(system, piece.zone, Form.LIST, Form.MARKED)
        case ir.PlaceMark() | ir.StoreMark():
            yield from _form(system, piece.zone, Form.LIST, Form.MARKED)
            yield from _mark(system, piece.zone, piece.mark, len(piece.index))
        case ir.Transfer():
            yield from _form(system, piece.source, Form.BAG)
            yield from _given(system, piece)
        case ir.TransferPlace():
            yield from _form(system, piece.source, Form.LIST, Form.MARKED)
            yield from _given(system, piece)
        case ir.TransferAll():
            yield from _given(system, piece)
        case ir.Deal():
            yield from _form(system, piece.source, Form.BAG)
            yield from _form(system, piece.target, Form.BAG)
        case ir.Apply():
            rule = system.rules.get(piece.rule)
            if rule is None:
                yield f"there is no rule `{piece.rule}`"
            elif len(piece.args) != len(rule.params):
                yield f"`{rule.name}` is asked with {len(piece.args)} arguments"
            elif rule.lo < piece.lo or rule.hi > piece.hi:
                yield f"`{rule.name}` answers {rule.lo}..{rule.hi}, and is read as {piece.lo}..{piece.hi}"
        case ir.Setting():
            if piece.name not in system.readings:
                yield f"there is no reading `{piece.name}`"
            elif len(system.readings[piece.name].options) != piece.n_options:
                yield f"reading `{piece.name}` has not {piece.n_options} options"
        case ir.Binder():
            yield from _cell(system, piece.slot, ())
        case ir.Pick():
            if piece.into not in system.zones and piece.into not in system.slots:
                yield f"there is nothing `{piece.into}` to pick into"
            elif (piece.into in system.zones) != isinstance(piece.domain, ir.Kinds):
                yield f"what is picked does not fit into `{piece.into}`"


def _cell(system: System, name: str, index: tuple[ir.Expr, ...]) -> Iterator[str]:
    slot = system.slots.get(name)
    if slot is None:
        yield f"there is no slot `{name}`"
    elif len(index) != len(slot.dims):
        yield f"`{name}` has {len(slot.dims)} indexes, not {len(index)}"


def _form(system: System, ref: ir.ZoneRef, *forms: Form) -> Iterator[str]:
    zone = system.zones.get(ref.zone)
    if zone is not None and zone.form not in forms:
        yield f"`{zone.name}` is a {zone.form.name.lower()}"


def _mark(system: System, ref: ir.ZoneRef, name: str, n_indexes: int) -> Iterator[str]:
    zone = system.zones.get(ref.zone)
    marks = {mark.name: mark for mark in zone.marks} if zone is not None else {}
    if zone is not None and name not in marks:
        yield f"things in `{zone.name}` have no mark `{name}`"
    elif zone is not None and len(marks[name].dims) != n_indexes:
        yield f"mark `{name}` has {len(marks[name].dims)} indexes, not {n_indexes}"


def _given(system: System, move: ir.Transfer | ir.TransferPlace | ir.TransferAll) -> Iterator[str]:
    source, target = system.zones.get(move.source.zone), system.zones.get(move.target.zone)
    if source is None or target is None:
        return
    if source.kinds != target.kinds:
        yield f"things of `{source.kinds}` go to `{target.name}`, which holds `{target.kinds}`"
    marks = {mark.name: len(mark.initial) for mark in target.marks}
    for name, cells in move.marks:
        if target.form is not Form.BAG and marks.get(name) != len(cells):
            yield f"things in `{target.name}` have no mark `{name}` of {len(cells)} cells"


def _n_cells(dims: tuple[int, ...]) -> int:
    cells = 1
    for size in dims:
        cells *= size
    return cells
