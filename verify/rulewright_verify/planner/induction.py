"""Clauses about play, proved for the whole game by induction; every reading is left open, so one proof covers all.

What makes proofs hard and does not matter (products in scores) is forgotten first, which can only add plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.ir import properties as pr
from rulewright.ir.forgetting import CannotForget, forget, hard_slots
from rulewright.ir.needed import needed, watched_by
from rulewright.ir.nodes import Life, System
from rulewright_verify.planner.answers import Answer, unknown
from rulewright_verify.planner.blame import rests_on_play, rules_of_clause
from rulewright_verify.planner.questions import Question
from rulewright_verify.planner.verdicts import joined
from rulewright_verify.verdict import Outcome, Proved, RestsOn

if TYPE_CHECKING:
    from rulewright_verify.smt.induction import Induction
    from rulewright_verify.smt.results import OpenDemand

METHOD = "induction"
MEASURE = "a measure that falls"

Inductive = (pr.Always, pr.At, pr.NeverStuck, pr.Conserved, pr.Monotone)


@dataclass(eq=False, slots=True)
class Proofs:
    """The proofs about one system. `clauses` are all that will be asked, so that facts are looked for once. `whole`:
    nothing is forgotten, for with what is forgotten goes what it could break down on."""

    system: System
    clauses: Sequence[pr.Clause]
    seconds: float
    seed: int
    whole: bool = False
    _abstraction: System | None = None
    _engine: Induction | None = None
    _refused: str | None = None
    _answers: dict[int, Answer] = field(default_factory=dict)

    def answer(self, question: Question, seconds: float | None = None) -> Answer:
        """`holds` (or that it says nothing) if a proof was found, else unknown with the reason. `seconds`: for this one
        answer, and for what must be found before the first."""
        from rulewright_verify.smt.results import Status

        engine = self.engine(seconds)
        if engine is None:
            return unknown(self._refused or "not encoded", METHOD)
        clause = question.clause
        assert isinstance(clause, pr.Always | pr.At | pr.NeverStuck | pr.Conserved | pr.Monotone | pr.Measured)
        result = engine.prove(clause)
        if result.status is not Status.PROVED:
            return unknown(result.reason or "not inductive", METHOD)
        return Answer(
            Outcome.VACUOUS if result.vacuous else Outcome.HOLDS, Proved(), METHOD,
            rests_on=self._rests(clause, result.facts_used, result.demands_open),
        )

    def ends(self, question: Question, seconds: float | None = None) -> Answer:
        """Whether a measure is found that falls on every step of a run; `seconds` as above."""
        from rulewright_verify.smt.ends import prove_ends
        from rulewright_verify.smt.results import Status

        engine = self.engine(seconds)
        if engine is None:
            return unknown(self._refused or "not encoded", MEASURE)
        clause = question.clause
        assert isinstance(clause, pr.Ends)
        result = prove_ends(engine, clause)
        if result.status is not Status.PROVED:
            steps = ", ".join(result.open_steps[:4])
            return unknown(f"{result.reason or 'no measure was found'}: {steps}", MEASURE)
        return Answer(
            Outcome.HOLDS, Proved(), MEASURE, measure="; then ".join(result.measures),
            rests_on=self._rests(clause, result.facts_used, result.demands_open),
        )

    def engine(self, seconds: float | None = None) -> Induction | None:
        from rulewright_verify.smt.budget import Budget
        from rulewright_verify.smt.errors import Unsupported
        from rulewright_verify.smt.induction import Induction

        budget = Budget(seconds=seconds or self.seconds)
        if self._engine is None and self._refused is None:
            try:
                self._engine = Induction(self.abstraction(), self.clauses, budget, self.seed + 1)
            except Unsupported as refusal:
                self._refused = f"not encoded: {refusal}"
        if self._engine is not None:
            self._engine.prover.budget = budget
        return self._engine

    def abstraction(self) -> System:
        if self._abstraction is None:
            self._abstraction = self.system if self.whole else abstracted(self.system, self.clauses)
        return self._abstraction

    def _rests(self, clause: pr.Clause, facts: Sequence[str], demands: Sequence[OpenDemand]) -> RestsOn:
        from rulewright_verify.planner.blame import rests_on_rules

        about_play = rests_on_play(self.abstraction())
        own = rests_on_rules(self.system, rules_of_clause(self.system, clause))
        return joined(own, RestsOn(
            rules=about_play.rules, gaps=about_play.gaps, precedence=about_play.precedence,
            facts=tuple(dict.fromkeys(facts)),
            open_demands=tuple(f"{demand.reason.value}: {demand.subject} at {demand.address}" for demand in demands),
        ))


def abstracted(system: System, clauses: Sequence[pr.Clause]) -> System:
    """Without the slots into which products are stored, and without what nothing then needs any more."""
    watched = [piece for clause in clauses for piece in watched_by(system, clause)]
    read = needed_names(system, watched)
    smaller = system
    for slot in sorted(hard_slots(system) - read):
        try:
            smaller = forget(smaller, [slot])
        except CannotForget:
            continue
    keep = needed(smaller, watched).slots
    idle = [name for name, slot in smaller.slots.items() if slot.life is Life.GAME and name not in keep]
    try:
        return forget(smaller, idle) if idle else smaller
    except CannotForget:
        return smaller


def needed_names(system: System, watched: Sequence[object]) -> frozenset[str]:
    """Slots that the clauses read themselves."""
    from rulewright.ir.nodes import Read
    from rulewright.ir.walk import descendants

    pending = list(watched)
    names: set[str] = set()
    rules: set[str] = set()
    while pending:
        for part in descendants(pending.pop()):  # type: ignore[arg-type]
            if isinstance(part, Read):
                names.add(part.slot)
            rule = getattr(part, "rule", None)
            if rule is not None and rule not in rules:
                rules.add(rule)
                pending.append(system.rules[rule].body)
    return frozenset(names)
