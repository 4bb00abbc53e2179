"""The frame of the command: help, exit codes, and what happens when something breaks."""

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright_verify.cli import application
from rulewright_verify.cli.application import commands
from tests.cli.calling import Call


@pytest.mark.parametrize("arguments", [[], *([name] for name in commands.commands)])
def test_every_command_has_help(call: Call, arguments: list[str]) -> None:
    called = call(*arguments, "--help")
    assert (called.code, called.err) == (0, "")
    assert called.out.startswith("Usage: rulewright")
    assert all(len(line) <= 80 for line in called.out.splitlines())


def test_a_wrong_call_is_2(call: Call) -> None:
    for arguments in (["verify"], ["verify", "a", "--no-such"], ["nonsense"], ["check"]):
        called = call(*arguments)
        assert (called.code, called.out) == (2, ""), arguments
        assert "Error:" in called.err


def test_the_version_is_that_of_the_package(call: Call) -> None:
    assert call("--version").out.startswith("rulewright, version ")


def test_a_mistake_in_rulewright_is_one_line(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **options: object) -> None:
        raise RuntimeError("a promise\nbroke")

    monkeypatch.setattr(application.commands, "main", broken)
    called = call("check", "a b.rules")
    assert (called.code, called.out) == (70, "")
    assert called.err.startswith("Rulewright broke: RuntimeError: a promise broke\n")
    assert "Traceback" not in called.err
    assert "Traceback" in call("--traceback", "check", "a").err
    assert "`rulewright --traceback odds a --chance 'left > 3'` prints" in call("odds", "a", "--chance", "left > 3").err


def test_being_stopped_is_3(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(application.commands, "main", stopped)
    called = call("check", "a")
    assert (called.code, called.err) == (3, "Stopped.\n")


def test_no_memory_left_is_3(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def hoard(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(application.commands, "main", hoard)
    called = call("check", "a")
    assert called.code == 3
    assert called.err.startswith("Stopped: the memory limit of ")


def test_what_is_too_deep_is_2(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*arguments: object, **options: object) -> None:
        deep(*arguments, **options)

    monkeypatch.setattr(application.commands, "main", deep)
    called = call("check", "a")
    assert (called.code, called.out, called.err) == (2, "", f"{application.TOO_DEEP}\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = "from rulewright_verify.cli import main; main(['explain', '--list'])"
    script = f'"{sys.executable}" -c "{code}" | head -n 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("RW101")


def test_a_reader_that_is_gone_already_is_no_error() -> None:
    script = f'"{sys.executable}" -m rulewright_verify.cli explain RW101 | true; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("where", "code", "err"),
    [
        (">/dev/full", 2, "Error: what is printed cannot be written: No space left on device\n"),
        (">&-", 0, ""),
        ("<&- 2>&- >/dev/null", 0, ""),
    ],
)
def test_printing_that_goes_nowhere_is_no_mistake_of_the_program(where: str, code: int, err: str) -> None:
    script = f'"{sys.executable}" -m rulewright_verify.cli explain RW101 {where}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (code, err, "")


def test_explain_knows_numbers_and_names(call: Call) -> None:
    by_number = call("explain", "rw133")
    assert by_number.code == 0
    assert by_number.out.startswith("RW133 decimal-number (error): a number with a point or a percent sign\n\n")
    assert call("explain", "decimal-number") == by_number


def test_explain_a_code_that_is_none(call: Call) -> None:
    called = call("explain", "RW1333")
    assert called.code == 2
    assert "there is no code `RW1333`. Did you mean `RW133`?" in called.err
    assert call("explain").code == 2


def test_explain_lists_all_codes(call: Call) -> None:
    lines = call("explain", "--list").out.splitlines()
    assert lines == sorted(lines)
    assert len(lines) > 100


def test_new_writes_one_file_and_never_over_another(call: Call, tmp_path: Path) -> None:
    called = call("new", tmp_path / "my_game")
    assert called.code == 0
    assert [path.name for path in tmp_path.rglob("*.rules")] == ["my_game.rules"]
    text = (tmp_path / "my_game" / "my_game.rules").read_text(encoding="utf-8")
    assert "rulebook my_game" in text and '"My game"' in text
    again = call("new", tmp_path / "my_game")
    assert again.code == 2 and "is there already" in again.err


@pytest.mark.parametrize("name", ["My Game", "1st", "..", "a-b", "é"])
def test_new_refuses_names_that_cannot_name_a_rulebook(call: Call, tmp_path: Path, name: str) -> None:
    assert call("new", tmp_path / name).code == 2
    assert list(tmp_path.iterdir()) == []
