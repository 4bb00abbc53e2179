"""Clauses that one play decides (it refutes, or shows that something is possible), under every combination of readings.

A play that was found is followed under the other options of those readings that it met; readings that it did not
meet cannot change it. What is left is searched again, or proved to have no such play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rulewright.ir.nodes import System
from rulewright.ir.properties import Decision
from rulewright_verify.planner.answers import Answer, Cell, Options, agrees, all_options
from rulewright_verify.planner.following import Followed, Seen, follow, readings_met
from rulewright_verify.verdict import Outcome

Search = Callable[[Options], Sequence[Decision] | None]
"""A play (its decisions) under these readings, if one is found."""
Show = Callable[[Followed, Options], Answer]
"""The answer that a play gives."""
Prove = Callable[[Options], Answer]
"""An attempt to prove, under the readings that are given and all options of the others, that there is no such play."""

MOST_COMBINATIONS = 2048


@dataclass(frozen=True, slots=True)
class Deciders:
    search: Search
    show: Show
    prove: Prove


def decide_by_plays(system: System, names: Sequence[str], seen: Seen, by: Deciders) -> list[Cell]:
    """Cells for all combinations of the readings `names` of the (open) system."""
    cells: list[Cell] = []
    for options in all_options(system.readings, names):
        if any(agrees(cell.options, options) for cell in cells):
            continue
        decisions = by.search(options)
        played = None if decisions is None else follow(system, options, decisions, seen)
        if decisions is not None and played is not None and played.met:
            cells += _followed_elsewhere(system, options, decisions, played, seen, by, cells)
        else:
            cells.append(_without_a_play(system.readings, options, cells, by))
    return cells


def _followed_elsewhere(
    system: System, options: Options, decisions: Sequence[Decision], played: Followed, seen: Seen, by: Deciders,
    known: Sequence[Cell],
) -> list[Cell]:
    met = [name for name in readings_met(system, played.nodes, seen) if name in options]
    here = {name: options[name] for name in met}
    result = [Cell(here, by.show(played, options))]
    others = list(product(*(range(len(system.readings[name].options)) for name in met)))
    for numbers in others[:MOST_COMBINATIONS]:
        elsewhere = dict(zip(met, numbers, strict=True))
        if elsewhere == here or any(agrees(cell.options, elsewhere) for cell in known):
            continue
        again = follow(system, {**options, **elsewhere}, decisions, seen)
        if again is None or not again.met:
            continue
        # It may pass other nodes there, and so meet readings of which nothing is known yet.
        also_met = readings_met(system, again.nodes, seen)
        cell = {**elsewhere, **{name: options[name] for name in also_met if name in options and name not in elsewhere}}
        result.append(Cell(cell, by.show(again, {**options, **elsewhere})))
    return result


def _without_a_play(
    readings: Mapping[str, object], options: Options, known: Sequence[Cell], by: Deciders
) -> Cell:
    """No play was found: prove that there is none, with as few readings fixed as possible."""
    answer: Answer | None = None
    for fixed in _more_and_more(options):
        if any(agrees(cell.options, fixed) and cell.answer.outcome is not Outcome.UNKNOWN for cell in known):
            continue  # some play is known that these readings allow
        answer = by.prove(fixed)
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
