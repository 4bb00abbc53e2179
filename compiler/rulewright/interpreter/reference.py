"""The reference interpreter: what a `System` means, one rest after the other.

It reads the core directly and is made to be obviously right, not fast; every other engine is tested
against it. A play is at rest where somebody or luck decides, at an end, or where it broke down.
Everything between is run through: `settle` in core, section 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from rulewright.interpreter.alternatives import Alternative, Alternatives, Binding
from rulewright.interpreter.canonical import Canonical
from rulewright.interpreter.evaluate import BrokenPromise, Env, Evaluator, Table
from rulewright.interpreter.execute import BrokeDown, Executor
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.state import Failure, Memory, State, Status, start_memory
from rulewright.ir import nodes as ir
from rulewright.ir.graph import automatic_cycles
from rulewright.ir.liveness import NONE, live_at_nodes
from rulewright.ir.nodes import Expr, Option, Reason, System
from rulewright.ir.walk import descendants


@dataclass(frozen=True)
class Move:
    """A transition: an alternative and the rest to which it leads."""

    alternative: Alternative
    target: State

    @property
    def who(self) -> int | None:
        """The player who decides; None if luck does."""
        return self.alternative.who

    @property
    def label(self) -> str:
        return self.alternative.label

    @property
    def address(self) -> str:
        return self.alternative.address

    @property
    def option(self) -> Option | None:
        return self.alternative.option

    @property
    def bindings(self) -> tuple[Binding, ...]:
        return self.alternative.bindings

    @property
    def weight(self) -> int | None:
        return self.alternative.weight


class Reference:
    """Runs one system, whose readings must be chosen.

    Frame slots that only a claim reads at a gate must be named by `probes` (node -> expressions), or
    they may be forgotten before; with `told` those that only sentences show are kept, too. `strict` is
    for tests of whoever makes systems: what no demand guards raises `BrokenPromise`. With `options` the readings
    may be open in the system; `evaluator.asked` then tells which of them were looked at.
    """

    def __init__(
        self,
        system: System,
        *,
        probes: Mapping[int, Iterable[Expr]] | None = None,
        told: bool = False,
        strict: bool = False,
        options: Mapping[str, int] | None = None,
    ) -> None:
        if options is None:
            _demand_folded(system)
        self.system = system
        self.evaluator = Evaluator(system, strict=strict, options=options)
        self._alternatives = Alternatives(system, self.evaluator)
        self._canonical = Canonical(system, self.evaluator)
        self._live = live_at_nodes(system, probes=probes, told=told)
        self._on_cycle = automatic_cycles(system)

    # -------------------------------------------------------------- plays

    def initial(self, observer: Observer | None = None) -> State:
        """The first rest."""
        return self._settle(start_memory(self.system), self.system.entry, observer or Observer())

    def status(self, state: State) -> Status:
        """What a state waits for."""
        if state.failure is not None:
            return Status.FAIL
        match self.system.nodes[state.place]:
            case ir.Choice():
                return Status.CHOICE
            case ir.Chance() | ir.Deal():
                return Status.CHANCE
            case ir.Final():
                return Status.FINAL
            case node:
                raise BrokenPromise(f"node {node.id} is no rest")

    def alternatives(self, state: State) -> Iterator[Alternative]:
        """How the play can go on, in the defined order, without going there. Stuck: a choice without any."""
        if state.failure is not None:
            return iter(())
        match self.system.nodes[state.place]:
            case ir.Choice() as node:
                return self._alternatives.of_choice(node, state)
            case ir.Chance() as node:
                return self._alternatives.of_chance(node, state)
            case ir.Deal() as node:
                return self._alternatives.of_deal(node, state)
            case _:
                return iter(())

    def moves(self, state: State) -> tuple[Move, ...]:
        """All transitions from a state. A large deal has very many; see `alternatives`."""
        return tuple(Move(way, self.run(state, way)) for way in self.alternatives(state))

    def run(self, state: State, move: Move | Alternative, observer: Observer | None = None) -> State:
        """Take a move and run to the next rest; the observer sees what happens on the way."""
        way = move.alternative if isinstance(move, Move) else move
        memory = Memory.of(state)
        _take(way, memory)
        return self._settle(memory, way.goes_to, observer or Observer())

    def dealt(self, state: State, drawn: tuple[int, ...]) -> Alternative:
        """At a deal: the outcome in which `drawn[kind]` copies of each kind are drawn."""
        node = self.system.nodes[state.place]
        if not isinstance(node, ir.Deal):
            raise ValueError(f"no cards are dealt at node {state.place}")
        return self._alternatives.dealt(node, drawn, state)

    def evaluate(self, expr: Expr, at: Table, env: Env | None = None) -> int:
        """The value of an expression on a state, or on the memory that an observer is shown."""
        return self.evaluator.value(expr, at, env or {})

    # -------------------------------------------------------------- runs

    def _settle(self, memory: Memory, place: int, observer: Observer) -> State:
        executor = Executor(self.system, self.evaluator, observer)
        met: set[tuple[object, ...]] = set()
        while True:
            node = self.system.nodes[place]
            observer.arrived(node, memory)
            if place in self._on_cycle:
                here = (place, memory.snapshot)
                if here in met:
                    address = self.system.regions[node.region].address
                    return self._failed(memory, Failure(Reason.ENDLESS, address, place))
                met.add(here)
            match node:
                case ir.Auto():
                    try:
                        executor.run(node.stmts, memory, {})
                    except BrokeDown as end:
                        return self._failed(memory, end.failure_at(place))
                    place = node.next
                case ir.Gate():
                    observer.passed(node, memory)
                    place = node.next
                case ir.Branch():
                    place = node.then if self.evaluator.value(node.cond, memory, {}) else node.otherwise
                case ir.Choice():
                    way = self._unasked(node, memory)
                    if way is None:
                        self._canonical.settle(memory, self._live[place])
                        return memory.at_rest(place)
                    observer.unasked(node, way, memory)
                    _take(way, memory)
                    place = way.goes_to
                case ir.Chance() | ir.Deal():
                    self._canonical.settle(memory, self._live[place])
                    return memory.at_rest(place)
                case ir.Final():
                    return self._ended(memory, node)
                case _:
                    assert_never(node)

    def _unasked(self, node: ir.Choice, memory: Memory) -> Alternative | None:
        """The implicit option that is taken without asking, because nothing else is left."""
        first: Alternative | None = None
        for way in self._alternatives.of_choice(node, memory):
            if way.option is None or not way.option.implicit:
                return None
            first = first or way
        return first

    def _ended(self, memory: Memory, node: ir.Final) -> State:
        conditions = node.winners if node.winners is not None else (ir.Const(0),) * self.system.n_players
        winners = tuple(bool(self.evaluator.value(cond, memory, {})) for cond in conditions)
        self._canonical.settle(memory, NONE)
        return memory.at_rest(node.id, winners=winners)

    def _failed(self, memory: Memory, failure: Failure) -> State:
        self._canonical.settle(memory, NONE)
        return memory.at_rest(failure.node, failure=failure)


def _take(way: Alternative, memory: Memory) -> None:
    memory.slots.update(way.slots)
    memory.zones.update(way.zones)


def _demand_folded(system: System) -> None:
    for piece in (*system.nodes, *system.rules.values()):
        for part in descendants(piece):
            if isinstance(part, ir.Setting):
                raise ValueError(f"reading `{part.name}` is still open; `specialise` the system first")
