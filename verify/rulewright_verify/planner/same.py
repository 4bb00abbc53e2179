"""Whether two games, or rules in them, are the same.

Compared is what was lowered: of a rule all that it asks, of a game all that play can reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.graph import reachable
from rulewright.ir.nodes import System
from rulewright.ir.walk import Piece, descendants


def same_game(left: System, right: System) -> bool:
    """Whether two games are the same in everything that can be met in play, and for as many players."""
    if left is right:
        return True
    if _counted(left) != _counted(right) or left.readings != right.readings or left.entry != right.entry:
        return False
    if reachable(left) != reachable(right):
        return False
    return all(
        getattr(left, part) == getattr(right, part)
        for part in ("slots", "zones", "kinds", "tables", "rules", "nodes", "regions", "handles")
    )


def _counted(system: System) -> tuple[int, object]:
    return system.n_players, system.players.names


def same_rule(left: System, right: System, name: str) -> bool:
    """Whether a rule reads the same in two games, with all rules, tables and state that it asks."""
    pending, seen = [name], {name}
    while pending:
        here = pending.pop()
        a, b = left.rules.get(here), right.rules.get(here)
        if a is None or b is None or _meaning(a) != _meaning(b):
            return False
        if not same_ground(left, right, [a.body, a.defined]):
            return False
        for piece in descendants(a):
            if isinstance(piece, ir.Apply) and piece.rule not in seen:
                seen.add(piece.rule)
                pending.append(piece.rule)
    return True


def _meaning(rule: ir.Rule) -> ir.Rule:
    return replace(rule, cites=(), rests_on=())


def same_ground(left: System, right: System, pieces: Iterable[Piece]) -> bool:
    """Equal tables, slots, zones and readings wherever these pieces name one."""
    for top in pieces:
        for piece in descendants(top):
            for part, name in declared_names(piece):
                a, b = getattr(left, part).get(name), getattr(right, part).get(name)
                if a != b or (isinstance(a, ir.Zone) and left.kinds[a.kinds] != right.kinds[a.kinds]):
                    return False
            if isinstance(piece, ir.Seats) and left.n_players != right.n_players:
                return False
    return True


def declared_names(piece: Any) -> Iterable[tuple[str, str]]:
    """What a piece itself names besides rules: the part of a system in which that is declared, and the name."""
    match piece:
        case ir.Lookup():
            yield "tables", piece.table
        case ir.Read() | ir.Store():
            yield "slots", piece.slot
        case ir.ZoneRef():
            yield "zones", piece.zone
        case ir.Setting():
            yield "readings", piece.name
