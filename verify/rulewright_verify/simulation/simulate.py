"""Many games of one system, on all cores. The result does not hang on how many cores there are.

Games are played in chunks, each with a seed of its own. Workers are forked after the code is
generated, so nothing is compiled twice; chunks are taken in one after the other.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from rulewright.interpreter.players import Policy
from rulewright.interpreter.players import RandomPlayer as RandomPolicy
from rulewright.interpreter.playout import Playout, RunCount, Watched, compile_playout
from rulewright.interpreter.state import Failure
from rulewright.ir.nodes import Expr, Gate, GateKind, RegionKind, System
from rulewright.ir.values import printed
from rulewright_verify.simulation.games import (
    CHUNK,
    SLOW_CHUNK,
    Player,
    RandomPlayer,
    Tally,
    empty_tally,
    play_chunk,
)
from rulewright_verify.simulation.greedy import GreedyPlayer
from rulewright_verify.simulation.seated import SeatedPlayers
from rulewright_verify.simulation.statistics import Interval, Sample, wilson

RANDOM, GREEDY, UCT = "random", "greedy", "uct"
SORTS = (RANDOM, GREEDY, UCT)
CAREFUL = "careful"
"""What rulebooks call players who look ahead: the same as `uct`."""

MAX_MOVES = 100_000
N_LOOKS = 200

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """What came out of `n_games` games. `seen`: a sample for each value that was asked for.

    `runs`: for each procedure how often it ran in a finished game. `sorts`: who sits in each seat; if they are
    `swapped`, in the first game only. `interrupted`: Ctrl-C or the time
    limit ended it before `asked` games were played.
    """

    system: System
    asked: int
    seed: int
    policy: str
    sorts: tuple[str, ...]
    swapped: bool
    tally: Tally = field(repr=False)
    runs: Mapping[str, Sample] = field(repr=False)
    failures: Mapping[Failure, int]
    interrupted: bool
    seconds: float

    @property
    def n_games(self) -> int:
        return self.tally.n_games

    @property
    def finished(self) -> int:
        """Games that came to an end of the game."""
        return sum(self.tally.winners.values())

    @property
    def seen(self) -> Sequence[Sample]:
        return self.tally.seen

    @property
    def lengths(self) -> Sample:
        """Decisions and outcomes of luck in each finished game."""
        return self.tally.lengths

    @property
    def wins(self) -> dict[str, Interval]:
        """For each seat the share of finished games won, alone or with others."""
        return {name: self._share(self.tally.winners, seat) for seat, name in self._seats}

    @property
    def wins_by_sort(self) -> dict[str, Interval]:
        """The same for those who began in each seat, wherever they sat later: `uct, first Ada`."""
        return {f"{self.sorts[seat]}, first {name}": self._share(self.tally.sorts, seat) for seat, name in self._seats}

    @property
    def _seats(self) -> list[tuple[int, str]]:
        players = self.system.players
        if not self.finished:
            return []
        return [(seat, printed(players, players.lo + seat)) for seat in range(self.system.n_players)]

    def _share(self, counts: Mapping[int, int], seat: int) -> Interval:
        return wilson(sum(n for winners, n in counts.items() if winners >> seat & 1), self.finished)

    @property
    def won_by_nobody(self) -> Interval | None:
        """The share of finished games without a winner."""
        return wilson(self.tally.winners[0], self.finished) if self.finished else None

    @property
    def stuck(self) -> dict[str, int]:
        """Games in which somebody had to choose and could not, by where."""
        nodes, regions = self.system.nodes, self.system.regions
        return {regions[nodes[node].region].address: n for node, n in self.tally.stuck.items()}


def simulate(
    system: System,
    *,
    games: int = 1000,
    seed: int = 0,
    policy: str = RANDOM,
    seats: Mapping[int, str] | None = None,
    swap: bool = False,
    n_looks: int = N_LOOKS,
    jobs: int | None = None,
    values: Sequence[tuple[int, Expr]] = (),
    run_counts: Sequence[RunCount] = (),
    max_moves: int = MAX_MOVES,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play games.

    `policy` is how everybody plays but those in `seats`; with `swap` everybody moves on by one seat after each game.
    `n_looks`: how often players who search look ahead. `values` are expressions looked at whenever their node is
    passed, `run_counts` how often something happens within runs. `progress` is told how many games are over.
    """
    started = time.monotonic()
    procedures = _procedures(system)
    watched = Watched(tuple(values), tuple(procedures.values()), tuple(run_counts))
    sorts = tuple((seats or {}).get(seat, policy) for seat in range(system.n_players))
    player = _player_of(compile_playout(system, watched), sorts, swap=swap, n_looks=n_looks)
    tally = empty_tally(player.playout)
    interrupted = False
    try:
        for chunk in _chunks(player, games, seed, max_moves, jobs):
            tally.merge(chunk)
            if progress is not None:
                progress(tally.n_games)
            if seconds is not None and time.monotonic() - started > seconds and tally.n_games < games:
                interrupted = True
                break
    except KeyboardInterrupt:
        interrupted = True
    failures = {player.playout.failure(number): n for number, n in tally.broken.items()}
    runs = dict(zip(procedures, tally.counts, strict=True))
    return Simulation(
        system, games, seed, policy, sorts, swap, tally, runs, failures, interrupted, time.monotonic() - started
    )


