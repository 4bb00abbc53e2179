"""A run that somebody stops, and a claim that takes its process with it: what was decided stays."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright_verify.planner.run import Run
from rulewright_verify.planner.tasks import Task
from rulewright_verify.planner.workers import Tell
from rulewright_verify.verdict import Outcome, Verdict
from tests.planner.small import GAME, of, verified

TWO = """
claim first "The first"
  gain = 1

claim second "The second"
  gain = 1
"""

STOPPED = """
import sys, time
from pathlib import Path
from rulewright_verify.cli.application import main
from rulewright_verify.planner.run import Run

decide = Run.claim

def slow(self, task, tell):
    if task.claim == "second":
        Path(sys.argv[2]).touch()
        time.sleep(60)
    return decide(self, task, tell)

Run.claim = slow
main(["verify", sys.argv[1], "--claim", "first", "--claim", "second", "--players", "2", "--format", "json"])
"""


def test_a_claim_that_ends_its_process_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decide = Run.claim

    def crash(self: Run, task: Task, tell: Tell) -> tuple[Verdict, ...]:
        if task.claim == "first":
            os._exit(1)
        return decide(self, task, tell)

    monkeypatch.setattr(Run, "claim", crash)
    result = verified(tmp_path, TWO, claims=("first", "second"), players=2)
    assert [(one.outcome, one.reason) for one in of(result, "first")] == [
        (Outcome.UNKNOWN, "the engine's process ended")
    ]
    assert [one.outcome for one in of(result, "second")] == [Outcome.HOLDS]
    assert result.exit_code == 3


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_being_stopped_keeps_what_was_decided(tmp_path: Path, how: signal.Signals) -> None:
    rulebook, begun = tmp_path / "small.rules", tmp_path / "begun"
    rulebook.write_text(GAME + TWO, encoding="utf-8")
    command = [sys.executable, "-c", STOPPED, str(rulebook), str(begun)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        for _ in range(600):
            if begun.exists() or process.poll() is not None:
                break
            time.sleep(0.1)
        time.sleep(1.0)  # the first answer is on its way
        os.killpg(process.pid, how)  # as a terminal does, and whatever limits the time of a command
        out, err = process.communicate(timeout=60)
    found = {one["claim"]: one["outcome"] for one in json.loads(out)["verdicts"]}
    assert found == {"first": "holds", "second": "unknown"}
    assert process.returncode == 3
    assert "Traceback" not in err
