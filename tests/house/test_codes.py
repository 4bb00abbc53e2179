"""Every code of a message is provoked by a case and explained."""

import re
from pathlib import Path

from rulewright.diagnostics import explanation, find_class
from rulewright_verify.cli.explain import all_known_codes

HERE = Path(__file__).parent
CASES = HERE.parent


def test_every_code_has_a_case() -> None:
    cases = [path for ending in ("expected", "py") for path in CASES.rglob(f"*.{ending}") if path.parent != HERE]
    shown = "".join(path.read_text(encoding="utf-8") for path in cases)
    provoked = set(re.findall(r"\bRW\d{3}\b", shown))
    assert [code.id for code in all_known_codes() if code.id not in provoked] == []


def test_every_code_is_explained() -> None:
    ours = [code for code in all_known_codes() if _is_ours(code.id)]
    assert [code.id for code in ours if len(explanation(code.id) or "") < 40] == []


def _is_ours(code: str) -> bool:
    """Not made up by another test of this process."""
    found = find_class(code)
    return found is not None and found.__module__.startswith("rulewright")


def test_codes_have_names_of_their_own() -> None:
    names = [code.name for code in all_known_codes()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name) for name in names)


def test_titles_are_titles() -> None:
    assert [code.id for code in all_known_codes() if code.title.endswith(".") or code.title[0].isupper()] == []
