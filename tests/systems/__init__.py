"""Small systems, built by hand, that together use every construct of the core.

A search can visit each of `ALL` completely in a moment. `with_readings` is not among them, because its
readings are open. `Builder` makes more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.ir.nodes import System
from tests.systems.builder import Builder
from tests.systems.cards import twilight
from tests.systems.creatures import picks, skirmish
from tests.systems.dice import craps, pig
from tests.systems.odd import breaks_down, endless, responses, stuck, with_readings

ALL: Mapping[str, Callable[[], System]] = {
    "craps": craps,
    "pig": pig,
    "twilight": twilight,
    "skirmish": skirmish,
    "picks": picks,
    "stuck": stuck,
    "endless": endless,
    "breaks_down": breaks_down,
    "responses": responses,
}

__all__ = [
    "ALL",
    "Builder",
    "breaks_down",
    "craps",
    "endless",
    "picks",
    "pig",
    "responses",
    "skirmish",
    "stuck",
    "twilight",
    "with_readings",
]
