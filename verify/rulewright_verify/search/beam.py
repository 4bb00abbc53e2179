"""Beam search: of all states that can be reached in one step more, the most promising are kept.

Most of a layer is kept for its small distance from the goal, the rest at random, so that a distance that
says nothing for a while does no harm. States come once in a search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import nsmallest
from random import Random

from rulewright_verify.search.walk import Step, Walk

Late = Callable[[], bool]
"""Whether time is up."""

SHARE_AT_RANDOM = 4
"""One state in so many is kept at random."""


@dataclass(frozen=True, slots=True)
class Beam:
    """How wide and how deep a search goes."""

    width: int
    depth: int


@dataclass
class Search:
    """One beam search from the start for the first target of a walk; its first guide leads.

    `n_states`: how many different states were met.
    """

    walk: Walk
    beam: Beam
    rng: Random
    late: Late

    def __post_init__(self) -> None:
        start = self.walk.start()
        self.came_from: dict[int, tuple[int, Step]] = {}
        self.layer = [start]
        self.seen = {start}

    @property
    def n_states(self) -> int:
        return len(self.seen)

    def run(self) -> tuple[Step, ...] | None:
        """The steps to the first state or place found that meets the target."""
        (start,) = self.layer
        if self.walk.met(start):
            return ()
        for _ in range(self.beam.depth):
            candidates: list[int] = []
            for state in self.layer:
                steps = self._expanded(state, candidates)
                if steps is not None:
                    return steps
                if self.late():
                    return None
            self.layer = self._kept(candidates)
            if not self.layer:
                return None
        return None

    def _expanded(self, state: int, candidates: list[int]) -> tuple[Step, ...] | None:
        """Look at what follows on a state; the steps of the play if the target is met there."""
        walk = self.walk
        n_samples = max(1, self.beam.width // len(self.layer))
        ways = walk.steps(state, self.rng, n_samples)
        for _, step in walk.met_on_the_way(state):
            return (*self._path(state), step)
        if not ways and walk.stuck(state):
            return self._path(state)
        for step, after in ways:
            if after in self.seen:
                continue
            self.seen.add(after)
            self.came_from[after] = (state, step)
            if walk.met(after):
                return self._path(after)
            candidates.append(after)
        return None

    def _kept(self, candidates: list[int]) -> list[int]:
        if len(candidates) <= self.beam.width:
            return candidates
        guide, random = self.walk.guides[0], self.rng.random
        n_at_random = self.beam.width // SHARE_AT_RANDOM
        ranked = [(guide(state), random(), state) for state in candidates]
        best = [state for _, _, state in nsmallest(self.beam.width - n_at_random, ranked)]
        others = sorted(set(candidates) - set(best))
        return best + self.rng.sample(others, min(n_at_random, len(others)))

    def _path(self, state: int) -> tuple[Step, ...]:
        steps: list[Step] = []
        while state in self.came_from:
            state, step = self.came_from[state]
            steps.append(step)
        return tuple(reversed(steps))
