"""What a run works through: one task for each claim in each game, in groups that share a process.

Claims that share proofs stay together. A task knows the game in which the same question may have been put already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.ir import properties as pr
from rulewright.syntax import ast
from rulewright_verify.planner.books import Books
from rulewright_verify.planner.games import Variants, for_each_count, named
from rulewright_verify.planner.workers import Job
from rulewright_verify.result import VerifyOptions

RULES = "rules of the game"
EVERY_GAME = "what every game should do"
LEFT_ALONE = "what is left alone"
CHECKS = (RULES, EVERY_GAME, LEFT_ALONE)

WEIGHTS = {"simulate": 30.0, "scope": 30.0, "play": 10.0, "check": 2.0, "rule": 0.5}
"""How long tasks take, compared with each other."""


@dataclass(frozen=True, slots=True)
class Task:
    """`claim` in `game`, or one of the CHECKS. `like`: a game in which the claim is asked, too, and perhaps put in the
    same way. `job` is how people and processes speak of it."""

    claim: str
    game: Configuration
    like: Configuration | None
    job: Job
    kind: str

    @property
    def weight(self) -> float:
        return WEIGHTS[self.kind]


@dataclass(eq=False, slots=True)
class Tasks:
    """By job, and the groups that share a process."""

    by_job: dict[Job, Task] = field(default_factory=dict)
    groups: list[list[Job]] = field(default_factory=list)

    def add(self, groups: Sequence[Sequence[Task]]) -> None:
        for group in groups:
            self.by_job.update((task.job, task) for task in group)
            if group:
                self.groups.append([task.job for task in group])

    def of(self, claim: str, game: Configuration) -> Task | None:
        """The task in which a claim is asked of a game."""
        return next((task for task in self.by_job.values() if task.claim == claim and task.game == game), None)

    @property
    def weight(self) -> float:
        return sum(task.weight for task in self.by_job.values())


def all_tasks(
    books: Books, options: VerifyOptions, names: Sequence[str], also: Sequence[tuple[Variants, Sequence[str]]]
) -> Tasks:
    """The named claims of the chosen game, and those that are named of games with more variants (`also`)."""
    tasks = Tasks()
    first, further = _of_variants(books, options, names, options.variants)
    tasks.add([*_grouped(first), *_by_game(further)])
    for variants, claims in also:
        first, further = _of_variants(books, options, claims, variants)
        tasks.add([*_by_game([*first, *further])])
    return tasks


def _of_variants(
    books: Books, options: VerifyOptions, names: Sequence[str], variants: Variants
) -> tuple[list[Task], list[Task]]:
    """The tasks of a game with the first number of players, and those with further numbers."""
    asked = Configuration(options.players, options.scope, variants)
    first: list[Task] = []
    further: list[Task] = []
    for name in names:
        begun: dict[str | None, Configuration] = {}
        for game in games_of(books, name, asked):
            plain = replace(game, variants=options.variants)
            like = plain if variants != options.variants and _has(books, plain, name) else begun.get(game.scope)
            task = Task(name, game, like, _job(books, name, game, options), _kind(books, name, game, options))
            (further if game.scope in begun else first).append(task)
            begun.setdefault(game.scope, game)
    if not options.claims:
        first += _checks(books, asked, options)
    return first, further


def _has(books: Books, game: Configuration, name: str) -> bool:
    book, _ = books.check(game)
    return book is not None and name in book.claims


def games_of(books: Books, name: str, asked: Configuration) -> Iterator[Configuration]:
    """The games in which a claim is asked: its scopes, and every number of players."""
    book = books.book(asked)
    scopes: list[str | None] = [] if asked.scope is not None else [scope.text for scope in book.claims[name].scopes]
    for scope in scopes or [asked.scope]:
        for game in for_each_count(book, replace(asked, scope=scope)):
            if _has(books, game, name):
                yield game


def first_game(books: Books, asked: Configuration) -> Configuration:
    """With the least number of players that may play, unless the number is fixed."""
    return next(iter(for_each_count(books.book(asked), asked)), asked)


def _checks(books: Books, asked: Configuration, options: VerifyOptions) -> Iterator[Task]:
    game = first_game(books, asked)
    if asked.variants == options.variants:
        yield Task(RULES, game, None, RULES, "check")
        yield Task(EVERY_GAME, game, None, EVERY_GAME, "check")
    if any(_leaves_alone(books.book(asked), name) for name in asked.variants):
        yield Task(LEFT_ALONE, game, None, _job(books, LEFT_ALONE, game, options), "check")


def _leaves_alone(book: CheckedBook, name: str) -> bool:
    return any(isinstance(change, ast.LeavesAlone) for change in book.variants[name].changes)


def _job(books: Books, name: str, game: Configuration, options: VerifyOptions) -> Job:
    """The claim, and what sets its game apart: `no_card_lost, 3 players, with long_game`."""
    least, most = books.book(game).player_counts
    parts = [name]
    if game.scope is not None and options.scope is None:
        parts.append(f"in {game.scope}")
    if game.players is not None and options.players is None and least != most:
        parts.append(f"{game.players} players")
    if game.variants != options.variants:
        parts.append(f"with {named(game.variants, options.variants)}")
    return ", ".join(parts)


def _kind(books: Books, name: str, game: Configuration, options: VerifyOptions) -> str:
    """What a claim costs, roughly: by scope, by simulation, by proofs about play, or only about rules."""
    chosen = first_game(books, Configuration(options.players, options.scope, options.variants))
    claim = books.instance(chosen).claims.get(name)
    if claim is None:
        return "scope" if books.book(game).claims[name].scopes else "play"
    if claim.scopes or any(isinstance(clause, pr.Alone) for clause in claim.clauses):
        return "scope"
    if any(isinstance(clause, pr.Simulate) for clause in claim.clauses):
        return "simulate"
    if all(isinstance(clause, pr.Holds | pr.SameForEvery | pr.SameAs) for clause in claim.clauses):
        return "rule"
    return "play"


def _grouped(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """What shares proofs in one group, the long ones each alone, then all that is quick."""
    yield [task for task in tasks if task.kind == "play"]
    yield from ([task] for task in tasks if task.kind in ("scope", "simulate"))
    yield from ([task] for task in tasks if task.kind == "check")
    yield [task for task in tasks if task.kind == "rule"]


def _by_game(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    groups: dict[tuple[int | None, Variants], list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.game.players, task.game.variants), []).append(task)
    yield from groups.values()

