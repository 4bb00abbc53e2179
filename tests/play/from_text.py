"""Systems of small rulebooks, from their text."""

from __future__ import annotations

from pathlib import Path

from rulewright.checker.symbols import CheckedBook
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.pipeline import check_sources
from rulewright.source import SourceFile


def book_of_text(text: str) -> CheckedBook:
    book, found = check_sources([SourceFile(Path("small.rules"), "small.rules", text)])
    assert book is not None, found
    return book


def system_of_text(text: str) -> System:
    """With the first option of every reading."""
    system = lower(book_of_text(text)).system
    return specialise(system, dict.fromkeys(system.readings, 0))
