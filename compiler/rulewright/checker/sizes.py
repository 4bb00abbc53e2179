"""How large a rulebook may grow: tables of state, dice, and what is written out for every place that uses it.

A few lines can stand for more than any memory holds. What is too large is refused before it is built.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter
from math import prod

from rulewright.checker.context import MOST_IN_A_ROW, Context
from rulewright.checker.errors.wellformed import TooLarge
from rulewright.checker.ranges import MANY, n_values
from rulewright.checker.types import ListType, SetType, Type
from rulewright.source import Span
from rulewright.syntax import ast

MOST_CELLS = 100_000
MOST_FACES = 10_000
MOST_MEMBERS = 1_000_000
"""Of what is looked at one by one: options, rounds of `for each`, parts of a sum."""
MOST_COPIES = 20_000
"""Of all that a procedure runs, or a rule asks, in all places together."""

MOST_BRANCHES = 200
"""Of one `if` with its `otherwise if`."""


def fits(ctx: Context, span: Span, name: str, index: Sequence[Type], type_: Type) -> bool:
    """Whether a state, a param or a mark has few enough cells; reports it where not."""
    each = n_values(type_) if isinstance(type_, SetType | ListType) else 1
    n_cells = prod(n_values(one) for one in index) * each
    if n_cells <= MOST_CELLS:
        return True
    ctx.report(TooLarge(
        span=span, what=f"`{name}` has {n_cells} cells", most=MOST_CELLS, hint="give what stands in its brackets, or "
        "the numbers in its type, narrower bounds",
    ))
    return False


def check_dice(ctx: Context, dice: ast.Dice) -> bool:
    """Whether the results of a roll are few enough; reports it where not."""
    if dice.count * dice.sides <= MOST_FACES:
        return True
    ctx.report(TooLarge(
        span=dice.span, what=f"the results of this roll go up to {dice.count * dice.sides}", most=MOST_FACES,
        hint="one of many things is picked by `chance chooses x in ...`",
    ))
    return False


def check_members(ctx: Context, span: Span, most: int) -> bool:
    """Whether what stands behind `in` can be looked at one by one; reported where not. `MANY` is not known."""
    if most <= MOST_MEMBERS or most == MANY:
        return True
    ctx.report(TooLarge(
        span=span, what=f"up to {most} values are looked at one by one here", most=MOST_MEMBERS,
        hint="a claim about all numbers is written `for all n: 0..9`, with any bounds",
    ))
    return False


def check_copies(ctx: Context, graph: Mapping[str, list[str]], says: str, hint: str) -> None:
    """Report what uses others (`graph`, without circles) in too many places, all on the way counted: each of
    these places gets a copy; or too many in a row. Reported is where it becomes too many."""
    sizes: dict[str, int] = {}
    rows: dict[str, int] = {}
    for name in TopologicalSorter(graph).static_order():
        sizes[name] = 1 + sum(sizes[other] for other in graph.get(name, ()))
        rows[name] = 1 + max((rows[other] for other in graph.get(name, ())), default=0)
    for name in graph:
        if rows[name] == MOST_IN_A_ROW + 1:
            ctx.report(TooLarge(
                span=ctx.book.declared[name].name.span, what=f"`{name}` {says}, {rows[name]} in a row",
                most=MOST_IN_A_ROW, hint="what is done at the end of the row can be done at its beginning",
            ))
        if sizes[name] > MOST_COPIES and all(sizes[other] <= MOST_COPIES for other in graph[name]):
            ctx.report(TooLarge(
                span=ctx.book.declared[name].name.span,
                what=f"`{name}` {says} in {sizes[name]} places, all on the way counted", most=MOST_COPIES,
                hint=hint,
            ))


def check_branches(ctx: Context, node: ast.If) -> None:
    """Report an `if` with more branches than can be put inside each other."""
    if len(node.branches) > MOST_BRANCHES:
        ctx.report(TooLarge(
            span=node.branches[MOST_BRANCHES].span, what=f"this `if` has {len(node.branches)} branches",
            most=MOST_BRANCHES, hint="a table, or a rule with cases, says the same",
        ))
