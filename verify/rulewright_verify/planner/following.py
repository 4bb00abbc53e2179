"""A play that was found under some readings, followed under others.

Decisions are matched by label and bindings; who decides may differ, since that can be what a reading is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.decisions import find_alternative, who_decides
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.interpreter.trace import Recorder, Trace
from rulewright.ir.nodes import System
from rulewright.ir.open_values import Values, with_values
from rulewright.ir.properties import Decision
from rulewright_verify.planner.answers import Options
from rulewright_verify.search.targets import Target
from rulewright_verify.search.watch import Watch, met_at_rest, watching


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A play as decisions; `loop_to`: it comes back to its state of that number, but for the `idle` slots, on which
    nothing hangs that matters. `shortest`: no play with fewer decisions does the same. `values`: those with which it
    is played, where a scope leaves some open (else the ordinary ones)."""

    decisions: Sequence[Decision]
    loop_to: int | None = None
    idle: frozenset[str] = frozenset()
    shortest: bool = False
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Followed:
    """A replayed play, up to where its target is met. `asked` are the readings that were looked at on the way:
    under all options of the others the play is the same."""

    system: System
    options: Options
    ways: tuple[Alternative, ...]
    asked: frozenset[str]
    met: bool
    play: FoundPlay

    @property
    def trace(self) -> Trace:
        """The play with its sentences."""
        return told(self.system, self.ways, self.options)


def follow(system: System, options: Options, play: FoundPlay, target: Target) -> Followed | None:
    """The same decisions in a system with open readings, under these options; None if one of them is not possible."""
    if play.values:
        system = with_values(system, play.values)
    reference = watching(system, [target], options)
    watch = Watch(reference, [target])
    states = [reference.initial(watch)]
    ways: list[Alternative] = []
    for decision in play.decisions:
        if play.loop_to is None and _is_met(reference, watch, target, states[-1]):
            break
        who = who_decides(reference, states[-1])
        way = None if who is None else find_alternative(reference, states[-1], replace(decision, who=who))
        if way is None:
            return None
        ways.append(way)
        states.append(reference.run(states[-1], way, watch))
    if play.loop_to is None:
        met = _is_met(reference, watch, target, states[-1])
    else:
        met = _without(states[play.loop_to], play.idle) == _without(states[-1], play.idle)
    asked = frozenset(reference.evaluator.asked)
    return Followed(system, options, tuple(ways), asked, met, play)


def _is_met(reference: Reference, watch: Watch, target: Target, state: State) -> bool:
    return bool(watch.met) or met_at_rest(reference, target, state)


def _without(state: State, idle: frozenset[str]) -> State:
    return replace(state, slots={name: cells for name, cells in state.slots.items() if name not in idle})


def told(system: System, ways: Sequence[Alternative], options: Options | None = None) -> Trace:
    """The play of these decisions with its sentences."""
    recorder = Recorder(Reference(system, told=True, options=options))
    steps = [recorder.start()]
    for way in ways:
        steps.append(recorder.step(steps[-1].state, way))
    return Trace(steps[0].state, tuple(steps))
