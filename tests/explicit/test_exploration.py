"""The search itself: what it counts, in which order it finds, what ends it."""

from __future__ import annotations

import pytest

from rulewright.interpreter.machine import compile_machine
from rulewright.interpreter.reference import Reference
from rulewright_verify.explicit import Budget, Ended, explore, search
from tests.codegen.counted import TWELVE, counted_game
from tests.systems import ALL


@pytest.mark.parametrize(
    ("name", "states", "transitions", "dead_ends", "outcomes"),
    [
        ("craps", 78, 671, 0, {"won by nobody": 9, "won by Shooter": 8}),
        ("stuck", 6, 6, 2, {"stuck in game": 2}),
        ("endless", 3, 2, 0, {"won by Ada": 1, "broken down: endless (game)": 1}),
        ("breaks_down", 34, 48, 0, {"broken down: range (gold)": 7, "broken down: missing (pile)": 6}),
    ],
)
def test_counts(name: str, states: int, transitions: int, dead_ends: int, outcomes: dict[str, int]) -> None:
    found = explore(ALL[name]())
    assert found.complete
    assert (found.states, found.transitions, found.dead_ends) == (states, transitions, dead_ends)
    assert found.ends_by_outcome == outcomes


def test_known_numbers() -> None:
    found = explore(counted_game(TWELVE))
    ends = sum(found.ends_by_outcome.values())
    assert (found.states, found.transitions, ends) == (231_863, 310_281, 3_492)
    assert found.bytes_per_state < 130


def test_paths_are_shortest_plays() -> None:
    system = ALL["skirmish"]()
    found = explore(system)
    reference = Reference(system)
    depth_of = {reference.initial(): 0}
    frontier = [reference.initial()]
    while frontier:
        state = frontier.pop(0)
        for move in reference.moves(state):
            if move.target not in depth_of:
                depth_of[move.target] = depth_of[state] + 1
                frontier.append(move.target)
    assert len(depth_of) == found.states
    for packed in list(found.parents)[::20]:
        assert len(found.path_to(packed)) - 1 == depth_of[found.machine.decode(packed)]
    assert found.depth == max(depth_of.values())


def test_a_limit_of_states_ends_the_search() -> None:
    found = explore(counted_game(TWELVE), max_states=5_000)
    assert found.ended is Ended.STATES
    assert not found.complete
    assert 5_000 <= found.states < 50_000


def test_a_limit_of_time_ends_the_search() -> None:
    found = search(compile_machine(counted_game(TWELVE)), budget=Budget(seconds=0.0))
    assert found.ended is Ended.TIME


def test_a_limit_of_memory_ends_the_search() -> None:
    found = search(compile_machine(counted_game(TWELVE)), budget=Budget(memory_mb=1))
    assert found.ended is Ended.MEMORY


def test_an_interrupted_search_keeps_what_it_found() -> None:
    def interrupt(states: int, depth: int) -> None:
        if states > 1_000:
            raise KeyboardInterrupt

    found = explore(counted_game(TWELVE), progress=interrupt)
    assert found.ended is Ended.INTERRUPTED
    assert found.states > 1_000


def test_a_small_complete_search_is_not_cut_by_its_limit() -> None:
    found = explore(ALL["craps"](), max_states=78)
    assert found.states == 78
