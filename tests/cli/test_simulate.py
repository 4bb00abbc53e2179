"""`simulate`: what it prints, that a seed fixes it, and what it does with games that go wrong."""

import json
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.calling import CLASSICS, GAMES, Call

STUCK = """
rulebook stuck
  players 2

state
  left: 0..3 = 3

procedure game
  repeat
    for each p in turn order
      p chooses take: n in 1..2 where n <= left
      left becomes left - n
"""

READING = """
rulebook ending
  players 2

reading last
  option wins
  option loses

procedure game
  for each p in turn order
    p chooses say: n in 1..2
    if n = 2
      if last = wins
        end game won by p
      otherwise
        end game won by other(p)
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return path


def steady(out: str) -> list[str]:
    """The lines without the time that it took."""
    return out.splitlines()[:-1]


def test_text(call: Call) -> None:
    called = call("simulate", GAMES / "auction", "--games", "400", "--seed", "3", "--jobs", "1")
    assert (called.code, called.err) == (0, "")
    lines = called.out.splitlines()
    assert lines[0] == "400 games, random players, seed 3"
    assert any(line.startswith("  games won") for line in lines)
    head, row = next((head, row) for head, row in pairwise(lines) if head.endswith("how often"))
    assert len(row.rstrip()) > head.index("how often") and row[head.index("how often") - 1] == " "
    assert all(len(line) <= 90 for line in lines)
    assert lines[-1].startswith("A sample says what happened, not what must happen.")


def test_a_seed_fixes_what_comes_out_whatever_the_number_of_processes(call: Call) -> None:
    one = call("simulate", GAMES / "auction", "--games", "1200", "--seed", "5", "--jobs", "1")
    two = call("simulate", GAMES / "auction", "--games", "1200", "--seed", "5", "--jobs", "2")
    other = call("simulate", GAMES / "auction", "--games", "1200", "--seed", "6", "--jobs", "1")
    assert steady(one.out) == steady(two.out)
    assert steady(one.out) != steady(other.out)


def test_a_record_for_programs(call: Call) -> None:
    called = call("simulate", CLASSICS / "craps", "--games", "2000", "--seed", "7", "--format", "json")
    (record,) = json.loads(called.out)
    assert (record["games"], record["finished"], record["interrupted"]) == (2000, 2000, False)
    won = record["wins"]["Shooter"]
    assert won["low"] < 244 / 495 < won["high"]
    throws = record["runs"]["throw_dice"]["mean"]
    assert throws["low"] < 557 / 165 < throws["high"]
    assert sum(record["lengths"]["counts"].values()) == 2000


def test_every_other_answer_to_an_open_question(call: Call, tmp_path: Path) -> None:
    path = written(tmp_path, READING)
    records = json.loads(call("simulate", path, "--all-readings", "--format", "json").out)
    assert [record["readings"] for record in records] == ["as given", "last = loses"]
    wins, loses = (record["wins"] for record in records)
    assert wins["Player_1"]["value"] == loses["Player_2"]["value"]
    (fixed,) = json.loads(call("simulate", path, "--reading", "last=loses", "--format", "json").out)
    assert fixed["wins"] == loses


def test_games_that_are_stuck_are_counted(call: Call, tmp_path: Path) -> None:
    called = call("simulate", written(tmp_path, STUCK), "--games", "50")
    assert called.code == 0
    assert "50 games stuck at game" in called.out


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_rulebook_without_a_game_is_not_played(call: Call, command: str) -> None:
    called = call(command, GAMES / "draw_phase")
    assert called.code == 2
    assert "a game begins with `procedure game`" in called.err


def test_each_player_in_their_own_way(call: Call, tmp_path: Path) -> None:
    call("new", tmp_path / "matches")
    asked = ["simulate", tmp_path / "matches", "--games", "16", "--player", "Ada=uct", "--looks", "60", "--swap-seats"]
    called = call(*asked, "--jobs", "1")
    assert called.code == 0
    assert called.out.startswith("16 games, Ada uct, Ben random at first, then by turns, seed 0")
    assert "uct, first Ada" in called.out
    (record,) = json.loads(call(*asked, "--format", "json").out)
    assert record["sorts"] == ["uct", "random"]
    assert record["wins_by_sort"]["uct, first Ada"]["value"] > 0.8
    assert sum(share["value"] for share in record["wins_by_sort"].values()) == pytest.approx(1)


@pytest.mark.parametrize(("options", "said"), [
    (["--player", "Dora=uct"], "no player `Dora`"),
    (["--player", "Anna=clever"], "a player is random, greedy or uct"),
    (["--swap-seats"], "--swap-seats changes nothing"),
    (["--svg", "games.png"], "does not end in .svg"),
])
def test_calls_that_make_no_sense(call: Call, options: list[str], said: str) -> None:
    called = call("simulate", GAMES / "auction", *options)
    assert called.code == 2
    assert said in called.err


def test_a_picture(call: Call, tmp_path: Path) -> None:
    """Text from a rulebook cannot become markup; there is a title and a description, no script, and both colours."""
    path = written(tmp_path, READING.replace("players 2", 'title "Who <b>& \'wins\'?"\n  players 2'))
    target = tmp_path / "plots" / "games.svg"
    assert call("simulate", path, "--games", "200", "--all-readings", "--svg", target).code == 0
    text = target.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    named = {child.tag.rpartition("}")[2]: child for child in root}
    assert root.attrib["aria-labelledby"] == "title desc"
    assert (named["title"].text or "").startswith("Who <b>& 'wins'?: 400 games, random players")
    assert "Player_1: 0." in (named["desc"].text or "")
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags == {"svg", "title", "desc", "style", "rect", "text", "g", "path", "circle"}
    assert "prefers-color-scheme:dark" in text
    # Two settings of the readings, each with two players and games that nobody won.
    intervals = [element for element in root.iter() if element.get("class") == "interval"]
    assert len(intervals) == 2 + 2 * 3
