"""Where everything lies in a packed state.

From the low end: the number of the place, game slots, frame slots, game zones. A frame slot has the
same bits at every place where it matters; slots that never matter at once may share bits. The bits
of what does not matter are 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from rulewright.interpreter.codegen.code import bits_of
from rulewright.interpreter.codegen.facts import Facts, Spot
from rulewright.interpreter.codegen.options import Bags, Layout
from rulewright.interpreter.codegen.shapes import BagShape, ListShape, Packing, Shape, packed_entry, packing
from rulewright.interpreter.state import Entries, State
from rulewright.ir import nodes as ir
from rulewright.ir.liveness import Names
from rulewright.ir.nodes import Form, Life, Slot, System, Zone
from rulewright.ir.walk import descendants

WINNERS = "winners"
"""The name of the field that holds who won, a bit a player."""

SITE = "site"
"""The name of the field that holds which demand failed."""


@dataclass(frozen=True, slots=True)
class Field:
    """Bits of a state: `size` cells of `width` bits each, which hold value - lo."""

    offset: int
    width: int
    lo: int
    hi: int
    size: int = 1

    @property
    def bits(self) -> int:
        return self.width * self.size

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1 << self.offset


@dataclass(frozen=True)
class Place:
    """A rest, or a point in an automatic run from which generated code goes on."""

    number: int
    node: int
    fields: Mapping[str, Field] = field(hash=False)


@dataclass
class Plan:
    """The layout of one system."""

    system: System
    layout: Layout
    facts: Facts
    opening: State
    live: tuple[Names, ...]
    stops: frozenset[int]
    place_bits: int = 0
    bits: int = 0
    cut_offset: int = 0
    neighbours: dict[str, set[str]] = field(default_factory=dict)
    game: dict[str, Field] = field(default_factory=dict)
    frame: dict[str, Field] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    fixed_slots: dict[str, tuple[int, ...]] = field(default_factory=dict)
    fixed_zones: dict[str, Entries] = field(default_factory=dict)
    fixed_numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    is_loose: bool = False
    """Nothing is packed: each slot, array and zone has a Python local of its own."""

    def is_frame_zone(self, zone: str) -> bool:
        """Whether a Python local holds a whole zone while code runs."""
        return self.is_loose or self.system.zones[zone].life is Life.FRAME

    @property
    def packings(self) -> Mapping[str, Packing]:
        """How the bags of each set of kinds are packed."""
        return {kinds: _packing(self, kinds) for kinds in self.facts.totals}

    @property
    def place_mask(self) -> int:
        return (1 << self.place_bits) - 1

    @property
    def fail_place(self) -> int:
        return len(self.places)

    @property
    def cut_place(self) -> int:
        """The number of all places that are no rests; which one stands above everything else."""
        return len(self.places) + 1

    @property
    def bits_while_running(self) -> int:
        """Bits of the widest number that stands for a point in an automatic run."""
        return self.cut_offset + bits_of(len(self.system.nodes))

    def reads_frame(self, expr: ir.Expr) -> bool:
        """Whether the value hangs on a frame."""
        for part in descendants(expr):
            match part:
                case ir.Read() if self.system.slots[part.slot].life is Life.FRAME:
                    return True
                case ir.ZoneRef() if self.is_frame_zone(part.zone):
                    return True
                case ir.Apply() if self.reads_frame(self.system.rules[part.rule].body):
                    return True
        return False

    def fields_at(self, node: int) -> dict[str, Field]:
        """The frame slots and zones that matter on the way into a node."""
        return {name: self.frame[name] for name in self.frame if name in self.live[node]}


def make_plan(
    system: System, layout: Layout, facts: Facts, opening: State, live: tuple[Names, ...],
    stops: frozenset[int], n_sites: int,
) -> Plan:
    """Lay out a system after its opening."""
    plan = Plan(system, layout, facts, opening, live, stops)
    rests = [node for node in system.nodes if node.id in facts.reachable and _is_place(node, stops)]
    plan.place_bits = bits_of(len(rests) + 1)
    offset = _place_game_slots(plan, plan.place_bits)
    top = _place_frame(plan, rests, offset, n_sites)
    plan.bits = _place_game_zones(plan, top)
    plan.cut_offset = _place_rest_of_frame(plan)
    for node in rests:
        fields = plan.fields_at(node.id)
        if isinstance(node, ir.Final):
            fields = {WINNERS: Field(offset, system.n_players, 0, (1 << system.n_players) - 1)}
        plan.places[node.id] = Place(len(plan.places), node.id, fields)
    return plan


def make_loose_plan(
    system: System, layout: Layout, facts: Facts, opening: State, live: tuple[Names, ...]
) -> Plan:
    """For code that keeps everything in Python locals."""
    plan = Plan(system, layout, facts, opening, live, frozenset(), is_loose=True)
    for slot in system.slots.values():
        if slot.name in facts.written or slot.life is Life.FRAME:
            plan.frame[slot.name] = slot_field(slot, 0)
        else:
            plan.fixed_slots[slot.name] = opening.slots[slot.name]
    for zone in system.zones.values():
        shape = plan.shapes[zone.name] = _own_shape(plan, zone, 0)
        if zone.name in facts.written or zone.life is Life.FRAME:
            width = _bits_of_shape(shape)
            plan.frame[zone.name] = Field(0, width, 0, (1 << width) - 1)
        else:
            _fix_zone(plan, zone, shape)
    for node in system.nodes:
        if node.id in facts.reachable and _is_place(node, frozenset()):
            plan.places[node.id] = Place(len(plan.places), node.id, {})
    return plan


def _fix_zone(plan: Plan, zone: Zone, shape: Shape) -> None:
    """A zone that never changes again."""
    plan.fixed_zones[zone.name] = plan.opening.zones[zone.name]
    plan.fixed_numbers[zone.name] = tuple(packed_entry(shape, entry) for entry in plan.opening.zones[zone.name])


def _is_place(node: ir.Node, stops: frozenset[int]) -> bool:
    return isinstance(node, ir.Choice | ir.Chance | ir.Deal | ir.Final) or node.id in stops


def _place_game_slots(plan: Plan, offset: int) -> int:
    for slot in plan.system.slots.values():
        if slot.life is Life.FRAME:
            continue
        if plan.layout.constants and slot.name not in plan.facts.written:
            plan.fixed_slots[slot.name] = plan.opening.slots[slot.name]
            continue
        plan.game[slot.name] = slot_field(slot, offset)
        offset += plan.game[slot.name].bits
    return offset


def slot_field(slot: Slot, offset: int) -> Field:
    return Field(offset, bits_of(slot.hi - slot.lo), slot.lo, slot.hi, prod(slot.dims))


# ------------------------------------------------------------------ frames


def _place_frame(plan: Plan, rests: Sequence[ir.Node], offset: int, n_sites: int) -> int:
    """Give what matters at rests bits, the lowest that nothing has which matters at the same time."""
    plan.neighbours = _neighbours(plan)
    kept = frozenset[str]().union(*(plan.live[node.id] for node in rests))
    top = offset + max(plan.system.n_players, bits_of(n_sites))
    for name in sorted(kept):
        top = max(top, _place_in_frame(plan, name, offset))
    return top


def _place_rest_of_frame(plan: Plan) -> int:
    """What matters only in the middle of runs lies above everything that is stored."""
    top = plan.bits
    for name in sorted(plan.neighbours.keys() - plan.frame.keys()):
        top = max(top, _place_in_frame(plan, name, plan.bits))
    return top


def _place_in_frame(plan: Plan, name: str, start: int) -> int:
    """Place one slot or zone; the end of its bits."""
    taken = [plan.frame[other] for other in plan.neighbours[name] if other in plan.frame]
    if name in plan.system.slots:
        room = slot_field(plan.system.slots[name], 0)
    else:
        shape = plan.shapes[name] = _own_shape(plan, plan.system.zones[name], 0)
        width = _bits_of_shape(shape)
        room = Field(0, width, 0, (1 << width) - 1)
    plan.frame[name] = replace(room, offset=_lowest_gap(taken, start, room.bits))
    return plan.frame[name].offset + room.bits


def _neighbours(plan: Plan) -> dict[str, set[str]]:
    """For each frame slot and zone those that matter together with it somewhere."""
    found: dict[str, set[str]] = {}
    for live in {plan.live[i] for i in plan.facts.reachable}:
        for name in live:
            found.setdefault(name, set()).update(live)
    return found


def _lowest_gap(taken: Iterable[Field], start: int, width: int) -> int:
    for other in sorted(taken, key=lambda f: f.offset):
        if other.offset >= start + width:
            break
        start = max(start, other.offset + other.bits)
    return start


# ------------------------------------------------------------------ zones


def _place_game_zones(plan: Plan, offset: int) -> int:
    """Zones that can be told apart by one mask each share it, if the layout asks for it."""
    shared: list[Zone] = []
    for zone in plan.system.zones.values():
        if zone.life is Life.FRAME:
            continue
        if plan.layout.constants and zone.name not in plan.facts.written:
            shape = plan.shapes[zone.name] = _own_shape(plan, zone, 0)
            _fix_zone(plan, zone, shape)
        elif zone.form is Form.BAG and _may_share(plan, zone):
            shared.append(zone)
        else:
            shape = _own_shape(plan, zone, offset)
            plan.shapes[zone.name] = shape
            offset += _bits_of_shape(shape)
    for kinds in dict.fromkeys(zone.kinds for zone in shared):
        offset = _share_masks(plan, [zone for zone in shared if zone.kinds == kinds], kinds, offset)
    return offset


def _may_share(plan: Plan, zone: Zone) -> bool:
    return zone.kinds in plan.facts.spots and plan.layout.bags in (Bags.SHARED, Bags.CODED)


def _own_shape(plan: Plan, zone: Zone, offset: int) -> Shape:
    entries = prod(zone.dims)
    n_kinds = len(plan.system.kinds[zone.kinds].copies)
    if zone.form is not Form.BAG:
        return _list_shape(zone, n_kinds, entries, offset)
    unique = zone.kinds in plan.facts.spots and plan.layout.bags is not Bags.COUNTS
    counts = _packing(plan, zone.kinds)
    bases = tuple(1 << offset + entry * counts.bits for entry in range(entries))
    return BagShape(counts, bases, None, (counts.full,) * entries, unique)


def _packing(plan: Plan, kinds: str) -> Packing:
    """One packing for all bags of a set of kinds, so that what goes from one to another looks the same."""
    room = int(plan.layout.bags is Bags.COUNTS)  # one bit more than needed: then no bag is a mask
    return packing([bits_of(total) + room if total else 0 for total in plan.facts.totals[kinds]])


def _list_shape(zone: Zone, n_kinds: int, entries: int, offset: int) -> ListShape:
    cells: list[tuple[int, int, int]] = []
    position = 0
    for mark in reversed(zone.marks):
        width = bits_of(mark.hi - mark.lo)
        for _ in range(prod(mark.dims)):
            cells.append((mark.lo, position, width))
            position += width
    width = position + bits_of(n_kinds)
    offsets = tuple(offset + entry * width * zone.capacity for entry in range(entries))
    return ListShape(width, zone.capacity, position, tuple(reversed(cells)), offsets)


def _bits_of_shape(shape: Shape) -> int:
    if isinstance(shape, ListShape):
        return shape.bits * len(shape.offsets)
    return shape.packing.bits * len(shape.bases)


def _share_masks(plan: Plan, zones: Sequence[Zone], kinds: str, offset: int) -> int:
    """Put bags that never hold the same kinds into one group; give each group a mask, or a code of masks."""
    spots = plan.facts.spots[kinds]
    bits = _packing(plan, kinds)
    homes: dict[Spot, int] = {
        (zone.name, entry): sum(bits.unit(k) for k in bits.kinds if (zone.name, entry) in spots[k])
        for zone in zones
        for entry in range(prod(zone.dims))
    }
    groups: list[int] = []  # the kinds that a group's bags may hold
    group_of: dict[Spot, int] = {}
    for spot, home in homes.items():
        for number, held in enumerate(groups):
            if not held & home:
                groups[number] |= home
                group_of[spot] = number
                break
        else:
            group_of[spot] = len(groups)
            groups.append(home)
    if plan.layout.bags is Bags.SHARED:
        codes = [1 << number for number in range(len(groups))]
        n_masks = len(groups)
    else:
        # Things that are in none of these bags, but in a list perhaps, have the code 0.
        elsewhere = any(not spots[k] <= homes.keys() for k in bits.kinds)
        codes = [number + int(elsewhere) for number in range(len(groups))]
        n_masks = bits_of(max(codes, default=0))
    masks = [offset + number * bits.bits for number in range(n_masks)]
    for zone in zones:
        mine = [(zone.name, entry) for entry in range(prod(zone.dims))]
        plan.shapes[zone.name] = BagShape(
            bits,
            tuple(sum(1 << at for j, at in enumerate(masks) if codes[group_of[s]] >> j & 1) for s in mine),
            tuple(_tested_masks(plan.layout, masks, codes[group_of[s]]) for s in mine),
            tuple(homes[s] for s in mine),
            True,
        )
    return offset + n_masks * bits.bits


def _tested_masks(layout: Layout, masks: Sequence[int], code: int) -> tuple[tuple[int, bool], ...]:
    """The masks that tell whether something is in a bag with this code."""
    if layout.bags is Bags.SHARED:
        return tuple((at, True) for j, at in enumerate(masks) if code >> j & 1)
    return tuple((at, bool(code >> j & 1)) for j, at in enumerate(masks))
