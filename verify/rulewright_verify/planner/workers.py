"""Claims in child processes: a crash, a hang or a memory hog ends one of them, never the run.

Children are forked before any solver is loaded, so the rulebook need not be sent to them. Each works through a
list of jobs and reports every answer as soon as it is there. A job's time is that of its processor, so that a busy
machine does not change what is found.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

from rulewright_verify.machine import limit_memory, limit_processor_time
from rulewright_verify.planner.shares import LEAST, next_round, share_of_one

WAITING = 5
"""A job that computes nothing, or hardly gets to compute, is ended after so many times its seconds."""

WAITING_IN_A_SHARE = 1.5
"""The same where the time for all jobs passes meanwhile."""

ALL_USED_UP = "the time for all claims is used up"
INTERRUPTED = "interrupted"

Job = str
Tell = Callable[[object], None]
Work = Callable[[Job, Tell], object]
"""Answers a job; what it tells before is known to all that begin later, even if no answer follows."""


@dataclass(frozen=True, slots=True)
class Done:
    """A job's answer; `failure` says why there is none. `given_up`: not for its own sake, but because the run ended."""

    job: Job
    answer: object | None
    failure: str | None
    seconds: float
    given_up: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What a job said while it went on."""

    job: Job
    what: object


@dataclass(frozen=True, slots=True)
class Batch:
    """Groups that are worked on side by side; all jobs of a group share a process. `seconds`: after that time no more
    is done of this batch, and `used_up` is why; until then it is done in its order."""

    groups: Sequence[Sequence[Job]]
    seconds: float | None = None
    used_up: str = ""


@dataclass(eq=False, slots=True)
class _Allowed:
    """What the next job of a group may use. Without a `credit` each gets as much, else they share it. `patience`: so
    many times its seconds pass on the clock until a job is ended that hardly gets to compute."""

    each: float
    n_left: int
    credit: float | None
    patience: float
    is_first: bool = True

    @property
    def seconds(self) -> float:
        if self.credit is None:
            return self.each
        return min(self.each, max(LEAST, share_of_one(self.credit, max(1, self.n_left), is_first=self.is_first)))

    def used(self, seconds: float) -> None:
        self.n_left -= 1
        self.is_first = False
        if self.credit is not None:
            self.credit = max(0.0, self.credit - seconds)


@dataclass(eq=False, slots=True)
class _Child:
    process: Any
    connection: Connection
    waiting: list[Job]
    allowed: _Allowed
    deadline: float = 0.0
    started: float = field(default_factory=time.monotonic)

    def begin(self) -> None:
        """The next job begins now."""
        self.started = time.monotonic()
        self.deadline = self.started + self.allowed.patience * self.allowed.seconds


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told that a job begins, what it says on the way, and its answer."""

    on_start: Callable[[Job], None]
    on_done: Callable[[Done], None]
    on_told: Callable[[Told], None] = lambda told: None


def run_batches(
    batches: Sequence[Batch],
    work: Work,
    listener: Listener,
    *,
    jobs: int,
    seconds_a_job: float,
    memory_mb: int,
    total_seconds: float | None,
) -> bool:
    """Do all jobs, batch after batch, `jobs` groups at a time. Gives False if interrupted (Ctrl-C).

    A job that takes too long or kills its process is answered with a failure; the rest of its group goes on in a
    new process. A time for all jobs is shared out between them: those that come first should be the easy ones.
    """
    end = None if total_seconds is None else time.monotonic() + total_seconds
    limits = _Limits(jobs, seconds_a_job, memory_mb)
    for number, batch in enumerate(batches):
        later = [job for one in batches[number + 1 :] for group in one.groups for job in group]
        its_end, why = end, ALL_USED_UP
        if end is not None and later:
            n_here = sum(len(group) for group in batch.groups)
            now = time.monotonic()
            its_end = now + (end - now) * n_here / (n_here + len(later))
        own = None if batch.seconds is None else time.monotonic() + batch.seconds
        is_shared = its_end is not None
        if own is not None and (its_end is None or own < its_end):
            its_end, why, is_shared = own, batch.used_up, False
        running = _Running(work, listener, limits, its_end, why)
        if not (_shared_out(running, batch.groups, its_end) if is_shared and its_end else running.do(batch.groups)):
            _give_up(later, listener, INTERRUPTED)
            return False
    return True


def _shared_out(running: _Running, groups: Sequence[Sequence[Job]], end: float) -> bool:
    """All jobs in the time until the end, round by round."""
    waiting = [list(group) for group in groups if group]
    had = 0.0
    while waiting and (left := end - time.monotonic()) > 0:
        this = next_round(waiting, left, running.limits.jobs, had)
        _give_up(this.left_out, running.listener, _share_used_up(had))
        running.share, running.again = this.seconds, {}
        if not running.do(this.groups):
            _give_up(list(running.again), running.listener, INTERRUPTED)
            return False
        waiting = [again for group in this.groups if (again := [job for job in group if job in running.again])]
        had = this.seconds
    left_over = [job for group in waiting for job in group]
    _give_up(left_over, running.listener, _share_used_up(had) if had else running.why)
    return True


def _share_used_up(seconds: float) -> str:
    return f"its share of the time for all claims, {seconds:.1f} s, is used up"


