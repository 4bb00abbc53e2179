"""Whether two games put the same question, so that one answer serves for both.

Compared is what was lowered: for a rule claim the rules that it asks, for a claim about play all that play can reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.graph import reachable
from rulewright.ir.needed import watched_by
from rulewright.ir.nodes import System
from rulewright.ir.walk import Piece, descendants
from rulewright_verify.planner.blame import rules_of_clause
from rulewright_verify.planner.questions import Question

ABOUT_RULES = (pr.Holds, pr.SameForEvery, pr.SameAs)


def same_questions(left: Iterable[Question], right: Iterable[Question]) -> bool:
    """Whether the clauses of a claim are the same in two games, and all that can change their answers."""
    a, b = list(left), list(right)
    return len(a) == len(b) and all(_same_question(x, y) for x, y in zip(a, b, strict=True))


def _same_question(left: Question, right: Question) -> bool:
    if left.clause != right.clause or left.fixed != right.fixed:
        return False
    if isinstance(left.clause, ABOUT_RULES):
        if _reads_state(left.clause):
            return same_game(left.system, right.system)
        names = rules_of_clause(left.system, left.clause)
        return names == rules_of_clause(right.system, right.clause) and all(
            same_rule(left.system, right.system, name) for name in names
        ) and same_ground(left.system, right.system, watched_by(left.system, left.clause))
    return _same_play(left, right)


def _reads_state(clause: pr.Clause) -> bool:
    return isinstance(clause, pr.Holds) and clause.reads_state




def _same_play(left: Question, right: Question) -> bool:
    """Whether plays are the same, and what the clause watches in them; what no play reaches may differ."""
    a, b = left.system, right.system
    alive = reachable(a)
    if a.entry != b.entry or _counted(a) != _counted(b) or alive != reachable(b) or a.handles != b.handles:
        return False
    nodes = [a.nodes[node] for node in sorted(alive)]
    if any(node != b.nodes[node.id] for node in nodes):
        return False
    if any(a.regions[node.region] != b.regions[node.region] for node in nodes):
        return False
    pieces: list[Piece] = [*nodes, *watched_by(a, left.clause)]
    asked = {part.rule for piece in pieces for part in descendants(piece) if isinstance(part, ir.Apply)}
    return same_ground(a, b, pieces) and all(same_rule(a, b, rule) for rule in asked)


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
            for part, name in _names(piece):
                a, b = getattr(left, part).get(name), getattr(right, part).get(name)
                if a != b or (isinstance(a, ir.Zone) and left.kinds[a.kinds] != right.kinds[a.kinds]):
                    return False
            if isinstance(piece, ir.Seats) and left.n_players != right.n_players:
                return False
    return True


def _names(piece: Any) -> Iterable[tuple[str, str]]:
    match piece:
        case ir.Lookup():
            yield "tables", piece.table
        case ir.Read() | ir.Store():
            yield "slots", piece.slot
        case ir.ZoneRef():
            yield "zones", piece.zone
        case ir.Setting():
            yield "readings", piece.name
