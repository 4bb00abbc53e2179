"""Clauses decided on the state graph: every play of a scope, or of one run, for each combination of readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING

from rulewright.interpreter.state import State
from rulewright.ir import properties as pr
from rulewright.ir.forgetting import CannotForget, forget
from rulewright.ir.graph import reachable
from rulewright.ir.intervals import interval
from rulewright.ir.needed import needed_by_clause
from rulewright.ir.nodes import Chance, Deal, Demand, Kinds, Life, System
from rulewright.ir.specialise import specialise_clause
from rulewright.ir.walk import descendants
from rulewright_verify.planner.answers import Answer, Cell, Options, empty_only_everywhere
from rulewright_verify.planner.blame import rests_on_play
from rulewright_verify.planner.by_readings import Deciders, decide_by_plays
from rulewright_verify.planner.departures import decide_around
from rulewright_verify.planner.empty import story_of
from rulewright_verify.planner.following import Followed, FoundPlay, told
from rulewright_verify.planner.plays import Found, not_so, play_of
from rulewright_verify.planner.questions import Question, as_played, with_all_readings
from rulewright_verify.search.targets import Target, refutation, witness
from rulewright_verify.verdict import Bounded, Exact, Exhaustive, Measurement, Outcome, RestsOn, Shown

if TYPE_CHECKING:
    from rulewright_verify.explicit import Budget

METHOD = "state graph"
STATES = 8_000_000
MOST_COMBINATIONS = 256
MANY_KINDS = 20
MEMORY_MB = 6000


Explored = Mapping[tuple[tuple[str, int], ...], tuple[Answer, FoundPlay | None]]
"""By the options of the readings that a clause can notice: the answer, and the play that shows it."""


def decide_on_graph(
    question: Question, *, states: int = STATES, seconds: float | None = None, known: Explored | None = None
) -> list[Cell]:
    """One exploration for each combination of the readings that the clause can notice, unless a play that was found
    under another one is a play here, too. Where there are very many, only the one that play uses is looked at, and what
    departs from it in one reading. `known` is what was explored already."""
    from rulewright_verify.explicit import Budget

    limits = Budget(states, MEMORY_MB, min(question.seconds, seconds or question.seconds))
    names = needed_by_clause(question.system, question.clause).readings
    answers = dict(known or {})

    def search(options: Options) -> FoundPlay | None:
        if _key(options) not in answers:
            clause = specialise_clause(question.system, question.clause, options)
            answers[_key(options)] = _explored(
                question, with_all_readings(question.system, options), clause, limits
            )
        return answers[_key(options)][1]

    def without(options: Options) -> Answer:
        return answers[_key(options)][0]

    def show(played: Followed) -> Answer:
        return answers[_key({name: played.options[name] for name in names})][0]

    by = Deciders(_target(question.clause), search, show, without, only_all_fixed=True)
    if has_many_combinations(question.system, names):
        return decide_around(question.system, names, by)
    return empty_only_everywhere(decide_by_plays(question.system, names, by))


def has_many_combinations(system: System, names: Sequence[str]) -> bool:
    """Whether there are too many combinations of readings to build a graph for each."""
    return prod(len(system.readings[name].options) for name in names) > MOST_COMBINATIONS


def _target(clause: pr.Clause) -> Target:
    """What a play must meet; one that goes on for ever only has to come back."""
    asked = witness(clause) if _wants_play(clause) else refutation(clause)
    return asked or Target()


def _key(options: Options) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(options.items()))


def _wants_play(clause: pr.Clause) -> bool:
    return isinstance(clause, pr.Possible | pr.MayGoOn | pr.Measured)


def has_large_deals(system: System) -> bool:
    """Whether luck deals whole hands: such a game is never enumerated."""
    return any(isinstance(node, Deal) for node in system.nodes) and _most_deals(system) > 20_000


def draws_from_many(system: System) -> bool:
    """Whether luck draws cards out of many kinds, one after another: a whole game of it has too many hands to look at
    each, while a run of it, or a scope with as many kinds, may take few cards."""
    return any(
        sum(map(bool, map(sum, zip(*_filled_zones(system, part.zone.zone), strict=True)))) >= MANY_KINDS
        for node in reachable(system) if isinstance(chance := system.nodes[node], Chance)
        for part in descendants(chance.binder.domain) if isinstance(part, Kinds)
    )


def _filled_zones(system: System, zone: str) -> Iterator[tuple[int, ...]]:
    """What lies at the start in each zone of the kinds of this one."""
    kinds = system.zones[zone].kinds
    return (entry for each in system.zones.values() if each.kinds == kinds for entry in each.initial)


def _most_deals(system: System) -> int:
    most = 0
    for node in system.nodes:
        if isinstance(node, Deal):
            zone = system.zones[node.source.zone]
            n_cards = sum(sum(entry) for other in system.zones.values() if other.kinds == zone.kinds
                          for entry in other.initial)
            n = interval(node.n, system)[1]
            most = max(most, comb(n_cards, min(n, n_cards)))
    return most


def without_idle_slots(system: System, clause: pr.Clause) -> tuple[System, frozenset[str]]:
    """The system without the game slots on which nothing hangs that the clause can notice, and their names. Where
    something that stays reads one of them, nothing is left out."""
    needed = needed_by_clause(system, clause).slots
    idle = frozenset(name for name, slot in system.slots.items() if slot.life is Life.GAME and name not in needed)
    if not idle:
        return system, idle
    try:
        return forget(system, idle), idle
    except CannotForget:
        return system, frozenset()


def decide_on_small_graph(question: Question, states: int) -> list[Cell] | None:
    """The same, if so many states are enough for every combination."""
    from rulewright_verify.explicit import Budget

    names = needed_by_clause(question.system, question.clause).readings
    first = _explored(question, *as_played(question), Budget(states, MEMORY_MB, question.seconds))
    if first[0].outcome is Outcome.UNKNOWN:
        return None
    cells = decide_on_graph(question, states=states, known={_key(dict.fromkeys(names, 0)): first})
    return None if any(cell.answer.outcome is Outcome.UNKNOWN for cell in cells) else cells


def _explored(
    question: Question, system: System, clause: pr.Clause, limits: Budget
) -> tuple[Answer, FoundPlay | None]:
    from rulewright_verify.explicit import Answer as GraphAnswer
    from rulewright_verify.explicit import decide
    from rulewright_verify.planner.verdicts import joined

    sliced, idle = without_idle_slots(system, clause)
    result = decide(
        sliced, clause, budget=limits,
        progress=lambda states, depth: question.note(METHOD, seen_words(states, depth)),
    )
    if result.answer is GraphAnswer.UNKNOWN:
        question.note(METHOD, seen_words(result.states, result.depth - 1))
        reason = f"{result.reason} of the state graph"
        return Answer(
            Outcome.UNKNOWN, None, METHOD, reason=reason, states=result.states, transitions=result.transitions
        ), None
    broken = [f"{failure.reason.value}: {failure.subject}" for failure in result.failures]
    rests = joined(rests_on_play(system), RestsOn(
        open_demands=tuple(dict.fromkeys([*broken, *_demands_left_out(system, sliced, clause)]))
    ))
    value = _measured(clause, result.value)
    found = None
    play = None
    if result.found is not None:
        holds = result.answer is GraphAnswer.HOLDS
        trace = told(sliced, result.found.moves)
        found = FoundPlay(trace.decisions, result.found.loop_to, idle, shortest=result.found.loop_to is None)
        keepers = tuple(_name(system, player) for player in result.players)
        play = play_of(
            trace, asked=question.text, found=_found(question.clause, result.going, holds, sliced, trace.last),
            loop_to=result.found.loop_to, kept_going_by=keepers,
        )
    assurance = Exhaustive(question.scope) if result.complete else (
        Shown() if result.found is not None else Bounded(result.depth)
    )
    outcome = Outcome.HOLDS if result.answer is GraphAnswer.HOLDS else Outcome.VIOLATED
    if outcome is Outcome.HOLDS and result.vacuous:
        outcome = Outcome.VACUOUS
    if result.found is not None and not isinstance(clause, pr.Measured):
        assurance = Shown()
    shows = outcome is Outcome.HOLDS and _wants_play(clause)
    answer = Answer(
        outcome, assurance, METHOD, bounds=scope_bounds(question), measurements=value, rests_on=rests,
        story=story_of(clause) if outcome is Outcome.VACUOUS else _story(
            system, result.going, result.players, result.alone
        ),
        counterexample=None if shows or outcome is not Outcome.VIOLATED else play, witness=play if shows else None,
        states=result.states, transitions=result.transitions,
    )
    return answer, None if isinstance(clause, pr.Measured) else found


def seen_words(states: int, depth: int) -> str:
    """How far a graph was built."""
    if depth < 1:
        return f"{states:,} situations, not yet all plays of one step"
    return f"all plays of up to {depth} {'step' if depth == 1 else 'steps'} ({states:,} situations)"


def scope_bounds(question: Question) -> tuple[str, ...]:
    found = []
    if question.scope is not None:
        found.append(f"scope {question.scope}")
    if not question.asserts_whole_game:
        found.append("one run, from the situation that is given")
    return tuple(found)


def _demands_left_out(system: System, sliced: System, clause: pr.Clause) -> list[str]:
    """What a run that ends must not break down at, and the sliced system does not look at."""
    from rulewright_verify.explicit.regions import nodes_inside

    if not isinstance(clause, pr.Ends):
        return []
    inside = nodes_inside(system, clause.regions)

    def demands(of: System) -> dict[Demand, None]:
        parts = (part for number in sorted(inside & reachable(of)) for part in descendants(of.nodes[number]))
        return dict.fromkeys(part for part in parts if isinstance(part, Demand))

    kept = demands(sliced)
    return [f"{demand.reason.value}: {demand.subject}" for demand in demands(system) if demand not in kept]


def _measured(clause: pr.Clause, value: int | None) -> tuple[Measurement, ...]:
    if value is None or not isinstance(clause, pr.Measured | pr.Positions):
        return ()
    text = clause.text if isinstance(clause, pr.Positions) else clause.quantity.text
    bound = f"{clause.bound.op} {', '.join(str(v) for v in clause.bound.values)}"
    return (Measurement(text, Exact(Fraction(value)), bound),)


def _name(system: System, player: int) -> str:
    from rulewright.ir.values import printed

    return printed(system.players, player)


def _found(clause: pr.Clause, going: object, holds: bool, system: System, last: State) -> str | Found:
    if going is not None and getattr(going, "name", "NONE") != "NONE":
        return "the play comes back to where it was, and can go on like that for ever"
    return "here it is so" if holds else not_so(clause, system, last)


def _story(system: System, going: object, players: tuple[int, ...], alone: tuple[int, ...]) -> str:
    kind = getattr(going, "name", None)
    names = " and ".join(_name(system, player) for player in players)
    match kind:
        case "FORCED":
            return "From some situation nobody, and no luck, can end it."
        case "KEPT_GOING":
            able = " and ".join(_name(system, player) for player in alone)
            more = f" {able} could end it alone." if able else ""
            return f"{names or 'The players'} keep it going and could do otherwise.{more}"
        case "LUCK":
            return "Only luck keeps it going: it ends with chance 1."
    return ""

