"""Ranges hold every value that can come out."""

from itertools import product
from math import prod
from operator import add, mul, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.checker import ranges
from rulewright.checker.types import NumberType
from rulewright.syntax import ast

small = st.integers(-4, 4)
intervals = st.tuples(small, small).map(lambda ends: NumberType(min(ends), max(ends)))


def numbers(type_: NumberType) -> range:
    return range(type_.lo, type_.hi + 1)


@given(intervals, intervals, st.sampled_from([ast.ArithmeticOp.PLUS, ast.ArithmeticOp.MINUS, ast.ArithmeticOp.TIMES]))
def test_arithmetic_is_exact(left: NumberType, right: NumberType, operator: ast.ArithmeticOp) -> None:
    work = {ast.ArithmeticOp.PLUS: add, ast.ArithmeticOp.MINUS: sub, ast.ArithmeticOp.TIMES: mul}[operator]
    values = [work(a, b) for a in numbers(left) for b in numbers(right)]
    assert ranges.arithmetic(operator, left, right) == NumberType(min(values), max(values))


@given(intervals, st.integers(0, 3), st.sampled_from([ast.FoldKind.SUM, ast.FoldKind.PRODUCT]))
def test_folds_hold_what_comes_out(value: NumberType, most: int, kind: ast.FoldKind) -> None:
    work = sum if kind is ast.FoldKind.SUM else prod
    found = ranges.over(kind, value, most)
    for n in range(most + 1):
        for values in product(numbers(value), repeat=n):
            assert found.lo <= work(values) <= found.hi


@given(st.lists(intervals, min_size=1, max_size=3), st.sampled_from([ast.FoldKind.MIN, ast.FoldKind.MAX]))
def test_least_and_greatest_are_exact(values: list[NumberType], kind: ast.FoldKind) -> None:
    work = min if kind is ast.FoldKind.MIN else max
    came = [work(each) for each in product(*map(numbers, values))]
    assert ranges.of_values(kind, values) == NumberType(min(came), max(came))


@pytest.mark.parametrize(("one", "other", "apart"), [((0, 3), (4, 5), True), ((0, 3), (3, 5), False)])
def test_ranges_apart(one: tuple[int, int], other: tuple[int, int], apart: bool) -> None:
    assert ranges.apart(NumberType(*one), NumberType(*other)) is apart
    assert ranges.apart(NumberType(*other), NumberType(*one)) is apart
