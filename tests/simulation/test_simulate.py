"""Many games: what is counted, that it hangs on the seed alone, and that it can be stopped."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Final, Read, System
from rulewright_verify.simulation import Answer, can_sample, decide, simulate
from tests.explicit.claims import at_end, leave_places, measured, regions_of
from tests.systems import ALL
from tests.systems.builder import NOWHERE, Builder, equal


def at_ends(system: System, value: ir.Expr) -> tuple[pr.AtPlace, ...]:
    return tuple(pr.AtPlace(node.id, value) for node in system.nodes if isinstance(node, Final))


def simulated(*clauses: pr.Measured | pr.At, n_games: int = 4000, players: str = "random") -> pr.Simulate:
    return pr.Simulate(n_games, players, clauses, NOWHERE)


def test_what_is_counted() -> None:
    found = simulate(ALL["craps"](), games=5000, seed=1, jobs=1)
    assert (found.n_games, found.finished, found.interrupted) == (5000, 5000, False)
    assert found.wins["Shooter"].low < 244 / 495 < found.wins["Shooter"].high
    lengths = found.lengths.mean
    assert lengths is not None
    assert lengths.low < 557 / 165 < lengths.high
    assert found.runs["throw_dice"] == found.lengths
    nobody = found.won_by_nobody
    assert nobody is not None
    assert nobody.value == pytest.approx(1 - found.wins["Shooter"].value)


def test_the_number_of_processes_makes_no_difference() -> None:
    one = simulate(ALL["pig"](), games=230, seed=5, jobs=1)
    two = simulate(ALL["pig"](), games=230, seed=5, jobs=2)
    assert one.tally == two.tally
    assert one.runs == two.runs
    assert simulate(ALL["pig"](), games=230, seed=6, jobs=1).tally != one.tally


def test_games_that_do_not_end_well() -> None:
    stuck = simulate(ALL["stuck"](), games=100, jobs=1)
    assert (stuck.finished, stuck.stuck) == (0, {"game": 100})
    assert stuck.wins == {}
    broken = simulate(ALL["breaks_down"](), games=100, jobs=1)
    assert sum(broken.failures.values()) == 100
    assert {failure.subject for failure in broken.failures} == {"gold", "pile"}
    endless = simulate(ALL["endless"](), games=100, jobs=1)
    assert endless.finished + sum(endless.failures.values()) == 100
    assert endless.finished not in (0, 100)


def test_games_are_cut_off() -> None:
    found = simulate(ALL["pig"](), games=50, max_moves=3, jobs=1)
    assert found.tally.n_cut_off > 0
    assert found.finished + found.tally.n_cut_off == 50


def test_an_interrupted_simulation_keeps_what_it_has() -> None:
    def interrupt(n_games: int) -> None:
        if n_games >= 100:
            raise KeyboardInterrupt

    found = simulate(ALL["craps"](), games=10_000, jobs=1, progress=interrupt)
    assert found.interrupted
    assert found.n_games == 100
    late = simulate(ALL["craps"](), games=10_000, jobs=1, seconds=0.0)
    assert late.interrupted
    assert 0 < late.n_games < 10_000


def test_greedy_players_see_what_is_good() -> None:
    b = Builder("doors", "Ada", "Ben")
    b.slot("open", 0, 2)
    b.frame("door", 0, 2)
    doors = b.binder("door", "door", ir.Range(ir.Const(0), ir.Const(2)), b.slots["door"].type)
    b.choice("ask", 0, b.option("take", doors, to="taken"))
    b.auto("taken", b.store("open", b.read("door")), to="over")
    b.final("over", equal(b.read("open"), 1), ir.Not(equal(b.read("open"), 1)))
    system = b.build("ask")
    assert simulate(system, games=40, policy="greedy", jobs=1).wins["Ada"].value == 1
    assert simulate(system, games=400, policy="random", jobs=1).wins["Ada"].value < 0.5


def test_clauses_about_chances_and_means() -> None:
    system = ALL["craps"]()
    won = equal(Read("result", (), 0, 2), 1)
    between = Fraction(4, 10), Fraction(6, 10)
    chance = measured(system, "game", pr.QuantityKind.CHANCE, at_ends(system, won), "in", *between)
    runs = measured(
        system, "game", pr.QuantityKind.EXPECTED_RUNS, at_ends(system, ir.Const(1)), "<", 2,
        runs_of=regions_of(system, "throw_dice"),
    )
    close = measured(system, "game", pr.QuantityKind.CHANCE, at_ends(system, won), "=", Fraction(244, 495))
    result = decide(system, simulated(chance, close, runs), seed=2, jobs=1)
    assert [one.answer for one in result.clauses] == [Answer.HOLDS, Answer.UNKNOWN, Answer.VIOLATED]
    assert result.answer is Answer.VIOLATED
    throws = result.clauses[2].estimate
    assert throws is not None
    assert throws.low < 557 / 165 < throws.high


def test_how_many_games_would_settle_a_claim() -> None:
    """An open claim says how many; with so many it is decided, unless what was seen was far off."""
    system = ALL["craps"]()
    won = equal(Read("result", (), 0, 2), 1)
    less = measured(system, "game", pr.QuantityKind.CHANCE, at_ends(system, won), "<", Fraction(1, 2))
    exactly = measured(system, "game", pr.QuantityKind.CHANCE, at_ends(system, won), "=", Fraction(1, 2))
    few = decide(system, simulated(less, n_games=1000), seed=4, jobs=1)
    needed = few.clauses[0].would_settle
    assert few.answer is Answer.UNKNOWN
    assert needed is not None
    assert needed > 1000
    assert few.reason is not None
    assert f"about {needed:,} games".replace(",", "\N{NO-BREAK SPACE}") in few.reason
    many = decide(system, simulated(less, n_games=60_000), seed=4, jobs=1)
    assert many.answer is Answer.HOLDS  # 244/495 is 0.7 percent below a half
    assert many.clauses[0].would_settle is None
    assert decide(system, simulated(exactly, n_games=1000), seed=4, jobs=1).clauses[0].would_settle is None


def test_players_of_several_sorts_in_their_seats() -> None:
    """One door of three wins for Ada: whoever looks ahead finds it, if it is Ada."""
    b = Builder("doors", "Ada", "Ben")
    b.slot("open", 0, 2)
    b.frame("door", 0, 2)
    doors = b.binder("door", "door", ir.Range(ir.Const(0), ir.Const(2)), b.slots["door"].type)
    b.choice("ask", 0, b.option("take", doors, to="taken"))
    b.auto("taken", b.store("open", b.read("door")), to="over")
    b.final("over", equal(b.read("open"), 1), ir.Not(equal(b.read("open"), 1)))
    system = b.build("ask")
    stays = simulate(system, games=40, seats={0: "greedy"}, jobs=1)
    assert stays.wins["Ada"].value == 1
    assert stays.sorts == ("greedy", "random")
    swapped = simulate(system, games=40, seats={0: "greedy"}, swap=True, jobs=1)
    looks_ahead, by_chance = swapped.wins_by_sort.values()
    # Twenty games as Ada, all won, and twenty against her guesses, two thirds of them won.
    assert 0.7 < looks_ahead.value < 0.95
    assert looks_ahead.value + by_chance.value == pytest.approx(1)
    assert swapped.tally == simulate(system, games=40, seats={0: "greedy"}, swap=True, jobs=2).tally


def test_clauses_about_runs_inside() -> None:
    system = ALL["pig"]()
    bust = leave_places(system, "turn", Read("bust", (), 0, 1))
    result = decide(
        system, simulated(measured(system, "turn", pr.QuantityKind.CHANCE, bust, ">", Fraction(1, 6))), jobs=1
    )
    assert result.answer is Answer.HOLDS  # at least one throw a turn, sometimes more
    assert result.clauses[0].sample.n_seen > 4000


def test_a_condition_that_fails_once_is_violated() -> None:
    system = ALL["pig"]()
    result = decide(system, simulated(at_end(system, "turn", equal(Read("bust", (), 0, 1), 0)), n_games=50), jobs=1)
    assert result.answer is Answer.VIOLATED
    assert result.clauses[0].n_false > 0
    fine = decide(system, simulated(at_end(system, "turn", ir.Const(1)), n_games=50), jobs=1)
    assert fine.answer is Answer.HOLDS


def test_best_choices_cannot_be_sampled() -> None:
    system = ALL["pig"]()
    places = leave_places(system, "turn", ir.Const(1))
    assert not can_sample(simulated(measured(system, "turn", pr.QuantityKind.HIGHEST_CHANCE, places, "=", 1)))
    assert can_sample(simulated(measured(system, "turn", pr.QuantityKind.EXPECTED, places, "=", 1)))
