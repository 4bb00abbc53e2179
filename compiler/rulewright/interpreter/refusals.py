"""Why something is not allowed: the first condition that fails, with its place and its rule.

Conditions of an option are looked at piece by piece, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from rulewright.interpreter.alternatives import NOTHING_BOUND
from rulewright.interpreter.changes import cell_names
from rulewright.interpreter.evaluate import Env
from rulewright.interpreter.levels import deciding_levels
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir.nodes import Apply, Binder, Choice, Const, Domain, Expr, Kinds, Option, Places, Zone
from rulewright.ir.values import printed
from rulewright.ir.walk import descendants, free_locals
from rulewright.source import Span


class Obstacle(Enum):
    """What stands in the way."""

    NO_SUCH_OPTION = auto()  # here nothing of this name is ever offered
    NOT_THERE = auto()  # the option looks for things, and this is none of them
    CONDITION = auto()  # a condition is false
    NUMBER = auto()  # too few or too many are picked
    UNSEEN = auto()  # nothing passes, of things that are not to be named
    UNSEEN_REST = auto()  # some of them pass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why `label(args)` cannot be done.

    CONDITION has the condition with its place, and the rule and level that say no, if a rule does.
    NOT_THERE has the binder that does not find the thing; its place is that of the option.
    UNSEEN and UNSEEN_REST have where the things lie, and all conditions as written; no single things.
    """

    obstacle: Obstacle
    label: str
    args: tuple[str, ...]
    condition: Expr | None = None
    span: Span | None = field(default=None, compare=False)
    rule: str | None = None
    level: str | None = None
    cites: tuple[str, ...] = ()
    place: str = ""
    passes: str = ""


Sees = Callable[[Zone, int], bool]
"""Whether somebody sees what lies in an entry of a zone."""


def sees_all(_: Zone, __: int) -> bool:
    """Whoever looks at a play from outside."""
    return True


def why_not(reference: Reference, state: State, label: str, args: tuple[str, ...] = ()) -> Refusal | None:
    """What forbids this at a choice; None if nothing does."""
    node = reference.system.nodes[state.place]
    options = [o for o in node.options if o.label == label] if isinstance(node, Choice) else []
    first: Refusal | None = None
    for option in options:
        found = _Asking(reference, state, option).refusal(args)
        if found is None:
            return None
        first = first or found
    return first or Refusal(Obstacle.NO_SUCH_OPTION, label, args)


def refusals(reference: Reference, state: State, sees: Sees = sees_all) -> Iterator[Refusal]:
    """Everything at a choice that the options speak of, and that is not allowed; in their order. Things that lie
    where one does not see them are not told one by one."""
    node = reference.system.nodes[state.place]
    if not isinstance(node, Choice):
        return
    for option in node.options:
        if option.implicit or option.pick is not None:
            continue
        asking = _Asking(reference, state, option)
        unseen: dict[str, list[Refusal | None]] = {}
        for args, place in dict.fromkeys(asking.imaginable(option.binders, NOTHING_BOUND, sees)):
            found = why_not(reference, state, option.label, args)
            if place:
                unseen.setdefault(place, []).append(found)
            elif found is not None:
                yield found
        for place, all_found in unseen.items():
            if None not in all_found or option.conditions:
                yield asking.unseen(place, is_all=None not in all_found)


@dataclass(frozen=True, slots=True)
class Blame:
    """The rule that a condition asks, and the level of it that answers; `texts` and `cites` of the level, else of the
    rule, which stand in `of_rule`."""

    rule: str | None = None
    level: str | None = None
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    cites: tuple[str, ...] = ()
    of_rule: tuple[Mapping[str, str], tuple[str, ...]] = field(default=({}, ()), hash=False)

    def without_level(self) -> Blame:
        texts, cites = self.of_rule
        return Blame(self.rule, None, texts, cites, self.of_rule)


def is_false(reference: Reference, state: State, cond: Expr, env: Env) -> bool:
    """Whether a condition is not so. One that speaks of a name without a value is not asked."""
    return free_locals(cond) <= env.keys() and not reference.evaluator.value(cond, state, env)


def blamed(reference: Reference, state: State, cond: Expr, env: Env) -> Blame:
    """The outermost rule in a condition, and the level of it that answers."""
    for piece in descendants(cond):
        if isinstance(piece, Apply):
            rule = reference.system.rules[piece.rule]
            whole = Blame(rule.name, None, rule.texts, rule.cites, (rule.texts, rule.cites))
            if not free_locals(piece) <= env.keys():
                return whole  # asked for each element of an aggregate
            args = reference.evaluator.values(piece.args, state, env)
            levels = deciding_levels(reference.evaluator, rule, args, state)
            if not levels:
                return whole
            level = levels[0]
            return Blame(rule.name, level.name, level.texts or rule.texts, level.cites or rule.cites, whole.of_rule)
    return Blame()


