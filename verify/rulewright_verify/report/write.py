"""Write a report into a folder: `index.html` and `report.json`, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from rulewright_verify.report.html import render_html
from rulewright_verify.report.record import report_record
from rulewright_verify.result import VerificationResult


def write_report(results: Sequence[VerificationResult], folder: Path) -> tuple[Path, Path]:
    """Give back where the page and the record were written."""
    folder.mkdir(parents=True, exist_ok=True)
    made_by = version("rulewright")
    page, record = folder / "index.html", folder / "report.json"
    page.write_text(render_html(results, made_by), encoding="utf-8")
    text = json.dumps(report_record(results, made_by), ensure_ascii=False, indent=2)
    record.write_text(text + "\n", encoding="utf-8")
    return page, record
