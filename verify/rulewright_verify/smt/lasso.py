"""Plays that never end: a play that comes back to a situation in which it has already been.

Where no measure falls, rounds of the procedure's loop are played at random, and those that change
little are played on from, until a round leads back to a situation met before. Only what can still
matter is compared: slots that nothing reads any more, or that no condition ever needs, may differ.
States are those of the reference interpreter, so what is found has been played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory, State
from rulewright.ir import properties as pr
from rulewright.ir.graph import is_rest
from rulewright.ir.liveness import live_at_nodes
from rulewright.ir.needed import needed
from rulewright.ir.nodes import Gate, GateKind, Life, Node, System
from rulewright.ir.values import printed
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.goals import is_inside, own_heads
from rulewright_verify.smt.results import LassoResult, Status
from rulewright_verify.smt.sampling import random_way

Key = tuple[object, ...]

LONGEST_ROUND = 400  # decisions; a longer round is given up
COST_OF_DISTANCE = 5  # rounds that one changed number weighs as much as


@dataclass
class _Place:
    """The situation in which a round begins: how it was reached, and what was tried from it."""

    state: State
    came_from: Key | None
    moves: tuple[Alternative, ...]  # from `came_from`, or from the start
    distance: int
    n_tries: int = 0
    leads_to: dict[Key, tuple[Alternative, ...]] = field(default_factory=dict)


def find_lasso(system: System, clause: pr.Ends, budget: Budget, seed: int) -> LassoResult:
    """A play that stays for ever inside one run of the procedure. PROVED: here is one.

    The readings of `system` have to be chosen. UNKNOWN says nothing about whether there is one.
    """
    return _Search(system, clause, budget, seed).run()


class _Search:
    def __init__(self, system: System, clause: pr.Ends, budget: Budget, seed: int) -> None:
        self.system, self.clause, self.budget = system, clause, budget
        self.random = Random(seed)
        self.reference = Reference(system)
        self.heads = frozenset(own_heads(system, clause.regions)) or _rests_inside(system, clause)
        self.rounds = _Rounds(clause, self.heads)
        self._compared = _compared_at(system)
        self.places: dict[Key, _Place] = {}
        self.root: Key | None = None

    def run(self) -> LassoResult:
        end = monotonic() + self.budget.seconds
        while monotonic() < end:
            here = self._next_place()
            found = self._play_round(here)
            if found is None:
                continue
            key, moves, state = found
            if here is None:
                self._add(key, state, None, moves)
                continue
            self.places[here].leads_to.setdefault(key, moves)
            back = self._way(key, here)
            if back is not None:
                return self._lasso(key, [*back, self.places[here].leads_to[key]])
            if key not in self.places:
                self._add(key, state, here, moves)
        return LassoResult(
            Status.UNKNOWN, depth=len(self.places),
            reason=f"the time limit of {self.budget.seconds:.0f} s is used up",
        )

    # -------------------------------------------------------------- rounds

    def _next_place(self) -> Key | None:
        """Where to play on from: near to where the loop began, and not tried too often. None: the start."""
        if not self.places:
            return None
        return min(
            self.places, key=lambda k: self.places[k].n_tries + COST_OF_DISTANCE * self.places[k].distance
        )

    def _play_round(self, here: Key | None) -> tuple[Key, tuple[Alternative, ...], State] | None:
        """One round at random, up to the first rest of the next; None if the procedure was left."""
        moves: list[Alternative] = []
        self.rounds.begin()
        if here is None:
            state = self.reference.initial(self.rounds)
        else:
            place = self.places[here]
            place.n_tries += 1
            state = place.state
        while not self.rounds.began_again:
            way = random_way(self.reference, state, self.random)
            if way is None or len(moves) >= LONGEST_ROUND:
                return None
            moves.append(way)
            state = self.reference.run(state, way, self.rounds)
            if here is not None and self.rounds.was_left:
                return None
        if state.failure is not None:
            return None
        return self._key(state), tuple(moves), state

    def _key(self, state: State) -> Key:
        """What can still matter of the situation at the first rest of a round."""
        slots, zones = self._compared[state.place]
        return (
            state.place,
            *(state.slots[name] for name in slots),
            *(state.zones[name] for name in zones),
        )

    def _add(self, key: Key, state: State, came_from: Key | None, moves: tuple[Alternative, ...]) -> None:
        self.root = self.root or key
        self.places[key] = _Place(state, came_from, moves, _distance(self.root, key))

    def _way(self, start: Key, goal: Key) -> list[tuple[Alternative, ...]] | None:
        """Rounds that were played from one situation to another; none if they are the same."""
        if start not in self.places:
            return None
        pending: list[tuple[Key, list[tuple[Alternative, ...]]]] = [(start, [])]
        seen = {start}
        while pending:
            here, way = pending.pop(0)
            if here == goal:
                return way
            for after, moves in self.places[here].leads_to.items():
                if after in self.places and after not in seen:
                    seen.add(after)
                    pending.append((after, [*way, moves]))
        return None

    # -------------------------------------------------------------- the answer

    def _lasso(self, key: Key, rounds: Sequence[tuple[Alternative, ...]]) -> LassoResult:
        prefix: list[Alternative] = []
        here: Key | None = key
        while here is not None:
            place = self.places[here]
            prefix[:0] = place.moves
            here = place.came_from
        loop = [move for moves in rounds for move in moves]
        owners = self._owners(self.places[key].state, loop)
        return LassoResult(
            Status.PROVED,
            tuple(self._decision(move) for move in (*prefix, *loop)),
            len(loop), not owners, owners, len(prefix),
        )

    def _owners(self, state: State, loop: Sequence[Alternative]) -> tuple[str, ...]:
        """Who could do something else on the loop; nobody: it is forced."""
        found: dict[str, None] = {}
        for move in loop:
            ways = self.reference.alternatives(state)
            if next(ways, None) is not None and next(ways, None) is not None:
                found[self._who(move)] = None
            state = self.reference.run(state, move)
        return tuple(found)

    def _decision(self, move: Alternative) -> pr.Decision:
        span = None if move.option is None else move.option.span
        return pr.Decision(self._who(move), move.label, move.args, span)

    def _who(self, move: Alternative) -> str:
        players = self.system.players
        return "chance" if move.who is None else printed(players, move.who + players.lo)


class _Rounds(Observer):
    """Notes whether a head of the loop was passed, and whether the run of the procedure was left."""

    def __init__(self, clause: pr.Ends, heads: frozenset[int]) -> None:
        self.clause, self.heads = clause, heads
        self.began_again = False
        self.was_left = False

    def begin(self) -> None:
        self.began_again = self.was_left = False

    def arrived(self, node: Node, memory: Memory) -> None:
        self.began_again |= node.id in self.heads

    def passed(self, gate: Gate, memory: Memory) -> None:
        self.was_left |= gate.kind is GateKind.LEAVE and gate.region in self.clause.regions


def _rests_inside(system: System, clause: pr.Ends) -> frozenset[int]:
    """Where no loop stands in the text, a round is a step from rest to rest."""
    regions = frozenset(clause.regions)
    return frozenset(n.id for n in system.nodes if is_rest(n) and is_inside(system, n.region, regions))


def _compared_at(system: System) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each node the slots and zones that some path still reads and that some condition needs."""
    slots = {name: replace(slot, life=Life.FRAME) for name, slot in system.slots.items()}
    zones = {name: replace(zone, life=Life.FRAME) for name, zone in system.zones.items()}
    live = live_at_nodes(replace(system, slots=slots, zones=zones))
    matters = needed(system, [])
    return [
        (
            tuple(name for name in system.slots if name in here and name in matters.slots),
            tuple(name for name in system.zones if name in here and name in matters.zones),
        )
        for here in live
    ]


def _distance(left: object, right: object) -> int:
    """By how much two situations differ, number by number."""
    if isinstance(left, int) and isinstance(right, int):
        return abs(left - right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        shorter, longer = sorted((left, right), key=len)
        return sum(map(_distance, shorter, longer)) + len(longer) - len(shorter)
    return 0 if left == right else 1
