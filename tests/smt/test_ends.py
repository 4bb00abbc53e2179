"""Procedures that end, by a measure that is found or was written; and those that need not."""

from __future__ import annotations

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Read, System
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.ends import prove_ends
from rulewright_verify.smt.induction import Induction
from rulewright_verify.smt.results import EndsResult, Status
from tests.smt import clauses as c
from tests.systems import craps, endless, pig, responses
from tests.systems.builder import Builder, at_most, lift, minus
from tests.systems.creatures import exercise

BUDGET = Budget(rlimit=10_000_000, seconds=60)


def ends(system: System, clause: pr.Ends) -> EndsResult:
    return prove_ends(Induction(system, [clause], BUDGET), clause)


def tricks_left(system: System) -> Read:
    return Read("tricks_left", (), 0, system.slots["tricks_left"].hi)


def test_a_deal_of_twilight_ends_by_a_measure_that_is_found() -> None:
    result = ends(c.small_twilight(), c.game_ends())
    assert result.status is Status.PROVED, result.reason
    assert not result.by_author
    assert any("hand" in name for name in result.weights[0])
    assert "makes the sum smaller" in result.measures[0]


def test_a_measure_of_the_author_is_checked_and_completed() -> None:
    system = c.small_twilight()
    result = ends(system, c.game_ends(tricks_left(system)))
    assert result.status is Status.PROVED
    assert result.by_author
    assert set(result.weights[0]) == {"measure 0"}
    assert "as written" in result.measures[0]


def test_a_measure_that_rises_is_refused() -> None:
    system = c.small_twilight()
    result = ends(system, c.game_ends(minus(lift(2), tricks_left(system))))
    assert result.status is Status.UNKNOWN
    assert result.reason == "the measure as written does not fall on these steps"


def test_tricks_that_do_not_run_out_still_end_with_the_cards() -> None:
    """Nothing counts the tricks any more, yet each takes four cards from the hands."""
    result = ends(c.tricks_do_not_run_out(c.small_twilight()), c.game_ends())
    assert result.status is Status.PROVED
    assert "tricks_left" not in result.weights[0]


def test_craps_may_go_on_for_ever() -> None:
    result = ends(craps(), c.game_ends())
    assert result.status is Status.UNKNOWN
    assert result.open_steps
    assert result.reason


def test_pig_may_go_on_for_ever() -> None:
    assert ends(pig(), c.game_ends()).status is Status.UNKNOWN


def test_an_endless_loop_has_no_measure() -> None:
    assert ends(endless(), c.game_ends()).status is Status.UNKNOWN


def test_responses_end_by_one_measure_after_the_other() -> None:
    result = ends(responses(), c.game_ends())
    assert result.status is Status.PROVED
    assert len(result.measures) > 1


def test_in_a_large_system_things_with_a_mark_are_counted() -> None:
    """Here the only thing that ever changes is which creatures have moved."""
    system = exercise()
    engine = Induction(system, [c.game_ends()], BUDGET)
    engine.is_large = True
    result = prove_ends(engine, c.game_ends())
    assert result.status is Status.PROVED, result.reason
    assert result.weights == ({"Creature with moved 0 in line": 1},)
    assert "Creature with moved 0 in line" in result.measures[0]


def test_a_part_of_a_written_measure_is_taken_out_wherever_it_falls() -> None:
    """Two parts: what the first leaves, the second makes smaller; in the other order the first one rises."""
    result = ends(two_piles(), c.game_ends(read("large"), read("small")))
    assert (result.status, result.by_author) == (Status.PROVED, True)
    assert [set(weights) for weights in result.weights] == [{"measure 0"}, {"measure 1"}]
    other = ends(two_piles(), c.game_ends(read("small"), read("large")))
    assert other.status is Status.UNKNOWN


def read(name: str) -> Read:
    return Read(name, (), 0, 3)


def two_piles() -> System:
    """One is taken from the small pile, or, when it is empty, one from the large one fills it."""
    b = Builder("two piles", "Ada")
    b.slot("large", 0, 3, start=3)
    b.slot("small", 0, 3)
    b.branch("head", at_most(1, b.read("small")), "take", "more", loop=0)
    b.auto("take", *b.put("small", minus(b.read("small"), 1)), to="head")
    b.branch("more", at_most(1, b.read("large")), "fill", "over")
    b.auto("fill", *b.put("large", minus(b.read("large"), 1)), *b.put("small", lift(3)), to="head")
    b.final("over", 1)
    return b.build("head")
