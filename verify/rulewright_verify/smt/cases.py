"""One question for each thing that a decision may have picked.

Taking a thing out of a list at an open place moves everything behind it up, which makes sums over the list hard. With
the place known it is plain arithmetic; so a question about a step is asked once for each choice of places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import z3

from rulewright_verify.smt.graph import Edge
from rulewright_verify.smt.onehot import OneHots
from rulewright_verify.smt.prover import Hypothesis
from rulewright_verify.smt.terms import Cond

# Names with more values than this are left open, and so are steps with more cases than this.
MOST_VALUES = 12
MOST_CASES = 300


class Case:
    """The values of some names of a decision, put into conditions."""

    def __init__(self, values: Sequence[tuple[z3.ArithRef, z3.ArithRef]]) -> None:
        self._values = list(values)

    def of(self, cond: Cond) -> Cond:
        if isinstance(cond, bool) or not self._values:
            return cond
        known = z3.simplify(z3.substitute(cond, *self._values))
        if z3.is_true(known):
            return True
        return False if z3.is_false(known) else known

    def of_hypothesis(self, hypothesis: Hypothesis) -> Hypothesis:
        return Hypothesis(hypothesis.name, self.of(hypothesis.cond), hypothesis.size)


def cases_of(edge: Edge, one_hots: OneHots) -> Iterator[Case]:
    """All choices of the decision that begins an edge, as far as they are few."""
    names: list[Mapping[int, z3.ArithRef]] = []
    n_cases = 1
    for binding in edge.decision.bindings if edge.decision is not None else ():
        bits = one_hots.indicators(binding.value)
        if bits is not None and len(bits) <= MOST_VALUES and n_cases * len(bits) <= MOST_CASES:
            names.append(bits)
            n_cases *= len(bits)
    for chosen in product(*(bits for bits in names)):
        yield Case([
            (bit, z3.IntVal(int(value == wanted)))
            for bits, wanted in zip(names, chosen, strict=True) for value, bit in bits.items()
        ])
