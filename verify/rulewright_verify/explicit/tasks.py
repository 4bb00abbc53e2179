"""Clauses that one search decides: what each of them watches for, and what it concludes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from rulewright.interpreter.machine import GateProbe, Machine, Probe, StoreProbe
from rulewright.ir import properties as pr
from rulewright.ir.build import add, and_, const, eq
from rulewright.ir.nodes import Const, Count, Expr, Life, System, ZoneRef
from rulewright_verify.explicit.exploration import Exploration, Seen, is_stuck
from rulewright_verify.explicit.graph import StateGraph, path_between, reached
from rulewright_verify.explicit.regions import entering, nodes_inside
from rulewright_verify.explicit.result import Answer
from rulewright_verify.explicit.traces import Found, found_by_probe, found_on

Conclusion = tuple[Answer, Found | None]
OPEN: Conclusion = (Answer.UNKNOWN, None)


@dataclass(eq=False)
class Needs:
    """What the machine of a search must offer; clauses add to it and remember the numbers they got."""

    predicates: list[Expr] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)

    def predicate(self, expr: Expr) -> int:
        self.predicates.append(expr)
        return len(self.predicates) - 1

    def probe(self, probe: Probe) -> int:
        self.probes.append(probe)
        return len(self.probes) - 1


class Task:
    """A clause under a search. `prepare` when the machine is there, `look` level by level, `conclude` at the end."""

    needs_graph = False

    def prepare(self, machine: Machine) -> None:
        """The machine is there; nothing has been searched yet."""

    def look(self, states: Sequence[int], seen: Sequence[Seen]) -> bool:
        """Look at new states; whether the clause is decided, whatever else comes."""
        return False

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        raise NotImplementedError

    @property
    def vacuous(self) -> bool:
        return False

    @property
    def value(self) -> int | None:
        return None


class StateTask(Task):
    """`always f` and `possible f`: the first state in which a condition is so."""

    def __init__(self, needs: Needs, cond: Expr, premise: Expr | None, *, wanted: bool) -> None:
        self.wanted = wanted
        self._cond = needs.predicate(cond)
        self._premise = None if premise is None else needs.predicate(premise)
        self._premise_met = premise is None
        self._hit: int | None = None

    def prepare(self, machine: Machine) -> None:
        self._looked_at, self._mask = machine.looked_at, machine.place_mask
        self._value = machine.predicate(self._cond)
        self._premise_value = None if self._premise is None else machine.predicate(self._premise)

    def look(self, states: Sequence[int], seen: Sequence[Seen]) -> bool:
        value, looked_at, mask, wanted = self._value, self._looked_at, self._mask, self.wanted
        if not self._premise_met and self._premise_value is not None:
            premise = self._premise_value
            self._premise_met = any(looked_at[s & mask] and premise(s) for s in states)
        for state in states:
            if looked_at[state & mask] and bool(value(state)) == wanted:
                self._hit = state
                return True
        return False

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        if self._hit is not None:
            play = found_on(found.machine, found.path_to(self._hit))
            return (Answer.HOLDS if self.wanted else Answer.VIOLATED), play
        if found.complete:
            return (Answer.VIOLATED if self.wanted else Answer.HOLDS), None
        return OPEN

    @property
    def vacuous(self) -> bool:
        return not self._premise_met


class ProbeTask(Task):
    """`at path: f`, `X never falls`: a probe that must never see 0. `premises`: what must come about somewhere, or the
    clause says nothing; None if it says something anyway."""

    def __init__(self, needs: Needs, probes: Sequence[Probe], premises: Sequence[Probe] | None) -> None:
        self._probes = {needs.probe(probe): probe for probe in probes}
        self._premises = {needs.probe(probe) for probe in premises or ()}
        self._hit: Seen | None = None
        self._premise_met = premises is None
        self._n_seen = 0

    def look(self, states: Sequence[int], seen: Sequence[Seen]) -> bool:
        for each in seen[self._n_seen :]:
            if each.sighting.probe in self._probes and not each.sighting.value:
                self._hit = self._hit or each
            if each.sighting.probe in self._premises and each.sighting.value:
                self._premise_met = True
        self._n_seen = len(seen)
        return self._hit is not None

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        self.look((), found.seen)
        if self._hit is not None:
            return Answer.VIOLATED, play_of(self._hit, self._probes[self._hit.sighting.probe], found)
        return (Answer.HOLDS, None) if found.complete else OPEN

    @property
    def vacuous(self) -> bool:
        return not self._premise_met


def play_of(seen: Seen, probe: Probe, found: Exploration) -> Found:
    """A shortest play on which a probe sees a value."""
    path = [] if seen.source is None else found.path_to(seen.source)
    return found_by_probe(found.machine, path, seen.sighting.probe, probe, seen.sighting.value)


class StuckTask(Task):
    """`P never stuck`."""

    def __init__(self, needs: Needs, system: System, regions: Sequence[int]) -> None:
        self._inside = nodes_inside(system, regions)
        self._entered = {needs.probe(probe) for probe in entering(system, regions)}
        self._is_run = False

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        self._is_run = any(each.sighting.probe in self._entered for each in found.seen)
        for end, _, first in found.ends_found:
            if is_stuck(end) and end.node in self._inside:
                return Answer.VIOLATED, found_on(found.machine, found.path_to(first))
        return (Answer.HOLDS, None) if found.complete else OPEN

    @property
    def vacuous(self) -> bool:
        return not self._is_run


class ExtremeTask(Task):
    """`greatest(v)`, `least(v)` at the ends of runs: the greatest value that is met."""

    def __init__(self, needs: Needs, clause: pr.Measured) -> None:
        self._greatest = clause.quantity.kind is pr.QuantityKind.GREATEST
        self._bound = clause.bound
        self._probes = {
            needs.probe(GateProbe(place.node, place.value)): GateProbe(place.node, place.value)
            for place in clause.quantity.places
        }
        self._counted_to = clause.quantity.counted_to
        self._best: Seen | None = None

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        for each in found.seen:
            if each.sighting.probe in self._probes and self._is_better(each):
                self._best = each
        if self._best is None:
            return (Answer.HOLDS, None) if found.complete else OPEN  # of nothing: it says nothing
        play = play_of(self._best, self._probes[self._best.sighting.probe], found)
        value = Fraction(self._best.sighting.value)
        if found.complete:
            return (Answer.HOLDS if satisfies(value, self._bound) else Answer.VIOLATED), play
        return early_answer(value, self._bound, greatest=self._greatest), play

    def _is_better(self, seen: Seen) -> bool:
        if self._best is None:
            return True
        new, old = seen.sighting.value, self._best.sighting.value
        return new > old if self._greatest else new < old

    @property
    def vacuous(self) -> bool:
        return self._best is None

    @property
    def value(self) -> int | None:
        if self._best is None:
            return None
        value = self._best.sighting.value
        return value if self._counted_to is None or value < self._counted_to else None  # counting may have stopped


class PositionsTask(Task):
    """`positions(x, y) = n`: how many different combinations of values there are."""

    def __init__(self, needs: Needs, clause: pr.Positions) -> None:
        self._bound = clause.bound
        self._numbers = [needs.predicate(value) for value in clause.values]
        self._met: set[tuple[int, ...]] = set()
        self._n_positions: int | None = None

    def prepare(self, machine: Machine) -> None:
        self._looked_at, self._mask = machine.looked_at, machine.place_mask
        self._values = [machine.predicate(number) for number in self._numbers]

    def look(self, states: Sequence[int], seen: Sequence[Seen]) -> bool:
        values, looked_at, mask = self._values, self._looked_at, self._mask
        self._met.update(tuple(value(s) for value in values) for s in states if looked_at[s & mask])
        return False  # all are counted, though one too many would be enough for an answer

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        n_met = Fraction(len(self._met))
        if found.complete:
            self._n_positions = len(self._met)
            return (Answer.HOLDS if satisfies(n_met, self._bound) else Answer.VIOLATED), None
        return early_answer(n_met, self._bound, greatest=True), None

    @property
    def value(self) -> int | None:
        return self._n_positions


def satisfies(value: Fraction, bound: pr.Bound) -> bool:
    """Whether a number is as a clause says."""
    limits = [number_of(limit) for limit in bound.values]
    match bound.op:
        case "=":
            return value == limits[0]
        case "!=":
            return value != limits[0]
        case "<":
            return value < limits[0]
        case "<=":
            return value <= limits[0]
        case ">":
            return value > limits[0]
        case ">=":
            return value >= limits[0]
        case "in":
            return limits[0] <= value <= limits[1]
    raise ValueError(f"no comparison: {bound.op}")


def number_of(limit: Fraction | Expr) -> Fraction:
    """A bound whose readings are chosen."""
    if isinstance(limit, Fraction):
        return limit
    if isinstance(limit, Const):
        return Fraction(limit.value)
    raise ValueError("a bound hangs on a reading; `specialise` the clause first")


def early_answer(met: Fraction, bound: pr.Bound, *, greatest: bool) -> Answer:
    """What a value that was met tells, though a greater (or lesser) one may still come."""
    limits = [number_of(limit) for limit in bound.values]
    upper, lower = (("<", "<="), (">", ">=")) if greatest else ((">", ">="), ("<", "<="))
    beyond = met > limits[-1] if greatest else met < limits[0]
    if bound.op in ("=", "in") and beyond:
        return Answer.VIOLATED
    if bound.op in upper and not satisfies(met, bound):
        return Answer.VIOLATED
    if bound.op in lower and satisfies(met, bound):
        return Answer.HOLDS
    return Answer.UNKNOWN


# ------------------------------------------------------------------ clauses about what comes later


class GraphTask(Task):
    """A clause about two conditions, decided on the transitions."""

    needs_graph = True

    def __init__(self, needs: Needs, *conds: Expr) -> None:
        self._numbers = [needs.predicate(cond) for cond in conds]

    def prepare(self, machine: Machine) -> None:
        self._machine = machine
        self._values = [machine.predicate(number) for number in self._numbers]

    def marks(self, graph: StateGraph, which: int) -> bytearray:
        """The states with a condition."""
        value, machine = self._values[which], self._machine
        return bytearray(
            bool(machine.looked_at[s & machine.place_mask] and value(s)) for s in graph.states
        )


class StillPossibleTask(GraphTask):
    """`still possible f`: from every state some path leads to f. (A play that broke down is over.)"""

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        assert graph is not None
        goal = self.marks(graph, 0)
        can = reached(graph.predecessors, [*(i for i in range(len(graph)) if goal[i]), *graph.cut])
        for i, state in enumerate(graph.states):
            if not can[i] and self._machine.looked_at[state & self._machine.place_mask]:
                return Answer.VIOLATED, found_on(found.machine, found.path_to(state))
        return (Answer.HOLDS, None) if found.complete else OPEN


class OnceNeverTask(GraphTask):
    """`once f, never g`: after a state with f no later one has g."""

    _came_about = False

    def conclude(self, found: Exploration, graph: StateGraph | None) -> Conclusion:
        assert graph is not None
        once, never = self.marks(graph, 0), self.marks(graph, 1)
        self._came_about = any(once)
        starts = [i for i in range(len(graph)) if once[i]]
        later = path_between(graph, starts, lambda i: bool(never[i]), lambda _: True)
        if later is not None:
            before = found.path_to(graph.states[later[0]])
            path = [*before, *(graph.states[i] for i in later[1:])]
            return Answer.VIOLATED, found_on(found.machine, path)
        return (Answer.HOLDS, None) if found.complete else OPEN

    @property
    def vacuous(self) -> bool:
        return not self._came_about


def conserved(system: System, kinds: str) -> Expr:
    """Of each kind as many things lie in all zones together as at the start."""
    copies = [0] * len(system.kinds[kinds].copies)
    refs = []
    for zone in system.zones.values():
        if zone.kinds != kinds or zone.life is Life.FRAME:
            continue
        for counts in zone.initial:
            copies = [a + b for a, b in zip(copies, counts, strict=True)]
        for entry in range(prod(zone.dims)):
            refs.append(ZoneRef(zone.name, _index(entry, zone.dims)))
    result: Expr = const(1)
    for kind, n in enumerate(copies):
        total: Expr = const(0)
        for ref in refs:
            total = add(total, Count(ref, Const(kind), max(copies)))
        result = and_(result, eq(total, const(n)))
    return result


def _index(entry: int, dims: Sequence[int]) -> tuple[Expr, ...]:
    index: list[Expr] = []
    for dim in reversed(dims):
        index.append(Const(entry % dim))
        entry //= dim
    return tuple(reversed(index))


def store_probe(clause: pr.Monotone) -> StoreProbe:
    return StoreProbe(clause.slot, clause.mark, clause.may_rise)

