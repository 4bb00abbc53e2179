"""Each kind of clause, on systems small enough to know the answer."""

from __future__ import annotations

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Read, System
from rulewright_verify.explicit import Answer, Budget, Found, Going, decide, decide_all
from tests.explicit.claims import (
    always,
    at_end,
    ends,
    leave_places,
    may_go_on,
    measured,
    never_stuck,
    possible,
)
from tests.systems import ALL
from tests.systems.builder import NOWHERE, Builder, at_most, equal, less, minus, negated, plus
from tests.systems.cards import twilight


def cell(system: System, slot: str, *index: int) -> Read:
    declared = system.slots[slot]
    return Read(slot, tuple(ir.Const(i) for i in index), declared.lo, declared.hi)


def replayed(system: System, found: Found | None) -> Found:
    """The play, after the reference interpreter went through it move by move."""
    assert found is not None
    reference = Reference(system)
    state = reference.initial()
    assert state == found.states[0]
    for move, target in zip(found.moves, found.states[1:], strict=True):
        state = reference.run(state, move)
        if target.failure is None:
            assert state == target
    return found


def test_always_holds() -> None:
    system = ALL["craps"]()
    result = decide(system, always(at_most(cell(system, "point"), 10)))
    assert (result.answer, result.complete, result.found) == (Answer.HOLDS, True, None)


def test_always_is_refuted_by_a_shortest_play() -> None:
    system = ALL["craps"]()
    result = decide(system, always(less(cell(system, "point"), 9)))
    assert result.answer is Answer.VIOLATED
    assert len(replayed(system, result.found).moves) == 1


def test_a_premise_that_never_comes_true_is_vacuous() -> None:
    system = ALL["craps"]()
    never = equal(cell(system, "point"), 7)
    assert decide(system, always(negated(never), premise=never)).vacuous
    sometimes = equal(cell(system, "point"), 6)
    assert not decide(system, always(ir.Const(1), premise=sometimes)).vacuous


def test_possible() -> None:
    system = ALL["craps"]()
    shown = decide(system, possible(equal(cell(system, "last_total"), 12)))
    assert shown.answer is Answer.HOLDS
    assert replayed(system, shown.found).states[-1].slots["last_total"] == (12,)
    assert decide(system, possible(equal(cell(system, "point"), 7))).answer is Answer.VIOLATED


def test_a_search_that_is_cut_short_is_unknown() -> None:
    system = twilight(hand_size=1)
    result = decide(system, possible(less(9, cell(system, "leader"))), budget=Budget(states=100))
    assert result.answer is Answer.UNKNOWN
    assert result.reason is not None


def test_at_end_of_a_procedure() -> None:
    system = ALL["pig"]()
    bust, pot = cell(system, "bust"), cell(system, "pot")
    assert decide(system, at_end(system, "turn", ir.Const(1))).answer is Answer.HOLDS
    holds = at_end(system, "turn", ir.Binary(ir.Op.OR, negated(bust), equal(pot, 0)))
    assert decide(system, holds).answer is Answer.HOLDS
    wrong = decide(system, at_end(system, "turn", negated(bust)))
    assert wrong.answer is Answer.VIOLATED
    assert len(replayed(system, wrong.found).moves) == 1  # a one at once ends the turn without asking


def test_never_stuck() -> None:
    system = ALL["stuck"]()
    result = decide(system, never_stuck(system, "game"))
    assert result.answer is Answer.VIOLATED
    assert len(replayed(system, result.found).moves) == 2
    fine = ALL["craps"]()
    assert decide(fine, never_stuck(fine, "game")).answer is Answer.HOLDS


def test_monotone() -> None:
    system = ALL["pig"]()
    assert decide(system, pr.Monotone("score", None, True, NOWHERE)).answer is Answer.HOLDS
    falls = decide(system, pr.Monotone("pot", None, True, NOWHERE))
    assert falls.answer is Answer.VIOLATED
    assert [move.label for move in replayed(system, falls.found).moves] == ["chance", "done"]  # the next turn begins


def test_monotone_marks() -> None:
    system = ALL["skirmish"]()
    assert decide(system, pr.Monotone(None, "damage", True, NOWHERE)).answer is Answer.HOLDS
    assert decide(system, pr.Monotone(None, "damage", False, NOWHERE)).answer is Answer.VIOLATED


@pytest.mark.parametrize(("name", "kinds"), [("twilight", "Card"), ("skirmish", "Creature"), ("picks", "Coin")])
def test_conserved(name: str, kinds: str) -> None:
    assert decide(ALL[name](), pr.Conserved(kinds, NOWHERE)).answer is Answer.HOLDS


def test_extremes() -> None:
    system = ALL["pig"]()
    score = leave_places(system, "turn", cell(system, "score", 0))
    result = decide(system, measured(system, "turn", pr.QuantityKind.GREATEST, score, "=", 9))
    assert (result.answer, result.value) == (Answer.HOLDS, 9)
    replayed(system, result.found)
    result = decide(system, measured(system, "turn", pr.QuantityKind.LEAST, score, "=", 1))
    assert (result.answer, result.value) == (Answer.VIOLATED, 0)


