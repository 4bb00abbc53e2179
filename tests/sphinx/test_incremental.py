"""Builds that go on where the last one stopped, and builds in several processes, give what a fresh one gives."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.print.printing import record
from tests.sphinx.building import CONFIG, built_apart, write_project

PAGES = {
    "index": "Small\n=====\n\n.. toctree::\n   :glob:\n\n   *\n",
    "rules": "Rules\n=====\n\n.. rw:section:: 2\n",
    "words": "Some words\n==========\n\n.. rw:glossary::\n",
    "notes": "Notes\n=====\n\nNothing yet.\n",
}


def later(path: Path, text: str) -> None:
    """Write a file so that its time differs from what it was."""
    before = path.stat().st_mtime if path.exists() else 0.0
    path.write_text(text, encoding="utf-8")
    os.utime(path, (before + 10, before + 10))


def test_an_edit_of_the_rules_reads_their_pages_again_and_no_others(tmp_path: Path) -> None:
    folder = write_project(tmp_path, PAGES)
    first = built_apart(folder)
    assert first.read == {"index", "rules", "words", "notes"}
    again = built_apart(folder)
    assert again.read == set(), again.status
    rules = folder / "hare.rules"
    later(rules, rules.read_text(encoding="utf-8").replace("A hare counts two", "Each hare counts two"))
    again = built_apart(folder)
    assert again.read == {"rules", "words"}
    assert "Each hare counts two" in again.words("rules")


def test_a_new_file_of_a_rulebook_and_a_new_report_count_too(tmp_path: Path) -> None:
    config = CONFIG.replace('"path": "hare.rules"', '"path": "hare"')
    folder = write_project(tmp_path, PAGES, config)
    (folder / "hare").mkdir()
    (folder / "hare.rules").rename(folder / "hare" / "hare.rules")
    report = folder / "report.json"
    report.write_text("{}", encoding="utf-8")
    assert built_apart(folder).warnings == ""
    extra = folder / "hare" / "more.rules"
    extra.write_text('chapter en "More"\n\nparam more: 1..9 = 3\n  text en "More of it."\n', encoding="utf-8")
    os.utime(folder / "hare", (2_000_000_000, 2_000_000_000))
    again = built_apart(folder)
    assert again.read == {"rules", "words"}, again.status
    later(report, json.dumps(record()))
    again = built_apart(folder)
    assert again.read == {"rules", "words"}, again.status


def test_a_new_mention_is_shown_where_the_thing_is_described(tmp_path: Path) -> None:
    folder = write_project(tmp_path, PAGES)
    assert "Mentioned in" not in built_apart(folder).words("rules")
    later(folder / "notes.rst", "Notes\n=====\n\nSee :rw:rule:`points`.\n")
    mentioned = built_apart(folder)
    assert mentioned.read == {"notes"}
    assert "Mentioned in: Notes" in mentioned.words("rules")
    later(folder / "notes.rst", "Notes\n=====\n\nNo more.\n")
    assert "Mentioned in" not in built_apart(folder).words("rules")


def test_reading_in_several_processes_gives_the_same(tmp_path: Path) -> None:
    pages = {**PAGES, "notes": "Notes\n=====\n\n:rw:rule:`points` :rw:term:`hare`\n",
             **{f"more{number}": f"More {number}\n======\n\n:rw:rule:`find`\n" for number in range(6)}}
    one = built_apart(write_project(tmp_path / "one", pages))
    many = built_apart(write_project(tmp_path / "many", pages), jobs=2)
    assert one.warnings == many.warnings == ""
    one_inventory, many_inventory = (tmp_path / name / "_build/html/objects.inv" for name in ("one", "many"))
    assert one_inventory.read_bytes() == many_inventory.read_bytes()
    for name in ("rules", "words", "notes", "more3"):
        assert one.page(name) == many.page(name)


def test_a_page_that_is_gone_describes_nothing(tmp_path: Path) -> None:
    folder = write_project(tmp_path, {**PAGES, "notes": "Notes\n=====\n\n:rw:term:`hound`\n"})
    assert built_apart(folder).warnings == ""
    (folder / "words.rst").unlink()
    later(folder / "notes.rst", "Notes\n=====\n\n:rw:term:`hound`.\n")
    assert "no term `hound` is described on any page" in built_apart(folder).warnings
