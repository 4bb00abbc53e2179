"""Names for things that move: a handle follows its thing into another zone, and its place when others leave.

Mirrors what the reference interpreter does to handles. Things are not sorted here as they are in a play at rest: a
proof about any order of places covers the sorted one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.ir.nodes import Auto, Form, Handle, Node, Store, System, TransferAll, TransferPlace
from rulewright.ir.walk import descendants
from rulewright_verify.smt.encode import Encoder
from rulewright_verify.smt.situation import Situation, places_of
from rulewright_verify.smt.terms import Cond, Num, both, choose, less, negated, same, some, sub

Cases = list[tuple[Cond, int]]


def beyond_following(system: System, node: Node) -> bool:
    """Whether a node pours things with places into another zone while names may stand for them."""
    return bool(system.handles) and any(
        isinstance(part, TransferAll) and system.zones[part.source.zone].form is not Form.BAG
        for part in descendants(node)
    )


class Followers:
    """The handles of one system, on the paths that are run through it.

    `live`: the frame slots that are read behind each node, claims included; without it nothing can be moved.
    """

    def __init__(self, encoder: Encoder, live: Sequence[frozenset[str]]) -> None:
        self.encoder = encoder
        self.system = encoder.system
        self._at_node = _read_later(self.system, live)

    def after_move(
        self, before: Situation, after: Situation, node: int, sources: tuple[str, Cases], place: Num,
        targets: tuple[str, Cases], on_top: bool,
    ) -> Situation:
        """The situation after one thing left `place`, with every name where its thing now is.

        `after` is the situation with the thing in its new zone; names are still those of `before`.
        """
        slots = dict(after.slots)
        for handle in self._at_node[node]:
            where, old = before.slots[handle.where][0], before.slots[handle.place][0]
            from_there = self._is_in(handle, before, *sources)
            is_it = both(from_there, same(old, place))
            moved_up = choose(both(from_there, less(place, old)), sub(old, 1), old)
            if on_top:
                below = both(self._is_in(handle, before, *targets), negated(is_it))
                moved_up = choose(below, sub(moved_up, -1), moved_up)
            new_where, new_place = self._followed(handle, before, after, targets, on_top)
            slots[handle.place] = (choose(is_it, new_place, moved_up),)
            slots[handle.where] = (choose(is_it, new_where, where),)
        return Situation(slots, after.zones, after.totals)

    def _is_in(self, handle: Handle, at: Situation, zone: str, cases: Cases) -> Cond:
        """Whether a handle names a thing in the entry that is meant."""
        where = at.slots[handle.where][0]
        return some(
            both(self.encoder.one_hots.hit(where, number), there)
            for number, there in self._looks_there(handle, at, zone, cases)
        )

    def _looks_there(
        self, handle: Handle, at: Situation, zone: str, cases: Cases
    ) -> Iterator[tuple[int, Cond]]:
        """The numbers under which a handle knows the entry that is meant, each with the condition that it is that."""
        for number, ref in enumerate(handle.zones):
            if ref.zone == zone:
                entries = self.encoder.entry_cases(ref, at, {})
                yield number, some(both(a, b) for a, i in entries for b, j in cases if i == j)

    def _followed(
        self, handle: Handle, before: Situation, after: Situation, targets: tuple[str, Cases], on_top: bool
    ) -> tuple[Num, Num]:
        """Where a handle finds its thing in the new zone; least values if it does not look there."""
        least = self.system.slots[handle.place].lo
        there: Num = least
        if self.system.zones[targets[0]].form is not Form.BAG and not on_top:
            for cond, entry in targets[1]:
                there = choose(cond, sub(places_of(after.zones[targets[0]][entry]).length, 1), there)
        where: Num = self.system.slots[handle.where].lo
        place: Num = least
        for number, cond in reversed(list(self._looks_there(handle, before, *targets))):
            where, place = choose(cond, number, where), choose(cond, there, place)
        return where, place


def _read_later(system: System, live: Sequence[frozenset[str]]) -> Mapping[int, tuple[Handle, ...]]:
    """For each automatic node the handles that something behind it reads, or that begin in it."""
    found: dict[int, tuple[Handle, ...]] = {}
    for node in system.nodes if live else ():
        if isinstance(node, Auto) and any(isinstance(part, TransferPlace) for part in descendants(node)):
            known = live[node.id] | {part.slot for part in descendants(node) if isinstance(part, Store)}
            found[node.id] = tuple(
                handle for handle in system.handles if known & {handle.where, handle.place}
            )
    return found
