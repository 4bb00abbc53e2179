"""What a system promises, as named checks (core, section 11).

Whoever makes or changes systems is tested by `check_system`: a broken promise is a mistake in
Rulewright, never in a rulebook. Promises about states are kept by the interpreters and tested there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.graph import is_rest
from rulewright.ir.intervals import CONDITION, interval
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Form, Life, Node, Op, Reason, Stmt, System
from rulewright.ir.references import mistyped
from rulewright.ir.walk import Piece, children, descendants, successors


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise that a system does not keep: its name, where, and what is wrong."""

    promise: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.where}: {self.what}"


Finding = tuple[str, str]
Check = Callable[[System], Iterator[Finding]]


def check_system(system: System) -> list[Broken]:
    """Every broken promise, in the order of the promises.

    The first ones are told alone if they are broken, because the others follow references.
    """
    found: list[Broken] = []
    for name, check in PROMISES.items():
        found += [Broken(name, where, what) for where, what in check(system)]
        if found and name in FIRST:
            break
    return found


# ------------------------------------------------------------------ expressions and statements


def conditions_are_conditions(system: System) -> Iterator[Finding]:
    """Whatever is asked as a condition is 0 or 1."""
    for where, piece in _pieces(system):
        for cond in _conditions_in(piece):
            lo, hi = interval(cond, system)
            if lo < CONDITION[0] or hi > CONDITION[1]:
                yield where, f"a condition may be {lo}..{hi}"


def stores_are_in_range(system: System) -> Iterator[Finding]:
    """A store fits by the interval of its value, or behind a demand.

    Frame slots are left out: counters of loops are kept in range by the branches around them.
    """
    for where, block in _blocks(system):
        demanded = False
        for stmt in block:
            if isinstance(stmt, ir.Demand):
                demanded |= stmt.reason is Reason.RANGE
            elif isinstance(stmt, ir.Store) and not demanded:
                slot = system.slots[stmt.slot]
                lo, hi = interval(stmt.value, system)
                if slot.life is not Life.FRAME and (lo < slot.lo or hi > slot.hi):
                    yield where, f"`{slot.name}` may get {lo}..{hi}, and holds {slot.lo}..{slot.hi}"


def names_are_not_hidden(system: System) -> Iterator[Finding]:
    """No binder stands inside another of the same name."""
    for where, piece in _pieces(system, inside=False):
        yield from ((where, f"`{name}` is bound twice") for name in _hidden(piece, frozenset()))


def ghosts_are_not_read(system: System) -> Iterator[Finding]:
    """What a claim adds changes nothing: only stores to ghosts read ghosts."""
    ghosts = {name for name, slot in system.slots.items() if slot.life is Life.GHOST}
    for where, piece in _pieces(system):
        if isinstance(piece, ir.Store) and piece.slot in ghosts:
            continue
        for child in children(piece):
            if isinstance(child, ir.Read) and child.slot in ghosts and not _is_in_ghost_store(piece, ghosts):
                yield where, f"`{child.slot}` is read"


# ------------------------------------------------------------------ rules


def rules_are_not_circular(system: System) -> Iterator[Finding]:
    """No rule asks itself, directly or by way of others."""
    asks = {
        name: {part.rule for part in descendants(rule.body) if isinstance(part, ir.Apply)}
        for name, rule in system.rules.items()
    }
    yield from ((name, "asks itself") for name in _circular(asks))


def levels_are_ordered(system: System) -> Iterator[Finding]:
    """Each level is over levels of its rule, and none over itself; no two share a name."""
    for rule in system.rules.values():
        names = [level.name for level in rule.levels]
        if len(set(names)) < len(names):
            yield rule.name, "two levels share a name"
        for level in rule.levels:
            for other in level.over:
                if other not in names:
                    yield rule.name, f"`{level.name}` is over `{other}`, which is no level"
        over = {level.name: set(level.over) for level in rule.levels}
        yield from ((rule.name, f"`{name}` is over itself") for name in _circular(over))


# ------------------------------------------------------------------ the graph


def automatic_runs_are_cut(system: System) -> Iterator[Finding]:
    """Each cycle of the graph passes a rest or the head of a loop."""
    after: dict[str, set[str]] = {}
    for node in system.nodes:
        cut = is_rest(node) or (isinstance(node, ir.Branch) and node.loop is not None)
        after[str(node.id)] = set() if cut else {str(target) for target in successors(node)}
    yield from ((f"node {name}", "lies on a cycle without a head") for name in _circular(after))


