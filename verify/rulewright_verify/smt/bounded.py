"""Bounded search: the shortest play that reaches a target, over all deals and decisions at once.

Depth after depth the plays are unrolled and Z3 is asked whether one of them is at the target. What
is found is replayed by the interpreter. Nothing found up to a depth says nothing about longer plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import z3

from rulewright.ir.nodes import System
from rulewright.ir.open_values import with_values
from rulewright_verify.smt.budget import Budget, reason_of
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.errors import ModelMismatch, Unsupported
from rulewright_verify.smt.prover import Prover
from rulewright_verify.smt.replay import Chosen, chosen_in, chosen_of, options_in, replayed, values_in
from rulewright_verify.smt.results import FoundPlay, Status
from rulewright_verify.smt.targets import BreakDown, Target, Witness, met_at, met_on, probes_of, watch_of
from rulewright_verify.smt.terms import Cond, as_term, some
from rulewright_verify.smt.unrolled import TooLate, Unrolled


def search_play(system: System, target: Target, budget: Budget, *, most_steps: int = 60) -> FoundPlay:
    """The shortest play of at most `most_steps` decisions that reaches the target.

    PROVED: here is one. REFUTED: there is none of that length. UNKNOWN: the budget ended it before.
    """
    try:
        return _Search(system, target, budget).run(most_steps)
    except Unsupported as refusal:
        return FoundPlay(Status.UNKNOWN, reason=f"not encoded: {refusal.what}")


class _Search:
    def __init__(self, system: System, target: Target, budget: Budget) -> None:
        self.system, self.target, self.budget = system, target, budget
        self.prover = Prover(budget)
        self.settings = {name: z3.Int(f"reading {name}") for name in system.readings}
        self.encoder = Encoder(system, self.settings)
        self.end = process_time() + budget.seconds
        self.unrolled = Unrolled(self.encoder, watch_of(target), probes_of(target), self._is_late)
        self.solver = z3.Solver()
        self.solver.set("rlimit", budget.rlimit)
        self.solver.add(self.encoder.open_ranges)
        for name, info in system.readings.items():
            self.solver.add(self.settings[name] >= 0, self.settings[name] < len(info.options))

    def run(self, most_steps: int) -> FoundPlay:
        for depth in range(most_steps + 1):
            try:
                found = self._at_depth(depth)
            except TooLate:
                return self._late(depth)
            if found is not None:
                return found
            if not self.unrolled.arrived[-1]:
                return FoundPlay(
                    Status.REFUTED, depth=depth, reason="every play ends before", cost=self.prover.cost
                )
            if self._is_late():
                return self._late(depth)
        return FoundPlay(Status.REFUTED, depth=most_steps, cost=self.prover.cost)

    def _at_depth(self, depth: int) -> FoundPlay | None:
        assertions = list(self.unrolled.deepen())
        ways = self.unrolled.ways[-1]
        if isinstance(self.target, BreakDown):
            # The last step is not taken to its end: ask before demanding that it is.
            found = self._ask(depth, [met_on(self.target, self.encoder, way) for way in ways])
            self.solver.add(assertions)
            return found
        self.solver.add(assertions)
        met = [met_on(self.target, self.encoder, way) for way in ways]
        met.extend(met_at(self.target, self.encoder, arrived) for arrived in self.unrolled.arrived[-1])
        return self._ask(depth, met)

    def _ask(self, depth: int, met: list[Cond]) -> FoundPlay | None:
        goal = some(met)
        if goal is False:
            return None
        self.solver.push()
        self.solver.add(as_term(goal))
        result = self.prover.check(self.solver)
        model = self.solver.model() if result == z3.sat else None
        reason = self.solver.reason_unknown() if result == z3.unknown else ""
        self.solver.pop()
        if model is not None:
            return self._replayed(depth, model)
        return self._given_up(depth, reason_of(reason)) if reason else None

    def _replayed(self, depth: int, model: z3.ModelRef) -> FoundPlay:
        options = options_in(self.system, self.settings, model)
        values = values_in(self.encoder, model)
        chosen = [*chosen_in(self.unrolled, model), *self._last_of_break_down(model)]
        witness = Witness(self.target)
        reference, play = replayed(with_values(self.system, values), options, chosen, probes_of(self.target), witness)
        witness.look_at(reference, play.states[-1])
        if not witness.met:
            raise ModelMismatch("the interpreter's play does not reach what the solver's reaches")
        readings = {name: self.system.readings[name].options[number] for name, number in options.items()}
        return FoundPlay(
            Status.PROVED, play.decisions, depth, shortest=True, readings=readings, values=values,
            cost=self.prover.cost,
        )

    def _last_of_break_down(self, model: z3.ModelRef) -> Iterator[Chosen]:
        """The step on which the play breaks down; it is no way that is taken."""
        if not isinstance(self.target, BreakDown):
            return
        for way in self.unrolled.ways[-1]:
            met = met_on(self.target, self.encoder, way)
            if met is True or (met is not False and z3.is_true(model.eval(as_term(met), model_completion=True))):
                if way.path.decision is not None:
                    yield chosen_of(way.path.decision, model)
                return

    def _is_late(self) -> bool:
        return process_time() > self.end

    def _late(self, depth: int) -> FoundPlay:
        return self._given_up(depth, f"the time limit of {self.budget.seconds:.0f} s is used up")

    def _given_up(self, depth: int, reason: str) -> FoundPlay:
        return FoundPlay(Status.UNKNOWN, depth=depth, reason=reason, cost=self.prover.cost)
