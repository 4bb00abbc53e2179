"""Which level of a decision rule gives the answer, for these arguments in this state (core, section 4)."""

from __future__ import annotations

from rulewright.interpreter.evaluate import Evaluator, Table
from rulewright.ir.nodes import Level, LevelKind, Rule


def deciding_levels(evaluator: Evaluator, rule: Rule, args: tuple[int, ...], at: Table) -> tuple[Level, ...]:
    """The levels with a true guard that no other such level is over; with them the modifiers that apply.

    None: a gap. Several that differ are a conflict, unless precedence settles it.
    """
    env = dict(zip((param.name for param in rule.params), args, strict=True))
    for local, value in rule.lets:
        env[local.name] = evaluator.value(value, at, env)
    applying = [
        level for level in rule.levels
        if any(evaluator.value(case.guard, at, env) for case in level.cases)
    ]
    below = levels_below(rule)
    beaten = {name for level in applying for name in below[level.name]}
    return tuple(
        level for level in applying if level.kind is LevelKind.MODIFIER or level.name not in beaten
    )


def levels_below(rule: Rule) -> dict[str, frozenset[str]]:
    """For each level the names of all levels that it is over, also by way of others."""
    over = {level.name: frozenset(level.over) for level in rule.levels}
    while True:
        wider = {
            name: names.union(*(over.get(other, frozenset()) for other in names))
            for name, names in over.items()
        }
        if wider == over:
            return over
        over = wider
