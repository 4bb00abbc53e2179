"""A system as text: what `rulewright show --stage core` prints.

Made to be read beside the rulebook, and to be compared: the same system gives the same bytes.
Numbers stay numbers, since the core knows no others; names of values stand with the slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.expression_printer import shown_domain, shown_expr, shown_zone
from rulewright.ir.nodes import Form, Life, Node, Sight, Stmt, System, ValueType

INDENT = "  "
LIVES = {Life.GAME: "", Life.FRAME: "frame ", Life.GHOST: "ghost "}
FORMS = {Form.BAG: "bag", Form.MARKED: "marked bag", Form.LIST: "list"}
SIGHTS = {Sight.ALL: "all", Sight.OWNER: "owner", Sight.NOBODY: "nobody"}


def shown_system(system: System) -> str:
    """The whole system, declarations first, then rules, then the graph by regions."""
    return "\n".join(_lines(system)) + "\n"


def shown_node(system: System, node: Node) -> tuple[str, ...]:
    """One node: its head line, then its statements or options."""
    head = f"{node.id:>4}  "
    match node:
        case ir.Auto():
            lines = [f"{head}-> {node.next}" if not node.stmts else f"{head}do"]
            lines += [f"{INDENT * 4}{line}" for stmt in node.stmts for line in shown_stmt(stmt)]
            if node.stmts:
                lines.append(f"{INDENT * 3}-> {node.next}")
        case ir.Gate():
            lines = [f"{head}{node.kind.name.lower()} {system.regions[node.region].address} -> {node.next}"]
        case ir.Branch():
            loop = "" if node.loop is None else f"loop {node.loop}: "
            cond = shown_expr(node.cond)
            lines = [f"{head}{loop}if {cond} -> {node.then} otherwise -> {node.otherwise}"]
        case ir.Choice():
            hidden = ", hidden" if node.hidden else ""
            lines = [f"{head}choice of {shown_expr(node.decider)}{hidden}"]
            lines += [f"{INDENT * 4}{_option(option)}" for option in node.options]
        case ir.Chance():
            lines = [
                f"{head}{node.label}: {_binder(node.binder)} weight {shown_expr(node.weight)} -> {node.next}"
            ]
        case ir.Deal():
            source, target = shown_zone(node.source), shown_zone(node.target)
            lines = [f"{head}deal {shown_expr(node.n)} from {source} to {target} -> {node.next}"]
        case ir.Final():
            winners = "" if node.winners is None else " won by " + _listed(map(shown_expr, node.winners))
            lines = [f"{head}end{winners}"]
    return tuple(lines)


def shown_stmt(stmt: Stmt) -> tuple[str, ...]:
    """A statement, one line or a block."""
    match stmt:
        case ir.Store():
            return (f"{_cell(stmt.slot, stmt.index)} := {shown_expr(stmt.value)}",)
        case ir.StoreMark():
            thing = f"{shown_zone(stmt.zone)} at {shown_expr(stmt.place)}"
            return (f"{_cell(stmt.mark, stmt.index)} of {thing} := {shown_expr(stmt.value)}",)
        case ir.Transfer():
            moved = f"{shown_expr(stmt.amount)} of kind {shown_expr(stmt.kind)}"
            return (f"move {moved} {_way(stmt)}",)
        case ir.TransferPlace():
            return (f"move place {shown_expr(stmt.place)} {_way(stmt)}",)
        case ir.TransferAll():
            return (f"move all {_way(stmt)}",)
        case ir.Demand():
            return (f"demand {shown_expr(stmt.cond)} or fail {stmt.reason.value}: {stmt.subject}",)
        case ir.If():
            return (f"if {shown_expr(stmt.cond)}", *_block(stmt.then), *_otherwise(stmt.otherwise))
        case ir.Loop():
            head = f"for each {stmt.local.name} in {shown_domain(stmt.domain)}{_where(stmt.where)}"
            return (head, *_block(stmt.body))
        case ir.Tell():
            to = f" {shown_expr(stmt.to)}" if stmt.to is not None else ""
            return (f"tell{to} {_sentence(stmt)}",)


def _lines(system: System) -> Iterator[str]:
    yield f"system {system.name}"
    yield f"players {_listed(system.players.names or ())}"
    yield from _heading("tables", [_table(table) for table in system.tables.values()])
    yield from _heading("kinds", [_kinds(kinds) for kinds in system.kinds.values()])
    yield from _heading("slots", [_slot(slot) for slot in system.slots.values()])
    yield from _heading("zones", [_zone(zone) for zone in system.zones.values()])
    yield from _heading("handles", [_handle(handle) for handle in system.handles])
    yield from _heading("readings", [f"{r.name}: {_listed(r.options)}" for r in system.readings.values()])
    yield from _heading("rules", [line for rule in system.rules.values() for line in _rule(rule)])
    yield ""
    yield f"graph, entered at {system.entry}"
    region: int | None = None
    for node in system.nodes:
        if node.region != region:
            region = node.region
            yield f"{INDENT}{system.regions[region].address or system.name}"
        yield from shown_node(system, node)


def _heading(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        yield from (INDENT + line for line in lines)


def _table(table: ir.Table) -> str:
    dims = ", ".join(f"{low}..{low + size - 1}" for size, low in zip(table.dims, table.lows, strict=True))
    cells = " ".join(_cell_of_table(table, cell) for cell in range(len(table.values)))
    return f"{table.name}[{dims}] = {cells}"


def _cell_of_table(table: ir.Table, cell: int) -> str:
    lo, hi = table.interval(cell)
    return str(lo) if lo == hi else f"{lo}..{hi}"


def _kinds(kinds: ir.KindSet) -> str:
    names = kinds.type.names or tuple(map(str, range(len(kinds.copies))))
    counted = (f"{name} x{n}" if n != 1 else name for name, n in zip(names, kinds.copies, strict=True))
    return f"{kinds.name}: {_listed(counted)}"


def _slot(slot: ir.Slot) -> str:
    values = set(slot.initial)
    initial = str(slot.initial[0]) if len(values) == 1 else " ".join(map(str, slot.initial))
    name = f"{LIVES[slot.life]}{slot.name}{_dims(slot.dims)}"
    return f"{name}: {slot.lo}..{slot.hi}{_names(slot.type)} = {initial}"


def _names(value_type: ValueType) -> str:
    return "" if value_type.names is None else f" ({value_type.name}: {_listed(value_type.names)})"


def _zone(zone: ir.Zone) -> str:
    marks = "".join(f", {m.name}{_dims(m.dims)}: {m.lo}..{m.hi}" for m in zone.marks)
    others = f", others see {_listed(zone.others_see)}" if zone.others_see else ""
    starts = [f"{' '.join(map(str, counts))}" for counts in zone.initial if any(counts)]
    start = f" = {'; '.join(starts)}" if starts else ""
    form = f"{FORMS[zone.form]} of {zone.kinds}{marks}, at most {zone.capacity}"
    name = f"{LIVES[zone.life]}{zone.name}{_dims(zone.dims)}"
    return f"{name}: {form}, seen by {SIGHTS[zone.sight]}{others}{start}"


def _handle(handle: ir.Handle) -> str:
    slots = f"{handle.where}, {handle.place}, {handle.kind}"
    return f"{handle.name}: {slots} in {_listed(map(shown_zone, handle.zones))}"


def _rule(rule: ir.Rule) -> Iterator[str]:
    params = ", ".join(f"{p.name}: {p.lo}..{p.hi}" for p in rule.params)
    yield f"{rule.name}({params}) -> {rule.lo}..{rule.hi}"
    yield f"{INDENT}= {shown_expr(rule.body)}"
    if rule.defined != ir.Const(1):
        yield f"{INDENT}defined where {shown_expr(rule.defined)}"


def _option(option: ir.Option) -> str:
    implicit = " (implicit)" if option.implicit else ""
    guard = "" if option.guard == ir.Const(1) else f" when {shown_expr(option.guard)}"
    parts = [_binder(binder) for binder in option.binders]
    if option.pick is not None:
        pick = option.pick
        counts = f"{shown_expr(pick.least)}..{shown_expr(pick.most)}"
        domain = f"{pick.local.name} in {shown_domain(pick.domain)}{_where(pick.where)}"
        parts.append(f"{pick.into} := {counts} of {domain}")
    bound = f": {', '.join(parts)}" if parts else ""
    return f"{option.label}{implicit}{guard}{bound} -> {option.target}"


def _binder(binder: ir.Binder) -> str:
    return f"{binder.slot} := {binder.local.name} in {shown_domain(binder.domain)}{_where(binder.where)}"


def _where(where: ir.Expr) -> str:
    return "" if where == ir.Const(1) else f" where {shown_expr(where)}"


def _way(stmt: ir.Transfer | ir.TransferPlace | ir.TransferAll) -> str:
    top = " on top" if stmt.end is ir.End.TOP else ""
    marks = [f"{mark}: {_listed(map(shown_expr, cells))}" for mark, cells in stmt.marks]
    given = f" with {', '.join(marks)}" if marks else ""
    return f"from {shown_zone(stmt.source)} to {shown_zone(stmt.target)}{top}{given}"


def _sentence(tell: ir.Tell) -> str:
    parts = next(iter(tell.texts.values()), ())
    return (
        '"'
        + "".join(part if isinstance(part, str) else f"{{{shown_expr(part.value)}}}" for part in parts)
        + '"'
    )


def _otherwise(stmts: tuple[Stmt, ...]) -> tuple[str, ...]:
    return ("otherwise", *_block(stmts)) if stmts else ()


def _block(stmts: tuple[Stmt, ...]) -> tuple[str, ...]:
    return tuple(f"{INDENT}{line}" for stmt in stmts for line in shown_stmt(stmt))


def _cell(name: str, index: tuple[ir.Expr, ...]) -> str:
    return f"{name}[{', '.join(map(shown_expr, index))}]" if index else name


def _dims(dims: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, dims))}]" if dims else ""


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)
