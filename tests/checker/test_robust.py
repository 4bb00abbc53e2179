"""Whatever is wrong with a rulebook, it is told: the checker ends, and never with an exception."""

import random
import re
from pathlib import Path

import pytest

from rulewright.loading import source_of
from rulewright.pipeline import check_sources
from tests.checker.checking import GAMES
from tests.golden import rendered

WORDS = re.compile(r"[^\W\d]\w*|\d+")


@pytest.mark.parametrize("name", ["craps", "auction", "beggar", "winged", "twilight", "hyboria"])
def test_words_put_in_the_place_of_others(name: str) -> None:
    text = (GAMES / name / f"{name}.rules").read_text(encoding="utf-8")
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


def test_a_long_chain_of_procedures_is_no_deep_one() -> None:
    n = 2500
    chain = "".join(f"procedure p{i}\n  p{i + 1}\n" for i in range(n))
    text = f"rulebook long\n  players 2\n\nprocedure game\n  p0\n{chain}procedure p{n}\n  end game\n"
    book, diagnostics = check_sources([source_of(text, Path("long.rules"), "long.rules")])
    assert book is not None, rendered(diagnostics)
