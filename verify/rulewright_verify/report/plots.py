"""Plots that stand for themselves: an SVG file with a title, a description, and colours for light and dark; no script.

How long games were and who won them, from plain estimates; whoever has played them makes those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from rulewright_verify.report.charts import WIDTH, Chart, estimates_chart
from rulewright_verify.result import GamesAtRandom
from rulewright_verify.verdict import Estimate

NOBODY = "nobody"
MOST_BARS = 40
HEAD = 34
"""Height of the line above each chart."""


def standing_alone(title: str, about: str, charts: Sequence[tuple[str, Chart]]) -> str:
    """An SVG file with some charts, each below its heading, and a line about them all."""
    tops, top = [], 62
    for _, chart in charts:
        tops.append(top + HEAD)
        top += HEAD + chart.height + 10
    parts = [(heading, chart, top) for (heading, chart), top in zip(charts, tops, strict=True)]
    return _template().render(title=title, about=about, parts=parts, width=WIDTH, height=top + 8)


def lengths_chart(title: str, lengths: Sequence[tuple[str, Estimate]]) -> Chart:
    """How long games were, a row for each setting."""
    return estimates_chart(title, lengths)


def shares_chart(title: str, shares: Mapping[str, Estimate], fair: float | None = None) -> Chart:
    """Who won how often, a row for each; behind them a line at the share that would be even."""
    return estimates_chart(title, [*shares.items()], "" if fair is None else f"= {fair:.4f}")


def plots_of(games: GamesAtRandom) -> Iterator[tuple[str, Chart]]:
    """How long games were, and who won, each with its heading."""
    if games.lengths is not None:
        yield "Decisions and chances in a game", lengths_chart("Decisions and chances in a game", [("", games.lengths)])
    if games.shares:
        seats = [name for name, _ in games.shares if name != NOBODY]
        yield "Share of games won", shares_chart("Share of games won", dict(games.shares), 1 / len(seats))


def binned(counts: Mapping[int, int]) -> tuple[tuple[float, int], ...]:
    """How often values came, in few enough steps to be drawn; each step has its middle."""
    low, high = min(counts), max(counts)
    size = -(-(high - low + 1) // MOST_BARS)
    found: dict[int, int] = {}
    for value, n in counts.items():
        step = (value - low) // size
        found[step] = found.get(step, 0) + n
    return tuple((low + step * size + (size - 1) / 2, found[step]) for step in sorted(found))


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("rulewright_verify.report"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    return environment.get_template("plot.svg")
