"""Choosing readings: what is left, and that nothing else changes."""

from __future__ import annotations

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir import properties as claims
from rulewright.ir.nodes import Const
from rulewright.ir.specialise import readings_used, specialise, specialise_clause, specialise_expr
from tests.systems import ALL, with_readings
from tests.systems.builder import NOWHERE, equal


def final_winners(system: ir.System) -> set[tuple[int, ...]]:
    reference = Reference(system)
    states = [reference.initial()]
    for state in states:
        states.extend(move.target for move in reference.moves(state))
    return {state.slots["worth"] for state in states if state.winners is not None}


def test_each_choice_of_readings_plays_differently() -> None:
    system = with_readings()
    results = {
        (counting, ties): final_winners(specialise(system, {"counting": counting, "ties": ties}))
        for counting in range(2)
        for ties in range(2)
    }
    assert results[0, 0] == results[0, 1] == {(n,) for n in range(2, 7)}
    assert results[1, 0] == {(1,), (2,), (3,)}
    assert results[1, 1] == {(0,), (2,), (3,)}


def test_a_reading_may_stop_mattering() -> None:
    system = with_readings()
    assert readings_used(system) == ("counting", "ties")
    assert readings_used(specialise(system, {"counting": 0})) == ()
    assert readings_used(specialise(system, {"counting": 1})) == ("ties",)


def test_places_keep_their_numbers() -> None:
    system = with_readings()
    chosen = specialise(system, {"counting": 0, "ties": 0})
    assert [node.id for node in chosen.nodes] == list(range(len(system.nodes)))
    assert [node.region for node in chosen.nodes] == [node.region for node in system.nodes]
    assert chosen.readings == {}


def test_conditions_and_clauses() -> None:
    system = with_readings()
    cond = equal(ir.Setting("counting", 2), 1)
    assert specialise_expr(system, cond, {"counting": 1}) == Const(1)
    clause = claims.At("game", False, (claims.AtPlace(3, cond),), (), NOWHERE)
    assert specialise_clause(system, clause, {"counting": 0}).places == (claims.AtPlace(3, Const(0)),)
    alone = claims.Alone(system, claims.Always(cond, None, False, NOWHERE), NOWHERE)
    assert specialise_clause(system, alone, {"counting": 0}).system == specialise(system, {"counting": 0})


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="no option 2"):
        specialise(with_readings(), {"ties": 2})


@pytest.mark.parametrize("name", ALL)
def test_folding_changes_no_play(name: str) -> None:
    system = ALL[name]()
    before, after = Reference(system), Reference(specialise(system, {}))
    states = [before.initial()]
    met = set(states)
    assert after.initial() == states[0]
    for state in states[:200]:
        targets = [move.target for move in before.moves(state)]
        assert [move.target for move in after.moves(state)] == targets
        fresh = [target for target in targets if target not in met]
        states.extend(dict.fromkeys(fresh))
        met.update(fresh)