def _player_of(playout: Playout, sorts: Sequence[str], *, swap: bool, n_looks: int) -> Player:
    """Whoever plays whole games. Those who all play alike and do not search have code of their own."""
    if set(sorts) == {RANDOM}:
        return RandomPlayer(playout)
    if set(sorts) == {GREEDY}:
        return GreedyPlayer(playout)
    made: dict[str, Policy] = {RANDOM: RandomPolicy(), GREEDY: GreedyPlayer(playout)}
    if UCT in sorts or CAREFUL in sorts:
        from rulewright_verify.treesearch import TreeSearch

        made[UCT] = made[CAREFUL] = TreeSearch(playout.system, n_looks=n_looks)
    return SeatedPlayers(playout, {seat: made[sort] for seat, sort in enumerate(sorts)}, swap)


def _procedures(system: System) -> dict[str, frozenset[int]]:
    """For each procedure but the outermost the gates at which its runs begin."""
    found: dict[str, set[int]] = {}
    for node in system.nodes:
        if isinstance(node, Gate) and node.kind is GateKind.ENTER:
            region = system.regions[node.region]
            if region.kind is RegionKind.PROCEDURE and region.parent is not None:
                found.setdefault(region.procedure, set()).add(node.id)
    return {name: frozenset(nodes) for name, nodes in found.items()}


def _chunks(player: Player, games: int, seed: int, max_moves: int, jobs: int | None) -> Iterator[Tally]:
    """The tallies of all chunks, in order."""
    size = SLOW_CHUNK if isinstance(player, SeatedPlayers) else CHUNK
    parts = [range(first, min(first + size, games)) for first in range(0, games, size)]
    jobs = min(jobs or os.cpu_count() or 1, len(parts))
    if jobs <= 1:
        for number, part in enumerate(parts):
            yield play_chunk(player, seed, number, part, max_moves)
        return
    context = multiprocessing.get_context("fork")
    # An executor and not a `Pool`, which waits for ever when a worker is killed.
    with ProcessPoolExecutor(jobs, context, _begin_worker, (player,)) as pool:
        try:
            yield from pool.map(_work, ((seed, number, part, max_moves) for number, part in enumerate(parts)))
        finally:
            pool.shutdown(cancel_futures=True)


_player: Player | None = None
"""In a worker: who plays. Set once, when the worker begins."""


def _begin_worker(player: Player) -> None:
    global _player
    _player = player
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means


def _work(task: tuple[int, int, range, int]) -> Tally:
    assert _player is not None
    return play_chunk(_player, *task)
