"""One run of a procedure alone, from all values of what it reads: more starts than any play reaches.

What holds from each of them holds from every reachable one, so whole games that are too large to explore
need not be. What does not hold may still hold from those that are reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from math import prod

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.graph import reachable
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.needed import needed
from rulewright.ir.nodes import Expr, Gate, GateKind, Node, Read, System
from rulewright.ir.walk import descendants
from rulewright_verify.probability.slicing import Sliced, sliced, written_slots

MOST_STARTS = 20_000


def run_alone(system: System, region: int, values: Mapping[int, Expr]) -> Sliced | None:
    """A system of runs of a region alone; None if they hang on too much, or on what lies in zones."""
    enter = next((n for n in system.nodes if _is_gate(n, region, GateKind.ENTER)), None)
    if enter is None:
        return None
    cut = _ending_at_return(system, region, enter.id)
    inside = reachable(cut)
    watched = [expr for node, expr in values.items() if node in inside]
    slice_ = sliced(cut, watched)
    if _moved_zones(system) & _zones_read(slice_.system, watched):
        return None
    live = live_at_nodes(slice_.system, probes={node: [expr] for node, expr in values.items()})[enter.id]
    written = written_slots(system)
    free = [slot for name, slot in system.slots.items() if name in live and name in written]
    if any(handle.where in live for handle in system.handles):
        return None
    if prod((slot.hi - slot.lo + 1) ** len(slot.initial) for slot in free) > MOST_STARTS:
        return None
    return Sliced(_with_any_start(slice_.system, free), slice_.left_out)


def _ending_at_return(system: System, region: int, enter: int) -> System:
    """The system that begins where a run of the region does, and ends where it returns."""
    nodes = list(system.nodes)
    for node in system.nodes:
        if isinstance(node, Gate) and _is_gate(node, region, GateKind.LEAVE):
            nodes[node.id] = replace(node, next=len(nodes))
            nodes.append(ir.Final(len(nodes), region, None))
    return replace(system, nodes=tuple(nodes), entry=enter)


def _with_any_start(system: System, free: Iterable[ir.Slot]) -> System:
    """Luck chooses a value for each cell, one after the other, and then the run begins."""
    nodes: list[Node] = list(system.nodes)
    slots = dict(system.slots)
    region = system.nodes[system.entry].region
    entry = system.entry
    for slot in free:
        any_value = f"any {slot.name}"
        slots[any_value] = ir.Slot(any_value, ir.Life.FRAME, (), slot.lo, slot.hi, (slot.lo,), slot.type)
        local = ir.Local(any_value, slot.lo, slot.hi)
        domain = ir.Range(ir.Const(slot.lo), ir.Const(slot.hi))
        for index in product(*(range(size) for size in slot.dims)):
            store = ir.Store(slot.name, tuple(map(ir.Const, index)), Read(any_value, (), slot.lo, slot.hi))
            nodes.append(ir.Auto(len(nodes), region, (store,), entry))
            binder = ir.Binder(any_value, local, any_value, domain, b.ONE, ir.Shown(local, slot.type))
            nodes.append(ir.Chance(len(nodes), region, binder, b.ONE, len(nodes) - 1))
            entry = len(nodes) - 1
    return replace(system, nodes=tuple(nodes), slots=slots, entry=entry)


def _is_gate(node: Node, region: int, kind: GateKind) -> bool:
    return isinstance(node, Gate) and node.region == region and node.kind is kind


def _moved_zones(system: System) -> frozenset[str]:
    """The zones in which something changes during a game."""
    found = set()
    for node in system.nodes:
        if isinstance(node, ir.Deal):
            found |= {node.source.zone, node.target.zone}
        for part in descendants(node):
            match part:
                case ir.Transfer() | ir.TransferPlace() | ir.TransferAll():
                    found |= {part.source.zone, part.target.zone}
                case ir.StoreMark():
                    found.add(part.zone.zone)
                case ir.Pick():
                    found.add(part.into)
    return frozenset(found)


def _zones_read(system: System, watched: Iterable[Expr]) -> frozenset[str]:
    return needed(system, list(watched)).zones
