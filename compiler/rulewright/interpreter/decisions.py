"""Decisions as the lines of a play write them: `West: ask(East)`, `chance: 5`.

A line names its decision by label and printed bindings, never by position; things that look alike
are one option, so it names at most one thing that can be done.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.alternatives import DRAW, NOTHING_BOUND, Alternative
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import System
from rulewright.ir.properties import STOP, Decision
from rulewright.ir.values import printed

CHANCE = "chance"
"""Who decides where luck does."""


def decision_of(system: System, way: Alternative) -> Decision:
    """The line that names this decision."""
    return Decision(CHANCE if way.who is None else printed(system.players, way.who), way.label, way.args)


def find_alternative(reference: Reference, state: State, decision: Decision) -> Alternative | None:
    """The way on that a line names; None if there is none."""
    node = reference.system.nodes[state.place]
    if isinstance(node, ir.Deal) and decision.who == CHANCE:
        return _find_dealt(reference, state, node, decision)
    for way in reference.alternatives(state):
        if _names(reference, decision, way):
            return way
    return None


def only_way(reference: Reference, state: State) -> Alternative | None:
    """The only way on, if there is no other."""
    ways = reference.alternatives(state)
    first = next(ways, None)
    return first if first is not None and next(ways, None) is None else None


def who_decides(reference: Reference, state: State) -> str | None:
    """The player who is to decide, or `chance`; None where the play is over."""
    match reference.status(state):
        case Status.CHOICE:
            node = reference.system.nodes[state.place]
            assert isinstance(node, ir.Choice)
            return printed(reference.system.players, reference.evaluate(node.decider, state))
        case Status.CHANCE:
            return CHANCE
        case _:
            return None


def written(decision: Decision) -> str:
    """A line as an example writes it: `West: ask(East)`, `chance: 5`, `chance: draw(adept, priest)`."""
    what = ", ".join(decision.args)
    if not decision.label or (decision.who == CHANCE and len(decision.args) == 1):
        return f"{decision.who}: {what}"
    return f"{decision.who}: {decision.label}({what})" if what else f"{decision.who}: {decision.label}"


def example_lines(decisions: Sequence[Decision], last: State) -> tuple[str, ...]:
    """The lines under `do` of an example that plays a play again, to its `last` state. Where no card is drawn nothing
    is decided, and there is nothing to write down."""
    lines = [written(one) for one in decisions if one.who != CHANCE or one.args]
    is_over = last.winners is not None or last.failure is not None
    return (*lines, *(() if is_over else (written(STOP),)))


def _names(reference: Reference, decision: Decision, way: Alternative) -> bool:
    picks = way.option is not None and way.option.pick is not None
    return says(decision, decision_of(reference.system, way), in_any_order=picks)


def says(line: Decision, done: Decision, *, in_any_order: bool = False) -> bool:
    """Whether a line means this decision. Luck needs no label, nor does a choice that has none."""
    if line.who != done.who:
        return False
    words, args = _words(line), tuple(done.args)
    if in_any_order:
        words, args = (*words[:1], *sorted(words[1:])), tuple(sorted(args))
    if done.label and words == (done.label, *args):
        return True
    return (done.who == CHANCE or not done.label) and words == args


def _words(line: Decision) -> tuple[str, ...]:
    return (line.label, *line.args) if line.label else tuple(line.args)


def _find_dealt(reference: Reference, state: State, node: ir.Deal, decision: Decision) -> Alternative | None:
    """A deal has too many outcomes to look through: the one that is meant is made."""
    names = reference.system.kinds[reference.system.zones[node.source.zone].kinds].type.names or ()
    cards = decision.args if decision.label == DRAW else _words(decision)
    if any(card not in names for card in cards):
        return None
    drawn = tuple(cards.count(name) for name in names)
    there = reference.evaluator.counts(node.source, state, NOTHING_BOUND)
    fits = all(taken <= count for taken, count in zip(drawn, there, strict=True))
    if not fits or sum(drawn) != reference.evaluate(node.n, state):
        return None
    return reference.dealt(state, drawn)
