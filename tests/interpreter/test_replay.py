"""Traces, replaying what is written down, examples, and why something is not allowed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.decisions import written
from rulewright.interpreter.levels import deciding_levels
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.refusals import Obstacle, refusals, why_not
from rulewright.interpreter.replay import replay, run_example
from rulewright.interpreter.state import State
from rulewright.interpreter.trace import trace_of
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Const, Local, System
from rulewright.ir.properties import Decision, Example
from tests.systems import ALL, craps, picks, pig, skirmish, twilight, with_readings
from tests.systems.builder import NOWHERE, YES_NO, Builder, equal, less, lift

ONE_CARD_EACH = ((0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1))


def one_trick() -> System:
    return twilight(names=("soul", "purgatory"), hands=ONE_CARD_EACH)


def lines(*texts: str) -> list[Decision]:
    """`East: ask(West)` as the decision that it writes down."""
    found = []
    for text in texts:
        who, play = text.split(": ")
        label, _, what = play.removesuffix(")").partition("(")
        found.append(Decision(who, label, tuple(what.split(", ")) if what else ()))
    return found


def test_a_play_is_told() -> None:
    reference = Reference(one_trick(), told=True)
    played = replay(
        reference,
        lines(
            "North: ask(East)",
            "East: give(purgatory[sun])",
            "East: ask(West)",
            "West: give(purgatory[moon])",
            "South: play_own(soul[sun])",
            "West: ask(North)",
            "North: give(soul[moon])",
        ),
    )
    assert played.succeeded
    told = [(line.depth, line.words["en"], line.cites) for step in played.trace.steps for line in step.lines]
    assert told[:2] == [
        (0, "North: ask (East)", ("TW-030",)),
        (1, "East: give (purgatory[sun])", ("TW-031",)),
    ]
    # The option's own sentence stands for the decision.
    assert told[4] == (0, "South plays soul[sun]", ("TW-030",))
    assert played.trace.steps[5].lines[0].words["de"] == "South spielt soul[sun]"
    last = played.trace.steps[-1]
    assert last.entered == ("play_trick.settle",)
    assert [(c.name, c.before, c.after) for c in last.changed][:2] == [
        ("tricks_left", "1", "0"),
        ("hand[North]", "soul[moon]", "nothing"),
    ]


def test_choices_with_one_option_may_be_left_out() -> None:
    played = replay(
        Reference(one_trick()),
        lines(
            "North: ask(East)",
            "East: ask(West)",
            "South: play_own(soul[sun])",
        ),
        to_the_end=True,
    )
    assert played.succeeded
    assert played.trace.last.winners == (False,) * 4
    assert [written(d) for d in played.trace.decisions][-2:] == ["West: ask(North)", "North: give(soul[moon])"]


def test_what_was_not_asked_may_be_written() -> None:
    """After a one nothing is left but to stop: `done` may be written or left out."""
    for text in (
        ["chance: 5", "Anna: throw_again", "chance: 1", "Anna: done", "chance: 2"],
        ["chance: 5", "Anna: throw_again", "chance: 1", "chance: 2"],
    ):
        played = replay(Reference(pig()), lines(*text))
        assert played.succeeded
        assert played.trace.last.slots["p"] == (1,)
        assert played.trace.last.slots["pot"] == (2,)


def test_a_line_that_fits_nothing_is_shown_with_what_there_was() -> None:
    played = replay(Reference(one_trick()), lines("North: ask(East)", "East: give(soul[moon])"))
    assert played.mismatch is not None
    assert played.mismatch.options == ("East: give(purgatory[sun])",)
    stopped = replay(Reference(one_trick()), lines("North: play_own(soul[moon])")).mismatch
    assert stopped is not None
    assert (stopped.index, stopped.who) == (0, "North")
    assert stopped.options == ("North: ask(East)", "North: ask(South)")


def test_lines_that_end_too_early() -> None:
    played = replay(Reference(one_trick()), [], to_the_end=True)
    assert played.mismatch is not None
    assert played.mismatch.decision is None
    assert played.mismatch.who == "North"


def test_a_large_deal_is_made_not_searched() -> None:
    system = twilight(names=("a", "b", "c", "d", "e", "f", "g"), hand_size=3)
    hand = lines("chance: draw(a[sun], c[moon], g[sun])")
    played = replay(Reference(system), hand)
    assert played.succeeded
    assert played.trace.last.zones["hand"][0] == tuple(int(k in (0, 5, 12)) for k in range(14))
    assert replay(Reference(system), lines("chance: draw(a[sun], a[sun], g[sun])")).mismatch is not None


def test_bags_are_named_in_any_order() -> None:
    played = replay(Reference(picks()), lines("Ada: lay_down(silver, copper)"))
    assert played.succeeded


@pytest.mark.parametrize("name", ALL)
def test_every_play_can_be_replayed(name: str) -> None:
    """Whoever plays at random and writes down what was done gets the same states again."""
    reference = Reference(ALL[name]())
    for seed in range(5):
        rng = random.Random(seed)
        state = reference.initial()
        ways: list[Alternative] = []
        states: list[State] = []
        while (moves := reference.moves(state)) and len(ways) < 25:
            move = rng.choice(moves)
            ways.append(move.alternative)
            states.append(state := move.target)
        trace = trace_of(reference, tuple(ways))
        assert [step.state for step in trace.steps[1:]] == states
        again = replay(reference, trace.decisions)
        if name not in ("skirmish", "picks"):  # creatures with other wounds print alike
            assert again.succeeded
            assert again.trace.last == state


# ------------------------------------------------------------------ examples


def example(system: System, decisions: list[Decision], *expects: ir.Expr, **under: str) -> Example:
    return Example(
        "one", None, tuple(under.items()), system, tuple(decisions), tuple((e, NOWHERE) for e in expects), (), NOWHERE
    )


def test_examples_meet_their_expectations_or_not() -> None:
    system = craps()
    result, point = ir.Read("result", (), 0, 2), ir.Read("point", (), 0, 12)
    throws = lines("chance: 4", "chance: 9", "chance: 4")
    good = run_example(example(system, throws, equal(result, 1), equal(point, 4)), {})
    assert good.holds
    bad = run_example(example(system, throws, equal(result, 1), equal(point, 9)), {})
    assert not bad.holds
    assert [expr for expr, _ in bad.unmet] == [equal(point, 9)]
    early = run_example(example(system, throws[:1], equal(point, 4)), {})
    assert not early.replay.succeeded


def test_an_example_may_fix_a_reading() -> None:
    worth = ir.Read("worth", (), 0, 6)
    rolls = lines("chance: 3", "chance: 3")
    text = example(with_readings(), rolls, equal(worth, 3), counting="greatest")
    assert run_example(text, {"counting": 0, "ties": 0}).holds
    assert not run_example(text, {"counting": 0, "ties": 1}).holds


# ------------------------------------------------------------------ why not


def test_why_a_card_may_not_be_played() -> None:
    reference = Reference(one_trick())
    state = reference.initial()
    assert why_not(reference, state, "ask", ("East",)) is None
    wrong_cult = why_not(reference, state, "play_own", ("soul[moon]",))
    assert wrong_cult is not None
    assert wrong_cult.obstacle is Obstacle.CONDITION
    not_held = why_not(reference, state, "play_own", ("soul[sun]",))
    assert not_held is not None
    assert not_held.obstacle is Obstacle.NOT_THERE
    unheard = why_not(reference, state, "dance")
    assert unheard is not None
    assert unheard.obstacle is Obstacle.NO_SUCH_OPTION
    assert [(r.label, r.args) for r in refusals(reference, state)] == [
        ("play_own", ("soul[moon]",)),
        ("ask", ("West",)),
    ]


def test_why_a_bag_may_not_be_picked() -> None:
    reference = Reference(picks())
    state = reference.initial()
    obstacles = {
        args: found.obstacle if (found := why_not(reference, state, "lay_down", args)) else None
        for args in ((), ("copper",), ("gold",), ("silver", "silver"), ("copper",) * 4)
    }
    assert obstacles == {
        (): Obstacle.NUMBER,
        ("copper",): None,
        ("gold",): Obstacle.CONDITION,
        ("silver", "silver"): Obstacle.NOT_THERE,
        ("copper",) * 4: Obstacle.NUMBER,
    }


def test_a_rule_that_forbids_is_named_with_its_level() -> None:
    b = Builder("levels", "Ada")
    b.slot("n", 0, 5, start=3)
    x = Local("x", 0, 5)
    small = ir.Level(
        "small",
        ir.LevelKind.DEFAULT,
        (),
        (ir.Case(less(x, 4), lift(1), NOWHERE), ir.Case(less(3, x), lift(0), NOWHERE)),
        ("p-1",),
        (),
        NOWHERE,
    )
    three = ir.Level(
        "three", ir.LevelKind.EXCEPTION, ("small",), (ir.Case(equal(x, 3), lift(0), NOWHERE),), ("p-2",), (), NOWHERE
    )
    b.rule("may", (x,), ir.Ite(equal(x, 3), Const(0), less(x, 4)), 0, 1, YES_NO)
    b.rules["may"] = replace(b.rules["may"], levels=(small, three))
    b.choice("ask", 0, b.option("go", guard=b.apply("may", b.read("n")), to="over"))
    b.final("over")
    reference = Reference(b.build("ask"))
    found = why_not(reference, reference.initial(), "go")
    assert found is not None
    assert (found.rule, found.level, found.cites) == ("may", "three", ("p-2",))
    levels = deciding_levels(reference.evaluator, b.rules["may"], (2,), reference.initial())
    assert [level.name for level in levels] == ["small"]


def test_names_of_moving_creatures_print_their_kind() -> None:
    reference = Reference(skirmish())
    trace = trace_of(reference, (reference.moves(reference.initial())[1].alternative,))
    assert trace.steps[1].lines[0].words == {"": "Ada: attack with (bear)"}
    assert why_not(reference, reference.initial(), "attack_with", ("bear",)) is None
