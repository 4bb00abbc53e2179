"""Walking through packed states of a game that may be far too large to enumerate.

Decisions are all looked at; deals, which may have millions of outcomes, are sampled. A `Walk` knows which
of its targets are met in a state, and which were met on the way to one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.machine import GateProbe, Probe, compile_machine
from rulewright.interpreter.players import play_luck
from rulewright.interpreter.state import State
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, System
from rulewright_verify.search.targets import Target
from rulewright_verify.search.watch import Watch, regions_around, watching

Step: TypeAlias = int | tuple[int, ...]
"""How a state goes on: the number of its alternative, or how many of each kind are dealt."""

Look: TypeAlias = tuple[int, Callable[[int], int]]
"""The number of a target, and the condition that meets it."""

ALL_OUTCOMES = 48
"""Luck with more outcomes than this is sampled, too."""


class Walk:
    """The states of a system, with what is met in them. `guides` are expressions to be evaluated anywhere."""

    def __init__(self, system: System, targets: Sequence[Target], guides: Sequence[Expr] = ()) -> None:
        self.system = system
        self.targets = tuple(targets)
        at_rests = [(n, target.rests) for n, target in enumerate(targets) if target.rests is not None]
        self._probes = list(_probes(self.targets))
        self.machine = compile_machine(
            system, probes=[probe for _, probe, _ in self._probes],
            predicates=(*(expr for _, expr in at_rests), *guides),
        )
        self.reference = watching(system, self.targets)
        self.guides = tuple(self.machine.predicate(len(at_rests) + i) for i in range(len(guides)))
        looks = [(target, self.machine.predicate(i)) for i, (target, _) in enumerate(at_rests)]
        self._mask = self.machine.place_mask
        self._looks: list[list[Look]] = [[] for _ in range(self._mask + 1)]
        self._stuck: dict[int, list[int]] = {}
        self._breaks = [n for n, target in enumerate(targets) if target.breaks_down]
        self._met_dealing: list[tuple[int, Step]] = []
        self._deals: set[int] = set()
        self._chances: set[int] = set()
        for place in self.machine.plan.places.values():
            node = system.nodes[place.node]
            if self.machine.looked_at[place.number]:
                self._looks[place.number] = looks
            match node:
                case ir.Choice():
                    inside = regions_around(system, node.region)
                    self._stuck[place.number] = [n for n, target in enumerate(targets) if target.stuck & inside]
                case ir.Deal():
                    self._deals.add(place.number)
                case ir.Chance():
                    self._chances.add(place.number)

    def start(self) -> int:
        return self.machine.initial()

    def steps(self, state: int, rng: Random, n_samples: int) -> list[tuple[Step, int]]:
        """How the play can go on; of luck with many outcomes only some, which may come twice."""
        at = state & self._mask
        if at in self._deals:
            return [self._dealt(state, rng) for _ in range(n_samples)]
        targets = self.machine.by_place[at](state)
        if at in self._chances and len(targets) > ALL_OUTCOMES:
            numbers = rng.choices(range(len(targets)), self.machine.weights(state), k=n_samples)
            return [(number, targets[number]) for number in numbers]
        return list(enumerate(targets))

    def behind(self, state: int, step: Step) -> int:
        """Where a step leads."""
        if isinstance(step, tuple):
            before = self.machine.decode(state)
            way = self.reference.dealt(before, step)
            return self.machine.encode(self.reference.run(before, way))
        return self.machine.by_place[state & self._mask](state)[step]

    def is_luck(self, state: int) -> bool:
        return state & self._mask in self._chances

    def met(self, state: int) -> list[int]:
        """The targets that a rest meets; for those that look for somebody stuck, see `stuck`."""
        at = state & self._mask
        found = [number for number, holds in self._looks[at] if holds(state)]
        return [*found, *self._breaks] if at == self.machine.plan.fail_place else found

    def stuck(self, state: int) -> list[int]:
        """The targets that are met by a state from which no step leads on."""
        return self._stuck.get(state & self._mask, [])

    def met_on_the_way(self, state: int) -> list[tuple[int, Step]]:
        """The targets that were met on the ways out of a state when these were looked at, and the step that does it.

        Each target is told once; so whoever looks at the steps of a state asks here before he goes on.
        """
        found = self._met_dealing
        if found:
            self._met_dealing = []
        if not self.machine.sightings:
            return found
        numbers = dict.fromkeys(
            self._probes[seen.probe][0] for seen in self.machine.sightings
            if seen.value == self._probes[seen.probe][2]
        )
        self.machine.sightings.clear()
        steps = ((number, self._step_that_meets(state, number)) for number in numbers)
        return [*found, *((number, step) for number, step in steps if step is not None)]

    def _step_that_meets(self, state: int, target: int) -> Step | None:
        before = self.machine.decode(state)
        for number, way in enumerate(self.reference.alternatives(before)):
            watch = Watch(self.reference, self.targets)
            self.reference.run(before, way, watch)
            if target in watch.met:
                return number
        return None

    def _dealt(self, state: int, rng: Random) -> tuple[Step, int]:
        before = self.machine.decode(state)
        way = play_luck(self.reference, before, rng)
        step = drawn(self.system, before, way)
        watch = Watch(self.reference, self.targets)
        after = self.machine.encode(self.reference.run(before, way, watch))
        self._met_dealing += [(number, step) for number in sorted(watch.met)]
        return step, after


def _probes(targets: Sequence[Target]) -> Iterator[tuple[int, Probe, int]]:
    """For each target what machines watch, and the value that meets it."""
    for number, target in enumerate(targets):
        for place in target.places:
            yield number, GateProbe(place.node, place.value), 1
        if target.store is not None:
            yield number, target.store, 0


def drawn(system: System, state: State, way: Alternative) -> tuple[int, ...]:
    """How many of each kind are dealt."""
    node = system.nodes[state.place]
    assert isinstance(node, ir.Deal)
    counts = [0] * len(system.kinds[system.zones[node.source.zone].kinds].copies)
    for _, kind, _ in way.bindings:
        counts[kind] += 1
    return tuple(counts)
