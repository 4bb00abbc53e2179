"""Finding a play in which something comes true: beam searches with new luck until one succeeds.

Nobody plays to win here: luck and all players choose as it suits the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from time import monotonic

from rulewright.ir.nodes import Expr, System
from rulewright.ir.properties import AtPlace
from rulewright_verify.search.beam import Beam, Search
from rulewright_verify.search.distance import nearest
from rulewright_verify.search.replay import replayed
from rulewright_verify.search.targets import FoundPlay, Target
from rulewright_verify.search.walk import Walk

WIDTHS = (24, 120, 24, 400)
FIRST_DEPTH = 64


def find_play(
    system: System,
    goal: Expr | None = None,
    *,
    places: Sequence[AtPlace] | None = None,
    seed: int = 0,
    budget_seconds: float = 60.0,
) -> FoundPlay | None:
    """A play in which `goal` is true at a rest, or the condition of one of `places` where the play passes.

    None says only that none was found in time.
    """
    return find_target(system, Target(goal, tuple(places or ())), seed=seed, budget_seconds=budget_seconds)


def find_target(
    system: System, target: Target, *, seed: int = 0, budget_seconds: float = 60.0
) -> FoundPlay | None:
    """A play that meets a target."""
    ends = monotonic() + budget_seconds
    conds = [place.value for place in target.places] + ([target.rests] if target.rests is not None else [])
    walk = Walk(system, [target], [nearest(system, conds)])
    n_states = 0
    for number, beam in enumerate(_beams()):
        walk.machine.forget_sightings()
        search = Search(walk, beam, Random(f"{seed} {number}"), lambda: monotonic() > ends)
        steps = search.run()
        n_states += search.n_states
        if steps is not None:
            return replayed(system, target, steps, n_states=n_states)
        if monotonic() > ends:
            return None
    raise AssertionError("there is no last beam")


def _beams() -> Iterator[Beam]:
    """Narrow and shallow ones first; a deep one costs as much as all before it."""
    for number in count(1):
        yield Beam(WIDTHS[number % len(WIDTHS)], FIRST_DEPTH * (number & -number))
