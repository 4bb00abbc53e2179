"""`explore`: the counts of a graph whose size can be worked out by hand, and what ends a search."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import Call


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
    assert lines[0] == "26 states, 66 transitions, 6 steps deep"
    assert "ends won by Ada: 1" in lines


def test_a_search_that_is_cut_short_is_not_fine(call: Call, starter: Path) -> None:
    called = call("explore", starter, "--max-states", "5", "--format", "json")
    assert called.code == 3
    assert json.loads(called.out)["complete"] is False
