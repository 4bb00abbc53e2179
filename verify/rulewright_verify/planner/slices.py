"""The part of a system that the answer to a clause about rules can hang on, and nothing else.

The clause is decided on this part alone. So what was left out cannot have changed an answer, and two games whose
parts are equal put the same question: to look at something that is not in the part is an error and no wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.needed import named_rules, watched_by
from rulewright.ir.nodes import System
from rulewright.ir.walk import Piece, descendants
from rulewright_verify.planner.same import declared_names

T = TypeVar("T")

ABOUT_RULES = (pr.Holds, pr.SameForEvery, pr.SameAs)
NOBODY = ir.ValueType("nobody", 0, -1)
"""The players of a question in which nobody's seat matters; whoever counts them divides by zero."""


def rule_slice(system: System, clause: pr.Holds | pr.SameForEvery | pr.SameAs) -> System:
    """What the clause reads: rules with those behind them, tables, state, readings; of play nothing.

    A zone brings the zones in which things of its kinds lie at the start: together they say how many of each kind there
    can be in it.
    """
    used = _Used(system)
    used.rules(named_rules(clause))
    used.pieces(watched_by(system, clause))
    if isinstance(clause, pr.SameForEvery):
        used.names["readings"].update(clause.readings)
    used.names["tables"].update(
        start for name in used.names["slots"] if (start := system.slots[name].starts_as) is not None
    )
    kinds = {system.zones[name].kinds for name in used.names["zones"]}
    with_open_columns = {
        name for name, each in system.kinds.items()
        if any(system.tables[table].varies for table in used.names["tables"].intersection(each.attributes.values()))
    }
    return replace(
        system,
        name="",
        players=system.players if used.seats else NOBODY,
        tables=_only(system.tables, used.names["tables"]),
        kinds=_only(system.kinds, kinds | with_open_columns),
        slots=_only(system.slots, used.names["slots"]),
        zones={
            name: zone for name, zone in system.zones.items()
            if name in used.names["zones"] or (zone.kinds in kinds and any(map(any, zone.initial)))
        },
        rules=_only(system.rules, used.names["rules"]),
        readings=_only(system.readings, used.names["readings"]),
        nodes=(ir.Final(0, 0, None),), regions=(), handles=(), entry=0,
    )


def _only(declared: Mapping[str, T], names: set[str]) -> dict[str, T]:
    """In the order of the declarations."""
    return {name: one for name, one in declared.items() if name in names}


@dataclass(eq=False, slots=True)
class _Used:
    """Grows with all that pieces name, and with what stands in the rules that they ask."""

    system: System
    names: dict[str, set[str]] = field(
        default_factory=lambda: {part: set() for part in ("rules", "tables", "slots", "zones", "readings")}
    )
    seats: bool = False

    def rules(self, names: Iterable[str]) -> None:
        for name in names:
            if name in self.system.rules and name not in self.names["rules"]:
                self.names["rules"].add(name)
                self.pieces([self.system.rules[name]])

    def pieces(self, pieces: Iterable[Piece]) -> None:
        for top in pieces:
            for part in descendants(top):
                self.piece(part)

    def piece(self, part: Piece) -> None:
        if isinstance(part, ir.Apply):
            self.rules((part.rule,))
        self.seats |= isinstance(part, ir.Seats)
        for declared, name in declared_names(part):
            self.names[declared].add(name)
