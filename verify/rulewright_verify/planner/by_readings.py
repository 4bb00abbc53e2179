"""Clauses that one play can decide (it refutes, or shows that something is possible), under every combination of
readings.

A play that was found is followed under the other options of those readings that it met; readings that it did not
meet cannot change it. What is left is searched again, or answered without a play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from rulewright.ir.nodes import System
from rulewright.ir.properties import Decision
from rulewright.ir.walk import Piece
from rulewright_verify.planner.answers import Answer, Cell, Options, agrees, all_options
from rulewright_verify.planner.following import Followed, TargetUnder, follow, readings_met
from rulewright_verify.verdict import Outcome

MOST_COMBINATIONS = 4096


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A play as decisions; `loop_to`: it comes back to its state of that number."""

    decisions: Sequence[Decision]
    loop_to: int | None = None


@dataclass(frozen=True, slots=True)
class Deciders:
    """`system(options)` is the system in which plays are searched and followed; `watched` are the expressions that
    the (open) clause looks at. `search` gives a play, or None; `show` the answer that a play gives; `without` the
    answer where none was found, with some readings fixed and the others open."""

    system: Callable[[Options], System]
    target: TargetUnder
    watched: Sequence[Piece]
    search: Callable[[Options], FoundPlay | None]
    show: Callable[[Followed, Options], Answer]
    without: Callable[[Options], Answer]
    only_all_fixed: bool = False


def decide_by_plays(system: System, names: Sequence[str], by: Deciders) -> list[Cell]:
    """Cells for all combinations of the readings `names` of the (open) system."""
    cells: list[Cell] = []
    for options in all_options(system.readings, names):
        if any(agrees(cell.options, options) for cell in cells):
            continue
        play = by.search(options)
        played = None if play is None else _followed(by, options, play)
        if play is not None and played is not None and played.met:
            cells += _followed_elsewhere(system, options, play, played, by, cells)
        else:
            cells.append(_without_a_play(options, cells, by))
    return cells


def _followed(by: Deciders, options: Options, play: FoundPlay) -> Followed | None:
    return follow(by.system(options), play.decisions, by.target(options), play.loop_to)


def _followed_elsewhere(
    system: System, options: Options, play: FoundPlay, played: Followed, by: Deciders, known: Sequence[Cell]
) -> list[Cell]:
    met = [name for name in readings_met(system, played.nodes, by.watched) if name in options]
    here = {name: options[name] for name in met}
    result = [Cell(here, by.show(played, options))]
    others = list(product(*(range(len(system.readings[name].options)) for name in met)))
    for numbers in others[:MOST_COMBINATIONS]:
        elsewhere = dict(zip(met, numbers, strict=True))
        if elsewhere == here or any(agrees(cell.options, elsewhere) for cell in (*known, *result)):
            continue
        there = {**options, **elsewhere}
        again = _followed(by, there, play)
        if again is None or not again.met:
            continue
        # It may pass other nodes there, and so meet readings of which nothing is known yet.
        also_met = readings_met(system, again.nodes, by.watched)
        cell = {**elsewhere, **{name: options[name] for name in also_met if name in options and name not in elsewhere}}
        result.append(Cell(cell, by.show(again, there)))
    return result


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
