"""The domain on small projects: what directives show, where roles lead, what is said about what leads nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.print.printing import record
from tests.sphinx.building import CONFIG, Built, write_project

INDEX = """
Small
=====

.. toctree::

   book
   notes
"""

NOTES = """
Notes
=====

See :rw:rule:`points`, :rw:rule:`turn.act`, :rw:card:`hare`, :rw:claim:`ten_points`, :rw:term:`Animal.hound`,
:rw:table:`finds`, :rw:reading:`hound_bites`, :rw:gap:`whose_field`, :rw:example:`first_draw`,
:rw:variant:`short_chase`, :rw:passage:`HA-002`, :rw:procedure:`turn`, :rw:chapter:`2`,
and :rw:rule:`how much a hare is worth <hare/points>`.
"""

BOOK = ".. rw:rulebook:: hare\n"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = write_project(tmp_path_factory.mktemp("whole"), {"index": INDEX, "book": BOOK, "notes": NOTES})
    (folder / "report.json").write_text(json.dumps(record()), encoding="utf-8")
    return Built(folder)


def test_a_whole_rulebook_builds_without_a_warning(whole: Built) -> None:
    assert whole.warnings == ""
    words = whole.words("book")
    assert "2.6 A hare counts two." in words
    parts = ("The box", "Playing", "Frequently asked", "Variants", "What is open", "Words", "Player aid", "Sources")
    assert [part for part in parts if part not in words] == []


def test_what_is_written_in_a_rulebook_is_never_markup(whole: Built) -> None:
    page = whole.page("book")
    assert "<Hound>" not in page and "&lt;Hound&gt;" in page


def test_badges_lead_to_the_report(whole: Built) -> None:
    assert 'href="report/index.html#hare-ten_points"' in whole.page("book")
    assert "proved for every size" in whole.words("book")


def test_roles_lead_to_what_they_name(whole: Built) -> None:
    page = whole.page("notes")
    for anchor in (
        "rule-points", "rule-turn-act", "row-animal-hare", "claim-ten-points", "term-animal-hound", "table-finds",
        "reading-hound-bites", "gap-whose-field", "example-first-draw", "variant-short-chase", "passage-ha-002",
        "rule-turn", "chapter-2",
    ):
        assert f'href="book.html#{anchor}"' in page, anchor
        assert f'id="{anchor}"' in whole.page("book"), anchor
    assert "2.6 points" in whole.words("notes")
    assert "how much a hare is worth" in whole.words("notes")


def test_what_is_described_says_where_it_is_mentioned(whole: Built) -> None:
    assert whole.words("book").count("Mentioned in: Notes") >= 8


def test_the_index_lists_rules_and_words(whole: Built) -> None:
    index = whole.page("genindex")
    assert 'href="book.html#rule-points"' in index and 'href="book.html#term-animal-hare"' in index


def test_charts_are_drawn_into_the_page(whole: Built) -> None:
    assert whole.page("book").count('aria-label="Flow chart.') == 2


def test_the_numbers_in_a_chart_lead_to_their_rules(whole: Built, tmp_path: Path) -> None:
    assert '<a href="#rule-turn-act"><text ' in whole.page("book")
    chart = ".. rw:procedure:: turn\n   :no-index:\n"
    elsewhere = built(tmp_path, chart, rules=":orphan:\n\n.. rw:section:: 2\n")
    assert elsewhere.warnings == ""
    assert '<a href="rules.html#rule-turn-act"><text ' in elsewhere.page("index")


def built(folder: Path, page: str, config: str = CONFIG, **pages: str) -> Built:
    return Built(write_project(folder, {"index": "Small\n=====\n\n" + page, **pages}, config))


@pytest.mark.parametrize(
    ("page", "warning"),
    [
        (":rw:rule:`pionts`\n\n.. rw:rule:: points\n", "no rule `pionts` is described on any page; did you mean `po"),
        (":rw:claim:`points`\n", "no claim `points` is described on any page"),
        (".. rw:rule:: pionts\n", "the rulebook `hare` has no rule `pionts`; did you mean `points`?"),
        (".. rw:section:: 7\n", "the rulebook `hare` has no section `7`"),
        (".. rw:rule:: points\n   :book: hound\n", "lists `hare`; `hound` is none of them"),
        (".. rw:rule:: points\n\n.. rw:rule:: points\n", "duplicate description of rw:rule hare/points"),
        (".. rw:rule:: points\n\n.. rw:rule:: points\n   :no-index:\n", ""),
    ],
)
def test_what_leads_nowhere_is_said(page: str, warning: str, tmp_path: Path) -> None:
    said = built(tmp_path, page).warnings
    assert (warning in said and "index.rst:" in said) if warning else said == ""


def test_two_descriptions_of_one_thing_are_said_unless_one_is_not_indexed(tmp_path: Path) -> None:
    rule = ".. rw:rule:: points\n"
    other = f":orphan:\n\nOther\n=====\n\n{rule}"
    assert "duplicate description of rw:rule hare/points" in built(tmp_path / "a", rule, other=other).warnings
    assert built(tmp_path / "b", rule, other=f"{other}   :no-index:\n").warnings == ""


def test_a_rulebook_with_a_mistake_is_said_with_its_place(tmp_path: Path) -> None:
    folder = write_project(tmp_path, {"index": "Small\n=====\n\n.. rw:rule:: points\n"})
    rules = folder / "hare.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("when hound_bites = never", "when hound_bits = never"))
    said = Built(folder).warnings
    assert "has mistakes" in said and "RW204" in said and "hare.rules:" in said


PARTS = {
    "rule:: turn.act": "Draw a card.",
    "table:: finds": "Look for a hare in the deck.",
    "table:: Paw": "track",
    "procedure:: turn": "How it goes: turn",
    "claim:: ten_points": "sum(card.copies for card in Animal)",
    "example:: first_draw": "Ada rolls the paw",
    "readings::": "When does the hound bite?",
    "gaps:: whose_field": "Assumed: nobody's.",
    "variants::": "Two points are enough.",
    "difference:: short_chase": "Without it",
    "glossary::": "Animal",
    "coverage::": "Nothing carries this",
    "components::": "3 kinds.",
    "overview::": "Collect hares",
    "aid::": "Goal and end",
    "questions::": "Ada rolls, and finds nothing?",
    "section:: Playing": "2.5 Look for a hare",
    "section:: glossary": "Words",
}


def test_every_part_can_be_shown_by_itself(tmp_path: Path) -> None:
    under = "=" * 40
    pages = {
        f"p{number}": f":orphan:\n\n{directive}\n{under}\n\n.. rw:{directive}\n   :no-index:\n"
        for number, directive in enumerate(PARTS)
    }
    found = built(tmp_path, "", **pages)
    assert found.warnings == ""
    for number, (directive, said) in enumerate(PARTS.items()):
        assert said in found.words(f"p{number}"), directive


TINY = """
rulebook hare
  players 1 as Ada

