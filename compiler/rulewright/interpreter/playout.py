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
from rulewright.interpreter.codegen.plan import BagShape, Shape, make_loose_plan, packed_entry, unpacked_entry
from rulewright.interpreter.codegen.playouts import BROKEN, CUT_OFF, ENDED, STUCK, Playouts, Watched
from rulewright.interpreter.codegen.sites import Sites
from rulewright.interpreter.codegen.writer import Module
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Cells, Entries, Failure, Memory, State, Status
from rulewright.ir.graph import automatic_cycles
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Expr, Life, Node, System

__all__ = ["BROKEN", "CUT_OFF", "ENDED", "STUCK", "Playout", "Registers", "Watched", "compile_playout"]

Registers = tuple[int, ...]

LOOSE = Layout(memo=False)


@dataclass(frozen=True, slots=True)
class PlayEnd:
    """How a random game went.

    `kind` is ENDED, STUCK, BROKEN or CUT_OFF; `what` the node, or for BROKEN the number of a failure.
    `winners` has a bit a player. `counts` and `seen` are what was watched. `state` is where a game that
    was cut off can go on.
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
    """`run(rand, state, limit)` gives the fields of a `PlayEnd` as a tuple; `play` is the comfortable form."""

    run: Callable[..., tuple[Any, ...]]

    def __init__(self, system: System, watched: Watched) -> None:
        self.system = system
        looked_at: dict[int, list[Expr]] = {}
        for node, expr in watched.values:
            looked_at.setdefault(node, []).append(expr)
        self.reference = Reference(system, probes=looked_at)
        watcher = _OpeningWatcher(self.reference, watched)
        self._opening = self.reference.initial(watcher)
        self.status = self.reference.status(self._opening)
        facts = find_facts(system, self._opening, self.status)
        live = live_at_nodes(system, probes=looked_at)
        self._sites = Sites(system, facts.reachable, automatic_cycles(system))
        self.plan = make_loose_plan(system, LOOSE, facts, self._opening, live)
        module = Module()
        code = Playouts(
            self.plan, module, Expressions(self.plan, module), self._sites, watched, watcher.counts, watcher.seen
        ).write_function()
        self.run = code.run
        self.source = code.source
        self._numbers = code.place_numbers
        self._nodes = {number: node for node, number in code.place_numbers.items()}
        self._registers = code.registers
        ended = self.status in (Status.FINAL, Status.FAIL)
        self.start: Registers | None = None if ended else self.encode(self._opening)

    def play(self, rand: Callable[[], float], *, state: Registers | None = None, limit: int = -1) -> PlayEnd:
        """Play on from a state, or from the start, at most `limit` decisions and outcomes."""
        begin = state or self.start
        if begin is None:
            raise ValueError("the game is over before anybody decides")
        return PlayEnd(*self.run(rand, begin, limit))

    def failure(self, number: int) -> Failure:
        """What broke down."""
        return self._sites.failures[number]

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
        bits = shape.width * shape.n_kinds if isinstance(shape, BagShape) else shape.bits
        return tuple(
            unpacked_entry(shape, holder >> _offset(shape, number) & (1 << bits) - 1)
            for number in range(len(zone.initial))
        )


class _OpeningWatcher(Observer):
    """Notes what is watched in the run before the first rest."""

    def __init__(self, reference: Reference, watched: Watched) -> None:
        self.reference = reference
        self.watched = watched
        self.counts = [0] * len(watched.counted)
        self.seen: list[list[int]] = [[] for _ in watched.values]

    def arrived(self, node: Node, memory: Memory) -> None:
        for i, nodes in enumerate(self.watched.counted):
            self.counts[i] += node.id in nodes
        for i, (number, expr) in enumerate(self.watched.values):
            if number == node.id:
                self.seen[i].append(self.reference.evaluate(expr, memory))


def _offset(shape: Shape, number: int) -> int:
    return shape.bases[number].bit_length() - 1 if isinstance(shape, BagShape) else shape.offsets[number]