def _give_up(jobs: Sequence[Job], listener: Listener, why: str) -> None:
    for job in jobs:
        listener.on_done(Done(job, None, why, 0.0, given_up=True))


@dataclass(frozen=True, slots=True)
class _Limits:
    jobs: int
    seconds_a_job: float
    memory_mb: int


@dataclass(eq=False, slots=True)
class _Running:
    """Groups at work. With a `share` for each job, those that would need more are noted in `again`, with what they
    used, and get no answer yet. At the `end` all that is not done is given up, and `why` is said."""

    work: Work
    listener: Listener
    limits: _Limits
    end: float | None
    why: str
    share: float | None = None
    again: dict[Job, float] = field(default_factory=dict)
    children: list[_Child] = field(default_factory=list)

    def do(self, groups: Sequence[Sequence[Job]]) -> bool:
        pending = [(list(group), self._allowed(len(group))) for group in groups if group]
        try:
            while pending or self.children:
                if self.end is not None and time.monotonic() > self.end:
                    _give_up(self._unfinished(pending), self.listener, self.why)
                    return True
                while pending and len(self.children) < self.limits.jobs:
                    self.children.append(self._start(*pending.pop(0)))
                pending[:0] = self._attend()
        except KeyboardInterrupt:
            _give_up(self._unfinished(pending), self.listener, INTERRUPTED)
            return False
        finally:
            for child in self.children:
                child.process.kill()
                child.process.join()
            self.children.clear()
        return True

    def _allowed(self, n_jobs: int) -> _Allowed:
        if self.share is None:
            return _Allowed(self.limits.seconds_a_job, n_jobs, None, WAITING)
        return _Allowed(self.limits.seconds_a_job, n_jobs, self.share * n_jobs, WAITING_IN_A_SHARE)

    def _unfinished(self, pending: Sequence[tuple[list[Job], _Allowed]]) -> list[Job]:
        begun = [job for child in self.children for job in child.waiting]
        return begun + [job for group, _ in pending for job in group]

    def _start(self, group: list[Job], allowed: _Allowed) -> _Child:
        context = multiprocessing.get_context("fork")
        here, there = context.Pipe(duplex=False)
        allowed.is_first = True
        process = context.Process(
            target=_child, args=(group, self.work, there, allowed, self.limits.memory_mb), daemon=False
        )
        process.start()
        there.close()
        self.listener.on_start(group[0])
        child = _Child(process, here, group, allowed)
        child.begin()
        return child

    def _attend(self) -> list[tuple[list[Job], _Allowed]]:
        """Wait a little for answers; children that are late or gone are replaced by what is left of their group."""
        ready = wait([child.connection for child in self.children], timeout=0.2)
        again: list[tuple[list[Job], _Allowed]] = []
        for child in list(self.children):
            alive = self._receive(child) if child.connection in ready else True
            if not alive or (child.waiting and time.monotonic() > child.deadline):
                self.children.remove(child)
                child.process.kill()
                child.process.join()
                if child.waiting:
                    self._ended(child, is_late=alive or child.process.exitcode == -signal.SIGXCPU)
                if child.waiting:
                    again.append((child.waiting, child.allowed))
            elif not child.waiting:
                self.children.remove(child)
                child.process.join()
        return again

    def _ended(self, child: _Child, *, is_late: bool) -> None:
        """The job that a process ended with."""
        job, seconds, limit = child.waiting.pop(0), time.monotonic() - child.started, child.allowed.seconds
        child.allowed.used(seconds)
        if is_late and limit < self.limits.seconds_a_job:
            self.again[job] = seconds
            return
        failure = f"the time limit of {limit:.0f} s is used up" if is_late else "the engine's process ended"
        self.listener.on_done(Done(job, None, failure, seconds))

    def _receive(self, child: _Child) -> bool:
        """What a child says; whether it is alive."""
        try:
            message = child.connection.recv()
        except EOFError:
            return not child.waiting
        if isinstance(message, Told):
            self.listener.on_told(message)
            return True
        child.waiting.remove(message.job)
        child.allowed.used(message.seconds)
        child.begin()
        self.listener.on_done(message)
        if child.waiting:
            self.listener.on_start(child.waiting[0])
        return True


def _child(group: list[Job], work: Work, connection: Connection, allowed: _Allowed, memory_mb: int) -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):  # sent to the whole group: the parent decides what they mean
        signal.signal(stop, signal.SIG_IGN)
    limit_memory(memory_mb)
    gc.freeze()  # what the parent had stays: to look it through again and again takes longer than many a claim
    for job in group:
        start = time.monotonic()
        limit_processor_time(allowed.seconds)
        try:
            answer, failure = work(job, partial(_tell, connection, job)), None
        except MemoryError:
            answer, failure = None, f"the memory limit of {memory_mb} MB is used up"
        except RecursionError:
            answer, failure = None, "too many things are inside each other, or use each other in a row"
        except Exception as broken:  # one claim must not take the others with it; it is told as what it is
            traceback.print_exc()
            answer, failure = None, f"Rulewright broke: {type(broken).__name__}: {broken}"
        seconds = time.monotonic() - start
        allowed.used(seconds)
        connection.send(Done(job, answer, failure, seconds))
    connection.close()


def _tell(connection: Connection, job: Job, what: object) -> None:
    connection.send(Told(job, what))
