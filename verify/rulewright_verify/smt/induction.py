"""Clauses about play, proved for every play of the whole game.

`Induction` is made for a system and the clauses that will be asked, and finds the auxiliary
invariants once. A proof covers the start, every step and every place where the clause looks; demands
on the way are obligations of their own, and those that stay open are listed with the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from time import process_time

import z3

from rulewright.ir import properties as pr
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Apply, Expr, System
from rulewright.ir.walk import descendants
from rulewright_verify.smt.budget import Budget, Cost
from rulewright_verify.smt.cases import cases_of
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.equations import add_conservation, add_equations
from rulewright_verify.smt.errors import Unsupported
from rulewright_verify.smt.facts import Fact, Guard
from rulewright_verify.smt.features import Feature, features_of
from rulewright_verify.smt.goals import Goal, InductionClause, goals_of, is_condition, probes_for, watch_for
from rulewright_verify.smt.graph import Edge, cut_graph
from rulewright_verify.smt.invariants import Invariants, live_features, second_views
from rulewright_verify.smt.locations import Location
from rulewright_verify.smt.path import Obligation
from rulewright_verify.smt.prover import Answer, Hypothesis, Outcome, Prover
from rulewright_verify.smt.results import InductionResult, OpenDemand, Status
from rulewright_verify.smt.sampling import Samples, sampled
from rulewright_verify.smt.situation import initial_situation, n_cells
from rulewright_verify.smt.strengthening import STEADY_SIZES, Family, Strengthening, candidates_from
from rulewright_verify.smt.terms import Cond, every, key_of, negated
from rulewright_verify.smt.untouched import add_untouched

# Many short plays, so that every place is seen often, and some long ones, for what comes late.
N_PLAYS = 60
MOST_RESTS = (50, 50, 200)
# A system whose situations have more cells than this is a large one.
MANY_CELLS = 700
# So long demands are looked at, facts are looked for that they are in want of, and demands are looked at again: what is
# proved does not wait for ever.
SECONDS_FOR_DEMANDS = 60.0
# So much a question about a step of a large system may cost before it is asked case by case.
RLIMIT_AS_A_WHOLE = 1_000_000


@dataclass(frozen=True)
class Demands:
    """What the demands of all edges came to."""

    open: tuple[OpenDemand, ...]
    facts_used: tuple[str, ...]


class Induction:
    """Proofs about one system. Clauses may be asked in any order; facts found for one serve all."""

    def __init__(self, system: System, clauses: Iterable[pr.Clause], budget: Budget, seed: int = 1) -> None:
        asked = list(clauses)
        self.system = system
        self.prover = Prover(budget)
        self.prover.start_clock()
        self.encoder = Encoder(system, {n: z3.Int(n) for n in system.readings})
        probes = probes_for(asked)
        self.graph = cut_graph(self.encoder, watch_for(system, asked), probes)
        self.samples = Samples()
        self._asked, self._probes, self._seed = asked, probes, seed
        self.is_large = n_cells(initial_situation(system, self.encoder.constants)) > MANY_CELLS
        all_features = features_of(system, _exprs_of(asked), single_sizes=self.is_large)
        self._live = live_at_nodes(system, probes=probes)
        self._features = live_features(self.graph, all_features, self._live)
        self.invariants = Invariants(self.graph, self.prover, second_views(self.graph, all_features))
        self._level = 0
        self.strengthening = Strengthening(self.invariants, self._candidates(dict.fromkeys(self.graph.at, ())))
        self._demands: Demands | None = None
        self._by_cases: dict[tuple[int, tuple[str, int]], tuple[Cond, Outcome]] = {}
        if not self.is_large:
            self.look_further()

    def look_further(self) -> bool:
        """Look for more facts, if there is more to look for; whether there may be new ones.

        First what plays show and what moves keep, then equations. In a large system most facts are far from what is
        claimed, and equations between all of its numbers are beyond reach: there nothing is looked for before it is
        needed, and then instead of equations only what is untouched yet, and how many things lie where that is always
        the same.
        """
        if self._level >= (1 if self.is_large else 2) or process_time() > self.prover.deadline:
            return False
        self._level += 1
        if self._level == 1:
            self.samples = sampled(
                self.system, self.graph.at, n_plays=N_PLAYS, most_rests=MOST_RESTS, seed=self._seed,
                probes=self._probes,
            )
            add_conservation(self.invariants)
            if self.is_large:
                add_untouched(self.invariants)
        else:
            add_equations(self.invariants, self.samples, self._features)
            if process_time() > self.prover.deadline:
                self._level = 1  # what was found is true; who has more time may find more
        self.strengthening = Strengthening(self.invariants, self._candidates(self._features))
        if self.is_large:
            self.strengthening.try_out(STEADY_SIZES)
        self._demands = None
        self._by_cases.clear()
        return True

    def _candidates(
        self, features: Mapping[Location, Sequence[Feature]]
    ) -> dict[Location, dict[Family, tuple[Fact, ...]]]:
        exprs = [expr for expr in _exprs_of(self._asked) if is_condition(self.system, expr)]
        claimed = [Guard(expr, "what the claim says") for expr in exprs]
        return candidates_from(
            self.graph, self.samples, features, self._live, claimed, steady_sizes=self.is_large
        )

    @property
    def cost(self) -> Cost:
        return self.prover.cost

    def prove(self, clause: InductionClause) -> InductionResult:
        """Whether the clause holds in every reachable situation."""
        before = self.cost
        self.prover.start_clock()
        try:
            goals = goals_of(clause, self.graph)
        except Unsupported as refusal:
            return InductionResult(Status.UNKNOWN, reason=f"not encoded: {refusal.what}")
        used, failed = self._all_shown(goals)
        while failed and self.look_further():
            used, failed = self._all_shown(goals)
        demands = self.demands()
        cost = self.cost - before
        if failed:
            return InductionResult(Status.UNKNOWN, tuple(used), (), demands.open, _reason(failed[0][1]), cost)
        rules = _rules_of(self.system, _exprs_of([clause]))
        vacuous = self._is_vacuous(goals)
        return InductionResult(Status.PROVED, tuple(used), rules, demands.open, None, cost, vacuous)

    def _all_shown(self, goals: list[Goal]) -> tuple[dict[str, None], list[tuple[Goal, Outcome]]]:
        """The facts that were used, and the goals that were not shown."""
        used: dict[str, None] = {}
        failed: list[tuple[Goal, Outcome]] = []
        for goal in goals:
            outcome = self._shown(goal)
            used.update((hypothesis.name, None) for hypothesis in outcome.used if hypothesis.name)
            if outcome.answer is not Answer.PROVED:
                failed.append((goal, outcome))
                if self.is_large:
                    break
        return used, failed

    def _is_vacuous(self, goals: list[Goal]) -> bool:
        """Whether there is a premise and no situation that is looked at meets it."""
        if all(goal.premise is True for goal in goals):
            return False
        return all(
            self._shown(replace(goal, cond=negated(goal.premise))).answer is Answer.PROVED for goal in goals
        )

    def demands(self) -> Demands:
        """Which break-downs of a play are excluded; looked at again when more facts are known."""
        if self._demands is None:
            deadline = self.prover.deadline

            def soon() -> float:
                return deadline if self.is_large else min(deadline, process_time() + SECONDS_FOR_DEMANDS)

            self.prover.deadline = soon()
            found = self._demands_by_known_facts()
            self.prover.deadline = soon()
            if found.open and not self.is_large and self.look_further():
                self.prover.deadline = soon()
                again = self._demands_by_known_facts()
                found = min(again, found, key=lambda demands: len(demands.open))
            self.prover.deadline = deadline
            self._demands = found
        return self._demands

    def _demands_by_known_facts(self) -> Demands:
        open_demands: dict[OpenDemand, None] = {}
        used: dict[str, None] = {}
        for edge in self.graph.edges:
            if edge.obligations:
                self._check_demands(edge, open_demands, used)
        return Demands(tuple(open_demands), tuple(used))

    # -------------------------------------------------------------- one goal

    def shown_on(self, edge: Edge, cond: Cond) -> Outcome:
        """Whether a condition holds at the end of every step of an edge, by the facts that are known."""
        if not self.is_large:
            hard, pool = self.invariants.when_taken(edge)
            ranges = self.invariants.ranges(edge.source)
            return self.prover.implied(hard, cond, pool, ranges=ranges, at_once=max(1, len(pool)))
        key = (id(edge), key_of(cond))
        if key not in self._by_cases:
            self._by_cases[key] = cond, self._shown_by_cases(edge, cond)
        return self._by_cases[key][1]

    def _shown_by_cases(self, edge: Edge, cond: Cond) -> Outcome:
        hard, pool = self.invariants.when_taken(edge)
        ranges = self.invariants.ranges(edge.source)
        whole = self.prover.implied(hard, cond, pool, ranges=ranges, rlimit=RLIMIT_AS_A_WHOLE)
        if whole.answer is not Answer.UNKNOWN:
            return whole
        used: dict[str, Hypothesis] = {}
        for case in cases_of(edge, self.encoder.one_hots):
            outcome = self.prover.implied(
                map(case.of, hard), case.of(cond), [case.of_hypothesis(each) for each in pool], ranges=ranges
            )
            if outcome.answer is not Answer.PROVED:
                return outcome
            used.update((each.name, each) for each in outcome.used)
        return Outcome(Answer.PROVED, tuple(used.values()))

    def _shown(self, goal: Goal) -> Outcome:
        if goal.edge is not None:
            return self._on_edge(goal.edge, goal.n_conds, goal.cond)
        location = goal.location
        while True:
            outcome = self.prover.implied(
                [], goal.cond, self.invariants.pool(location), ranges=self.invariants.ranges(location)
            )
            if not self.strengthening.against(location, outcome):
                return outcome

    def _on_edge(self, edge: Edge, n_conds: int, cond: Cond, *, by_known_facts: bool = False) -> Outcome:
        while True:
            hard, pool = self.invariants.when_taken(edge, n_conds)
            outcome = self.prover.implied(
                hard, cond, pool, ranges=self.invariants.ranges(edge.source)
            )
            if by_known_facts or not self.strengthening.against(edge.source, outcome):
                return outcome

    # -------------------------------------------------------------- demands

    def _check_demands(
        self, edge: Edge, open_demands: dict[OpenDemand, None], used: dict[str, None]
    ) -> None:
        """All demands that stand under the same conditions at once; one by one only to name what failed.

        If one of them can fail, so can the first of those that fail; hence none needs the others.
        """
        still = [o for o in edge.obligations if self._open(o) not in open_demands]
        for _, group in groupby(still, key=lambda o: self._n_hard(edge, o.n_before)):
            together = list(group)
            outcome = self._on_edge(
                edge, together[0].n_before, every(o.cond for o in together), by_known_facts=self.is_large
            )
            used.update((hypothesis.name, None) for hypothesis in outcome.used if hypothesis.name)
            if outcome.answer is Answer.PROVED:
                continue
            for obligation in together:
                outcome = self._on_edge(edge, obligation.n_before, obligation.cond, by_known_facts=self.is_large)
                used.update((hypothesis.name, None) for hypothesis in outcome.used if hypothesis.name)
                if outcome.answer is not Answer.PROVED:
                    open_demands[self._open(obligation)] = None

    def _n_hard(self, edge: Edge, n_before: int) -> int:
        return sum(1 for i in range(n_before) if i not in edge.lazy)

    def _open(self, obligation: Obligation) -> OpenDemand:
        node = self.system.nodes[obligation.node]
        address = self.system.regions[node.region].address
        return OpenDemand(obligation.reason, obligation.subject, address, obligation.span)


def _reason(outcome: Outcome) -> str:
    if outcome.reason is not None:
        return outcome.reason
    return "not inductive: no fact that was found excludes a situation in which it fails"


def _exprs_of(clauses: Iterable[pr.Clause]) -> list[Expr]:
    """The expressions that clauses are about."""
    found: list[Expr] = []
    for clause in clauses:
        match clause:
            case pr.Always(cond=cond) | pr.Possible(cond=cond):
                found.append(cond)
            case pr.At(places=places):
                found.extend(place.value for place in places)
            case pr.Measured(quantity=quantity):
                found.extend(place.value for place in quantity.places)
            case pr.Ends(measures=measures):
                found.extend(expr for _, exprs in measures for expr in exprs)
            case _:
                pass
    return found


def _rules_of(system: System, exprs: Iterable[Expr]) -> tuple[str, ...]:
    """The rules that expressions ask, those behind them included."""
    found: dict[str, None] = {}
    pending = list(exprs)
    while pending:
        for part in descendants(pending.pop()):
            if isinstance(part, Apply) and part.rule not in found:
                found[part.rule] = None
                pending.append(system.rules[part.rule].body)
    return tuple(found)
