"""Games played by chance, as fast as Python goes.

`compile_playout` turns a system into one function (see `codegen.playouts`). States are tuples: the
number of a place and the values of all registers; `encode` and `decode` translate between them and
the form that everybody reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.facts import find_facts
from rulewright.interpreter.codegen.options import Layout
from rulewright.interpreter.codegen.plan import make_loose_plan
from rulewright.interpreter.codegen.playouts import BROKEN, CUT_OFF, ENDED, STUCK, Playouts, RunCount, Watched
from rulewright.interpreter.codegen.shapes import BagShape, Shape, packed_entry, unpacked_entry
from rulewright.interpreter.codegen.sites import Sites
from rulewright.interpreter.codegen.writer import Module
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Cells, Entries, Failure, Memory, State, Status
from rulewright.ir.graph import automatic_cycles
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Expr, Life, Node, System

__all__ = [
    "BROKEN",
    "CUT_OFF",
    "ENDED",
    "STUCK",
    "PlayEnd",
    "Playout",
    "Registers",
    "RunCount",
    "Watched",
    "Watcher",
    "compile_playout",
]

Registers = tuple[int, ...]

LOOSE = Layout(memo=False)


@dataclass(frozen=True, slots=True)
class PlayEnd:
    """How a random game went.

    `kind` is ENDED, STUCK, BROKEN or CUT_OFF; `what` the node, or for BROKEN the number of a failure.
    `winners` has a bit a player. `counts` and `seen` are what was watched. `state` is where a game that was
    cut off can go on.
    """

    kind: int
    what: int
    winners: int
    n_moves: int
    counts: tuple[int, ...]
    seen: tuple[list[int], ...]
    state: Registers | None


def compile_playout(system: System, watched: Watched | None = None) -> Playout:
    """Generate the function for a system whose readings are chosen."""
    return Playout(system, watched or Watched())


class Playout:
    """`play` plays; `run`, the generated function itself, gives the fields of a `PlayEnd` as a tuple.

    `begun` and `seen_before` are what was counted and seen in the run before the first rest, in which `run`
    has no part. `start` is None if the game is over by then: nobody decides anything, and all plays are one.
    """

    run: Callable[..., tuple[Any, ...]]

    def __init__(self, system: System, watched: Watched) -> None:
        self.system = system
        self.watched = watched
        looked_at: dict[int, list[Expr]] = {}
        for node, expr in watched.values:
            looked_at.setdefault(node, []).append(expr)
        self.reference = Reference(system, probes=looked_at)
        watcher = Watcher(self.reference, watched)
        self._opening = self.reference.initial(watcher)
        self.begun = (*watcher.counts, *watcher.running)
        self.seen_before = tuple(tuple(values) for values in watcher.seen)
        self.status = self.reference.status(self._opening)
        facts = find_facts(system, self._opening, self.status)
        live = live_at_nodes(system, probes=looked_at)
        self._sites = Sites(system, facts.reachable, automatic_cycles(system))
        self.plan = make_loose_plan(system, LOOSE, facts, self._opening, live)
        module = Module()
        code = Playouts(
            self.plan, module, Expressions(self.plan, module), self._sites, watched
        ).write_function()
        self.run = code.run
        self.source = code.source
        self._numbers = code.place_numbers
        self._nodes = {number: node for node, number in code.place_numbers.items()}
        self._registers = code.registers
        ended = self.status in (Status.FINAL, Status.FAIL)
        self.start: Registers | None = None if ended else self.encode(self._opening)

    def play(self, rand: Callable[[], float], *, state: Registers | None = None, limit: int = -1) -> PlayEnd:
        """Play from the start, or on from a state, at most `limit` decisions and outcomes."""
        if state is not None:
            return PlayEnd(*self.run(rand, state, limit, (0,) * len(self.begun)))
        if self.start is None:
            return self._opening_alone()
        kind, what, winners, n_moves, counts, seen, left = self.run(rand, self.start, limit, self.begun)
        seen = tuple([*before, *values] for before, values in zip(self.seen_before, seen, strict=True))
        return PlayEnd(kind, what, winners, n_moves, counts, seen, left)

    def _opening_alone(self) -> PlayEnd:
        """The play in which nobody decides anything."""
        counts = self.begun[: len(self.watched.counted)]
        seen = tuple(list(values) for values in self.seen_before)
        opening = self._opening
        if opening.failure is not None:
            return PlayEnd(BROKEN, self.number_of(opening.failure), 0, 0, counts, seen, None)
        winners = sum(1 << seat for seat, wins in enumerate(opening.winners or ()) if wins)
        return PlayEnd(ENDED, opening.place, winners, 0, counts, seen, None)

    def failure(self, number: int) -> Failure:
        """What broke down."""
        return self._sites.failures[number]

    def number_of(self, failure: Failure) -> int:
        """The inverse of `failure`."""
        return self._sites.of(failure)

    # -------------------------------------------------------------- states

    def encode(self, state: State) -> Registers:
        """The registers for a rest."""
        return (self._numbers[state.place], *(self._packed(name, state) for name in self._registers))

    def decode(self, registers: Registers) -> State:
        """The rest that registers stand for; frame slots that no longer matter have their least value."""
        node = self._nodes[registers[0]]
        values = dict(zip(self._registers, registers[1:], strict=True))
        live = self.plan.live[node]
        slots = {name: self._cells(name, values, live) for name in self.system.slots}
        zones = {name: self._entries(name, values, live) for name in self.system.zones}
        return State(node, MappingProxyType(slots), MappingProxyType(zones))

    def _packed(self, name: str, state: State) -> int:
        if name in self.system.slots:
            room = self.plan.frame[name]
            cells = state.slots[name]
            if len(cells) == 1:
                return cells[0]
            return sum(cell - room.lo << room.width * i for i, cell in enumerate(cells))
        shape = self.plan.shapes[name]
        return sum(
            packed_entry(shape, entry) << _offset(shape, number)
            for number, entry in enumerate(state.zones[name])
        )

    def _cells(self, name: str, values: dict[str, int], live: frozenset[str]) -> Cells:
        if name in self.plan.fixed_slots:
            return self.plan.fixed_slots[name]
        slot = self.system.slots[name]
        if slot.life is Life.FRAME and name not in live:
            return (slot.lo,) * len(slot.initial)
        if len(slot.initial) == 1:
            return (int(values[name]),)
        room = self.plan.frame[name]
        least = (1 << room.width) - 1
        return tuple((values[name] >> room.width * i & least) + room.lo for i in range(room.size))

    def _entries(self, name: str, values: dict[str, int], live: frozenset[str]) -> Entries:
        if name in self.plan.fixed_zones:
            return self.plan.fixed_zones[name]
        shape = self.plan.shapes[name]
        zone = self.system.zones[name]
        holder = values[name] if zone.life is not Life.FRAME or name in live else 0
        bits = shape.packing.bits if isinstance(shape, BagShape) else shape.bits
        return tuple(
            unpacked_entry(shape, holder >> _offset(shape, number) & (1 << bits) - 1)
            for number in range(len(zone.initial))
        )


class Watcher(Observer):
    """Notes what is watched while the reference interpreter runs."""

    def __init__(self, reference: Reference, watched: Watched) -> None:
        self.reference = reference
        self.watched = watched
        self.counts = [0] * len(watched.counted)
        self.running = [0] * len(watched.runs)
        self.seen: list[list[int]] = [[] for _ in (*watched.values, *watched.runs)]

    def arrived(self, node: Node, memory: Memory) -> None:
        """A node is passed."""
        for i, nodes in enumerate(self.watched.counted):
            self.counts[i] += node.id in nodes
        for i, (number, expr) in enumerate(self.watched.values):
            if number == node.id:
                self.seen[i].append(self.reference.evaluate(expr, memory))
        for i, run in enumerate(self.watched.runs):
            if node.id in run.begin:
                self.running[i] = 0
            self.running[i] += node.id in run.counted
            if node.id in run.end:
                self.seen[len(self.watched.values) + i].append(self.running[i])


def _offset(shape: Shape, number: int) -> int:
    return shape.bases[number].bit_length() - 1 if isinstance(shape, BagShape) else shape.offsets[number]

