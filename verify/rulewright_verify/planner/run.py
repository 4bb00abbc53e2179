"""The planner's entry: everything that is asked of a rulebook, decided in child processes."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.ir import properties as pr
from rulewright_verify.book import book_text
from rulewright_verify.findings import Finding, findings_of, in_order
from rulewright_verify.planner.answers import Cell, unknown
from rulewright_verify.planner.automatic import rule_findings
from rulewright_verify.planner.examples import example_findings, play_examples
from rulewright_verify.planner.induction import Inductive, Proofs
from rulewright_verify.planner.questions import Instance, Question, fixed_options, instance, questions
from rulewright_verify.planner.verdicts import verdicts_of
from rulewright_verify.planner.workers import Done, Job, run_groups
from rulewright_verify.result import ExampleResult, OnProgress, Progress, VerificationResult, VerifyOptions
from rulewright_verify.verdict import Outcome, Verdict

SECONDS_A_CLAIM = 300.0
MEMORY_MB = 8192
RULES = "rules of the game"
SLOW = {"simulate": 30.0, "scope": 30.0, "play": 10.0, "rule": 0.5}


@dataclass(eq=False, slots=True)
class Run:
    """One verification: instances by scope (None: the whole game), and the proofs of the process that works."""

    path: Path
    options: VerifyOptions
    instances: dict[str | None, Instance] = field(default_factory=dict)
    proofs: dict[str | None, Proofs] = field(default_factory=dict)

    def instance(self, scope: str | None) -> Instance:
        if scope not in self.instances:
            found = instance(self.path, Configuration(self.options.players, scope))
            if found is None:
                raise ValueError(f"the rulebook has errors in scope {scope}")
            self.instances[scope] = found
        return self.instances[scope]

    def work(self, job: Job) -> object:
        """A job's answer: verdicts of a claim, or the findings about all rules."""
        whole = self.instance(self.options.scope)
        if job == RULES:
            return rule_findings(whole.system, whole.book.name, SECONDS_A_CLAIM)
        return self.claim(job)

    def claim(self, name: str) -> tuple[Verdict, ...]:
        start = time.monotonic()
        verdicts: list[Verdict] = []
        scopes = (self.options.scope,) if self.options.scope else self.instance(None).claims[name].scopes or (None,)
        for scope in scopes:
            asked, cells = self._cells(name, scope)
            here = self.instance(scope)
            claim = here.claims[name]
            fixed = fixed_options(claim, here.system, self.options.readings)
            verdicts += verdicts_of(
                claim, [question.text for question in asked], cells, rulebook=here.book.name,
                players=(len(here.book.players.members),), scope=scope, fixed=fixed,
                readings=here.system.readings, seconds=time.monotonic() - start,
            )
        return tuple(verdicts)

    def _cells(self, name: str, scope: str | None) -> tuple[list[Question], list[list[Cell]]]:
        here = self.instance(scope)
        claim = here.claims[name]
        fixed = fixed_options(claim, here.system, self.options.readings)
        asked = questions(claim, here.system, scope, fixed, seed=self.options.seed, seconds=SECONDS_A_CLAIM)
        return asked, self._decided(asked, scope)

    def _decided(self, asked: Sequence[Question], scope: str | None) -> list[list[Cell]]:
        """Clauses that plays may refute come first: one that is violated settles the claim."""
        from rulewright_verify.planner.decide import decide

        cells: dict[int, list[Cell]] = {}
        settled = False
        for number in sorted(range(len(asked)), key=lambda n: isinstance(asked[n].clause, pr.Ends)):
            question = asked[number]
            if settled:
                cells[number] = [Cell({}, unknown("another part of the claim is violated already", "not asked"))]
                continue
            cells[number] = decide(question, self._proofs(scope, question))
            settled = all(cell.answer.outcome is Outcome.VIOLATED for cell in cells[number])
        return [cells[number] for number in range(len(asked))]

    def _proofs(self, scope: str | None, question: Question) -> Proofs:
        """Proofs are shared by all claims about the same system; other systems get their own."""
        here = self.instance(scope)
        if question.system is not here.system:
            return Proofs(question.system, [question.clause], question.seconds, question.seed)
        if scope not in self.proofs:
            clauses = [
                clause for claim in here.claims.values() if scope is not None or not claim.scopes
                for clause in claim.clauses if isinstance(clause, (*Inductive, pr.Measured, pr.Possible, pr.Ends))
            ]
            self.proofs[scope] = Proofs(here.system, clauses, question.seconds, question.seed)
        return self.proofs[scope]


