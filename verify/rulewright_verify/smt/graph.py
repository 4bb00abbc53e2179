"""The paths between locations, each as one relation over situations.

`Paths` explores the locations from the start. From each it runs every option and outcome, free,
through the automatic nodes to the next location. The path condition, the situation at the end, the
obligations on the way and what was watched make an `Edge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

import z3

from rulewright.ir.expression_printer import shown_expr
from rulewright.ir.graph import reachable
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import (
    Auto,
    Branch,
    Chance,
    Choice,
    Deal,
    Expr,
    Final,
    Gate,
    Life,
    Not,
    System,
)
from rulewright_verify.smt.decisions import Decisions
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.handles import beyond_following
from rulewright_verify.smt.locations import Location, control_slots, cut_nodes
from rulewright_verify.smt.path import Asked, Change, Decision, Look, Obligation, Path
from rulewright_verify.smt.situation import (
    Situation,
    empty_entries,
    fresh_situation,
    initial_situation,
    range_conditions,
    totals_of,
)
from rulewright_verify.smt.statements import Statements, Watch
from rulewright_verify.smt.terms import Cond, assert_all, conjuncts, negated


@dataclass(frozen=True)
class Edge:
    """One path from `source` (None: the start of the game) to `target`, where `situation` lies."""

    source: Location | None
    target: Location
    conds: tuple[Cond, ...]
    lazy: frozenset[int]  # the numbers of conditions that a proof is given only if it needs them
    situation: Situation
    obligations: tuple[Obligation, ...]
    looks: tuple[Look, ...]
    changes: tuple[Change, ...]
    asked: tuple[Asked, ...]
    decision: Decision | None


@dataclass
class CutGraph:
    """All locations that a path of the graph leads to, any situation at each, and the edges."""

    system: System
    encoder: Encoder
    at: dict[Location, Situation] = field(default_factory=dict)
    ranges: dict[Location, list[Cond]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)

    def ranges_at(self, location: Location | None) -> list[Cond]:
        """What the declared ranges say at a location (None: at the start of the game)."""
        return self.encoder.open_ranges if location is None else self.ranges[location]

    def edges_from(self, source: Location | None) -> list[Edge]:
        return [edge for edge in self.edges if edge.source == source]


# More locations or edges than this are beyond proofs by induction.
MOST_LOCATIONS = 300
MOST_EDGES = 3000
# From a location with more paths than this, loop heads become locations, too.
MOST_PATHS = 200
RLIMIT_TO_PRUNE = 200_000


def cut_graph(
    encoder: Encoder,
    watch: Watch | None = None,
    probes: Mapping[int, Iterable[Expr]] | None = None,
    *,
    loop_heads: bool = False,
) -> CutGraph:
    """The locations and edges of a system; `probes` are expressions that a claim reads at a node.

    A system that is beyond this engine is refused before any work is done.
    """
    refuse_what_is_not_encoded(encoder.system)
    cuts = cut_nodes(encoder.system, loop_heads=loop_heads)
    while True:
        try:
            return _Explorer(encoder, watch or Watch(), probes or {}, cuts).explore()
        except _TooManyPaths:
            cuts = cuts | cut_nodes(encoder.system, loop_heads=True)
        except Cycle as cycle:
            cuts = cuts | {cycle.node}


def refuse_what_is_not_encoded(system: System) -> None:
    """Names that follow things which are moved all at once are not encoded."""
    alive = reachable(system)
    if any(node.id in alive and beyond_following(system, node) for node in system.nodes):
        raise Unsupported("names that follow things which are moved all at once")


class _TooManyPaths(Exception):
    pass


class Cycle(Exception):
    """An automatic run may come back to a node, so a cut is needed there."""

    def __init__(self, node: int) -> None:
        super().__init__(node)
        self.node = node


class Walker:
    """Runs paths to the next location."""

    def __init__(
        self, encoder: Encoder, watch: Watch, probes: Mapping[int, Iterable[Expr]], cuts: frozenset[int]
    ) -> None:
        self.encoder = encoder
        self.system = encoder.system
        self.watch = watch
        self.cuts = cuts
        self.control = control_slots(self.system)
        self.live = live_at_nodes(self.system, probes=probes)
        self.statements = Statements(encoder, watch, self.live)
        self.decisions = Decisions(encoder, self.statements)

    def from_start(self) -> Iterator[tuple[Location, Path]]:
        """The paths from the start of the game."""
        yield from self.onwards(Path(initial_situation(self.system, self.encoder.constants)), self.system.entry)

    def from_node(self, node: int, situation: Situation) -> Iterator[tuple[Location, Path]]:
        """The paths from a location, with every option and outcome."""
        here = self.system.nodes[node]
        match here:
            case Choice():
                for path, target in self.decisions.of_choice(here, situation):
                    yield from self.onwards(path, target)
            case Chance():
                for path, target in self.decisions.of_chance(here, situation):
                    yield from self.onwards(path, target)
            case Deal():
                for path, target in self.decisions.of_deal(here, situation):
                    yield from self.onwards(path, target)
            case Final():
                return
            case Auto() | Gate() | Branch():
                yield from self._through(Path(situation), node)
            case _:
                assert_never(here)

    def onwards(self, path: Path, node: int) -> Iterator[tuple[Location, Path]]:
        """Run on until the next location."""
        if path.is_impossible:
            return
        if self._stops(path, node):
            path.node = node
            if node in self.watch.gates:
                path.look()
            location = self.location(node, path)
            path.situation = self.forgotten(path.situation, node)
            yield location, path
        else:
            yield from self._through(path, node)

    def _stops(self, path: Path, node: int) -> bool:
        """Whether a location is reached; a loop head that only counts is none, unless met unchanged."""
        here = self.system.nodes[node]
        if not isinstance(here, Branch):
            return node in self.cuts
        arrival = (node, tuple(path.situation.slots[name][0] for name in sorted(self.control)))
        is_back = arrival in path.passed
        path.passed = path.passed | {arrival}
        if node not in self.cuts:
            if is_back:
                raise Cycle(node)
            return False
        return is_back or not isinstance(self.encoder.condition(here.cond, path.situation, {}), bool)

    def location(self, node: int, path: Path) -> Location:
        values = []
        for name in sorted(self.control & self.live[node]):
            value = path.situation.slots[name][0]
            if not isinstance(value, int):
                raise AssertionError(f"control slot {name} is not known at node {node}")
            values.append((name, value))
        return Location(node, tuple(values))

    def forgotten(self, situation: Situation, node: int) -> Situation:
        """Frame slots and zones that no path reads any more hold nothing."""
        slots = dict(situation.slots)
        for name, slot in self.system.slots.items():
            if slot.life is Life.FRAME and name not in self.live[node]:
                slots[name] = (slot.lo,) * len(slots[name])
        zones, totals = dict(situation.zones), dict(situation.totals)
        for name in self.dead_zones(node):
            zones[name] = empty_entries(self.system, name)
            totals.update(totals_of({name: zones[name]}))
        return Situation(slots, zones, totals)

    def dead_zones(self, node: int) -> frozenset[str]:
        return frozenset(
            name
            for name, zone in self.system.zones.items()
            if zone.life is Life.FRAME and name not in self.live[node]
        )

    def any_situation(self, location: Location, tag: str) -> Situation:
        """All that the declared ranges allow at a location."""
        fixed = {
            name: (slot.lo,) * len(slot.initial)
            for name, slot in self.system.slots.items()
            if slot.life is Life.FRAME and name not in self.live[location.node]
        }
        fixed.update({name: (value,) for name, value in location.control})
        return fresh_situation(self.system, tag, fixed, self.dead_zones(location.node))

    def _through(self, path: Path, node: int) -> Iterator[tuple[Location, Path]]:
        here = self.system.nodes[node]
        path.node = node
        if node in self.watch.gates:
            path.look()
        match here:
            case Auto():
                for after in self.statements.run(here.stmts, path):
                    yield from self.onwards(after, here.next)
            case Gate():
                yield from self.onwards(path, here.next)
            case Branch():
                cond = path.known(self.encoder.condition(here.cond, path.situation, {}))
                if isinstance(cond, bool):
                    yield from self.onwards(path, here.then if cond else here.otherwise)
                    return
                other = path.split()
                path.assume(cond)
                path.asked = (*path.asked, Asked(here.cond, shown_expr(here.cond)))
                yield from self.onwards(path, here.then)
                other.assume(negated(cond))
                other.asked = (*other.asked, Asked(Not(here.cond), shown_expr(Not(here.cond))))
                yield from self.onwards(other, here.otherwise)
            case _:
                raise AssertionError(f"node {node} is a rest inside an automatic run")


class _Explorer:
    def __init__(
        self, encoder: Encoder, watch: Watch, probes: Mapping[int, Iterable[Expr]], cuts: frozenset[int]
    ) -> None:
        self.walker = Walker(encoder, watch, probes, cuts)
        self.may_split = not cuts >= cut_nodes(encoder.system, loop_heads=True)
        self.found = CutGraph(encoder.system, encoder)

    def explore(self) -> CutGraph:
        pending: list[Location] = []
        self._add(None, self.walker.from_start(), pending)
        while pending:
            location = pending.pop(0)
            situation = self.found.at[location]
            self._add(location, self.walker.from_node(location.node, situation), pending)
        return self.found

    def _add(
        self, source: Location | None, paths: Iterator[tuple[Location, Path]], pending: list[Location]
    ) -> None:
        for n_paths, (target, path) in enumerate(paths):
            if self.may_split and n_paths > MOST_PATHS:
                raise _TooManyPaths
            if not self._is_possible(source, path):
                continue
            if target not in self.found.at:
                situation = self.walker.any_situation(target, f"{len(self.found.at)}:")
                self.found.at[target] = situation
                self.found.ranges[target] = [
                    *self.found.encoder.open_ranges, *range_conditions(self.found.system, situation)
                ]
                pending.append(target)
                if len(self.found.at) > MOST_LOCATIONS or len(self.found.edges) > MOST_EDGES:
                    raise Unsupported("a game with so many places")
            self.found.edges.append(edge_of(source, target, path))

    def _is_possible(self, source: Location | None, path: Path) -> bool:
        """Not if the conditions of its branches exclude each other; a doubt counts as possible."""
        solver = z3.SimpleSolver()
        solver.set("rlimit", RLIMIT_TO_PRUNE)
        assert_all(solver, conjuncts(self.found.ranges_at(source)))
        assert_all(solver, conjuncts([cond for i, cond in enumerate(path.conds) if i not in path.lazy]))
        return bool(solver.check() != z3.unsat)


def edge_of(source: Location | None, target: Location, path: Path) -> Edge:
    return Edge(
        source,
        target,
        tuple(path.conds),
        frozenset(path.lazy),
        path.situation,
        tuple(path.obligations),
        tuple(path.looks),
        tuple(path.changes),
        path.asked,
        path.decision,
    )
