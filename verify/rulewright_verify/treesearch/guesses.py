"""What else a player could be looking at: the same to their eyes, with all that is hidden dealt anew.

All hidden things of a kind set are put together and dealt out to the places where they may lie; each place keeps its
number of things, and how many of each value of what others see of them. What comes out hangs on the player's view
and on the seed, and not on what is really there: things are sorted before they are shuffled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import cast

from rulewright.interpreter.canonical import Canonical
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.state import Entries, Entry, Memory, State, Thing
from rulewright.ir.graph import changed_zones
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.nodes import Form, Handle, Life, Mark, Sight, System, Zone, ZoneRef
from rulewright.play.view import may_look

ATTEMPTS = 200
"""Deals that are tried where others see several attributes of hidden things, which may not fit together."""

Seen = tuple[object, ...]
"""What others see of a thing."""


_Group = tuple[str, tuple[Mark, ...]]
"""Things that could lie in each other's places."""


@dataclass(slots=True)
class _Place:
    """An entry of a zone into which the player cannot look. `seen`: what of the things in it all can see."""

    zone: str
    offset: int
    size: int
    seen: tuple[Counter[Seen], ...]
    dealt: list[Thing] = field(default_factory=list)


class Guesses:
    """For one system, whose readings are chosen."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._evaluator = Evaluator(system)
        self._canonical = Canonical(system, self._evaluator)
        self._live = live_at_nodes(system)
        moved = changed_zones(system)  # what lies in others is printed in the rules
        self._secret = [
            zone for zone in system.zones.values()
            if zone.life is Life.GAME and zone.sight is not Sight.ALL and zone.name in moved
        ]

    @property
    def are_needed(self) -> bool:
        """Whether anything is ever hidden from anybody."""
        return bool(self._secret)

    def guess(self, state: State, player: int, rng: Random) -> State:
        """Another state that looks the same to a player."""
        groups: dict[_Group, list[_Place]] = {}
        things: dict[_Group, list[Thing]] = {}
        for zone, offset, entry in self._hidden(state, player):
            group = (zone.kinds, zone.marks)
            inside = _things(zone, entry)
            things.setdefault(group, []).extend(inside)
            groups.setdefault(group, []).append(
                _Place(zone.name, offset, len(inside), tuple(
                    Counter(seen(thing) for thing in inside) for seen in self._eyes(zone)
                ))
            )
        dealt = {group: self._deal(groups[group], sorted(things[group]), rng) for group in groups}
        return self._with(state, [place for places in dealt.values() for place in places], rng)

    # -------------------------------------------------------------- what is hidden

    def _hidden(self, state: State, player: int) -> Iterator[tuple[Zone, int, Entry]]:
        for zone in self._secret:
            for offset, entry in enumerate(state.zones[zone.name]):
                if not may_look(zone, offset, player):
                    yield zone, offset, entry

    def _eyes(self, zone: Zone) -> Sequence[Callable[[Thing], Seen]]:
        """What others see of a thing, attribute by attribute."""
        kinds = self.system.kinds[zone.kinds]
        tables = [self.system.tables[kinds.attributes[attribute]].values for attribute in zone.others_see]

        def eye(values: Sequence[int]) -> Callable[[Thing], Seen]:
            return lambda thing: (values[thing[0]],)

        return [eye(values) for values in tables]

    # -------------------------------------------------------------- dealing

    def _deal(self, places: list[_Place], things: list[Thing], rng: Random) -> list[_Place]:
        for _ in range(ATTEMPTS):
            if self._dealt(places, things, rng):
                return places
        raise RuntimeError("what others see of hidden things does not fit together")

    def _dealt(self, places: Sequence[_Place], things: Sequence[Thing], rng: Random) -> bool:
        """Deal out all things; False if one of them fits nowhere any more."""
        order = list(things)
        rng.shuffle(order)
        eyes = {place.zone: self._eyes(self.system.zones[place.zone]) for place in places}
        needed = {id(place): [Counter(seen) for seen in place.seen] for place in places}
        for place in places:
            place.dealt.clear()
        for thing in order:
            fitting = [
                place for place in places if len(place.dealt) < place.size and all(
                    need[eye(thing)] > 0 for need, eye in zip(needed[id(place)], eyes[place.zone], strict=True)
                )
            ]
            if not fitting:
                return False
            chosen = rng.choices(fitting, [place.size - len(place.dealt) for place in fitting])[0]
            chosen.dealt.append(thing)
            for need, eye in zip(needed[id(chosen)], eyes[chosen.zone], strict=True):
                need[eye(thing)] -= 1
        return True

    # -------------------------------------------------------------- putting it together

    def _with(self, state: State, places: Sequence[_Place], rng: Random) -> State:
        zones: dict[str, Entries] = dict(state.zones)
        for place in places:
            entries = list(zones[place.zone])
            entries[place.offset] = self._entry(self.system.zones[place.zone], place.dealt)
            zones[place.zone] = tuple(entries)
        memory = Memory.of(State(state.place, state.slots, zones))
        changed = {(place.zone, place.offset) for place in places}
        for handle in self.system.handles:
            self._point_anew(handle, state, memory, changed, rng)
        self._canonical.settle(memory, self._live[state.place])
        return memory.at_rest(state.place)

    def _entry(self, zone: Zone, things: Sequence[Thing]) -> Entry:
        if zone.form is not Form.BAG:
            return tuple(things)
        counts = Counter(thing[0] for thing in things)
        return tuple(counts[kind] for kind in range(len(zone.initial[0])))

    def _point_anew(
        self, handle: Handle, state: State, memory: Memory, changed: set[tuple[str, int]], rng: Random
    ) -> None:
        """A name for a hidden thing means what lies in its place now."""
        if handle.where not in self._live[state.place]:
            return
        ref = handle.zones[state.slots[handle.where][0]]
        offset = self._offset(ref, state)
        if (ref.zone, offset) not in changed:
            return
        zone, entry = self.system.zones[ref.zone], memory.zones[ref.zone][offset]
        if zone.form is Form.BAG:
            counts = cast(tuple[int, ...], entry)
            kind = rng.choices(range(len(counts)), counts)[0]
        else:
            kind = cast(tuple[Thing, ...], entry)[state.slots[handle.place][0]][0]
        memory.slots[handle.kind] = (kind,)

    def _offset(self, ref: ZoneRef, state: State) -> int:
        offset = 0
        for index, size in zip(ref.index, self.system.zones[ref.zone].dims, strict=True):
            offset = offset * size + self._evaluator.value(index, state, {})
        return offset


def _things(zone: Zone, entry: Entry) -> list[Thing]:
    if zone.form is Form.BAG:
        return [(kind,) for kind, n in enumerate(cast(tuple[int, ...], entry)) for _ in range(n)]
    return list(cast(tuple[Thing, ...], entry))
