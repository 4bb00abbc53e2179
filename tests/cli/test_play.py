"""`play`: a whole game by numbers, what is shown to whom, and what the letters answer."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calling import Call, Called

Play = Callable[..., Called]

PENNIES = """\
rulebook pennies
  players 2 as Ann, Bob
state
  coin[Player]: 1..3 = 1
procedure game
  for each p in Player at once
    p chooses show: n in 1..3
      coin[p] becomes n
  if coin[Ann] = coin[Bob]
    end game won by Bob
  otherwise
    end game won by Ann
"""


@pytest.fixture
def play(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays a rulebook, given as text, and answers with the lines of `answers`."""

    def played(text: str, *arguments: str, answers: str = "") -> Called:
        path = tmp_path / "small.rules"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in answers.split())))
        return call("play", path, *arguments)

    return played


# ------------------------------------------------------------------ at once


def test_what_somebody_decides_at_once_is_told_when_all_have(play: Play) -> None:
    called = play(PENNIES, answers="2 3")
    before, asked, after = called.out.partition("Bob, your turn, unseen by the others.")
    assert asked
    assert "coin[Ann] 1   coin[Bob] 1" in before.splitlines()[-1]
    assert "show (2)" not in before.partition("q quit")[2]
    assert after.index("Ann: show (2)") < after.index("Bob: show (3)") < after.index("Ann won")


def test_a_seat_that_plays_by_itself_does_not_show_its_hand(play: Play) -> None:
    called = play(PENNIES, "--seat", "Bob", "--seed", "1", answers="q")
    assert "Bob, your turn" in called.out
    assert "Ann:" not in called.out
    assert "coin[Ann] 1 " in called.out
