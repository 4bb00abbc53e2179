"""Systems in which something goes wrong or is unusual: stuck, endless, broken down, open readings."""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Aggregate, End, Form, Local, Reason, System
from tests.systems.builder import Builder, at_most, both, equal, fold, less, lift, minus, negated, plus


def stuck() -> System:
    """Each turn costs one or two; with nothing left nobody can move."""
    b = Builder("stuck", "Ada", "Ben")
    b.slot("left", 0, 3, start=3)
    b.slot("turn", 0, 1, type_=b.players)
    b.frame("n", 1, 2)
    b.choice(
        "pay",
        b.read("turn"),
        b.option(
            "pay",
            b.binder(
                "n",
                "n",
                ir.Range(lift(1), lift(2)),
                b.slots["n"].type,
                at_most(Local("n?", 1, 2), b.read("left")),
            ),
            to="paid",
        ),
    )
    b.auto(
        "paid",
        *b.put("left", minus(b.read("left"), b.read("n"))),
        b.store("turn", minus(1, b.read("turn"))),
        to="pay",
    )
    return b.build("pay")


def endless() -> System:
    """Stopping is fine; going on leads into a loop that nobody can leave."""
    b = Builder("endless", "Ada")
    b.slot("flip", 0, 1)
    b.slot("steps", 0, 5)
    b.choice("ask", 0, b.option("stop", to="over"), b.option("go_on", to="walk"))
    b.branch("walk", less(b.read("steps"), 5), "step", "spin", loop=0)
    b.auto("step", *b.put("steps", plus(b.read("steps"), 1)), to="walk")
    b.auto("spin", b.store("flip", minus(1, b.read("flip"))), to="spinning")
    b.branch("spinning", at_most(0, b.read("flip")), "spin", "over", loop=1)
    b.final("over", 1)
    return b.build("ask")


def breaks_down() -> System:
    """A counter that may be raised beyond its range, and a pile that may be asked when it is empty."""
    b = Builder("breaks_down", "Ada")
    b.kinds("Card", {"red": 1, "blue": 1})
    b.slot("gold", 0, 2)
    b.slot("top", 0, 1, type_=b.kind_sets["Card"].type)
    b.zone("pile", "Card", form=Form.LIST, capacity=2, initial=((1, 1),))
    b.zone("shown", "Card", form=Form.LIST, capacity=2)
    pile, shown = b.at("pile"), b.at("shown")
    b.choice(
        "ask",
        0,
        b.option("earn", to="earn"),
        b.option("turn_over", to="turn"),
        b.option("turn_all", guard=both(less(0, b.size(pile)), less(0, b.size(shown))), to="turn_all"),
    )
    gold = plus(b.read("gold"), 1)
    b.auto("earn", b.demand_range("gold", gold), b.store("gold", gold), to="ask")
    b.auto(
        "turn",
        ir.Demand(less(0, b.size(pile)), Reason.MISSING, "pile"),
        b.store("top", b.kind_at(pile, 0)),
        b.move_place(0, pile, shown, End.TOP),
        to="ask",
    )
    b.auto("turn_all", b.move_all(pile, shown, End.TOP), b.move_all(shown, pile), to="ask")
    return b.build("ask")


def responses() -> System:
    """Asking around until all have passed in a row; whoever has nothing to say is not asked."""
    b = Builder("responses", "Ada", "Ben", "Cem")
    b.slot("answers", 0, 1, start=(1, 0, 1), dims=(3,))
    b.slot("loudest", 0, 3)
    b.frame("i", 0, 2)
    b.frame("passes", 0, 3)
    q, passes = b.read("i"), b.read("passes")
    onward = b.store("i", ir.Ite(equal(q, 2), lift(0), plus(q, 1)))
    b.auto("start", b.store("i", 0), b.store("passes", 0), to="head")
    b.branch("head", less(passes, 3), "ask", "over", loop=0)
    b.choice(
        "ask",
        q,
        b.option("answer", guard=equal(b.read("answers", q), 1), to="answered"),
        b.option("pass", implicit=True, to="passed"),
    )
    b.auto(
        "answered",
        b.store("answers", 0, q),
        b.store("loudest", plus(q, 1)),
        onward,
        b.store("passes", 0),
        to="head",
    )
    b.auto("passed", onward, b.store("passes", plus(passes, 1)), to="head")
    spoke = [equal(b.read("loudest"), p + 1) for p in range(3)]
    b.final("over", *spoke)
    return b.build("start")


def with_readings() -> System:
    """Two readings; which way of counting is chosen decides whether the second matters at all."""
    b = Builder("with_readings", "Ada", "Ben")
    counting = b.reading("counting", "sum", "greatest")
    ties = b.reading("ties", "first", "nobody")
    b.slot("dice", 0, 3, dims=(2,))
    b.slot("worth", 0, 6)
    b.frame("i", 0, 2)
    b.frame("face", 1, 3)
    i, cell = b.read("i"), Local("cell", 0, 1)
    b.auto("start", b.store("i", 0), to="more")
    b.branch("more", less(i, 2), "roll", "count", loop=0)
    b.chance("roll", b.binder("face", "face", ir.Range(lift(1), lift(3)), b.slots["face"].type), 1, to="keep")
    b.auto("keep", b.store("dice", b.read("face"), i), b.store("i", plus(i, 1)), to="more")
    both_dice = ir.Range(lift(0), lift(1))
    b.branch("count", equal(counting, 0), "add_up", "compare")
    b.auto("add_up", b.store("worth", fold(Aggregate.SUM, cell, both_dice, b.read("dice", cell))), to="over")
    b.auto(
        "compare",
        b.store("worth", fold(Aggregate.GREATEST, cell, both_dice, b.read("dice", cell))),
        to="tied",
    )
    b.branch("tied", both(equal(b.read("dice", 0), b.read("dice", 1)), equal(ties, 1)), "nobody", "over")
    b.auto("nobody", b.store("worth", 0), to="over")
    b.final("over", negated(less(b.read("worth"), 4)), less(b.read("worth"), 4))
    return b.build("start")
