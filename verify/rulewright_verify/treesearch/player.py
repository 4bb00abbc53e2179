"""The player: looks ahead from what they may see, and takes what was looked into most."""

from __future__ import annotations

from random import Random

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.players import is_at_once
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir.nodes import System
from rulewright_verify.treesearch.guesses import Guesses
from rulewright_verify.treesearch.steps import Steps, name_of
from rulewright_verify.treesearch.tree import search

N_LOOKS = 400
MAX_ROLLOUT = 400


class TreeSearch:
    """Plays a system whose readings are chosen, with so many looks ahead for each decision.

    Nothing hidden is known to it. Where players decide at the same time it decides by chance: the state says
    already what the others chose, and it does not look.
    """

    def __init__(self, system: System, *, n_looks: int = N_LOOKS, max_rollout: int = MAX_ROLLOUT) -> None:
        self.n_looks = n_looks
        self.max_rollout = max_rollout
        self._guesses = Guesses(system)
        self._steps = Steps(system, by_name=self._guesses.are_needed)

    def choose(self, reference: Reference, state: State, rng: Random) -> Alternative:
        """One of the alternatives at a choice that is not stuck."""
        ways = list(reference.alternatives(state))
        if len(ways) == 1:
            return ways[0]
        if is_at_once(reference, state):
            return rng.choice(ways)
        who = ways[0].who
        assert who is not None
        seen = search(
            self._steps, lambda: self._start(state, who, rng), rng, n_looks=self.n_looks, max_rollout=self.max_rollout
        )
        keys = [name_of(way) if self._steps.by_name else number for number, way in enumerate(ways)]
        best = max(seen.get(key, 0) for key in keys)
        return next(way for key, way in zip(keys, ways, strict=True) if seen.get(key, 0) == best)

    def _start(self, state: State, who: int, rng: Random) -> int:
        if self._steps.by_name:
            state = self._guesses.guess(state, who, rng)
        return self._steps.encode(state)
