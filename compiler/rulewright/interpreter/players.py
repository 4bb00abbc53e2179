"""Players that decide by themselves, and luck: one decision at a time, from a seed.

They choose among the alternatives of the reference interpreter. `Greedy` looks one move ahead with
open cards: it knows what lies in hidden zones, which whoever shows its play must say. What others decide
at the same time it does not know: there it decides by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from rulewright.interpreter.alternatives import NOTHING_BOUND, Alternative
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr

Score = Callable[[Reference, State, int, Random], float]
"""How good a state is for a player."""


class Policy(Protocol):
    """A way of deciding."""

    def choose(self, reference: Reference, state: State, rng: Random) -> Alternative:
        """One of the alternatives at a choice that is not stuck."""
        ...


class RandomPlayer:
    """Each option with each binding is equally likely."""

    def choose(self, reference: Reference, state: State, rng: Random) -> Alternative:
        return rng.choice(list(reference.alternatives(state)))


@dataclass(frozen=True, slots=True)
class Greedy:
    """The option after which the score is best; among equals each is equally likely. In an `at once`, where the
    state says already what others chose, each option is."""

    score: Score

    def choose(self, reference: Reference, state: State, rng: Random) -> Alternative:
        if is_at_once(reference, state):
            return rng.choice(list(reference.alternatives(state)))
        scored = [
            (self.score(reference, reference.run(state, way), _player(way), rng), way)
            for way in reference.alternatives(state)
        ]
        best = max(score for score, _ in scored)
        return rng.choice([way for score, way in scored if score == best])


@dataclass(frozen=True, slots=True)
class ByExpression:
    """A score that the rulebook knows: an expression for each player."""

    exprs: Mapping[int, Expr]

    def __call__(self, reference: Reference, state: State, player: int, rng: Random) -> float:
        return float(reference.evaluate(self.exprs[player], state))


@dataclass(frozen=True, slots=True)
class ByRollouts:
    """The share of short random plays that the player wins; a play that does not end in time counts half."""

    n_plays: int = 8
    max_moves: int = 60

    def __call__(self, reference: Reference, state: State, player: int, rng: Random) -> float:
        total = 0.0
        for _ in range(self.n_plays):
            end = play_out(reference, state, {}, rng, max_moves=self.max_moves)
            if end.winners is not None:
                total += float(end.winners[player])
            elif reference.status(end) is not Status.FAIL:
                total += 0.5
        return total / self.n_plays


def is_at_once(reference: Reference, state: State) -> bool:
    """Whether somebody decides here while others do, none seeing what the others choose."""
    node = reference.system.nodes[state.place]
    return isinstance(node, ir.Choice) and node.hidden


def play_luck(reference: Reference, state: State, rng: Random) -> Alternative:
    """An outcome, as likely as it is. Cards are drawn one by one, because a deal has too many outcomes to list."""
    node = reference.system.nodes[state.place]
    if isinstance(node, ir.Deal):
        counts = reference.evaluator.counts(node.source, state, NOTHING_BOUND)
        n = reference.evaluate(node.n, state)
        taken = rng.sample(range(len(counts)), n, counts=counts) if n else []  # `sample` refuses an empty deck
        return reference.dealt(state, tuple(taken.count(kind) for kind in range(len(counts))))
    ways = list(reference.alternatives(state))
    return rng.choices(ways, [way.weight or 0 for way in ways])[0]


def next_move(
    reference: Reference, state: State, policies: Mapping[int, Policy], rng: Random
) -> Alternative | None:
    """What luck or the player in question does; None at an end, and where a player is stuck.

    Whoever has no policy plays at random.
    """
    match reference.status(state):
        case Status.CHANCE:
            return play_luck(reference, state, rng)
        case Status.CHOICE:
            first = next(reference.alternatives(state), None)
            if first is None:
                return None
            return policies.get(_player(first), RandomPlayer()).choose(reference, state, rng)
        case _:
            return None


def play_out(
    reference: Reference, state: State, policies: Mapping[int, Policy], rng: Random, *, max_moves: int
) -> State:
    """The state at the end of the play, or after so many moves."""
    for _ in range(max_moves):
        way = next_move(reference, state, policies, rng)
        if way is None:
            break
        state = reference.run(state, way)
    return state


def _player(way: Alternative) -> int:
    assert way.who is not None  # luck has no policy
    return way.who
