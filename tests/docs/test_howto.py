"""The how-to pages, done: files are written, commands run, and what is shown is what comes out."""

import re
import shutil
from pathlib import Path

import pytest

from rulewright.checker.symbols import Configuration
from rulewright.pipeline import check_rulebook
from rulewright_verify.planner import verify
from rulewright_verify.result import VerifyOptions
from tests.cli.calling import ROOT, caller
from tests.docs.following import follow

PAGES = ROOT / "docs" / "howto"
READINGS = PAGES / "readings-gaps-and-sources.md"
VARIANT = PAGES / "writing-a-variant.md"
DRAFT = Path("rules/imperial_twing")
FLUFF_ALLEY = DRAFT / "variants" / "fluff_alley.rules"

# What the rows of the readings' table stand for, where a row is not a whole declaration by itself.
AROUND = {
    "gap who_rolls_first": '{}\n  text en "Who rolls first is not said."\n',
    "reading bridge": "{}\n  option open\n  option closed\n",
    "rests on nobody_behind": "rule odd -> yes or no\n  {}\n  default\n    yes\n",
    "source FY-009": "rule odd -> yes or no\n  {}\n  default\n    yes\n",
    "ferry_waits = for_the_first": "rule odd -> yes or no\n  default\n    {}\n",
    "precedence leaflet over erratum": "{}\n",
}


def mistakes(page: Path) -> list[tuple[str, str, str]]:
    """What one writes, the message, and its code, from the table at the end of a page."""
    rows = re.findall(r"^\| `([^`]+)`[^|]*\| (.*) \((RW\d{3})\) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) >= 6
    return rows


def messages(rulebook: Path, *variants: str) -> set[tuple[str, str]]:
    book, found = check_rulebook(rulebook, Configuration(variants=variants))
    if book is not None:  # some are remarks about a book that is right
        found = (*found, *verify(str(rulebook), VerifyOptions(claims=("fair",)), lambda *_: None).diagnostics)
    return {(each.message_text, each.code.id) for each in found}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a page is followed: a copy of the rulebooks, and no answers of earlier runs."""
    shutil.copytree(ROOT / DRAFT, tmp_path / DRAFT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    return tmp_path


@pytest.mark.slow
def test_readings_gaps_and_sources(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(READINGS, folder, caller(capsys))
    assert done == {"{code-block}": 9, "console": 6, "diff": 3}
    ferry = folder / "ferry" / "ferry.rules"
    right = ferry.read_text(encoding="utf-8")
    for written, message, code in mistakes(READINGS):
        ferry.write_text(right + "\n" + AROUND[written].format(written), encoding="utf-8")
        assert (message, code) in messages(ferry.parent), written


@pytest.mark.slow
def test_writing_a_variant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(VARIANT, folder, caller(capsys))
    assert done == {"{code-block}": 8, "console": 9, "text": 1}


@pytest.mark.slow
@pytest.mark.parametrize(("written", "message", "code"), mistakes(VARIANT))
def test_mistakes_in_a_variant(written: str, message: str, code: str, folder: Path) -> None:
    (folder / FLUFF_ALLEY).write_text(f"variant fluff_alley of imperial_twing\n  {written}\n", encoding="utf-8")
    plain = {(text.replace("`", ""), number) for text, number in messages(folder / DRAFT, "fluff_alley")}
    assert (message.replace("`", ""), code) in plain
