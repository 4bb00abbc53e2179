"""What holds of every play, tried on random plays of all systems."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.canonical import Canonical
from rulewright.interpreter.evaluate import BrokenPromise
from rulewright.interpreter.players import next_move
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State, Status, Thing
from rulewright.interpreter.trace import trace_of
from rulewright.ir import nodes as ir
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Form, Life, System
from tests.systems import ALL
from tests.systems.builder import Builder

REFERENCES = {name: Reference(make(), strict=True) for name, make in ALL.items()}
PLAYS = st.tuples(st.sampled_from(sorted(ALL)), st.integers(0, 2**32), st.integers(0, 40))


def played(name: str, seed: int, length: int) -> tuple[Reference, list[State]]:
    """The states of a random play of that length, or until it is over."""
    reference, rng = REFERENCES[name], Random(seed)
    states = [reference.initial()]
    while len(states) <= length:
        way = next_move(reference, states[-1], {}, rng)
        if way is None:
            break
        states.append(reference.run(states[-1], way))
    return reference, states


@given(PLAYS)
def test_states_are_canonical(play: tuple[str, int, int]) -> None:
    """Bringing a rest into canonical form changes nothing: what is dead is least, bags are sorted."""
    reference, states = played(*play)
    system = reference.system
    canonical = Canonical(system, reference.evaluator)
    live = live_at_nodes(system)
    for state in states:
        over = reference.status(state) in (Status.FINAL, Status.FAIL)
        memory = Memory.of(state)
        canonical.settle(memory, frozenset() if over else live[state.place])
        assert memory.at_rest(state.place, state.winners, state.failure) == state
        for zone in system.zones.values():
            for entry in state.zones[zone.name] if zone.form is Form.MARKED else ():
                assert list(entry) == sorted(entry)


@given(PLAYS)
def test_nothing_is_lost_and_nothing_appears(play: tuple[str, int, int]) -> None:
    reference, states = played(*play)
    for kinds in reference.system.kinds:
        totals = {tuple(things_of(reference.system, kinds, state)) for state in states}
        assert len(totals) == 1


def things_of(system: System, kinds: str, state: State) -> list[int]:
    totals = [0] * len(system.kinds[kinds].copies)
    for zone in system.zones.values():
        if zone.kinds != kinds or zone.life is not Life.GAME:
            continue
        for entry in state.zones[zone.name]:
            if zone.form is Form.BAG:
                totals = [a + b for a, b in zip(totals, cast(tuple[int, ...], entry), strict=True)]
            else:
                for thing in cast(tuple[Thing, ...], entry):
                    totals[thing[0]] += 1
    return totals


@given(PLAYS)
def test_values_stay_in_their_ranges(play: tuple[str, int, int]) -> None:
    reference, states = played(*play)
    for state in states:
        for slot in reference.system.slots.values():
            assert all(slot.lo <= cell <= slot.hi for cell in state.slots[slot.name])


@given(PLAYS)
def test_equal_states_have_equal_hashes_and_moves(play: tuple[str, int, int]) -> None:
    reference, states = played(*play)
    state = states[-1]
    copy = Memory.of(state).at_rest(state.place, state.winners, state.failure)
    assert copy == state
    assert hash(copy) == hash(state)
    ways, again = list(reference.alternatives(state)), list(reference.alternatives(copy))
    assert ways == again


@given(PLAYS)
def test_no_decision_is_offered_twice(play: tuple[str, int, int]) -> None:
    """Two alternatives differ in what they are called or in what they name; equal things are one."""
    reference, states = played(*play)
    for state in states:
        ways = list(reference.alternatives(state))
        named = {(way.address, tuple(value for _, value, _ in way.bindings)) for way in ways}
        assert len(named) == len(ways)


@settings(max_examples=40)
@given(PLAYS)
def test_telling_changes_no_play(play: tuple[str, int, int]) -> None:
    """A reference that keeps what sentences show makes the same moves and reaches the same table."""
    name, seed, length = play
    reference = Reference(REFERENCES[name].system, told=True)
    rng, state = Random(seed), reference.initial()
    ways: list[Alternative] = []
    while len(ways) < length and (way := next_move(reference, state, {}, rng)) is not None:
        ways.append(way)
        state = reference.run(state, way)
    _, states = played(name, seed, length)
    assert [step.state.zones for step in trace_of(reference, tuple(ways)).steps] == [s.zones for s in states]


def test_an_unguarded_operation_is_a_broken_promise() -> None:
    b = Builder("unguarded", "Ada")
    b.kinds("Card", {"red": 1})
    b.slot("top", 0, 0)
    b.zone("pile", "Card", form=Form.LIST, capacity=1)
    b.auto("look", b.store("top", b.kind_at(b.at("pile"), 0)), to="over")
    b.final("over")
    system = b.build("look")
    assert Reference(system).initial().slots["top"] == (0,)
    with pytest.raises(BrokenPromise, match=r"no demand stands before `kind\(pile, 0\)`"):
        Reference(system, strict=True).initial()


def test_a_store_out_of_range_is_a_broken_promise() -> None:
    b = Builder("beyond", "Ada")
    b.slot("n", 0, 1)
    b.auto("store", ir.Store("n", (), ir.Const(2)), to="over")
    b.final("over")
    with pytest.raises(BrokenPromise, match=r"is to hold 2, which is not in 0\.\.1"):
        Reference(b.build("store")).initial()
