"""Counting runs for claims: a ghost slot for each procedure whose runs a claim speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod

from rulewright.checker import symbols as sym
from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.lower import scan
from rulewright.lower.context import Context
from rulewright.syntax import ast

Counters = Mapping[str, ir.Read]
"""How often each procedure was run."""

LEAST_COUNTED = 99


def most_counted(ctx: Context, test: ast.Expr) -> int:
    """How far runs are counted: beyond every number that a condition can compare them with."""
    numbers = []
    multiplies = False
    for node in scan.nodes_in(test):
        multiplies |= isinstance(node, ast.Arithmetic) and node.operator is ast.ArithmeticOp.TIMES
        symbol = ctx.symbol(node) if isinstance(node, ast.Name) else None
        if isinstance(node, ast.Number):
            numbers.append(node.value)
        elif isinstance(symbol, sym.ParamSymbol):
            numbers.append(max(symbol.values) if symbol.varies is None else symbol.varies[1])
    most = prod(max(1, number) for number in numbers) if multiplies else sum(numbers)
    return max(LEAST_COUNTED, most) + 1


def with_counters(
    system: ir.System, counted: Mapping[str, tuple[int, ...]], *, from_start_of: tuple[int, ...] = (), most: int
) -> tuple[ir.System, Counters]:
    """The system with a ghost slot for each counted procedure: how often a run of it began, up to `most`. Where a
    run of `from_start_of` begins, the count begins again."""
    slots = dict(system.slots)
    nodes = list(system.nodes)
    counters: dict[str, ir.Read] = {}
    shown = ir.ValueType("number", 0, most)
    for name, regions in counted.items():
        slot = f"runs of {name}"
        slots[slot] = ir.Slot(slot, ir.Life.GHOST, (), 0, most, (0,), shown)
        now = counters[name] = ir.Read(slot, (), 0, most)
        more = b.ite(b.lt(now, b.const(most)), b.add(now, b.ONE), now)
        for node in list(nodes):
            if not isinstance(node, ir.Gate) or node.kind is not ir.GateKind.ENTER:
                continue
            begins, counts = node.region in from_start_of, node.region in regions
            if begins or counts:
                value = b.const(int(counts)) if begins else more
                count = ir.Auto(len(nodes), node.region, (ir.Store(slot, (), value),), node.next)
                nodes.append(count)
                nodes[node.id] = replace(node, next=count.id)
    return replace(system, slots=slots, nodes=tuple(nodes)), counters
