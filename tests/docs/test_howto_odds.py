"""The how-to page about odds and plays by chance, done as it says."""

from pathlib import Path

import pytest

from tests.cli.calling import ROOT, caller
from tests.docs.following import follow


def test_odds_and_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    done = follow(ROOT / "docs" / "howto" / "odds-and-plays.md", tmp_path, caller(capsys))
    assert done == {"{code-block}": 2, "console": 7}
    assert (tmp_path / "duel.svg").read_text(encoding="utf-8").startswith("<svg ")
