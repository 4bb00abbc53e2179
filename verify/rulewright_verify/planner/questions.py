"""What is asked: the claims of a rulebook, each with the system on which it is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright.checker.symbols import CheckedBook
from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise, specialise_clause
from rulewright_verify.planner.answers import Options
from rulewright_verify.planner.slices import ABOUT_RULES, rule_slice

if TYPE_CHECKING:
    from rulewright.lower import Lowered


@dataclass(frozen=True, eq=False, slots=True)
class Instance:
    """The rulebook in one configuration, lowered, with all its claims."""

    book: CheckedBook
    system: System
    claims: Mapping[str, pr.Claim]


Note = Callable[[str, str], None]
"""Told how far one looked: by which method, and the words for it; what is said later of the same method replaces it."""


def keep_to_oneself(method: str, words: str) -> None:
    """Nobody is told."""


@dataclass(frozen=True, eq=False, slots=True)
class Question:
    """One clause of a claim. `system` is the game (or the system of its own of a scene), with the readings that
    are fixed folded in; the others are open in both. `note` is told how far an engine looked, while it looks."""

    claim: pr.Claim
    clause: pr.Clause
    system: System
    scope: str | None
    fixed: Options
    seed: int
    seconds: float
    text: str
    asserts_whole_game: bool = field(default=True)
    note: Note = field(default=keep_to_oneself)


def with_all_readings(system: System, options: Options) -> System:
    """The system with these readings chosen; those that nobody asks for get their first option."""
    rest = {name: 0 for name in system.readings if name not in options}
    return specialise(system, {**rest, **options})


def as_played(question: Question) -> tuple[System, pr.Clause]:
    """The system and the clause of a question, both with the first option of each open reading."""
    options = dict.fromkeys(question.system.readings, 0)
    return with_all_readings(question.system, options), specialise_clause(question.system, question.clause, options)


def lowered_instance(book: CheckedBook, *, rules_only: bool = False) -> Instance:
    """A checked rulebook, lowered; each of its claims when it is asked for. `rules_only`: without play, which claims
    about rules do not need."""
    from rulewright.lower.system import lower, lower_rules

    lowered = (lower_rules if rules_only else lower)(book)
    here = tuple(name for name in book.claims if name not in book.elsewhere)
    return Instance(book, lowered.system, _Claims(lowered, here))


@dataclass(eq=False, slots=True)
class _Claims(Mapping[str, pr.Claim]):
    """By name, in the order of the rulebook."""

    lowered: Lowered
    names: tuple[str, ...]
    known: dict[str, pr.Claim] = field(default_factory=dict)

    def __getitem__(self, name: str) -> pr.Claim:
        from rulewright.lower.claims import lower_claim

        if name not in self.names:
            raise KeyError(name)
        if name not in self.known:
            self.known[name] = lower_claim(self.lowered, name)
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def questions(
    claim: pr.Claim, system: System, scope: str | None, fixed: Options, *, seed: int, seconds: float,
    note: Note = keep_to_oneself,
) -> list[Question]:
    """The clauses of a claim; clauses about a run alone bring their own system, and those about rules are asked of
    what they read, and nothing else."""
    asked = []
    for clause in claim.clauses:
        text = clause.span.text
        own, whole = system, True
        if isinstance(clause, pr.Alone):
            whole = clause.of_whole_game
            own, clause = with_rules_asked(clause.system, clause.clause), clause.clause
        if isinstance(clause, ABOUT_RULES):
            own = rule_slice(own, clause)
        known = {name: number for name, number in fixed.items() if name in own.readings}
        if known:
            own, clause = specialise(own, known), specialise_clause(own, clause, known)
        asked.append(Question(claim, clause, own, scope, fixed, seed, seconds, " ".join(text.split()), whole, note))
    return asked


def with_rules_asked(system: System, clause: pr.Clause) -> System:
    """The system with the rules only that its play or the clause can ask: a run may need few of many."""
    from rulewright_verify.planner.blame import rules_of, rules_of_clause

    names = {*rules_of_clause(system, clause), *rules_of(system, system.nodes)}
    return replace(system, rules={name: rule for name, rule in system.rules.items() if name in names})


def fixed_options(claim: pr.Claim, system: System, asked: Mapping[str, str]) -> dict[str, int]:
    """The readings that the claim (`under`) or the caller fixes; the claim's own word comes first."""
    chosen = {**asked, **dict(claim.under)}
    return {
        name: system.readings[name].options.index(option)
        for name, option in chosen.items() if name in system.readings
    }