def verify(path: str, options: VerifyOptions, on_progress: OnProgress) -> VerificationResult:
    """Everything a rulebook claims, its examples, and what is asked of every rulebook."""
    from rulewright.pipeline import check_rulebook

    start = time.monotonic()
    book, diagnostics = check_rulebook(Path(path), Configuration(options.players, options.scope))
    if book is None:
        return VerificationResult(_nothing(path), diagnostics, seconds=time.monotonic() - start)
    run = Run(Path(path), options)
    whole = run.instance(options.scope)
    names = [name for name in book.claims if not options.claims or name in options.claims]
    asked = {
        name: whole.system.readings[name].options.index(option)
        for name, option in options.readings.items() if name in whole.system.readings
    }
    examples = play_examples(book, asked) if not options.claims else ()
    collected = _Collected(run, names, on_progress)
    finished = run_groups(
        _groups(run, names), run.work, collected.started, collected.done,
        jobs=options.jobs or os.cpu_count() or 1, seconds_a_job=SECONDS_A_CLAIM, memory_mb=MEMORY_MB,
        total_seconds=options.budget,
    )
    verdicts = tuple(verdict for name in names for verdict in collected.verdicts.get(name, ()))
    return _result(path, book, diagnostics, verdicts, collected.findings, examples, start, options, finished)


def _result(
    path: str, book: CheckedBook, diagnostics: tuple, verdicts: tuple[Verdict, ...],  # type: ignore[type-arg]
    found: Sequence[Finding], examples: tuple[ExampleResult, ...], start: float, options: VerifyOptions, finished: bool,
) -> VerificationResult:
    findings = in_order((*findings_of(verdicts), *found, *example_findings(examples, book.name)))
    return VerificationResult(
        book_text(book, path), tuple(diagnostics), verdicts, findings, examples, time.monotonic() - start, options.seed,
        not finished,
    )


def _nothing(path: str):  # type: ignore[no-untyped-def]
    from rulewright_verify.book import BookText

    return BookText(Path(path).name, Path(path).name, path)


@dataclass(eq=False, slots=True)
class _Collected:
    """Answers as they come in, and how far the run is."""

    run: Run
    names: Sequence[str]
    on_progress: OnProgress
    verdicts: dict[str, tuple[Verdict, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    n_done: int = 0
    begun: float = field(default_factory=time.monotonic)
    weights_done: float = 0.0

    def started(self, job: Job) -> None:
        self.on_progress(Progress(self.n_done, len(self.names) + 1, job, self._left()))

    def done(self, done: Done) -> None:
        self.n_done += 1
        self.weights_done += weight(self.run, done.job)
        if done.job == RULES:
            if isinstance(done.answer, tuple):
                self.findings += done.answer
        elif isinstance(done.answer, tuple):
            self.verdicts[done.job] = done.answer
        else:
            self.verdicts[done.job] = self._without_answer(done)
        self.on_progress(Progress(self.n_done, len(self.names) + 1, done.job, self._left()))

    def _left(self) -> float | None:
        """Seconds left, by the weight of what is done; not said before something is."""
        if self.weights_done <= 0:
            return None
        all_weights = sum(weight(self.run, name) for name in (*self.names, RULES))
        passed = time.monotonic() - self.begun
        return passed / self.weights_done * max(0.0, all_weights - self.weights_done)

    def _without_answer(self, done: Done) -> tuple[Verdict, ...]:
        here = self.run.instance(self.run.options.scope)
        claim = here.claims[done.job]
        answer = unknown(done.failure or "no answer", "none finished")
        return verdicts_of(
            claim, [claim.title], [[Cell({}, answer)]], rulebook=here.book.name,
            players=(len(here.book.players.members),), scope=None, fixed={}, readings=here.system.readings,
            seconds=done.seconds,
        )


def _groups(run: Run, names: Sequence[str]) -> list[list[Job]]:
    """Claims that share proofs stay together; the others are groups of their own, longest first."""
    whole = run.instance(run.options.scope)
    shared: list[Job] = []
    quick: list[Job] = [] if run.options.claims else [RULES]
    alone: list[Job] = []
    for name in names:
        kind = kind_of(whole.claims[name])
        {"play": shared, "rule": quick}.get(kind, alone).append(name)
    return [shared, *[[name] for name in alone], quick]


def kind_of(claim: pr.Claim) -> str:
    """What a claim costs, roughly: by scope, by simulation, by proofs about play, or only about rules."""
    if claim.scopes or any(isinstance(clause, pr.Alone) for clause in claim.clauses):
        return "scope"
    if any(isinstance(clause, pr.Simulate) for clause in claim.clauses):
        return "simulate"
    if all(isinstance(clause, pr.Holds | pr.SameForEvery | pr.SameAs) for clause in claim.clauses):
        return "rule"
    return "play"


def weight(run: Run, job: Job) -> float:
    return SLOW["rule"] if job == RULES else SLOW[kind_of(run.instance(run.options.scope).claims[job])]
