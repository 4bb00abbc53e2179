"""What a run works through: one task for each claim in each game, in groups that share a process, in batches.

Claims that share proofs stay together. Where all variants are compared, what is about rules comes first, of all games;
claims about play in games with variants come last, and only while there is time for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.ir import properties as pr
from rulewright.lower.about_rules import is_about_rules
from rulewright.syntax import ast
from rulewright_verify.planner.books import Books
from rulewright_verify.planner.built_in import built_in
from rulewright_verify.planner.games import Variants, first_game, for_each_count, named, player_counts
from rulewright_verify.planner.selection import Selection
from rulewright_verify.planner.workers import Batch, Job
from rulewright_verify.result import VerifyOptions

RULES = "rules of the game"
EVERY_GAME = "what every game should do"
LEFT_ALONE = "what is left alone"
CHECKS = (RULES, EVERY_GAME, LEFT_ALONE)

WEIGHTS = {"simulate": 30.0, "scope": 30.0, "play": 10.0, "check": 2.0, "rule": 0.5, "rule again": 0.05}
"""How long tasks take, compared with each other."""


@dataclass(frozen=True, slots=True)
class Task:
    """`claim` in `game`, or one of the CHECKS. `like`: the same game with fewer players, in which the claim is asked,
    too, and perhaps put in the same way. `job` is how people and processes speak of it. `compared`: the game is held
    against the chosen one. `late`: asked only while there is time for claims about play in such games."""

    claim: str
    game: Configuration
    like: Configuration | None
    job: Job
    kind: str
    compared: bool = False

    @property
    def weight(self) -> float:
        return WEIGHTS[self.kind]

    @property
    def is_about_rules(self) -> bool:
        return self.kind in ("rule", "rule again")

    @property
    def is_late(self) -> bool:
        """Only while there is time: what is about play in games that are compared; of checks, those of pairs."""
        return self.compared and not self.is_about_rules and not (self.claim in CHECKS and len(self.game.variants) < 2)


@dataclass(eq=False, slots=True)
class Tasks:
    """By job, and the groups that share a process, batch by batch."""

    by_job: dict[Job, Task] = field(default_factory=dict)
    batches: list[Batch] = field(default_factory=list)
    late_seconds: float | None = None
    _by_claim: dict[tuple[str, Configuration], Task] = field(default_factory=dict)

    def add(self, groups: Sequence[Sequence[Task]], seconds: float | None = None, used_up: str = "") -> None:
        for group in groups:
            self.by_job.update((task.job, task) for task in group)
            self._by_claim.update(((task.claim, task.game), task) for task in group)
        told = [[task.job for task in group] for group in groups if group]
        if told:
            self.batches.append(Batch(told, seconds, used_up))

    def of(self, claim: str, game: Configuration) -> Task | None:
        """The task in which a claim is asked of a game."""
        return self._by_claim.get((claim, game))

    @property
    def weight(self) -> float:
        """Of all that must be done."""
        return sum(task.weight for task in self.by_job.values() if not task.is_late)


def all_tasks(books: Books, options: VerifyOptions, asked: Selection) -> Tasks:
    """The named claims of the chosen game, and those that are named of games with more variants."""
    tasks = Tasks()
    first, further = _of_variants(books, options, asked.names, options.variants, compared=False)
    own: list[Task] = []
    others: list[Task] = []
    for variants, claims in asked.also:
        compared = variants in asked.compared
        one, more = _of_variants(books, options, claims, variants, compared=compared)
        (others if compared else own).extend((*one, *more))
    if not others:
        tasks.add([*_grouped(first), *_by_game(further), *_by_game(own)])
        return tasks
    # What games with variants have in common with the game without them is known before they begin.
    rules = [task for task in (*first, *further) if task.is_about_rules]
    rest = [task for task in first if not task.is_about_rules]
    tasks.add([*_by_game(rules)])
    tasks.add([
        *_by_variants([task for task in others if not task.is_late]),
        *_grouped(rest), *_by_game([task for task in further if not task.is_about_rules]), *_by_game(own),
    ])
    tasks.late_seconds = None if options.budget is not None else options.play_seconds
    used_up = f"the {options.play_seconds:g} s for claims about play in games with variants are used up"
    tasks.add([*_by_game([task for task in others if task.is_late])], tasks.late_seconds, used_up)
    return tasks


def _of_variants(
    books: Books, options: VerifyOptions, names: Sequence[str], variants: Variants, *, compared: bool
) -> tuple[list[Task], list[Task]]:
    """The tasks of a game with the first number of players, and those with further numbers."""
    asked = Configuration(options.players, options.scope, variants)
    first: list[Task] = []
    further: list[Task] = []
    for name in names:
        begun: dict[str | None, Configuration] = {}
        for game in games_of(books, name, asked, known=compared):
            like = begun.get(game.scope)
            kind = _kind(books, name, asked, options)
            if compared and kind == "rule":
                kind = "rule again"
            task = Task(name, game, like, _job(books, name, game, options), kind, compared)
            (further if game.scope in begun else first).append(task)
            begun.setdefault(game.scope, game)
    if not options.claims:
        first += _checks(books, asked, options, compared=compared)
    elif asked.variants == options.variants and set(options.claims) & set(built_in(books.book(asked))):
        first.append(Task(EVERY_GAME, first_game(books.book(asked), asked), None, EVERY_GAME, "check"))
    return first, further


def _has(books: Books, game: Configuration, name: str) -> bool:
    book, _ = books.check(game)
    return book is not None and name in book.claims


def games_of(books: Books, name: str, asked: Configuration, *, known: bool = False) -> Iterator[Configuration]:
    """The games in which a claim is asked: its scopes, and every number of players. `known`: that each of them has the
    claim is found out by whoever works on it."""
    book = books.book(asked)
    scopes: list[str | None] = [] if asked.scope is not None else [scope.text for scope in book.claims[name].scopes]
    for scope in scopes or [asked.scope]:
        for game in for_each_count(book, replace(asked, scope=scope)):
            if known or _has(books, game, name):
                yield game


def _checks(books: Books, asked: Configuration, options: VerifyOptions, *, compared: bool) -> Iterator[Task]:
    game = first_game(books.book(asked), asked)
    if asked.variants == options.variants:
        yield Task(RULES, game, None, RULES, "check")
        if not options.rule_claims:
            yield Task(EVERY_GAME, game, None, EVERY_GAME, "check")
    if any(_leaves_alone(books.book(asked), name) for name in asked.variants):
        yield Task(LEFT_ALONE, game, None, _job(books, LEFT_ALONE, game, options), "check", compared)


def _leaves_alone(book: CheckedBook, name: str) -> bool:
    return any(isinstance(change, ast.LeavesAlone) for change in book.variants[name].changes)


def _job(books: Books, name: str, game: Configuration, options: VerifyOptions) -> Job:
    """The claim, and what sets its game apart: `no_card_lost, 3 players, with long_game`."""
    book = books.book(replace(game, players=options.players, scope=options.scope))
    parts = [name]
    if game.scope is not None and options.scope is None:
        parts.append(f"in {game.scope}")
    if game.players is not None and options.players is None and len(player_counts(book, game.variants, game.scope)) > 1:
        parts.append(f"{game.players} players")
    if game.variants != options.variants:
        parts.append(f"with {named(game.variants, options.variants)}")
    return ", ".join(parts)


def _kind(books: Books, name: str, asked: Configuration, options: VerifyOptions) -> str:
    """What a claim costs, roughly: only about rules, by scope, by simulation, or by proofs about play."""
    book = books.book(asked)
    if is_about_rules(book, name):
        return "rule"
    if book.claims[name].scopes:
        return "scope"
    plain = Configuration(options.players, options.scope, options.variants)
    chosen = first_game(books.book(plain), plain)
    if options.rule_claims or name not in books.book(chosen).claims:
        return "play"
    clauses = books.instance(chosen).claims[name].clauses
    if any(isinstance(clause, pr.Alone) for clause in clauses):
        return "scope"
    return "simulate" if any(isinstance(clause, pr.Simulate) for clause in clauses) else "play"


def _grouped(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """What shares proofs in one group, the long ones each alone, then all that is quick."""
    yield [task for task in tasks if task.kind == "play"]
    yield from ([task] for task in tasks if task.kind in ("scope", "simulate"))
    yield from ([task] for task in tasks if task.kind == "check")
    yield [task for task in tasks if task.kind == "rule"]


def _by_game(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    groups: dict[tuple[int | None, str | None, Variants], list[Task]] = {}
    for task in tasks:
        scope = task.game.scope if task.compared else None
        groups.setdefault((task.game.players, scope, task.game.variants), []).append(task)
    yield from groups.values()


def _by_variants(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    groups: dict[Variants, list[Task]] = {}
    for task in tasks:
        groups.setdefault(task.game.variants, []).append(task)
    yield from groups.values()
