"""What is certain or impossible, by the structure of a process alone, without a number.

The sets are those of de Alfaro, "Formal verification of probabilistic systems" (1997), chapter 3.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rulewright_verify.explicit.graph import reached
from rulewright_verify.probability.process import Process


def can_avoid(process: Process, goal: Callable[[int], bool]) -> bytearray:
    """The states under way in which some way of choosing never comes to an end that is a goal.

    Its complement is the least set that holds the goals, every state of luck with one way into the set, and
    every choice with all ways into it.
    """
    graph, before = process.graph, process.graph.predecessors
    surely = bytearray(len(graph))
    open_ways: dict[int, int] = {}
    pending = [i for i in process.ends if goal(i)]
    for i in pending:
        surely[i] = 1
    while pending:
        here = pending.pop()
        for i in dict.fromkeys(before.successors(here)):
            if surely[i] or not process.inside[i]:
                continue
            if i not in process.luck:
                left = open_ways.get(i, len(process.options(i))) - 1
                open_ways[i] = left
                if left:
                    continue
            surely[i] = 1
            pending.append(i)
    return bytearray(inside and not sure for inside, sure in zip(process.inside, surely, strict=True))


def may_never_end(process: Process, goal: Callable[[int], bool]) -> bytearray:
    """The states under way in which some way of choosing misses the goals with a chance above 0.

    From there some path leads, past no goal, to where they can be avoided, or to an end that is none.
    """
    return _may_miss(process, goal, can_avoid(process, goal))


def _may_miss(process: Process, goal: Callable[[int], bool], avoiding: bytearray) -> bytearray:
    lost = [i for i, mark in enumerate(avoiding) if mark] + [i for i in process.ends if not goal(i)]
    marks = reached(process.graph.predecessors, lost, lambda i: bool(process.inside[i]) or i in process.ends)
    return bytearray(mark and inside for mark, inside in zip(marks, process.inside, strict=True))


def settled(process: Process) -> Process:
    """The process with states made ends whose least chance needs no equation: 0 where the goals, which are the ends
    that are worth 1, can be avoided, and 1 where they cannot be missed."""
    def is_goal(i: int) -> bool:
        return process.ends[i] == 1

    avoided = can_avoid(process, is_goal)
    missed = _may_miss(process, is_goal, avoided)
    zero, one = Fraction(0), Fraction(1)
    return process.stopped_at(
        {i: zero if avoided[i] else one for i in process.states if avoided[i] or not missed[i]}
    )
