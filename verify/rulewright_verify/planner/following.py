"""A play that was found under some readings, followed under others.

Decisions are matched by label and bindings; who decides may differ, since that can be what a reading is about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.decisions import find_alternative, who_decides
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory
from rulewright.interpreter.trace import Recorder, Trace
from rulewright.ir.nodes import Node, System
from rulewright.ir.properties import Decision
from rulewright.ir.specialise import readings_of
from rulewright.ir.walk import Piece
from rulewright_verify.planner.answers import Options
from rulewright_verify.search.targets import Target
from rulewright_verify.search.watch import Watch, met_at_rest, watching

TargetUnder = Callable[[Options], Target]
"""What is looked for, with these readings chosen."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A replayed play: its trace, the nodes that it passed, and whether it meets the target (at its end at the
    latest)."""

    trace: Trace
    nodes: frozenset[int]
    met: bool
    loop_to: int | None = None


class _Watch(Watch):
    """Notes the nodes that a play passes, too."""

    def __init__(self, reference: Reference, target: Target) -> None:
        super().__init__(reference, [target])
        self.nodes: set[int] = set()

    def arrived(self, node: Node, memory: Memory) -> None:
        self.nodes.add(node.id)
        super().arrived(node, memory)


def follow(
    system: System, decisions: Sequence[Decision], target: Target, loop_to: int | None = None
) -> Followed | None:
    """The same decisions in a system whose readings are chosen, up to where the target is met; None if one of them is
    not possible there. With `loop_to` the target is that the play comes back to its state number `loop_to`."""
    reference = watching(system, [target])
    watch = _Watch(reference, target)
    state = reference.initial(watch)
    states = [state]
    ways: list[Alternative] = []
    for decision in decisions:
        if loop_to is None and (watch.met or met_at_rest(reference, target, state)):
            break
        who = who_decides(reference, state)
        way = None if who is None else find_alternative(reference, state, replace(decision, who=who))
        if way is None:
            return None
        ways.append(way)
        state = reference.run(state, way, watch)
        states.append(state)
    if loop_to is not None:
        met = states[loop_to] == state
    else:
        met = bool(watch.met) or met_at_rest(reference, target, state)
    return Followed(told(system, ways), frozenset(watch.nodes), met, loop_to)


def told(system: System, ways: Sequence[Alternative]) -> Trace:
    """The play with its sentences; the readings of `system` are chosen."""
    recorder = Recorder(Reference(system, told=True))
    steps = [recorder.start()]
    for way in ways:
        steps.append(recorder.step(steps[-1].state, way))
    return Trace(steps[0].state, tuple(steps))


def readings_met(system: System, nodes: frozenset[int], watched: Sequence[Piece]) -> tuple[str, ...]:
    """The readings that could have changed a play: those that stand at a node it passed, or in what was looked at."""
    return readings_of(system, [*(system.nodes[node] for node in sorted(nodes)), *watched])
