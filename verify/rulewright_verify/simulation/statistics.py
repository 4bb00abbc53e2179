"""What a sample tells: means and shares with intervals, quantiles.

Observations come in games, and those of one game may hang together: a mean is a ratio of two sums over
games, and its interval takes the games as what was drawn independently. Sums are kept as whole
numbers, so the order in which games come in makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import gamma, isqrt, pi, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, and an interval that covers what is estimated in `confidence` of such samples."""

    value: float
    low: float
    high: float
    n: int
    confidence: float = CONFIDENCE


@dataclass(slots=True)
class Sample:
    """Observations of one quantity, game by game. `counts`: how often each value came."""

    counts: Counter[int] = field(default_factory=Counter)
    n_games: int = 0
    total: int = 0
    squares: int = 0
    n_seen: int = 0
    n_seen_squares: int = 0
    products: int = 0

    def add(self, values: list[int]) -> None:
        """The observations of one game; there may be none."""
        if not values:
            return
        total, n = sum(values), len(values)
        self.counts.update(values)
        self.n_games += 1
        self.total += total
        self.squares += total * total
        self.n_seen += n
        self.n_seen_squares += n * n
        self.products += total * n

    def merge(self, other: Sample) -> None:
        """Take in the observations of other games."""
        self.counts.update(other.counts)
        self.n_games += other.n_games
        self.total += other.total
        self.squares += other.squares
        self.n_seen += other.n_seen
        self.n_seen_squares += other.n_seen_squares
        self.products += other.products

    @property
    def mean(self) -> Interval | None:
        """The mean of all observations, by Student's t over the games; None without any."""
        if not self.n_seen:
            return None
        mean = self.total / self.n_seen
        if self.n_games < 2:
            return Interval(mean, float("-inf"), float("inf"), self.n_seen)
        # Variance of a ratio of sums: that of total - mean * number, game by game.
        spread = self.squares - 2 * mean * self.products + mean * mean * self.n_seen_squares
        variance = max(spread, 0.0) / (self.n_games - 1)
        error = sqrt(variance / self.n_games) / (self.n_seen / self.n_games)
        reach = student_quantile((1 + CONFIDENCE) / 2, self.n_games - 1) * error
        return Interval(mean, mean - reach, mean + reach, self.n_seen)

    @property
    def share(self) -> Interval | None:
        """The share of observations that are not 0: Wilson's interval where each game gives one, else by the mean."""
        if not self.n_seen:
            return None
        if self.n_seen == self.n_games:
            return wilson(self.n_seen - self.counts[0], self.n_seen)
        mean = self.mean
        assert mean is not None
        return Interval(mean.value, max(0.0, mean.low), min(1.0, mean.high), self.n_seen)

    @property
    def quantiles(self) -> tuple[tuple[float, int], ...]:
        """Values below which the given shares of observations lie."""
        return tuple((share, quantile(self.counts, share)) for share in QUANTILES) if self.n_seen else ()


def wilson(n_true: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The share of something that is so or not, with Wilson's score interval."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = n_true / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach), n, confidence)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value with at least this share of observations at or below it."""
    wanted = share * sum(counts.values())
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= wanted:
            return value
    raise ValueError("no observations")


def student_quantile(p: float, freedom: int) -> float:
    """The p-quantile (p > 0.5) of Student's t: normal for many degrees of freedom, else by integrating the density."""
    normal = NormalDist().inv_cdf(p)
    if freedom > 200:
        return normal + (normal**3 + normal) / (4 * freedom)
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        if 0.5 + _student_area(middle, freedom) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _student_area(t: float, freedom: int) -> float:
    """The area under Student's density from 0 to t, by Simpson's rule in the angle: x = sqrt(freedom) tan a."""
    from math import atan, cos

    factor = gamma((freedom + 1) / 2) / (sqrt(pi) * gamma(freedom / 2))
    end = atan(t / sqrt(freedom))
    n = 2 * max(16, isqrt(freedom) * 4)
    step = end / n
    heights = [cos(i * step) ** (freedom - 1) for i in range(n + 1)]
    area = heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
    return factor * area * step / 3
