"""States between the packed form and the form that everybody reads."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from rulewright.interpreter.codegen.memory import frame_start
from rulewright.interpreter.codegen.plan import WINNERS, Field, Place, Plan
from rulewright.interpreter.codegen.shapes import BagShape, packed_entry, unpacked_entry
from rulewright.interpreter.codegen.sites import Sites
from rulewright.interpreter.state import Cells, Entries, Failure, State, start_entries
from rulewright.ir import nodes as ir


class Transport:
    """Packs and unpacks the states of one plan."""

    def __init__(self, plan: Plan, sites: Sites) -> None:
        self.plan = plan
        self.sites = sites
        self.by_number = {place.number: place for place in plan.places.values()}
        self.site_field = Field(frame_start(plan), max(1, len(sites.failures).bit_length()), 0, len(sites.failures))

    def place(self, state: int) -> Place | None:
        """Where the play waits; None where it broke down."""
        return self.by_number.get(state & self.plan.place_mask)

    def failure(self, state: int) -> Failure:
        return self.sites.failures[_cells(self.site_field, state)[0]]

    def winners(self, state: int, place: Place) -> tuple[bool, ...]:
        """Who won, at an end."""
        won = _cells(place.fields[WINNERS], state)[0]
        return tuple(bool(won >> p & 1) for p in range(self.plan.system.n_players))

    def end_masks(self) -> list[int]:
        """For each place the bits of a state that tell how a play ended there."""
        masks = [self.plan.place_mask] * (self.plan.place_mask + 1)
        for place in self.plan.places.values():
            if WINNERS in place.fields:
                masks[place.number] |= place.fields[WINNERS].mask
        masks[self.plan.fail_place] |= self.site_field.mask
        return masks

    # -------------------------------------------------------------- to the form that everybody reads

    def decode(self, state: int) -> State:
        place = self.place(state)
        fields = {} if place is None else place.fields
        slots = {name: self._slot(name, state, fields.get(name)) for name in self.plan.system.slots}
        zones = {name: self._zone(name, state, fields.get(name)) for name in self.plan.system.zones}
        if place is None:
            failure = self.failure(state)
            return _state(failure.node, slots, zones, failure=failure)
        if place.fields.keys() & {WINNERS}:
            return _state(place.node, slots, zones, winners=self.winners(state, place))
        return _state(place.node, slots, zones)

    def _slot(self, name: str, state: int, in_frame: Field | None) -> Cells:
        if name in self.plan.fixed_slots:
            return self.plan.fixed_slots[name]
        room = in_frame or self.plan.game.get(name)
        if room is not None:
            return _cells(room, state)
        slot = self.plan.system.slots[name]
        return (slot.lo,) * len(slot.initial)

    def _zone(self, name: str, state: int, in_frame: Field | None) -> Entries:
        if name in self.plan.fixed_zones:
            return self.plan.fixed_zones[name]
        zone = self.plan.system.zones[name]
        if zone.life is not ir.Life.FRAME:
            holder = state
        elif in_frame is not None:
            holder = state >> in_frame.offset & (1 << in_frame.bits) - 1
        else:
            empty = start_entries(self.plan.system, name)
            return tuple((0,) * len(entry) if zone.form is ir.Form.BAG else () for entry in empty)
        shape = self.plan.shapes[name]
        entries = []
        for number in range(len(zone.initial)):
            if isinstance(shape, BagShape):
                packed = _bag(shape, number, holder)
            else:
                packed = holder >> shape.offsets[number] & (1 << shape.bits) - 1
            entries.append(unpacked_entry(shape, packed))
        return tuple(entries)

    # -------------------------------------------------------------- to the packed form

    def encode(self, state: State) -> int:
        packed = 0
        fields: dict[str, Field] = dict(self.plan.game)
        if state.failure is not None:
            packed = self.plan.fail_place | _packed(self.site_field, (self.sites.of(state.failure),))
        else:
            place = self.plan.places[state.place]
            packed = place.number
            fields.update(place.fields)
        for name, room in fields.items():
            if name == WINNERS:
                won = sum(1 << p for p, wins in enumerate(state.winners or ()) if wins)
                packed |= won << room.offset
            elif name in self.plan.system.slots:
                packed |= _packed(room, state.slots[name])
            else:
                packed |= self._packed_zone(name, state.zones[name]) << room.offset
        for name, zone in self.plan.system.zones.items():
            if zone.life is not ir.Life.FRAME and name not in self.plan.fixed_zones:
                packed += self._packed_zone(name, state.zones[name])
        return packed

    def _packed_zone(self, name: str, entries: Entries) -> int:
        shape = self.plan.shapes[name]
        packed = 0
        for number, entry in enumerate(entries):
            bag = packed_entry(shape, entry)
            if isinstance(shape, BagShape):
                packed += bag * shape.bases[number]
            else:
                packed += bag << shape.offsets[number]
        return packed


def _bag(shape: BagShape, number: int, holder: int) -> int:
    if shape.masks is None:
        return holder >> shape.bases[number].bit_length() - 1 & shape.packing.full
    found = shape.homes[number]
    for offset, is_set in shape.masks[number]:
        found &= holder >> offset if is_set else ~(holder >> offset)
    return found


def _cells(room: Field, state: int) -> Cells:
    least = (1 << room.width) - 1
    return tuple((state >> room.offset + room.width * i & least) + room.lo for i in range(room.size))


def _packed(room: Field, cells: Sequence[int]) -> int:
    return sum(cell - room.lo << room.offset + room.width * i for i, cell in enumerate(cells))


def _state(
    node: int, slots: dict[str, Cells], zones: dict[str, Entries], *, winners: tuple[bool, ...] | None = None,
    failure: Failure | None = None,
) -> State:
    return State(node, MappingProxyType(slots), MappingProxyType(zones), winners, failure)
