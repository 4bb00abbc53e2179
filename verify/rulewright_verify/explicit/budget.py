"""How much a search may use, and what ended it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Ended(StrEnum):
    """Why a search stopped."""

    COMPLETE = "every state was seen"
    DECIDED = "what was asked is decided"
    STATES = "the limit of states is reached"
    MEMORY = "the limit of memory is reached"
    TIME = "the limit of time is reached"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search; None: no limit."""

    states: int | None = 5_000_000
    memory_mb: int | None = None
    seconds: float | None = None


def to_nobody(words: str) -> None:
    """What is done need not be told."""


@dataclass(slots=True)
class Meter:
    """A budget in use. Its seconds are those of the processor, so that a busy machine looks no less far. `told` is
    told, while it is done, what is done and how far it is."""

    budget: Budget
    started: float = field(default_factory=time.process_time)
    told: Callable[[str], None] = to_nobody

    def within(self, budget: Budget) -> Meter:
        """The same for another budget, from the same time on."""
        return replace(self, budget=budget)

    @property
    def seconds(self) -> float:
        """Since the meter was made."""
        return time.process_time() - self.started

    def exceeded(self, states: int) -> Ended | None:
        """The limit that is reached, if one is."""
        most = self.budget.states
        return Ended.STATES if most is not None and states >= most else self.used_up()

    def used_up(self) -> Ended | None:
        """The limit of time or memory that is reached, if one is."""
        budget = self.budget
        if budget.seconds is not None and self.seconds >= budget.seconds:
            return Ended.TIME
        if budget.memory_mb is not None and used_memory() >= budget.memory_mb << 20:
            return Ended.MEMORY
        return None


def used_memory() -> int:
    """Bytes of memory that this process holds at the moment."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:  # not Linux: the greatest amount so far is close enough
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
