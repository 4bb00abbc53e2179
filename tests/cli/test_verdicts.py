"""`verify` and `report` around a planner that is told what to answer: outputs, exit codes, being stopped."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest

from rulewright_verify.book import BookText
from rulewright_verify.cli.output import ProgressLine
from rulewright_verify.findings import findings_of
from rulewright_verify.result import OnProgress, Progress, VerificationResult, VerifyOptions
from rulewright_verify.verdict import Outcome, Proved, Verdict
from tests.cli.calling import ROOT, Call
from tests.report.sample import SAMPLE

Answer = Callable[[VerificationResult], list[tuple[str, VerifyOptions]]]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Let the planner give a result, whatever it is asked; gives back what it was asked."""

    def set_answer(result: VerificationResult) -> list[tuple[str, VerifyOptions]]:
        asked: list[tuple[str, VerifyOptions]] = []

        def verify(path: str, options: VerifyOptions, progress: OnProgress) -> VerificationResult:
            asked.append((path, options))
            progress(Progress(1, 2, "game_ends", 41.0))
            return result

        planner = ModuleType("rulewright_verify.planner")
        planner.verify = verify  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "rulewright_verify.planner", planner)
        return asked

    return set_answer


def result_with(outcome: Outcome, expected: Outcome = Outcome.HOLDS) -> VerificationResult:
    assurance = None if outcome is Outcome.UNKNOWN else Proved()
    verdict = Verdict("g", "c", "The claim", outcome, assurance, "induction", expected=expected, reason="9 s used up")
    return VerificationResult(BookText("g", "G", "g"), verdicts=(verdict,), findings=findings_of([verdict]))


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (result_with(Outcome.HOLDS), 0),
        (result_with(Outcome.VIOLATED), 1),
        (result_with(Outcome.VIOLATED, Outcome.VIOLATED), 0),
        (result_with(Outcome.HOLDS, Outcome.VIOLATED), 1),
        (result_with(Outcome.UNKNOWN), 3),
        (replace(result_with(Outcome.HOLDS), interrupted=True), 3),
        (replace(result_with(Outcome.VIOLATED), interrupted=True), 1),
        (SAMPLE, 1),
    ],
)
def test_exit_codes(call: Call, answer: Answer, tmp_path: Path, result: VerificationResult, code: int) -> None:
    answer(result)
    assert call("verify", "g").code == code
    assert call("verify", "g", "--format", "json").code == code
    assert call("report", "g", "--output", tmp_path / "out").code == code


def test_what_is_asked_reaches_the_planner(call: Call, answer: Answer) -> None:
    asked = answer(result_with(Outcome.HOLDS))
    options = {"--claim": "a", "--reading": "r=x", "--scope": "small", "--players": "3", "--seed": "7"}
    budgets = {"--budget": "2.5", "--jobs": "2"}
    words = [word for pair in (options | budgets).items() for word in pair]
    call("verify", "some/game", *words, "--claim", "b")
    assert asked == [
        (
            "some/game",
            VerifyOptions(("a", "b"), {"r": "x"}, scope="small", players=3, seed=7, budget=2.5, jobs=2),
        )
    ]


def test_text_names_what_was_found(call: Call, answer: Answer) -> None:
    answer(SAMPLE)
    called = call("verify", "ferry", "--color", "never")
    assert called.err == ""
    assert "x fare_is_one_answer" in called.out and "exit 1" in called.out.splitlines()[-1]
    assert "first_seat_chance" not in called.out
    assert "Unless the play breaks down at fare of nobody" in called.out
    assert "+ first_seat_chance" in call("verify", "ferry", "--all", "--color", "never").out


def test_color_repeats_what_words_say(call: Call, answer: Answer) -> None:
    answer(SAMPLE)
    plain = call("verify", "ferry", "--color", "never").out
    painted = call("verify", "ferry", "--color", "always").out
    assert "\x1b[" in painted and "\x1b[" not in plain
    stripped = io.StringIO()
    for piece in painted.split("\x1b[")[1:]:
        stripped.write(piece.partition("m")[2])
    assert stripped.getvalue().splitlines()[2:-1] == plain.splitlines()[2:-1]


def test_json_is_the_record(call: Call, answer: Answer) -> None:
    answer(SAMPLE)
    record = json.loads(call("verify", "ferry", "--format", "json").out)
    schema = json.loads((ROOT / "docs/reference/report.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(record, schema)
    assert record["exit_code"] == 1


def test_being_stopped_keeps_what_was_decided(call: Call, answer: Answer) -> None:
    answer(replace(SAMPLE, interrupted=True))
    called = call("verify", "ferry")
    assert "Stopped after 9 of 10 verdicts; they are kept." in called.err
    assert "fare_is_one_answer" in called.out


def test_a_report_of_several_rulebooks(call: Call, answer: Answer, tmp_path: Path) -> None:
    for name in ("a", "b", "empty"):
        (tmp_path / "rules" / name).mkdir(parents=True)
    for name in ("a", "b"):
        (tmp_path / "rules" / name / f"{name}.rules").write_text("rulebook x\n", encoding="utf-8")
    asked = answer(result_with(Outcome.HOLDS))
    called = call("report", tmp_path / "rules", "--output", tmp_path / "out", "--color", "never")
    assert called.code == 0
    assert [Path(path).name for path, _ in asked] == ["a", "b"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["index.html", "report.json"]
    assert f"Report: {tmp_path / 'out' / 'index.html'}" in called.out


def test_a_folder_of_rulebooks_is_verified_one_by_one(call: Call, answer: Answer, tmp_path: Path) -> None:
    for name in ("a/first", "a/second", "b"):
        (tmp_path / "rules" / name).mkdir(parents=True)
        (tmp_path / "rules" / name / "some.rules").write_text("rulebook x\n", encoding="utf-8")
    (tmp_path / "rules" / "b" / "cards").mkdir()
    (tmp_path / "rules" / "b" / "cards" / "more.rules").write_text("", encoding="utf-8")
    asked = answer(result_with(Outcome.HOLDS))
    called = call("verify", tmp_path / "rules", "--color", "never")
    assert called.code == 0
    assert [str(Path(path).relative_to(tmp_path / "rules")) for path, _ in asked] == ["a/first", "a/second", "b"]
    assert called.out.count("All as expected.") == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_that_goes_away() -> None:
    terminal = Terminal()
    with ProgressLine("claims", terminal) as line:
        line.show(19, 30, "game_ends", 41.2)
    shown, gone = terminal.getvalue().split("\r\x1b[K")[1:]
    assert shown == "  19 of 30 claims  [############--------]  game_ends  0:41 left"
    assert gone == ""


def test_there_is_no_progress_where_nobody_looks() -> None:
    nobody = io.StringIO()
    with ProgressLine("claims", nobody) as line:
        line.show(1, 2)
    assert nobody.getvalue() == ""
