"""The control-flow graph of a system as DOT text, to be drawn by Graphviz.

Regions are nested boxes; what waits for a player or for luck is drawn with a shape of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.expression_printer import shown_expr
from rulewright.ir.graph import reachable
from rulewright.ir.nodes import Node, System
from rulewright.ir.printer import shown_node

SHAPES = {
    ir.Auto: "box",
    ir.Gate: "cds",
    ir.Branch: "diamond",
    ir.Choice: "octagon",
    ir.Chance: "hexagon",
    ir.Deal: "hexagon",
    ir.Final: "doublecircle",
}


def control_flow_dot(system: System) -> str:
    """The reachable part of the graph."""
    alive = reachable(system)
    lines = [f"digraph {_quoted(system.name)} {{", '  node [fontname="sans-serif", fontsize=10]']
    lines += _region(system, None, alive, "  ")
    for node in system.nodes:
        if node.id in alive:
            lines += [f"  n{node.id} -> n{to}{_edge(text)}" for text, to in _ways(node)]
    return "\n".join([*lines, "}"]) + "\n"


def _region(system: System, parent: int | None, alive: frozenset[int], indent: str) -> Iterator[str]:
    for region in system.regions:
        if region.parent != parent:
            continue
        yield f"{indent}subgraph cluster_{region.id} {{"
        yield f"{indent}  label={_quoted(region.address)}"
        for node in system.nodes:
            if node.region == region.id and node.id in alive:
                label = _quoted(_label(system, node))
                yield f"{indent}  n{node.id} [shape={SHAPES[type(node)]}, label={label}]"
        yield from _region(system, region.id, alive, indent + "  ")
        yield f"{indent}}}"


def _label(system: System, node: Node) -> str:
    match node:
        case ir.Branch():
            return shown_expr(node.cond)
        case ir.Choice():
            return f"{shown_expr(node.decider)} chooses"
        case ir.Gate():
            return node.kind.name.lower()
        case ir.Auto():
            lines = shown_node(system, node)[1:-1]
            return "\n".join(line.strip() for line in lines)
        case _:
            return shown_node(system, node)[0].split(" -> ")[0].strip()


def _ways(node: Node) -> list[tuple[str, int]]:
    match node:
        case ir.Branch():
            return [("yes", node.then), ("no", node.otherwise)]
        case ir.Choice():
            return [(option.label, option.target) for option in node.options]
        case ir.Final():
            return []
        case _:
            return [("", node.next)]


def _edge(text: str) -> str:
    return f" [label={_quoted(text)}]" if text else ""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\l")
    return f'"{escaped}"'
