"""Plots of games by chance: on the page, in the record, and their bars."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import jsonschema

from rulewright_verify.report.html import render_html
from rulewright_verify.report.plots import MOST_BARS, binned
from rulewright_verify.report.record import report_record
from rulewright_verify.result import GamesAtRandom
from rulewright_verify.verdict import Estimate
from tests.report.sample import SAMPLE

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "report.schema.json"
GAMES = GamesAtRandom(
    400, 7, Estimate(12.5, 12.1, 12.9, 400, counts=((11.0, 150), (13.0, 250))),
    (("Ada & <Co>", Estimate(0.6, 0.55, 0.65, 390)), ("Ben", Estimate(0.4, 0.35, 0.45, 390))), unfinished=10,
)


def test_the_page_shows_how_games_by_chance_went() -> None:
    page = render_html([replace(SAMPLE, games=GAMES)], "1.2.3")
    assert "400 games in which everybody decided by chance, seed 7; 10 did not come to an end" in page.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert "Ada &amp; &lt;Co&gt;" in page
    assert "<Co>" not in page
    assert "<script" not in page
    assert page.count("Share of games won") >= 2
    assert "Games by chance" not in render_html([SAMPLE], "1.2.3")


def test_the_record_has_the_same_numbers() -> None:
    record = report_record([replace(SAMPLE, games=GAMES)], "1.2.3")
    jsonschema.validate(record, json.loads(SCHEMA.read_text(encoding="utf-8")))
    (book,) = record["rulebooks"]  # type: ignore[misc]
    assert book["games_by_chance"]["won"]["Ben"]["interval"] == [0.35, 0.45]  # type: ignore[has-type]


def test_bars_keep_all_games_however_many_values_there_are() -> None:
    few = {3: 5, 4: 7}
    assert binned(few) == ((3.0, 5), (4.0, 7))
    many = {value: value % 5 + 1 for value in range(10, 1000)}
    bars = binned(many)
    assert len(bars) <= MOST_BARS
    assert sum(n for _, n in bars) == sum(many.values())
    assert all(left < right for (left, _), (right, _) in pairwise(bars))
