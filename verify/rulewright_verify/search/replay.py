"""Steps of a walk as moves of the reference interpreter, which has the last word on whether a play is one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.decisions import decision_of
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir.nodes import System
from rulewright_verify.search.targets import FoundPlay, Target
from rulewright_verify.search.walk import Step
from rulewright_verify.search.watch import Watch, met_at_rest, watching


class NotReplayed(Exception):
    """The generated code and the reference interpreter disagree: a mistake in Rulewright."""


def replayed(system: System, target: Target, steps: Iterable[Step], *, n_states: int) -> FoundPlay:
    """The play of these steps, up to the first moment at which it meets its target."""
    reference = watching(system, [target])
    watch = Watch(reference, [target])
    state = reference.initial(watch)
    moves: list[Alternative] = []
    for step in steps:
        if watch.met or met_at_rest(reference, target, state):
            break
        way = alternative(reference, state, step)
        moves.append(way)
        state = reference.run(state, way, watch)
    if not watch.met and not met_at_rest(reference, target, state):
        raise NotReplayed(f"a play of {len(moves)} moves does not show what it was found for")
    return FoundPlay(tuple(moves), tuple(decision_of(system, way) for way in moves), state, n_states)


def alternative(reference: Reference, state: State, step: Step) -> Alternative:
    """What a step means in a state."""
    if isinstance(step, tuple):
        return reference.dealt(state, step)
    way = next(islice(reference.alternatives(state), step, None), None)
    if way is None:
        raise NotReplayed(f"no alternative {step} at node {state.place}")
    return way
