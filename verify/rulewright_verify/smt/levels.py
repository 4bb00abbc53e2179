"""The levels of a decision rule for given arguments: which apply, which win, what they answer.

Core, section 4: let A be the levels with a true guard, W those of A that no level of A is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from rulewright.ir.nodes import Case, Level, LevelKind, Rule
from rulewright_verify.smt.encode import Encoder, Env
from rulewright_verify.smt.situation import Situation
from rulewright_verify.smt.terms import Cond, Num, both, choose, every, negated, same, some


@dataclass(frozen=True)
class EncodedLevel:
    """A level that answers (no modifier): `wins` if it is in W, `decides` if its value counts in the end."""

    level: Level
    guards: tuple[Cond, ...]
    values: tuple[Num, ...]
    applies: Cond
    wins: Cond
    decides: Cond

    @property
    def value(self) -> Num:
        result: Num = 0
        for guard, value in zip(reversed(self.guards), reversed(self.values), strict=True):
            result = choose(guard, value, result)
        return result


def encoded_levels(encoder: Encoder, rule: Rule, at: Situation, params: Env) -> list[EncodedLevel]:
    """The answering levels of a rule, in their order."""
    env = params
    for local, value in rule.lets:
        env = encoder.bound(local, value, at, env)
    levels = [level for level in rule.levels if level.kind is not LevelKind.MODIFIER]
    guards = [tuple(encoder.condition(case.guard, at, env) for case in level.cases) for level in levels]
    values = [tuple(encoder.number(case.value, at, env) for case in level.cases) for level in levels]
    applies = [some(of_level) for of_level in guards]
    above = _levels_above(levels)
    wins = [
        both(applies[i], *(negated(applies[j]) for j, other in enumerate(levels) if other.name in above[level.name]))
        for i, level in enumerate(levels)
    ]
    settled = set(rule.settled)
    decides = [
        both(wins[i], *(negated(wins[j]) for j, other in enumerate(levels) if (other.name, level.name) in settled))
        for i, level in enumerate(levels)
    ]
    return [
        EncodedLevel(*parts) for parts in zip(levels, guards, values, applies, wins, decides, strict=True)
    ]


def gap(levels: list[EncodedLevel]) -> Cond:
    """No level applies."""
    return every(negated(level.applies) for level in levels)


def conflicts(rule: Rule, levels: list[EncodedLevel]) -> list[tuple[str, str, Cond]]:
    """Two levels that both win with different answers, or two cases of one level; neither is settled."""
    found = []
    for level in levels:
        for (i, g), (j, h) in combinations(enumerate(level.guards), 2):
            disagree = every((level.wins, g, h, negated(same(level.values[i], level.values[j]))))
            found.append((case_name(level.level, i), case_name(level.level, j), disagree))
    for left, right in combinations(levels, 2):
        settled = {(left.level.name, right.level.name), (right.level.name, left.level.name)}
        if not settled & set(rule.settled):
            disagree = every((left.decides, right.decides, negated(same(left.value, right.value))))
            found.append((left.level.name, right.level.name, disagree))
    return found


def is_defined(rule: Rule, levels: list[EncodedLevel]) -> Cond:
    """Neither gap nor conflict."""
    return both(negated(gap(levels)), *(negated(cond) for _, _, cond in conflicts(rule, levels)))


def case_name(level: Level, index: int) -> str:
    """A case by its level and its text."""
    case: Case = level.cases[index]
    text = " ".join(case.span.text.split())
    return f"{level.name}: {text}" if text else f"{level.name}, case {index + 1}"


def _levels_above(levels: list[Level]) -> dict[str, set[str]]:
    """For each level the levels that are over it, directly or through others, applying or not."""
    above: dict[str, set[str]] = {level.name: set() for level in levels}
    for level in levels:
        for lower in level.over:
            above.setdefault(lower, set()).add(level.name)
    changed = True
    while changed:
        changed = False
        for names in above.values():
            more = {higher for name in names for higher in above.get(name, ())} - names
            if more:
                names |= more
                changed = True
    return above