state
  left: 0..LIMIT = LIMIT

procedure game
  repeat until left = 0
    Ada chooses take: n in 1..2 where n <= left
    left becomes left - n
"""


@pytest.mark.parametrize(("limit", "warning"), [("3", ""), ("900", "the state graph is not drawn: ")])
def test_the_states_of_a_small_game_are_drawn_and_of_a_large_one_not(limit: str, warning: str, tmp_path: Path) -> None:
    folder = write_project(tmp_path, {"index": "Small\n=====\n\n.. rw:graph::\n"})
    (folder / "hare.rules").write_text(TINY.replace("LIMIT", limit), encoding="utf-8")
    found = Built(folder)
    assert (warning in found.warnings) if warning else (found.warnings == "")
    assert ("take(2)" in found.page("index")) == (warning == "")


def test_two_languages_of_one_rulebook_in_one_project(tmp_path: Path) -> None:
    config = CONFIG + 'rulewright_rulebooks["hase"] = {"path": "hare.rules", "language": "de"}\n'
    pages = {
        "en": ":orphan:\n\n.. rw:book:: hare\n\n.. rw:section:: 2\n",
        "de": ":orphan:\n\n.. rw:book:: hase\n\n.. rw:section:: 2\n\n:rw:rule:`points`\n",
    }
    found = built(tmp_path, ":rw:rule:`hase/points` :rw:rule:`hare/points`", config, **pages)
    assert found.warnings == ""
    assert "Ein Hase zählt zwei." in found.words("de") and "A hare counts two." in found.words("en")
    assert 'href="#rule-points"' in found.page("de")
    assert 'href="de.html#rule-points"' in found.page("index") and 'href="en.html#rule-points"' in found.page("index")


@pytest.mark.parametrize("builder", ["text", "latex", "man", "xml"])
def test_builders_without_pictures_say_it_in_words(builder: str, tmp_path: Path) -> None:
    folder = write_project(tmp_path, {"index": INDEX.replace("   notes\n", ""), "book": BOOK}, CONFIG)
    assert Built(folder, builder).warnings in ("", 'WARNING: no "man_pages" config value found; no manual pages')


def test_pages_in_markdown_may_use_it_too(tmp_path: Path) -> None:
    config = CONFIG.replace('["rulewright_sphinx"]', '["myst_parser", "rulewright_sphinx"]')
    folder = write_project(tmp_path, {}, config)
    page = "# Small\n\n```{rw:rule} points\n```\n\nSee {rw:rule}`points`.\n\n```rules\nrulebook x\n```\n"
    (folder / "index.md").write_text(page, encoding="utf-8")
    found = Built(folder)
    assert found.warnings == ""
    assert "See 2.6 points." in found.words("index")


def test_a_verdict_is_shown_only_for_the_files_of_the_report(tmp_path: Path) -> None:
    folder = write_project(tmp_path, {"index": "Small\n=====\n\n.. rw:claim:: ten_points\n"})
    (folder / "report.json").write_text(json.dumps(record()), encoding="utf-8")
    assert "proved for every size" in Built(folder).words("index")
    rules = folder / "hare.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("<= 10", "<= 11"), encoding="utf-8")
    assert "proved" not in Built(folder, fresh=True).words("index")
