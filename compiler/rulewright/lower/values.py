"""What a name or an expression stands for while a rulebook is lowered.

Numbers become one core expression. Records are their fields side by side; things and zones have no number of
their own and exist only while lowering.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulewright.checker.types import KindType, RecordType, ThingType, Type
from rulewright.ir import nodes as ir


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, with the type that says how it is shown."""

    expr: ir.Expr
    type: Type


@dataclass(frozen=True, slots=True)
class RecordValue:
    """A plain record: its fields by name."""

    type: RecordType
    fields: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ThingValue:
    """A marked card by reference: place `place` of `zones[where]`. `kind` is known even where the place is not.

    `where` is 0 when there is only one zone. `marked[i]`: zone i keeps the marks.
    """

    type: ThingType
    zones: tuple[ir.ZoneRef, ...]
    marked: tuple[bool, ...]
    where: ir.Expr
    place: ir.Expr
    kind: ir.Expr


@dataclass(frozen=True, slots=True)
class ThingCopy:
    """A marked card by value, as rules and `for all` see it: kind and marks (cells row by row)."""

    type: ThingType
    kind: ir.Expr
    marks: Mapping[str, tuple[ir.Expr, ...]]


@dataclass(frozen=True, slots=True)
class ZoneValue:
    """An entry of a zone array."""

    ref: ir.ZoneRef
    type: Type


@dataclass(frozen=True, slots=True)
class Selection:
    """Part of a domain: what `all(x in D where c)` gives, and a rule that answers with a bag."""

    domain: Elements


@dataclass(frozen=True, slots=True)
class Picked:
    """`as xs`: of kinds, a frame zone of counts; of things, a bit for each place of `source`."""

    zone: ir.ZoneRef | None
    bits: str | None
    source: ir.ZoneRef
    type: KindType | ThingType


@dataclass(frozen=True, slots=True)
class Members:
    """A set: one bit a member, `bits` an array of 0..1; `index` comes before the member."""

    bits: str
    index: tuple[ir.Expr, ...]
    element: Type


@dataclass(frozen=True, slots=True)
class ListItems:
    """`[7, 11]`: values and ranges that a value may be compared with."""

    parts: tuple[Value | tuple[ir.Expr, ir.Expr], ...]
    element: Type


@dataclass(frozen=True, slots=True)
class Elements:
    """A domain as a binder sees it: the core's domain, what an element stands for, which elements are in."""

    domain: ir.Domain
    lo: int
    hi: int
    element: Callable[[ir.Expr], Value]
    included: Callable[[ir.Expr], ir.Expr]
    type: Type
    zone: ir.ZoneRef | None = None


Value = Scalar | RecordValue | ThingValue | ThingCopy | ZoneValue | Selection | Picked | Members | ListItems