class _Asking:
    def __init__(self, reference: Reference, state: State, option: Option) -> None:
        self.reference = reference
        self.evaluator = reference.evaluator
        self.state = state
        self.option = option

    def imaginable(
        self, binders: tuple[Binder, ...], env: Env, sees: Sees
    ) -> Iterator[tuple[tuple[str, ...], str]]:
        """The printed bindings that the domains have, whatever the conditions say; and where one of them lies
        unseen."""
        if not binders:
            yield (), ""
            return
        first, *others = binders
        here = self.unseen_place(first.domain, env, sees)
        for value in self.evaluator.elements(first.domain, self.state, env):
            inner = {**env, first.local.name: value}
            for rest, place in self.imaginable(tuple(others), inner, sees):
                yield (self.shown(first, inner), *rest), here or place

    def unseen_place(self, domain: Domain, env: Env, sees: Sees) -> str:
        """Where the things of a domain lie (`hand[Anna]`), if one does not see them there."""
        if not isinstance(domain, Kinds | Places):
            return ""
        zone = self.reference.system.zones[domain.zone.zone]
        offset = self.evaluator.entry_offset(domain.zone, self.state, env)
        return "" if offset is None or sees(zone, offset) else cell_names(zone)[offset]

    def unseen(self, place: str, *, is_all: bool) -> Refusal:
        """What is told of things that are not to be named: all conditions, not the one that a thing fails."""
        option = self.option
        if not self.evaluator.value(option.guard, self.state, NOTHING_BOUND):
            return self.failed_condition((), NOTHING_BOUND)
        passes = " and ".join(" ".join(span.text.split()) for _, span in option.conditions if span is not None)
        obstacle = Obstacle.UNSEEN if is_all else Obstacle.UNSEEN_REST
        return Refusal(obstacle, option.label, (), span=option.span, cites=option.cites, place=place, passes=passes)

    def refusal(self, args: tuple[str, ...]) -> Refusal | None:
        option = self.option
        if not self.evaluator.value(option.guard, self.state, NOTHING_BOUND):
            return self.failed_condition(args, NOTHING_BOUND)
        if option.pick is not None:
            return self.refused_pick(args)
        if len(args) != len(option.binders):
            return Refusal(Obstacle.NOT_THERE, option.label, args, span=option.span, cites=option.cites)
        env: Env | None = NOTHING_BOUND
        candidates = list(self.bound(option.binders, args, NOTHING_BOUND))
        if not candidates:
            return Refusal(Obstacle.NOT_THERE, option.label, args, span=option.span, cites=option.cites)
        for env in candidates:
            if self.allowed(env):
                return None
        return self.failed_condition(args, candidates[0])

    def bound(self, binders: tuple[Binder, ...], args: tuple[str, ...], env: Env) -> Iterator[Env]:
        """Every way in which the domains give the names these printed values."""
        if not binders:
            yield env
            return
        first, *others = binders
        for value in self.evaluator.elements(first.domain, self.state, env):
            inner = {**env, first.local.name: value}
            if self.shown(first, inner) == args[0]:
                yield from self.bound(tuple(others), args[1:], inner)

    def allowed(self, env: Env) -> bool:
        return all(self.evaluator.value(binder.where, self.state, env) for binder in self.option.binders)

    def shown(self, binder: Binder, env: Env) -> str:
        return printed(binder.shown.type, self.evaluator.value(binder.shown.value, self.state, env))

    def failed_condition(self, args: tuple[str, ...], env: Env) -> Refusal:
        """The first piece that is false; the whole condition where no pieces are kept."""
        option = self.option
        whole = [(option.guard, option.span), *((binder.where, option.span) for binder in option.binders)]
        for cond, span in [*option.conditions, *whole]:
            if is_false(self.reference, self.state, cond, env):
                found = blamed(self.reference, self.state, cond, env)
                return Refusal(
                    Obstacle.CONDITION, option.label, args, cond, span, found.rule, found.level,
                    found.cites or option.cites,
                )
        return Refusal(Obstacle.CONDITION, option.label, args, Const(0), option.span, cites=option.cites)

    def refused_pick(self, args: tuple[str, ...]) -> Refusal | None:
        """Too few or too many; or something that may not be picked."""
        option, pick = self.option, self.option.pick
        assert pick is not None
        least = self.evaluator.value(pick.least, self.state, NOTHING_BOUND)
        most = self.evaluator.value(pick.most, self.state, NOTHING_BOUND)
        if not least <= len(args) <= most:
            return Refusal(Obstacle.NUMBER, option.label, args, span=option.span, cites=option.cites)
        for elements, obstacle in (
            (self.evaluator.elements(pick.domain, self.state, NOTHING_BOUND), Obstacle.NOT_THERE),
            (tuple(self.evaluator.chosen(pick.local, pick.domain, pick.where, self.state, NOTHING_BOUND)),
             Obstacle.CONDITION),
        ):
            left = [
                printed(pick.shown.type, self.evaluator.value(pick.shown.value, self.state, {pick.local.name: x}))
                for x in elements
                for _ in range(self.evaluator.n_copies(pick.domain, x, self.state, NOTHING_BOUND))
            ]
            for arg in args:
                if arg not in left:
                    condition = pick.where if obstacle is Obstacle.CONDITION else None
                    return Refusal(obstacle, option.label, args, condition, option.span, cites=option.cites)
                left.remove(arg)
        return None
