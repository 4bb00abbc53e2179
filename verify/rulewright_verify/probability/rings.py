"""Sets of states in which every way round leads through one of them: a round that is played again, a roll that is
repeated. What one of them is worth follows from a single equation, and from it all others."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright_verify.probability.process import Process


def order_of_ring(process: Process, members: Iterable[int]) -> list[int] | None:
    """The members in an order in which each leads to earlier ones and to the last one only, out of the set aside.

    None if there is no such order with the state that was found first as the last one.
    """
    inside = set(members)
    knot = min(inside)
    inside.discard(knot)
    offsets, targets = process.graph.offsets, process.graph.targets
    before: dict[int, list[int]] = {i: [] for i in inside}
    left: dict[int, int] = {}
    for i in inside:
        following = inside.intersection(targets[offsets[i] : offsets[i + 1]])
        left[i] = len(following)
        for j in following:
            before[j].append(i)
    order = [i for i in sorted(inside) if not left[i]]
    for i in order:  # grows while it is gone through
        for k in before[i]:
            left[k] -= 1
            if not left[k]:
                order.append(k)
    return [*order, knot] if len(order) == len(inside) else None


def is_chosen(process: Process, members: Iterable[int]) -> bool:
    """Whether somebody has a choice in one of these states."""
    return any(i not in process.luck and len(set(process.graph.successors(i))) > 1 for i in members)
