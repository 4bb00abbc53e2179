"""Runs of a game as a Markov decision process on the state graph.

States where the process stops are `ends`, with what they are worth. Of the others some are luck's, with a
weight for each transition; in the rest somebody chooses one. A state in `costly` costs one each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from rulewright_verify.explicit.graph import StateGraph


@dataclass(frozen=True, eq=False)
class Process:
    """`inside` marks the states under way: all their successors are inside, or ends."""

    graph: StateGraph
    inside: bytearray
    luck: Mapping[int, Sequence[int]]
    ends: Mapping[int, Fraction]
    costly: frozenset[int] = frozenset()

    def is_inside(self, i: int) -> bool:
        return bool(self.inside[i])

    @cached_property
    def states(self) -> tuple[int, ...]:
        return tuple(i for i, mark in enumerate(self.inside) if mark)

    @cached_property
    def is_chain(self) -> bool:
        """Whether nobody can change anything."""
        return all(i in self.luck or len(set(self.graph.successors(i))) < 2 for i in self.states)

    def chances(self, i: int) -> dict[int, Fraction]:
        """Where luck leads from a state."""
        weights = self.luck[i]
        total = sum(weights)
        found: dict[int, Fraction] = {}
        for target, weight in zip(self.graph.successors(i), weights, strict=True):
            found[target] = found.get(target, Fraction(0)) + Fraction(weight, total)
        return found

    def options(self, i: int) -> tuple[int, ...]:
        """Where somebody may go from a state."""
        return tuple(dict.fromkeys(self.graph.successors(i)))

    def cost(self, i: int) -> Fraction:
        return Fraction(int(i in self.costly))

    def stopped_at(self, states: Mapping[int, Fraction]) -> Process:
        """The same process, with some states under way made ends."""
        inside = bytearray(self.inside)
        for i in states:
            inside[i] = 0
        return replace(self, inside=inside, ends={**self.ends, **states})

    def worth(self, values: Mapping[int, Fraction]) -> Process:
        """The same process with other values at its ends."""
        return replace(self, ends=values)
