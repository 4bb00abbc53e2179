"""The report of a small made-up result: page, record, terminal. `--accept` rewrites the expected files."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest

from rulewright_verify.book import BookText
from rulewright_verify.combined import combine
from rulewright_verify.report.charts import bound_range, estimates_chart
from rulewright_verify.report.html import render_html
from rulewright_verify.report.record import report_record
from rulewright_verify.report.rows import rows_of
from rulewright_verify.report.summary import title_sentence
from rulewright_verify.report.terminal import WIDTH, closing_lines, result_lines
from rulewright_verify.report.write import write_report
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Bounded, Estimate, Outcome, Proved, Verdict
from tests.report.sample import SAMPLE

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "docs/reference/report.schema.json"
EMPTY = VerificationResult(BookText("empty", "Empty", "rules/empty"))


class Page(HTMLParser):
    """What a test asks of a page: ids, links, headings, tags that are open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []
        self.headings: list[int] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        if values.get("id"):
            self.ids.append(values["id"] or "")
        for name in ("href", "src", "xlink:href"):
            target = values.get(name)
            if target is not None:
                (self.links if target.startswith("#") else self.outside).append(target)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))


@pytest.fixture(scope="module")
def page() -> str:
    return render_html([SAMPLE], "1.2.3")


def same_as_file(name: str, text: str, accept: bool) -> None:
    path = HERE / "expected" / name
    if accept:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} differs; look at it, then run with --accept"


def test_the_page(page: str, accept: bool) -> None:
    same_as_file("index.html", page, accept)


def test_the_record(accept: bool) -> None:
    record = report_record([SAMPLE], "1.2.3")
    same_as_file("report.json", json.dumps(record, ensure_ascii=False, indent=1) + "\n", accept)


def test_the_terminal(accept: bool) -> None:
    lines = [*result_lines(SAMPLE), *closing_lines([SAMPLE], 71.4, 1, "build/report/index.html")]
    text = "\n".join(line.plain.rstrip() for line in lines).replace("\N{NO-BREAK SPACE}", " ")
    same_as_file("terminal.txt", text + "\n", accept)


def test_no_line_of_the_terminal_is_too_long() -> None:
    lines = [*result_lines(SAMPLE, every=True, utf8=True), *closing_lines([SAMPLE], 71.4, 1, "build/report")]
    assert [line.plain for line in lines if line.cell_len > WIDTH] == []


@pytest.mark.parametrize("every", [False, True])
def test_a_claim_that_rests_on_open_demands_says_so(*, every: bool) -> None:
    lines = [line.plain.strip() for line in result_lines(SAMPLE, every=every)]
    (row,) = (number for number, line in enumerate(lines) if line.startswith("+ no_coin_lost"))
    assert lines[row + 1] == "Unless the play breaks down at fare of nobody"
    assert sum("Unless" in line for line in lines) == 1


def test_of_many_open_demands_the_first_are_named() -> None:
    demands = tuple(f"range: x{n} at game" for n in range(9))
    verdicts = tuple(
        replace(one, rests_on=replace(one.rests_on, open_demands=demands)) if one.claim == "no_coin_lost" else one
        for one in SAMPLE.verdicts
    )
    text = " ".join(line.plain.strip() for line in result_lines(replace(SAMPLE, verdicts=verdicts)))
    assert "range: x3 at game or 5 more places" in text
    assert "x4" not in text


def test_no_two_empty_lines_where_nothing_holds() -> None:
    wrong = tuple(verdict for verdict in SAMPLE.verdicts if verdict.outcome is not Outcome.HOLDS)
    lines = [line.plain.strip() for line in result_lines(replace(SAMPLE, verdicts=wrong), every=True)]
    assert all(one or other for one, other in pairwise(lines))


@pytest.mark.parametrize("results", [[SAMPLE], [SAMPLE, EMPTY], [EMPTY], []])
def test_the_record_fits_its_schema(results: list[VerificationResult]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(report_record(results, "1.2.3"), schema)


def test_exact_numbers_are_fractions_in_the_record() -> None:
    record = report_record([SAMPLE], "1.2.3")
    verdicts = record["verdicts"]
    assert isinstance(verdicts, list)
    values = {verdict["claim"]: verdict["value"] for verdict in verdicts}
    assert values["first_seat_chance"] == "244/495"
    assert values["length"] == "infinite"
    assert values["game_ends"] is None
    assert [verdict["value"] for verdict in verdicts if verdict["claim"] == "crossings"] == [12.0, 16.8]


def test_links_lead_somewhere_and_nothing_leaves_the_page(page: str) -> None:
    read = Page(page)
    assert len(read.ids) == len(set(read.ids))
    assert {link[1:] for link in read.links} <= set(read.ids)
    assert read.outside == []
    assert "script" not in read.tags
    assert "url(" not in page and "@import" not in page


def test_headings_go_down_step_by_step(page: str) -> None:
    headings = Page(page).headings
    assert headings.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(headings))


