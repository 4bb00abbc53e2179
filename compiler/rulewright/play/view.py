"""What a player may see of a state (core, section 8).

Values are seen by all. Of a zone that one may not look into, one sees how much lies there, and how
often each value of the attributes that `others see`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from rulewright.interpreter.changes import Namer, cell_names, shown_entry, shown_values
from rulewright.interpreter.state import Entry, State, Thing
from rulewright.ir.nodes import Form, Life, Sight, System, Zone
from rulewright.ir.values import printed


@dataclass(frozen=True, slots=True)
class SeenZone:
    """One entry of a zone as a player sees it.

    `contents` is None where he may not look; then `known` tells, for each attribute that others see,
    how many of each value lie there: `("cult", "sun", 2)`.
    """

    name: str
    size: int
    contents: str | None
    known: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The table for one player: values as printed, and zones."""

    player: int
    values: tuple[tuple[str, str], ...]
    zones: tuple[SeenZone, ...]


def visible(system: System, state: State, player: int, say: Namer = printed) -> View:
    """What `player` may see of a state, with values as `say` prints them."""
    return View(player, tuple(shown_values(system, state, say)), tuple(_zones(system, state, player, say)))


def may_look(zone: Zone, offset: int, player: int) -> bool:
    """Whether a player sees what lies in an entry. `owner` of an entry that is nobody's sees nobody."""
    match zone.sight:
        case Sight.ALL:
            return True
        case Sight.NOBODY:
            return False
        case Sight.OWNER:
            if zone.owner_dim is None:
                return False
            for size in reversed(zone.dims[zone.owner_dim + 1 :]):
                offset //= size
            return offset % zone.dims[zone.owner_dim] == player


def _zones(system: System, state: State, player: int, say: Namer) -> Iterator[SeenZone]:
    for zone in system.zones.values():
        if zone.life is not Life.GAME:
            continue
        for offset, (name, entry) in enumerate(zip(cell_names(zone, say), state.zones[zone.name], strict=True)):
            kinds = _kinds_in(zone, entry)
            if may_look(zone, offset, player):
                yield SeenZone(name, len(kinds), shown_entry(system, zone, entry, say))
            else:
                yield SeenZone(name, len(kinds), None, tuple(_known(system, zone, kinds, say)))


def _known(system: System, zone: Zone, kinds: list[int], say: Namer) -> Iterator[tuple[str, str, int]]:
    declared = system.kinds[zone.kinds]
    for attribute in zone.others_see:
        table = system.tables[declared.attributes[attribute]]
        counted = Counter(table.values[kind] for kind in kinds)
        for value in sorted(counted):
            yield attribute, say(declared.attribute_types[attribute], value), counted[value]


def _kinds_in(zone: Zone, entry: Entry) -> list[int]:
    if zone.form is Form.BAG:
        return [kind for kind, n in enumerate(cast(tuple[int, ...], entry)) for _ in range(n)]
    return [thing[0] for thing in cast(tuple[Thing, ...], entry)]
