"""Many plays at random, to refute claims cheaply before a solver is asked.

At each rest all that could be done is looked at, though only one of it is done: a play of n decisions
looks at the neighbourhood of n situations. What is found is made short afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import process_time

from rulewright.ir.nodes import System
from rulewright_verify.search.replay import replayed
from rulewright_verify.search.shorten import shortened
from rulewright_verify.search.targets import FoundPlay, Target
from rulewright_verify.search.walk import Step, Walk

MOST_STEPS = 2000
"""Of one play; then another begins."""

SHARE_FOR_PLAYS = 0.6
"""Of the time; what is left goes to making what was found shorter."""


@dataclass(frozen=True, slots=True)
class RandomPlays:
    """What many plays showed: for each target the shortest play found, or None, which proves nothing.

    `n_plays` came to an end, or to what was looked for. `n_states` counts situations looked at, each as often as it was
    met. `seen`: which of the targets that were only watched for came about.
    """

    found: tuple[FoundPlay | None, ...]
    n_plays: int
    n_states: int
    seen: tuple[bool, ...] = ()


def random_refutation(
    system: System,
    targets: Sequence[Target],
    *,
    seed: int = 0,
    budget_seconds: float = 2.0,
    most_plays: int = 10_000,
    watched: Sequence[Target] = (),
    least_plays: int = 0,
    most_seconds: float = 0.0,
) -> RandomPlays:
    """Play at random until every target is met, or time or plays are over. For what is `watched` nobody waits.

    Until there are `least_plays`, up to `most_seconds` are used, even if the budget is less. Seconds are those of the
    processor, so that a busy machine plays no fewer games.
    """
    walk = Walk(system, [*targets, *watched])  # large games take a while to be compiled; the budget is for plays
    started = process_time()
    playing = _Playing(
        walk, len(targets), Random(seed), started + budget_seconds * SHARE_FOR_PLAYS, least_plays,
        started + most_seconds,
    )
    while playing.open and playing.n_plays < most_plays and not playing.is_late():
        playing.play()
    steps_found = sorted((number, steps) for number, steps in playing.found.items() if number < len(targets))
    found: list[FoundPlay | None] = [None] * len(targets)
    for done, (number, steps) in enumerate(steps_found):
        target = targets[number]
        share = (started + budget_seconds - process_time()) / (len(steps_found) - done)
        steps = shortened(system, target, steps, seed=seed, budget_seconds=share)
        found[number] = replayed(system, target, steps, n_states=playing.n_states)
    seen = tuple(len(targets) + number in playing.found for number in range(len(watched)))
    return RandomPlays(tuple(found), playing.n_plays, playing.n_states, seen)


class _Playing:
    """Plays under way. `found`: for each target that was met the shortest way there so far."""

    def __init__(
        self, walk: Walk, n_targets: int, rng: Random, ends: float, least_plays: int, last_ends: float
    ) -> None:
        self.walk = walk
        self.rng = rng
        self.ends = ends
        self.least_plays = least_plays
        self.last_ends = last_ends
        self.found: dict[int, tuple[Step, ...]] = {}
        self.open = set(range(n_targets))
        self.n_plays = 0
        self.n_states = 0

    def is_late(self) -> bool:
        now = process_time()
        return now > self.ends and (self.n_plays >= self.least_plays or now > self.last_ends)

    def play(self) -> None:
        """One play from the start; it counts unless time ends it."""
        self.n_plays += self._played()

    def _played(self) -> bool:
        state = self.walk.start()
        path: list[Step] = []
        self._note(self.walk.met(state), path)
        for _ in range(MOST_STEPS):
            ways = self.walk.steps(state, self.rng, 1)
            self.n_states += len(ways)
            for number, step in self.walk.met_on_the_way(state):
                self._note([number], [*path, step])
            if not ways:
                self._note(self.walk.stuck(state), path)
                return True
            for step, after in ways:
                met = self.walk.met(after)
                if met:
                    self._note(met, [*path, step])
            if not self.open:
                return True
            if self.is_late():
                return False
            step, state = self._one_of(state, ways)
            path.append(step)
        return True

    def _one_of(self, state: int, ways: list[tuple[Step, int]]) -> tuple[Step, int]:
        if not self.walk.is_luck(state) or len(ways) == 1:
            return self.rng.choice(ways)
        weights = self.walk.machine.weights(state)
        # Luck of which only a sample was looked at is already drawn by weight.
        return self.rng.choices(ways, weights)[0] if len(weights) == len(ways) else self.rng.choice(ways)

    def _note(self, numbers: Sequence[int], path: Sequence[Step]) -> None:
        for number in numbers:
            if number not in self.found or len(path) < len(self.found[number]):
                self.found[number] = tuple(path)
            self.open.discard(number)
