"""Breaking a rulebook on purpose: one passage of its text is replaced, and some claim must notice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright_verify.planner import verify
from rulewright_verify.result import VerificationResult, VerifyOptions, no_progress

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Break:
    """`old` is replaced by `new` in one file of a rulebook; `notices` is the claim (or example) that must fail."""

    name: str
    file: str
    old: str
    new: str
    notices: str
    is_example: bool = False


def broken_copy(rulebook: Path, change: Break, folder: Path) -> Path:
    """The rulebook with one rule changed; the passage must be there exactly once."""
    for source in rulebook.glob("*.rules"):
        text = source.read_text(encoding="utf-8")
        if source.name == change.file:
            assert text.count(change.old) == 1, f"{change.name}: {text.count(change.old)} places fit"
            text = text.replace(change.old, change.new)
        (folder / source.name).write_text(text, encoding="utf-8")
    return folder


def verified(path: Path, *claims: str) -> VerificationResult:
    return verify(str(path), VerifyOptions(claims=claims, jobs=1), no_progress)
