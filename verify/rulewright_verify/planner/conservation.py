"""That nothing is lost or doubled, read off the moves themselves, whatever the size of the game and without a solver.

Things change places by transfers and deals alone, and each of them puts down what it takes away; one that cannot be
done ends the play. So if all that move a kind of things lead from one lasting place to another, its copies stay as
many as they are at the start. What is put into a place that a block forgets at its end is another matter, for other
engines.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir.nodes import Deal, Life, System, Transfer, TransferAll, TransferPlace
from rulewright.ir.walk import descendants
from rulewright_verify.planner.answers import Answer
from rulewright_verify.planner.blame import rests_on_play
from rulewright_verify.verdict import Outcome, Proved

METHOD = "move by move"


def kept_by_every_move(system: System, kinds: str) -> Answer | None:
    """That all moves keep these things, or nothing if some move has to be looked at more closely."""
    for source, target in _moves(system):
        ends = (system.zones[source], system.zones[target])
        if any(zone.kinds == kinds for zone in ends) and not all(
            zone.kinds == kinds and zone.life is not Life.FRAME for zone in ends
        ):
            return None
    return Answer(Outcome.HOLDS, Proved(), METHOD, rests_on=rests_on_play(system))


def _moves(system: System) -> Iterator[tuple[str, str]]:
    """From which zone into which."""
    for node in system.nodes:
        for part in descendants(node):
            if isinstance(part, Transfer | TransferPlace | TransferAll | Deal):
                yield part.source.zone, part.target.zone
