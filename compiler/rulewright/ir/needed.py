"""What a claim can notice: the slots, zones and readings that it hangs on (the slice of core, section 7).

Needed is what the claim reads, what decides where a play goes (branches, deciders, options, weights, who
wins), and what is read by any store to something needed. A score that is only written down is not.

A demand belongs to the statement behind it, and counts if that does: if a play may break down at a
store that nobody needs, that is a finding of its own and no matter of this claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.graph import reachable
from rulewright.ir.nodes import Node, Stmt, System
from rulewright.ir.properties import Clause, Conserved, Holds, Monotone, SameAs, SameForEvery
from rulewright.ir.specialise import readings_of
from rulewright.ir.walk import EXPRESSIONS, Piece, descendants


@dataclass(frozen=True, slots=True)
class Needed:
    """Names of slots and zones, and of the open readings in the order of their declaration."""

    slots: frozenset[str]
    zones: frozenset[str]
    readings: tuple[str, ...]


def needed(system: System, watched: Iterable[Piece] = ()) -> Needed:
    """What anybody can notice who watches these expressions (and whole zones, as references) in every play."""
    return _Needs(system).closed_over(list(watched))


def needed_by_clause(system: System, clause: Clause) -> Needed:
    """What a clause hangs on, if it is asked of this system. One about rules hangs on no play."""
    watched = watched_by(system, clause)
    if isinstance(clause, Holds | SameForEvery | SameAs):
        return _Needs(system).read_by(watched)
    return needed(system, watched)


def named_rules(clause: Clause) -> tuple[str, ...]:
    """The rules that a clause speaks of by name, not by asking them."""
    match clause:
        case SameForEvery(rule):
            return (rule,)
        case SameAs(left, right):
            return left, right
    return ()


def watched_by(system: System, clause: Clause) -> list[Piece]:
    """The expressions in a clause, and the slots and zones that it names."""
    found = list(_expressions_in(clause))
    rules = [system.rules[name] for name in named_rules(clause) if name in system.rules]
    found += [piece for rule in rules for piece in (rule.body, rule.defined)]
    match clause:
        case Conserved():
            found += [ir.ZoneRef(z.name) for z in system.zones.values() if z.kinds == clause.kinds]
        case Monotone():
            if clause.slot is not None:
                slot = system.slots[clause.slot]
                found.append(ir.Read(slot.name, (), slot.lo, slot.hi))
            found += [
                ir.ZoneRef(zone.name) for zone in system.zones.values()
                if clause.mark in {mark.name for mark in zone.marks}
            ]
        case _:
            pass
    return found


class _Needs:
    """Grows the set of needed names until no store to one of them reads anything new."""

    def __init__(self, system: System) -> None:
        self.system = system
        alive = reachable(system)
        self.nodes = [node for node in system.nodes if node.id in alive]
        self.names: set[str] = set()
        self.used: list[Piece] = []
        self._used_ids: set[int] = set()
        self._rules: set[str] = set()

    def read_by(self, watched: list[Piece]) -> Needed:
        """What the pieces read themselves."""
        self.use(*watched)
        return self.found()

    def closed_over(self, watched: list[Piece]) -> Needed:
        self.use(*watched)
        for node in self.nodes:
            self.use(*_deciding(node))
        n_before = -1
        while len(self.names) + len(self.used) != n_before:
            n_before = len(self.names) + len(self.used)
            for node in self.nodes:
                if isinstance(node, ir.Auto):
                    self.block(node.stmts, behind=True)
            self.follow_handles()
        return self.found()

    def found(self) -> Needed:
        slots = frozenset(self.names & self.system.slots.keys())
        zones = frozenset(self.names & self.system.zones.keys())
        return Needed(slots, zones, readings_of(self.system, self.used))

    def use(self, *pieces: Piece) -> None:
        """Everything that these pieces read is needed."""
        for piece in pieces:
            if id(piece) in self._used_ids:
                continue
            self._used_ids.add(id(piece))
            self.used.append(piece)
            for part in descendants(piece):
                match part:
                    case ir.Read():
                        self.names.add(part.slot)
                    case ir.ZoneRef():
                        self.names.add(part.zone)
                    case ir.Apply() if part.rule not in self._rules:
                        self._rules.add(part.rule)
                        self.use(self.system.rules[part.rule].body)
                    case _:
                        pass

    def block(self, stmts: tuple[Stmt, ...], *, behind: bool) -> bool:
        """Whether a block does anything needed; uses what that reads. Demands at the end of a node's block
        guard what stands `behind` it."""
        is_needed = False
        wanted = behind
        for stmt in reversed(stmts):
            if isinstance(stmt, ir.Demand):
                if wanted:
                    self.use(stmt.cond)
                    is_needed = True
            elif not isinstance(stmt, ir.Tell):
                wanted = self.stmt(stmt)
                is_needed |= wanted
        return is_needed

    def stmt(self, stmt: Stmt) -> bool:
        match stmt:
            case ir.Store():
                wanted = stmt.slot in self.names
            case ir.StoreMark():
                wanted = stmt.zone.zone in self.names
            case ir.Transfer() | ir.TransferPlace() | ir.TransferAll():
                wanted = bool({stmt.source.zone, stmt.target.zone} & self.names)
            case ir.If():
                then, otherwise = (self.block(part, behind=False) for part in (stmt.then, stmt.otherwise))
                if then or otherwise:
                    self.use(stmt.cond)
                return then or otherwise
            case ir.Loop():
                inside = self.block(stmt.body, behind=False)
                if inside:
                    self.use(stmt.domain, stmt.where)
                return inside
            case ir.Demand() | ir.Tell():
                return False
        if wanted:
            self.use(stmt)
        return wanted

    def follow_handles(self) -> None:
        """A handle moves with its thing, so it hangs on all zones in which that may lie."""
        for handle in self.system.handles:
            if {handle.where, handle.place} & self.names:
                self.names |= {handle.where, handle.place}
                self.use(*handle.zones)


def _deciding(node: Node) -> tuple[Piece, ...]:
    """What decides how a play goes on from a node, and how it ends."""
    match node:
        case ir.Branch():
            return (node.cond,)
        case ir.Choice():
            return (node.decider, *(piece for option in node.options for piece in _option(option)))
        case ir.Chance():
            return node.binder.domain, node.binder.where, node.weight
        case ir.Deal():
            return node.source, node.target, node.n
        case ir.Final():
            return node.winners or ()
        case ir.Auto() | ir.Gate():
            return ()


def _option(option: ir.Option) -> Iterator[Piece]:
    yield option.guard
    for binder in option.binders:
        yield from (binder.domain, binder.where)
    if option.pick is not None:
        yield from (option.pick.domain, option.pick.where, option.pick.least, option.pick.most)


def _expressions_in(value: object) -> Iterator[Piece]:
    """Expressions inside plain data; a system inside is another game and is not looked at."""
    if isinstance(value, EXPRESSIONS):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _expressions_in(part)
    elif is_dataclass(value) and not isinstance(value, type | System):
        for field in fields(value):
            if field.name != "span":
                yield from _expressions_in(getattr(value, field.name))
