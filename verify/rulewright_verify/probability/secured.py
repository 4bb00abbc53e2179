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
from rulewright_verify.probability.avoiding import settled
from rulewright_verify.probability.best_choices import Best, best_values
from rulewright_verify.probability.bounded_parts import CannotBound
from rulewright_verify.probability.bounds import Bounds, bounded_values
from rulewright_verify.probability.process import Process

N_SWEEPS = 500
ROUGHLY_EQUAL = 1e-10

Policy = dict[int, int]
"""Where whoever decides goes from a state."""


def secured_values(process: Process, mine: frozenset[int], check: Callable[[], None]) -> Mapping[int, Fraction]:
    """What each state is worth to whoever decides in the states that are `mine`; ends are worth 0 or 1."""
    policy, _ = _first_policies(process, mine, check)
    while True:
        values = _answered(_following(process, policy), check)
        if not _improve(process, policy, values):
            return values


def secured_bounds(process: Process, mine: frozenset[int], check: Callable[[], None]) -> Bounds:
    """The same in floating point. Where nothing can be shown about both sides at once, because somebody may go round
    for ever, each side is given a way of choosing: what one secures and what the other leaves bound the value."""
    try:
        return bounded_values(process, mine, check)
    except CannotBound:
        policy, against = _first_policies(process, mine, check)
    lower = bounded_values(settled(_following(process, policy)), Best.LEAST.wanting, check).lower
    upper = bounded_values(_following(process, against), Best.GREATEST.wanting, check).upper
    return Bounds(lower, upper)


def _first_policies(process: Process, mine: frozenset[int], check: Callable[[], None]) -> tuple[Policy, Policy]:
    """Where the player goes, and where all others go, by rough numbers from below, the last components first.

    The player takes an option when it makes a state worth more, so that nobody walks in a circle where all options are
    worth the same; to the others such a circle is welcome.
    """
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
    against = {
        i: min(process.options(i), key=rough.__getitem__) for i in process.states
        if i not in mine and i not in process.luck
    }
    return policy, against


def _following(process: Process, policy: Policy) -> Process:
    """The process in which all go where the policy says, as far as it says something."""
    graph = process.graph
    offsets, targets = array("q", [0]), array("q")
    for i in range(len(graph)):
        targets.extend([policy[i]] if i in policy else graph.successors(i))
        offsets.append(len(targets))
    return replace(process, graph=StateGraph(graph.machine, graph.states, offsets, targets, graph.cut))


def _answered(process: Process, check: Callable[[], None]) -> dict[int, Fraction]:
    """The least chance over the choices that are left."""
    return dict(best_values(settled(process), Best.LEAST, check))


def _improve(process: Process, policy: Policy, values: Mapping[int, Fraction]) -> bool:
    """Go where it is strictly better; whether there was such a place."""
    improved = False
    for i, chosen in policy.items():
        best = max(process.options(i), key=values.__getitem__)
        if values[best] > values[chosen]:
            policy[i], improved = best, True
    return improved
