"""Rulebooks that parse, with what they are printed as, and rulebooks that do not, with what is said about them."""

from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic, find_class
from rulewright.diagnostics.registry import all_codes
from rulewright.syntax import errors, parse_file
from rulewright.syntax.printer import print_file
from tests.golden import cases, check_golden, rendered, source_file

HERE = Path(__file__).parent.parent / "language" / "syntax"
# What is said about files before a word of them is read; see test_loading.
ABOUT_FILES = {f"RW{number}" for number in range(101, 110)}


@pytest.mark.parametrize("case", cases(HERE / "good"))
def test_good(case: Path, accept: bool) -> None:
    tree, found = parse_file(source_file(case))
    assert not found, rendered(found)
    check_golden(case, print_file(tree), accept=accept)


@pytest.mark.parametrize("case", cases(HERE / "bad"))
def test_bad(case: Path, accept: bool) -> None:
    _, found = parse_file(source_file(case))
    assert found, f"nothing is said about {case.name}"
    check_golden(case, rendered(found), accept=accept)


def test_every_syntax_error_has_a_case() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in (HERE / "bad").glob("*.expected"))
    codes = {code.id for code in all_codes() if code.id.startswith("RW1")} - ABOUT_FILES
    assert {code for code in codes if f"-- {code} " not in shown} == set()


def test_every_syntax_error_is_exported_and_explained() -> None:
    for name in errors.__all__:
        cls: type[Diagnostic] = getattr(errors, name)
        assert find_class(cls.code.id) == cls
        assert cls.__doc__ and not cls.__doc__.startswith(f"{name}("), f"{name} has no explanation"
        assert not cls.message.endswith("."), f"{name}: no full stop at the end"
