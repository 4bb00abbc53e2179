"""Games, chunk by chunk. A chunk has a seed of its own, so what happens in it hangs on nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from rulewright.interpreter.playout import BROKEN, CUT_OFF, ENDED, STUCK, PlayEnd, Playout
from rulewright_verify.simulation.statistics import Sample

CHUNK, SLOW_CHUNK = 50, 4
"""Games of one seed: of players who think there are few, so that all cores have some and a limit of time is kept."""


class Player(Protocol):
    """Plays whole games."""

    @property
    def playout(self) -> Playout:
        """The code of the game."""
        ...

    def play(self, rng: Random, max_moves: int, number: int = 0) -> PlayEnd:
        """Game `number` from the start."""
        ...

    def moved(self, number: int) -> int:
        """By how many seats everybody has moved in a game."""
        ...


@dataclass(slots=True)
class Tally:
    """What came out of some games. `winners`: how often just these seats won (a bit a player); `sorts`: the same by
    the seats that whoever won had at the beginning, before anybody moved."""

    n_games: int = 0
    kinds: Counter[int] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    sorts: Counter[int] = field(default_factory=Counter)
    stuck: Counter[int] = field(default_factory=Counter)
    broken: Counter[int] = field(default_factory=Counter)
    lengths: Sample = field(default_factory=Sample)
    counts: list[Sample] = field(default_factory=list)
    seen: list[Sample] = field(default_factory=list)

    def add(self, end: PlayEnd, moved: int = 0, n_seats: int = 1) -> None:
        """One more game, in which everybody had moved by some seats. Only finished games have a length, and counts of
        runs."""
        self.n_games += 1
        self.kinds[end.kind] += 1
        if end.kind == ENDED:
            self.winners[end.winners] += 1
            back = end.winners >> moved | end.winners << n_seats - moved
            self.sorts[back & (1 << n_seats) - 1] += 1
            self.lengths.add([end.n_moves])
            for sample, n in zip(self.counts, end.counts, strict=True):
                sample.add([n])
        elif end.kind == STUCK:
            self.stuck[end.what] += 1
        elif end.kind == BROKEN:
            self.broken[end.what] += 1
        for sample, values in zip(self.seen, end.seen, strict=True):
            sample.add([int(value) for value in values])

    def merge(self, other: Tally) -> None:
        """Take in other games."""
        self.n_games += other.n_games
        self.kinds.update(other.kinds)
        self.winners.update(other.winners)
        self.sorts.update(other.sorts)
        self.stuck.update(other.stuck)
        self.broken.update(other.broken)
        self.lengths.merge(other.lengths)
        for mine, theirs in zip((*self.counts, *self.seen), (*other.counts, *other.seen), strict=True):
            mine.merge(theirs)

    @property
    def n_cut_off(self) -> int:
        """Games that went on when they were stopped."""
        return self.kinds[CUT_OFF]


@dataclass(frozen=True)
class RandomPlayer:
    """Everybody takes each option with each binding equally often."""

    playout: Playout

    def play(self, rng: Random, max_moves: int, number: int = 0) -> PlayEnd:
        """One game from the start."""
        return self.playout.play(rng.random, limit=max_moves)

    def moved(self, number: int) -> int:
        """All are alike: nobody moves."""
        return 0


def empty_tally(playout: Playout) -> Tally:
    """A tally for what the playout watches."""
    n_counts = len(playout.begun) - len(playout.watched.runs)
    return Tally(counts=[Sample() for _ in range(n_counts)], seen=[Sample() for _ in playout.seen_before])


def play_chunk(player: Player, seed: int, chunk: int, games: range, max_moves: int) -> Tally:
    """Some games, by their numbers, from a seed and the number of the chunk."""
    rng = Random(f"{seed}/{chunk}")
    tally = empty_tally(player.playout)
    n_seats = player.playout.system.n_players
    for number in games:
        tally.add(player.play(rng, max_moves, number), player.moved(number), n_seats)
    return tally
