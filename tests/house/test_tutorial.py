"""The tutorial, done: every command is run, every change is made, and what is shown is what comes out."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorial" / "first-rulebook.md"
BLOCK = re.compile(r"^```(console|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r" +(?:under )?[\d.]+ s(?=$|  exit)")


def run(command: str, folder: Path) -> str:
    """What a command prints, without times, which differ from run to run."""
    arguments = [sys.executable, "-m", "rulewright_verify.cli", *command.split()[1:]]
    done = subprocess.run(arguments, cwd=folder, input="q\n", capture_output=True, text=True, check=False)
    assert "Rulewright broke" not in done.stderr, done.stderr
    return without_times(done.stdout)


def without_times(text: str) -> str:
    lines = [re.sub(r" {2,}(exit \d)$", r"  \1", TIME.sub("", line)).rstrip() for line in text.splitlines()]
    return "\n".join(lines).strip()


def change(rulebook: Path, diff: str) -> None:
    """Replace the old lines of a difference by the new ones."""
    old = "".join(line[1:] + "\n" for line in diff.splitlines() if line[0] in "- ")
    new = "".join(line[1:] + "\n" for line in diff.splitlines() if line[0] in "+ ")
    text = rulebook.read_text(encoding="utf-8")
    assert text.count(old) == 1
    rulebook.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.slow
def test_the_tutorial_is_true(tmp_path: Path) -> None:
    rulebook = tmp_path / "matches" / "matches.rules"
    done = {"console": 0, "diff": 0}
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        done[kind] += 1
        if kind == "diff":
            change(rulebook, text)
        else:
            command, _, shown = text.removeprefix("$ ").partition("\n")
            printed = run(command, tmp_path)
            assert not shown or printed == without_times(shown)
    assert done == {"console": 7, "diff": 2}
    assert (tmp_path / "matches_report" / "index.html").exists()
