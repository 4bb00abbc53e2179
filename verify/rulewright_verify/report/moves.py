"""What one step changed, in as few words as say it: values as `0 → 1`, things as where they went.

A change of a zone is given as two lists of what lies there. Only what came and went is of interest, and what
left one zone for another is told once: `altar[sun]: deck → hand[North]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright_verify.evidence import Change

NOTHING = "nothing"
MOST_THINGS = 6


@dataclass(frozen=True, slots=True)
class Moved:
    """`what` changed from `before` to `after`: a value, or things and the zones between which they went."""

    what: str
    before: str
    after: str


def moves_of(changes: Sequence[Change]) -> tuple[Moved, ...]:
    """Values in their order, then things."""
    zones = [change for change in changes if _is_zone(change)]
    values = [Moved(one.name, one.before, one.after) for one in changes if one not in zones]
    return (*values, *_things(zones))


def _is_zone(change: Change) -> bool:
    """Whether both sides list what lies somewhere; a list of one thing looks like a value, unless it was empty."""
    sides = (change.before, change.after)
    return NOTHING in sides or any("," in side or re.match(r"\d+ \S", side) for side in sides)


def _things(zones: Sequence[Change]) -> tuple[Moved, ...]:
    gone = {one.name: _listed(one.before) - _listed(one.after) for one in zones}
    come = {one.name: _listed(one.after) - _listed(one.before) for one in zones}
    found: dict[tuple[str, str], Counter[str]] = {}
    for source, things in gone.items():
        for target, arrived in come.items():
            if target == source:
                continue
            for thing in _bare(things) & _bare(arrived):
                n = min(_bare(things)[thing], _bare(arrived)[thing])
                found.setdefault((source, target), Counter())[thing] += n
                _take(things, thing, n)
                _take(arrived, thing, n)
    for name in gone:
        if gone[name] and come[name]:
            continue  # a thing that stays and changes its marks is told below as it is now
        if gone[name]:
            found[(name, "")] = gone[name]
    for name, things in come.items():
        if things:
            found[("", name)] = things
    return tuple(Moved(_told(things), source, target) for (source, target), things in found.items())


def _listed(text: str) -> Counter[str]:
    """`altar, 2 soul (by: North)` as things with how many there are; commas in brackets do not separate."""
    things: Counter[str] = Counter()
    if text != NOTHING:
        for part in re.split(r", (?![^(\[]*[)\]])", text):
            count = re.match(r"(\d+) (?=\S)", part)
            things[part[count.end() :] if count else part] += int(count[1]) if count else 1
    return things


def _bare(things: Counter[str]) -> Counter[str]:
    """Things without their marks, which they may lose or get on the way."""
    bare: Counter[str] = Counter()
    for thing, n in things.items():
        bare[thing.partition(" (")[0]] += n
    return bare


def _take(things: Counter[str], bare: str, n: int) -> None:
    for thing in [one for one in things if one.partition(" (")[0] == bare]:
        taken = min(n, things[thing])
        things[thing] -= taken
        n -= taken
        if not things[thing]:
            del things[thing]


def _told(things: Counter[str]) -> str:
    total = sum(things.values())
    if len(things) > MOST_THINGS:
        return f"{total} things"
    return ", ".join(f"{n} {thing}" if n > 1 else thing for thing, n in things.items())
