"""A system as a machine over packed states: what the state graph, the odds and the players run on.

`compile_machine` turns a `System` whose readings are chosen into Python functions. A state is one
whole number: the rest at which a play waits, and every slot that still matters there. The function
of a place is written when a play first comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.facts import find_facts, play_opening
from rulewright.interpreter.codegen.options import (
    Bags,
    GateProbe,
    Layout,
    Probe,
    Sighting,
    StoreProbe,
)
from rulewright.interpreter.codegen.plan import make_plan
from rulewright.interpreter.codegen.rests import Rests, Successors, Visitor
from rulewright.interpreter.codegen.runs import Runs
from rulewright.interpreter.codegen.sites import Sites
from rulewright.interpreter.codegen.transport import Transport
from rulewright.interpreter.codegen.writer import Module
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Failure, State, Status
from rulewright.ir import nodes as ir
from rulewright.ir.graph import automatic_cycles
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Expr, System

__all__ = [
    "Bags",
    "End",
    "GateProbe",
    "Layout",
    "Machine",
    "PackedMove",
    "Probe",
    "Sighting",
    "StoreProbe",
    "Successors",
    "compile_machine",
]

PATIENCE = 1000
"""After so many cuts in one run it is watched for circles."""


class Endless(Exception):
    """An automatic run goes in circles."""


@dataclass(frozen=True, slots=True)
class PackedMove:
    """A transition: what was decided, and the packed state to which it leads."""

    alternative: Alternative
    target: int


@dataclass(frozen=True, slots=True)
class End:
    """How a play ended: won by some (or nobody), broken down, or, with neither, stuck at a choice."""

    node: int
    winners: tuple[bool, ...] | None
    failure: Failure | None


def compile_machine(
    system: System,
    *,
    layout: Layout | None = None,
    probes: Sequence[Probe] = (),
    predicates: Sequence[Expr] = (),
    stops: Iterable[int] = (),
) -> Machine:
    """Generate code for `system`. `stops` are gates that shall be rests, with one successor each.

    What a predicate reads of a frame is kept at the gates in `stops`, and has its least value elsewhere.
    """
    return Machine(system, layout or Layout(), tuple(probes), tuple(predicates), frozenset(stops))


class Machine:
    """Runs packed states. Only rests are states: decisions, luck, ends, breakdowns, and `stops`.

    `sightings` holds what probes saw since it was last cleared; each value of a probe is reported
    once. For tight loops, `by_place[state & place_mask]` is the function behind `successors`, and
    `looked_at[state & place_mask]` says whether claims look at a state: not at gates, at breakdowns, and
    inside `at once`, where things are half done.
    """

    def __init__(
        self, system: System, layout: Layout, probes: tuple[Probe, ...], predicates: tuple[Expr, ...],
        stops: frozenset[int],
    ) -> None:
        self.system = system
        self.layout = layout
        looked_at = {p.node: [q.expr for q in probes if isinstance(q, GateProbe) and q.node == p.node]
                     for p in probes if isinstance(p, GateProbe)}
        for gate in stops:
            looked_at[gate] = [*looked_at.get(gate, ()), *predicates]
        live = live_at_nodes(system, probes=looked_at)
        self.reference = Reference(system, probes=looked_at)
        self._opening = play_opening(system, self.reference, live, probes, stops)
        first = self._opening.state
        status = None if first.place in stops and first.failure is None else self.reference.status(first)
        facts = find_facts(system, first, status)
        self._sites = Sites(system, facts.reachable | {first.place}, automatic_cycles(system))
        self.plan = make_plan(system, layout, facts, first, live, stops, len(self._sites.failures))
        self._transport = Transport(self.plan, self._sites)
        self._predicates = predicates
        self._module = Module()
        expressions = Expressions(self.plan, self._module)
        self._rests = Rests(self.plan, self._module, Runs(self.plan, expressions, self._sites, probes))
        self.sightings: list[Sighting] = []
        self._seen: list[set[int]] = [set() for _ in probes]
        self._cuts: dict[int, Callable[[int], int]] = {}
        self._weights: dict[int, Callable[[int], list[int]]] = {}
        self._deciders: dict[int, Callable[[int], int]] = {}
        self._module.namespace.update(
            Endless=Endless, SEEN=self._seen, note=self._note, settle=self._settle, around=self._around
        )
        self.place_mask = self.plan.place_mask
        self.by_place: list[Successors] = [_nowhere] * (self.place_mask + 1)
        for place in self.plan.places.values():
            if not isinstance(system.nodes[place.node], ir.Final):
                self.by_place[place.number] = self._first_time(place.number)
        self._written: set[int] = set()
        self._visitors: dict[int, Visitor] = {}
        self._is_watched = bool(probes)
        self._end_masks = self._transport.end_masks()
        self.looked_at = bytearray(self.place_mask + 1)
        for place in self.plan.places.values():
            node = system.nodes[place.node]
            self.looked_at[place.number] = not (
                isinstance(node, ir.Gate) or (isinstance(node, ir.Choice) and node.hidden)
            )
        for sighting in self._opening.sightings:
            self._note(sighting.probe, sighting.value)

    @property
    def bits(self) -> int:
        """How many bits the widest state has."""
        return self.plan.bits

    @property
    def source(self) -> str:
        """The text of the functions that have been written so far."""
        return "\n".join(self._module.texts)

    # -------------------------------------------------------------- the graph

    def initial(self) -> int:
        """The first rest."""
        return self._transport.encode(self._opening.state)

    def successors(self, state: int) -> list[int]:
        """Where each decision or outcome leads, in the defined order; duplicates are kept. Ends have none."""
        return self.by_place[state & self.place_mask](state)

    def visitor(self, number: int) -> Visitor | None:
        """The function that follows states of place `number`, many at once; None where nothing follows.

        It is called with states, the parents of all states so far, for each place a function that takes new
        states, one that takes ends, and one that is told each state after which probes may have seen something.
        """
        place = self._transport.by_number.get(number)
        if place is None or isinstance(self.system.nodes[place.node], ir.Final):
            return None
        if number not in self._visitors:
            self._visitors[number] = self._rests.visitor(place, watched=self._is_watched)
        return self._visitors[number]

    def at_place(self, number: int) -> Successors:
        """The function behind `successors` for the states of place `number`."""
        place = self._transport.by_number.get(number)
        if place is not None and number not in self._written:
            self._written.add(number)
            if not isinstance(self.system.nodes[place.node], ir.Final):
                self.by_place[number] = self._rests.successors(place)
        return self.by_place[number]

    def by_class(self, number: int) -> tuple[Successors, tuple[int, ...]] | None:
        """At place `number`, if luck decides there: a function that gives one successor for all outcomes that
        nothing tells apart, in the order of the first of each, and how much each of them weighs. None where no
        outcomes are known to be alike whatever the state, and while probes watch, which must see all of them."""
        place = self._transport.by_number.get(number)
        if place is None or self._is_watched:
            return None
        found = self._rests.by_class(place)
        return found and (found[0] or self.at_place(number), found[1])

    def weights(self, state: int) -> list[int]:
        """At a rest of luck: the weight of each successor."""
        number = state & self.place_mask
        function = self._weights.get(number)
        if function is None:
            place = self._transport.by_number[number]
            function = self._weights[number] = self._rests.weights(place)
        return function(state)

    def moves(self, state: int) -> tuple[PackedMove, ...]:
        """The successors with what was decided (slow). Not for gates in `stops`, where nobody decides."""
        ways = self.alternatives(state)
        return tuple(
            PackedMove(way, target) for way, target in zip(ways, self.successors(state), strict=True)
        )

    def alternatives(self, state: int) -> Iterator[Alternative]:
        """What can be decided, in the order of the successors; nothing at a gate in `stops`."""
        return iter(()) if self.status(state) is None else self.reference.alternatives(self.decode(state))

    # -------------------------------------------------------------- ends

    def end_of(self, state: int) -> int:
        """A number that is the same for states in which plays end alike: where, who won, what broke down."""
        return state & self._end_masks[state & self.place_mask]

    def described_end(self, end: int) -> End:
        """What a number from `end_of` stands for."""
        place = self._transport.place(end)
        if place is None:
            failure = self._transport.failure(end)
            return End(failure.node, None, failure)
        if isinstance(self.system.nodes[place.node], ir.Final):
            return End(place.node, self._transport.winners(end, place), None)
        return End(place.node, None, None)

    # -------------------------------------------------------------- states

    def status(self, state: int) -> Status | None:
        """What a state waits for; None at a gate that `stops` made a rest."""
        place = self._transport.place(state)
        if place is None:
            return Status.FAIL
        match self.system.nodes[place.node]:
            case ir.Choice():
                return Status.CHOICE
            case ir.Chance() | ir.Deal():
                return Status.CHANCE
            case ir.Final():
                return Status.FINAL
        return None

    def node(self, state: int) -> int:
        """The node at which the play waits, ended or broke down."""
        place = self._transport.place(state)
        return self._transport.failure(state).node if place is None else place.node

    def decider(self, state: int) -> int:
        """The player who decides at a choice."""
        number = state & self.place_mask
        function = self._deciders.get(number)
        if function is None:
            place = self._transport.place(state)
            node = None if place is None else self.system.nodes[place.node]
            if not isinstance(node, ir.Choice):
                raise ValueError("nobody decides here")
            function = self._deciders[number] = self._rests.value(node.decider, f"decider_{number}", place)
        return function(state)

    def decode(self, state: int) -> State:
        """The state in the form that everybody reads."""
        return self._transport.decode(state)

    def encode(self, state: State) -> int:
        """The inverse of `decode`."""
        return self._transport.encode(state)

    # -------------------------------------------------------------- what is looked at

    def predicate(self, number: int) -> Callable[[int], int]:
        """The value of `predicates[number]` at a packed state."""
        expr = self._predicates[number]
        if not self.plan.reads_frame(expr):
            return self._rests.value(expr, f"predicate_{number}", None)
        functions: dict[int, Callable[[int], int]] = {}

        def value(state: int) -> int:
            at = state & self.place_mask
            if at not in functions:
                place = self._transport.by_number.get(at)
                functions[at] = self._rests.value(expr, f"predicate_{number}_{at}", place)
            return functions[at](state)

        return value

    def forget_sightings(self) -> None:
        """Let probes report every value again."""
        self.sightings.clear()
        for seen in self._seen:
            seen.clear()

    def _note(self, probe: int, value: int) -> None:
        if value not in self._seen[probe]:
            self._seen[probe].add(value)
            self.sightings.append(Sighting(probe, int(value)))

    # -------------------------------------------------------------- running

    def _first_time(self, number: int) -> Successors:
        def compiled(state: int) -> list[int]:
            return self.at_place(number)(state)

        return compiled

    def _settle(self, state: int) -> int:
        """Go on from a point in the middle of a run until it rests."""
        mask, cut, offset = self.place_mask, self.plan.cut_place, self.plan.cut_offset
        met: set[int] = set()
        for n_cuts in count():
            if state & mask != cut:
                return state
            if n_cuts > PATIENCE:
                if state in met:
                    raise Endless
                met.add(state)
            node = state >> offset
            function = self._cuts.get(node)
            if function is None:
                function = self._cuts[node] = self._rests.going_on(node)
            state = function(state)
        raise AssertionError

    def _around(self, state: int) -> list[int]:
        """Successors by way of the reference interpreter, which finds where a run begins to go in circles."""
        return [self.encode(move.target) for move in self.reference.moves(self.decode(state))]


def _nowhere(_: int) -> list[int]:
    return []
