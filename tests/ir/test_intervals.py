"""Intervals are safe for every reachable state, and as narrow as the language needs them."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.intervals import interval
from rulewright.ir.nodes import Aggregate, Const, Expr, Local
from rulewright.ir.walk import EXPRESSIONS, descendants
from tests.systems import ALL, skirmish, twilight
from tests.systems.builder import Builder, equal, fold, less, lift, minus, plus, times


def test_arithmetic() -> None:
    x, y = Local("x", 1, 3), Local("y", -2, 5)
    assert interval(plus(x, y)) == (-1, 8)
    assert interval(minus(x, y)) == (-4, 5)
    assert interval(times(x, y)) == (-6, 15)
    assert interval(less(x, 1)) == (0, 0)
    assert interval(equal(x, 7)) == (0, 0)
    assert interval(ir.Ite(less(x, 9), x, Const(50))) == (1, 3)
    assert interval(ir.Let(Local("z", 0, 100), plus(x, 1), times(Local("z", 0, 100), 2))) == (4, 8)


def test_a_sum_over_a_fixed_range_looks_at_each_element() -> None:
    i = Local("i", 0, 9)
    assert interval(fold(Aggregate.SUM, i, ir.Range(lift(1), lift(4)), i)) == (10, 10)
    assert interval(fold(Aggregate.SUM, i, ir.Range(lift(1), Local("n", 0, 4)), i)) == (0, 10)
    assert interval(fold(Aggregate.PRODUCT, i, ir.Items((lift(2), Local("k", 0, 3))), i)) == (0, 6)
    assert interval(fold(Aggregate.GREATEST, i, ir.Range(lift(2), lift(4)), i)) == (2, 4)


def test_a_sum_over_a_bag_counts_the_cards_that_exist() -> None:
    b = Builder("souls", "Ada")
    b.kinds("Card", {"three": 2, "seven": 1, "none": 4}, souls=(3, 7, 0))
    b.zone("deck", "Card", initial=((2, 1, 4),))
    b.zone("won", "Card")
    b.final("over")
    system = b.build("over")
    card = Local("card", 0, 2)
    souls = fold(Aggregate.SUM, card, ir.Kinds(b.at("won")), b.look("Card.souls", card))
    assert interval(souls, system) == (0, 13)
    with pytest.raises(ValueError, match="declarations"):
        interval(souls)


def free_locals_of(expr: Expr) -> set[str]:
    bound = {p.local.name for p in descendants(expr) if isinstance(p, ir.Let | ir.Fold | ir.First)}
    return {p.name for p in descendants(expr) if isinstance(p, Local)} - bound


@pytest.mark.parametrize("name", ALL)
def test_no_value_ever_lies_outside(name: str) -> None:
    system = ALL[name]()
    reference = Reference(system)
    exprs = [
        piece
        for node in system.nodes
        for piece in descendants(node)
        if isinstance(piece, EXPRESSIONS) and not free_locals_of(piece)
    ]
    bounds = [interval(expr, system) for expr in exprs]
    rng = random.Random(1)
    state = reference.initial()
    for _ in range(30):
        for expr, (lo, hi) in zip(exprs, bounds, strict=True):
            assert lo <= reference.evaluate(expr, state) <= hi, expr
        moves = reference.moves(state)
        state = rng.choice(moves).target if moves else reference.initial()


def test_things_in_places_are_bounded_by_the_capacity() -> None:
    system = skirmish()
    place = Local("any", 0, 2)
    total = fold(Aggregate.SUM, place, ir.Places(ir.ZoneRef("line", (lift(0),))), lift(1))
    assert interval(total, system) == (0, 3)
    trick = ir.ZoneRef("trick")
    best = fold(Aggregate.GREATEST, Local("card", 0, 3), ir.Places(trick), ir.PlaceKind(trick, Local("card", 0, 3), 5))
    assert interval(best, twilight()) == (0, 5)
