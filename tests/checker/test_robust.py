"""Whatever is wrong with a rulebook, it is told: the checker ends, and never with an exception."""

import random
import re
from pathlib import Path

import pytest

from rulewright.diagnostics import ERROR
from rulewright.loading import source_of
from rulewright.lower import lower
from rulewright.pipeline import check_sources
from tests.checker.checking import GAMES, RULES
from tests.golden import rendered

WORDS = re.compile(r"[^\W\d]\w*|\d+")


@pytest.mark.parametrize("folder", [
    *(RULES / "classics" / name for name in ("craps", "beggar")),
    *(GAMES / name for name in ("auction", "winged", "twilight", "hyboria")),
], ids=lambda folder: folder.name)
def test_words_put_in_the_place_of_others(folder: Path) -> None:
    name = folder.name
    text = (folder / f"{name}.rules").read_text(encoding="utf-8")
    words = list(WORDS.finditer(text))
    for seed in range(12):
        chance = random.Random(seed)
        place, other = chance.choice(words), chance.choice(words)
        damaged = text[: place.start()] + other.group() + text[place.end() :]
        book, diagnostics = check_sources([source_of(damaged, Path("damaged.rules"), f"{name} {seed}")])
        assert book is not None or rendered(diagnostics), f"{name} {seed}: neither a rulebook nor a word"


def test_the_same_text_gives_the_same_words() -> None:
    case = Path(__file__).parent.parent / "language" / "checker" / "bad" / "several_mistakes.rules"
    source = source_of(case.read_text(encoding="utf-8"), case, case.name)
    assert rendered(check_sources([source])[1]) == rendered(check_sources([source])[1])


def test_several_mistakes_are_told_in_one_go() -> None:
    case = Path(__file__).parent.parent / "language" / "checker" / "bad" / "several_mistakes.rules"
    source = source_of(case.read_text(encoding="utf-8"), case, case.name)
    assert len(check_sources([source])[1]) == 4


def in_a_row(kind: str, n: int) -> str:
    """A rulebook in which n things use each other in a row."""
    match kind:
        case "procedures":
            row = "".join(f"procedure p{i}\n  p{i + 1}\n" for i in range(1, n - 1))
            return f"procedure game\n  p1\n{row}procedure p{n - 1}\n  end game\n"
        case "rules":
            row = "".join(f"rule r{i} -> 0..9\n  default\n    r{i + 1}\n" for i in range(n - 1))
            return f"{row}rule r{n - 1} -> 0..9\n  default\n    3\nprocedure game\n  if r0 = 2\n    end game\n"
        case "params":
            row = "".join(f"param p{i}: 0..9 = p{i + 1}\n" for i in range(n - 1))
            return f"{row}param p{n - 1}: 0..9 = 3\nprocedure game\n  if p0 = 2\n    end game\n"
        case "branches":
            row = "".join(f"  otherwise if n = {i % 9}\n    end game\n" for i in range(2 * n - 1))
            return f"state\n  n: 0..9 = 0\nprocedure game\n  if n = 3\n    end game\n{row}"
    raise ValueError(kind)


@pytest.mark.parametrize("kind", ["procedures", "rules", "params", "branches"])
def test_what_goes_too_deep_is_told_and_all_else_is_built(kind: str) -> None:
    head = "rulebook deep\n  players 2\n\n"
    for n, codes in ((100, []), (102, ["RW427"]), (2500, ["RW427"])):
        book, diagnostics = check_sources([source_of(head + in_a_row(kind, n), Path("deep.rules"), "deep.rules")])
        assert list(dict.fromkeys(each.code.id for each in diagnostics if each.severity is ERROR)) == codes, n
        if book is not None:
            assert lower(book).system.nodes
