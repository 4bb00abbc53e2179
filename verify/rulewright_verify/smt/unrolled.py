"""All plays of a game up to a depth, as one formula.

At each depth there is, for each location, one situation: that of the play which is there. A path
from it has a literal, "this is the way that the play takes"; where several ways lead to a location,
its situation is chosen by their literals. What is the same on all ways stays a plain number, so most
of the formula folds away. Every deal and every decision is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import z3

from rulewright.ir.graph import is_rest
from rulewright.ir.nodes import Chance, Choice, Expr, Form, Places, System
from rulewright.ir.walk import descendants
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.graph import Cycle, Walker, refuse_what_is_not_encoded
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.path import Path
from rulewright_verify.smt.situation import Situation, merged
from rulewright_verify.smt.statements import Watch
from rulewright_verify.smt.terms import Cond, as_term, some


class TooLate(Exception):
    """The time for all steps is used up."""


@dataclass(frozen=True)
class Arrived:
    """The situation of the play at a location, if `reached`."""

    location: Location
    situation: Situation
    reached: Cond


@dataclass(frozen=True)
class Way:
    """A path that the play takes at some depth if `taken`; `source` None: the start."""

    source: Arrived | None
    target: Location
    path: Path
    taken: z3.BoolRef


@dataclass
class Unrolled:
    """The plays of up to `depth` steps. Raises `TooLate` in the middle of a step when `is_late` says so."""

    encoder: Encoder
    watch: Watch
    probes: Mapping[int, Iterable[Expr]]
    is_late: Callable[[], bool] = lambda: False
    ways: list[list[Way]] = field(default_factory=list)
    arrived: list[list[Arrived]] = field(default_factory=list)

    def __post_init__(self) -> None:
        refuse_what_is_not_encoded(self.encoder.system)
        _refuse_choices_among_marked_things(self.encoder.system)
        self._cuts = frozenset(node.id for node in self.encoder.system.nodes if is_rest(node))

    def deepen(self) -> Iterator[z3.BoolRef]:
        """One step more; gives what holds of every play that goes so far."""
        ways = list(self._next_ways())
        self.ways.append(ways)
        taken = [way.taken for way in ways]
        yield z3.Or(taken) if taken else z3.BoolVal(False)
        if len(taken) > 1:
            yield z3.AtMost(*taken, 1)
        for way in ways:
            if way.source is not None and way.source.reached is not True:
                yield z3.Implies(way.taken, as_term(way.source.reached))
            for cond in way.path.conds:
                if cond is not True:
                    yield z3.Implies(way.taken, as_term(cond))
        self.arrived.append(list(_arrivals(ways)))

    def _next_ways(self) -> Iterator[Way]:
        depth = len(self.ways)
        sources: list[Arrived | None] = [None] if depth == 0 else list(self.arrived[-1])
        number = 0
        for source in sources:
            for target, path in self._paths(source):
                if not path.is_impossible:
                    yield Way(source, target, path, z3.Bool(f"way {depth}.{number}"))
                    number += 1

    def _paths(self, source: Arrived | None) -> list[tuple[Location, Path]]:
        while True:
            walker = Walker(self.encoder, self.watch, self.probes, self._cuts)
            try:
                if source is None:
                    return list(self._in_time(walker.from_start()))
                return list(self._in_time(walker.from_node(source.location.node, source.situation)))
            except Cycle as cycle:
                self._cuts = self._cuts | {cycle.node}

    def _in_time(self, paths: Iterable[tuple[Location, Path]]) -> Iterator[tuple[Location, Path]]:
        for each in paths:
            if self.is_late():
                raise TooLate
            yield each


def _arrivals(ways: list[Way]) -> Iterator[Arrived]:
    by_location: dict[Location, list[Way]] = {}
    for way in ways:
        by_location.setdefault(way.target, []).append(way)
    for location, into in by_location.items():
        situation = into[-1].path.situation
        for way in reversed(into[:-1]):
            situation = merged(way.taken, way.path.situation, situation)
        yield Arrived(location, situation, some(way.taken for way in into))


def _refuse_choices_among_marked_things(system: System) -> None:
    """Their places are sorted at each rest, here they are not: a choice by place could not be replayed."""
    for node in system.nodes:
        if isinstance(node, Choice | Chance):
            for part in descendants(node):
                if isinstance(part, Places) and system.zones[part.zone.zone].form is Form.MARKED:
                    raise Unsupported("a choice among marked things")
