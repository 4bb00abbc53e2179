"""Short ways to write the clauses that tests ask."""

from __future__ import annotations

from fractions import Fraction

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Expr, Gate, GateKind, System
from tests.systems.builder import NOWHERE


def always(cond: Expr, premise: Expr | None = None) -> pr.Always:
    return pr.Always(cond, premise, False, NOWHERE)


def possible(cond: Expr) -> pr.Possible:
    return pr.Possible(cond, NOWHERE)


def regions_of(system: System, procedure: str) -> tuple[int, ...]:
    """The runs of a procedure: its outermost regions."""
    return tuple(
        region.id for region in system.regions
        if region.procedure == procedure
        and (region.parent is None or system.regions[region.parent].procedure != procedure)
    )


def ends(system: System, procedure: str) -> pr.Ends:
    return pr.Ends(procedure, regions_of(system, procedure), (), (), NOWHERE)


def may_go_on(system: System, procedure: str) -> pr.MayGoOn:
    return pr.MayGoOn(procedure, regions_of(system, procedure), NOWHERE)


def never_stuck(system: System, procedure: str) -> pr.NeverStuck:
    return pr.NeverStuck(procedure, regions_of(system, procedure), NOWHERE)


def at_end(system: System, procedure: str, cond: Expr) -> pr.At:
    return pr.At(procedure, True, leave_places(system, procedure, cond), (), NOWHERE)


def leave_places(system: System, procedure: str, value: Expr) -> tuple[pr.AtPlace, ...]:
    runs = regions_of(system, procedure)
    return tuple(
        pr.AtPlace(node.id, value) for node in system.nodes
        if isinstance(node, Gate) and node.kind is GateKind.LEAVE and node.region in runs
    )


def measured(
    system: System, procedure: str, kind: pr.QuantityKind, places: tuple[pr.AtPlace, ...], op: str,
    *values: Fraction | int, runs_of: tuple[int, ...] = (),
) -> pr.Measured:
    quantity = pr.Quantity(kind, places, runs_of, "as tested")
    bound = pr.Bound(op, tuple(Fraction(value) for value in values))
    return pr.Measured(procedure, regions_of(system, procedure), quantity, bound, NOWHERE)
