"""Clauses about play in the whole game: proved for all plays, or settled by one play that is found.

Proofs come first where the clause says that something never happens; plays where it says that something can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import process_time
from typing import TYPE_CHECKING

from rulewright.interpreter.reference import Reference
from rulewright.ir import build as b
from rulewright.ir import properties as pr
from rulewright.ir.needed import needed_by_clause
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise, specialise_clause
from rulewright_verify.planner.answers import AT_RANDOM, Answer, Cell, Options, unknown
from rulewright_verify.planner.blame import rests_on_play
from rulewright_verify.planner.by_readings import Deciders, decide_by_plays
from rulewright_verify.planner.empty import not_seen
from rulewright_verify.planner.following import Followed, FoundPlay
from rulewright_verify.planner.induction import Proofs
from rulewright_verify.planner.open_games import fewest_values, told_values
from rulewright_verify.planner.plays import not_so, play_of
from rulewright_verify.planner.questions import Question, as_played, with_all_readings
from rulewright_verify.search.targets import Target, premise, refutation, witness
from rulewright_verify.verdict import Exact, Measurement, Outcome, Proved, Shown

if TYPE_CHECKING:
    from rulewright_verify.search import RandomPlays

QUICK_SECONDS = 4.0
SEARCH_SECONDS = 45.0
SHORTEST_SECONDS = 10.0
PLAY_FOUND = "a play, replayed"

FEW_PLAYS = 300
"""Where a state graph looks at all of them afterwards."""

Ask = Callable[[pr.Clause], Target | None]
Searcher = Callable[[Question, System, pr.Clause, Target, float], FoundPlay | None]


def decide_invariant(question: Question, proofs: Proofs) -> list[Cell]:
    """Nothing of this kind ever happens: plays at random first, since they are cheap; then a proof; then a search."""
    if refutation(question.clause) is None:
        return [Cell({}, proofs.answer(question))]
    at_random = _RandomThenShortest()
    cells = _first_refuted(question, _refuting(question, proofs, at_random, seconds=QUICK_SECONDS))
    if cells is not None:
        return cells
    answer = as_induction_says(question, proofs, says_something=at_random.says_something)
    return searched(question, proofs) if answer.outcome is Outcome.UNKNOWN else [Cell({}, answer)]


def searched(question: Question, proofs: Proofs) -> list[Cell]:
    """A play that refutes, looked for with more care; else a proof with as few readings fixed as possible."""
    if refutation(question.clause) is None:
        return [Cell({}, proofs.answer(question))]
    names = needed_by_clause(question.system, question.clause).readings
    by = _refuting(question, proofs, _bounded_then_beam, seconds=SEARCH_SECONDS)
    return decide_by_plays(question.system, names, by)


def as_induction_says(
    question: Question, proofs: Proofs, seconds: float | None = None, *, says_something: bool = True
) -> Answer:
    """A proof with all readings open. `says_something`: what the clause speaks of came about in some play."""
    answer = proofs.answer(question, seconds)
    is_bare = answer.outcome is Outcome.HOLDS and not says_something
    return _saying_nothing(question, proofs, answer) if is_bare else answer


@dataclass(frozen=True, slots=True)
class AtRandom:
    """What plays at random showed, as the game is played: whether one refutes, and whether what the clause speaks of
    came about."""

    found: bool
    says_something: bool


def refuted_at_random(question: Question) -> AtRandom:
    """Some seconds of plays at random."""
    from rulewright_verify.search import random_refutation

    system, clause = as_played(question)
    target, wanted = refutation(clause), premise(system, clause)
    if target is None:
        return AtRandom(found=False, says_something=True)
    plays = random_refutation(
        system, [target], seed=question.seed, budget_seconds=QUICK_SECONDS,
        most_plays=FEW_PLAYS, watched=() if wanted is None else [wanted],
    )
    _note_plays(question, plays)
    return AtRandom(any(plays.found), wanted is None or any(plays.seen))


def _note_plays(question: Question, plays: RandomPlays) -> None:
    if not any(plays.found):
        question.note(AT_RANDOM, f"{plays.n_plays:,} {'play' if plays.n_plays == 1 else 'plays'} at random")


def _saying_nothing(question: Question, proofs: Proofs, answer: Answer) -> Answer:
    """What no play at random came to: proved never to come about, or in doubt."""
    clause = question.clause
    if isinstance(clause, pr.At) and not clause.premise:
        never = replace(clause, places=tuple(pr.AtPlace(place.node, b.ZERO) for place in clause.places))
        proof = proofs.answer(replace(question, clause=never))
        if proof.outcome is Outcome.HOLDS:
            return replace(proof, outcome=Outcome.VACUOUS)
    return not_seen(answer)


def _first_refuted(question: Question, by: Deciders) -> list[Cell] | None:
    """If the way of play is refuted at once, all combinations are decided from there."""
    names = needed_by_clause(question.system, question.clause).readings
    way_of_play = dict.fromkeys(names, 0)
    found = by.search(way_of_play)
    if found is None:
        return None

    def search(options: Options) -> FoundPlay | None:
        return found if options == way_of_play else by.search(options)

    return decide_by_plays(question.system, names, replace(by, search=search))


def decide_possible(question: Question, proofs: Proofs) -> list[Cell]:
    """Something can happen: a play shows it; if none is found, a proof that it never does."""
    clause = question.clause
    assert isinstance(clause, pr.Possible)
    never = pr.Always(b.not_(clause.cond), None, True, clause.span)

    def show(played: Followed) -> Answer:
        play = play_of(played.trace, asked=question.text, found="here it is so")
        return Answer(Outcome.HOLDS, Shown(), PLAY_FOUND, witness=play, rests_on=rests_on_play(question.system))

    def prove(fixed: Options) -> Answer:
        answer = _proved_under(question, proofs, never, fixed)
        if answer.outcome is not Outcome.HOLDS:
            return answer
        story = "It never comes to that."
        return Answer(Outcome.VIOLATED, Proved(), answer.method, rests_on=answer.rests_on, story=story)

    names = needed_by_clause(question.system, clause).readings
    search = _searching(question, witness, _bounded_then_beam, SEARCH_SECONDS)
    by = Deciders(_target(clause, witness), search, show, prove)
    return decide_by_plays(question.system, names, by)


def decide_extreme(question: Question, proofs: Proofs) -> list[Cell]:
    """`greatest(v) = n`: never beyond n, by proof; and n is attained, by a play under every combination."""
    clause = question.clause
    assert isinstance(clause, pr.Measured)
    never_beyond: list[Cell] = [Cell({}, Answer(Outcome.HOLDS, Proved(), "nothing to prove"))]
    if refutation(clause) is not None:
        never_beyond = decide_invariant(question, proofs)
    if any(cell.answer.outcome is not Outcome.HOLDS for cell in never_beyond) or witness(clause) is None:
        return never_beyond
    bound = never_beyond[0].answer

    def show(played: Followed) -> Answer:
        value = _value(clause, played)
        play = play_of(played.trace, asked=question.text, found=f"here it is {value}")
        return Answer(
            Outcome.HOLDS, Proved(), f"{bound.method}, {PLAY_FOUND}", witness=play, rests_on=bound.rests_on,
            measurements=(Measurement(clause.quantity.text, Exact(value), f"{clause.bound.op} {value}"),),
        )

    def again(answer: Answer, played: Followed) -> Answer:
        return answer if answer.measurements[0].value == Exact(_value(clause, played)) else show(played)

    def without(fixed: Options) -> Answer:
        return unknown("no play that attains the value was found in time", f"{bound.method}, guided search")

    names = needed_by_clause(question.system, clause).readings
    search = _searching(question, witness, _beam, SEARCH_SECONDS)
    by = Deciders(_target(clause, witness), search, show, without, again, only_all_fixed=True)
    return decide_by_plays(question.system, names, by)


def _value(clause: pr.Measured, played: Followed) -> Fraction:
    """The number that a value is compared with; it may be the answer of a rule that hangs on readings alone."""
    value = clause.bound.values[0]
    if isinstance(value, Fraction):
        return value
    reference = Reference(played.system, options=played.options)
    return Fraction(reference.evaluate(value, reference.initial()))


# ------------------------------------------------------------------ deciders


def _target(clause: pr.Clause, ask: Ask) -> Target:
    found = ask(clause)
    assert found is not None
    return found


def _refuting(question: Question, proofs: Proofs, search: Searcher, *, seconds: float) -> Deciders:
    def show(played: Followed) -> Answer:
        trace = played.trace
        found = not_so(question.clause, played.system, trace.last, played.options)
        setting = told_values(question.system, played.play.values)
        play = play_of(trace, asked=question.text, found=found, setting=setting)
        return Answer(
            Outcome.VIOLATED, Shown(), PLAY_FOUND, counterexample=play, rests_on=rests_on_play(question.system),
            bounds=("no shorter play shows it",) if played.play.shortest else (),
        )

    def prove(fixed: Options) -> Answer:
        return _proved_under(question, proofs, question.clause, fixed)

    return Deciders(
        _target(question.clause, refutation), _searching(question, refutation, search, seconds), show, prove
    )


def _proved_under(question: Question, proofs: Proofs, clause: pr.Clause, fixed: Options) -> Answer:
    """A proof with some readings fixed and the others open."""
    if not fixed and clause is question.clause:
        return proofs.answer(question)
    system = specialise(question.system, fixed)
    chosen = specialise_clause(question.system, clause, fixed)
    again = Question(question.claim, chosen, system, question.scope, question.fixed, question.seed, question.seconds,
                     question.text, question.asserts_whole_game)
    return Proofs(system, [chosen], question.seconds, question.seed).answer(again)


def _searching(
    question: Question, ask: Ask, search: Searcher, seconds: float
) -> Callable[[Options], FoundPlay | None]:
    def run(options: Options) -> FoundPlay | None:
        chosen = specialise_clause(question.system, question.clause, options)
        target = ask(chosen)
        assert target is not None
        return search(question, with_all_readings(question.system, options), chosen, target, seconds)

    return run


class _RandomThenShortest:
    """Plays at random are cheap; what they find is then made as short as a play can be, if the solver can say.

    The time for that is shared by all combinations of readings of a claim. `says_something`: what the clause speaks of
    came about in some play, or it speaks of all situations.
    """

    def __init__(self) -> None:
        self._seconds_left = SHORTEST_SECONDS
        self.says_something = False

    def __call__(
        self, question: Question, system: System, clause: pr.Clause, target: Target, seconds: float
    ) -> FoundPlay | None:
        from rulewright_verify.search import random_refutation

        wanted = premise(system, clause)
        plays = random_refutation(
            system, [target], seed=question.seed, budget_seconds=seconds, watched=() if wanted is None else [wanted]
        )
        _note_plays(question, plays)
        self.says_something |= wanted is None or any(plays.seen)
        found = plays.found[0]
        if found is None:
            return None
        return self._shortened(system, clause, target, found.decisions)

    def _shortened(
        self, system: System, clause: pr.Clause, target: Target, known: Sequence[pr.Decision]
    ) -> FoundPlay:
        from rulewright_verify.smt.bounded import search_play
        from rulewright_verify.smt.budget import Budget
        from rulewright_verify.smt.results import Status
        from rulewright_verify.smt.targets import target_of

        wanted = target_of(clause)
        if wanted is None or self._seconds_left <= 0:
            return FoundPlay(known)
        start = process_time()
        result = search_play(system, wanted, Budget(seconds=self._seconds_left), most_steps=max(0, len(known) - 1))
        self._seconds_left -= process_time() - start
        match result.status:
            case Status.PROVED:
                return fewest_values(system, FoundPlay(result.decisions, shortest=True, values=result.values), target)
            case Status.REFUTED:
                return FoundPlay(known, shortest=True)
            case Status.UNKNOWN:
                return FoundPlay(known)


def _beam(
    question: Question, system: System, clause: pr.Clause, target: Target, seconds: float
) -> FoundPlay | None:
    from rulewright_verify.search import find_target

    found = find_target(system, target, seed=question.seed, budget_seconds=seconds)
    return None if found is None else FoundPlay(found.decisions)


def _bounded_then_beam(
    question: Question, system: System, clause: pr.Clause, target: Target, seconds: float
) -> FoundPlay | None:
    """Short plays over all deals at once by the solver, long ones by guided search."""
    from rulewright_verify.smt.bounded import search_play
    from rulewright_verify.smt.budget import Budget
    from rulewright_verify.smt.results import Status
    from rulewright_verify.smt.targets import target_of

    wanted = target_of(clause)
    if wanted is not None and not isinstance(clause, pr.Possible):
        result = search_play(system, wanted, Budget(seconds=SHORTEST_SECONDS))
        if result.status is Status.PROVED:
            found = FoundPlay(result.decisions, shortest=result.shortest, values=result.values)
            return fewest_values(system, found, target)
    return _beam(question, system, clause, target, seconds)
