"""What the state graph says about a clause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulewright.interpreter.state import Failure
from rulewright_verify.explicit.budget import Ended
from rulewright_verify.explicit.going_on import Going
from rulewright_verify.explicit.traces import Found


class Answer(StrEnum):
    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class GraphResult:
    """`found` is the play that refutes the clause, or the one that shows what it says is possible.

    `ended` tells how far the search went; an answer `holds` without `found` rests on a complete search.
    `depth`: all plays up to so many steps were looked at. `vacuous`: the condition of the clause never
    came about. `failures`: how plays can break down; an answer is meant for plays that do not.
    `value`: the greatest or least value that was met. `going`, `players`, `alone`: as in `GoingOn`.
    """

    answer: Answer
    ended: Ended
    states: int
    transitions: int
    depth: int
    seconds: float
    found: Found | None = None
    reason: str | None = None
    vacuous: bool = False
    failures: tuple[Failure, ...] = ()
    value: int | None = None
    going: Going | None = None
    players: tuple[int, ...] = ()
    alone: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every state was looked at."""
        return self.ended is Ended.COMPLETE
