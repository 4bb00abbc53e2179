"""One step of a game, on packed states, and what the end of a play is worth to each player.

A win shared by k players is worth 1/k to each of them. If nobody wins among several it is worth a half to all, and
so is a game that does not end in time; where the play breaks down or is stuck, nobody has anything of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.machine import Machine, compile_machine
from rulewright.interpreter.players import play_luck
from rulewright.interpreter.playout import CUT_OFF, ENDED, Playout, compile_playout
from rulewright.interpreter.state import State, Status
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import System

Values = tuple[float, ...]
"""What a play is worth to each player, from 0 to 1."""

MOST_KEPT = 50_000
"""Rests that are kept, to be met again."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Where a play waits, or how it ended.

    `who` decides, and may do what `keys` name; None: luck does, and `keys` are there if it has few outcomes, with
    their `weights`. Where players decide at once none may answer what another does: that counts as luck, too.
    `values`: the play is over. What is named alike in two states is the same decision.
    """

    who: int | None
    keys: tuple[Hashable, ...]
    targets: Sequence[int]
    weights: tuple[int, ...] = ()
    values: Values | None = None


class Steps:
    """For one system, whose readings are chosen. With `by_name` decisions in different states can be compared."""

    def __init__(self, system: System, *, by_name: bool) -> None:
        self.system = system
        self.by_name = by_name
        self.n_players = system.n_players
        self._kept: dict[int, Rest] = {}

    @cached_property
    def machine(self) -> Machine:
        return compile_machine(self.system)

    @cached_property
    def playout(self) -> Playout:
        return compile_playout(self.system)

    def encode(self, state: State) -> int:
        return self.machine.encode(state)

    def rest(self, state: int) -> Rest:
        """What can be done in a state."""
        found = self._kept.get(state)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[state] = self._rest(state)
        return found

    def luck(self, state: int, rest: Rest, rng: Random) -> tuple[Hashable | None, int]:
        """What luck brings: a name, if its outcomes can be told apart, and the state behind it."""
        if not rest.keys:
            reference = self.machine.reference
            here = self.machine.decode(state)
            return None, self.machine.encode(reference.run(here, play_luck(reference, here, rng)))
        number = rng.choices(range(len(rest.keys)), rest.weights)[0]
        return rest.keys[number], rest.targets[number]

    def rollout(self, state: int, rng: Random, limit: int) -> Values:
        """What a game at random from here is worth."""
        rest = self.rest(state)
        if rest.values is not None:
            return rest.values
        end = self.playout.play(rng.random, state=self.playout.encode(self.machine.decode(state)), limit=limit)
        if end.kind == ENDED:
            return self._worth([bool(end.winners >> p & 1) for p in range(self.n_players)])
        return (0.5 if end.kind == CUT_OFF else 0.0,) * self.n_players

    def _rest(self, state: int) -> Rest:
        machine = self.machine
        match machine.status(state):
            case Status.FINAL:
                winners = machine.described_end(machine.end_of(state)).winners
                return Rest(None, (), (), values=self._worth(winners or (False,) * self.n_players))
            case Status.CHANCE:
                if isinstance(self.system.nodes[machine.node(state)], ir.Deal):
                    return Rest(None, (), ())
                targets, weights = machine.successors(state), machine.weights(state)
                return Rest(None, tuple(range(len(targets))), targets, tuple(weights))
            case Status.CHOICE:
                targets = machine.successors(state)
                if targets:
                    keys = self._names(state) if self.by_name else tuple(range(len(targets)))
                    node = self.system.nodes[machine.node(state)]
                    if isinstance(node, ir.Choice) and node.hidden:
                        return Rest(None, keys, targets, (1,) * len(keys))
                    return Rest(machine.decider(state), keys, targets)
        return Rest(None, (), (), values=(0.0,) * self.n_players)

    def _names(self, state: int) -> tuple[Hashable, ...]:
        return tuple(name_of(way) for way in self.machine.alternatives(state))

    def _worth(self, winners: Sequence[bool]) -> Values:
        n = sum(winners)
        if n:
            return tuple(won / n for won in winners)
        return (0.0 if self.n_players == 1 else 0.5,) * self.n_players


def name_of(way: Alternative) -> Hashable:
    """The same for the same decision in different states."""
    return (way.address, way.args)
