"""Answers as they come in from the processes, and how far the run is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright_verify.findings import Finding
from rulewright_verify.planner.books import Books
from rulewright_verify.planner.counts import for_all_counts
from rulewright_verify.planner.games import Variants
from rulewright_verify.planner.tasks import CHECKS, Task, Tasks
from rulewright_verify.planner.workers import Done, Job
from rulewright_verify.result import OnProgress, Progress
from rulewright_verify.verdict import Outcome, RestsOn, Verdict


@dataclass(frozen=True, slots=True)
class Same:
    """The answer to a task whose question is also put in the game that it is `like`."""


@dataclass(eq=False, slots=True)
class Collected:
    """What each job answered, and the findings of the checks."""

    books: Books
    tasks: Tasks
    on_progress: OnProgress
    answers: dict[Job, tuple[Verdict, ...] | Same] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    n_done: int = 0
    weight_done: float = 0.0

    def started(self, job: Job) -> None:
        self.on_progress(Progress(self.n_done, len(self.tasks.by_job), job, self._left()))

    def done(self, done: Done) -> None:
        task = self.tasks.by_job[done.job]
        self.n_done += 1
        self.weight_done += task.weight
        match done.answer:
            case (tuple() as verdicts, tuple() as findings) if task.claim in CHECKS:
                self.answers[done.job] = verdicts
                self.findings += findings
            case tuple() | Same() as answer:
                self.answers[done.job] = answer
            case _ if task.claim in CHECKS:
                self.answers[done.job] = ()
            case _:
                self.answers[done.job] = (self._without_answer(task, done),)
        self.on_progress(Progress(self.n_done, len(self.tasks.by_job), done.job, self._left()))

    def of(self, variants: Variants) -> tuple[Verdict, ...]:
        """All verdicts of the game with these variants, in the order of its claims."""
        by_claim: dict[tuple[str, str | None], list[Sequence[Verdict]]] = {}
        for task in sorted(self.tasks.by_job.values(), key=self._place):
            if task.game.variants == variants:
                by_claim.setdefault((task.claim, task.game.scope), []).append(self._resolved(task))
        return tuple(verdict for by_count in by_claim.values() for verdict in for_all_counts(by_count))

    def _place(self, task: Task) -> tuple[int, int]:
        """Where a claim stands in the rulebook; the checks come last."""
        names = list(self.books.book(task.game).claims)
        return (names.index(task.claim) if task.claim in names else len(names)), task.game.players or 0

    def _resolved(self, task: Task) -> Sequence[Verdict]:
        answer = self.answers.get(task.job, ())
        if not isinstance(answer, Same):
            return answer
        other = self.tasks.of(task.claim, task.like) if task.like is not None else None
        if other is None:
            raise ValueError(f"{task.job} is answered as in a game that nobody asked about")
        players = (task.game.players,) if task.game.players is not None else ()
        return [
            replace(one, variants=task.game.variants, players=players or one.players, seconds=0.0)
            for one in self._resolved(other)
        ]

    def _left(self) -> float | None:
        """Seconds left, by the weight of what is done; not said before something is."""
        if self.weight_done <= 0:
            return None
        passed = time.monotonic() - self.begun
        return passed / self.weight_done * max(0.0, self.tasks.weight - self.weight_done)

    def _without_answer(self, task: Task, done: Done) -> Verdict:
        book = self.books.book(task.game)
        claim = book.claims[task.claim]
        always = [expect.verdict.text for expect in claim.expects if not expect.when]
        return Verdict(
            rulebook=book.name, claim=task.claim, title=claim.title, outcome=Outcome.UNKNOWN, assurance=None,
            method="none finished", variants=task.game.variants, players=(len(book.players.members),),
            expected=Outcome(always[0]) if always else Outcome.HOLDS, seconds=done.seconds,
            rests_on=RestsOn(scope=(task.game.scope,) if task.game.scope is not None else ()),
            reason=done.failure or "no answer",
        )
