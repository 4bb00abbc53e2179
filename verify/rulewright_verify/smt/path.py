"""A run under way: what it has assumed, what it has changed, and what must be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import z3

from rulewright.ir.nodes import Expr, Reason
from rulewright.source import Span
from rulewright_verify.smt.encode import Env
from rulewright_verify.smt.situation import Situation
from rulewright_verify.smt.terms import Cond, Num, either, every, is_large, negated, within


@dataclass(frozen=True)
class Obligation:
    """`cond` has to hold once the first `n_before` conditions of the path do."""

    n_before: int
    cond: Cond
    reason: Reason
    subject: str
    node: int
    span: Span | None


@dataclass(frozen=True)
class Look:
    """The situation in which the path passes a gate that somebody watches."""

    n_before: int
    node: int
    situation: Situation


@dataclass(frozen=True)
class Change:
    """A cell of a watched slot or mark gets a new value, if `cond` holds."""

    n_before: int
    name: str
    cond: Cond
    before: Num
    after: Num
    span: Span | None


@dataclass(frozen=True)
class Asked:
    """A condition over slots and zones that the path has found true, in the rulebook's words."""

    expr: Expr
    words: str


@dataclass(frozen=True)
class Binding:
    """A name of the decision or outcome that begins the path, and its value."""

    surface: str
    value: Num


@dataclass(frozen=True)
class Decision:
    """What is decided at the start of the path: option `option` of a choice (else None), with its names.

    `drawn[k]`: how many of kind k are dealt or picked.
    """

    node: int
    option: int | None
    bindings: tuple[Binding, ...]
    drawn: tuple[Num, ...] = ()


@dataclass
class Path:
    """Mutable while it runs; `split` copies it where the run may go on in two ways.

    `conds` holds the path condition. Those whose numbers are in `lazy` come from a demand that is
    taken to hold, or define a name for a large term: a proof is given them only if it needs them.
    Inside a merged branch `guards` stand before everything.
    """

    situation: Situation
    node: int = -1
    conds: list[Cond] = field(default_factory=list)
    lazy: set[int] = field(default_factory=set)
    obligations: list[Obligation] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    guards: tuple[Cond, ...] = ()
    decision: Decision | None = None
    env: Env = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    passed: frozenset[object] = frozenset()  # counting loop heads, each with its counters

    def assume(self, cond: Cond) -> None:
        """The run goes on only if `cond` holds."""
        guarded = self._guarded(cond)
        if guarded is not True:
            self.conds.append(guarded)

    def require(self, cond: Cond, reason: Reason, subject: str, span: Span | None) -> None:
        """The run breaks down unless `cond` holds: to be shown here, taken to hold from here on."""
        guarded = self._guarded(cond)
        if guarded is True:
            return
        n_before = len(self.conds)
        self.obligations.append(Obligation(n_before, guarded, reason, subject, self.node, span))
        self.lazy.add(n_before)
        self.conds.append(guarded)

    def named(self, value: Num, name: str, lo: int, hi: int) -> Num:
        """A new name for a large term, so that a proof that does not need its value never sees it."""
        if isinstance(value, int) or not is_large(value):
            return value
        short = z3.FreshInt(name)
        self.conds.append(within(short, lo, hi))
        self.lazy.add(len(self.conds))
        # Where the branch is not taken the term may lie outside of the range, and the name means nothing.
        self.conds.append(self._guarded(short == value))
        return short

    def look(self) -> None:
        self.looks.append(Look(len(self.conds), self.node, self.situation))

    def changed(self, name: str, cond: Cond, before: Num, after: Num, span: Span | None) -> None:
        met = every((*self.guards, cond))
        self.changes.append(Change(len(self.conds), name, met, before, after, span))

    def split(self) -> Path:
        return replace(
            self,
            conds=list(self.conds),
            lazy=set(self.lazy),
            obligations=list(self.obligations),
            looks=list(self.looks),
            changes=list(self.changes),
        )

    def known(self, cond: Cond) -> Cond:
        """True or false where the path has already been taken one way on the same condition."""
        if isinstance(cond, bool):
            return cond
        for earlier in self.conds:
            if not isinstance(earlier, bool):
                if earlier.eq(cond):
                    return True
                if earlier.eq(negated(cond)):
                    return False
        return cond

    @property
    def is_impossible(self) -> bool:
        return any(cond is False for cond in self.conds)

    def _guarded(self, cond: Cond) -> Cond:
        return either(negated(every(self.guards)), cond) if self.guards else cond
