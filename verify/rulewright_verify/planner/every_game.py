"""What every game should do, claim or no claim: whoever must act can, nothing is lost, no play breaks down.

Cheap on purpose: a state graph or a proof where the game is small, else plays at random. What the rulebook
claims itself is not asked again. A play that was found and replayed makes the run fail; that nothing was found is told
for what it is: a sample, or where hardly anything was looked at, no answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from rulewright.checker.symbols import Configuration
from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright.ir.open_values import open_tables
from rulewright_verify.findings import Finding
from rulewright_verify.planner.answers import AT_RANDOM, Answer, Cell, Options, unknown
from rulewright_verify.planner.conservation import kept_by_every_move
from rulewright_verify.planner.induction import Proofs
from rulewright_verify.planner.never_met import idle_options, never_met
from rulewright_verify.planner.questions import Instance, Question, with_all_readings
from rulewright_verify.planner.verdicts import verdicts_of
from rulewright_verify.result import VerifyOptions
from rulewright_verify.search.targets import Target
from rulewright_verify.verdict import Outcome, Proved, RestsOn, Sampled, Shown, Verdict

SECONDS = 15.0
PLAY_SECONDS = 4.0
MOST_PLAYS = 200
LEAST_PLAYS = 30
"""Fewer plays are no sample."""

MOST_SECONDS = 40.0
"""Until there are so many."""

MOST_NODES = 400
"""Larger games are only played at random."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """`target` is what a play that refutes it meets; `clause` None: that no play breaks down."""

    name: str
    title: str
    text: str
    clause: pr.NeverStuck | pr.Conserved | None
    target: Target


def every_game(
    here: Instance, game: Configuration, options: VerifyOptions, tell: Callable[[Verdict], None]
) -> tuple[tuple[Verdict, ...], tuple[Finding, ...]]:
    """The verdicts that nobody asked for, each of them told as soon as it is there, and remarks about what never comes
    in play."""
    if not has_play(here.system):
        return (), ()
    fixed = {
        name: here.system.readings[name].options.index(option)
        for name, option in options.readings.items() if name in here.system.readings
    }
    proofs = _proofs(here, options)
    verdicts = []
    for asked in _asked(here):
        for verdict in _verdicts(here, game, asked, fixed, options.seed, proofs):
            verdicts.append(verdict)
            tell(verdict)
    found = (*never_met(here.system, here.book.name, fixed, options.seed), *idle_options(here.system, here.book.name))
    return tuple(verdicts), found


def undecided(
    here: Instance, game: Configuration, decided: Collection[str], reason: str
) -> tuple[Verdict, ...]:
    """What the run did not come to, of all that is asked."""
    if not has_play(here.system):
        return ()
    open_ones = [asked for asked in _asked(here) if asked.name not in decided]
    return tuple(
        verdict for asked in open_ones
        for verdict in _told(here, game, asked, {}, [Cell({}, unknown(reason, "none finished"))], 0.0)
    )


def has_play(system: System) -> bool:
    """Whether somebody or luck decides anything."""
    from rulewright.ir.graph import is_rest, reachable
    from rulewright.ir.nodes import Final

    here = [system.nodes[node] for node in reachable(system)]
    return any(is_rest(node) and not isinstance(node, Final) for node in here)


def _asked(here: Instance) -> Iterator[_Asked]:
    clauses = [clause for claim in here.claims.values() if not claim.scopes for clause in claim.clauses]
    root = here.system.nodes[here.system.entry].region
    entry = here.system.regions[root].procedure
    if not any(isinstance(clause, pr.NeverStuck) and root in clause.regions for clause in clauses):
        stuck = pr.NeverStuck(entry, (root,), here.book.rulebook.name.span)
        yield _Asked(
            "never_stuck", "Whoever must act has a legal option", f"{entry} never stuck", stuck,
            Target(stuck=frozenset({root})),
        )
    claimed = {clause.kinds for clause in clauses if isinstance(clause, pr.Conserved)}
    for kinds in here.system.kinds:
        if kinds not in claimed and any(zone.kinds == kinds for zone in here.system.zones.values()):
            kept = pr.Conserved(kinds, here.book.rulebook.name.span)
            yield _Asked(f"{kinds}_conserved", f"No {kinds} is lost or doubled", f"conserved({kinds})", kept, Target())
    yield _Asked(
        "no_play_breaks_down", "No play breaks down", "no rule is asked what it cannot do", None,
        Target(breaks_down=True),
    )


def _verdicts(
    here: Instance, game: Configuration, asked: _Asked, fixed: Options, seed: int, proofs: Proofs | None
) -> tuple[Verdict, ...]:
    start = time.monotonic()
    answers = _decided(here, game, asked, fixed, seed, proofs)
    return _told(here, game, asked, fixed, answers, time.monotonic() - start)


def _told(
    here: Instance, game: Configuration, asked: _Asked, fixed: Options, answers: list[Cell], seconds: float
) -> tuple[Verdict, ...]:
    claim = pr.Claim(
        asked.name, asked.title, {}, (), (), (), (), (), (), () if asked.clause is None else (asked.clause,),
        here.book.rulebook.name.span,
    )
    verdicts = verdicts_of(
        claim, [asked.text], [answers], rulebook=here.book.name, players=(len(here.book.players.members),),
        scope=game.scope, fixed=fixed, readings=here.system.readings,
        seconds=seconds,
    )
    return tuple(replace(verdict, variants=game.variants, automatic=True) for verdict in verdicts)


def _decided(
    here: Instance, game: Configuration, asked: _Asked, fixed: Options, seed: int, proofs: Proofs | None
) -> list[Cell]:
    """A play against it; else, in a small game, the state graph or a proof; else that no play was against it."""
    from rulewright_verify.search import random_refutation

    if isinstance(asked.clause, pr.Conserved):
        kept = kept_by_every_move(here.system, asked.clause.kinds)
        if kept is not None:
            return [Cell({}, kept)]
    sampled = unknown("the game is too large for a proof", "none")
    if asked.target != Target():
        system = with_all_readings(here.system, fixed)
        plays = random_refutation(
            system, [asked.target], seed=seed, budget_seconds=PLAY_SECONDS, most_plays=MOST_PLAYS,
            least_plays=LEAST_PLAYS, most_seconds=MOST_SECONDS,
        )
        if plays.found[0] is not None:
            return [_refuted(here.system, asked, fixed, plays.found[0].decisions)]
        sampled = _sampled(plays.n_plays, of_many_games=bool(open_tables(system)))
    if proofs is not None and not fixed:
        cells = _small(here, game, asked, seed, proofs)
        if cells:
            return cells
    return [Cell({}, sampled)]


def _sampled(n_plays: int, *, of_many_games: bool) -> Answer:
    """What it is worth that no play was against it. Played was one game only of those that a scope leaves open."""
    if of_many_games:
        played = f"{n_plays} games with the printed numbers, none against it"
        return unknown(f"{played}: that says nothing of others", AT_RANDOM)
    if n_plays >= LEAST_PLAYS:
        return Answer(Outcome.HOLDS, Sampled(n_plays), AT_RANDOM)
    played = f"{n_plays} {'game was' if n_plays == 1 else 'games were'} played by chance, none against it"
    return unknown(f"{played}: too few for a sample, {LEAST_PLAYS} at least; a small scope would settle it", AT_RANDOM)


def _refuted(system: System, asked: _Asked, fixed: Options, decisions: tuple[pr.Decision, ...]) -> Cell:
    """The play that random players found, told; it stands for the readings that it looked at, and says no more."""
    from rulewright_verify.planner.following import FoundPlay, follow
    from rulewright_verify.planner.plays import not_so, play_of

    options = {name: fixed.get(name, 0) for name in system.readings}
    played = follow(system, options, FoundPlay(decisions), asked.target)
    if played is None or not played.met:
        raise ValueError(f"a play against `{asked.text}` does not replay")
    trace = played.trace
    play = play_of(trace, asked=asked.text, found=not_so(asked.clause, system, trace.last, options))
    looked_at = {name: options[name] for name in system.readings if name in played.asked and name not in fixed}
    return Cell(looked_at, Answer(Outcome.VIOLATED, Shown(), AT_RANDOM, counterexample=play))


def _proofs(here: Instance, options: VerifyOptions) -> Proofs | None:
    """Proofs about a small game."""
    if len(here.system.nodes) > MOST_NODES:
        return None
    clauses = [asked.clause for asked in _asked(here) if asked.clause is not None]
    return Proofs(here.system, clauses, SECONDS, options.seed)


def _small(here: Instance, game: Configuration, asked: _Asked, seed: int, proofs: Proofs) -> list[Cell]:
    """Nothing if neither a state graph nor a proof can say."""
    from rulewright_verify.explicit import can_decide
    from rulewright_verify.planner.graph_clauses import decide_on_graph, draws_from_many, has_large_deals

    if asked.clause is None:
        forgets_nothing = proofs.abstraction() is here.system
        whole = proofs if forgets_nothing else Proofs(here.system, proofs.clauses, SECONDS, seed, whole=True)
        engine = whole.engine()
        if engine is None or engine.demands().open:
            return []
        rests = RestsOn(facts=engine.demands().facts_used)
        return [Cell({}, Answer(Outcome.HOLDS, Proved(), "induction", rests_on=rests))]
    claim = pr.Claim(
        asked.name, asked.title, {}, (), (), (), (), (), (), (asked.clause,), here.book.rulebook.name.span
    )
    question = Question(claim, asked.clause, here.system, game.scope, {}, seed, SECONDS, asked.text)
    answer = proofs.answer(question)
    if answer.outcome is Outcome.HOLDS:
        return [Cell({}, answer)]
    is_small = not has_large_deals(here.system) and (game.scope is not None or not draws_from_many(here.system))
    if can_decide(asked.clause) and is_small and not open_tables(here.system):
        cells = decide_on_graph(question)
        if all(cell.answer.outcome is not Outcome.UNKNOWN for cell in cells):
            return cells
    return []
