"""What is kept of a play is an example that the language takes, and that plays it again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter.replay import ExampleResult, replay, run_example
from rulewright.interpreter.state import State
from rulewright.ir.specialise import specialise
from rulewright.loading import load
from rulewright.lower import lower
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_sources
from rulewright.play import Session
from rulewright.source import SourceFile
from tests.play.from_text import system_of_text

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "language" / "games"
CLASSICS = ROOT / "rules" / "classics"

DRAWS = """\
rulebook draws
  players 2 as Ann, Ben
cards Card
  | name | copies |
  | draw | 2      |
  | keep | 2      |
  | coin | 1      |
state
  deck: bag of Card, starts full
  hand[Player]: bag of Card
procedure game
  draw 2 cards from deck to hand[Ann]
  draw up to 9 cards from deck to hand[Ben]
  draw up to 9 cards from deck to hand[Ben]
  Ann chooses play: c in hand[Ann]
    move c from hand[Ann] to deck
  draw found from deck to hand[Ben]
"""

TWO_QUESTIONS = """\
rulebook two_questions
  players 1 as Ann
state
  left: 0..2 = 0
procedure game
  turn
  left becomes 2
  turn
procedure turn
  Ann chooses one of, until done
    take when left > 0
      left becomes left - 1
"""


def played_again(sources: tuple[SourceFile, ...], text: str) -> ExampleResult:
    """The example `kept` beside its rulebook: checked, and played."""
    book, found = check_sources([*sources, SourceFile(Path("kept.rules"), "kept.rules", text)])
    assert [one for one in found if one.span.file.display == "kept.rules"] == []
    assert book is not None
    (example,) = [one for one in lower_examples(book) if one.name == "kept"]
    return run_example(example, dict.fromkeys(example.system.readings, 0))


def round_trip(path: Path, seed: int, n_decisions: int) -> tuple[State, ExampleResult]:
    """The end of a play by chance, and the same play from what was kept of it."""
    sources, _ = load(path)
    book, found = check_sources(sources)
    assert book is not None, found
    system = lower(book).system
    session, rng = Session(specialise(system, dict.fromkeys(system.readings, 0)), seed=seed), Random(seed)
    while session.asked is not None and n_decisions:
        session.choose(rng.randrange(len(session.options())))
        n_decisions -= 1
    return session.state, played_again(sources, session.save_as_example("kept"))


@pytest.mark.parametrize("path", [
    GAMES / "twilight", GAMES / "winged", GAMES / "hyboria", GAMES / "imperial", GAMES / "auction",
    CLASSICS / "pig", CLASSICS / "coupons", CLASSICS / "nim", CLASSICS / "tower_of_hanoi",
], ids=lambda path: path.name)
@pytest.mark.parametrize(("seed", "n_decisions"), [(1, 2), (2, 14)])
def test_what_is_kept_is_checked_and_played_again(path: Path, seed: int, n_decisions: int) -> None:
    state, again = round_trip(path, seed, n_decisions)
    assert again.holds
    last = again.replay.trace.last
    if path.name != "winged":  # two creatures of a kind print alike, whatever was done to them: the first is meant
        assert (last.winners, dict(last.zones)) == (state.winners, dict(state.zones))


def test_several_cards_are_named_under_draw() -> None:
    session = Session(system_of_text(DRAWS), seed=0)
    session.choose(0)
    lines = session.save_as_example("kept").splitlines()
    drawn = [line.strip() for line in lines if line.startswith("    chance: ")]
    assert [line.partition("(")[0] for line in drawn[:2]] == ["chance: draw", "chance: draw"]
    assert "chance: draw" not in drawn  # nothing was left to draw: nothing was decided
    assert played_again((SourceFile(Path("draws.rules"), "draws.rules", DRAWS),), "\n".join(lines) + "\n").holds


@pytest.mark.parametrize(("line", "holds"), [
    ("chance: draw(draw, keep)", True),
    ("chance: [keep, draw]", True),
    ("chance: draw(keep, coin)", True),
    ("chance: draw(coin, coin)", False),
    ("chance: draw(draw)", False),
])
def test_what_luck_draws_may_be_written_so(line: str, holds: bool) -> None:
    text = f"example kept\n  do game\n    {line}\n    stop: here\n  expect\n    count(c in hand[Ann]) = 2\n"
    assert played_again((SourceFile(Path("draws.rules"), "draws.rules", DRAWS),), text).holds is holds


def test_an_example_that_stops_is_looked_at_where_it_does() -> None:
    source = (SourceFile(Path("two.rules"), "two.rules", TWO_QUESTIONS),)
    head = "example kept\n  do game\n    Ann: take\n"
    assert played_again(source, f"{head}    stop: here\n  expect\n    left = 1\n").holds
    assert not played_again(source, f"{head}    stop: here\n  expect\n    left = 0\n").holds
    assert not played_again(source, f"{head}  expect\n    left = 1\n").holds  # the play waits for Ann


def test_to_stop_stands_last() -> None:
    text = TWO_QUESTIONS + "example kept\n  do game\n    stop: here\n    Ann: take\n  expect\n    left = 1\n"
    book, found = check_sources([SourceFile(Path("two.rules"), "two.rules", text)])
    assert book is None
    assert [(type(one).__name__, one.span.text) for one in found] == [("NotInThisGame", "stop")]


@pytest.mark.parametrize(("lines", "left"), [
    (("Ann: done",), 2), (("Ann: done", "Ann: done"), 2), (("Ann: take", "Ann: done"), 1),
    (("Ann: done", "Ann: take", "Ann: take"), 0), (("Ann: take", "Ann: take", "Ann: done"), 0),
])
def test_a_line_may_be_what_nobody_was_asked_or_the_next_answer(lines: tuple[str, ...], left: int) -> None:
    """The first turn has nothing to take and passes unasked; written down or not, it is understood."""
    told = "".join(f"    {line}\n" for line in lines)
    text = f"example kept\n  do game\n{told}  expect\n    left = {left}\n"
    assert played_again((SourceFile(Path("two.rules"), "two.rules", TWO_QUESTIONS),), text).holds
    session = Session(system_of_text(TWO_QUESTIONS))
    session.choose(1)
    assert replay(session.reference, session.trace.decisions, to_the_end=True).succeeded


@pytest.mark.parametrize(("expected", "instead"), [
    ("left = 0", "left is 1"),
    ("left > 1", "left is 1"),
])
def test_what_is_not_met_is_told_with_what_was_there(expected: str, instead: str) -> None:
    source = (SourceFile(Path("two.rules"), "two.rules", TWO_QUESTIONS),)
    played = played_again(source, f"example kept\n  do game\n    Ann: take\n    stop: here\n  expect\n    {expected}\n")
    assert not played.holds
    assert [span.text for _, span in played.unmet] == [expected]
    assert played.instead == (instead,)


def test_of_what_is_counted_the_number_is_told() -> None:
    text = "example kept\n  do game\n    stop: here\n  expect\n    count(c in hand[Ann]) = 2\n"
    played = played_again((SourceFile(Path("draws.rules"), "draws.rules", DRAWS),), text)
    assert played.instead == ("the number is 0",)
