"""Every layout gives the graph of the reference interpreter: the same states, moves and weights."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.interpreter.machine import Bags, Layout, Machine, compile_machine
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Status
from rulewright.ir.nodes import System
from tests.codegen.counted import counted_game, deal
from tests.systems import ALL

LAYOUTS = {
    "default": Layout(),
    "counts": Layout(bags=Bags.COUNTS),
    "masks": Layout(bags=Bags.MASKS),
    "shared": Layout(bags=Bags.SHARED),
    "no_tables": Layout(tables=False),
    "no_memo": Layout(memo=False),
    "each_node_a_cut": Layout(inline=0),
    "long_functions": Layout(inline=1000),
    "constants_kept": Layout(constants=False),
    "plain": Layout(bags=Bags.COUNTS, tables=False, memo=False, inline=3, constants=False),
}
SYSTEMS: dict[str, Callable[[], System]] = {**ALL, "counted": lambda: counted_game(deal(1, 0, 0))}
MOST_STATES = 1500


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_graph_is_that_of_the_reference(system: str, layout: str) -> None:
    built = SYSTEMS[system]()
    machine = compile_machine(built, layout=LAYOUTS[layout])
    reference = Reference(built)
    assert machine.decode(machine.initial()) == reference.initial()
    n_states = compare(built, machine, reference)
    assert n_states > 0


def compare(system: System, machine: Machine, reference: Reference) -> int:
    """Walk both graphs side by side; the number of states."""
    start = machine.initial()
    seen = {start}
    pending = [start]
    while pending and len(seen) < MOST_STATES:
        packed = pending.pop(0)
        state = machine.decode(packed)
        assert machine.encode(state) == packed
        assert machine.status(packed) is reference.status(state)
        targets = machine.successors(packed)
        moves = reference.moves(state)
        assert [machine.decode(target) for target in targets] == [move.target for move in moves]
        if reference.status(state) is Status.CHANCE:
            assert machine.weights(packed) == [move.weight for move in moves]
        assert all(target.bit_length() <= machine.bits for target in targets)
        for target in targets:
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return len(seen)


@pytest.mark.parametrize("system", SYSTEMS)
def test_visitors_follow_what_successors_say(system: str) -> None:
    machine = compile_machine(SYSTEMS[system]())
    start = machine.initial()
    parents: dict[int, int | None] = {start: None}
    pending = [start]
    while pending and len(parents) < MOST_STATES:
        state = pending.pop(0)
        targets = machine.successors(state)
        new = [t for t in dict.fromkeys(targets) if t not in parents]
        found: list[list[int]] = [[] for _ in range(machine.place_mask + 1)]
        ends: list[int] = []
        visit = machine.visitor(state & machine.place_mask)
        if visit is None:
            assert targets == []
            continue
        n = visit([state], parents, [place.append for place in found], ends, lambda _: None)
        assert n == len(targets)
        assert ends == ([] if targets else [state])
        assert sorted(t for place in found for t in place) == sorted(new)
        assert all(t & machine.place_mask == number for number, place in enumerate(found) for t in place)
        assert all(parents[t] == state for t in new)
        pending += new


def test_moves_carry_labels_and_targets() -> None:
    machine = compile_machine(ALL["craps"]())
    start = machine.initial()
    moves = machine.moves(start)
    assert [move.target for move in moves] == machine.successors(start)
    assert [move.alternative.weight for move in moves] == machine.weights(start)
