"""Move the notes of this folder into CHANGELOG.md under a new version.

    python changes/build.py 0.2.0 2027-01-15

Prints nothing; the notes are gone afterwards. `entry` is what it writes, for tests.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
KINDS = {"break": "What breaks", "feat": "New", "fix": "Mended"}
MARK = "<!-- new versions come here -->"


def read_notes(folder: Path) -> dict[str, list[str]]:
    """The notes by kind, in the order of their file names."""
    notes: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for path in sorted(folder.iterdir()):
        kind = path.suffix.removeprefix(".")
        if kind in notes:
            notes[kind].append(" ".join(path.read_text(encoding="utf-8").split()))
    return notes


def entry(version: str, date: str, notes: Mapping[str, list[str]]) -> str:
    """The section of one version."""
    lines = [f"## {version} ({date})"]
    for kind, title in KINDS.items():
        if notes[kind]:
            lines += ["", f"### {title}", "", *(f"- {note}" for note in notes[kind])]
    return "\n".join([*lines, ""])


def main(version: str, date: str) -> None:
    changelog = HERE.parent / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    changelog.write_text(text.replace(MARK, f"{MARK}\n\n{entry(version, date, read_notes(HERE))}"), encoding="utf-8")
    for path in HERE.iterdir():
        if path.suffix.removeprefix(".") in KINDS:
            path.unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
