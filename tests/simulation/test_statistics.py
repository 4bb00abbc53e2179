"""Intervals against known numbers, and against samples whose truth is known."""

from __future__ import annotations

import random

import pytest

from rulewright_verify.simulation.statistics import Sample, quantile, student_quantile, wilson


@pytest.mark.parametrize(
    ("p", "freedom", "value"),
    [(0.975, 1, 12.7062), (0.975, 2, 4.30265), (0.975, 10, 2.22814), (0.95, 30, 1.69726), (0.975, 1000, 1.96234)],
)
def test_student(p: float, freedom: int, value: float) -> None:
    assert student_quantile(p, freedom) == pytest.approx(value, rel=1e-4)


def test_wilson() -> None:
    interval = wilson(10, 100)
    assert (interval.value, interval.n) == (0.1, 100)
    assert (interval.low, interval.high) == pytest.approx((0.05523, 0.17437), abs=1e-4)
    assert wilson(0, 10).low == pytest.approx(0.0)
    assert wilson(10, 10).high == 1.0


def test_a_mean_of_single_observations() -> None:
    sample = Sample()
    for value in (2, 4, 4, 6):
        sample.add([value])
    mean = sample.mean
    assert mean is not None
    assert mean.value == 4
    assert mean.high - mean.value == pytest.approx(3.18245 * (8 / 3) ** 0.5 / 2, rel=1e-4)


def test_a_share_of_single_observations_is_wilsons() -> None:
    sample = Sample()
    for value in [1] * 10 + [0] * 90:
        sample.add([value])
    assert sample.share == wilson(10, 100)


def test_observations_of_one_game_hang_together() -> None:
    alike, apart = Sample(), Sample()
    rng = random.Random(1)
    for _ in range(200):
        value = rng.randrange(6)
        alike.add([value] * 10)  # ten looks at one die are one look
        apart.add([value])
    one, ten = apart.mean, alike.mean
    assert one is not None
    assert ten is not None
    assert ten.value == pytest.approx(one.value)
    assert (ten.low, ten.high) == pytest.approx((one.low, one.high))


def test_intervals_cover_what_they_estimate() -> None:
    rng = random.Random(3)
    covered = 0
    for _ in range(400):
        sample = Sample()
        for _ in range(60):
            sample.add([rng.randrange(1, 7) for _ in range(rng.randrange(1, 5))])
        mean = sample.mean
        assert mean is not None
        covered += mean.low <= 3.5 <= mean.high
    assert 0.91 <= covered / 400 <= 0.985


def test_quantiles() -> None:
    assert quantile({1: 50, 2: 49, 9: 1}, 0.5) == 1
    assert quantile({1: 50, 2: 49, 9: 1}, 0.95) == 2
    assert Sample().quantiles == ()


def test_games_may_come_in_any_order() -> None:
    games = [[random.Random(i).randrange(9) for _ in range(i % 4)] for i in range(50)]
    whole, left, right = Sample(), Sample(), Sample()
    for i, game in enumerate(games):
        whole.add(game)
        (left if i % 2 else right).add(game)
    right.merge(left)
    assert right == whole
