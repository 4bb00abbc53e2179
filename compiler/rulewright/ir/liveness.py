"""Which frame slots and frame zones still matter at each node.

A frame slot that no path reads before writing it holds its least value at rests, a frame zone is
empty there. `live_at_nodes` says which ones do matter. Game and ghost slots always do, and are not
listed.

A write ends a life only if it writes the whole slot. A transfer moves handles along, so it reads
`where` and `place` of each handle that is needed later; so does the sorting of a bag on the way
into a rest. Sentences (`Tell`) have no effect and count as readers only where the caller says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

from rulewright.ir.nodes import (
    Apply,
    Auto,
    Branch,
    Chance,
    Choice,
    Deal,
    Demand,
    Expr,
    Final,
    Gate,
    If,
    Life,
    Loop,
    Node,
    Option,
    Read,
    Stmt,
    Store,
    StoreMark,
    System,
    Tell,
    Transfer,
    TransferAll,
    TransferPlace,
    ZoneRef,
)
from rulewright.ir.walk import Piece, descendants, successors

Names = frozenset[str]
NONE: Names = frozenset()


def live_at_nodes(
    system: System, *, probes: Mapping[int, Iterable[Expr]] | None = None, told: bool = False
) -> tuple[Names, ...]:
    """For each node the frame slots and frame zones that are live on the way into it.

    At rest in a `Final` nothing is: its winners are found out on the way in.
    `probes` are expressions that somebody evaluates at a node (a claim at a gate); with `told`
    the values in sentences are kept, too.
    """
    return _Liveness(system, probes or {}, told).solve()


class _Liveness:
    def __init__(self, system: System, probes: Mapping[int, Iterable[Expr]], told: bool) -> None:
        self.system = system
        self.told = told
        self.frame_slots = {n for n, slot in system.slots.items() if slot.life is Life.FRAME}
        self.frame_zones = {n for n, zone in system.zones.items() if zone.life is Life.FRAME}
        self.rule_reads: dict[str, Names] = {}
        self.known_reads: dict[int, Names] = {}  # by identity: every piece is part of the system or of a probe
        self.probe_reads = {node: self.reads(*exprs) for node, exprs in probes.items()}
        self.handle_needs = [
            (frozenset((h.where, h.place)), frozenset((h.where, h.place)) | self.reads(*h.zones))
            for h in system.handles
        ]

    def solve(self) -> tuple[Names, ...]:
        """The least solution, by going backwards until nothing changes."""
        nodes = self.system.nodes
        live: list[Names] = [NONE] * len(nodes)
        before: list[list[int]] = [[] for _ in nodes]
        for node in nodes:
            for target in successors(node):
                before[target].append(node.id)
        pending = [node.id for node in nodes]
        waiting = set(pending)
        while pending:
            here = pending.pop()
            waiting.discard(here)
            found = self.into(nodes[here], live)
            if found != live[here]:
                live[here] = found
                for earlier in before[here]:
                    if earlier not in waiting:
                        waiting.add(earlier)
                        pending.append(earlier)
        return tuple(live)

    def into(self, node: Node, live: list[Names]) -> Names:
        """What is live on the way into `node`, given what is live on the way into the others."""
        found = self.through(node, live)
        if isinstance(node, Choice | Chance | Deal):
            found = self.with_handles(found)
        return found | self.probe_reads.get(node.id, NONE)

    def through(self, node: Node, live: list[Names]) -> Names:
        match node:
            case Auto():
                return self.before_block(node.stmts, live[node.next])
            case Gate():
                return live[node.next]
            case Branch():
                return self.reads(node.cond) | live[node.then] | live[node.otherwise]
            case Choice():
                after = NONE.union(*(self.before_option(option, live) for option in node.options))
                return self.reads(node.decider) | after
            case Chance():
                later = live[node.next] - self.whole_writes(node.binder.slot)
                return self.reads(node.binder, node.weight) | later
            case Deal():
                return self.reads(node.source, node.target, node.n) | live[node.next]
            case Final():
                return NONE.union(*(self.reads(winner) for winner in node.winners or ()))

    def before_option(self, option: Option, live: list[Names]) -> Names:
        written: Names = NONE
        found = self.reads(option.guard, *(cond for cond, _ in option.conditions))
        for binder in option.binders:
            found |= self.reads(binder)
            written |= self.whole_writes(binder.slot)
        if option.pick is not None:
            found |= self.reads(option.pick)
            written |= {option.pick.into}
        return found | (live[option.target] - written)

    def before_block(self, stmts: tuple[Stmt, ...], live: Names) -> Names:
        for stmt in reversed(stmts):
            live = self.before_stmt(stmt, live)
        return live

    def before_stmt(self, stmt: Stmt, live: Names) -> Names:
        match stmt:
            case Store():
                return (live - self.whole_writes(stmt.slot)) | self.reads(*stmt.index, stmt.value)
            case StoreMark():
                return live | self.reads(stmt)
            case Transfer() | TransferPlace() | TransferAll():
                return self.with_handles(live) | self.reads(stmt)
            case Demand():
                return live | self.reads(stmt.cond)
            case If():
                then = self.before_block(stmt.then, live)
                return self.reads(stmt.cond) | then | self.before_block(stmt.otherwise, live)
            case Loop():
                rounds = live
                while True:  # the body may run again or not at all
                    more = rounds | self.before_block(stmt.body, rounds) | self.reads(stmt.where)
                    if more == rounds:
                        return rounds | self.reads(stmt.domain)
                    rounds = more
            case Tell():
                return live | self.reads(stmt) if self.told else live

    def with_handles(self, live: Names) -> Names:
        for needed, needs in self.handle_needs:
            if live & needed:
                live |= needs
        return live

    def whole_writes(self, slot: str) -> Names:
        return frozenset((slot,)) if prod(self.system.slots[slot].dims) == 1 else NONE

    def reads(self, *pieces: Piece) -> Names:
        """Frame slots and zones that evaluating the pieces reads, also by way of rules."""
        return NONE.union(*(self.reads_of_piece(piece) for piece in pieces))

    def reads_of_piece(self, piece: Piece) -> Names:
        known = self.known_reads.get(id(piece))
        if known is not None:
            return known
        found: set[str] = set()
        for part in descendants(piece):
            if isinstance(part, Read) and part.slot in self.frame_slots:
                found.add(part.slot)
            elif isinstance(part, ZoneRef) and part.zone in self.frame_zones:
                found.add(part.zone)
            elif isinstance(part, Apply):
                found |= self.reads_of_rule(part.rule)
        self.known_reads[id(piece)] = frozenset(found)
        return self.known_reads[id(piece)]

    def reads_of_rule(self, name: str) -> Names:
        if name not in self.rule_reads:
            self.rule_reads[name] = self.reads(self.system.rules[name].body)
        return self.rule_reads[name]
