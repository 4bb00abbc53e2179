"""Claims in child processes: whatever one of them does, the others are answered."""

import os
import time
from collections.abc import Callable

import pytest

from rulewright_verify.planner.shares import next_round
from rulewright_verify.planner.workers import Batch, Done, Listener, Told, run_batches


def doings(job: str, tell: Callable[[object], None]) -> object:
    match job:
        case "tell":
            tell("on the way")
            return "told"
        case "hang":
            while True:
                pass
        case "crash":
            os._exit(3)
        case "deep":
            return doings("deep", tell)
        case "raise":
            raise ValueError("of no use")
        case "hoard":
            return len([bytes(1 << 20) for _ in range(1 << 20)])
        case "a moment":
            time.sleep(0.3)
            return "a moment done"
        case _:
            return f"{job} done"


@pytest.mark.parametrize(
    ("bad", "failure"),
    [
        ("hang", "the time limit of 1 s is used up"),
        ("crash", "the engine's process ended"),
        ("raise", "Rulewright broke: ValueError: of no use"),
        ("deep", "too many things are inside each other, or use each other in a row"),
        ("hoard", "the memory limit of 2000 MB is used up"),
    ],
)
def test_what_one_job_does_to_itself_leaves_the_others(bad: str, failure: str) -> None:
    done: list[Done] = []
    started: list[str] = []
    whole = run_batches(
        [Batch([["first", bad, "last"], ["other"]])], doings, Listener(started.append, done.append),
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
    run_batches(
        [Batch([["hang"], ["first"]]), Batch([["later"]])], doings, Listener(lambda job: None, done.append),
        jobs=1, seconds_a_job=60, memory_mb=2000, total_seconds=0.5,
    )
    assert len(done) == 3
    assert all("the time for all claims" in str(one.failure) for one in done if one.job == "hang")


def test_the_time_for_a_batch() -> None:
    done: list[Done] = []
    run_batches(
        [Batch([["first"]]), Batch([["hang"], ["never"]], 0.5, "enough"), Batch([["last"]])], doings,
        Listener(lambda job: None, done.append), jobs=1, seconds_a_job=60, memory_mb=2000, total_seconds=None,
    )
    assert {one.job: one.answer or one.failure for one in done} == {
        "first": "first done", "hang": "enough", "never": "enough", "last": "last done",
    }


def test_what_a_job_says_before_its_answer() -> None:
    heard: list[Told | Done] = []
    run_batches(
        [Batch([["tell", "last"]])], doings, Listener(lambda job: None, heard.append, heard.append),
        jobs=1, seconds_a_job=60, memory_mb=2000, total_seconds=None,
    )
    assert [one.what if isinstance(one, Told) else one.answer for one in heard] == ["on the way", "told", "last done"]


@pytest.mark.parametrize(
    "groups",
    [[["hang"], ["hang, too"], ["a"], ["b"], ["a moment"]], [["hang", "a", "hang, too", "a moment", "b"]]],
    ids=["each by itself", "all in one process"],
)
def test_hard_jobs_leave_time_for_easy_ones(groups: list[list[str]]) -> None:
    done: list[Done] = []
    start = time.monotonic()
    assert run_batches(
        [Batch(groups)], lambda job, tell: doings(job.removesuffix(", too"), tell),
        Listener(lambda job: None, done.append),
        jobs=1, seconds_a_job=60, memory_mb=2000, total_seconds=5.0,
    )
    assert time.monotonic() - start < 8.0
    assert len(done) == 5
    found = {one.job: one.failure or one.answer for one in done}
    assert {job: said for job, said in found.items() if "hang" not in job} == {
        "a": "a done", "b": "b done", "a moment": "a moment done",
    }
    assert all("time for all claims" in str(found[job]) for job in ("hang", "hang, too"))


def test_what_is_left_goes_to_those_that_had_too_little() -> None:
    first = next_round([["a", "b"], ["c"], ["d"]], 80.0, 2, 0.0)
    assert (first.groups, first.seconds, first.left_out) == ([["a", "b"], ["c"], ["d"]], 20.0, [])
    second = next_round([["b"], ["d"]], 60.0, 2, 20.0)
    assert (second.groups, second.seconds, second.left_out) == ([["b"], ["d"]], 60.0, [])
    late = next_round([["a", "b"], ["c"], ["d"]], 30.0, 2, 20.0)
    assert (late.groups, late.seconds, late.left_out) == ([["a"]], 30.0, ["b", "c", "d"])
