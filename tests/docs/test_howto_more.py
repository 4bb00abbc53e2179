"""The how-to pages about claims, scopes, open findings, checking every change, and a Sphinx project of one's own."""

import re
from pathlib import Path

import pytest

from rulewright_sphinx.directives import DIRECTIVES
from tests.cli.calling import ROOT, caller
from tests.docs.following import follow

PAGES = ROOT / "docs" / "howto"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a page is followed, without answers of earlier runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    return tmp_path


@pytest.mark.slow
def test_writing_a_claim(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(PAGES / "writing-a-claim.md", folder, caller(capsys))
    assert done == {"{code-block}": 7, "console": 13, "diff": 7}


@pytest.mark.slow
def test_a_scope_that_is_large_enough(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(PAGES / "large-enough-scope.md", folder, caller(capsys))
    assert done == {"{code-block}": 4, "console": 11, "diff": 3}


@pytest.mark.slow
def test_numbers_that_may_still_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(PAGES / "numbers-that-may-change.md", folder, caller(capsys))
    assert done == {"{code-block}": 2, "console": 3, "diff": 3}


@pytest.mark.slow
def test_open_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(PAGES / "open-findings.md", folder, caller(capsys))
    assert done == {"{code-block}": 3, "console": 4, "diff": 1}


@pytest.mark.slow
def test_checking_every_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = caller(capsys)
    done = follow(PAGES / "checking-every-change.md", folder, call)
    assert done == {"{code-block}": 3, "console": 6, "diff": 2}
    workflow = (folder / ".github/workflows/rules.yml").read_text(encoding="utf-8")
    asked = [line.split() for line in re.findall(r"^ +run: rulewright (.*)$", workflow, re.MULTILINE)]
    assert [call(*words).code for words in asked] == [0, 0]
    assert (folder / "build" / "report" / "index.html").exists()


@pytest.mark.slow
def test_a_sphinx_project_of_ones_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = follow(PAGES / "own-sphinx-project.md", folder, caller(capsys))
    assert done == {"{code-block}": 4, "console": 4}
    page = (folder / "_build" / "index.html").read_text(encoding="utf-8")
    assert "Somebody always takes the last match" in page and "report/index.html#matches-game_ends" in page
    assert "Take at least one match" in (folder / "_build" / "turn.html").read_text(encoding="utf-8")
    assert _listed_directives() - set(DIRECTIVES) == set()


def _listed_directives() -> set[str]:
    page = (PAGES / "own-sphinx-project.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`rw:.*?) \|", page, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"rw:(\w+)::", row)}
