"""One run of a procedure alone, from more starts than any play reaches: for games too large to explore.

The starts are those of the blurred game, which are all that can be reached and perhaps some more. What holds
from each of them holds from every reachable one; what does not may still hold from those that are reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from rulewright.interpreter.machine import compile_machine
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir.graph import changed_zones, reachable
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.needed import needed
from rulewright.ir.nodes import Expr, Gate, GateKind, Node, Read, Slot, System
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.probability.blurring import CannotBlur, blurred
from rulewright_verify.probability.slicing import Sliced, sliced, written_slots
from rulewright_verify.probability.whole_graph import whole_graph

SMALL = 100_000
"""The most states of the blurred game."""

Start = tuple[tuple[int, ...], ...]
"""The cells of each slot that a run reads."""


def run_alone(system: System, region: int, values: Mapping[int, Expr], meter: Meter) -> Sliced | None:
    """A system of runs of a region alone; None if they hang on what lies in zones, or on too much else."""
    enter = next((n for n in system.nodes if _is_gate(n, region, GateKind.ENTER)), None)
    if enter is None or system.regions[region].parent is None:
        return None
    cut = _ending_at_return(system, region, enter.id)
    inside = reachable(cut)
    watched = [expr for node, expr in values.items() if node in inside]
    slice_ = sliced(cut, watched)
    if changed_zones(system) & needed(slice_.system, watched).zones:
        return None
    live = live_at_nodes(slice_.system, probes={node: [expr] for node, expr in values.items()})[enter.id]
    written = written_slots(system)
    free = [slot for name, slot in system.slots.items() if name in live and name in written]
    starts = _starts(system, enter.id, free, meter)
    if starts is None:
        return None
    return Sliced(_with_starts(slice_.system, free, starts), slice_.left_out)


def _starts(system: System, enter: int, free: Sequence[Slot], meter: Meter) -> list[Start] | None:
    """All values of some slots with which the blurred game comes to a gate."""
    try:
        game = blurred(system, [slot.name for slot in free])
    except CannotBlur:
        return None
    reads = [
        Read(slot.name, tuple(map(ir.Const, index)), slot.lo, slot.hi)
        for slot in free for index in product(*map(range, slot.dims))
    ]
    machine = compile_machine(game, predicates=reads, stops=[enter])
    small = meter.within(replace(meter.budget, states=min(SMALL, meter.budget.states or SMALL)))
    graph = whole_graph(machine, small).graph
    if graph is None:
        return None
    tables = (machine.decode(state).slots for state in graph.states if machine.node(state) == enter)
    return list(dict.fromkeys(tuple(table[slot.name] for slot in free) for table in tables))


def _ending_at_return(system: System, region: int, enter: int) -> System:
    """The system that begins where a run of the region does, and ends where it returns."""
    nodes = list(system.nodes)
    for node in system.nodes:
        if isinstance(node, Gate) and _is_gate(node, region, GateKind.LEAVE):
            nodes[node.id] = replace(node, next=len(nodes))
            nodes.append(ir.Final(len(nodes), region, None))
    return replace(system, nodes=tuple(nodes), entry=enter)


def _with_starts(system: System, free: Sequence[Slot], starts: Sequence[Start]) -> System:
    """Luck chooses among the starts, and then the run begins."""
    if not free or not starts:
        return system
    chosen = ir.Local("start", 0, len(starts) - 1)
    shown = ir.ValueType("start", 0, len(starts) - 1)
    tables = dict(system.tables)
    stores: list[ir.Stmt] = []
    for number, slot in enumerate(free):
        for cell, index in enumerate(product(*map(range, slot.dims))):
            name = f"start of {slot.name} {cell}"
            column = tuple(start[number][cell] for start in starts)
            tables[name] = ir.Table(name, (len(starts),), column, (0,))
            value = ir.Lookup(name, (Read("start", (), 0, chosen.hi),), slot.lo, slot.hi)
            stores.append(ir.Store(slot.name, tuple(map(ir.Const, index)), value))
    region = system.nodes[system.entry].region
    entry = len(system.nodes)
    binder = ir.Binder("start", chosen, "start", ir.Range(b.ZERO, ir.Const(chosen.hi)), b.ONE, ir.Shown(chosen, shown))
    nodes = (
        *system.nodes,
        ir.Chance(entry, region, binder, b.ONE, entry + 1),
        ir.Auto(entry + 1, region, tuple(stores), system.entry),
    )
    slots = {**system.slots, "start": ir.Slot("start", ir.Life.FRAME, (), 0, chosen.hi, (0,), shown)}
    return replace(system, nodes=nodes, slots=slots, tables=tables, entry=entry)


def _is_gate(node: Node, region: int, kind: GateKind) -> bool:
    return isinstance(node, Gate) and node.region == region and node.kind is kind
