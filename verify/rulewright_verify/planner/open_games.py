"""Claims in a scope that leaves values open: about one game for each choice of them.

A proof covers all of these games. A play refutes one of them, and that is enough; nothing that looks at the plays of a
single game can say of all of them that something holds, or that something is possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.ir import properties as pr
from rulewright.ir.needed import watched_by
from rulewright.ir.nodes import System
from rulewright.ir.open_values import Values, named_cell, open_cells, open_tables, open_values_used, type_of_cells
from rulewright.ir.values import printed
from rulewright_verify.planner.answers import Cell, unknown
from rulewright_verify.planner.empty import in_doubt
from rulewright_verify.planner.following import FoundPlay, follow
from rulewright_verify.planner.induction import Inductive, Proofs
from rulewright_verify.planner.questions import Question
from rulewright_verify.search.targets import Target


def is_about_many_games(question: Question) -> bool:
    """Whether a value that is left open matters for the clause."""
    return bool(open_values_used(question.system, watched_by(question.system, question.clause)))


def decide_many_games(question: Question, proofs: Proofs) -> list[Cell]:
    """By a proof, or by a play of one of the games that refutes the clause."""
    from rulewright_verify.planner.play_clauses import decide_invariant

    match question.clause:
        case pr.Ends():
            return [Cell({}, in_doubt(question, proofs.ends(question)))]
        case _ if isinstance(question.clause, Inductive):
            return decide_invariant(question, proofs)
    reason = "each choice of what the scope leaves open is a game of its own, and this is not proved of all at once"
    return [Cell({}, unknown(reason, "none"))]


def fewest_values(system: System, play: FoundPlay, target: Target) -> FoundPlay:
    """The same play with as many ordinary values as it allows: whole tables first, then cell by cell. `system` has no
    open readings."""
    values = dict(play.values)
    for changed in _less_changed(system, values):
        again = follow(system, {}, replace(play, values={**values, **changed}), target)
        if again is not None and again.met:
            values.update(changed)
    return replace(play, values=values)


def _less_changed(system: System, values: dict[str, tuple[int, ...]]) -> Iterator[Values]:
    """One thing after the other put back to its ordinary value; looks at `values` anew each time."""
    for table in open_tables(system):
        if values[table.name] != table.values:
            yield {table.name: table.values}
    for table in open_tables(system):
        for cell in open_cells(table):
            now = values[table.name]
            if now[cell] != table.values[cell]:
                yield {table.name: (*now[:cell], table.values[cell], *now[cell + 1:])}


def told_values(system: System, values: Values) -> tuple[str, ...]:
    """`cost of raven = 3`: what is not as in the ordinary game."""
    return tuple(
        f"{named_cell(system, table, cell)} = {printed(type_of_cells(system, table), values[table.name][cell])}"
        for table in open_tables(system) if table.name in values
        for cell in open_cells(table) if values[table.name][cell] != table.values[cell]
    )
