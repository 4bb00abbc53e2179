"""What this engine says about a measured clause: exact numbers, and how far it looked."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rulewright.ir.nodes import Demand
from rulewright_verify.explicit import Ended, Found


class Answer(StrEnum):
    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Between:
    """The least and the greatest number over all choices of the players; None: infinite.

    Both are exact, unless there is an `error`: then each of them may be off by so much, and not by more.
    """

    least: Fraction | None
    greatest: Fraction | None
    error: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction | None:
        """The number, if no choice changes it."""
        return self.least if self.least == self.greatest else None

    @property
    def floor(self) -> Fraction | None:
        """What the number is surely not below."""
        return None if self.least is None else self.least - self.error

    @property
    def ceiling(self) -> Fraction | None:
        """What the number is surely not above."""
        return None if self.greatest is None else self.greatest + self.error


@dataclass(frozen=True)
class MeasuredResult:
    """A quantity from every reachable start of a run.

    `value`: the number, if it is the same from each start and under all choices; else `between` tells from
    where to where it goes. `infinite`: some choice avoids the end with a chance above 0. `start`: a shortest
    play to a start from which the clause does not hold (empty moves: the first rest). `breaks_down`: the
    greatest chance, from any start, that the play breaks down or somebody is stuck before the run is over.
    `is_chain`: luck alone decides, so that no choice can matter. `alone`: it holds for one run from all values of
    what it reads, whether a play reaches them or not. `left_out`: demands that were not looked at; the answer
    is meant for plays that do not break down there.
    `holds` rests on a complete search, and so does `violated` where only all starts together show it.
    """

    answer: Answer
    ended: Ended
    states: int
    n_starts: int
    seconds: float
    value: Fraction | None = None
    between: Between | None = None
    infinite: bool = False
    breaks_down: Fraction = Fraction(0)
    start: Found | None = None
    reason: str | None = None
    is_chain: bool = False
    alone: bool = False
    left_out: tuple[Demand, ...] = field(default=(), repr=False)
