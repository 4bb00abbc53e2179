"""The page of the manual about the extension says what there is, and its example builds."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright_sphinx.directives import DIRECTIVES, PARTS
from rulewright_sphinx.domain import LOOKS_AMONG
from tests.sphinx.building import Built, write_project

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "sphinx.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_every_directive_and_every_role_is_listed() -> None:
    assert set(re.findall(r"`rw:(\w+)::", section("Directives"))) == set(DIRECTIVES)
    rows = re.findall(r"^\| (`rw:.*?) \|", section("Roles"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`rw:(\w+)`", row)} == set(LOOKS_AMONG)


def test_every_part_of_a_rulebook_is_listed() -> None:
    (row,) = re.findall(r"^\| `rw:section::.*$", PAGE, re.MULTILINE)
    assert [part for part in PARTS if part != "chapters" and f"`{part}`" not in row] == []


def test_the_example_builds_without_a_warning(tmp_path: Path) -> None:
    blocks = dict(re.findall(r":caption: (\S+)\n\n(.*?)```", PAGE, re.DOTALL))
    folder = write_project(tmp_path, {"index": blocks["index.rst"]}, blocks["conf.py"])
    found = Built(folder)
    assert found.warnings == ""
    assert "see 2.6 points; a Hare is worth two" in found.words("index")


def test_every_setting_is_listed() -> None:
    import rulewright_sphinx

    source = Path(rulewright_sphinx.__file__).read_text(encoding="utf-8")
    settings = set(re.findall(r'add_config_value\("(\w+)"', source)) - {"rulewright_folder"}
    assert set(re.findall(r"^\| `(rulewright_\w+)` \|", PAGE, re.MULTILINE)) == settings
