"""A how-to page, done as a reader does it: files are written, commands run, and what is shown is what comes out.

A block with a caption is added to the file that the caption names, or stands in it already if the caption says
`from`. A difference changes the file that was named last; a comment `<!-- undone -->` takes the last difference back.
Of what a command shows, a line `...` stands for lines that are left out.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.cli.calling import Call, Called
from tests.house.test_tutorial import change, without_times

BLOCK = re.compile(
    r"^```(?P<kind>\S+)(?: \w+\n:caption: (?P<file>[^\n]*)\n)?\n(?P<text>.*?)^```$|^<!-- (?P<word>undone) -->$",
    re.MULTILINE | re.DOTALL,
)


def shows(shown: str, printed: str) -> bool:
    """Whether an output is what a page shows, `...` standing for any lines."""
    pieces = [re.escape(piece) for piece in re.split(r"^\.\.\.$", without_times(shown), flags=re.MULTILINE)]
    in_seconds = re.sub(r"\d+ min (?=\d+ s)", "", printed)  # on a busy machine
    return re.fullmatch(".*".join(pieces), without_times(in_seconds), re.DOTALL) is not None


def follow(page: Path, folder: Path, call: Call) -> dict[str, int]:
    """Do what a page says, in order. Gives how many blocks of each kind there were."""
    done: dict[str, int] = {}
    last = folder
    before = ""
    for kind, name, text, word in BLOCK.findall(page.read_text(encoding="utf-8")):
        if word:
            last.write_text(before, encoding="utf-8")
            continue
        done[kind] = done.get(kind, 0) + 1
        if kind == "console":
            command, _, shown = text.removeprefix("$ ").partition("\n")
            called = _called(shlex.split(command), folder, call)
            assert "Rulewright broke" not in called.err, called.err
            printed = called.out + called.err
            as_shown = shows(shown, printed) if shown else called.code == 0
            assert as_shown, f"{command}\n{printed}"
        elif kind == "diff":
            before = last.read_text(encoding="utf-8")
            change(last, text)
        elif name.startswith("from "):
            last = folder / name.removeprefix("from ")
            assert text in last.read_text(encoding="utf-8")
        elif name:
            last = folder / name
            write_on(last, text)
    return done


def write_on(file: Path, text: str) -> None:
    """Add to a file, or make it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text(encoding="utf-8") + "\n" if file.exists() else ""
    file.write_text(before + text, encoding="utf-8")


def _called(words: list[str], folder: Path, call: Call) -> Called:
    """Rulewright in this process; Python and its modules in one of their own."""
    if words[0] == "rulewright":
        return call(*words[1:])
    assert words[0] == "python", f"no page calls {words[0]}"
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, check=False
    )
    return Called(done.returncode, done.stdout, done.stderr)
