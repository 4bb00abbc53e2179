"""The planner's entry: everything that is asked of a rulebook, decided in child processes."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.checker.lint import lint
from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.ir import properties as pr
from rulewright_verify.book import BookText, book_text
from rulewright_verify.findings import findings_of, in_order
from rulewright_verify.machine import memory_of_the_machine
from rulewright_verify.planner.answers import Cell, unknown
from rulewright_verify.planner.automatic import rule_findings
from rulewright_verify.planner.books import Books, has_errors, open_books
from rulewright_verify.planner.collected import Collected, Same, Unfit
from rulewright_verify.planner.compared import by_claim, compared, told
from rulewright_verify.planner.examples import example_findings, play_examples
from rulewright_verify.planner.fingerprint import of_claim
from rulewright_verify.planner.induction import Inductive, Proofs
from rulewright_verify.planner.looked import Looked, with_looked
from rulewright_verify.planner.questions import Instance, Note, Question, fixed_options, keep_to_oneself, questions
from rulewright_verify.planner.selection import Selection, selection
from rulewright_verify.planner.slices import ABOUT_RULES
from rulewright_verify.planner.tasks import EVERY_GAME, LEFT_ALONE, RULES, Task, Tasks, all_tasks
from rulewright_verify.planner.verdicts import verdicts_of
from rulewright_verify.planner.workers import Job, Listener, Tell, run_batches
from rulewright_verify.result import Compared, ExampleResult, OnProgress, VerificationResult, VerifyOptions
from rulewright_verify.verdict import Outcome, Verdict

SECONDS_A_CLAIM = 300.0
MOST_MEMORY_MB = 8192
"""For one claim; less where the machine has not so much for all that are decided at the same time."""


@dataclass(eq=False, slots=True)
class Run:
    """One verification: its games and tasks, and the proofs of the process that works."""

    books: Books
    options: VerifyOptions
    tasks: Tasks
    known: Mapping[str, Job]
    proofs: dict[Configuration, Proofs] = field(default_factory=dict)

    def work(self, job: Job, tell: Tell) -> object:
        """A job's answer: verdicts of a claim, that it is the same as elsewhere, or what a check found."""
        task = self.tasks.by_job[job]
        if task.claim == RULES:
            here = self.books.rules(task.game)
            return (), rule_findings(here.system, here.book.name, SECONDS_A_CLAIM)
        if task.claim == EVERY_GAME:
            from rulewright_verify.planner.every_game import every_game

            def tell_wanted(verdict: Verdict) -> None:
                if self.is_wanted(verdict):
                    tell(verdict)

            verdicts, findings = every_game(self.books.instance(task.game), task.game, self.options, tell_wanted)
            return tuple(filter(self.is_wanted, verdicts)), () if self.options.claims else findings
        if task.claim == LEFT_ALONE:
            from rulewright_verify.planner.left_alone import left_alone

            return left_alone(self.books, task.game), ()
        book, found = self.books.check(task.game)
        if book is None:
            told = "; ".join(each.message_text for each in found if each.severity is ERROR)
            return Unfit(f"this game cannot be made with these variants: {told}")
        if task.claim not in book.claims:
            return ()  # it does not fit this game, and is not asked of it
        fingerprint = self.fingerprint(task)
        first = self.known.get(fingerprint)
        if first is not None and first != job:
            return Same(first, fingerprint)
        like = self.tasks.of(task.claim, task.like) if task.like is not None and first is None else None
        if like is not None and self.fingerprint(like) == fingerprint:
            return Same(like.job, fingerprint)
        tell(fingerprint)
        return self.claim(task, tell)

    def instance(self, task: Task) -> Instance:
        """What a claim is asked of."""
        return self.books.rules(task.game) if task.is_about_rules else self.books.instance(task.game)

    def fingerprint(self, task: Task) -> str:
        here = self.instance(task)
        return of_claim(here.claims[task.claim], self.asked(task), here.system.readings)

    def is_wanted(self, verdict: Verdict) -> bool:
        """Whether a check of every game was asked for: by its name, or with everything else."""
        return not self.options.claims or verdict.claim in self.options.claims

    def asked(self, task: Task, note: Note = keep_to_oneself) -> list[Question]:
        here = self.instance(task)
        claim = here.claims[task.claim]
        fixed = fixed_options(claim, here.system, self.options.readings)
        return questions(
            claim, here.system, task.game.scope, fixed, seed=self.options.seed, seconds=SECONDS_A_CLAIM,
            note=note,
        )

    def claim(self, task: Task, tell: Tell) -> tuple[Verdict, ...]:
        start = time.monotonic()
        looked: dict[str, str] = {}

        def note(method: str, words: str) -> None:
            looked[method] = words
            tell(Looked(method, words))

        here = self.instance(task)
        claim = here.claims[task.claim]
        asked = self.asked(task, note)
        cells = self._decided(asked, task.game)
        verdicts = verdicts_of(
            claim, [question.text for question in asked], cells, rulebook=here.book.name,
            players=(len(here.book.players.members),), scope=task.game.scope,
            fixed=fixed_options(claim, here.system, self.options.readings), readings=here.system.readings,
            seconds=time.monotonic() - start,
        )
        return tuple(_told(replace(verdict, variants=task.game.variants), looked) for verdict in verdicts)

    def _decided(self, asked: Sequence[Question], game: Configuration) -> list[list[Cell]]:
        """Clauses that plays may refute come first: one that is violated settles the claim."""
        from rulewright_verify.planner.decide import decide

        cells: dict[int, list[Cell]] = {}
        settled = False
        for number in sorted(range(len(asked)), key=lambda n: isinstance(asked[n].clause, pr.Ends)):
            question = asked[number]
            if settled:
                cells[number] = [Cell({}, unknown("another part of the claim is violated already", "not asked"))]
                continue
            cells[number] = decide(question, self._proofs(game, question))
            settled = all(cell.answer.outcome is Outcome.VIOLATED for cell in cells[number])
        return [cells[number] for number in range(len(asked))]

    def _proofs(self, game: Configuration, question: Question) -> Proofs:
        """Proofs are shared by all claims about the same system; other systems get their own."""
        if isinstance(question.clause, ABOUT_RULES):
            return Proofs(question.system, [question.clause], question.seconds, question.seed)
        here = self.books.instance(game)
        if question.system is not here.system:
            return Proofs(question.system, [question.clause], question.seconds, question.seed)
        if game not in self.proofs:
            clauses = [
                clause for claim in here.claims.values() if self._is_asked_in(claim, game)
                for clause in claim.clauses if isinstance(clause, (*Inductive, pr.Measured, pr.Possible, pr.Ends))
            ]
            self.proofs[game] = Proofs(here.system, clauses, question.seconds, question.seed)
        return self.proofs[game]

    def _is_asked_in(self, claim: pr.Claim, game: Configuration) -> bool:
        """Whether a claim is asked of this game: in the scopes that it names, unless one is asked for."""
        if game.scope == self.options.scope:
            return game.scope is not None or not claim.scopes
        return game.scope in claim.scopes


