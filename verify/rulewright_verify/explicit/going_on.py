"""Whether play can go on for ever inside a part of the graph, and who or what keeps it going.

The four answers of the core, section 7, worst first: forced (from some state nobody and no luck can
leave), kept going (some set of states that luck cannot leave and players need not), luck alone (play
may go on for ever, but leaves with chance 1 whatever is chosen), none (no infinite path).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from rulewright.interpreter.state import Status
from rulewright_verify.explicit.graph import StateGraph, components, cyclic, path_between, reached

Within = Callable[[int], bool]


class Going(Enum):
    """What keeps a play going for ever; the values are those of the core."""

    FORCED = 1
    KEPT_GOING = 2
    LUCK = 3
    NONE = 4


@dataclass(frozen=True, slots=True)
class GoingOn:
    """`path` leads from the first state round a loop back to `path[loop_to]`; empty if there is none.

    `players` could end it and need not: they decide in the loop's set of states with an option out of it.
    `alone` are those of them who can leave with chance 1, whatever the others do.
    """

    going: Going
    path: tuple[int, ...] = ()
    loop_to: int | None = None
    players: tuple[int, ...] = ()
    alone: tuple[int, ...] = ()


def going_on(graph: StateGraph, inside: bytearray) -> GoingOn:
    """Look at the part of the graph that is marked; everything else counts as having left."""

    def within(i: int) -> bool:
        return bool(inside[i])

    loop = next(cyclic(graph, within), None)
    if loop is None:
        return GoingOn(Going.NONE)
    trapped = _without_way_out(graph, inside)
    loop = next(cyclic(graph, lambda i: bool(trapped[i])), None)
    if loop is not None:
        return GoingOn(Going.FORCED, *_lasso(graph, trapped))
    kept = _need_not_leave(graph, inside)
    if any(kept):
        players = _with_an_option_out(graph, kept)
        alone = tuple(p for p in players if _can_leave_alone(graph, inside, kept, p))
        return GoingOn(Going.KEPT_GOING, *_lasso(graph, kept), players, alone)
    return GoingOn(Going.LUCK, *_lasso(graph, inside))


def _without_way_out(graph: StateGraph, inside: bytearray) -> bytearray:
    """The states inside from which no path leads out."""
    exits = [
        i for i in range(len(graph))
        if inside[i] and (i in graph.cut or any(not inside[t] for t in graph.successors(i)))
    ]
    free = reached(graph.predecessors, exits, lambda i: bool(inside[i]))
    return bytearray(inside[i] and not free[i] for i in range(len(graph)))


def _need_not_leave(graph: StateGraph, inside: bytearray) -> bytearray:
    """The greatest set that luck cannot leave and choices need not."""
    kept = bytearray(inside)
    luck = _luck(graph, inside)
    staying = [0] * len(graph)
    pending = []
    for i in range(len(graph)):
        if kept[i]:
            targets = graph.successors(i)
            staying[i] = sum(kept[t] for t in targets)
            leaves = i in graph.cut or staying[i] < len(targets)
            if staying[i] == 0 or (luck[i] and leaves):
                pending.append(i)
    for i in pending:
        kept[i] = 0
    while pending:
        gone = pending.pop()
        for i in graph.predecessors.successors(gone):
            if kept[i]:
                staying[i] -= 1
                if staying[i] == 0 or luck[i]:
                    kept[i] = 0
                    pending.append(i)
    return kept


def _luck(graph: StateGraph, inside: bytearray) -> bytearray:
    machine = graph.machine
    return bytearray(
        bool(inside[i]) and machine.status(state) is Status.CHANCE for i, state in enumerate(graph.states)
    )


def _deciders(graph: StateGraph, marks: bytearray) -> dict[int, int]:
    """Who decides at the marked states of choice."""
    machine = graph.machine
    return {
        i: machine.decider(state)
        for i, state in enumerate(graph.states)
        if marks[i] and machine.status(state) is Status.CHOICE
    }


def _with_an_option_out(graph: StateGraph, kept: bytearray) -> tuple[int, ...]:
    out = {
        player for i, player in _deciders(graph, kept).items()
        if i in graph.cut or any(not kept[t] for t in graph.successors(i))
    }
    return tuple(sorted(out))


def _can_leave_alone(graph: StateGraph, inside: bytearray, kept: bytearray, player: int) -> bool:
    """Whether one player can bring about with chance 1 that play leaves, from every state that may be kept going.

    Almost sure reachability with an adversary: take away again and again the states from which the
    way out can be barred altogether, and those from which luck or the others may lead there.
    """
    mine = {i for i, decider in _deciders(graph, inside).items() if decider == player}
    luck = _luck(graph, inside)
    possible = bytearray(inside)
    while True:
        hopeful = _can_get_out(graph, possible, inside, mine, luck)
        lost = [i for i in range(len(graph)) if possible[i] and not hopeful[i]]
        if not lost:
            return all(possible[i] for i in range(len(graph)) if kept[i])
        _take_away(graph, possible, inside, lost, mine)


def _can_get_out(
    graph: StateGraph, possible: bytearray, inside: bytearray, mine: set[int], luck: bytearray
) -> bytearray:
    """The states from which the player may get out with some chance, inside of what is possible."""
    hopeful = bytearray(len(graph))
    missing = [0] * len(graph)
    pending = []
    for i in range(len(graph)):
        if possible[i]:
            targets = graph.successors(i)
            out = sum(not inside[t] for t in targets) + (i in graph.cut)
            missing[i] = sum(1 for t in targets if possible[t])
            if out and (i in mine or luck[i] or missing[i] == 0):
                hopeful[i] = 1
                pending.append(i)
    while pending:
        here = pending.pop()
        for i in graph.predecessors.successors(here):
            if possible[i] and not hopeful[i]:
                missing[i] -= 1
                if i in mine or luck[i] or missing[i] == 0:
                    hopeful[i] = 1
                    pending.append(i)
    return hopeful


def _take_away(
    graph: StateGraph, possible: bytearray, inside: bytearray, lost: Sequence[int], mine: set[int]
) -> None:
    """Take lost states away, and those that the others or luck can lead to them."""
    pending = list(lost)
    for i in pending:
        possible[i] = 0
    while pending:
        here = pending.pop()
        for i in graph.predecessors.successors(here):
            if possible[i] and not (i in mine and _has_another_way(graph, possible, inside, i)):
                possible[i] = 0
                pending.append(i)


def _has_another_way(graph: StateGraph, possible: bytearray, inside: bytearray, i: int) -> bool:
    return i in graph.cut or any(possible[t] or not inside[t] for t in graph.successors(i))


def _lasso(graph: StateGraph, marks: bytearray) -> tuple[tuple[int, ...], int]:
    """A path from the start into the marked states, and round a loop in them; the loop that begins first."""

    def within(i: int) -> bool:
        return bool(marks[i])

    looping = [component for component in components(graph, within)
               if len(component) > 1 or component[0] in graph.successors(component[0])]
    component = min(looping, key=min)
    members = set(component)
    entry = min(component)
    loop = path_between(graph, [entry], lambda i: i == entry, lambda i: i in members)
    assert loop is not None
    if entry == 0:
        return tuple(loop), 0
    way = path_between(graph, [0], lambda i: i == entry, lambda _: True)
    assert way is not None
    return (*way[:-1], *loop), len(way) - 1
