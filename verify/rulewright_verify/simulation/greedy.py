"""Players who look one move ahead: each option is tried in some short random games, the best is taken.

They see all cards, but not what others decide at the same time: there they decide by chance. Rollouts run
in generated code; the moves themselves in the reference interpreter, which tells what is to be noted on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.players import is_at_once, play_luck
from rulewright.interpreter.playout import BROKEN, CUT_OFF, ENDED, STUCK, PlayEnd, Playout, Watcher
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status


@dataclass(frozen=True)
class GreedyPlayer:
    """Takes the option after which it wins most of `n_plays` random games of at most `max_rollout` moves; a game
    that is not over by then counts half. Among equals each is equally likely."""

    playout: Playout
    n_plays: int = 6
    max_rollout: int = 60

    def moved(self, number: int) -> int:
        """All are alike: nobody moves."""
        return 0

    def choose(self, reference: Reference, state: State, rng: Random) -> Alternative:
        """The best option, as a policy: for a seat among others."""
        chosen = self._chosen(state, rng)
        assert chosen is not None
        return chosen

    def play(self, rng: Random, max_moves: int, number: int = 0) -> PlayEnd:
        """One game from the start."""
        reference = self.playout.reference
        watcher = Watcher(reference, self.playout.watched)
        state = reference.initial(watcher)
        for n_moves in range(max_moves + 1):
            status = reference.status(state)
            if status is Status.FINAL:
                winners = sum(1 << p for p, won in enumerate(state.winners or ()) if won)
                return _end(ENDED, state.place, winners, n_moves, watcher)
            if status is Status.FAIL:
                assert state.failure is not None
                return _end(BROKEN, self.playout.number_of(state.failure), 0, n_moves, watcher)
            if status is Status.CHANCE:
                way = play_luck(reference, state, rng)
            else:
                chosen = self._chosen(state, rng)
                if chosen is None:
                    return _end(STUCK, state.place, 0, n_moves, watcher)
                way = chosen
            if n_moves < max_moves:
                state = reference.run(state, way, watcher)
        return _end(CUT_OFF, state.place, 0, max_moves, watcher)

    def _chosen(self, state: State, rng: Random) -> Alternative | None:
        """The best option; None if there is none."""
        reference = self.playout.reference
        ways = list(reference.alternatives(state))
        if len(ways) < 2:
            return ways[0] if ways else None
        if is_at_once(reference, state):
            return rng.choice(ways)
        scored = [(self._score(reference.run(state, way), way.who or 0, rng.random), way) for way in ways]
        best = max(score for score, _ in scored)
        return rng.choice([way for score, way in scored if score == best])

    def _score(self, state: State, player: int, rand: Callable[[], float]) -> float:
        """Won games of those tried."""
        if state.winners is not None:
            return float(self.n_plays * state.winners[player])
        if state.failure is not None:
            return 0.0
        registers = self.playout.encode(state)
        total = 0.0
        for _ in range(self.n_plays):
            end = self.playout.play(rand, state=registers, limit=self.max_rollout)
            if end.kind == ENDED:
                total += end.winners >> player & 1
            elif end.kind == CUT_OFF:
                total += 0.5
        return total


def _end(kind: int, what: int, winners: int, n_moves: int, watcher: Watcher) -> PlayEnd:
    return PlayEnd(kind, what, winners, n_moves, tuple(watcher.counts), tuple(watcher.seen), None)
