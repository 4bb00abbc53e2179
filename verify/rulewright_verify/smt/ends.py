"""Whether every run of a procedure ends: the author's measure, else one that is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Choice, Expr, Gate, GateKind, Life
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.features import Cell, CountSum, Feature, MarkCount, features_of, mark_counts, slots_of
from rulewright_verify.smt.goals import is_inside, own_heads
from rulewright_verify.smt.graph import Edge
from rulewright_verify.smt.induction import Induction
from rulewright_verify.smt.measures import (
    LARGEST_COST,
    Difference,
    Proposal,
    Proposer,
    cost_of,
    loops,
    measure_text,
)
from rulewright_verify.smt.prover import Answer
from rulewright_verify.smt.results import EndsResult, Status
from rulewright_verify.smt.situation import Situation
from rulewright_verify.smt.terms import Cond, Num, at_most, every, same, scaled, sub, total

MOST_ROUNDS = 200


@dataclass(frozen=True)
class Written:
    """A part of the measure that the author wrote, as a feature."""

    text: str
    expr: Expr

    def of(self, encoder: Encoder, at: Situation) -> Num:
        return encoder.number(self.expr, at, {})


Summand = Feature | MarkCount | Written


def prove_ends(induction: Induction, clause: pr.Ends) -> EndsResult:
    """Whether no play stays for ever inside one run; `induction` was made for the clause, too."""
    while not induction.is_large and induction.look_further():
        continue  # with all that is known, the measure comes out in the fewest words
    result = _Proof(induction, clause).run()
    while result.status is not Status.PROVED and induction.look_further():
        result = _Proof(induction, clause).run()
    return result


class _Proof:
    def __init__(self, induction: Induction, clause: pr.Ends) -> None:
        self.induction, self.clause = induction, clause
        self.graph, self.encoder = induction.graph, induction.encoder
        self.system = induction.system
        self.before = induction.cost
        induction.prover.start_clock()
        self.used: dict[str, None] = {}
        self.texts: list[str] = []
        self.weights: list[dict[str, int]] = []
        self.alone: dict[str, None] = {}  # numbers that fall by themselves on some steps, in the order of their use
        self.unknown: str | None = None
        self.own_heads = frozenset(own_heads(self.system, clause.regions))

    def run(self) -> EndsResult:
        leaving = frozenset(
            node.id for node in self.system.nodes
            if isinstance(node, Gate) and node.kind is GateKind.LEAVE and node.region in self.clause.regions
        )
        inside = [edge for edge in self.graph.edges if self._stays_inside(edge, leaving)]
        written = self._written()
        by_author = bool(written)
        for part in written:
            rest = self._without_alone(inside, part)
            if rest is None:
                rest = self._without_falling(inside, [part])
            elif len(rest) < len(inside):
                self._note([part], (1,))
            inside = rest
        open_edges: list[Edge] = []
        pending = loops(inside)
        while pending:
            loop = pending.pop(0)
            if written and any(self._passes_own_head(edge) for edge in loop):
                self.unknown = "the measure as written does not fall on these steps"
                open_edges.extend(loop)
                continue
            changing = self._features(loop)
            plain = [feature for feature in changing if _is_plain(feature)]
            rest = loop
            if self.induction.is_large:
                rest = self._by_one(loop, [*plain, *mark_counts(self.system)])
            if len(rest) == len(loop):
                rest = self._by_exact_falls(loop, plain)
            for features in (plain, changing):
                if len(rest) == len(loop):
                    rest = self._without_falling(loop, features)
            if len(rest) == len(loop):
                open_edges.extend(loop)
            else:
                pending.extend(loops(rest))
        return self._result(open_edges, by_author)

    def _result(self, open_edges: list[Edge], by_author: bool) -> EndsResult:
        demands = self.induction.demands()
        cost = self.induction.cost - self.before
        if open_edges:
            steps = tuple(dict.fromkeys(self._step_name(edge) for edge in open_edges))
            reason = self.unknown or "no measure was found that falls on these steps"
            return EndsResult(
                Status.UNKNOWN, tuple(self.texts), tuple(self.weights), by_author, steps,
                tuple(self.used), demands.open, reason, cost,
            )
        if self.alone:
            self.texts.append(f"of these, by turns, each step makes one smaller: {', '.join(self.alone)}")
            self.weights.extend({text: 1} for text in self.alone)
        if not self.texts:
            self.texts.append("there is no loop that could go on")
        return EndsResult(
            Status.PROVED, tuple(self.texts), tuple(self.weights), by_author, (), tuple(self.used),
            demands.open, None, cost,
        )

    # -------------------------------------------------------------- which steps

    def _stays_inside(self, edge: Edge, leaving: frozenset[int]) -> bool:
        regions = frozenset(self.clause.regions)
        if edge.source is None or any(look.node in leaving for look in edge.looks):
            return False
        nodes = (self.system.nodes[edge.source.node], self.system.nodes[edge.target.node])
        return all(is_inside(self.system, node.region, regions) for node in nodes)

    def _passes_own_head(self, edge: Edge) -> bool:
        """Whether a loop in the procedure's own text begins a round here: what a written measure is about."""
        passed = [edge.target.node, *(look.node for look in edge.looks)]
        return any(node in self.own_heads for node in passed)

    def _written(self) -> list[Written]:
        exprs: dict[Expr, None] = {}
        for _, measures in self.clause.measures:
            exprs.update((expr, None) for expr in measures)
        texts = self.clause.measure_texts
        return [
            Written(texts[i] if i < len(texts) else "the measure", expr) for i, expr in enumerate(exprs)
        ]

    def _features(self, loop: Sequence[Edge]) -> list[Summand]:
        """Features that can be looked at everywhere in the loop and that some step of it changes."""
        frames = {name for name, slot in self.system.slots.items() if slot.life is Life.FRAME}
        found: list[Summand] = []
        for feature in features_of(self.system, _own_exprs(self.clause)):
            if slots_of(feature) & frames:
                continue
            if any(self._fall(feature, edge) is not None for edge in loop):
                found.append(feature)
        return found

    def _fall(self, feature: Summand, edge: Edge) -> Num | None:
        """By how much a feature falls on an edge; None if it stays as it is."""
        before = feature.of(self.encoder, self.graph.at[edge.source])  # type: ignore[index]
        after = feature.of(self.encoder, edge.situation)
        if not isinstance(before, int) and not isinstance(after, int) and before.eq(after):
            return None
        return sub(before, after)

    # -------------------------------------------------------------- one measure

    def _without_falling(self, edges: list[Edge], features: Sequence[Summand]) -> list[Edge]:
        """The edges that are left when those are taken out on which the best measure falls."""
        cyclic = [edge for loop in loops(edges) for edge in loop]
        if not cyclic or not features:
            return edges
        falls = [[_zero_if_none(self._fall(feature, edge)) for feature in features] for edge in cyclic]
        seen = list(self._sampled_steps(cyclic, features))
        self.refusals: dict[int, int] = {}
        for all_strict in (True, False):
            may_rise = not any(isinstance(feature, Written) for feature in features)
            proposer = Proposer(cyclic, len(features), all_strict=all_strict, may_rise=may_rise)
            for step in seen:
                proposer.learn(step)
            found = self._searched(cyclic, falls, proposer, seen, LARGEST_COST)
            while found is not None and may_rise and cost_of(found) > 1:
                cheaper = self._searched(cyclic, falls, proposer, seen, cost_of(found) - 1)
                if cheaper is None:
                    break
                found = cheaper
            if found is not None:
                self._note(features, found.weights)
                dropped = {id(cyclic[i]) for i in found.strict}
                return [edge for edge in edges if id(edge) not in dropped]
        return edges

    def _without_alone(self, edges: list[Edge], feature: Summand) -> list[Edge] | None:
        """The edges on which a feature alone does not always fall; None if it may rise on one of them."""
        strict: set[int] = set()
        for edge in (edge for loop in loops(edges) for edge in loop):
            fall = self._fall(feature, edge)
            if fall is None:
                continue
            if self._holds(edge, at_most(1, fall)):
                strict.add(id(edge))
            elif not self._holds(edge, at_most(0, fall)):
                return None
        return [edge for edge in edges if id(edge) not in strict]

    def _by_one(self, loop: list[Edge], features: Sequence[Summand]) -> list[Edge]:
        """The same by a single feature: in a large system a step costs too much to try many sums of them."""
        for feature in features:
            rest = self._without_alone(loop, feature)
            if rest is not None and len(rest) < len(loop):
                self.alone[feature.text] = None
                return rest
        return loop

    def _holds(self, edge: Edge, cond: Cond) -> bool:
        outcome = self.induction.shown_on(edge, cond)
        if outcome.answer is Answer.PROVED:
            self.used.update((hypothesis.name, None) for hypothesis in outcome.used if hypothesis.name)
        elif outcome.model is None:
            self.unknown = outcome.reason
        return outcome.answer is Answer.PROVED

    def _by_exact_falls(self, loop: list[Edge], features: Sequence[Summand]) -> list[Edge]:
        """The same by features that fall by a fixed amount on each edge: then no step has to be asked for.

        A card played is one card less in the hand, whatever else happens; that is proved once for
        each edge, and the weights follow by arithmetic.
        """
        steps = []
        exact = set(range(len(features)))
        for edge in loop:
            amounts = self._fixed_amounts(edge, features)
            exact &= set(amounts)
            steps.append(amounts)
        kept = sorted(exact)
        if not kept:
            return loop
        chosen = [features[i] for i in kept]
        for all_strict in (True, False):
            proposer = Proposer(loop, len(kept), all_strict=all_strict)
            for i, amounts in enumerate(steps):
                proposer.learn(Difference(i, tuple(amounts[j] for j in kept)))
            found = proposer.propose(LARGEST_COST)
            while found is not None and (cheaper := proposer.propose(cost_of(found) - 1)) is not None:
                found = cheaper
            if found is not None:
                self._note(chosen, found.weights)
                return [edge for i, edge in enumerate(loop) if i not in found.strict]
        return loop

    def _fixed_amounts(self, edge: Edge, features: Sequence[Summand]) -> dict[int, int]:
        """By how much features fall on every step of an edge, as far as that is always the same."""
        falls = [_zero_if_none(self._fall(feature, edge)) for feature in features]
        amounts = {i: fall for i, fall in enumerate(falls) if isinstance(fall, int)}
        guess: dict[int, int] | None = None
        while guess is None or guess:
            goal = False if guess is None else every(same(falls[i], n) for i, n in guess.items())
            outcome = self.induction.shown_on(edge, goal)
            if outcome.answer is Answer.PROVED:
                self.used.update((hypothesis.name, None) for hypothesis in outcome.used if hypothesis.name)
                amounts.update(guess or {i: 0 for i in range(len(falls)) if i not in amounts})
                return amounts
            if outcome.model is None:
                self.unknown = outcome.reason
                return amounts
            now = {i: _value(fall, outcome.model) for i, fall in enumerate(falls) if i not in amounts}
            guess = now if guess is None else {i: n for i, n in guess.items() if now[i] == n}
        return amounts

    def _sampled_steps(self, edges: Sequence[Edge], features: Sequence[Summand]) -> Iterator[Difference]:
        """Steps that were seen in random plays, where it is clear which edge they took."""
        by_ends: dict[tuple[object, object], list[int]] = {}
        for i, edge in enumerate(edges):
            by_ends.setdefault((edge.source, edge.target), []).append(i)
        seen: set[Difference] = set()
        for source, before, target, after in self.induction.samples.steps:
            candidates = by_ends.get((source, target), [])
            if len(candidates) == 1:
                values = (sub(f.of(self.encoder, before), f.of(self.encoder, after)) for f in features)
                step = Difference(candidates[0], tuple(v if isinstance(v, int) else 0 for v in values))
                if step not in seen:
                    seen.add(step)
                    yield step

    def _searched(
        self, edges: list[Edge], falls: list[list[Num]], proposer: Proposer, seen: list[Difference], cost: int
    ) -> Proposal | None:
        """A measure of at most this cost that every step obeys; steps that refuse are remembered."""
        for _ in range(MOST_ROUNDS):
            proposal = proposer.propose(cost)
            if proposal is None:
                return None
            refused = self._refusing_step(edges, falls, proposal)
            if refused is None:
                return proposal
            if refused.edge < 0:
                return None
            seen.append(refused)
            proposer.learn(refused)
        return None

    def _refusing_step(
        self, edges: list[Edge], falls: list[list[Num]], proposal: Proposal
    ) -> Difference | None:
        # Edges that have refused before are asked first.
        for i in sorted(range(len(edges)), key=lambda i: -self.refusals.get(i, 0)):
            edge = edges[i]
            fall = total(scaled(weight, part) for weight, part in zip(proposal.weights, falls[i], strict=True))
            offset = proposal.offsets[edge.source] - proposal.offsets[edge.target]  # type: ignore[index]
            goal = at_most((1 if i in proposal.strict else 0) - offset, fall)
            outcome = self.induction.shown_on(edge, goal)
            if outcome.answer is Answer.PROVED:
                self.used.update((hypothesis.name, None) for hypothesis in outcome.used if hypothesis.name)
            elif outcome.model is None:
                self.unknown = outcome.reason
                return Difference(-1, ())
            else:
                values = tuple(_value(part, outcome.model) for part in falls[i])
                self.refusals[i] = self.refusals.get(i, 0) + 1
                return Difference(i, values)
        return None

    def _note(self, features: Sequence[Summand], weights: Sequence[int]) -> None:
        written = [feature.text for feature in features if isinstance(feature, Written)]
        if written:
            self.texts.append(f"{', '.join(written)}, as written: each round makes it smaller")
        else:
            self.texts.append(measure_text([feature.text for feature in features], weights))
        self.weights.append({f.text: weight for f, weight in zip(features, weights, strict=True) if weight})

    def _step_name(self, edge: Edge) -> str:
        node = self.system.nodes[edge.source.node]  # type: ignore[union-attr]
        if isinstance(node, Choice) and edge.decision is not None and edge.decision.option is not None:
            return node.options[edge.decision.option].address
        return self.system.regions[node.region].address


def _is_plain(feature: Summand) -> bool:
    """Numbers of the state and counts of all cards somewhere: what a reader would count first."""
    if isinstance(feature, CountSum):
        return all(weight == 1 for weight in feature.weights)
    return isinstance(feature, Cell)


def _value(term: Num, model: z3.ModelRef) -> int:
    return term if isinstance(term, int) else model.eval(term, model_completion=True).as_long()


def _zero_if_none(fall: Num | None) -> Num:
    return 0 if fall is None else fall


def _own_exprs(clause: pr.Ends) -> list[Expr]:
    return [expr for _, measures in clause.measures for expr in measures]
