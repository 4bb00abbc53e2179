"""The control-flow graph of a system: which nodes rest, which lie on an automatic cycle, and what they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.ir.nodes import (
    Binder,
    Chance,
    Choice,
    Deal,
    Final,
    Node,
    Pick,
    Store,
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


def reachable(system: System, start: int | None = None) -> frozenset[int]:
    """The nodes to which some path of the graph leads from a node; without one, from the entry."""
    first = system.entry if start is None else start
    reached = {first}
    pending = [first]
    while pending:
        for target in successors(system.nodes[pending.pop()]):
            if target not in reached:
                reached.add(target)
                pending.append(target)
    return frozenset(reached)


def automatic_cycles(system: System) -> frozenset[int]:
    """Nodes that an automatic run may meet twice.

    A choice belongs to such a run when it is passed without asking, because all its options that
    are left are implicit.
    """
    follows = [_run_on(node) for node in system.nodes]
    found = {number for number, targets in enumerate(follows) if number in targets}
    for together in _strongly_connected(follows):
        if len(together) > 1:
            found.update(together)
    return frozenset(found)


def _strongly_connected(follows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Nodes of which each leads to each (Tarjan's algorithm, with a stack of its own: graphs are deep)."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}            # in the order of coming, of what is known to be reached and still open
    still_open: dict[int, None] = {}
    for root in range(len(follows)):
        under_way: list[tuple[int, Iterator[int]]] = []
        new: int | None = root if root not in order else None
        while new is not None or under_way:
            if new is not None:
                order[new] = lowest[new] = len(order)
                still_open[new] = None
                under_way.append((new, iter(follows[new])))
            here, targets = under_way[-1]
            new = None
            for target in targets:
                if target not in order:
                    new = target
                    break
                if target in still_open:
                    lowest[here] = min(lowest[here], order[target])
            if new is None:
                under_way.pop()
                if under_way:
                    above = under_way[-1][0]
                    lowest[above] = min(lowest[above], lowest[here])
                if lowest[here] == order[here]:
                    together = [still_open.popitem()[0]]
                    while together[-1] != here:
                        together.append(still_open.popitem()[0])
                    yield together


def _run_on(node: Node) -> list[int]:
    """Where an automatic run may go on from a node."""
    if isinstance(node, Choice):
        return [option.target for option in node.options if option.implicit]
    return [] if is_rest(node) else list(successors(node))


def changed_by(system: System, nodes: Iterable[Node]) -> frozenset[str]:
    """Slots and zones that some node may change. Handles move with their things."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Deal):
            found |= {node.source.zone, node.target.zone}
        for part in descendants(node):
            match part:
                case Store():
                    found.add(part.slot)
                case StoreMark():
                    found.add(part.zone.zone)
                case Transfer() | TransferPlace() | TransferAll():
                    found |= {part.source.zone, part.target.zone}
                case Binder():
                    found.add(part.slot)
                case Pick():
                    found.add(part.into)
    for handle in system.handles:
        found |= {handle.where, handle.place, handle.kind}
    return frozenset(found)


def changed_zones(system: System) -> frozenset[str]:
    """The zones in which something changes during a game."""
    return changed_by(system, system.nodes) & system.zones.keys()
