"""Files of what is expected: compared with, or, with `--accept`, written from what comes out.

A case is `<name>.rules` with `<name>.expected` beside it.
"""

from difflib import unified_diff
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from rulewright.diagnostics import Diagnostic, render_text
from rulewright.loading import source_of
from rulewright.source import SourceFile

WIDTH = 80


def cases(folder: Path) -> list[ParameterSet]:
    """The rulebooks of a folder as parameters of a test, by name."""
    found = sorted(folder.glob("*.rules"))
    assert found, f"no case in {folder}"
    return [pytest.param(path, id=path.stem) for path in found]


def source_file(path: Path) -> SourceFile:
    """A case as a source file that is shown by its name alone."""
    return source_of(path.read_bytes().decode("utf-8"), path, path.name)


def rendered(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> str:
    """Diagnostics as a terminal without colours shows them."""
    return render_text(diagnostics, color=False, width=WIDTH)


def check_golden(case: Path, actual: str, *, accept: bool) -> None:
    """Compares with `<case>.expected`; with `accept` writes it instead."""
    expected = case.with_suffix(".expected")
    if accept:
        expected.write_text(actual, encoding="utf-8")
        return
    wanted = expected.read_text(encoding="utf-8") if expected.exists() else ""
    if actual != wanted:
        difference = unified_diff(wanted.splitlines(), actual.splitlines(), "expected", "found", lineterm="")
        pytest.fail(f"{case.name} differs (--accept takes it over)\n" + "\n".join(difference), pytrace=False)
