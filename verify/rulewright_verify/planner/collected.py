"""Answers as they come in from the processes, and how far the run is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright_verify.findings import Finding, Kind, Severity, finding_id
from rulewright_verify.planner.books import Books
from rulewright_verify.planner.counts import for_all_counts
from rulewright_verify.planner.every_game import undecided
from rulewright_verify.planner.games import Variants
from rulewright_verify.planner.looked import Looked, with_looked
from rulewright_verify.planner.tasks import CHECKS, EVERY_GAME, LEFT_ALONE, RULES, Task, Tasks
from rulewright_verify.planner.workers import Done, Job, Told
from rulewright_verify.result import OnProgress, Progress, VerifyOptions
from rulewright_verify.verdict import Outcome, RestsOn, Verdict

UNFINISHED = {
    RULES: "Whether each rule has one answer everywhere",
    LEFT_ALONE: "Whether variants leave alone what they say",
}


@dataclass(frozen=True, slots=True)
class Same:
    """The answer to a task whose question is put by another job in the same way."""

    job: Job
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """The answer to a task whose game cannot be made, and why."""

    reason: str


@dataclass(eq=False, slots=True)
class Collected:
    """What each job answered, and the findings of the checks. `known`: by the fingerprint of a question the first job
    that put it. `late`: jobs of games that are compared to which the run did not come, and why. `looked`: how far each
    job looked, by method. `told_of`: what a check had decided before it was ended."""

    books: Books
    options: VerifyOptions
    tasks: Tasks
    on_progress: OnProgress
    answers: dict[Job, tuple[Verdict, ...] | Same] = field(default_factory=dict)
    fingerprints: dict[Job, str] = field(default_factory=dict)
    known: dict[str, Job] = field(default_factory=dict)
    late: dict[Job, str] = field(default_factory=dict)
    looked: dict[Job, dict[str, str]] = field(default_factory=dict)
    told_of: dict[Job, list[Verdict]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    n_done: int = 0
    weight_done: float = 0.0
    late_begun: float | None = None

    def told(self, told: Told) -> None:
        """The fingerprint of the question that a job is about to decide; then how far it looks."""
        if isinstance(told.what, Looked):
            self.looked.setdefault(told.job, {})[told.what.method] = told.what.words
            return
        if isinstance(told.what, Verdict):
            self.told_of[told.job] = [
                *(one for one in self.told_of.get(told.job, ()) if one.claim != told.what.claim), told.what
            ]
            return
        fingerprint = str(told.what)
        self.fingerprints[told.job] = fingerprint
        self.known.setdefault(fingerprint, told.job)

    def started(self, job: Job) -> None:
        if self.late_begun is None and self.tasks.by_job[job].is_late:
            self.late_begun = time.monotonic()
        self.on_progress(Progress(self.n_done, len(self.tasks.by_job), job, self._left()))

    def done(self, done: Done) -> None:
        task = self.tasks.by_job[done.job]
        self.n_done += 1
        self.weight_done += 0.0 if task.is_late else task.weight
        match done.answer:
            case (tuple() as verdicts, tuple() as findings) if task.claim in CHECKS:
                self.answers[done.job] = verdicts
                self.findings += findings
            case tuple() as answer:
                self.answers[done.job] = answer
            case Same() as same:
                self.answers[done.job] = same
                self.fingerprints[done.job] = same.fingerprint
            case _ if done.given_up and task.compared:
                self.late[done.job] = done.failure or "not looked at"
            case _ if task.claim in CHECKS:
                self._unfinished_check(task, done.failure or "no answer")
            case Unfit(reason):
                self.answers[done.job] = (self._without_answer(task, reason),)
            case _:
                reason = with_looked(done.failure or "no answer", self.looked.get(done.job, {}))
                self.answers[done.job] = (self._without_answer(task, reason, done.seconds),)
        self.on_progress(Progress(self.n_done, len(self.tasks.by_job), done.job, self._left()))

    def _unfinished_check(self, task: Task, reason: str) -> None:
        """What a check decided stays; that there was more to look at is said."""
        self.answers[task.job] = ()
        if task.claim == EVERY_GAME:
            decided = self.told_of.get(task.job, [])
            names = {one.claim for one in decided}
            more = undecided(self.books.instance(task.game), task.game, names, reason)
            self.answers[task.job] = (*decided, *more)
            return
        book = self._book(task.game.variants)
        self.findings.append(Finding(
            Kind.UNKNOWN, finding_id(Kind.UNKNOWN, book.name, "+".join((task.claim, *task.game.variants))),
            f"{UNFINISHED[task.claim]} was not looked at to the end", Severity.OPEN, story=f"{reason}.",
        ))

    def of(self, variants: Variants) -> tuple[Verdict, ...]:
        """All verdicts of the game with these variants, in the order of its claims."""
        by_claim: dict[tuple[str, str | None], list[Sequence[Verdict]]] = {}
        here = [task for task in self.tasks.by_job.values() if task.game.variants == variants]
        places = {name: number for number, name in enumerate(self._book(variants).claims)}
        for task in sorted(here, key=lambda one: (places.get(one.claim, len(places)), one.game.players or 0)):
            found = self._resolved(task)
            if found:
                by_claim.setdefault((task.claim, task.game.scope), []).append(found)
        return tuple(verdict for by_count in by_claim.values() for verdict in for_all_counts(by_count))

    def as_before(self, variants: Variants, plain: Variants) -> tuple[str, ...]:
        """The claims that are put with variants as they are without them, whatever the number of players."""
        found: dict[str, bool] = {}
        for task in self.tasks.by_job.values():
            if task.game.variants == variants and task.claim not in CHECKS:
                without = self.tasks.of(task.claim, replace(task.game, variants=plain))
                here = self.fingerprints.get(task.job)
                there = self.fingerprints.get(without.job) if without is not None else None
                found[task.claim] = found.get(task.claim, True) and here is not None and here == there
        return tuple(name for name, same in found.items() if same)

    def left_out(self, variants: Variants) -> dict[str, str]:
        """The claims of a game to which the run did not come, for each number of players, and why."""
        return {
            self.tasks.by_job[job].claim: why for job, why in self.late.items()
            if self.tasks.by_job[job].game.variants == variants
        }

    def is_told_elsewhere(self, claim: str, variants: Variants) -> bool:
        """Whether all answers were found in other games that are compared, too."""
        tasks = [one for one in self.tasks.by_job.values() if one.claim == claim and one.game.variants == variants]
        origins = [self._origin(task) for task in tasks if task.job in self.answers]
        return all(origin.compared and origin.game.variants != variants for origin in origins)

    def _origin(self, task: Task) -> Task:
        """The task that found the answer."""
        answer = self.answers.get(task.job)
        return self._origin(self.tasks.by_job[answer.job]) if isinstance(answer, Same) else task

    def _resolved(self, task: Task) -> Sequence[Verdict]:
        answer = self.answers.get(task.job, ())
        if not isinstance(answer, Same):
            return answer
        origin = self._origin(task)
        if origin.job in self.late:
            return ()
        players = (task.game.players,) if task.game.players is not None else ()
        return [
            replace(one, variants=task.game.variants, players=players or one.players, seconds=0.0)
            for one in self._resolved(origin)
        ]

    def _book(self, variants: Variants) -> CheckedBook:
        """The rulebook as it is asked about with these variants."""
        return self.books.book(Configuration(self.options.players, self.options.scope, variants))

    def _left(self) -> float | None:
        """Seconds left, by the weight of what is done; not said before something is. For what is late: all that it may
        have."""
        late = self.tasks.late_seconds or 0.0
        now = time.monotonic()
        if self.late_begun is not None:
            return max(0.0, self.late_begun + late - now)
        if self.weight_done <= 0:
            return None
        passed = now - self.begun
        return passed / self.weight_done * max(0.0, self.tasks.weight - self.weight_done) + late

    def _without_answer(self, task: Task, reason: str, seconds: float = 0.0) -> Verdict:
        book = self._book(task.game.variants)
        claim = book.claims[task.claim]
        always = [expect.verdict.text for expect in claim.expects if not expect.when]
        return Verdict(
            rulebook=book.name, claim=task.claim, title=claim.title, outcome=Outcome.UNKNOWN, assurance=None,
            method="none finished", variants=task.game.variants,
            players=(task.game.players or len(book.players.members),),
            expected=Outcome(always[0]) if always else Outcome.HOLDS, seconds=seconds,
            rests_on=RestsOn(scope=(task.game.scope,) if task.game.scope is not None else ()),
            reason=reason,
        )
