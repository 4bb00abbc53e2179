"""What an answer rests on, read off the system: rules, passages, gaps, precedence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.ir import properties as pr
from rulewright.ir.needed import named_rules, watched_by
from rulewright.ir.nodes import Apply, Auto, Choice, Final, System
from rulewright.ir.walk import Piece, descendants
from rulewright_verify.verdict import RestsOn


def rules_of(system: System, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The rules that pieces ask, those behind them included, in the order in which they are met."""
    found: dict[str, None] = {}
    pending = list(pieces)
    while pending:
        for part in descendants(pending.pop(0)):
            if isinstance(part, Apply) and part.rule not in found and part.rule in system.rules:
                found[part.rule] = None
                pending += [system.rules[part.rule].body, system.rules[part.rule].defined]
    return tuple(found)


def rules_of_clause(system: System, clause: pr.Clause) -> tuple[str, ...]:
    names = [name for name in named_rules(clause) if name in system.rules]
    return tuple(dict.fromkeys((*names, *rules_of(system, watched_by(system, clause)))))


def rests_on_rules(system: System, names: Sequence[str], levels: Sequence[str] = ()) -> RestsOn:
    """Rules with their passages, gaps and settled conflicts."""
    rules = [system.rules[name] for name in names]
    return RestsOn(
        rules=tuple(names),
        levels=tuple(levels),
        passages=_once(p for rule in rules for p in (*rule.cites, *(c for level in rule.levels for c in level.cites))),
        gaps=_once(g for rule in rules for g in (*rule.rests_on, *(c for lv in rule.levels for c in lv.rests_on))),
        precedence=_once(f"{winner} over {loser}" for rule in rules for winner, loser in rule.settled),
    )


def rests_on_play(system: System, regions: Iterable[int] | None = None) -> RestsOn:
    """Everything that a play may pass: rules that its nodes ask, and the gaps of its regions."""
    wanted = None if regions is None else _below(system, set(regions))
    nodes = [node for node in system.nodes if wanted is None or node.region in wanted]
    asked = rules_of(system, [node for node in nodes if isinstance(node, Auto | Choice | Final)])
    base = rests_on_rules(system, asked)
    inside = [region for region in system.regions if wanted is None or region.id in wanted]
    options = [option for node in nodes if isinstance(node, Choice) for option in node.options]
    gaps = _once((*base.gaps, *(g for r in inside for g in r.rests_on), *(g for o in options for g in o.rests_on)))
    return RestsOn(rules=base.rules, gaps=gaps, precedence=base.precedence)


def _below(system: System, regions: set[int]) -> set[int]:
    inside = set(regions)
    for region in system.regions:  # parents come first
        if region.parent in inside:
            inside.add(region.id)
    return inside


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