def frame_slots_are_written_first(system: System) -> Iterator[Finding]:
    """No path reads a frame slot of one cell before it writes it."""
    live = live_at_nodes(system)[system.entry]
    for name in sorted(live & system.slots.keys()):
        if len(system.slots[name].initial) == 1:
            yield "entry", f"`{name}` may be read before it is written"


def options_are_distinct(system: System) -> Iterator[Finding]:
    """The labels of a choice differ; `done`, `decline` and `pass` have nothing to pick."""
    for node in system.nodes:
        if isinstance(node, ir.Choice):
            labels = [(option.label, option.address) for option in node.options]
            if len(set(labels)) < len(labels):
                yield f"node {node.id}", f"two options share a label: {labels}"
            for option in node.options:
                if option.implicit and (option.binders or option.pick):
                    yield f"node {node.id}", f"`{option.label}` is implicit and picks something"


def deciders_are_players(system: System) -> Iterator[Finding]:
    """Somebody decides: a player, or a value more that a demand excludes."""
    for node in system.nodes:
        if isinstance(node, ir.Choice):
            lo, hi = interval(node.decider, system)
            if lo < 0 or hi > system.n_players:
                yield f"node {node.id}", f"the decider may be {lo}..{hi}"


def weights_are_positive(system: System) -> Iterator[Finding]:
    """Each outcome that `where` lets through has a chance; counts over kinds that are there have one."""
    for node in system.nodes:
        if not isinstance(node, ir.Chance) or isinstance(node.weight, ir.Count):
            continue
        binder, local = node.binder, node.binder.local
        for value in range(local.lo, local.hi + 1):
            known = {local.name: (value, value)}
            possible = interval(binder.where, system, known)[1] and _may_hold(system, binder.domain, value)
            if possible and interval(node.weight, system, known)[0] <= 0:
                yield f"node {node.id}", f"outcome {value} may have weight {interval(node.weight, system, known)}"


def origins_are_known(system: System) -> Iterator[Finding]:
    """Regions and options have addresses, and regions lie in earlier regions."""
    for number, region in enumerate(system.regions):
        if region.id != number or (region.parent is not None and region.parent >= number):
            yield f"region {number}", "is out of order"
        if not region.address:
            yield f"region {number}", "has no address"
    for node in system.nodes:
        for option in node.options if isinstance(node, ir.Choice) else ():
            if not option.address:
                yield f"node {node.id}", f"option `{option.label}` has no address"


# ------------------------------------------------------------------ zones and handles


def zones_change_by_transfers(system: System) -> Iterator[Finding]:
    """A zone that a pick fills holds counts, not things: nothing is moved from it or to it."""
    picked = {
        pick.into for _, pick in _pieces(system) if isinstance(pick, ir.Pick) and pick.into in system.zones
    }
    for name in sorted(picked):
        zone = system.zones[name]
        if zone.life is not Life.FRAME or zone.form is not Form.BAG:
            yield name, "is filled by a pick and is no bag of a frame"
    for where, piece in _pieces(system):
        if isinstance(piece, ir.Transfer | ir.TransferPlace | ir.TransferAll):
            for zone_name in {piece.source.zone, piece.target.zone} & picked:
                yield where, f"moves picked counts of `{zone_name}`"


def handles_can_follow(system: System) -> Iterator[Finding]:
    """A handle has its slots in a frame, as wide as its zones ask; their indexes do not move."""
    for handle in system.handles:
        for name in (handle.where, handle.place, handle.kind):
            if system.slots[name].life is not Life.FRAME:
                yield handle.name, f"`{name}` is no frame slot"
        if system.slots[handle.where].hi != len(handle.zones) - 1:
            yield handle.name, f"`{handle.where}` does not number {len(handle.zones)} zones"
        room = max(
            (system.zones[z.zone].capacity for z in handle.zones if system.zones[z.zone].form is not Form.BAG),
            default=1,
        )
        if system.slots[handle.place].hi < room - 1:
            yield handle.name, f"`{handle.place}` does not reach place {room - 1}"
        for zone in handle.zones:
            for part in descendants(zone):
                if isinstance(part, ir.Read) and system.slots[part.slot].life is not Life.FRAME:
                    yield handle.name, f"`{zone.zone}` is indexed by `{part.slot}`, which may change"


