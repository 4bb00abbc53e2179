"""The page about Python: its examples run one after the other and print what stands below them; its names exist."""

import importlib
import json
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import ROOT, caller

PAGE = ROOT / "docs" / "reference" / "python.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n(?:```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_examples_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert caller(capsys)("new", "matches").code == 0
    names: dict[str, Any] = {"__name__": "example"}
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) == 5
    for code, shown in examples:
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(code, str(PAGE), "exec"), names)
        assert out.getvalue() == shown


@pytest.mark.parametrize("name", re.findall(r"\.\. auto\w+:: ([\w.]+)", PAGE.read_text(encoding="utf-8")))
def test_what_the_page_describes_says_what_it_is(name: str) -> None:
    module, _, thing = name.rpartition(".")
    found = getattr(importlib.import_module(module), thing)
    assert len((found.__doc__ or "").split()) >= 3 and not found.__doc__.startswith(f"{thing}(")


def test_the_entries_of_the_planner_and_the_pipeline_are_described() -> None:
    described = set(re.findall(r"\.\. auto\w+:: ([\w.]+)", PAGE.read_text(encoding="utf-8")))
    assert {
        "rulewright.pipeline.check_rulebook", "rulewright.lower.lower", "rulewright_verify.planner.verify",
        "rulewright_verify.result.VerifyOptions", "rulewright_verify.report.write.write_report",
    } <= described


@pytest.mark.slow
def test_the_example_about_reports_reads_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    call = caller(capsys)
    assert call("report", str(ROOT / "rules" / "classics" / "craps")).code == 0
    page = (ROOT / "docs" / "reference" / "report.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(code, "report.md", "exec"), {})
    assert "244/495" in capsys.readouterr().out
    record = json.loads((tmp_path / "build" / "report" / "report.json").read_text(encoding="utf-8"))
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)[: len(record)] == [*record]
