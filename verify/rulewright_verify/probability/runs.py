"""The runs of a procedure on the state graph: where they start, where they stop, and what that is worth.

Gates where runs begin and return are made states of their own. An end of the game that somebody looks at
gets a gate in front of it, because at the end itself the names of open procedures are forgotten.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cached_property

from rulewright.interpreter.machine import Machine, compile_machine
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, GateKind, System
from rulewright_verify.explicit import Found
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.explicit.graph import StateGraph, reached_within
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
        self._luck: dict[int, tuple[int, ...]] = {}

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
        offsets = graph.offsets
        stop_of = list(map(self._stops_at(region).__getitem__, self._places))
        going = bytearray(stop is None for stop in stop_of)
        for i in (i for i, mark in enumerate(going) if mark and offsets[i] == offsets[i + 1]):
            stop_of[i], going[i] = Stop.BROKEN, 0
        inside = reached_within(graph, starts, going)
        stops = {i: stop for i in _edge(graph, starts, inside) if (stop := stop_of[i]) is not None}
        return Process(graph, inside, self._decided(graph, inside), dict.fromkeys(stops, ZERO),
                       self._counted_states(inside)), stops

    @cached_property
    def _places(self) -> Sequence[int]:
        """The place of each state."""
        assert self.found.graph is not None
        mask = self._mask
        return [state & mask for state in self.found.graph.states]

    @cached_property
    def has_secret_choices(self) -> bool:
        """Whether somebody decides at some time without knowing what others decide at the same moment."""
        met = {self._node.get(place, -1) for place in set(self._places)}
        return any(isinstance(node, ir.Choice) and node.hidden for node in self.system.nodes if node.id in met)

    def decided_by(self, graph: StateGraph, process: Process, player: int) -> frozenset[int]:
        """The states under way in which a player decides."""
        is_choice = bytearray(self._mask + 1)
        for place, node in self._node.items():
            is_choice[place] = isinstance(self.system.nodes[node], ir.Choice)
        decider, states, places, luck = self.machine.decider, graph.states, self._places, process.luck
        return frozenset(
            i for i in process.states if is_choice[places[i]] and i not in luck and decider(states[i]) == player
        )

    def _stops_at(self, region: int) -> list[Stop | None]:
        """For each place how a run of the region stops there, unless somebody is stuck."""
        found: list[Stop | None] = [Stop.BROKEN] * (self._mask + 1)
        for place, node in self._node.items():
            if node in self._return[region]:
                found[place] = Stop.RETURNED
            elif isinstance(self.system.nodes[node], ir.Final):
                found[place] = Stop.CUT_SHORT
            else:
                found[place] = None
        return found

    def _decided(self, graph: StateGraph, inside: bytearray) -> dict[int, tuple[int, ...]]:
        """The weights of the ways out of those states in which luck decides, or a player by the policy."""
        always: list[tuple[int, ...] | None] = [None] * (self._mask + 1)
        for place, weights in self.found.weights.items():
            always[place] = weights
        luck = {i: found for i, place in enumerate(self._places) if inside[i] and (found := always[place]) is not None}
        asked = bytearray(self._mask + 1)
        for place, node in self._node.items():
            here = self.system.nodes[node]
            is_luck = isinstance(here, ir.Chance | ir.Deal) and always[place] is None
            asked[place] = is_luck or (isinstance(here, ir.Choice) and self.policy is not FREE)
        for i, place in enumerate(self._places):
            if asked[place] and inside[i]:
                decided = self._weights(graph, i)
                if decided is not None:
                    luck[i] = decided
        return luck

    def _counted_states(self, inside: bytearray) -> frozenset[int]:
        places = {place for place, node in self._node.items() if node in self._counted}
        if not places:
            return frozenset()
        return frozenset(i for i, place in enumerate(self._places) if place in places and inside[i])

    def breakdown(self, graph: StateGraph, start: int) -> str:
        """How a play from a state breaks down, in a few words."""
        met = {start}
        pending = [start]
        for i in pending:  # grows while it is gone through
            state = graph.states[i]
            if self._at(state) == -1:
                failure = self.machine.described_end(self.machine.end_of(state)).failure
                assert failure is not None
                return f"{failure.reason.value} ({failure.subject})"
            new = [j for j in graph.successors(i) if j not in met]
            met.update(new)
            pending += dict.fromkeys(new)
        return "somebody is stuck"

    def value(self, graph: StateGraph, i: int) -> int:
        """What is looked at where a run returned."""
        state = graph.states[i]
        return self._values[self._at(state)](state)

    def _weights(self, graph: StateGraph, i: int) -> tuple[int, ...] | None:
        if i in self._luck:
            return self._luck[i]
        state = graph.states[i]
        if isinstance(self.system.nodes[self._at(state)], ir.Choice):
            decided = self.policy.weights(self.machine, state, len(graph.successors(i)))
            return None if decided is None else tuple(decided)
        self._luck[i] = tuple(self.machine.weights(state))
        return self._luck[i]

    def _at(self, state: int) -> int:
        """The node of a state; -1 where the play broke down."""
        return self._node.get(state & self._mask, -1)


def _edge(graph: StateGraph, starts: Iterable[int], inside: bytearray) -> Iterator[int]:
    """The states that are not inside, but starts, or come next to a state inside."""
    offsets, targets = graph.offsets, graph.targets
    yield from (i for i in starts if not inside[i])
    before_others = [i for i, mark in enumerate(inside) if not mark and offsets[i] != offsets[i + 1]]
    doubtful = {j for i in before_others for j in graph.successors(i) if not inside[j]}
    yield from dict.fromkeys(j for j in targets if not inside[j] and j not in doubtful)
    if doubtful:
        where = (n for n, j in enumerate(targets) if j in doubtful)
        yield from dict.fromkeys(targets[n] for n in where if inside[bisect(offsets, n) - 1])


def _with_gates_before(system: System, looked_at: Iterable[int]) -> System:
    """The system with a gate in front of each end of the game that is looked at; the gate takes its number."""
    nodes = list(system.nodes)
    for number in looked_at:
        node = nodes[number]
        if isinstance(node, ir.Final):
            nodes[number] = ir.Gate(number, node.region, GateKind.LEAVE, len(nodes))
            nodes.append(replace(node, id=len(nodes)))
    return replace(system, nodes=tuple(nodes))
