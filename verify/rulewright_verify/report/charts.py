"""Where the parts of a small chart of sampled numbers stand; the template draws them.

A row for each reading: bars for the values that came, the mean with its interval above them, and behind all
rows the range that the rulebook names. The exact numbers stand in a table beside the chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log10

from rulewright_verify.verdict import Estimate

WIDTH, LEFT, RIGHT = 640, 150, 628
ROW, BARS = 46, 24


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Row:
    """One estimate: its label, the bars, and the interval with its mean at height `line`."""

    label: str
    foot: float
    line: float
    low: float
    mean: float
    high: float
    bars: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """`spoken` is for those who hear the page. `ticks`: (x, number)."""

    spoken: str
    height: int
    band: Box | None
    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT


def estimates_chart(title: str, estimates: Sequence[tuple[str, Estimate]], bound: str = "") -> Chart:
    """Labelled estimates one under the other on one axis."""
    ends = bound_range(bound)
    scale = _scale(_values(estimates, ends))
    bottom = ROW * len(estimates)
    return Chart(
        spoken="; ".join([title, *(f"{label}: {estimate}".lstrip(": ") for label, estimate in estimates)]),
        height=bottom + 28,
        band=ends and Box(scale.at(ends[0]), 0, max(scale.at(ends[1]) - scale.at(ends[0]), 2), bottom),
        rows=tuple(_row(label, one, ROW * i, scale) for i, (label, one) in enumerate(estimates)),
        ticks=tuple((scale.at(tick), f"{tick:g}") for tick in scale.ticks()),
    )


def bound_range(bound: str) -> tuple[float, float] | None:
    """The ends of `in 10..15`; of `= 12` twice the same; None for a bound with one end."""
    if found := re.fullmatch(r"in (-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)", bound.strip()):
        return float(found[1]), float(found[2])
    if found := re.fullmatch(r"= (-?\d+(?:\.\d+)?)", bound.strip()):
        return float(found[1]), float(found[1])
    return None


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    step: float

    def at(self, value: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (value - self.low) / (self.high - self.low), 1)

    def ticks(self) -> Iterable[float]:
        return (self.low + self.step * i for i in range(round((self.high - self.low) / self.step) + 1))


def _values(estimates: Sequence[tuple[str, Estimate]], ends: tuple[float, float] | None) -> list[float]:
    values = [*(ends or ())]
    for _, estimate in estimates:
        values += [estimate.low, estimate.high, *(value for value, _ in estimate.counts)]
    return values


def _scale(values: Sequence[float]) -> _Scale:
    low, high = min(values), max(values)
    step = _round_step((high - low) / 5 or abs(high) / 5 or 1)
    return _Scale(floor(low / step) * step, (floor(high / step) + 1) * step, step)


def _round_step(rough: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is not below `rough`."""
    power: float = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)


def _row(label: str, estimate: Estimate, top: int, scale: _Scale) -> Row:
    foot = top + ROW - 6
    return Row(
        label=label if len(label) <= 20 else label[:19] + "…",
        foot=foot,
        line=top + 9,
        low=scale.at(estimate.low),
        mean=scale.at(estimate.mean),
        high=scale.at(estimate.high),
        bars=_bars(estimate.counts, foot, scale),
    )


def _bars(counts: Sequence[tuple[float, int]], foot: int, scale: _Scale) -> tuple[Box, ...]:
    if not counts:
        return ()
    most = max(n for _, n in counts)
    gap = min((right - left for (left, _), (right, _) in pairwise(counts)), default=scale.step / 2)
    width = round(max(1.0, 0.8 * (scale.at(scale.low + gap) - LEFT)), 1)
    return tuple(
        Box(round(scale.at(value) - width / 2, 1), round(foot - tall, 1), width, tall)
        for value, n in counts
        for tall in [round(BARS * n / most, 1)]
    )
