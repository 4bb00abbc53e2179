"""What the checker says, word by word, and that each thing it can say is provoked by a case."""

import re
from pathlib import Path

import pytest

from rulewright.checker.errors import AREAS
from rulewright.checker.symbols import Configuration
from rulewright.diagnostics import Code, Diagnostic, explanation
from rulewright.pipeline import check_sources
from tests.golden import cases, check_golden, rendered, source_file

FOLDER = Path(__file__).parent.parent / "language" / "checker"


def codes() -> list[Code]:
    found = [
        cls.code
        for area in AREAS
        for cls in vars(area).values()
        if isinstance(cls, type) and issubclass(cls, Diagnostic) and "code" in vars(cls)
    ]
    return sorted(found, key=lambda code: code.id)


def configuration_of(case: Path) -> Configuration:
    """A first line `# with strict, mild` names the variants that are played with, `# in tiny` the scope."""
    first = case.read_text(encoding="utf-8").splitlines()[0]
    if first.startswith("# in "):
        return Configuration(scope=first.removeprefix("# in "))
    names = first.removeprefix("# with ").split(", ") if first.startswith("# with ") else []
    return Configuration(variants=tuple(names))


@pytest.mark.parametrize("case", cases(FOLDER / "bad"))
def test_mistakes_are_told(case: Path, accept: bool) -> None:
    _, diagnostics = check_sources([source_file(case)], configuration_of(case))
    assert diagnostics, f"{case.name} has no mistake"
    check_golden(case, rendered(diagnostics), accept=accept)


@pytest.mark.parametrize("case", cases(FOLDER / "good"))
def test_good_rulebooks_are_accepted_in_silence(case: Path) -> None:
    book, diagnostics = check_sources([source_file(case)])
    assert rendered(diagnostics) == ""
    assert book is not None


@pytest.mark.parametrize("code", [pytest.param(code, id=code.id) for code in codes()])
def test_every_code_has_a_case_and_an_explanation(code: Code) -> None:
    told = {
        found
        for path in (FOLDER / "bad").glob("*.expected")
        for found in re.findall(r"^-- (RW\d+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert code.id in told
    assert len(explanation(code.id) or "") > 40
