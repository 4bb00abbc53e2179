"""A system that watches the measure of `P ends decreasing m, n`.

Whenever a run of P comes to the head of a `repeat`, `while` or `until done` in P's own text, the values are compared
with those at its last coming there; ghost slots remember them. Where they have not fallen, `RISEN` is 1 from then on.
In a `responses` that is from answer to answer: whoever passes changes nothing. A `for each` counts its rounds itself,
and needs no measure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.intervals import interval

RISEN = "a measure has not fallen"
DONE = "done"


def with_measure_watched(system: ir.System, clause: pr.Ends) -> tuple[ir.System, ir.Expr]:
    """The system with ghosts, and the condition that every measure has fallen so far. Nodes keep their numbers."""
    watching = _Watching(system)
    risen = watching.ghost(RISEN, 0, 1, 0)
    for region, measures in clause.measures:
        for head, begins in _heads(system, region):
            watching.at_head(head, begins, region, measures, risen)
    return watching.built(), b.not_(risen)


def _heads(system: ir.System, run: int) -> Iterator[tuple[int, ir.Expr]]:
    """The heads of loops in a run's own text, and when a round begins there."""
    for node in system.nodes:
        if not _is_own_text(system, node.region, run):
            continue
        match node:
            case ir.Branch(loop=int(), passes=passes) if passes is not None:
                yield node.id, b.eq(passes, b.ZERO)
            case ir.Branch(loop=int(), counts=False):
                yield node.id, b.ONE
            case ir.Choice(options=options) if any(each.implicit and each.label == DONE for each in options):
                yield node.id, b.ONE


def _is_own_text(system: ir.System, region: int, run: int) -> bool:
    """Whether a region lies in a run of a procedure or step, and not in a procedure that is called there."""
    here = system.regions[region]
    while here.id != run and here.kind is not ir.RegionKind.PROCEDURE and here.parent is not None:
        here = system.regions[here.parent]
    return here.id == run


@dataclass(eq=False, slots=True)
class _Watching:
    """`before`: the nodes that are put before others; `afresh`: what is stored where a run begins."""

    system: ir.System
    slots: dict[str, ir.Slot] = field(default_factory=dict)
    before: dict[int, ir.Auto] = field(default_factory=dict)
    afresh: dict[int, list[ir.Stmt]] = field(default_factory=dict)

    def ghost(self, name: str, lo: int, hi: int, start: int) -> ir.Read:
        shown = ir.ValueType("number", lo, hi)
        self.slots[name] = ir.Slot(name, ir.Life.GHOST, (), lo, hi, (start,), shown)
        return ir.Read(name, (), lo, hi)

    def at_head(
        self, head: int, begins: ir.Expr, run: int, measures: tuple[ir.Expr, ...], risen: ir.Read
    ) -> None:
        lasts = []
        for i, measure in enumerate(measures):
            lo, hi = interval(measure, self.system)
            # One more than the greatest value stands for: never here before.
            lasts.append(self.ghost(f"measure {i} at {head}", lo, hi + 1, hi + 1))
        stays = b.not_(_fell(measures, lasts))
        stmts = [ir.Store(RISEN, (), b.or_(risen, b.and_(begins, stays)))]
        stmts += [
            ir.Store(last.slot, (), b.ite(begins, now, last)) for last, now in zip(lasts, measures, strict=True)
        ]
        number = len(self.system.nodes) + len(self.before)
        self.before[head] = ir.Auto(number, self.system.nodes[head].region, tuple(stmts), head)
        self.afresh.setdefault(run, []).extend(ir.Store(last.slot, (), b.const(last.hi)) for last in lasts)

    def built(self) -> ir.System:
        moved = {head: node.id for head, node in self.before.items()}
        nodes: list[ir.Node] = [_led_to(node, moved) for node in self.system.nodes]
        nodes += self.before.values()
        for node in list(nodes):
            if isinstance(node, ir.Gate) and node.kind.is_border and node.region in self.afresh:
                nodes.append(ir.Auto(len(nodes), node.region, tuple(self.afresh[node.region]), node.next))
                nodes[node.id] = replace(node, next=len(nodes) - 1)
        entry = moved.get(self.system.entry, self.system.entry)
        return replace(self.system, slots={**self.system.slots, **self.slots}, nodes=tuple(nodes), entry=entry)


def _fell(measures: tuple[ir.Expr, ...], lasts: list[ir.Read]) -> ir.Expr:
    """The first that has changed has fallen."""
    fell: ir.Expr = b.ZERO
    for now, last in reversed(list(zip(measures, lasts, strict=True))):
        fell = b.or_(b.lt(now, last), b.and_(b.eq(now, last), fell))
    return fell


def _led_to(node: ir.Node, moved: Mapping[int, int]) -> ir.Node:
    """The node, leading to what was put before the nodes it led to."""
    match node:
        case ir.Auto() | ir.Gate() | ir.Chance() | ir.Deal():
            return replace(node, next=moved.get(node.next, node.next))
        case ir.Branch():
            return replace(
                node, then=moved.get(node.then, node.then), otherwise=moved.get(node.otherwise, node.otherwise)
            )
        case ir.Choice():
            options = (replace(each, target=moved.get(each.target, each.target)) for each in node.options)
            return replace(node, options=tuple(options))
        case ir.Final():
            return node
