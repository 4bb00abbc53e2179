"""What a caller may ask of generated code: how states are laid out, what is looked at on the way.

Every layout gives the same graph; they differ in speed and size alone, so that each can be tested
against the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from rulewright.ir.nodes import Expr


class Bags(Enum):
    """How bags are packed in which no kind can lie twice."""

    COUNTS = "counts"  # a count a kind, as all other bags are
    MASKS = "masks"  # a bit a kind in each bag
    SHARED = "shared"  # one mask for all bags that can never hold the same kinds
    CODED = "coded"  # the number of the shared mask in binary: fewest bits


@dataclass(frozen=True, slots=True)
class Layout:
    """Switches of the code generator.

    `tables`: expressions without state over few values become constant arrays.
    `memo`: answers of rules that read little are kept.
    `inline`: how many nodes of an automatic run are written out where it starts; 0: each is a place.
    `constants`: slots that nothing writes after the opening are left out of the state.
    `recompute`: frame slots that always follow from others are worked out, not kept.
    """

    bags: Bags = Bags.CODED
    tables: bool = True
    memo: bool = True
    inline: int = 48
    constants: bool = True
    recompute: bool = True


@dataclass(frozen=True, slots=True)
class GateProbe:
    """The value of `expr` whenever an automatic run passes `node`: a gate, or an end of the game."""

    node: int
    expr: Expr


@dataclass(frozen=True, slots=True)
class StoreProbe:
    """Whether a store to `slot`, or to mark `mark`, moves its cell the forbidden way: 0 if it does.

    `may_rise`: falling is forbidden; otherwise rising is.
    """

    slot: str | None
    mark: str | None
    may_rise: bool


Probe: TypeAlias = GateProbe | StoreProbe


@dataclass(frozen=True, slots=True)
class Sighting:
    """Probe number `probe` had `value`, for the first time since `forget_sightings`."""

    probe: int
    value: int
