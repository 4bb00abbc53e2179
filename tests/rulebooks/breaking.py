"""Breaking a rulebook on purpose: one passage of its text is replaced, and some claim or check must notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rulewright_verify.planner import verify
from rulewright_verify.result import VerificationResult, VerifyOptions, no_progress

ROOT = Path(__file__).parents[2]


class By(StrEnum):
    """What notices a broken rule. GAP and CONFLICT are asked of every rule of every game, MISTAKE when it is read."""

    CLAIM = "claim"
    EXAMPLE = "worked example"
    GAP = "no answer"
    CONFLICT = "two answers"
    MISTAKE = "mistake in the rulebook"


@dataclass(frozen=True, slots=True)
class Break:
    """`old` is replaced by `new` in one file of a rulebook; `notices` names the claim, the example or the rule that
    shows it.

    With `notices=None` nothing does: the claims `asked`, of which one would expect it, are as before, for `why`.
    `variants`: what is switched on. `players`: for how many it is asked, None for all numbers. `readings`: those that
    are fixed, as where the broken rule speaks under one of them only.
    """

    name: str
    file: str
    old: str
    new: str
    notices: str | None
    by: By = By.CLAIM
    variants: tuple[str, ...] = ()
    players: int | None = None
    asked: tuple[str, ...] = ()
    why: str = ""
    readings: tuple[tuple[str, str], ...] = ()


def broken_copy(rulebook: Path, change: Break, folder: Path) -> Path:
    """The rulebook, sub-folders included, with one rule changed; the passage must be there exactly once."""
    assert (rulebook / change.file).is_file(), f"{change.name}: no file {change.file}"
    for source in rulebook.rglob("*.rules"):
        text = source.read_text(encoding="utf-8")
        if source == rulebook / change.file:
            assert text.count(change.old) == 1, f"{change.name}: {text.count(change.old)} places fit"
            text = text.replace(change.old, change.new)
        copy = folder / source.relative_to(rulebook)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    return folder


def verified(
    path: Path, *claims: str, variants: tuple[str, ...] = (), players: int | None = None,
    readings: tuple[tuple[str, str], ...] = (),
) -> VerificationResult:
    options = VerifyOptions(claims=claims, jobs=1, variants=variants, players=players, readings=dict(readings))
    return verify(str(path), options, no_progress)


def tables_of(noticed: Sequence[Break], not_noticed: Sequence[Break]) -> tuple[str, str]:
    """Both lists as the manual shows them."""
    shown = [(b.name, f"`{b.file}`", _told(b)) for b in noticed]
    silent = [(b.name, f"`{b.file}`", ", ".join(f"`{name}`" for name in b.asked), b.why) for b in not_noticed]
    return (
        _table(("what is broken", "where", "what notices"), shown),
        _table(("what is broken", "where", "asked in vain", "why"), silent),
    )


def _told(change: Break) -> str:
    with_variants = f", with {' and '.join(f'`{name}`' for name in change.variants)}" if change.variants else ""
    return f"{change.by}: `{change.notices}`{with_variants}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