def _told(verdict: Verdict, looked: Mapping[str, str]) -> Verdict:
    """Where there is no answer, how far one looked."""
    if verdict.outcome is not Outcome.UNKNOWN:
        return verdict
    return replace(verdict, reason=with_looked(verdict.reason or "", looked))


def verify(path: str, options: VerifyOptions, on_progress: OnProgress) -> VerificationResult:
    """Everything a rulebook claims, its examples, and what is asked of every rulebook."""
    start = time.monotonic()
    books = open_books(Path(path))
    chosen = Configuration(options.players, options.scope, options.variants)
    book, diagnostics = books.check(chosen)
    if book is None:
        return _wrong(path, diagnostics, start)
    asked = selection(books, options)
    diagnostics = (*diagnostics, *lint(book), *asked.found)
    if has_errors(diagnostics):
        return _wrong(path, diagnostics, start)
    tasks = all_tasks(books, options, asked)
    examples = _examples(books, options, asked)
    collected = Collected(books, options, tasks, on_progress)
    run = Run(books, options, tasks, collected.known)
    jobs = options.jobs or os.cpu_count() or 1
    finished = run_batches(
        tasks.batches, run.work, Listener(collected.started, collected.done, collected.told), jobs=jobs,
        seconds_a_job=SECONDS_A_CLAIM, memory_mb=min(MOST_MEMORY_MB, memory_of_the_machine() // jobs),
        total_seconds=options.budget,
    )
    verdicts, differences = _verdicts(collected, asked, options)
    findings = in_order((*findings_of(verdicts), *collected.findings, *example_findings(examples, book.name)))
    return VerificationResult(
        book_text(_with_all_claims(books, options, asked), path), diagnostics, verdicts, findings, examples,
        time.monotonic() - start, options.seed, not finished, differences, asked.no_games, asked.passed_over,
    )


def _verdicts(
    collected: Collected, asked: Selection, options: VerifyOptions
) -> tuple[tuple[Verdict, ...], tuple[Compared, ...]]:
    """The verdicts of the chosen game and of variants' own claims; of the others those that differ."""
    verdicts = [*collected.of(options.variants)]
    before = by_claim(verdicts)
    differences: list[Compared] = []
    for variants, _ in asked.also:
        after = by_claim(collected.of(variants))
        if variants not in asked.compared:
            verdicts += [verdict for found in after.values() for verdict in found]
            continue
        difference = compared(
            variants, before, after, collected.as_before(variants, options.variants), collected.left_out(variants)
        )
        differences.append(difference)
        verdicts += told(difference, after, lambda name, here=variants: collected.is_told_elsewhere(name, here))  # type: ignore[misc]
        for name, found in after.items():
            if found:
                before.setdefault(name, found)
    return tuple(verdicts), tuple(differences)


def _with_all_claims(books: Books, options: VerifyOptions, asked: Selection) -> CheckedBook:
    """The chosen game as reports tell it, with the claims that only games with more variants have."""
    games = [Configuration(options.players, options.scope, more) for more in (options.variants, *dict(asked.also))]
    checked = [books.book(game) for game in games]
    claims = {name: claim for book in reversed(checked) for name, claim in book.claims.items()}
    order = dict.fromkeys(name for book in checked for name in book.claims)
    return replace(checked[0], claims={name: claims[name] for name in order})


def _examples(books: Books, options: VerifyOptions, asked: Selection) -> tuple[ExampleResult, ...]:
    """The examples of the chosen game, and those that only games with more variants have."""
    if options.claims or options.rule_claims:
        return ()
    known: set[str] = set()
    results: list[ExampleResult] = []
    for variants in (options.variants, *(more for more, _ in asked.also)):
        book = books.book(Configuration(options.players, options.scope, variants))
        new = {name: example for name, example in book.examples.items() if name not in known}
        if new:
            fixed = _fixed(books, options, variants) if options.readings else {}
            results += play_examples(replace(book, examples=new), fixed)
        known |= set(new)
    return tuple(results)


def _fixed(books: Books, options: VerifyOptions, variants: tuple[str, ...]) -> dict[str, int]:
    readings = books.instance(Configuration(options.players, options.scope, variants)).system.readings
    return {
        name: readings[name].options.index(option) for name, option in options.readings.items() if name in readings
    }


def _wrong(path: str, diagnostics: Sequence[Diagnostic], start: float) -> VerificationResult:
    name = Path(path).name
    return VerificationResult(BookText(name, name, path), tuple(diagnostics), seconds=time.monotonic() - start)
