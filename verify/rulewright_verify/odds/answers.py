"""Whether what is measured has an answer wherever it is looked at: a rule may have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright_verify.probability import Between

Question = tuple[System, pr.Measured | pr.EndsWithChance, pr.At | None]
"""A quantity, of which system, and whether what it measures has an answer where that is not known before."""

LONGEST = 10_000
"""Denominators up to which a chance is told as a fraction."""


def with_answers(game: System, clauses: Sequence[pr.Clause]) -> Iterator[Question]:
    """The quantities among some clauses. Whether what one measures has an answer is asked by the clause behind it."""
    alone = [(one.system, one.clause) if isinstance(one, pr.Alone) else (game, one) for one in clauses]
    for number, (system, clause) in enumerate(alone):
        if isinstance(clause, pr.Measured | pr.EndsWithChance):
            behind = alone[number + 1][1] if number + 1 < len(alone) else None
            yield system, clause, behind if isinstance(behind, pr.At) and behind.answers is not None else None


def chance_of_none(clause: pr.Measured | pr.EndsWithChance, answers: pr.At) -> pr.Measured:
    """The chance that there is no answer where a quantity is looked at."""
    assert isinstance(clause, pr.Measured)
    places = tuple(pr.AtPlace(place.node, ir.Not(place.value)) for place in answers.places)
    return replace(clause, quantity=replace(clause.quantity, kind=pr.QuantityKind.CHANCE, places=places))


def lacking(chance: Between | None, answers: pr.At) -> str | None:
    """What is told if there may be no answer."""
    if chance is None or chance.greatest is None:
        return f"it is not known whether `{answers.answers}` has an answer"
    if not chance.greatest:
        return None
    exact = not chance.error and chance.greatest.denominator <= LONGEST
    told = str(chance.greatest) if exact else f"{float(chance.greatest):.6g}"
    return f"`{answers.answers}` has no answer with a chance of {told}"
