"""Measurements that can be compared: repeated in turn within one run, the best time of each is kept.

Times are of this process alone where it does the work, so that what else runs on the machine counts less.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Row:
    """One line of the table. `goal`: what is to be reached, and whether more or less is better."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    more_is_better: bool = True
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None without one."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


@dataclass
class Best:
    """The best times of several pieces of work."""

    seconds: dict[str, float] = field(default_factory=dict)

    def take(self, name: str, work: Callable[[], object]) -> object:
        """Do a piece of work once, and keep its time if it is the best so far."""
        gc.collect()
        started = time.process_time()
        result = work()
        self.note(name, time.process_time() - started)
        return result

    def note(self, name: str, seconds: float) -> None:
        """A time that was measured otherwise."""
        self.seconds[name] = min(seconds, self.seconds.get(name, seconds))
