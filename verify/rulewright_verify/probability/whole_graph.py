"""Every state and every transition in one pass: nothing is worth a number before all of it is known."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from rulewright.interpreter.machine import Machine
from rulewright_verify.explicit import Ended
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.explicit.graph import StateGraph

CHUNK = 5_000
"""States between two looks at the budget."""


@dataclass(frozen=True, eq=False)
class WholeGraph:
    """`parents[i]` is the state from which state i was found first, by a shortest play; -1 for the start.

    `graph` is None if the budget ended the search.
    """

    graph: StateGraph | None
    parents: array[int] = field(repr=False)
    n_states: int
    ended: Ended

    def path_to(self, i: int) -> list[int]:
        """The numbers of the states of a shortest play, the first one included."""
        path = [i]
        while self.parents[path[-1]] >= 0:
            path.append(self.parents[path[-1]])
        return path[::-1]


def whole_graph(machine: Machine, meter: Meter) -> WholeGraph:
    """Breadth first from the first rest."""
    start = machine.initial()
    number = {start: 0}
    states = [start]
    parents, offsets, targets = array("q", [-1]), array("q", [0]), array("q")
    by_place, mask = machine.by_place, machine.place_mask
    ended = Ended.COMPLETE
    for i, state in enumerate(states):  # grows while it is gone through
        for target in by_place[state & mask](state):
            j = number.get(target)
            if j is None:
                j = number[target] = len(states)
                states.append(target)
                parents.append(i)
            targets.append(j)
        offsets.append(len(targets))
        if i % CHUNK == 0 or len(targets) - offsets[i] > CHUNK:
            exceeded = meter.exceeded(len(states))
            if exceeded is not None:
                ended = exceeded
                break
    graph = StateGraph(machine, states, offsets, targets, frozenset()) if ended is Ended.COMPLETE else None
    return WholeGraph(graph, parents, len(states), ended)
