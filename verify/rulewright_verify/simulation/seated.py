"""Players of several sorts, each in a seat of their own; they may change seats from game to game.

Moves run in the reference interpreter, which tells what is to be noted on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from rulewright.interpreter.players import Policy, next_move
from rulewright.interpreter.playout import BROKEN, CUT_OFF, ENDED, STUCK, PlayEnd, Playout, Watcher
from rulewright.interpreter.state import Status


@dataclass(frozen=True)
class SeatedPlayers:
    """`policies`: of each seat, as it was asked for. With `swap` everybody moves on by one seat after each game."""

    playout: Playout
    policies: Mapping[int, Policy]
    swap: bool = False

    def play(self, rng: Random, max_moves: int, number: int = 0) -> PlayEnd:
        """Game `number` from the start."""
        reference = self.playout.reference
        watcher = Watcher(reference, self.playout.watched)
        state = reference.initial(watcher)
        moved = self.moved(number)
        n_seats = reference.system.n_players
        seats = {(seat + moved) % n_seats: policy for seat, policy in self.policies.items()}
        n_moves = 0
        while n_moves < max_moves and (way := next_move(reference, state, seats, rng)) is not None:
            state = reference.run(state, way, watcher)
            n_moves += 1
        kind, what, winners = CUT_OFF, state.place, 0
        match reference.status(state):
            case Status.FINAL:
                kind, winners = ENDED, sum(1 << p for p, won in enumerate(state.winners or ()) if won)
            case Status.FAIL:
                assert state.failure is not None
                kind, what = BROKEN, self.playout.number_of(state.failure)
            case Status.CHOICE if next(reference.alternatives(state), None) is None:
                kind = STUCK
        return PlayEnd(kind, what, winners, n_moves, tuple(watcher.counts), tuple(watcher.seen), None)

    def moved(self, number: int) -> int:
        """By how many seats everybody has moved in a game."""
        return number % self.playout.system.n_players if self.swap else 0
