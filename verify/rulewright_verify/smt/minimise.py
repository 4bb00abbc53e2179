"""Small models: one value after the other as ordinary as it can be.

One incremental solver, flags and parameters in the order given, each first set to its ordinary
value; if that cannot be, its distance from it is bisected (for named values: tried in their order).
Interruptible with a valid model at any time, and several times faster than an optimiser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3

from rulewright_verify.smt.inputs import Input
from rulewright_verify.smt.prover import Prover


def minimised(solver: z3.Solver, inputs: Sequence[Input], prover: Prover) -> z3.ModelRef:
    """A model of the solver, which has just answered `sat`, with few and small oddities."""
    model = solver.model()
    for one in inputs:
        for wish in _wishes(one, _value(one, model)):
            if _value(one, model) == wish:
                break
            solver.push()
            solver.add(one.term == wish)
            if prover.check(solver) == z3.sat:
                model = solver.model()
                solver.pop()
                break
            solver.pop()
        else:
            if one.type.names is None:
                model = _bisected(solver, one, prover, model)
        # The model was read before anything is added: afterwards it is gone.
        solver.add(one.term == _value(one, model))
    return model


def _wishes(one: Input, value: int) -> Iterator[int]:
    if one.type.names is None:
        yield one.ordinary
        return
    others = [v for v in range(one.lo, one.hi + 1) if v != one.ordinary]
    yield from (one.ordinary, *others)


def _bisected(solver: z3.Solver, one: Input, prover: Prover, model: z3.ModelRef) -> z3.ModelRef:
    """As near to the ordinary value as it can be."""
    too_near, far = 0, abs(_value(one, model) - one.ordinary)
    while far - too_near > 1:
        middle = (too_near + far) // 2
        solver.push()
        solver.add(one.term - one.ordinary <= middle, one.ordinary - one.term <= middle)
        if prover.check(solver) == z3.sat:
            model = solver.model()
            far = abs(_value(one, model) - one.ordinary)
        else:
            too_near = middle
        solver.pop()
    return model


def _value(one: Input, model: z3.ModelRef) -> int:
    return model.eval(one.term, model_completion=True).as_long()  # type: ignore[no-any-return]
