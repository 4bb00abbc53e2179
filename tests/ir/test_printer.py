"""Systems as text and as drawings."""

from __future__ import annotations

import pytest

from rulewright.ir import nodes as ir
from rulewright.ir.dot import control_flow_dot
from rulewright.ir.expression_printer import shown_expr
from rulewright.ir.nodes import Aggregate, Const, Expr, Local
from rulewright.ir.printer import shown_system
from tests.systems import ALL, craps, picks, skirmish, with_readings
from tests.systems.builder import both, either, equal, fold, less, lift, minus, negated, plus, times

X, Y = Local("x", 0, 9), Local("y", 0, 9)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (minus(X, minus(Y, 1)), "x - (y - 1)"),
        (minus(minus(X, Y), 1), "x - y - 1"),
        (times(plus(X, 1), Y), "(x + 1) * y"),
        (both(either(X, Y), X), "(x or y) and x"),
        (either(X, either(Y, X)), "x or y or x"),
        (negated(both(X, Y)), "not (x and y)"),
        (negated(equal(X, Y)), "x != y"),
        (equal(less(X, Y), 1), "(x < y) = 1"),
        (plus(X, -1), "x + (-1)"),
        (ir.Let(X, Const(3), plus(X, 1)), "let x = 3 in x + 1"),
        (plus(ir.Ite(X, Y, Const(2)), 1), "(if x then y else 2) + 1"),
        (
            fold(Aggregate.SUM, X, ir.Range(lift(1), plus(Y, 1)), times(X, X), less(X, 5)),
            "sum(x * x for x in 1..y + 1 where x < 5)",
        ),
        (ir.First(X, ir.Items((Const(3), Y)), equal(X, Y)), "first(x in [3, y] where x = y)"),
    ],
)
def test_expressions_have_the_brackets_they_need(expr: Expr, text: str) -> None:
    assert shown_expr(expr) == text


def test_craps_in_full() -> None:
    text = shown_system(craps())
    assert "  result: 0..2 (Result: open, won, lost) = 0\n" in text
    assert "  first_throw(total?: 2..12) -> 0..2\n" in text
    assert "   1  chance: total := thrown0 in 2..12 weight 2d6[thrown0] -> 2\n" in text
    assert "  15  loop 0: if result = 0 -> 8 otherwise -> 17\n" in text


def test_marks_handles_picks_and_readings() -> None:
    text = shown_system(skirmish())
    assert "  victim: victim.where, victim.place, victim.kind in line[1 - p], grave\n" in text
    assert "        move place victim.place from line[1 - p] to grave\n" in text
    assert "        rest (implicit) -> " in text
    assert "taken := 1..3 of kind in kinds of purse where kind <= 1 -> " in shown_system(picks())
    assert "  counting: sum, greatest\n" in shown_system(with_readings())


@pytest.mark.parametrize("name", ALL)
def test_every_node_is_printed_and_drawn(name: str) -> None:
    system = ALL[name]()
    text, drawing = shown_system(system), control_flow_dot(system)
    for node in system.nodes:
        assert f"\n{node.id:>4}  " in text
        assert f" n{node.id} [shape=" in drawing
    assert text == shown_system(ALL[name]())
    assert drawing.count("{") == drawing.count("}")