def test_words_of_a_rulebook_cannot_become_markup() -> None:
    evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    book = replace(
        SAMPLE.book,
        title=evil,
        claims=tuple(replace(claim, title=evil, source_text=evil) for claim in SAMPLE.book.claims),
        gaps=tuple(replace(gap, text={"en": evil}) for gap in SAMPLE.book.gaps),
    )
    verdicts = tuple(replace(one, title=evil, story=evil, method=evil) for one in SAMPLE.verdicts)
    findings = tuple(replace(one, title=evil, story=evil, suggestion=evil) for one in SAMPLE.findings)
    read = Page(render_html([replace(SAMPLE, book=book, verdicts=verdicts, findings=findings)], "1.2.3"))
    assert read.tags.isdisjoint({"script", "img"})
    assert read.outside == []


def test_two_rulebooks_on_one_page() -> None:
    other = replace(SAMPLE, book=replace(SAMPLE.book, name="raft", title="The Raft"))
    read = Page(render_html([SAMPLE, other], "1.2.3"))
    assert len(read.ids) == len(set(read.ids))
    assert {"ferry-findings", "raft-findings"} <= set(read.ids)


def test_a_rulebook_without_claims_has_a_page_too() -> None:
    assert "Nothing to look at" in render_html([EMPTY], "1.2.3")
    assert title_sentence([EMPTY]) == "No claim was asked."


def test_a_report_writes_two_files_and_nothing_else(tmp_path: Path) -> None:
    page, record = write_report([SAMPLE], tmp_path / "a" / "b")
    assert sorted(tmp_path.rglob("*.*")) == [page, record]
    assert json.loads(record.read_text(encoding="utf-8"))["exit_code"] == 1


@pytest.mark.parametrize(
    ("bound", "ends"),
    [("in 10..15", (10, 15)), ("= 12", (12, 12)), ("in -1.5..2", (-1.5, 2)), ("<= 3", None), ("", None)],
)
def test_the_range_that_a_bound_names(bound: str, ends: tuple[float, float] | None) -> None:
    assert bound_range(bound) == ends


@pytest.mark.parametrize("low", [0.0, -3.0, 1e6, 1e-6])
def test_a_chart_keeps_everything_inside(low: float) -> None:
    estimate = Estimate(low, low, low, 5, counts=((low, 5),))
    chart = estimates_chart("t", [("a" * 60, estimate)], "in 0..1")
    places = [chart.rows[0].low, chart.rows[0].high, *(x for x, _ in chart.ticks)]
    assert all(chart.left <= place <= chart.width for place in places)
    assert len(chart.ticks) < 15


def test_verdicts_that_say_the_same_share_a_row() -> None:
    def verdict(outcome: Outcome, **readings: str) -> Verdict:
        return Verdict("b", "c", "C", outcome, Proved(), "m", readings=readings)

    (combined,) = combine(
        verdict(Outcome.VIOLATED if several == "best" else Outcome.HOLDS, several=several, chain=chain)
        for several in ("add", "times", "best")
        for chain in ("a", "b")
    )
    rows = [(row.settings, row.verdict.outcome.value, row.n) for row in rows_of(combined)]
    assert rows == [("several = add or times", "holds", 4), ("several = best", "violated", 2)]


def test_of_many_readings_only_what_differs_from_play_is_named() -> None:
    names = ("a", "b", "c", "d")
    verdicts = [
        Verdict("b", "c", "C", Outcome.HOLDS, Proved(), "m", readings=dict.fromkeys(names, "0"), bounds=("first",)),
        *(
            Verdict("b", "c", "C", Outcome.VIOLATED, Bounded(i), "m", readings={**dict.fromkeys(names, "0"), name: "1"})
            for i, name in enumerate(names)
        ),
    ]
    (combined,) = combine(verdicts)
    assert [row.settings for row in rows_of(combined)] == ["as in play", "a = 1", "b = 1", "c = 1", "d = 1"]


def test_a_link_in_the_folder_is_replaced_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.html"
    outside.write_text("mine", encoding="utf-8")
    folder = tmp_path / "report"
    folder.mkdir()
    (folder / "index.html").symlink_to(outside)
    page, record = write_report([SAMPLE], folder)
    assert outside.read_text(encoding="utf-8") == "mine"
    assert not page.is_symlink() and page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(folder.iterdir()) == [page, record]


def test_a_page_of_several_rulebooks_lists_them_first() -> None:
    page = render_html([SAMPLE, EMPTY], "1.2.3")
    read = Page(page)
    assert {f"#{SAMPLE.book.name}", "#empty"} <= set(read.links) <= {f"#{one}" for one in read.ids}
    head = page[: page.index("</header>\n<section")]
    assert head.count('<th scope="row">') == 2
    assert title_sentence([SAMPLE, EMPTY]).startswith(f"{SAMPLE.book.title}: ")


def test_of_several_rulebooks_what_was_expected_is_no_headline() -> None:
    expected = replace(SAMPLE, findings=tuple(replace(one, expected=True) for one in SAMPLE.findings))
    assert title_sentence([expected, EMPTY]).startswith("All as expected in 2 rulebooks; ")
