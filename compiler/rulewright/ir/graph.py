"""The control-flow graph of a system: which nodes rest, which lie on an automatic cycle, and what they change."""

from __future__ import annotations

from rulewright.ir.nodes import (
    Chance,
    Choice,
    Deal,
    Final,
    Node,
    Pick,
    StoreMark,
    System,
    Transfer,
    TransferAll,
    TransferPlace,
)
from rulewright.ir.walk import descendants, successors


def is_rest(node: Node) -> bool:
    """Whether the play may wait or stop here."""
    return isinstance(node, Choice | Chance | Deal | Final)


def reachable(system: System) -> frozenset[int]:
    """The nodes to which some path of the graph leads from the entry."""
    return _reached_from(system, [system.entry], through_rests=True)


def automatic_cycles(system: System) -> frozenset[int]:
    """Nodes that an automatic run may meet twice.

    A choice belongs to such a run when it is passed without asking, because all its options that
    are left are implicit.
    """
    return frozenset(
        node.id for node in system.nodes
        if node.id in _reached_from(system, _run_on(node), through_rests=False)
    )


def _reached_from(system: System, starts: list[int], *, through_rests: bool) -> frozenset[int]:
    reached = set(starts)
    pending = list(starts)
    while pending:
        node = system.nodes[pending.pop()]
        for target in successors(node) if through_rests else _run_on(node):
            if target not in reached:
                reached.add(target)
                pending.append(target)
    return frozenset(reached)


def _run_on(node: Node) -> list[int]:
    """Where an automatic run may go on from a node."""
    if isinstance(node, Choice):
        return [option.target for option in node.options if option.implicit]
    return [] if is_rest(node) else list(successors(node))


def changed_zones(system: System) -> frozenset[str]:
    """The zones in which something changes during a game."""
    found = set()
    for node in system.nodes:
        if isinstance(node, Deal):
            found |= {node.source.zone, node.target.zone}
        for part in descendants(node):
            match part:
                case Transfer() | TransferPlace() | TransferAll():
                    found |= {part.source.zone, part.target.zone}
                case StoreMark():
                    found.add(part.zone.zone)
                case Pick():
                    found.add(part.into)
    return frozenset(found)
