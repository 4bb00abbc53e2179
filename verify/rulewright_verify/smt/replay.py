"""Models of unrolled plays, told as decisions and replayed in the reference interpreter.

A play that the interpreter does not play in the same way is a mistake in Rulewright and raises
`ModelMismatch`; nothing is ever shown that was not replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import z3

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Expr, System
from rulewright.ir.open_values import Values, open_tables
from rulewright.ir.specialise import specialise
from rulewright.ir.values import printed
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.errors import ModelMismatch
from rulewright_verify.smt.path import Decision
from rulewright_verify.smt.targets import Witness
from rulewright_verify.smt.terms import Num
from rulewright_verify.smt.unrolled import Unrolled


@dataclass(frozen=True)
class Chosen:
    """A decision of a model: node, option, values of the names, what is drawn or picked."""

    node: int
    option: int | None
    values: tuple[int, ...]
    drawn: tuple[int, ...]


@dataclass(frozen=True)
class Replayed:
    """A play that the interpreter has played: the decisions and the states they lead to."""

    decisions: tuple[pr.Decision, ...]
    states: tuple[State, ...]


def chosen_in(unrolled: Unrolled, model: z3.ModelRef) -> list[Chosen]:
    """The decisions of the play that a model describes, one for each way that is taken."""
    found = []
    for ways in unrolled.ways:
        for way in ways:
            if z3.is_true(model.eval(way.taken, model_completion=True)):
                if way.path.decision is not None:
                    found.append(chosen_of(way.path.decision, model))
                break
    return found


def chosen_of(decision: Decision, model: z3.ModelRef) -> Chosen:
    """One decision as a model has it."""

    def value(term: Num) -> int:
        if isinstance(term, int):
            return term
        return model.eval(term, model_completion=True).as_long()  # type: ignore[no-any-return]

    return Chosen(
        decision.node,
        decision.option,
        tuple(value(binding.value) for binding in decision.bindings),
        tuple(value(count) for count in decision.drawn),
    )


def options_in(system: System, settings: Mapping[str, Num], model: z3.ModelRef) -> dict[str, int]:
    """The readings that a model has chosen."""
    return {
        name: value if isinstance(value, int) else model.eval(value, model_completion=True).as_long()
        for name, value in settings.items()
        if name in system.readings
    }


def values_in(encoder: Encoder, model: z3.ModelRef) -> Values:
    """What a model has chosen for the values that a scope leaves open."""
    return {
        table.name: tuple(
            value if isinstance(value, int) else model.eval(value, model_completion=True).as_long()
            for value in encoder.constants[table.name]
        )
        for table in open_tables(encoder.system)
    }


def replayed(
    system: System,
    options: Mapping[str, int],
    chosen: Sequence[Chosen],
    probes: Mapping[int, Iterable[Expr]],
    witness: Witness,
) -> tuple[Reference, Replayed]:
    """Play the decisions in the interpreter; the witness watches the last of them."""
    chosen_system = specialise(system, options)
    reference = Reference(chosen_system, probes=probes)
    witness.evaluate = reference.evaluate
    waiting = list(chosen)
    state = reference.initial(witness if not waiting else None)
    states, decisions = [state], []
    while waiting:
        step = waiting.pop(0)
        if state.place != step.node:
            continue  # an implicit option that is taken without asking
        way = _matching(reference, state, step)
        decisions.append(_decision(chosen_system, way))
        state = reference.run(state, way, witness if not waiting else None)
        states.append(state)
    return reference, Replayed(tuple(decisions), tuple(states))


def _matching(reference: Reference, state: State, step: Chosen) -> Alternative:
    node = reference.system.nodes[state.place]
    if isinstance(node, ir.Deal):
        return reference.dealt(state, step.drawn)
    for way in reference.alternatives(state):
        if _is_same(node, way, step):
            return way
    raise ModelMismatch(f"the interpreter does not allow at node {state.place} what the solver chose")


def _is_same(node: ir.Node, way: Alternative, step: Chosen) -> bool:
    values = [value for _, value, _ in way.bindings]
    n_names = len(step.values)
    if isinstance(node, ir.Choice):
        if step.option is None or way.option is None or way.address != node.options[step.option].address:
            return False
        if node.options[step.option].pick is not None:
            picked = [value for value, n in enumerate(step.drawn) for _ in range(n)]
            return values[:n_names] == list(step.values) and sorted(values[n_names:]) == picked
    return values == list(step.values)


def _decision(system: System, way: Alternative) -> pr.Decision:
    who = "chance" if way.who is None else printed(system.players, way.who + system.players.lo)
    return pr.Decision(who, way.label, way.args, None if way.option is None else way.option.span)
