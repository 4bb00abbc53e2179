"""One question to Z3: do these conditions and facts imply that?

Facts are given lazily. The question starts without any; while Z3 finds a counter-model, the
shortest fact that the model violates is added. Proofs stay small and fast that way, and the facts
that were needed are known. A counter-model that violates no fact is an honest "does not follow".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import count, islice
from math import inf
from time import perf_counter, process_time

import z3

from rulewright_verify.smt.budget import NOTHING_SPENT, Budget, Cost, reason_of
from rulewright_verify.smt.terms import Cond, as_term, assert_all, conjuncts, constants_of, negated

# So many rounds add as many facts as asked for; from then on each adds twice as many as the last.
ROUNDS_ONE_BY_ONE = 4


class Answer(Enum):
    PROVED = auto()
    REFUTED = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """Something that may be used if needed: a fact at a place, or a heavy condition of a path. Each is itself only:
    to compare terms of Z3 makes new ones."""

    name: str
    cond: Cond
    size: int = 0

    @cached_property
    def constants(self) -> frozenset[int]:
        return constants_of(self.cond)


@dataclass(frozen=True)
class Outcome:
    """`used` are hypotheses of the core of the proof; `model` belongs to a refutation.

    `spoken_of`: the constants of the question with the hypotheses that were given; then those that
    facts connect with them, step by step.
    """

    answer: Answer
    used: tuple[Hypothesis, ...] = ()
    model: z3.ModelRef | None = None
    reason: str | None = None
    spoken_of: tuple[frozenset[int], ...] = ()


@dataclass
class Prover:
    """Asks questions within a budget and counts what they cost."""

    budget: Budget
    cost: Cost = NOTHING_SPENT
    deadline: float = inf  # in seconds of work, by `process_time`; afterwards every answer is "unknown"
    _known_constants: dict[int, tuple[Cond, frozenset[int]]] = field(default_factory=dict)

    def implied(
        self,
        conds: Iterable[Cond],
        goal: Cond,
        pool: Sequence[Hypothesis] = (),
        *,
        ranges: Iterable[Cond] = (),
        at_once: int = 1,
        rlimit: int | None = None,
    ) -> Outcome:
        """Whether `conds` and what is needed of `pool` imply `goal`; `at_once` facts a round.

        `ranges` hold, too, but do not count as speaking of their constants.
        """
        if goal is True:
            return Outcome(Answer.PROVED)
        known = list(conds)
        if any(cond is False for cond in known):
            return Outcome(Answer.PROVED)
        if process_time() > self.deadline:
            return Outcome(Answer.UNKNOWN, reason=f"the time limit of {self.budget.seconds:.0f} s is used up")
        solver = z3.Solver()
        solver.set("rlimit", min(self.budget.rlimit, rlimit or self.budget.rlimit))
        assert_all(solver, conjuncts([*ranges, *known, negated(goal)]))
        constants = self._constants(goal).union(*map(self._constants, known))
        return self._lazily(solver, pool, constants, at_once)

    def _lazily(
        self, solver: z3.Solver, pool: Sequence[Hypothesis], constants: frozenset[int], at_once: int
    ) -> Outcome:
        """Add hypotheses that the counter-models violate, until there is none or none helps.

        First those that share a constant with what was said before.
        """
        given: dict[str, Hypothesis] = {}
        literals: list[z3.BoolRef] = []
        waiting = sorted(pool, key=lambda hypothesis: hypothesis.size)
        for n_rounds in count():
            if n_rounds >= ROUNDS_ONE_BY_ONE:
                at_once *= 2
            result = self.check(solver, literals)
            if result == z3.unsat:
                names = {str(literal) for literal in solver.unsat_core()}
                return Outcome(Answer.PROVED, tuple(h for n, h in given.items() if n in names))
            if result == z3.unknown:
                reason = reason_of(solver.reason_unknown())
                return Outcome(Answer.UNKNOWN, tuple(given.values()), None, reason)
            model = solver.model()
            spoken_of = [constants]
            violated = _violated(waiting, model, constants, at_once)
            while not violated:
                # What holds by chance may tie the question to other things that are wrong.
                wider = constants.union(*(h.constants for h in pool if h.constants & spoken_of[-1]))
                if wider == spoken_of[-1]:
                    return Outcome(Answer.REFUTED, tuple(given.values()), model, None, tuple(spoken_of))
                spoken_of.append(wider)
                violated = _violated(waiting, model, wider, at_once)
            for hypothesis in violated:
                waiting.remove(hypothesis)
                constants |= hypothesis.constants
                literal = z3.Bool(f"fact {len(given)}")
                given[str(literal)] = hypothesis
                literals.append(literal)
                solver.add(z3.Implies(literal, as_term(hypothesis.cond)))
        raise AssertionError("rounds never end")

    def start_clock(self) -> None:
        """From now on there are the seconds of the budget, for whatever is asked."""
        self.deadline = process_time() + self.budget.seconds

    def _constants(self, cond: Cond) -> frozenset[int]:
        """Path conditions come back in many questions, so theirs are remembered; the term is kept alive."""
        if isinstance(cond, bool):
            return frozenset()
        if cond.get_id() not in self._known_constants:
            self._known_constants[cond.get_id()] = (cond, constants_of(cond))
        return self._known_constants[cond.get_id()][1]

    def check(self, solver: z3.Solver, literals: Sequence[z3.BoolRef] = ()) -> z3.CheckSatResult:
        """One query, counted."""
        before = _resources(solver)
        start = perf_counter()
        result = solver.check(*literals)
        spent = max(0, _resources(solver) - before)
        self.cost = self.cost + Cost(1, spent, perf_counter() - start)
        return result


def _violated(
    hypotheses: Iterable[Hypothesis], model: z3.ModelRef, constants: frozenset[int], most: int
) -> list[Hypothesis]:
    """The first hypotheses about these constants that are false in a model."""
    found = (h for h in hypotheses if h.constants & constants and is_violated(h.cond, model))
    return list(islice(found, most))


def is_violated(cond: Cond, model: z3.ModelRef) -> bool:
    """Whether a condition is false in a model; cells that the model leaves open count as 0."""
    if isinstance(cond, bool):
        return not cond
    return bool(z3.is_false(model.eval(cond, model_completion=True)))


def _resources(solver: z3.Solver) -> int:
    statistics = solver.statistics()
    for i in range(len(statistics)):
        key, value = statistics[i]
        if key == "rlimit count":
            return int(value)
    return 0
