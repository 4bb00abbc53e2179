"""`explore`: the counts of a graph whose size can be worked out by hand, and what ends a search."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import CLASSICS, GAMES, Call


@pytest.fixture
def starter(call: Call, tmp_path: Path) -> Path:
    call("new", tmp_path / "my_game")
    return tmp_path / "my_game"


def test_counts_for_programs(call: Call, starter: Path) -> None:
    called = call("explore", starter, "--format", "json")
    assert called.code == 0
    record = json.loads(called.out)
    # To move: Ada at 13 and 11..1, Ben at 12..1, so 24 states and the two ends.
    # Three ways on from each, but two at 2 and one at 1: 3 + (9 * 3 + 2 + 1) + (10 * 3 + 2 + 1).
    assert record["complete"] is True
    assert record["states"] == 26
    assert record["transitions"] == 66
    assert record["dead_ends"] == 0
    assert record["ends"] == {"won by Ada": 1, "won by Ben": 1}
    assert set(record) == {
        *("complete", "states", "transitions", "depth", "dead_ends", "ends", "seconds", "bytes_per_state"),
    }


def test_counts_for_people(call: Call, starter: Path) -> None:
    lines = call("explore", starter).out.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert lines[:2] == ["26 states, 66 transitions", "each state is reached in 6 steps or fewer"]
    assert "ends won by Ada: 1" in lines


def test_a_search_that_is_cut_short_is_not_fine(call: Call, starter: Path) -> None:
    called = call("explore", starter, "--max-states", "5", "--format", "json")
    assert called.code == 3
    assert json.loads(called.out)["complete"] is False


@pytest.mark.parametrize(("ending", "begin"), [("dot", "digraph"), ("svg", "<?xml")])
def test_a_small_graph_is_drawn(call: Call, starter: Path, tmp_path: Path, ending: str, begin: str) -> None:
    target = tmp_path / f"plays.{ending}"
    assert call("explore", starter, "--draw", target).code == 0
    assert target.read_text(encoding="utf-8").startswith(begin)


def test_a_large_graph_is_not_drawn(call: Call, tmp_path: Path) -> None:
    target = tmp_path / "plays.dot"
    called = call("explore", CLASSICS / "pig", "--max-states", "1000", "--draw", target)
    assert called.code == 3
    assert "too many for a drawing" in called.err
    assert not target.exists()


def test_an_auction_counted_before(call: Call) -> None:
    record = json.loads(call("explore", GAMES / "auction", "--format", "json").out)
    assert (record["states"], record["transitions"]) == (236, 1795)


def test_a_drawing_has_one_of_two_forms(call: Call, starter: Path, tmp_path: Path) -> None:
    assert call("explore", starter, "--draw", tmp_path / "plays.png").code == 2
    assert list(tmp_path.glob("plays.*")) == []


def test_a_drawing_makes_its_folder(call: Call, starter: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "plays.dot"
    assert call("explore", starter, "--draw", target).code == 0
    assert target.read_text(encoding="utf-8").startswith("digraph")


def test_a_place_that_cannot_be_written_is_a_wrong_call(call: Call, starter: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    target = tmp_path / "file" / "plays.dot"
    called = call("explore", starter, "--draw", target)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"Error: {target.parent} cannot be used: ")
