"""Runs of a game as a Markov decision process on the state graph.

States where the process stops are `ends`, with what they are worth. Of the others some are luck's, with a
weight for each transition; in the rest somebody chooses one. A state in `costly` costs one each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd

from rulewright_verify.explicit.graph import StateGraph


@dataclass(frozen=True, eq=False)
class Process:
    """`inside` marks the states under way: all their successors are inside, or ends."""

    graph: StateGraph
    inside: bytearray
    luck: Mapping[int, tuple[int, ...]]
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
        luck, successors = self.luck, self.graph.successors
        return all(len(set(successors(i))) < 2 for i in self.states if i not in luck)

    def weights(self, i: int) -> dict[int, int]:
        """Where luck leads from a state, each target once."""
        found: dict[int, int] = {}
        for target, weight in zip(self.graph.successors(i), self.luck[i], strict=True):
            found[target] = found.get(target, 0) + weight
        return found

    def chances(self, i: int) -> dict[int, Fraction]:
        """The same as chances."""
        weights = self.weights(i)
        total = sum(weights.values())
        return {target: Fraction(weight, total) for target, weight in weights.items()}

    def mean(self, i: int, values: Mapping[int, Fraction]) -> Fraction:
        """What luck brings from a state on average. One common denominator grows with the terms: a fraction is
        reduced once and not after each of them."""
        weights = self.weights(i)
        total, top, bottom = 0, 0, 1
        for target, weight in weights.items():
            value = values[target]
            over = value.denominator
            total += weight
            if bottom % over == 0:
                top += weight * value.numerator * (bottom // over)
            else:
                factor = over // gcd(bottom, over)
                top = top * factor + weight * value.numerator * (bottom * factor // over)
                bottom *= factor
        return Fraction(top, bottom * total)

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
