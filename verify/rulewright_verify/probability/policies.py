"""Ways of deciding that are fixed beforehand: then a choice is luck, with a weight for each decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rulewright.interpreter.machine import Machine


class Policy(Protocol):
    """A way of deciding for some of the choices."""

    def weights(self, machine: Machine, state: int, n_ways: int) -> Sequence[int] | None:
        """How likely each decision is; None where the decision is left open."""
        ...


class Free:
    """Everybody decides as they like."""

    def weights(self, machine: Machine, state: int, n_ways: int) -> Sequence[int] | None:
        return None


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Each option with each binding is equally likely, for all players or for some seats."""

    seats: frozenset[int] | None = None

    def weights(self, machine: Machine, state: int, n_ways: int) -> Sequence[int] | None:
        if self.seats is not None and machine.decider(state) not in self.seats:
            return None
        return [1] * n_ways


FREE = Free()
