"""Statements of the core: what happens on the way from one rest to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from rulewright.ir.expressions import Domain, Expr, Local, ValueType, ZoneRef
from rulewright.source import Span


class Reason(Enum):
    RANGE = "range"
    MISSING = "missing"
    FULL = "full"
    NONE = "none"
    NOTHING = "nothing"
    NOBODY = "nobody"
    FORGOTTEN = "forgotten"
    GAP = "gap"
    CONFLICT = "conflict"
    ENDLESS = "endless"


@dataclass(frozen=True, slots=True)
class Store:
    slot: str
    index: tuple[Expr, ...]
    value: Expr
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class StoreMark:
    """Change a mark of the thing at a place."""

    zone: ZoneRef
    place: Expr
    mark: str
    index: tuple[Expr, ...]
    value: Expr
    span: Span | None = field(default=None, compare=False)


class End(Enum):
    TOP = auto()  # place 0 of a list
    BOTTOM = auto()  # behind the last


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` copies of `kind` from a BAG to any zone; new marks as given, else their start values.

    Into a LIST: at `end`, one place a copy.
    """

    kind: Expr
    amount: Expr
    source: ZoneRef
    target: ZoneRef
    marks: tuple[tuple[str, tuple[Expr, ...]], ...]  # (mark, its cells)
    end: End
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TransferPlace:
    """The thing at `place` of a LIST or MARKED zone to any zone; marks as given, else kept where the target has
    them, else start values. Places behind it move up. Handles follow: each (where, place) pair of slots in
    `handles` that names the moved thing, or a thing behind it, is corrected by the engine (see `Handle`).
    """

    place: Expr
    source: ZoneRef
    target: ZoneRef
    marks: tuple[tuple[str, tuple[Expr, ...]], ...]
    end: End
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TransferAll:
    """Everything in `source`, in order, behind what lies in `target`. Marks as in `TransferPlace`."""

    source: ZoneRef
    target: ZoneRef
    marks: tuple[tuple[str, tuple[Expr, ...]], ...]
    end: End
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Demand:
    """If `cond` is 0 the play breaks down here, for `reason`."""

    cond: Expr
    reason: Reason
    subject: str  # what was asked for, in the rulebook's words: `best_play`, `gold[p]`
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    cond: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """The body once for each element; the domain is fixed at entry, `where` is asked before each round.

    Over `Kinds`: once for each copy, and only while the kind is still there.
    """

    local: Local
    domain: Domain
    where: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A value in a sentence: `{card}`."""

    value: Expr
    type: ValueType


@dataclass(frozen=True, slots=True)
class Tell:
    """A sentence of a trace, one a language; no effect. `to`: the player who alone hears it; None: all do.
    `looks_back`: it stands behind steps of its block, and tells what they did; else it tells what comes."""

    texts: Mapping[str, tuple[str | Shown, ...]] = field(hash=False, compare=False)
    to: Expr | None = field(default=None, hash=False, compare=False)
    looks_back: bool = field(default=False, hash=False, compare=False)
    span: Span | None = field(default=None, compare=False)


Stmt = Store | StoreMark | Transfer | TransferPlace | TransferAll | Demand | If | Loop | Tell
