"""A play that was found under some readings, followed under others.

Decisions are matched by label and bindings; who decides may differ, since that can be what a reading is about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.decisions import decision_of, find_alternative, who_decides
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State
from rulewright.interpreter.trace import Recorder, Trace
from rulewright.ir.nodes import Expr, Gate, Node, System
from rulewright.ir.properties import AtPlace, Decision
from rulewright.ir.specialise import readings_of, specialise, specialise_expr
from rulewright_verify.planner.answers import Options


@dataclass(frozen=True, slots=True)
class Seen:
    """What the goal of a search is: an expression at rests (`places` empty), or values at gates.

    `wanted(value)` says whether it is met.
    """

    expr: Expr | None
    places: tuple[AtPlace, ...]
    wanted: Callable[[int], bool]

    def under(self, system: System, options: Options) -> Seen:
        expr = None if self.expr is None else specialise_expr(system, self.expr, options)
        places = tuple(replace(place, value=specialise_expr(system, place.value, options)) for place in self.places)
        return Seen(expr, places, self.wanted)

    @property
    def probes(self) -> dict[int, list[Expr]]:
        found: dict[int, list[Expr]] = {}
        for place in self.places:
            found.setdefault(place.node, []).append(place.value)
        return found


@dataclass(frozen=True, slots=True)
class Followed:
    """A replayed play: the trace, and the nodes that it passed."""

    trace: Trace
    nodes: frozenset[int]
    met: bool


class _Watch(Observer):
    """Notes nodes, and whether the goal is met at a gate on the way."""

    def __init__(self, seen: Seen, reference: Reference) -> None:
        self.seen = seen
        self.reference = reference
        self.nodes: set[int] = set()
        self.met = False
        self.values = {place.node: place.value for place in seen.places}

    def arrived(self, node: Node, memory: Memory) -> None:
        self.nodes.add(node.id)
        if not isinstance(node, Gate) and node.id in self.values:
            self._look(node.id, memory)

    def passed(self, gate: Gate, memory: Memory) -> None:
        if gate.id in self.values:
            self._look(gate.id, memory)

    def _look(self, node: int, memory: Memory) -> None:
        if self.seen.wanted(self.reference.evaluate(self.values[node], memory)):
            self.met = True


def follow(system: System, options: Options, decisions: Sequence[Decision], seen: Seen) -> Followed | None:
    """The same decisions under these readings; None if one of them is not possible there."""
    here = specialise(system, options)
    goal = seen.under(system, options)
    reference = Reference(here, probes=goal.probes)
    watch = _Watch(goal, reference)
    state: State = reference.initial(watch)
    ways: list[Alternative] = []
    for decision in decisions:
        if state.failure is not None:
            return None
        who = who_decides(reference, state)
        if who is None:
            return None
        way = find_alternative(reference, state, replace(decision, who=who))
        if way is None:
            return None
        ways.append(way)
        state = reference.run(state, way, watch)
    met = watch.met or (goal.expr is not None and goal.wanted(reference.evaluate(goal.expr, state)))
    return Followed(told(here, ways), frozenset(watch.nodes), met)


def told(system: System, ways: Sequence[Alternative]) -> Trace:
    """The play with its sentences; the readings of `system` are chosen."""
    recorder = Recorder(Reference(system, told=True))
    steps = [recorder.start()]
    for way in ways:
        steps.append(recorder.step(steps[-1].state, _again(recorder.reference, steps[-1].state, way)))
    return Trace(steps[0].state, tuple(steps))


def _again(reference: Reference, state: State, way: Alternative) -> Alternative:
    """The same decision in a system that keeps more slots alive."""
    found = find_alternative(reference, state, decision_of(reference.system, way))
    assert found is not None, "a play that was replayed once can be replayed again"
    return found


def readings_met(system: System, nodes: frozenset[int], seen: Seen) -> tuple[str, ...]:
    """The readings that could have changed a play: those that stand at a node it passed, or in what was looked at."""
    exprs = [place.value for place in seen.places] + ([seen.expr] if seen.expr is not None else [])
    return readings_of(system, [*(system.nodes[node] for node in sorted(nodes)), *exprs])
