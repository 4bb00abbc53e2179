"""Commands that read a rulebook: check, show, play; and what they say when something is wrong with it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import GAMES, ROOT, Call

BROKEN = "rulebook broken\n  players 2\n\nstate\n  left: 0..7 = 3\n\nprocedure game\n  lft becomes 2\n"


@pytest.fixture
def starter(call: Call, tmp_path: Path) -> Path:
    call("new", tmp_path / "my_game")
    return tmp_path / "my_game"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN, encoding="utf-8")
    return path


# ------------------------------------------------------------------ check


def test_a_new_rulebook_has_no_mistakes(call: Call, starter: Path) -> None:
    called = call("check", starter)
    assert (called.code, called.out, called.err) == (0, f"my_game: no mistakes found in {starter}\n", "")


def test_a_mistake_is_shown_at_its_place(call: Call, broken: Path) -> None:
    called = call("check", broken, "--color", "never")
    assert called.code == 2
    assert "`lft`" in called.out and "did you mean `left`?" in called.out
    assert "lft becomes 2" in called.out
    assert "\x1b" not in called.out
    assert "\x1b[31m" in call("check", broken, "--color", "always").out


def test_no_color_is_heeded(call: Call, broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "\x1b" not in call("check", broken).out


def test_mistakes_for_programs(call: Call, broken: Path) -> None:
    called = call("check", broken, "--format", "json")
    (found,) = json.loads(called.out)
    assert called.code == 2
    assert (found["line"], found["severity"]) == (8, "error")


def test_every_rulebook_of_a_folder_is_checked(call: Call, starter: Path, broken: Path) -> None:
    (starter.parent / "wrong").mkdir()
    broken.rename(starter.parent / "wrong" / "wrong.rules")
    called = call("check", starter.parent)
    assert called.code == 2
    assert "my_game: no mistakes found" in called.out and "`lft`" in called.out


@pytest.mark.parametrize("command", ["check", "show", "play", "verify", "explore", "simulate"])
def test_a_path_that_is_none_is_told_in_one_message(call: Call, tmp_path: Path, command: str) -> None:
    called = call(command, tmp_path / "nowhere")
    assert called.code == 2
    assert "RW101" in called.out + called.err


@pytest.mark.parametrize("command", ["show", "play", "explore", "simulate", "verify"])
def test_names_on_the_command_line_must_exist(call: Call, starter: Path, command: str) -> None:
    called = call(command, starter, "--reading", "left=right")
    assert called.code == 2
    assert "the rulebook has no reading `left`" in called.err
    assert call(command, starter, "--reading", "left").code == 2


def test_a_claim_on_the_command_line_must_exist(call: Call, starter: Path) -> None:
    called = call("verify", starter, "--claim", "game_end")
    assert called.code == 2
    assert "the rulebook has no claim `game_end`. Did you mean `game_ends`?" in called.err


def test_checking_loads_no_engine() -> None:
    code = (
        "import sys; from rulewright_verify.cli.application import run; code = run(['check', sys.argv[1]]);"
        "print([name for name in ('z3', 'networkx', 'jinja2', 'rich') if name in sys.modules]); sys.exit(code)"
    )
    path = ROOT / "rules"
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


# ------------------------------------------------------------------ show


@pytest.mark.parametrize(
    ("stage", "shown"),
    [
        ("tree", "Procedure"),
        ("typed", "state left: 0..13"),
        ("core", "left := left - "),
        ("graph", "digraph"),
    ],
)
def test_every_stage_can_be_shown(call: Call, starter: Path, stage: str, shown: str) -> None:
    called = call("show", starter, "--stage", stage)
    assert (called.code, called.err) == (0, "")
    assert shown in called.out
    assert call("show", starter, "--stage", stage) == called


@pytest.mark.parametrize("stage", ["tree", "typed", "core", "graph"])
@pytest.mark.parametrize("game", sorted(path.name for path in GAMES.iterdir()))
def test_every_game_can_be_shown(call: Call, game: str, stage: str) -> None:
    called = call("show", GAMES / game, "--stage", stage)
    assert (called.code, called.err) == (0, "")
    assert len(called.out.splitlines()) >= 3


# ------------------------------------------------------------------ play


def play(path: Path, *options: str, answers: str) -> subprocess.CompletedProcess[str]:
    """Plays in a process of its own, with answers from a pipe."""
    arguments = [sys.executable, "-m", "rulewright_verify.cli", "play", str(path), *options]
    return subprocess.run(arguments, input=answers, capture_output=True, text=True, check=False)


def test_a_game_is_played_to_its_end(starter: Path) -> None:
    done = play(starter, answers="3\n3\n3\n3\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ada takes 3" in done.stdout and "Ben takes 3" in done.stdout
    assert done.stdout.endswith("The game is over. Ada won.\n")


def test_the_same_seed_gives_the_same_game(starter: Path) -> None:
    first = play(starter, "--seat", "Ada=random", "--seat", "Ben=random", "--seed", "5", answers="")
    assert (
        first.stdout == play(starter, "--seat", "Ada=random", "--seat", "Ben=random", "--seed", "5", answers="").stdout
    )
    assert "won." in first.stdout


def test_a_greedy_player_takes_the_last_match(starter: Path) -> None:
    done = play(starter, "--seat", "Ada", "--seat", "Ben=greedy", answers="1\n" * 13)
    assert done.returncode == 0
    assert done.stdout.endswith("Ben won.\n")


def test_taking_back_and_asking(starter: Path) -> None:
    done = play(starter, answers="u\n1\nu\nw\nr\n9\nwhat\n2\ns mine\nq\n")
    assert done.returncode == 0
    assert "nothing can be taken back" in done.stdout
    assert "Take at least one match, and not more than three." in done.stdout
    assert done.stdout.count("Please answer with a number from 1 to 3") == 2
    example = done.stdout[done.stdout.index("example mine") :]
    assert example.startswith("example mine\n  do game\n    Ada: take(2)\n    stop: here\n  expect\n    left = 11\n")


def test_it_is_said_why_something_is_not_allowed(starter: Path) -> None:
    done = play(starter, answers="3\n3\n3\n2\nw\nq\n")
    assert "not take (3): " in done.stdout
    assert "`n <= left` is not so" in done.stdout


def test_a_seat_must_be_a_player(call: Call, starter: Path) -> None:
    assert "has no player `Adda`. Did you mean `Ada`?" in call("play", starter, "--seat", "Adda").err
    assert call("play", starter, "--seat", "Ada=clever").code == 2


def test_hidden_cards_are_not_shown() -> None:
    done = play(ROOT / "rules" / "twilight", "--seat", "North", "--seed", "3", answers="q\n")
    hands = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith("  hand[")}
    assert "hidden" not in hands["hand[North]"]
    assert all("7 hidden (" in line for seat, line in hands.items() if seat != "hand[North]")
    assert "draw" not in done.stdout
