"""Where readings have too many combinations to look at each: the game as it is played, by their first options, and,
where a play decides there, every single departure from it that the play can notice.

A departure under which the same decisions lead to the same end is told with the way of play; where they do not, it is
searched again, as long as that stays cheap: what is left out is not spoken of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.ir.nodes import System
from rulewright_verify.planner.answers import Answer, Cell
from rulewright_verify.planner.by_readings import Deciders
from rulewright_verify.planner.following import Followed, FoundPlay, follow
from rulewright_verify.verdict import Outcome

AS_PLAYED = "open readings as in play, by their first options"
OR_ONE_OTHERWISE = "open readings as in play, by their first options, or one of them otherwise"
MOST_STATES = 50_000
"""Departures are searched again until so many states have been seen in all."""


def decide_around(system: System, names: Sequence[str], by: Deciders) -> list[Cell]:
    """Cells for the way of play and for departures from it; nothing is said of other combinations."""
    as_played = dict.fromkeys(names, 0)
    unnamed = {name: 0 for name in system.readings if name not in names}
    play = by.search(as_played)
    played = None if play is None else follow(system, {**unnamed, **as_played}, play, by.target)
    if play is None or played is None or not played.met:
        return [_alone(as_played, by.without(as_played), AS_PLAYED)]
    asked = tuple(name for name in names if name in played.asked)
    base = by.show(played)
    found, complete = _departures(system, asked, as_played, played, by)
    others = [Cell(options, answer, alone=True) for options, answer in found if answer.outcome is not base.outcome]
    return [_alone(dict.fromkeys(asked, 0), base, OR_ONE_OTHERWISE if complete else AS_PLAYED), *others]


def _alone(options: Mapping[str, int], answer: Answer, bound: str) -> Cell:
    return Cell(dict(options), replace(answer, bounds=(*answer.bounds, bound)), alone=True)


def _departures(
    system: System, asked: Sequence[str], as_played: Mapping[str, int], played: Followed, by: Deciders
) -> tuple[list[tuple[dict[str, int], Answer]], bool]:
    """What comes of each departure, as far as it was looked at, and whether all of them were."""
    found: list[tuple[dict[str, int], Answer]] = []
    n_states = 0
    complete = True
    for name in asked:
        for number in range(1, len(system.readings[name].options)):
            options = {**played.options, name: number}
            again = follow(system, options, played.play, by.target)
            if again is not None and again.met:
                found.append(({each: options[each] for each in asked}, by.again(by.show(played), again)))
                continue
            if n_states >= MOST_STATES:
                complete = False
                continue
            here = {**as_played, name: number}
            answer = _searched(system, here, options, by)
            n_states += answer.states or 0
            complete = complete and answer.outcome is not Outcome.UNKNOWN
            if answer.outcome is not Outcome.UNKNOWN:
                found.append((here, answer))
    return found, complete


def _searched(system: System, here: Mapping[str, int], options: Mapping[str, int], by: Deciders) -> Answer:
    """The answer under one departure, by a play of its own if there is one that replays."""
    play: FoundPlay | None = by.search(here)
    played = None if play is None else follow(system, options, play, by.target)
    if played is not None and played.met:
        return by.show(played)
    return by.without(here)
