"""Steps and options that no play at random came to, and options of readings that change nothing: remarks.

A step that many plays never met may be impossible, or rare; the remark says how many plays looked for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from time import monotonic

from rulewright.interpreter.observer import Observer
from rulewright.interpreter.players import next_move
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import Memory
from rulewright.ir.graph import reachable
from rulewright.ir.nodes import Node, RegionKind, Setting, System
from rulewright.ir.specialise import specialise
from rulewright.ir.walk import Piece, descendants
from rulewright_verify.findings import Finding, Kind, Severity, finding_id

MOST_PLAYS = 200
MOST_MOVES = 2000
SECONDS = 4.0
PLAYS_A_CHOICE = 20
"""So many plays under one choice of readings; then each reading gets another option by chance."""

FEWEST_PLAYS = 50
"""After fewer plays nothing is said of what they did not meet."""


@dataclass(eq=False, slots=True)
class _Met(Observer):
    """The regions in which nodes were passed."""

    regions: set[int] = field(default_factory=set)

    def arrived(self, node: Node, memory: Memory) -> None:
        self.regions.add(node.region)


def never_met(system: System, rulebook: str, fixed: Mapping[str, int], seed: int) -> Iterator[Finding]:
    """One remark about all steps and options that no play came to."""
    met, n_plays = _played(system, fixed, seed)
    if n_plays < FEWEST_PLAYS:
        return
    here = {region for region in met for region in _around(system, region)}
    alive = {system.nodes[node].region for node in reachable(system)}
    seen = {system.regions[region].address for region in here}
    missing = dict.fromkeys(
        region.address for region in system.regions
        if region.id in alive and region.kind is not RegionKind.PROCEDURE and region.address not in seen
    )
    if missing:
        yield Finding(
            Kind.WITHOUT_EFFECT, finding_id(Kind.WITHOUT_EFFECT, rulebook, "never_met"),
            f"{len(missing)} {'step or option' if len(missing) == 1 else 'steps and options'} never came in "
            f"{n_plays} plays at random", Severity.REMARK,
            story=", ".join(f"`{address}`" for address in missing), rules=tuple(missing),
        )


def _played(system: System, fixed: Mapping[str, int], seed: int) -> tuple[set[int], int]:
    rng = Random(seed)
    met = _Met()
    ends = monotonic() + SECONDS
    reference = Reference(system, options={})
    for n_plays in range(MOST_PLAYS):
        if monotonic() > ends:
            return met.regions, n_plays
        if n_plays % PLAYS_A_CHOICE == 0:
            options = {name: rng.randrange(len(info.options)) for name, info in system.readings.items()}
            reference = Reference(system, options={**options, **fixed})
        state = reference.initial(met)
        for _ in range(MOST_MOVES):
            way = next_move(reference, state, {}, rng)
            if way is None:
                break
            state = reference.run(state, way, met)
    return met.regions, MOST_PLAYS


def _around(system: System, region: int) -> Iterator[int]:
    here: int | None = region
    while here is not None:
        yield here
        here = system.regions[here].parent


# ------------------------------------------------------------------ readings


def idle_options(system: System, rulebook: str) -> Iterator[Finding]:
    """Two options of a reading under which the game is the same."""
    for name, info in system.readings.items():
        part = _asking(system, name)
        chosen = [specialise(part, {name: number}) for number in range(len(info.options))]
        for (a, left), (b, right) in combinations(zip(info.options, chosen, strict=True), 2):
            if left.rules == right.rules and left.nodes == right.nodes:
                yield Finding(
                    Kind.WITHOUT_EFFECT, finding_id(Kind.WITHOUT_EFFECT, rulebook, f"{name}.{b}"),
                    f"`{a}` and `{b}` of `{name}` are the same game", Severity.REMARK, passages=info.cites,
                )


def _asking(system: System, reading: str) -> System:
    """Only the rules and the nodes that ask for a reading."""
    def asks(piece: Piece) -> bool:
        return any(isinstance(part, Setting) and part.name == reading for part in descendants(piece))

    return replace(
        system,
        rules={name: rule for name, rule in system.rules.items() if asks(rule)},
        nodes=tuple(node for node in system.nodes if asks(node)),
    )
