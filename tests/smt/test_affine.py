"""Affine hulls: equations that hold in all points, with small whole coefficients."""

from __future__ import annotations

from random import Random

from rulewright_verify.smt.affine import Equation, Hull


def hull_of(*points: tuple[int, ...]) -> Hull:
    hull = Hull(len(points[0]))
    for point in points:
        hull.add(point)
    return hull


def holds(equation: Equation, point: tuple[int, ...]) -> bool:
    return sum(c * point[i] for i, c in equation.terms) == equation.constant


def test_one_point_fixes_every_feature() -> None:
    equations = hull_of((3, 5)).equations()
    assert sorted((e.terms, e.constant) for e in equations) == [(((0, 1),), 3), (((1, 1),), 5)]


def test_an_early_feature_is_written_by_a_later_one() -> None:
    equations = hull_of((14, 7), (12, 6), (8, 4)).equations()
    assert equations == [Equation(((0, 1), (1, -2)), 0)]


def test_fractions_become_whole_coefficients() -> None:
    equations = hull_of((1, 2), (2, 4), (3, 6)).equations()
    assert equations == [Equation(((0, 2), (1, -1)), 0)]


def test_points_in_general_position_leave_no_equation() -> None:
    assert hull_of((0, 0), (1, 0), (0, 1)).equations() == []


def test_a_point_inside_adds_nothing() -> None:
    hull = hull_of((0, 0), (2, 2))
    assert not hull.add((1, 1))
    assert hull.add((1, 0))


def test_every_equation_holds_in_every_point() -> None:
    random = Random(4)
    for _ in range(20):
        base = [(random.randrange(9), random.randrange(9)) for _ in range(12)]
        points = [(a, b, a + b, 3 * a - 2 * b + 5, 7) for a, b in base]
        hull = hull_of(*points)
        assert len(hull.equations()) == 5 + 1 - len({*map(tuple, hull._rows)})
        assert all(holds(equation, point) for equation in hull.equations() for point in points)


def test_coefficients_that_are_too_large_are_left_out() -> None:
    assert hull_of((0, 0), (1009, 1013)).equations() == []
