"""Clauses that one play can decide (it refutes, or shows that something is possible), under every combination of
readings.

A play that was found is followed under the other options of those readings that were looked at on its way; the others
cannot change it. What is left is searched again, or answered without a play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from rulewright.ir.nodes import System
from rulewright_verify.planner.answers import Answer, Cell, Options, agrees, all_options
from rulewright_verify.planner.following import Followed, FoundPlay, follow
from rulewright_verify.search.targets import Target
from rulewright_verify.verdict import Outcome

MOST_COMBINATIONS = 4096


@dataclass(frozen=True, slots=True)
class Deciders:
    """`target` is what a play must meet, its readings open. `search` gives a play, or None; `show` the answer that a
    play gives, `again` the one that it gives when it was followed under other options; `without` the answer where no
    play was found, with some readings fixed and the others open (or only with all fixed)."""

    target: Target
    search: Callable[[Options], FoundPlay | None]
    show: Callable[[Followed], Answer]
    without: Callable[[Options], Answer]
    again: Callable[[Answer, Followed], Answer] = lambda answer, followed: answer
    only_all_fixed: bool = False


def decide_by_plays(system: System, names: Sequence[str], by: Deciders) -> list[Cell]:
    """Cells for all combinations of the readings `names` of the (open) system."""
    cells: list[Cell] = []
    unnamed = {name: 0 for name in system.readings if name not in names}
    for options in all_options(system.readings, names):
        if any(agrees(cell.options, options) for cell in cells):
            continue
        play = by.search(options)
        played = None if play is None else follow(system, {**unnamed, **options}, play, by.target)
        if play is not None and played is not None and played.met:
            cells += _followed_elsewhere(system, play, played, by, cells)
        else:
            cells.append(_without_a_play(options, cells, by))
    return cells


def _followed_elsewhere(
    system: System, play: FoundPlay, played: Followed, by: Deciders, known: Sequence[Cell]
) -> list[Cell]:
    """The play where it was found, and wherever else the same decisions lead to the same end."""
    here = _cell(played)
    answer = by.show(played)
    result = [Cell(here, answer)]
    for numbers in islice(product(*(range(len(system.readings[name].options)) for name in here)), MOST_COMBINATIONS):
        elsewhere = dict(zip(here, numbers, strict=True))
        if any(agrees(cell.options, elsewhere) for cell in (*known, *result)):
            continue
        again = follow(system, {**played.options, **elsewhere}, play, by.target)
        if again is not None and again.met:
            result.append(Cell({**elsewhere, **_cell(again)}, by.again(answer, again)))
    return result


def _cell(played: Followed) -> dict[str, int]:
    """The readings that were looked at, with the options under which it was played."""
    return {name: played.options[name] for name in played.system.readings if name in played.asked}


def _without_a_play(options: Options, known: Sequence[Cell], by: Deciders) -> Cell:
    """No play was found: an answer without one, with as few readings fixed as possible."""
    tries = [dict(options)] if by.only_all_fixed else _more_and_more(options)
    answer: Answer | None = None
    for fixed in tries:
        if any(agrees(cell.options, fixed) and cell.answer.outcome is not Outcome.UNKNOWN for cell in known):
            continue  # some play is known that these readings allow
        answer = by.without(fixed)
        if answer.outcome is not Outcome.UNKNOWN:
            return Cell(fixed, answer)
    assert answer is not None
    return Cell(dict(options), answer)


def _more_and_more(options: Options) -> list[dict[str, int]]:
    """Nothing fixed, then one reading (those that depart from the way of play first), then all."""
    single = sorted(options, key=lambda name: options[name] == 0)
    tries: list[dict[str, int]] = [{}]
    tries += [{name: options[name]} for name in single]
    if len(options) > 1:
        tries.append(dict(options))
    return tries
