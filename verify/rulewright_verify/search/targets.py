"""What is looked for in plays, and what is found.

A `Target` is met where a condition holds at a rest or at a place that the play passes, where somebody is
stuck, where a store moves a cell the forbidden way, or where the play breaks down: whichever parts are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.machine import StoreProbe
from rulewright.interpreter.state import State
from rulewright.ir import build as b
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Const, Expr, Gate, GateKind, System
from rulewright.ir.properties import AtPlace, Decision

Number = Fraction | Expr
"""A bound: exact, or an expression over the constants of a rulebook."""


@dataclass(frozen=True, slots=True)
class Target:
    """`rests`: true at a rest; those of `at once` and breakdowns are none. `places`: true where one is passed.

    `stuck`: a choice without a legal option inside one of these regions. `store`: a store that its probe
    forbids. `breaks_down`: any failure.
    """

    rests: Expr | None = None
    places: tuple[AtPlace, ...] = ()
    stuck: frozenset[int] = frozenset()
    store: StoreProbe | None = None
    breaks_down: bool = False


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A play that meets its target, replayed in the reference interpreter.

    `last` is the rest behind the last move; a place may have been passed on the way there. `n_states`: how
    many states were looked at before it was found.
    """

    moves: tuple[Alternative, ...]
    decisions: tuple[Decision, ...]
    last: State = field(repr=False)
    n_states: int


def refutation(clause: pr.Clause) -> Target | None:
    """What refutes a clause if a single play shows it; None if no play alone can.

    Readings must be chosen in the clause. A clause of a system of its own (`Alone`) is asked of that system.
    """
    match clause:
        case pr.Always(cond=cond):
            return Target(rests=b.not_(cond))
        case pr.At(places=places):
            return Target(places=tuple(AtPlace(place.node, b.not_(place.value)) for place in places))
        case pr.NeverStuck(regions=regions):
            return Target(stuck=frozenset(regions))
        case pr.Monotone(slot=slot, mark=mark, may_rise=may_rise):
            return Target(store=StoreProbe(slot, mark, may_rise))
        case pr.Measured(quantity=quantity, bound=bound):
            op = _BEYOND.get((quantity.kind, bound.op))
            number = bound.values[0] if quantity.kind is pr.QuantityKind.LEAST else bound.values[-1]
            return Target(places=compared(quantity.places, op, number)) if op is not None else None
    return None


def premise(system: System, clause: pr.Clause) -> Target | None:
    """What must come about somewhere for the clause to say anything; None if it says something anyway.

    A target without any part can never be met: the text of the rules leads to no such place.
    """
    match clause:
        case pr.Always(premise=cond) if cond is not None:
            return Target(rests=cond)
        case pr.At():
            return Target(places=clause.looked_at)
        case pr.OnceNever(once=cond):
            return Target(rests=cond)
        case pr.Measured() if clause.quantity.kind in (_GREATEST, _LEAST):
            return Target(places=tuple(AtPlace(place.node, b.ONE) for place in clause.quantity.places))
        case pr.Ends(regions=regions) | pr.EndsWithChance(regions=regions) | pr.NeverStuck(regions=regions):
            return _a_run(system, regions)
        case pr.Measured(regions=regions):
            return _a_run(system, regions)
    return None


def _a_run(system: System, regions: Sequence[int]) -> Target:
    """That a run of one of these regions begins."""
    return Target(places=tuple(
        AtPlace(node.id, b.ONE) for node in system.nodes
        if isinstance(node, Gate) and node.kind is GateKind.ENTER and node.region in regions
    ))


def witness(clause: pr.Clause) -> Target | None:
    """What a clause asks to be shown by a play; None if it asks for no such thing."""
    match clause:
        case pr.Possible(cond=cond):
            return Target(rests=cond)
        case pr.Measured(quantity=quantity, bound=bound):
            op = _ATTAINED.get((quantity.kind, bound.op))
            number = bound.values[-1] if quantity.kind is pr.QuantityKind.LEAST else bound.values[0]
            return Target(places=compared(quantity.places, op, number)) if op is not None else None
    return None


def compared(places: tuple[AtPlace, ...], op: str, number: Number) -> tuple[AtPlace, ...]:
    """The values at places as conditions: `= number`, `< number`, .."""
    return tuple(AtPlace(place.node, _comparison(place.value, op, number)) for place in places)


_GREATEST, _LEAST = pr.QuantityKind.GREATEST, pr.QuantityKind.LEAST

_BEYOND = {
    (_GREATEST, "="): ">", (_GREATEST, "<="): ">", (_GREATEST, "<"): ">=", (_GREATEST, "in"): ">",
    (_LEAST, "="): "<", (_LEAST, ">="): "<", (_LEAST, ">"): "<=", (_LEAST, "in"): "<",
}
"""What a single value must be to lie beyond a bound on the greatest or least one."""

_ATTAINED = {
    (_GREATEST, "="): "=", (_GREATEST, ">="): ">=", (_GREATEST, ">"): ">", (_GREATEST, "in"): ">=",
    (_LEAST, "="): "=", (_LEAST, "<="): "<=", (_LEAST, "<"): "<", (_LEAST, "in"): "<=",
}
"""What some value must be for a bound on the greatest or least one to hold."""


def _comparison(value: Expr, op: str, number: Number) -> Expr:
    if isinstance(number, Fraction):
        value, bound = b.mul(value, Const(number.denominator)), Const(number.numerator)
        return _comparison_of(value, op, bound)
    return _comparison_of(value, op, number)


def _comparison_of(value: Expr, op: str, bound: Expr) -> Expr:
    match op:
        case "=":
            return b.eq(value, bound)
        case "<":
            return b.lt(value, bound)
        case "<=":
            return b.le(value, bound)
        case ">":
            return b.lt(bound, value)
        case ">=":
            return b.le(bound, value)
    raise ValueError(f"no comparison {op}")
