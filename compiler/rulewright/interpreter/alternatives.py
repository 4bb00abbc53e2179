"""How the play can go on from a rest: each option with each binding, each outcome of luck.

An `Alternative` says what was chosen and what that writes; where it leads is found out by running
on from `goes_to`. They come one by one in the defined order, because a deal may have millions:
options as written, values in the order of their domains, bags by size and then kind by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import cast

from rulewright.interpreter.evaluate import BrokenPromise, Env, Evaluator, Table
from rulewright.interpreter.state import Cells, Entries, Thing
from rulewright.ir.nodes import (
    Binder,
    Chance,
    Choice,
    Deal,
    Form,
    Kinds,
    Option,
    Pick,
    Places,
    Shown,
    System,
    ZoneRef,
)
from rulewright.ir.values import printed

Binding = tuple[str, int, str]
"""The surface name, the value, and the value as printed."""

NOTHING_BOUND: Env = {}
DRAW = "draw"
"""The label of a deal."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One decision of a player, or one outcome of luck, before it is taken.

    `who` is None for luck, which has a `weight`. A picked or dealt bag has one binding for each
    thing in it. `slots` and `zones` are the new contents of what the decision writes.
    """

    who: int | None
    label: str
    address: str
    option: Option | None
    bindings: tuple[Binding, ...]
    weight: int | None
    goes_to: int
    slots: tuple[tuple[str, Cells], ...] = ()
    zones: tuple[tuple[str, Entries], ...] = ()

    @property
    def args(self) -> tuple[str, ...]:
        """The bindings as a line of a play prints them."""
        return tuple(shown for _, _, shown in self.bindings)


class Alternatives:
    """Finds the alternatives at the rests of one system."""

    def __init__(self, system: System, evaluator: Evaluator) -> None:
        self.system = system
        self.evaluator = evaluator

    # -------------------------------------------------------------- choices

    def of_choice(self, node: Choice, at: Table) -> Iterator[Alternative]:
        """Everything that the decider may do, implicit options included."""
        who = self.evaluator.value(node.decider, at, NOTHING_BOUND)
        if not 0 <= who < self.system.n_players:
            raise BrokenPromise(f"nobody decides at node {node.id}")
        for option in node.options:
            if self.evaluator.value(option.guard, at, NOTHING_BOUND):
                yield from self._of_option(who, option, at)

    def _of_option(self, who: int, option: Option, at: Table) -> Iterator[Alternative]:
        for env, bindings in self._bound(option.binders, at, NOTHING_BOUND, ()):
            slots = tuple((binder.slot, (env[binder.local.name],)) for binder in option.binders)
            if option.pick is None:
                yield Alternative(
                    who, option.label, option.address, option, bindings, None, option.target, slots
                )
            else:
                yield from self._of_pick(who, option, option.pick, at, env, bindings, slots)

    def _bound(
        self, binders: tuple[Binder, ...], at: Table, env: Env, bindings: tuple[Binding, ...]
    ) -> Iterator[tuple[Env, tuple[Binding, ...]]]:
        """Every way to bind the names, the first name changing last."""
        if not binders:
            yield env, bindings
            return
        first, *others = binders
        for value in _once_each(self.evaluator.chosen(first.local, first.domain, first.where, at, env)):
            inner = {**env, first.local.name: value}
            binding = (first.surface, value, self._printed(first.shown, at, inner))
            yield from self._bound(tuple(others), at, inner, (*bindings, binding))

    def _of_pick(
        self, who: int, option: Option, pick: Pick, at: Table, env: Env,
        bindings: tuple[Binding, ...], slots: tuple[tuple[str, Cells], ...],
    ) -> Iterator[Alternative]:
        least = self.evaluator.value(pick.least, at, env)
        most = self.evaluator.value(pick.most, at, env)
        groups = self._groups(pick, at, env)
        for size in range(max(least, 0), most + 1):
            for counts in sub_bags([len(group) for group in groups], size):
                taken = [x for group, n in zip(groups, counts, strict=True) for x in group[:n]]
                names = [self._printed(pick.shown, at, {**env, pick.local.name: x}) for x in taken]
                picked = tuple((pick.surface, x, name) for x, name in zip(taken, names, strict=True))
                new_slots, new_zones = self._picked(pick, taken, at)
                yield Alternative(
                    who, option.label, option.address, option, (*bindings, *picked), None, option.target,
                    (*slots, *new_slots), new_zones,
                )

    def _groups(self, pick: Pick, at: Table, env: Env) -> list[list[int]]:
        """What may be picked, things that are alike together: copies of a kind, equal marked things."""
        domain = pick.domain
        elements = _once_each(self.evaluator.chosen(pick.local, domain, pick.where, at, env))
        if isinstance(domain, Kinds):
            return [[x] * self.evaluator.n_copies(domain, x, at, env) for x in elements]
        if isinstance(domain, Places) and self.system.zones[domain.zone.zone].form is Form.MARKED:
            things = self.evaluator.things(domain.zone, at, env)
            alike: dict[Thing, list[int]] = {}
            for place in elements:
                alike.setdefault(things[place], []).append(place)
            return list(alike.values())
        return [[x] for x in elements]

    def _picked(
        self, pick: Pick, taken: list[int], at: Table
    ) -> tuple[tuple[tuple[str, Cells], ...], tuple[tuple[str, Entries], ...]]:
        """The new contents of `pick.into`: counts in a zone, or a bit for each element in a slot."""
        if pick.into in self.system.zones:
            zone = self.system.zones[pick.into]
            counts = [0] * len(self.system.kinds[zone.kinds].copies)
            for kind in taken:
                counts[kind] += 1
            return (), ((pick.into, (tuple(counts),)),)
        bits = [0] * len(self.system.slots[pick.into].initial)
        for element in taken:
            bits[element] = 1
        return ((pick.into, tuple(bits)),), ()

    # -------------------------------------------------------------- luck

    def of_chance(self, node: Chance, at: Table) -> Iterator[Alternative]:
        """The outcomes with weight; a value that comes twice is one outcome with both weights."""
        binder = node.binder
        weights: dict[int, int] = {}
        for value in self.evaluator.chosen(binder.local, binder.domain, binder.where, at, NOTHING_BOUND):
            weight = self.evaluator.value(node.weight, at, {binder.local.name: value})
            weights[value] = weights.get(value, 0) + weight
        for value, weight in weights.items():
            if weight <= 0:
                raise BrokenPromise(f"outcome {value} at node {node.id} has weight {weight}")
            printed = self._printed(binder.shown, at, {binder.local.name: value})
            yield Alternative(
                None, node.label, self.system.regions[node.region].address, None,
                ((binder.surface, value, printed),), weight, node.next, ((binder.slot, (value,)),),
            )

    def of_deal(self, node: Deal, at: Table) -> Iterator[Alternative]:
        """Every bag that may be drawn, with the number of ways to draw it."""
        counts = self.evaluator.counts(node.source, at, NOTHING_BOUND)
        for drawn in sub_bags(counts, self.evaluator.value(node.n, at, NOTHING_BOUND)):
            yield self.dealt(node, drawn, at)

    def dealt(self, node: Deal, drawn: tuple[int, ...], at: Table) -> Alternative:
        """The outcome in which just these are drawn: `drawn[kind]` counts."""
        weight = 1
        for there, taken in zip(self.evaluator.counts(node.source, at, NOTHING_BOUND), drawn, strict=True):
            weight *= comb(there, taken)
        zones = dict(at.zones)
        self._add(zones, node.source, tuple(-n for n in drawn), at)
        self._add(zones, node.target, drawn, at)
        kinds = self.system.kinds[self.system.zones[node.source.zone].kinds]
        bindings = tuple(
            (kinds.name, kind, printed(kinds.type, kind)) for kind, n in enumerate(drawn) for _ in range(n)
        )
        changed = dict.fromkeys((node.source.zone, node.target.zone))
        return Alternative(
            None, DRAW, self.system.regions[node.region].address, None, bindings, weight, node.next,
            zones=tuple((name, zones[name]) for name in changed),
        )

    def _add(self, zones: dict[str, Entries], zone: ZoneRef, counts: tuple[int, ...], at: Table) -> None:
        offset = self.evaluator.entry_offset(zone, at, NOTHING_BOUND)
        declared = self.system.zones[zone.zone]
        if offset is None or declared.form is not Form.BAG:
            raise BrokenPromise(f"cards are dealt between bags, and `{zone.zone}` is none")
        entries = zones[zone.zone]
        before = cast(tuple[int, ...], entries[offset])
        after = tuple(a + b for a, b in zip(before, counts, strict=True))
        if max(after, default=0) > declared.capacity:
            raise BrokenPromise(f"`{zone.zone}` has no room")
        zones[zone.zone] = (*entries[:offset], after, *entries[offset + 1 :])

    def _printed(self, shown: Shown, at: Table, env: Env) -> str:
        return printed(shown.type, self.evaluator.value(shown.value, at, env))


def sub_bags(counts: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `size` of a bag: those with more of the first kind first."""
    if not counts:
        if size == 0:
            yield ()
        return
    rest = counts[1:]
    fewest = max(0, size - sum(rest))
    for n in range(min(counts[0], size), fewest - 1, -1):
        for others in sub_bags(rest, size - n):
            yield (n, *others)


def _once_each(values: Iterator[int]) -> list[int]:
    return list(dict.fromkeys(values))
