"""What a clause asks for, as conditions at locations and on edges.

A clause about play is looked at at rests, at gates that edges pass, at stores, or at choices. Each
look becomes a `Goal`: if the situation is possible, the condition has to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.ir import properties as pr
from rulewright.ir.intervals import interval
from rulewright.ir.nodes import Branch, Choice, Const, Expr, Gate, RegionKind, System
from rulewright_verify.smt.decisions import Decisions
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.facts import conservations
from rulewright_verify.smt.graph import CutGraph, Edge
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.situation import Situation
from rulewright_verify.smt.statements import Statements, Watch
from rulewright_verify.smt.terms import Cond, at_most, either, every, negated, some, total

InductionClause = (
    pr.Always | pr.At | pr.NeverStuck | pr.Conserved | pr.Monotone | pr.Measured
)


@dataclass(frozen=True)
class Goal:
    """`cond` has to hold at a location, or on an edge after its first `n_conds` conditions.

    `premise` is the condition of an `if .. then`, to see whether it can ever hold.
    """

    location: Location | None
    edge: Edge | None
    n_conds: int
    cond: Cond
    what: str
    premise: Cond = True


def watch_for(system: System, clauses: list[pr.Clause]) -> Watch:
    """What paths have to note down for these clauses."""
    gates: set[int] = set()
    names: set[str] = set()
    for clause in clauses:
        match clause:
            case pr.At(places=places):
                gates.update(place.node for place in places)
            case pr.Measured(quantity=quantity):
                gates.update(place.node for place in quantity.places)
            case pr.Monotone(slot=slot, mark=mark):
                names.add(slot or mark or "")
            case pr.Ends(regions=regions):
                gates.update(
                    n.id for n in system.nodes
                    if isinstance(n, Gate) and n.kind.is_border and n.region in regions
                )
                gates.update(own_heads(system, regions))
            case _:
                pass
    return Watch(frozenset(gates), frozenset(names))


def probes_for(clauses: list[pr.Clause]) -> dict[int, list[Expr]]:
    """Expressions that a clause reads at a gate: they keep frame slots alive until there."""
    probes: dict[int, list[Expr]] = {}
    for clause in clauses:
        places: tuple[pr.AtPlace, ...] = ()
        if isinstance(clause, pr.At):
            places = (*clause.places, *clause.premise)
        elif isinstance(clause, pr.Measured):
            places = clause.quantity.places
        for place in places:
            probes.setdefault(place.node, []).append(place.value)
    return probes


def goals_of(clause: InductionClause, graph: CutGraph) -> list[Goal]:
    """Everything that has to be shown for a clause."""
    return list(_Goals(graph).of(clause))


def rests(graph: CutGraph) -> Iterator[tuple[Location, Situation, Cond]]:
    """The locations at which the table is looked at, and when they are rests.

    A choice whose only legal options are implicit is passed without asking, and states inside an
    `at once` are no situations of the table.
    """
    decisions = Decisions(graph.encoder, Statements(graph.encoder, Watch(), ()))
    for location, situation in graph.at.items():
        node = graph.system.nodes[location.node]
        if not isinstance(node, Choice):
            if _is_rest(graph.system, location):
                yield location, situation, True
        elif not node.hidden:
            implicit = [decisions.can_choose(o, situation) for o in node.options if o.implicit]
            explicit = [decisions.can_choose(o, situation) for o in node.options if not o.implicit]
            is_asked = either(some(explicit), negated(some(implicit))) if implicit else True
            yield location, situation, is_asked


def _is_rest(system: System, location: Location) -> bool:
    from rulewright.ir.graph import is_rest

    return is_rest(system.nodes[location.node])


class _Goals:
    def __init__(self, graph: CutGraph) -> None:
        self.graph = graph
        self.encoder = graph.encoder

    def of(self, clause: InductionClause) -> Iterator[Goal]:
        match clause:
            case pr.Always(cond=cond, premise=premise):
                for location, situation, is_asked in rests(self.graph):
                    met = either(negated(is_asked), self._condition(cond, situation))
                    if_true = True if premise is None else every((is_asked, self._condition(premise, situation)))
                    yield Goal(location, None, 0, met, "always", if_true)
            case pr.At():
                yield from self._at(clause)
            case pr.NeverStuck(regions=regions):
                yield from self._never_stuck(frozenset(regions))
            case pr.Conserved(kinds=kinds):
                kind_set = self.graph.system.kinds[kinds]
                for location, situation, _ in rests(self.graph):
                    facts = conservations(self.graph.system, kind_set)
                    met = every(fact.cond_of(self.encoder, situation) for fact in facts)
                    yield Goal(location, None, 0, met, "conserved")
            case pr.Monotone(slot=slot, mark=mark, may_rise=may_rise):
                name = slot or mark
                for edge in self.graph.edges:
                    for change in edge.changes:
                        if change.name == name:
                            low, high = (change.before, change.after)
                            holds = at_most(low, high) if may_rise else at_most(high, low)
                            met = either(negated(change.cond), holds)
                            yield Goal(None, edge, change.n_before, met, "stores")
            case pr.Measured():
                yield from self._bounded(clause)

    def _at(self, clause: pr.At) -> Iterator[Goal]:
        values = {place.node: place.value for place in clause.places}
        premises = {place.node: place.value for place in clause.premise}
        for edge in self.graph.edges:
            for look in edge.looks:
                if look.node in values:
                    met = self.encoder.condition(values[look.node], look.situation, {})
                    premise = self._condition(premises.get(look.node), look.situation)
                    yield Goal(None, edge, look.n_before, met, clause.address, premise)

    def _never_stuck(self, regions: frozenset[int]) -> Iterator[Goal]:
        decisions = Decisions(self.encoder, Statements(self.encoder, Watch(), ()))
        for location, situation in self.graph.at.items():
            node = self.graph.system.nodes[location.node]
            if isinstance(node, Choice) and is_inside(self.graph.system, node.region, regions):
                met = some(decisions.can_choose(option, situation) for option in node.options)
                yield Goal(location, None, 0, met, "never stuck")

    def _bounded(self, clause: pr.Measured) -> Iterator[Goal]:
        """That a value never lies beyond a bound; that the bound is reached is another question."""
        kind, bound = clause.quantity.kind, clause.bound
        if kind not in (pr.QuantityKind.GREATEST, pr.QuantityKind.LEAST):
            raise Unsupported("chances and means by induction")
        values = {place.node: place.value for place in clause.quantity.places}
        limits = [self._limit(value) for value in bound.values]
        for edge in self.graph.edges:
            for look in edge.looks:
                if look.node not in values:
                    continue
                value = self.encoder.number(values[look.node], look.situation, {})
                limit = total(self.encoder.number(e, look.situation, {}) for e in limits[:1])
                is_greatest = kind is pr.QuantityKind.GREATEST
                match bound.op:
                    case "=":
                        met = at_most(value, limit) if is_greatest else at_most(limit, value)
                    case "<=" if is_greatest:
                        met = at_most(value, limit)
                    case ">=" if not is_greatest:
                        met = at_most(limit, value)
                    case "<" if is_greatest:
                        met = negated(at_most(limit, value))
                    case ">" if not is_greatest:
                        met = negated(at_most(value, limit))
                    case _:
                        raise Unsupported(f"a greatest or least value with `{bound.op}`")
                yield Goal(None, edge, look.n_before, met, clause.quantity.text)

    def _limit(self, value: object) -> Expr:
        from fractions import Fraction

        if isinstance(value, Fraction):
            if value.denominator != 1:
                raise Unsupported("a greatest or least value that is no whole number")
            return Const(value.numerator)
        return value  # type: ignore[return-value]

    def _condition(self, expr: Expr | None, situation: Situation) -> Cond:
        return True if expr is None else self.encoder.condition(expr, situation, {})


def is_condition(system: System, expr: Expr) -> bool:
    """Whether an expression answers yes or no."""
    lo, hi = interval(expr, system)
    return lo >= 0 and hi <= 1


def own_heads(system: System, regions: Iterable[int]) -> Iterator[int]:
    """The heads of loops in the text of a procedure itself, not of those that it calls."""
    wanted = frozenset(regions)
    for node in system.nodes:
        if isinstance(node, Branch) and node.loop is not None:
            region = system.regions[node.region]
            while region.kind is not RegionKind.PROCEDURE and region.parent is not None:
                region = system.regions[region.parent]
            if region.id in wanted:
                yield node.id


def is_inside(system: System, region: int | None, regions: frozenset[int]) -> bool:
    """Whether a region is one of some, or lies in one."""
    while region is not None:
        if region in regions:
            return True
        region = system.regions[region].parent
    return False
