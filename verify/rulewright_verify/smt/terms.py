"""Whole numbers and conditions for Z3, folded while they are built.

A `Num` is a Python int or a Z3 integer term, a `Cond` a Python bool or a Z3 condition. Every
function here gives a Python value when its arguments decide the answer, so the encoder that
runs on plain numbers is an interpreter, and one that runs on a half-known state builds terms
for the unknown half only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

import z3

Num: TypeAlias = int | z3.ArithRef
Cond: TypeAlias = bool | z3.BoolRef


def is_known(value: Num | Cond) -> bool:
    """Whether it is a Python value."""
    return isinstance(value, int)


def key_of(value: Num | Cond) -> tuple[str, int]:
    """Equal for terms that Z3 shares; the caller keeps the term alive."""
    return ("n", int(value)) if isinstance(value, int) else ("t", value.get_id())


T = TypeVar("T", bound=z3.ExprRef)


def _joined(make: Callable[..., Any], terms: Sequence[T], kind: type[T]) -> T:
    """`z3.Sum`, `z3.And`, `z3.Or` of terms that are known to be of one sort, without a look at each of them."""
    context = terms[0].ctx
    parts = (z3.Ast * len(terms))(*(term.as_ast() for term in terms))
    joined: T = kind(make(context.ref(), len(terms), parts), context)
    return joined


# ------------------------------------------------------------------ numbers


def total(parts: Iterable[Num]) -> Num:
    """The sum of all parts."""
    known, terms = 0, []
    for part in parts:
        if isinstance(part, int):
            known += part
        else:
            terms.append(part)
    if not terms:
        return known
    if known:
        terms.append(z3.IntVal(known))
    return terms[0] if len(terms) == 1 else _joined(z3.Z3_mk_add, terms, z3.ArithRef)


def add(left: Num, right: Num) -> Num:
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if isinstance(left, int) and left == 0:
        return right
    if isinstance(right, int) and right == 0:
        return left
    return left + right


def sub(left: Num, right: Num) -> Num:
    if isinstance(left, int) and isinstance(right, int):
        return left - right
    if isinstance(right, int) and right == 0:
        return left
    return left - right


def scaled(factor: int, value: Num) -> Num:
    if isinstance(value, int):
        return factor * value
    if factor == 0:
        return 0
    return value if factor == 1 else factor * value


def mul(left: Num, right: Num) -> Num:
    """A product; of two terms it is not linear, so the encoder splits a factor of few values first."""
    if isinstance(left, int):
        return scaled(left, right)
    if isinstance(right, int):
        return scaled(right, left)
    return left * right


def choose(cond: Cond, then: Num, otherwise: Num) -> Num:
    """`then` where `cond` holds, else `otherwise`."""
    if isinstance(cond, bool):
        return then if cond else otherwise
    if isinstance(then, int) and isinstance(otherwise, int) and then == otherwise:
        return then
    if not isinstance(then, int) and not isinstance(otherwise, int) and then.eq(otherwise):
        return then
    return z3.If(cond, _term(then), _term(otherwise))


def number_of(cond: Cond) -> Num:
    """1 for true, 0 for false."""
    return choose(cond, 1, 0)


def _term(value: Num) -> z3.ArithRef:
    return z3.IntVal(value) if isinstance(value, int) else value


def is_large(value: z3.ArithRef) -> bool:
    """Whether a term is more than a sum of a few constants."""
    if z3.is_app_of(value, z3.Z3_OP_UNINTERPRETED) or z3.is_int_value(value):
        return False
    if z3.is_add(value) or z3.is_sub(value):
        return value.num_args() > 3 or any(is_large(part) for part in value.children())
    return True


# ------------------------------------------------------------------ conditions


def same(left: Num, right: Num) -> Cond:
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    if not isinstance(left, int) and not isinstance(right, int) and left.eq(right):
        return True
    return left == right


def less(left: Num, right: Num) -> Cond:
    return left < right


def at_most(left: Num, right: Num) -> Cond:
    return left <= right


def as_number(value: Num | Cond) -> Num:
    """A condition as 0 or 1; a number as it is."""
    if isinstance(value, z3.BoolRef):
        return number_of(value)
    return int(value) if isinstance(value, int) else value


def as_cond(value: Num | Cond) -> Cond:
    """A number 0..1 as a condition; a condition as it is."""
    return value if isinstance(value, bool | z3.BoolRef) else at_most(1, value)


def within(value: Num, lo: int, hi: int) -> Cond:
    if isinstance(value, int):
        return lo <= value <= hi
    return z3.And(value >= lo, value <= hi)


def both(*conds: Cond) -> Cond:
    return every(conds)


def either(*conds: Cond) -> Cond:
    return some(conds)


def every(conds: Iterable[Cond]) -> Cond:
    terms: list[z3.BoolRef] = []
    for cond in conds:
        if isinstance(cond, bool):
            if not cond:
                return False
        else:
            terms.append(cond)
    if not terms:
        return True
    return terms[0] if len(terms) == 1 else _joined(z3.Z3_mk_and, terms, z3.BoolRef)


def some(conds: Iterable[Cond]) -> Cond:
    terms: list[z3.BoolRef] = []
    for cond in conds:
        if isinstance(cond, bool):
            if cond:
                return True
        else:
            terms.append(cond)
    if not terms:
        return False
    return terms[0] if len(terms) == 1 else _joined(z3.Z3_mk_or, terms, z3.BoolRef)


def negated(cond: Cond) -> Cond:
    if isinstance(cond, bool):
        return not cond
    if z3.is_not(cond):
        return cond.arg(0)
    return z3.Not(cond)


def select(cond: Cond, then: Cond, otherwise: Cond) -> Cond:
    """If-then-else of conditions."""
    if isinstance(cond, bool):
        return then if cond else otherwise
    if isinstance(then, bool) and isinstance(otherwise, bool):
        if then == otherwise:
            return then
        return cond if then else negated(cond)
    return z3.If(cond, as_term(then), as_term(otherwise))


def as_term(cond: Cond) -> z3.BoolRef:
    return z3.BoolVal(cond) if isinstance(cond, bool) else cond


def conjuncts(conds: Sequence[Cond]) -> list[z3.BoolRef]:
    """The conditions that are not simply true, as terms."""
    return [as_term(cond) for cond in conds if cond is not True]


def constants_of(formula: Num | Cond) -> frozenset[int]:
    """The constants in a formula, by the numbers under which Z3 shares them."""
    return frozenset() if isinstance(formula, int) else frozenset(_constant_leaves(formula))


def assert_all(solver: z3.Solver, terms: Iterable[z3.BoolRef]) -> None:
    """`solver.add(*terms)`, without a look at the sort of each: all are conditions."""
    context = solver.ctx.ref()
    for term in terms:
        z3.Z3_solver_assert(context, solver.solver, term.as_ast())


def constant_terms(formula: z3.ExprRef) -> list[z3.ExprRef]:
    """The constants in a formula, each once."""
    return [z3.ExprRef(leaf, formula.ctx) for leaf in _constant_leaves(formula).values()]


def _constant_leaves(formula: z3.ExprRef) -> dict[int, Any]:
    """The constants by their numbers, as Z3's own handles: most of the time of a proof in a large game would go into
    wrapping each part of each formula."""
    context = formula.ctx_ref()
    found: dict[int, Any] = {}
    seen: set[int] = set()
    pending = [formula.as_ast()]
    while pending:
        here = pending.pop()
        number = z3.Z3_get_ast_id(context, here)
        if number in seen:
            continue
        seen.add(number)
        if z3.Z3_get_ast_kind(context, here) != z3.Z3_APP_AST:
            continue
        application = z3.Z3_to_app(context, here)
        n_parts = z3.Z3_get_app_num_args(context, application)
        if n_parts:
            pending.extend(z3.Z3_get_app_arg(context, application, part) for part in range(n_parts))
        elif z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, application)) == z3.Z3_OP_UNINTERPRETED:
            found[number] = here
    return found
