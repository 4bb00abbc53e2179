"""Write a report into a folder: `index.html` and `report.json`, and nothing else."""

from __future__ import annotations

import json
import os
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
    _put(page, render_html(results, made_by))
    text = json.dumps(report_record(results, made_by), ensure_ascii=False, indent=2)
    _put(record, text + "\n")
    return page, record


def _put(path: Path, text: str) -> None:
    """A file of its own in its folder, whole or not at all: a link that lies there is replaced, not followed."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)
