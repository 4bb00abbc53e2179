"""Expressions of the core, and the domains that they run over: total, without effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class ValueType:
    """How the numbers of a slot, local or rule are shown.

    `names[v - lo]` is the printed code name of value v; without names the number itself is shown.
    `texts` maps a language to printed names in the same order (None where there is none).
    """

    name: str
    lo: int
    hi: int
    names: tuple[str, ...] | None = None
    texts: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A constant array: attributes of kinds, lookups, relations, die weights, params. Row by row.

    `varies`: the least and the greatest value of each cell, if the scope leaves some of them open; else nothing. Then
    there is one game for each choice of such values, and `values` are those of the ordinary one.
    """

    name: str
    dims: tuple[int, ...]
    values: tuple[int, ...]
    lows: tuple[int, ...]  # least index of each dimension (0 for enumerations, a for a..b)
    varies: tuple[tuple[int, int], ...] = ()

    def interval(self, cell: int) -> tuple[int, int]:
        """The least and the greatest value that a cell may have."""
        return self.varies[cell] if self.varies else (self.values[cell], self.values[cell])


# ------------------------------------------------------------------ expressions


class Op(Enum):
    ADD = "+"
    SUB = "-"
    MUL = "*"
    EQ = "="
    LT = "<"
    LE = "<="
    AND = "and"
    OR = "or"


class Aggregate(Enum):
    SUM = "sum"
    PRODUCT = "product"
    LEAST = "min"
    GREATEST = "max"
    SOME = "some"
    EVERY = "every"


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Local:
    """A name bound by `Let`, a `Fold`, `First`, `Loop`, an option's binder or a rule's parameter.

    Names are unique within a system, so no binder hides another.
    """

    name: str
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Setting:
    """The chosen option (its number) of a reading."""

    name: str
    n_options: int


@dataclass(frozen=True, slots=True)
class Read:
    """One cell of a slot; index values start at 0 in each dimension."""

    slot: str
    index: tuple[Expr, ...]
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Lookup:
    table: str
    index: tuple[Expr, ...]
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """One entry of a zone array: `hand[p]`."""

    zone: str
    index: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """How many of kind `kind` lie in a zone (any form)."""

    zone: ZoneRef
    kind: Expr
    hi: int


@dataclass(frozen=True, slots=True)
class Size:
    """How many things lie in a zone (any form)."""

    zone: ZoneRef
    hi: int


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """The kind of the thing at a filled place of a LIST or MARKED zone."""

    zone: ZoneRef
    place: Expr
    hi: int


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """A mark of the thing at a filled place; `index` where the mark is an array."""

    zone: ZoneRef
    place: Expr
    mark: str
    index: tuple[Expr, ...]
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Exact integer arithmetic, comparison, logic. AND/OR evaluate the right side only if it matters."""

    op: Op
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expr


@dataclass(frozen=True, slots=True)
class Ite:
    cond: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Let:
    local: Local
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Apply:
    """A decision rule, kept by name for proofs, blame and memo."""

    rule: str
    args: tuple[Expr, ...]
    lo: int
    hi: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """An aggregate of `value` over the elements of `domain` for which `where` holds.

    Of nothing: SUM 0, PRODUCT 1, SOME 0, EVERY 1; LEAST and GREATEST have a demand `nothing`
    before them. Over `Kinds` SUM and PRODUCT take a kind once for each copy.
    For SOME and EVERY `value` is a condition.
    """

    op: Aggregate
    local: Local
    domain: Domain
    where: Expr
    value: Expr
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class First:
    """The first element, in the order of the domain, for which `where` holds (demand `nothing`; else least)."""

    local: Local
    domain: Domain
    where: Expr
    span: Span | None = field(default=None, compare=False)


Expr = (
    Const | Local | Setting | Read | Lookup | Count | Size | PlaceKind | PlaceMark
    | Binary | Not | Ite | Let | Apply | Fold | First
)


# ------------------------------------------------------------------ domains


@dataclass(frozen=True, slots=True)
class Range:
    """lo, lo + 1, .. hi; empty when hi < lo."""

    lo: Expr
    hi: Expr


@dataclass(frozen=True, slots=True)
class Items:
    """The listed values in this order; a value that comes twice is taken twice."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds with at least one copy in a zone of form BAG, in table order."""

    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Places:
    """The filled places 0..size-1 of a LIST or MARKED zone.

    `distinct`: in a MARKED zone, only the first of several equal things (same kind, same marks).
    """

    zone: ZoneRef
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Seats:
    """`n` players in turn order, beginning with seat `start` (taken modulo the number of players).

    `backwards` (a condition) turns the order around.
    """

    start: Expr
    n: int
    backwards: Expr = Const(0)


Domain = Range | Items | Kinds | Places | Seats
