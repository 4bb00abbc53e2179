"""Every state and every transition in one pass: nothing is worth a number before all of it is known."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from sys import maxsize

from rulewright.interpreter.machine import Machine, Successors
from rulewright_verify.explicit import Ended
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.explicit.graph import StateGraph

CHUNK = 5_000
"""States between two looks at the time and at the memory."""


@dataclass(frozen=True, eq=False)
class WholeGraph:
    """`parents[i]` is the state from which state i was found first, by a shortest play; -1 for the start.

    `graph` is None if the budget ended the search. Outcomes of luck that nothing tells apart are one transition;
    `weights` has for such places what each of the transitions weighs, in every state.
    """

    graph: StateGraph | None
    parents: array[int] = field(repr=False)
    n_states: int
    ended: Ended
    weights: Mapping[int, tuple[int, ...]] = field(repr=False)

    def path_to(self, i: int) -> list[int]:
        """The numbers of the states of a shortest play, the first one included."""
        path = [i]
        while self.parents[path[-1]] >= 0:
            path.append(self.parents[path[-1]])
        return path[::-1]


def whole_graph(machine: Machine, meter: Meter) -> WholeGraph:
    """Breadth first from the first rest, until there are more states than the budget allows."""
    start = machine.initial()
    number = {start: 0}
    states = [start]
    parents, offsets, targets = array("q", [-1]), array("q", [0]), array("q")
    mask = machine.place_mask
    functions: list[Successors | None] = [None] * (mask + 1)
    weights: dict[int, tuple[int, ...]] = {}
    most = meter.budget.states
    most_yet = maxsize if most is None else most
    ended = Ended.COMPLETE
    n_states, n_looked_at = 1, 0
    for i, state in enumerate(states):  # grows while it is gone through
        function = functions[state & mask]
        if function is None:
            function = functions[state & mask] = _function(machine, state & mask, weights)
        for target in function(state):
            j = number.get(target)
            if j is None:
                if n_states == most_yet:
                    ended = Ended.STATES
                    break
                j = number[target] = n_states
                n_states += 1
                states.append(target)
                parents.append(i)
            targets.append(j)
        offsets.append(len(targets))
        if ended is Ended.COMPLETE and (i + n_states - n_looked_at > CHUNK or not i):
            n_looked_at = i + n_states
            meter.told(f"{n_states:,} situations found")
            ended = meter.used_up() or ended
        if ended is not Ended.COMPLETE:
            break
    graph = StateGraph(machine, states, offsets, targets, frozenset()) if ended is Ended.COMPLETE else None
    return WholeGraph(graph, parents, n_states, ended, weights)


def _function(machine: Machine, place: int, weights: dict[int, tuple[int, ...]]) -> Successors:
    """The function of a place; where luck decides in the same way in all states, its weights are noted."""
    found = machine.by_class(place)
    if found is None:
        return machine.at_place(place)
    function, weights[place] = found
    return function
