"""What a drawing of a state graph shows, before it has a form: states with words, and what was decided between.

A state tells what it waits for, where in the rules, and what changed on the table since the state from which
it was found first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulewright.interpreter.changes import changes
from rulewright.interpreter.decisions import decision_of, written
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.state import State, Status
from rulewright.ir.values import printed
from rulewright_verify.explicit import Exploration, outcome_of

MOST_STATES = 250
MOST_ARROWS = 700
"""Of more nobody could read a drawing, and laying them out would take minutes."""

MOST_CHANGES = 6
MOST_LABELS = 4
LONGEST = 48
"""Letters of a line; what is longer is cut."""


class TooLarge(ValueError):
    """A graph that is too large to be drawn."""

    def __init__(self, n: int, what: str, most: int) -> None:
        super().__init__(f"{n} {what} are too many for a drawing; it shows up to {most}")


class Kind(StrEnum):
    """What a state is; the word stands in the drawing."""

    CHOICE = "chooses"
    CHANCE = "luck"
    END = "end"
    DEAD_END = "dead end"
    BREAKDOWN = "breaks down"
    UNFOLLOWED = "not followed"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A state: its number in order of discovery (0 is the start), and the lines written into it."""

    number: int
    kind: Kind
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """Everything that leads from one state to another."""

    source: int
    target: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    title: str
    states: tuple[Drawn, ...]
    arrows: tuple[Arrow, ...]


def picture_of(found: Exploration) -> Picture:
    """The picture of a small exploration; `TooLarge` for others."""
    if found.states > MOST_STATES:
        raise TooLarge(found.states, "states", MOST_STATES)
    machine = found.machine
    number = {packed: i for i, packed in enumerate(found.parents)}
    decoded = {packed: machine.decode(packed) for packed in number}
    states, arrows = [], []
    for packed, parent in found.parents.items():
        labels: dict[int, list[str]] = {}
        missing = False
        for move in machine.moves(packed):
            if move.target in number:
                label = written(decision_of(machine.system, move.alternative))
                labels.setdefault(number[move.target], []).append(label)
            else:
                missing = True
        before = None if parent is None else decoded[parent]
        kind = Kind.UNFOLLOWED if missing else _kind(machine, packed)
        states.append(Drawn(number[packed], kind, _lines(machine, kind, packed, decoded[packed], before)))
        arrows += [Arrow(number[packed], target, _shortened(some)) for target, some in labels.items()]
    if len(arrows) > MOST_ARROWS:
        raise TooLarge(len(arrows), "arrows", MOST_ARROWS)
    return Picture(machine.system.name, tuple(states), tuple(arrows))


def _kind(machine: Machine, packed: int) -> Kind:
    match machine.status(packed):
        case Status.CHOICE:
            return Kind.CHOICE if machine.successors(packed) else Kind.DEAD_END
        case Status.FINAL:
            return Kind.END
        case Status.FAIL:
            return Kind.BREAKDOWN
        case _:
            return Kind.CHANCE


def _lines(machine: Machine, kind: Kind, packed: int, state: State, before: State | None) -> tuple[str, ...]:
    system = machine.system
    lines = [_heading(machine, kind, packed)]
    if kind in (Kind.CHOICE, Kind.CHANCE, Kind.UNFOLLOWED):
        lines.append(system.regions[system.nodes[state.place].region].address)
    if before is not None:
        changed = [f"{change.name}: {change.after}" for change in changes(system, before, state)]
        lines += changed[:MOST_CHANGES]
        if len(changed) > MOST_CHANGES:
            lines.append(f"and {len(changed) - MOST_CHANGES} more")
    return tuple(_cut(line) for line in lines)


def _heading(machine: Machine, kind: Kind, packed: int) -> str:
    if kind is Kind.CHOICE:
        return f"{printed(machine.system.players, machine.decider(packed))} {kind}"
    if kind is Kind.DEAD_END:
        return f"{kind}: {printed(machine.system.players, machine.decider(packed))} cannot choose"
    if kind in (Kind.END, Kind.BREAKDOWN):
        outcome = outcome_of(machine.system, machine.described_end(machine.end_of(packed)))
        return f"{kind}: {outcome.removeprefix('broken down: ')}"
    return str(kind)


def _shortened(labels: list[str]) -> tuple[str, ...]:
    shown = [_cut(label) for label in labels]
    if len(shown) <= MOST_LABELS:
        return tuple(shown)
    return (*shown[: MOST_LABELS - 1], f"and {len(shown) - MOST_LABELS + 1} more")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
