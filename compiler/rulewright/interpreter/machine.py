"""A system as a machine over packed states: what the state graph, the odds and the players run on.

`compile_machine` turns a `System` whose readings are chosen into Python functions. A state is one
whole number: the rest at which a play waits, and every slot that still matters there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.codegen.options import (
    Bags,
    GateProbe,
    Layout,
    Probe,
    Sighting,
    StoreProbe,
)
from rulewright.interpreter.state import State, Status
from rulewright.ir.nodes import Expr, System

__all__ = [
    "Bags", "GateProbe", "Layout", "Machine", "PackedMove", "Probe", "Sighting", "StoreProbe", "compile_machine",
]


@dataclass(frozen=True, slots=True)
class PackedMove:
    """A transition: what was decided, and the packed state to which it leads."""

    alternative: Alternative
    target: int


class Machine(Protocol):
    """Runs packed states. Only rests are states: where somebody or luck decides, ends, breakdowns, `stops`."""

    system: System
    bits: int
    """How many bits the widest state has."""

    sightings: list[Sighting]
    """What probes saw since it was last cleared. Each value of a probe is reported once."""

    def initial(self) -> int:
        """The first rest."""
        ...

    def successors(self, state: int) -> Sequence[int]:
        """Where each decision or outcome leads, in the defined order; duplicates are kept. Ends have none."""
        ...

    def weights(self, state: int) -> Sequence[int]:
        """At a rest of luck: the weight of each successor."""
        ...

    def moves(self, state: int) -> tuple[PackedMove, ...]:
        """The successors with what was decided (slow)."""
        ...

    def status(self, state: int) -> Status | None:
        """What a state waits for; None at a gate that `stops` made a rest."""
        ...

    def node(self, state: int) -> int:
        """The node at which the play waits, ended or broke down."""
        ...

    def decider(self, state: int) -> int:
        """The player who decides at a choice."""
        ...

    def decode(self, state: int) -> State: ...

    def encode(self, state: State) -> int: ...

    def predicate(self, number: int) -> Callable[[int], int]:
        """The value of `predicates[number]` at a packed state."""
        ...

    def forget_sightings(self) -> None:
        """Let probes report every value again."""
        ...


def compile_machine(
    system: System,
    *,
    layout: Layout | None = None,
    probes: Sequence[Probe] = (),
    predicates: Sequence[Expr] = (),
    stops: Iterable[int] = (),
) -> Machine:
    """Generate code for `system`. `stops` are gates that shall be rests, with one successor each."""
    raise NotImplementedError
