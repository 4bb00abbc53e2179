"""A small rulebook with one of everything, and a report about it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.checker.symbols import CheckedBook
from rulewright.diagnostics import render_text
from rulewright.pipeline import check_rulebook
from rulewright_sphinx.book.build import document_of
from rulewright_sphinx.book.model import Document
from rulewright_verify.planner import verify
from rulewright_verify.report.record import report_record
from rulewright_verify.result import VerificationResult, VerifyOptions, no_progress

HARE = Path(__file__).parent / "hare.rules"


@cache
def checked(path: Path = HARE) -> CheckedBook:
    """A rulebook without errors."""
    book, found = check_rulebook(path)
    assert book is not None, render_text(found)
    return book


@cache
def result() -> VerificationResult:
    """What is found out about the claims of the small rulebook."""
    options = VerifyOptions(claims=("ten_points", "hound_bites_all"), budget=60)
    return verify(str(HARE), options, no_progress)


def record() -> Mapping[str, Any]:
    """The same as a report has it."""
    return report_record([result()], "0")


def printed(language: str = "en", *, verified: bool = True) -> Document:
    """The small rulebook, with its verdicts or without."""
    return document_of(checked(), language, record() if verified else None)
