"""`--variant` means the same in every command that looks at one game."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import Call

BOOK = """
rulebook short
  players 2 as Anna, Ben

state
  left: 0..4 = 4

procedure game
  repeat until left = 0
    Anna chooses take: n in 1..2 where n <= left
      left becomes left - n

variant one_by_one of short
  title en "One by one"
  forbids game.take when n = 2
"""


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    path = tmp_path / "short.rules"
    path.write_text(BOOK, encoding="utf-8")
    return path


@pytest.mark.parametrize(("variants", "transitions"), [([], 7), (["--variant", "one_by_one"], 4)])
def test_a_variant_is_explored(call: Call, rulebook: Path, variants: list[str], transitions: int) -> None:
    called = call("explore", rulebook, *variants, "--format", "json")
    assert called.code == 0, called.err
    assert json.loads(called.out)["transitions"] == transitions


def test_a_variant_is_sampled(call: Call, rulebook: Path) -> None:
    called = call("simulate", rulebook, "--variant", "one_by_one", "--games", "5", "--format", "json")
    (record,) = json.loads(called.out)
    assert record["lengths"]["counts"] == {"4": 5}


@pytest.mark.parametrize("command", [["check"], ["explore"], ["simulate"], ["play"], ["show", "--stage", "core"]])
def test_an_unknown_variant_is_a_mistake(call: Call, rulebook: Path, command: list[str]) -> None:
    name, *options = command
    called = call(name, rulebook, *options, "--variant", "one_by_on")
    assert called.code == 2
    assert "one_by_one" in called.out + called.err


def test_a_check_looks_at_each_variant(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "short.rules"
    path.write_text(BOOK + "\nvariant wrong of short\n  forbids game.take when m = 2\n", encoding="utf-8")
    called = call("check", path)
    assert called.code == 2
    assert "`m` is not declared" in called.out + called.err
