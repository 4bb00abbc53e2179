"""Claims in child processes: a crash, a hang or a memory hog ends one of them, never the run.

Children are forked before any solver is loaded, so the rulebook need not be sent to them. Each works through a
list of jobs and reports every answer as soon as it is there. A job's time is that of its processor, so that a busy
machine does not change what is found.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from rulewright_verify.machine import limit_memory, limit_processor_time

WAITING = 5
"""A job that computes nothing, or hardly gets to compute, is ended after so many times its seconds."""

Job = str
Work = Callable[[Job], object]


@dataclass(frozen=True, slots=True)
class Done:
    """A job's answer; `failure` says why there is none."""

    job: Job
    answer: object | None
    failure: str | None
    seconds: float


@dataclass(eq=False, slots=True)
class _Child:
    process: Any
    connection: Connection
    waiting: list[Job]
    deadline: float
    started: float = field(default_factory=time.monotonic)


def run_groups(
    groups: Sequence[Sequence[Job]],
    work: Work,
    on_start: Callable[[Job], None],
    on_done: Callable[[Done], None],
    *,
    jobs: int,
    seconds_a_job: float,
    memory_mb: int,
    total_seconds: float | None,
) -> bool:
    """Do all jobs, `jobs` groups at a time; a group stays in one process. Gives False if interrupted (Ctrl-C).

    A job that takes too long or kills its process is answered with a failure; the rest of its group goes on in a
    new process.
    """
    pending = [list(group) for group in groups if group]
    running: list[_Child] = []
    end = None if total_seconds is None else time.monotonic() + total_seconds
    try:
        while pending or running:
            if end is not None and time.monotonic() > end:
                _give_up([job for child in running for job in child.waiting] + [j for g in pending for j in g], on_done)
                return True
            while pending and len(running) < jobs:
                running.append(_start(pending.pop(0), work, seconds_a_job, memory_mb, on_start))
            running, more = _attend(running, seconds_a_job, on_start, on_done)
            pending[:0] = more
    except KeyboardInterrupt:
        for child in running:
            for job in child.waiting:
                on_done(Done(job, None, "interrupted", 0.0))
        for group in pending:
            for job in group:
                on_done(Done(job, None, "interrupted", 0.0))
        return False
    finally:
        for child in running:
            child.process.kill()
            child.process.join()
    return True


def _give_up(jobs: Sequence[Job], on_done: Callable[[Done], None]) -> None:
    for job in jobs:
        on_done(Done(job, None, "the time for all claims is used up", 0.0))


def _start(
    group: list[Job], work: Work, seconds: float, memory_mb: int, on_start: Callable[[Job], None]
) -> _Child:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(group, work, there, seconds, memory_mb), daemon=False)
    process.start()
    there.close()
    on_start(group[0])
    return _Child(process, here, group, time.monotonic() + WAITING * seconds)


def _child(group: list[Job], work: Work, connection: Connection, seconds: float, memory_mb: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    limit_memory(memory_mb)
    for job in group:
        start = time.monotonic()
        limit_processor_time(seconds)
        try:
            answer, failure = work(job), None
        except MemoryError:
            answer, failure = None, f"the memory limit of {memory_mb} MB is used up"
        except Exception as broken:  # one claim must not take the others with it; it is told as what it is
            traceback.print_exc()
            answer, failure = None, f"Rulewright broke: {type(broken).__name__}: {broken}"
        connection.send(Done(job, answer, failure, time.monotonic() - start))
    connection.close()


def _attend(
    running: list[_Child], seconds: float, on_start: Callable[[Job], None], on_done: Callable[[Done], None]
) -> tuple[list[_Child], list[list[Job]]]:
    """Wait a little for answers; children that are late or gone are replaced by what is left of their group."""
    ready = wait([child.connection for child in running], timeout=0.2)
    kept: list[_Child] = []
    again: list[list[Job]] = []
    for child in running:
        alive = True
        if child.connection in ready:
            alive = _receive(child, seconds, on_start, on_done)
        if not alive or (child.waiting and time.monotonic() > child.deadline):
            child.process.kill()
            child.process.join()
            is_late = alive or child.process.exitcode == -signal.SIGXCPU
            failure = f"the time limit of {seconds:.0f} s is used up" if is_late else "the engine's process ended"
            if child.waiting:
                on_done(Done(child.waiting.pop(0), None, failure, time.monotonic() - child.started))
                again.append(child.waiting)
        elif child.waiting:
            kept.append(child)
        else:
            child.process.join()
    return kept, [group for group in again if group]


def _receive(
    child: _Child, seconds: float, on_start: Callable[[Job], None], on_done: Callable[[Done], None]
) -> bool:
    try:
        done = child.connection.recv()
    except EOFError:
        return not child.waiting
    child.waiting.remove(done.job)
    child.started = time.monotonic()
    child.deadline = child.started + WAITING * seconds
    on_done(done)
    if child.waiting:
        on_start(child.waiting[0])
    return True
