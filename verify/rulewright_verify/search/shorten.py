"""A play that was found, made shorter: by other luck, and by a breadth-first look around each of its states.

The result meets the same target. It is not claimed to be shortest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic

from rulewright.ir.nodes import System
from rulewright_verify.search.beam import Beam, Search
from rulewright_verify.search.distance import nearest
from rulewright_verify.search.targets import Target
from rulewright_verify.search.walk import Step, Walk

N_AROUND = 3000
"""States looked at around one state of the play."""

N_IN_ALL = 60_000
"""States looked at around all of them. Both limits are numbers, so that the same play comes out each time."""

DEEPEST = 128
"""Depth of the last beams."""


def shortened(
    system: System, target: Target, steps: Sequence[Step], *, seed: int = 0, budget_seconds: float
) -> tuple[Step, ...]:
    """A play no longer than `steps` that meets the target, too."""
    ends = monotonic() + budget_seconds
    conds = [place.value for place in target.places] + ([target.rests] if target.rests is not None else [])
    walk = Walk(system, [target], [nearest(system, conds)])
    best = tuple(steps)
    for number, beam in enumerate(_shallow_first(min(len(best) - 1, DEEPEST))):
        walk.machine.forget_sightings()
        found = Search(walk, beam, Random(f"{seed} {number}"), lambda: monotonic() > ends).run()
        if found is not None:
            best = found
            break
        if monotonic() > ends:
            return best
    return _Around(walk, ends, Random(seed)).shorter(best)


def _shallow_first(most: int) -> Iterator[Beam]:
    depth = 4
    while depth < most:
        yield Beam(24, depth)
        depth *= 2
    if most >= 0:
        yield Beam(24, most)
        yield Beam(100, most)


class _Around:
    """Looks for shorter ends, from the first state of a play on."""

    def __init__(self, walk: Walk, ends: float, rng: Random) -> None:
        self.walk = walk
        self.ends = ends
        self.rng = rng
        self.n_left = N_IN_ALL

    def shorter(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        states = self._states(steps)
        for i, state in enumerate(states):
            if i >= len(steps) or self.n_left <= 0 or monotonic() > self.ends:
                break
            rest = self._around(state, len(steps) - i - 1)
            if rest is not None:
                return self.shorter((*steps[:i], *rest))
        return steps

    def _states(self, steps: tuple[Step, ...]) -> list[int]:
        state = self.walk.start()
        states = [state]
        for step in steps[:-1]:
            state = self.walk.behind(state, step)
            states.append(state)
        return states

    def _around(self, start: int, depth: int) -> tuple[Step, ...] | None:
        """A way from `start` to the target in at most `depth` steps, of few states."""
        self.walk.machine.forget_sightings()
        if self.walk.met(start):
            return ()
        layer: list[tuple[int, tuple[Step, ...]]] = [(start, ())]
        seen = {start}
        for _ in range(depth):
            following: list[tuple[int, tuple[Step, ...]]] = []
            for state, path in layer:
                ways = self.walk.steps(state, self.rng, 1)
                self.n_left -= len(ways)
                for _, step in self.walk.met_on_the_way(state):
                    return (*path, step)
                if not ways and self.walk.stuck(state):
                    return path
                for step, after in ways:
                    if after not in seen:
                        seen.add(after)
                        if self.walk.met(after):
                            return (*path, step)
                        following.append((after, (*path, step)))
                if len(seen) > N_AROUND or monotonic() > self.ends:
                    return None
            layer = following
        return None
