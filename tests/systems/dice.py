"""Dice: craps, where luck alone ends the game, and pig, where players may stop."""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Local, RegionKind, System
from tests.systems.builder import (
    YES_NO,
    Builder,
    at_most,
    both,
    enum,
    equal,
    less,
    lift,
    minus,
    negated,
    numbers,
    one_of,
    plus,
)

OPEN, WON, LOST = 0, 1, 2


def craps() -> System:
    """The pass line: chance 244/495 of winning, 557/165 throws on average, for ever without luck."""
    b = Builder("craps", "Shooter")
    result = enum("Result", "open", "won", "lost")
    b.table("2d6", (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), low=2)
    b.slot("result", 0, 2, type_=result)
    b.slot("point", 0, 12)
    b.slot("last_total", 2, 12)
    b.frame("total", 2, 12)
    total, goal = Local("total?", 2, 12), Local("goal?", 4, 10)
    b.rule(
        "first_throw",
        (total,),
        ir.Ite(
            one_of(total, 7, 11),
            ir.Const(WON),
            ir.Ite(one_of(total, 2, 3, 12), ir.Const(LOST), ir.Const(OPEN)),
        ),
        0,
        2,
        result,
    )
    b.rule(
        "later_throw",
        (total, goal),
        ir.Ite(equal(total, goal), ir.Const(WON), ir.Ite(equal(total, 7), ir.Const(LOST), ir.Const(OPEN))),
        0,
        2,
        result,
    )
    come_out = b.add_region("game.come_out", parent=0)
    throws = [b.add_region("throw_dice", RegionKind.PROCEDURE, parent) for parent in (come_out, 0)]
    for i, (region, after) in enumerate(zip(throws, ("set_point", "until"), strict=True)):
        b.region = region
        b.gate(f"enter{i}", ir.GateKind.ENTER, to=f"throw{i}")
        thrown = Local(f"thrown{i}", 2, 12)
        b.chance(
            f"throw{i}",
            b.binder("total", "total", ir.Range(lift(2), lift(12)), numbers(2, 12), local=thrown),
            b.look("2d6", thrown),
            to=f"note{i}",
        )
        b.auto(f"note{i}", b.store("last_total", b.read("total")), to=f"first{i}")
        b.branch(f"first{i}", equal(b.read("point"), 0), f"judge_first{i}", f"judge_later{i}")
        first = b.apply("first_throw", b.read("total"))
        later = b.apply("later_throw", b.read("total"), b.read("point"))
        b.auto(f"judge_first{i}", b.store("result", first), to=f"leave{i}")
        b.auto(f"judge_later{i}", b.store("result", later), to=f"leave{i}")
        b.gate(f"leave{i}", ir.GateKind.LEAVE, to=after)
    b.region = come_out
    b.branch("set_point", equal(b.read("result"), OPEN), "point", "until")
    b.auto("point", b.store("point", b.read("last_total")), to="until")
    b.region = 0
    b.branch("until", equal(b.read("result"), OPEN), "enter1", "pay", loop=0)
    b.branch("pay", equal(b.read("result"), WON), "won", "lost")
    b.final("won", 1)
    b.final("lost")
    return b.build("enter0")


def pig(goal: int = 10) -> System:
    """Two players and a die; the turn is a procedure with a parameter."""
    b = Builder("pig", "Anna", "Ben")
    b.slot("score", 0, goal + 5, dims=(2,))
    b.slot("pot", 0, goal + 5)
    b.slot("bust", 0, 1, type_=YES_NO)
    b.frame("p", 0, 1, type_=b.players)
    b.frame("face", 1, 6)
    p, pot = b.read("p"), b.read("pot")
    total = plus(b.read("score", p), pot)
    b.auto("start", b.store("p", 0), to="turn")
    turn = b.region = b.add_region("turn", RegionKind.PROCEDURE, 0)
    b.gate("turn", ir.GateKind.ENTER, to="clear")
    b.auto("clear", b.store("pot", 0), b.store("bust", 0), to="throw")
    b.chance("throw", b.binder("face", "face", ir.Range(lift(1), lift(6)), numbers(1, 6)), 1, to="look")
    b.branch("look", equal(b.read("face"), 1), "lose", "add")
    b.auto("lose", b.store("bust", 1), b.store("pot", 0), to="again")
    more = plus(pot, b.read("face"))
    b.auto("add", b.demand_range("pot", more), b.store("pot", more), to="again")
    b.region = b.add_region("turn.go_on", parent=turn)
    b.choice(
        "again",
        p,
        b.option("throw_again", guard=both(negated(b.read("bust")), less(total, goal)), to="throw"),
        b.option("done", implicit=True, to="keep"),
    )
    b.region = turn
    b.auto("keep", b.demand_range("score", total), b.store("score", total, p), to="enough")
    b.branch("enough", at_most(goal, b.read("score", p)), "over", "leave")
    b.final("over", equal(p, 0), equal(p, 1))
    b.gate("leave", ir.GateKind.LEAVE, to="next")
    b.region = 0
    b.auto("next", b.store("p", minus(1, p)), to="turn")
    return b.build("start")
