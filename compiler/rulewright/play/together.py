"""An `at once` that is under way: what each player may know of it.

Whoever is asked there sees the situation in which it began, and what their own rounds did since; what the
others did comes to light when all rounds are over. Gates tell where rounds begin (`Step.passed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import cast

from rulewright.interpreter.state import Cells, Entry, State, Thing
from rulewright.interpreter.trace import Step
from rulewright.ir.nodes import Form, GateKind, System, Zone

Position = tuple[int, int]
"""A line of a play: the number of its step, and its number there."""


@dataclass(slots=True)
class Round:
    """What one person's or thing's round did: from where to where, told from which line on. `deciders`: who was
    asked in it, by printed name."""

    told_from: Position
    start: State
    end: State
    deciders: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Together:
    """The `at once` in which a play stands. `told_from`: the first line that not everybody may hear yet."""

    told_from: Position
    base: State
    rounds: list[Round] = field(default_factory=list)

    def seen_by(self, system: System, who: str, *, is_asked: bool) -> State:
        """The table as this player knows it; the last round is theirs if they are asked."""
        own = [each for each in self.rounds if who in each.deciders]
        if is_asked and self.rounds and self.rounds[-1] not in own:
            own.append(self.rounds[-1])
        seen = self.base
        for each in own:
            seen = _patched(system, seen, each)
        return seen


def under_way(steps: Sequence[Step]) -> Together | None:
    """The `at once` in which the last step ended; None outside of any."""
    now: Together | None = None
    for number, step in enumerate(steps):
        if now is not None and now.rounds and step.decision is not None:
            now.rounds[-1].deciders.add(step.decision.who)
        for passed in step.passed:
            here = (number, passed.n_lines)
            if now is not None and now.rounds:
                now.rounds[-1].end = passed.table
            if passed.kind is GateKind.TOGETHER:
                now = Together(here, passed.table)
            elif passed.kind is GateKind.APART:
                now = None
            elif now is not None:
                now.rounds.append(Round(here, passed.table, passed.table))
        if now is not None and now.rounds:
            now.rounds[-1].end = step.state
    return now


def _patched(system: System, seen: State, own: Round) -> State:
    """What is seen, with what a round changed."""
    slots = {
        name: _cells(before, own.start.slots[name], own.end.slots[name]) for name, before in seen.slots.items()
    }
    zones = {
        name: tuple(
            _entry(system.zones[name], *entries)
            for entries in zip(before, own.start.zones[name], own.end.zones[name], strict=True)
        )
        for name, before in seen.zones.items()
    }
    return replace(seen, slots=MappingProxyType(slots), zones=MappingProxyType(zones))


def _cells(seen: Cells, start: Cells, end: Cells) -> Cells:
    return tuple(
        old if before == after else after for old, before, after in zip(seen, start, end, strict=True)
    )


def _entry(zone: Zone, seen: Entry, start: Entry, end: Entry) -> Entry:
    """Other rounds may have laid things in the same place: only what came and went counts."""
    if start == end:
        return seen
    if seen == start:
        return end
    if zone.form is Form.BAG:
        counts = zip(cast(Cells, seen), cast(Cells, start), cast(Cells, end), strict=True)
        return tuple(n + after - before for n, before, after in counts)
    before, after = (Counter(cast(tuple[Thing, ...], entry)) for entry in (start, end))
    return (*_without(cast(tuple[Thing, ...], seen), before - after), *(after - before).elements())


def _without(things: Iterable[Thing], gone: Counter[Thing]) -> Iterable[Thing]:
    for thing in things:
        if gone[thing]:
            gone[thing] -= 1
        else:
            yield thing
