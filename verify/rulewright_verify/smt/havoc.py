"""Rules of which one level may answer anything: does a proof still go through without it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import z3

from rulewright.ir.nodes import Apply, Expr, LevelKind, System
from rulewright.ir.walk import descendants
from rulewright_verify.smt.encode import Encoder, Env
from rulewright_verify.smt.levels import encoded_levels
from rulewright_verify.smt.situation import Situation
from rulewright_verify.smt.terms import Cond, Num, at_most, choose, within


class HavocEncoder(Encoder):
    """Where level `level` of rule `rule` decides, the answer is a fresh value of the rule's range."""

    def __init__(self, system: System, settings: Mapping[str, Num], rule: str, level: str) -> None:
        super().__init__(system, settings)
        self.rule, self.level = rule, level
        self.ranges: list[Cond] = []

    def rule_number(self, rule: str, at: Situation, params: Env) -> Num:
        answer = super().rule_number(rule, at, params)
        return self._havoced(answer, at, params) if rule == self.rule else answer

    def rule_condition(self, rule: str, at: Situation, params: Env) -> Cond:
        if rule != self.rule:
            return super().rule_condition(rule, at, params)
        return at_most(1, self._havoced(super().rule_number(rule, at, params), at, params))

    def _havoced(self, answer: Num, at: Situation, params: Env) -> Num:
        rule = self.system.rules[self.rule]
        level = next(one for one in encoded_levels(self, rule, at, params) if one.level.name == self.level)
        anything = z3.FreshInt("anything")
        self.ranges.append(within(anything, rule.lo, rule.hi))
        return choose(level.decides, anything, answer)


def levels_behind(system: System, exprs: Iterable[Expr]) -> list[tuple[str, str]]:
    """The answering levels of all rules that expressions ask, those behind them included."""
    found: dict[str, None] = {}
    pending = list(exprs)
    while pending:
        for part in descendants(pending.pop()):
            if isinstance(part, Apply) and part.rule not in found:
                found[part.rule] = None
                pending.append(system.rules[part.rule].body)
    return [
        (rule, level.name)
        for rule in found
        for level in system.rules[rule].levels
        if level.kind is not LevelKind.MODIFIER
    ]
