"""Breadth-first search over the states of a machine.

Every state is found by a shortest play, and keeps the state before it. Plays end where nobody can
go on: at an end of the game, a breakdown, or a choice without an option (a dead end).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rulewright.interpreter.machine import End, Machine, Sighting, compile_machine
from rulewright.ir.nodes import System
from rulewright.ir.values import printed
from rulewright_verify.explicit.budget import Budget, Ended, Meter, used_memory

CHUNK = 10_000
"""States between two looks at the budget."""

Parents = dict[int, int | None]

Frontier = list[list[int]]
"""States of one depth, by the numbers of their places."""

Progress = Callable[[int, int], None]
"""Told now and then: the number of states, and up to how many steps all plays were followed."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A probe had a value for the first time: on a transition out of `source` (None: in the opening)."""

    sighting: Sighting
    source: int | None


class Watcher(Protocol):
    """Looks at new states, level by level; may end the search by saying that it is content."""

    def look(self, states: Sequence[int], seen: Sequence[Seen]) -> bool:
        """Look at the states of one depth, and at all that probes saw so far; whether that is enough."""
        ...


@dataclass(frozen=True)
class Exploration:
    """What a search found. `parents` holds each state in the order in which it was found.

    `levels[d]` is the number of states found within d steps. All states at a depth below `depth` have been
    followed; all of them, if `complete`.
    """

    machine: Machine
    parents: Parents = field(repr=False)
    levels: tuple[int, ...] = field(repr=False)
    transitions: int
    ends: Mapping[int, int] = field(repr=False)
    first_ends: Mapping[int, int] = field(repr=False)
    seen: tuple[Seen, ...] = field(repr=False)
    ended: Ended
    seconds: float
    bytes_per_state: float

    @property
    def complete(self) -> bool:
        """Whether every state was seen."""
        return self.ended is Ended.COMPLETE

    @property
    def states(self) -> int:
        return len(self.parents)

    @property
    def depth(self) -> int:
        """The number of steps to the states that lie deepest."""
        return len(self.levels) - 1

    @property
    def ends_found(self) -> Iterator[tuple[End, int, int]]:
        """How plays end, how many states are such ends, and the first of them."""
        for number, n_states in self.ends.items():
            yield self.machine.described_end(number), n_states, self.first_ends[number]

    @property
    def dead_ends(self) -> int:
        """The number of states in which somebody must choose and cannot."""
        return sum(n for end, n, _ in self.ends_found if is_stuck(end))

    @property
    def ends_by_outcome(self) -> dict[str, int]:
        """The number of states in which plays end, by how they end."""
        found: Counter[str] = Counter()
        for end, n_states, _ in self.ends_found:
            found[outcome_of(self.machine.system, end)] += n_states
        return dict(found.most_common())

    def path_to(self, state: int) -> list[int]:
        """The states of a shortest play to `state`, the first one included."""
        path: list[int] = []
        here: int | None = state
        while here is not None:
            path.append(here)
            here = self.parents[here]
        return path[::-1]


def explore(
    system: System,
    *,
    max_states: int | None = 5_000_000,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Exploration:
    """Every state of a system, within a budget."""
    budget = budget or Budget(states=max_states)
    return search(compile_machine(system), budget=budget, progress=progress)


def search(
    machine: Machine,
    *,
    budget: Budget | None = None,
    watchers: Sequence[Watcher] = (),
    progress: Progress | None = None,
    start: int | None = None,
) -> Exploration:
    """Breadth first from the machine's first rest (or `start`) until nothing is new, all watchers are content,
    or the budget is used up. Ctrl-C ends the search; what was found until then is kept."""
    return _Search(machine, budget or Budget(), watchers, progress).run(machine.initial() if start is None else start)


class _Search:
    def __init__(
        self, machine: Machine, budget: Budget, watchers: Sequence[Watcher], progress: Progress | None
    ) -> None:
        self.machine = machine
        self.meter = Meter(budget)
        self.watchers = list(watchers)
        self.progress = progress
        self.parents: Parents = {}
        self.transitions = 0
        self.depth = 0
        self.ends: Counter[int] = Counter()
        self.first_ends: dict[int, int] = {}
        self.seen: list[Seen] = []

    def run(self, start: int) -> Exploration:
        memory_before = used_memory()
        self._collect(None)
        self.parents[start] = None
        levels = [1]
        ended = Ended.COMPLETE
        try:
            frontier = self._by_place()
            frontier[start & self.machine.place_mask].append(start)
            while any(frontier):
                if self._content(frontier):
                    ended = Ended.DECIDED
                    break
                found, stopped = self._follow(frontier)
                if any(found):
                    levels.append(len(self.parents))
                if stopped is not None:
                    ended = stopped
                    break
                frontier = found
                self.depth += 1
        except KeyboardInterrupt:
            ended = Ended.INTERRUPTED
        used = max(0, used_memory() - memory_before)
        return Exploration(
            self.machine, self.parents, tuple(levels), self.transitions, dict(self.ends), self.first_ends,
            tuple(self.seen), ended, self.meter.seconds, used / len(self.parents),
        )

    def _by_place(self) -> Frontier:
        return [[] for _ in range(self.machine.place_mask + 1)]

    def _content(self, frontier: Frontier) -> bool:
        """Let the watchers look at new states; whether all of them are content."""
        if not self.watchers:
            return False
        states = [state for place in frontier for state in place]
        self.watchers = [watcher for watcher in self.watchers if not watcher.look(states, self.seen)]
        return not self.watchers

    def _follow(self, frontier: Frontier) -> tuple[Frontier, Ended | None]:
        """The states one step further, place by place, in chunks; and the limit that was reached on the way."""
        found = self._by_place()
        pushes = [place.append for place in found]
        left = sum(map(len, frontier))
        for number, states in enumerate(frontier):
            for begin in range(0, len(states), CHUNK):
                chunk = states[begin : begin + CHUNK]
                self._expand(number, chunk, pushes)
                left -= len(chunk)
                if self.progress is not None:
                    self.progress(len(self.parents), self.depth)
                exceeded = self.meter.exceeded(len(self.parents))
                if exceeded is not None and (left or any(found)):
                    return found, exceeded
        return found, None

    def _expand(self, number: int, states: Sequence[int], pushes: Sequence[Callable[[int], None]]) -> None:
        """Follow all transitions out of some states of one place."""
        visit = self.machine.visitor(number)
        ends: list[int] = []
        if visit is None:
            ends.extend(states)
        else:
            self.transitions += visit(states, self.parents, pushes, ends, self._collect)
        for state in ends:
            end = self.machine.end_of(state)
            self.ends[end] += 1
            self.first_ends.setdefault(end, state)

    def _collect(self, source: int | None) -> None:
        if not self.machine.sightings:
            return
        self.seen.extend(Seen(sighting, source) for sighting in self.machine.sightings)
        self.machine.sightings.clear()


def is_stuck(end: End) -> bool:
    """Whether somebody must choose and cannot."""
    return end.winners is None and end.failure is None


def outcome_of(system: System, end: End) -> str:
    """How a play ended, in a few words."""
    if end.failure is not None:
        return f"broken down: {end.failure.reason.value} ({end.failure.subject})"
    if end.winners is None:
        return f"stuck in {system.regions[system.nodes[end.node].region].address}"
    names = [printed(system.players, system.players.lo + p) for p, wins in enumerate(end.winners) if wins]
    return f"won by {', '.join(names)}" if names else "won by nobody"
