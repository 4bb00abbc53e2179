"""Examples in pages of the manual: fenced blocks marked `rules`, with directives above them.

    <!-- with: cards -->                  the declarations in preambles/cards.rules stand before the block
    <!-- refused: RW204, RW301 -->        just these messages are given
    <!-- variants: quick -->              the game is played with these variants
    <!-- from: winged -->                 the lines stand in that game, perhaps deeper; `# ...` leaves lines out;
                                          `matches` is the game that `rulewright new matches` writes
    <!-- verdicts: odds holds proved -->  what is found about some of its claims; several such lines add up

A directive is a comment of the page: readers do not see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PREAMBLES = Path(__file__).parent / "preambles"
GAMES = ROOT / "tests" / "language" / "games"
CLASSICS = ROOT / "rules" / "classics"
STARTER = ROOT / "verify" / "rulewright_verify" / "cli" / "starter.rules"

_DIRECTIVE = re.compile(r"^<!-- (?P<word>with|refused|variants|from|verdicts)\b:?\s*(?P<value>.*?) -->$")


@dataclass(frozen=True)
class Block:
    """A fenced block of rules; `line` is that of its first line in the page."""

    page: str
    line: int
    text: str
    directives: dict[str, str]

    @property
    def name(self) -> str:
        return f"{self.page}:{self.line}"

    def values(self, word: str) -> list[str]:
        return [value.strip() for value in self.directives.get(word, "").split(",") if value.strip()]

    def preamble(self) -> str | None:
        if "with" not in self.directives:
            return None
        return (PREAMBLES / f"{self.directives['with']}.rules").read_text(encoding="utf-8")


def all_blocks() -> list[Block]:
    """The blocks of all pages of the manual."""
    return [block for page in sorted(DOCS.rglob("*.md")) for block in blocks_of(page)]


def blocks_of(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    directives: dict[str, str] = {}
    lines = page.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        found = _DIRECTIVE.match(lines[at])
        if found:
            earlier = directives.get(found["word"])
            directives[found["word"]] = f"{earlier}, {found['value']}" if earlier else found["value"]
        elif lines[at] == "```rules":
            end = lines.index("```", at + 1)
            text = "\n".join([*lines[at + 1 : end], ""])
            yield Block(str(page.relative_to(DOCS)), at + 2, text, directives)
            directives, at = {}, end
        elif lines[at].strip():
            assert not directives, f"{page}:{at + 1}: a directive that stands above no block"
        at += 1


def game_text(name: str) -> str:
    """All files of a game together."""
    if name == "matches":
        return STARTER.read_text(encoding="utf-8").replace("NAME", "matches").replace("TITLE", "Matches")
    folder = GAMES / name
    files = sorted((folder if folder.is_dir() else CLASSICS / name).glob("*.rules"))
    assert files, f"there is no game `{name}`"
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def stands_in(fragment: str, text: str) -> str | None:
    """The first piece of a fragment that does not stand in a text, if there is one. Pieces come in order."""
    at = 0
    lines = text.split("\n")
    for piece in re.split(r"^[ \t]*# \.\.\.\n", fragment, flags=re.MULTILINE):
        wanted = _flush_left(piece.strip("\n").split("\n"))
        found = next(
            (
                i for i in range(at, len(lines) - len(wanted) + 1)
                if _flush_left(lines[i : i + len(wanted)]) == wanted
            ),
            None,
        )
        if found is None:
            return "\n".join(wanted)
        at = found + len(wanted)
    return None


def _flush_left(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() for line in lines]
