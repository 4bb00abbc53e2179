"""From paths in the graph to plays that can be shown: the decisions, and the states between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.machine import GateProbe, Machine, Probe, StoreProbe
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State
from rulewright.ir.nodes import Node, Store, StoreMark


@dataclass(frozen=True)
class Found:
    """A play. `moves` can be run in the reference interpreter, one after the other, from its first rest.

    `states` has one state more. `loop_to`: the play goes on for ever; behind the last move it is again in
    `states[loop_to]`.
    """

    moves: tuple[Alternative, ...]
    states: tuple[State, ...]
    loop_to: int | None = None


def found_on(machine: Machine, path: Sequence[int], loop_to: int | None = None) -> Found:
    """The play along packed states. Gates that are rests of the machine alone are left out."""
    moves: list[Alternative] = []
    kept: list[int] = []
    number_of: dict[int, int] = {}
    for i, state in enumerate(path):
        if machine.status(state) is not None:
            number_of[i] = len(kept)
            kept.append(state)
        else:
            number_of[i] = len(kept)
        if machine.status(state) is not None and i + 1 < len(path):
            moves.append(_alternative(machine, state, path[i + 1]))
    back = None if loop_to is None else number_of[loop_to]
    return Found(tuple(moves), tuple(machine.decode(state) for state in kept), back)


def _alternative(machine: Machine, state: int, target: int) -> Alternative:
    position = machine.successors(state).index(target)
    return next(islice(machine.alternatives(state), position, None))


def found_by_probe(
    machine: Machine, path: Sequence[int], number: int, probe: Probe, value: int
) -> Found:
    """The play along a path, and one move more: a move on whose way a probe has a value."""
    reference = machine.reference
    play = found_on(machine, path)
    if not path:
        return Found((), (reference.initial(),))
    last = play.states[-1]
    for way in machine.alternatives(path[-1]):
        watcher = ProbeWatcher(reference, probe)
        target = reference.run(last, way, watcher)
        if value in watcher.values:
            return Found((*play.moves, way), (*play.states, target))
    raise AssertionError(f"probe {number} does not see {value} where it was seen")


class ProbeWatcher(Observer):
    """Notes the values that a probe has during a run."""

    def __init__(self, reference: Reference, probe: Probe) -> None:
        self.values: list[int] = []
        self._evaluate: Callable[..., int] = reference.evaluate
        self._probe = probe

    def arrived(self, node: Node, memory: Memory) -> None:
        if isinstance(self._probe, GateProbe) and self._probe.node == node.id:
            self.values.append(self._evaluate(self._probe.expr, memory))

    def stored(self, store: Store, offset: int, before: int, after: int, memory: Memory) -> None:
        self._changed(store.slot, None, before, after)

    def marked(self, store: StoreMark, before: int, after: int, memory: Memory) -> None:
        self._changed(None, store.mark, before, after)

    def _changed(self, slot: str | None, mark: str | None, before: int, after: int) -> None:
        if isinstance(self._probe, StoreProbe) and (self._probe.slot, self._probe.mark) == (slot, mark):
            self.values.append(int(before <= after if self._probe.may_rise else after <= before))

