"""The numbers that claims yield, side by side over the readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright_verify.combined import PLAYERS, Combined, settings_of
from rulewright_verify.report.charts import Chart, estimates_chart
from rulewright_verify.verdict import Estimate, Measurement, Value, Verdict

AS_PLAYED = "as in play"
"""The first of several combinations of readings, which is the one that play uses."""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One measured number; `label`: the options that tell its verdict from the others."""

    label: str
    verdict: Verdict
    measurement: Measurement


@dataclass(frozen=True, slots=True)
class Numbers:
    """One measurement of one claim, with a chart where it was sampled."""

    title: str
    bound: str
    rows: tuple[NumberRow, ...]
    chart: Chart | None


def numbers_of(claims: Iterable[Combined]) -> tuple[Numbers, ...]:
    """Every measurement of every claim, in the order of claims."""
    return tuple(numbers for combined in claims for numbers in _numbers(combined))


def quartiles(value: Value) -> tuple[str, str] | None:
    """The values between which the middle half of a sample lies."""
    by_share = dict(value.quantiles) if isinstance(value, Estimate) else {}
    if 0.25 not in by_share or 0.75 not in by_share:
        return None
    return f"{by_share[0.25]:g}", f"{by_share[0.75]:g}"


def _numbers(combined: Combined) -> Iterable[Numbers]:
    by_text: dict[str, list[NumberRow]] = {}
    for verdict in combined.verdicts:
        label = _label(verdict, combined)
        for one in verdict.measurements:
            by_text.setdefault(one.text, []).append(NumberRow(label, verdict, one))
    for text, rows in by_text.items():
        title = f"{combined.title}: {text}" if text else combined.title
        yield Numbers(title, rows[0].measurement.bound, tuple(rows), _chart(title, rows))


def _label(verdict: Verdict, combined: Combined) -> str:
    """The options that tell this verdict from the others: of several readings, those that differ from the first."""
    settings = [settings_of(one) for one in combined.verdicts]
    names = dict.fromkeys(name for one in settings for name in one)
    varying = [name for name in names if len({one.get(name) for one in settings}) > 1]
    mine, first = settings_of(verdict), settings[0]
    telling = [name for name in varying if name in mine and (len(varying) == 1 or mine[name] != first.get(name))]
    if varying and not telling:
        return AS_PLAYED
    return ", ".join(f"{mine[name]} players" if name == PLAYERS else mine[name] for name in telling)


def _chart(title: str, rows: Sequence[NumberRow]) -> Chart | None:
    values = [(row.label, row.measurement.value) for row in rows]
    estimates = [(label, value) for label, value in values if isinstance(value, Estimate)]
    return estimates_chart(title, estimates, rows[0].measurement.bound) if estimates else None
