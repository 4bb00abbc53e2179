"""Odds of games too large to explore: slices, blurred games and runs alone say no more than is so."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulewright.interpreter.machine import compile_machine
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Const, Gate, Read, System
from rulewright_verify.explicit import Budget, explore
from rulewright_verify.explicit.budget import Meter
from rulewright_verify.probability import Answer, measured
from rulewright_verify.probability.alone import run_alone
from rulewright_verify.probability.asked import Clause, values_of
from rulewright_verify.probability.blurring import CannotBlur, blurred
from rulewright_verify.probability.slicing import sliced
from rulewright_verify.probability.whole_graph import whole_graph
from tests.probability.from_text import Asked, asked_in_folder, asked_in_text
from tests.probability.test_measured import BOLD, MONTY_HALL, RUIN, TRAP, WAITING
from tests.systems import ALL

CLASSICS = Path(__file__).parents[2] / "rules" / "classics"

LONG = """\
rulebook long
  title "A long game of short turns"
  players 2 as Anna, Ben

state
  score[Player]: 0..3000 = 0
  lucky: yes or no = no
  throws: 0..3 = 0

procedure game
  repeat until some p in Player has score[p] >= 2900
    for each p in turn order
      turn(p)

procedure turn(p: Player)
  lucky becomes no
  throws becomes 0
  repeat until lucky or throws = 3
    throw(p)

procedure throw(p: Player)
  throws becomes throws + 1
  roll d6 as face
  score[p] becomes score[p] + face
  if face = 6
    lucky becomes yes

claim one_throw "One throw in six"
  at end of throw: chance(lucky) = 1/6
claim one_turn "In three throws"
  at end of turn: chance(lucky) = 91/216
claim too_lucky "Not in every turn"
  at end of turn: chance(lucky) = 1/2
claim mean "The first throw always, the second and the third if there was no six"
  at end of turn: expected(runs(throw)) = 91/36
"""


def clause_of(asked: list[Asked]) -> tuple[System, Clause]:
    ((system, clause),) = asked
    assert isinstance(clause, pr.Measured | pr.EndsWithChance)
    return system, clause


@pytest.mark.parametrize(
    ("claim", "value"),
    [("one_throw", Fraction(1, 6)), ("one_turn", Fraction(91, 216)), ("mean", Fraction(91, 36))],
)
def test_a_run_alone_has_the_odds_of_a_run_in_a_game(claim: str, value: Fraction) -> None:
    system, clause = clause_of(asked_in_text(LONG)[claim])
    result = measured(system, clause, budget=Budget(states=40_000))
    assert (result.answer, result.value, result.alone) == (Answer.HOLDS, value, True)
    # The score may leave its range for all that was looked at.
    assert "score" in {demand.subject for demand in result.left_out}


def test_what_is_wrong_alone_is_not_yet_refuted() -> None:
    system, clause = clause_of(asked_in_text(LONG)["too_lucky"])
    result = measured(system, clause, budget=Budget(states=40_000))
    assert result.answer is Answer.UNKNOWN


def test_starts_that_no_play_reaches_are_left_out_where_that_is_seen() -> None:
    """Whoever has bust does not throw again: the guard of that option knows."""
    pig = (CLASSICS / "pig" / "pig.rules").read_text(encoding="utf-8")
    assert "  in throw alone: chance(bust)" in pig
    of_the_game = pig.replace("  in throw alone: chance(bust)", "  at end of throw: chance(bust)")
    system, clause = clause_of(asked_in_text(of_the_game)["one_in_six"])
    result = measured(system, clause, budget=Budget(states=40_000))
    assert (result.answer, result.value, result.alone) == (Answer.HOLDS, Fraction(1, 6), True)


TEXTS = {"doors": MONTY_HALL, "ruin": RUIN, "bold": BOLD, "waiting": WAITING, "trap": TRAP}


@pytest.mark.parametrize("name", TEXTS)
def test_a_slice_has_the_odds_of_the_whole(name: str) -> None:
    for asked in asked_in_text(TEXTS[name]).values():
        system, clause = clause_of(asked)
        whole = measured(system, clause)
        part = measured(sliced(system, values_of(clause).values()).system, clause)
        assert (whole.answer, whole.value, whole.between) == (part.answer, part.value, part.between)
        assert part.states <= whole.states


def test_a_slice_is_smaller() -> None:
    """Nobody asks what the dice showed last."""
    system, clause = clause_of(asked_in_folder(CLASSICS / "craps")["pass_line"])
    part = sliced(system, values_of(clause).values())
    assert explore(part.system).states < explore(system).states / 2
    assert measured(part.system, clause).value == Fraction(244, 495)


@pytest.mark.parametrize("name", ["ruin", "bold"])
def test_runs_alone_have_at_least_the_starts_of_the_game(name: str) -> None:
    for asked in asked_in_text(TEXTS[name]).values():
        system, clause = clause_of(asked)
        for region in clause.regions:
            alone = run_alone(system, region, values_of(clause), Meter(Budget()))
            if alone is None:
                continue
            whole = measured(system, clause)
            assert measured(alone.system, clause).n_starts >= whole.n_starts


def values_at_gates(system: System, slots: list[str], nodes: list[int]) -> set[tuple[int, ...]]:
    """The gate and the cells of these slots, for each state that is met at one of the gates."""
    reads = [
        Read(name, tuple(map(Const, index)), system.slots[name].lo, system.slots[name].hi)
        for name in slots for index in product(*map(range, system.slots[name].dims))
    ]
    machine = compile_machine(system, predicates=reads, stops=nodes)
    graph = whole_graph(machine, Meter(Budget(states=3_000))).graph
    if graph is None:
        return set()
    predicates = [machine.predicate(number) for number in range(len(reads))]
    return {
        (machine.node(state), *(predicate(state) for predicate in predicates))
        for state in graph.states if machine.status(state) is None
    }


SYSTEMS = {**{name: make() for name, make in ALL.items()}, **{
    name: next(iter(asked_in_text(text).values()))[0][0] for name, text in TEXTS.items()
}}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_blurred_game_reaches_all_that_the_game_reaches(name: str) -> None:
    system = SYSTEMS[name]
    gates = [node.id for node in system.nodes if isinstance(node, Gate)]
    compared = 0
    for slot in system.slots:
        try:
            more = values_at_gates(blurred(system, [slot]), [slot], gates)
        except CannotBlur:
            continue
        if more:
            assert values_at_gates(system, [slot], gates) <= more, slot
            compared += 1
    # Where everything moves between zones nothing can be blurred.
    assert compared > 0 or system.zones or not gates