def picked_places_are_used_at_once(system: System) -> Iterator[Finding]:
    """Bits for places of a marked bag mean nothing any more once the bag is sorted: at the next rest."""
    bits = {
        pick.into for _, pick in _pieces(system)
        if isinstance(pick, ir.Pick) and isinstance(pick.domain, ir.Places)
        and system.zones[pick.domain.zone.zone].form is Form.MARKED
    }
    live = live_at_nodes(system) if bits else ()
    for node in system.nodes if bits else ():
        if is_rest(node):
            for name in sorted(live[node.id] & bits):
                yield f"node {node.id}", f"the places in `{name}` are needed after a rest"


FIRST = ("typed", "calls-acyclic")
PROMISES: Mapping[str, Check] = {
    "typed": mistyped,
    "calls-acyclic": rules_are_not_circular,
    "conditions": conditions_are_conditions,
    "stores-in-range": stores_are_in_range,
    "names-unhidden": names_are_not_hidden,
    "ghosts-unread": ghosts_are_not_read,
    "over-acyclic": levels_are_ordered,
    "auto-ends": automatic_runs_are_cut,
    "names-defined": frame_slots_are_written_first,
    "options-distinct": options_are_distinct,
    "one-decider": deciders_are_players,
    "weights-positive": weights_are_positive,
    "origin-known": origins_are_known,
    "transfers-balance": zones_change_by_transfers,
    "handles-follow": handles_can_follow,
    "picks-at-once": picked_places_are_used_at_once,
}


# ------------------------------------------------------------------ looking through a system


def _pieces(system: System, *, inside: bool = True) -> Iterator[tuple[str, Piece]]:
    """Nodes and rules with where they stand; everything inside them, too."""
    for top in (*system.nodes, *system.rules.values()):
        where = f"node {top.id}" if isinstance(top, Node) else f"rule {top.name}"
        for piece in descendants(top) if inside else (top,):
            yield where, piece


def _blocks(system: System) -> Iterator[tuple[str, tuple[Stmt, ...]]]:
    for where, piece in _pieces(system):
        match piece:
            case ir.Auto():
                yield where, piece.stmts
            case ir.If():
                yield where, piece.then
                yield where, piece.otherwise
            case ir.Loop():
                yield where, piece.body


def _conditions_in(piece: Piece) -> tuple[ir.Expr, ...]:
    match piece:
        case ir.Not():
            return (piece.operand,)
        case ir.Binary(op=Op.AND | Op.OR):
            return piece.left, piece.right
        case ir.Ite() | ir.If() | ir.Branch() | ir.Demand():
            return (piece.cond,)
        case ir.Fold(op=ir.Aggregate.SOME | ir.Aggregate.EVERY):
            return piece.where, piece.value
        case ir.Fold() | ir.First() | ir.Loop() | ir.Binder() | ir.Pick():
            return (piece.where,)
        case ir.Option() | ir.Case():
            return (piece.guard,)
        case _:
            return ()


def _hidden(piece: Piece, bound: frozenset[str]) -> Iterator[str]:
    if isinstance(piece, ir.Let | ir.Fold | ir.First | ir.Loop | ir.Binder | ir.Pick):
        if piece.local.name in bound:
            yield piece.local.name
        bound |= {piece.local.name}
    for child in children(piece):
        yield from _hidden(child, bound)


def _is_in_ghost_store(piece: Piece, ghosts: set[str]) -> bool:
    return isinstance(piece, ir.Store) and piece.slot in ghosts


def _may_hold(system: System, domain: ir.Domain, value: int) -> bool:
    if isinstance(domain, ir.Range):
        return interval(domain.lo, system)[0] <= value <= interval(domain.hi, system)[1]
    if isinstance(domain, ir.Items):
        return any(lo <= value <= hi for lo, hi in (interval(item, system) for item in domain.values))
    return True


def _circular(after: Mapping[str, set[str]]) -> list[str]:
    """Those from which a path leads back to themselves."""
    found = []
    for start in after:
        reached: set[str] = set()
        pending = list(after[start])
        while pending:
            here = pending.pop()
            if here not in reached:
                reached.add(here)
                pending.extend(after.get(here, ()))
        if start in reached:
            found.append(start)
    return found
