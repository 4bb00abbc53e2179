"""Known numbers of states and transitions, in every layout.

Models of this game in other languages, SPIN's among them, count one transition more for each
finished deal, which idles there.
"""

from __future__ import annotations

import pytest

from rulewright.interpreter.machine import Machine, compile_machine
from tests.codegen.counted import SIXTEEN, TWELVE, counted_game
from tests.codegen.test_same_graph import LAYOUTS


def count(machine: Machine, start: int) -> tuple[int, int, int]:
    """States, transitions, ends."""
    seen = {start}
    frontier = [start]
    transitions = ends = 0
    while frontier:
        found = []
        for state in frontier:
            targets = machine.successors(state)
            transitions += len(targets)
            ends += not targets
            for target in targets:
                if target not in seen:
                    seen.add(target)
                    found.append(target)
        frontier = found
    return len(seen), transitions, ends


@pytest.mark.parametrize("layout", LAYOUTS)
def test_twelve_cards_in_every_layout(layout: str) -> None:
    machine = compile_machine(counted_game(TWELVE), layout=LAYOUTS[layout])
    states, transitions, ends = count(machine, machine.initial())
    assert (states, transitions + ends) == (231_863, 313_773)
    assert (transitions, ends) == (310_281, 3_492)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["default", "counts", "masks", "shared", "no_tables", "constants_kept"])
def test_sixteen_cards_after_three_plays(layout: str) -> None:
    machine = compile_machine(counted_game(SIXTEEN), layout=LAYOUTS[layout])
    start = machine.initial()
    for _ in range(3):
        start = machine.successors(start)[0]
    states, transitions, ends = count(machine, start)
    assert (states, transitions + ends) == (1_431_840, 1_937_914)
