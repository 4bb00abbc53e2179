"""The chance that one player can secure, whatever all others choose: a game of two sides, one for a goal, one against.

A way of choosing of that player is answered by the others as badly as they can, exactly, and is improved where another
option is strictly better against that answer, until none is. Then each state is worth what its best option is worth to
whoever decides there. The worth of a state is the least solution of these equations, so it is not more than what was
found; and since the way of choosing secures what was found, it is not less. Rough numbers only choose where to begin.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from rulewright_verify.explicit.graph import StateGraph, components
from rulewright_verify.probability.avoiding import can_avoid, may_never_end
from rulewright_verify.probability.best_choices import Best, best_values
from rulewright_verify.probability.process import Process

ZERO, ONE = Fraction(0), Fraction(1)
N_SWEEPS = 500
ROUGHLY_EQUAL = 1e-10

Policy = dict[int, int]
"""Where the player goes from each state in which they decide."""


def secured_values(process: Process, mine: frozenset[int], check: Callable[[], None]) -> Mapping[int, Fraction]:
    """What each state is worth to whoever decides in the states that are `mine`; ends are worth 0 or 1."""
    policy = _first_policy(process, mine, check)
    while True:
        values = _answered(_following(process, policy), check)
        if not _improve(process, policy, values):
            return values


def _first_policy(process: Process, mine: frozenset[int], check: Callable[[], None]) -> Policy:
    """Rough numbers from below, the last components first. An option is chosen when it makes a state worth more, so
    that nobody walks in a circle where all options are worth the same."""
    rough = {i: float(value) for i, value in process.ends.items()}
    rough.update(dict.fromkeys(process.states, 0.0))
    policy = {i: process.options(i)[0] for i in mine}
    for component in components(process.graph, process.is_inside):
        members = sorted(component)
        chances = {i: [(j, float(p)) for j, p in process.chances(i).items()] for i in members if i in process.luck}
        for _ in range(N_SWEEPS):
            check()
            change = 0.0
            for i in members:
                if i in chances:
                    value = sum(p * rough[j] for j, p in chances[i])
                elif i in mine:
                    best = max(process.options(i), key=rough.__getitem__)
                    value = rough[best]
                    if value > rough[i] + ROUGHLY_EQUAL:
                        policy[i] = best
                else:
                    value = min(rough[j] for j in process.options(i))
                change = max(change, value - rough[i])
                rough[i] = value
            if change < ROUGHLY_EQUAL:
                break
    return policy


def _following(process: Process, policy: Policy) -> Process:
    """The process in which the player goes where the policy says."""
    graph = process.graph
    offsets, targets = array("q", [0]), array("q")
    for i in range(len(graph)):
        targets.extend([policy[i]] if i in policy else graph.successors(i))
        offsets.append(len(targets))
    return replace(process, graph=StateGraph(graph.machine, graph.states, offsets, targets, graph.cut))


def _answered(process: Process, check: Callable[[], None]) -> dict[int, Fraction]:
    """The least chance over the choices that are left. Where the goal can be avoided it is 0, and where it cannot be
    missed it is 1; both need no equation."""
    def is_goal(i: int) -> bool:
        return process.ends[i] == ONE

    avoided = can_avoid(process, is_goal)
    missed = may_never_end(process, is_goal)
    known = {i: ZERO if avoided[i] else ONE for i in process.states if avoided[i] or not missed[i]}
    return dict(best_values(process.stopped_at(known), Best.LEAST, check))


def _improve(process: Process, policy: Policy, values: Mapping[int, Fraction]) -> bool:
    """Go where it is strictly better; whether there was such a place."""
    improved = False
    for i, chosen in policy.items():
        best = max(process.options(i), key=values.__getitem__)
        if values[best] > values[chosen]:
            policy[i], improved = best, True
    return improved
