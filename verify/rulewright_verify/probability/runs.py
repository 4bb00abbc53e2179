"""The runs of a procedure on the state graph: where they start, where they stop, and what that is worth.

Gates where runs begin and return are made states of their own. An end of the game that somebody looks at
gets a gate in front of it, because at the end itself the names of open procedures are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction

from rulewright.interpreter.machine import Machine, compile_machine
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, GateKind, System
from rulewright_verify.explicit import Found
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.explicit.graph import StateGraph, reached
from rulewright_verify.explicit.regions import gates
from rulewright_verify.explicit.traces import found_on
from rulewright_verify.probability.policies import FREE, Policy
from rulewright_verify.probability.process import Process
from rulewright_verify.probability.whole_graph import whole_graph

ZERO = Fraction(0)


class Stop(Enum):
    """How a run stops."""

    RETURNED = "it returns"  # or the game ends in its entry procedure
    CUT_SHORT = "the game ends inside"
    BROKEN = "the play breaks down, or somebody is stuck"


class Runs:
    """Everything that can happen in the runs of some regions. `values`: what is looked at where a run returns."""

    def __init__(
        self, system: System, regions: Sequence[int], values: Mapping[int, Expr], *, counted: Iterable[int] = (),
        meter: Meter, policy: Policy = FREE,
    ) -> None:
        self.policy = policy
        self.regions = tuple(regions)
        self.system = _with_gates_before(system, values)
        self._enter: Mapping[int, Collection[int]] = {
            region: gates(system, [region], GateKind.ENTER) for region in regions
        }
        self._counted = gates(system, counted, GateKind.ENTER)
        # Whoever returns from the entry procedure comes to an end of the game: that is where its runs are over.
        of_game = frozenset(node for node in values if isinstance(system.nodes[node], ir.Final))
        self._return: Mapping[int, Collection[int]] = {
            region: of_game or gates(system, [region], GateKind.LEAVE) for region in regions
        }
        stops = {*self._counted, *(gate for gates_ in (self._enter, self._return)
                                   for some in gates_.values() for gate in some)}
        exprs = list(dict.fromkeys(values.values()))
        self.machine: Machine = compile_machine(self.system, predicates=exprs, stops=stops)
        predicates = {expr: self.machine.predicate(i) for i, expr in enumerate(exprs)}
        self._values: dict[int, Callable[[int], int]] = {node: predicates[expr] for node, expr in values.items()}
        self.found = whole_graph(self.machine, meter)
        self._mask = self.machine.place_mask
        self._node = {place.number: place.node for place in self.machine.plan.places.values()}
        self._luck: dict[int, Sequence[int]] = {}

    def starts(self, graph: StateGraph, region: int) -> list[int]:
        """The states in which a run of the region begins."""
        return [i for i, state in enumerate(graph.states) if self._at(state) in self._enter[region]]

    def play_to(self, graph: StateGraph, start: int) -> Found:
        """A shortest play to a state, and on to the rest behind it if it is a gate."""
        play = found_on(self.machine, [graph.states[i] for i in self.found.path_to(start)])
        if len(play.states) > len(play.moves):
            return play
        reference = self.machine.reference
        last = reference.run(play.states[-1], play.moves[-1]) if play.moves else reference.initial()
        return Found(play.moves, (*play.states, last))

    def process(self, graph: StateGraph, region: int, starts: Sequence[int]) -> tuple[Process, dict[int, Stop]]:
        """The runs of a region. Each end is worth 0 for now, and comes with how the run stopped there."""
        inside = reached(graph, starts, lambda i: self._stop(graph, region, i) is None)
        stops: dict[int, Stop] = {}
        luck = {}
        costly = set()
        for i in [*starts, *(i for i, mark in enumerate(inside) if mark)]:
            for target in (i, *graph.successors(i)):
                if not inside[target] and target not in stops:
                    stop = self._stop(graph, region, target)
                    assert stop is not None
                    stops[target] = stop
            if not inside[i]:
                continue
            node = self._at(graph.states[i])
            here = self.system.nodes[node]
            if isinstance(here, ir.Chance | ir.Deal):
                luck[i] = self._weights(graph, i)
            elif isinstance(here, ir.Choice):
                decided = self.policy.weights(self.machine, graph.states[i], len(graph.successors(i)))
                if decided is not None:
                    luck[i] = decided
            if node in self._counted:
                costly.add(i)
        return Process(graph, inside, luck, dict.fromkeys(stops, ZERO), frozenset(costly)), stops

    def value(self, graph: StateGraph, i: int) -> int:
        """What is looked at where a run returned."""
        state = graph.states[i]
        return self._values[self._at(state)](state)

    def _weights(self, graph: StateGraph, i: int) -> Sequence[int]:
        if i not in self._luck:
            self._luck[i] = self.machine.weights(graph.states[i])
        return self._luck[i]

    def _at(self, state: int) -> int:
        """The node of a state; -1 where the play broke down."""
        return self._node.get(state & self._mask, -1)

    def _stop(self, graph: StateGraph, region: int, i: int) -> Stop | None:
        node = self._at(graph.states[i])
        if node in self._return[region]:
            return Stop.RETURNED
        if node == -1:
            return Stop.BROKEN
        if isinstance(self.system.nodes[node], ir.Final):
            return Stop.CUT_SHORT
        return None if graph.successors(i) else Stop.BROKEN


def _with_gates_before(system: System, looked_at: Iterable[int]) -> System:
    """The system with a gate in front of each end of the game that is looked at; the gate takes its number."""
    nodes = list(system.nodes)
    for number in looked_at:
        node = nodes[number]
        if isinstance(node, ir.Final):
            nodes[number] = ir.Gate(number, node.region, GateKind.LEAVE, len(nodes))
            nodes.append(replace(node, id=len(nodes)))
    return replace(system, nodes=tuple(nodes))