def test_still_possible_and_once_never() -> None:
    system = ALL["pig"]()
    ben, anna = cell(system, "score", 1), cell(system, "score", 0)
    assert decide(system, pr.StillPossible(less(9, ben), NOWHERE)).answer is Answer.VIOLATED  # not once Anna has won
    assert decide(system, pr.StillPossible(negated(less(3, minus(anna, anna))), NOWHERE)).answer is Answer.HOLDS
    assert decide(system, pr.OnceNever(less(5, anna), less(anna, 5), NOWHERE)).answer is Answer.HOLDS
    again = decide(system, pr.OnceNever(less(0, cell(system, "pot")), equal(cell(system, "pot"), 0), NOWHERE))
    assert again.answer is Answer.VIOLATED
    replayed(system, again.found)


def test_leads_to() -> None:
    system = ALL["stuck"]()
    left = cell(system, "left")
    assert decide(system, pr.LeadsTo(equal(left, 3), equal(left, 0), NOWHERE)).answer is Answer.HOLDS
    result = decide(system, pr.LeadsTo(equal(left, 3), equal(left, 1), NOWHERE))
    assert result.answer is Answer.VIOLATED
    assert replayed(system, result.found).states[-1].slots["left"] == (0,)
    luck = ALL["craps"]()
    loop = decide(luck, pr.LeadsTo(less(0, cell(luck, "point")), less(0, cell(luck, "result")), NOWHERE))
    assert (loop.answer, loop.going) == (Answer.VIOLATED, Going.LUCK)
    play = replayed(luck, loop.found)
    assert play.loop_to is not None
    assert play.states[play.loop_to] == play.states[-1]


def test_ends_by_luck_alone() -> None:
    system = ALL["craps"]()
    result = decide(system, ends(system, "game"))
    assert (result.answer, result.going) == (Answer.VIOLATED, Going.LUCK)
    assert replayed(system, result.found).loop_to is not None
    assert decide(system, may_go_on(system, "game")).answer is Answer.HOLDS
    each = decide(system, ends(system, "throw_dice"))
    assert (each.answer, each.going) == (Answer.HOLDS, Going.NONE)


def test_ends_forced() -> None:
    system = ALL["endless"]()
    result = decide(system, ends(system, "game"))
    assert (result.answer, result.going) == (Answer.VIOLATED, Going.FORCED)


def test_ends_always() -> None:
    system = ALL["stuck"]()
    result = decide(system, ends(system, "game"))
    assert (result.answer, result.going) == (Answer.HOLDS, Going.NONE)
    assert decide(system, may_go_on(system, "game")).answer is Answer.VIOLATED


def standoff(*, both_must_agree: bool) -> System:
    """Two players take turns; stopping takes one of them, or both one after the other."""
    b = Builder("standoff", "Ada", "Ben")
    b.slot("turn", 0, 1)
    b.slot("offers", 0, 2)
    other = b.store("turn", minus(1, b.read("turn")))
    b.choice("ask", b.read("turn"), b.option("stop", to="stop"), b.option("go_on", to="go_on"))
    b.auto("go_on", b.store("offers", 0), other, to="ask")
    b.auto("stop", b.store("offers", plus(b.read("offers"), 1)), other, to="agreed")
    needed = 2 if both_must_agree else 1
    b.branch("agreed", at_most(needed, b.read("offers")), "over", "ask")
    b.final("over")
    return b.build("ask")


def test_who_keeps_it_going() -> None:
    system = standoff(both_must_agree=False)
    result = decide(system, ends(system, "game"))
    assert (result.going, result.players, result.alone) == (Going.KEPT_GOING, (0, 1), (0, 1))
    play = replayed(system, result.found)
    assert play.loop_to is not None
    assert {move.label for move in play.moves[play.loop_to :]} == {"go_on"}


def test_who_cannot_end_it_alone() -> None:
    system = standoff(both_must_agree=True)
    result = decide(system, ends(system, "game"))
    assert result.going is Going.KEPT_GOING
    assert result.alone == ()


def test_several_clauses_share_a_search() -> None:
    system = ALL["craps"]()
    point = cell(system, "point")
    clauses: list[pr.Clause] = [
        always(at_most(point, 10)), possible(equal(point, 4)), ends(system, "game"), always(less(point, 6)),
    ]
    results = decide_all(system, clauses)
    assert [result.answer for result in results] == [
        Answer.HOLDS, Answer.HOLDS, Answer.VIOLATED, Answer.VIOLATED
    ]


def test_breakdowns_are_told() -> None:
    system = ALL["breaks_down"]()
    result = decide(system, always(ir.Const(1)))
    assert {failure.subject for failure in result.failures} == {"gold", "pile"}
