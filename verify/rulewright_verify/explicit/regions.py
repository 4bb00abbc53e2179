"""Which nodes belong to the runs of a procedure."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.machine import GateProbe
from rulewright.ir.build import ONE
from rulewright.ir.nodes import Gate, GateKind, System


def nodes_inside(system: System, regions: Iterable[int]) -> frozenset[int]:
    """The nodes of some regions and of all that is called inside."""
    inside = set(regions)
    for region in system.regions:  # a region comes behind its parent
        if region.parent in inside:
            inside.add(region.id)
    return frozenset(node.id for node in system.nodes if node.region in inside)


def gates(system: System, regions: Iterable[int], kind: GateKind) -> tuple[int, ...]:
    """Where the runs of some regions begin, or return."""
    wanted = set(regions)
    return tuple(
        node.id for node in system.nodes
        if isinstance(node, Gate) and node.kind is kind and node.region in wanted
    )


def entering(system: System, regions: Iterable[int]) -> list[GateProbe]:
    """Probes that see whether some run of these regions begins."""
    return [GateProbe(gate, ONE) for gate in gates(system, regions, GateKind.ENTER)]
