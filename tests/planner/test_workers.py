"""Claims in child processes: whatever one of them does, the others are answered."""

import os

import pytest

from rulewright_verify.planner.workers import Done, run_groups


def doings(job: str) -> object:
    match job:
        case "hang":
            while True:
                pass
        case "crash":
            os._exit(3)
        case "raise":
            raise ValueError("of no use")
        case "hoard":
            return len([bytes(1 << 20) for _ in range(1 << 20)])
        case _:
            return f"{job} done"


@pytest.mark.parametrize(
    ("bad", "failure"),
    [
        ("hang", "the time limit of 1 s is used up"),
        ("crash", "the engine's process ended"),
        ("raise", "Rulewright broke: ValueError: of no use"),
        ("hoard", "the memory limit of 2000 MB is used up"),
    ],
)
def test_what_one_job_does_to_itself_leaves_the_others(bad: str, failure: str) -> None:
    done: list[Done] = []
    started: list[str] = []
    whole = run_groups(
        [["first", bad, "last"], ["other"]], doings, started.append, done.append,
        jobs=2, seconds_a_job=1, memory_mb=2000, total_seconds=None,
    )
    assert whole
    assert {one.job: one.answer if one.failure is None else one.failure for one in done} == {
        "first": "first done", bad: failure, "last": "last done", "other": "other done",
    }
    assert len(done) == 4
    assert set(started) == {"first", bad, "last", "other"}


def test_the_time_for_all_jobs() -> None:
    done: list[Done] = []
    run_groups(
        [["hang"], ["never"]], doings, lambda job: None, done.append,
        jobs=1, seconds_a_job=60, memory_mb=2000, total_seconds=0.5,
    )
    assert {one.job: one.failure for one in done} == {
        "hang": "the time for all claims is used up", "never": "the time for all claims is used up",
    }
