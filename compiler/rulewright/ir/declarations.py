"""What a system declares: slots, zones, kinds, decision rules, readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from rulewright.ir.expressions import Expr, Local, ValueType
from rulewright.source import Span


class Life(Enum):
    GAME = auto()  # the whole play
    FRAME = auto()  # while a procedure or a block is open; least value when no path reads it
    GHOST = auto()  # added by a claim; no rule reads it


@dataclass(frozen=True, slots=True)
class Slot:
    """An array of bounded cells. `initial` has one value a cell, row by row. `is_set`: the cells of the last
    dimension say what is in a set. `starts_as`: the table of one cell whose value all cells have at the start, where a
    scope leaves it open."""

    name: str
    life: Life
    dims: tuple[int, ...]
    lo: int
    hi: int
    initial: tuple[int, ...]
    type: ValueType
    dim_types: tuple[ValueType, ...] = ()
    span: Span | None = field(default=None, compare=False)
    is_set: bool = False
    starts_as: str | None = None


class Form(Enum):
    BAG = auto()  # one count a kind, no order
    MARKED = auto()  # places in no order, each a kind with marks; equal things are interchangeable
    LIST = auto()  # places in order, each a kind with (perhaps no) marks


@dataclass(frozen=True, slots=True)
class Mark:
    """A field of a marked thing: one cell, or an array of them."""

    name: str
    dims: tuple[int, ...]
    lo: int
    hi: int
    initial: tuple[int, ...]
    type: ValueType


class Sight(Enum):
    ALL = auto()
    OWNER = auto()  # the player in the zone's first index of type Player
    NOBODY = auto()


@dataclass(frozen=True, slots=True)
class Zone:
    """A collection of kinds, or an array of such. `initial[entry][kind]` counts, row by row of entries.

    BAG: capacity is the greatest count of one kind. LIST, MARKED: the number of places.
    """

    name: str
    life: Life
    dims: tuple[int, ...]
    kinds: str
    form: Form
    capacity: int
    marks: tuple[Mark, ...]
    initial: tuple[tuple[int, ...], ...]
    sight: Sight
    owner_dim: int | None  # which index is the owner
    others_see: tuple[str, ...]  # attributes of the kinds that everybody sees
    bounded: bool  # `at most` was written: room is demanded
    dim_types: tuple[ValueType, ...] = ()
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class KindSet:
    """A table of cards or pieces: the kinds, how many copies of each one set holds, their attributes.

    `attributes[a]` names the `Table` of attribute a, indexed by kind.
    """

    name: str
    type: ValueType
    copies: tuple[int, ...]
    attributes: Mapping[str, str] = field(hash=False)
    attribute_types: Mapping[str, ValueType] = field(hash=False)


class LevelKind(Enum):
    DEFAULT = auto()
    EXCEPTION = auto()
    MODIFIER = auto()


@dataclass(frozen=True, slots=True)
class Case:
    guard: Expr
    value: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    kind: LevelKind
    over: tuple[str, ...]
    cases: tuple[Case, ...]  # `otherwise` is already a guard: none of the others
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]
    span: Span = field(compare=False)
    texts: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """A decision rule: `body` answers for all parameters; `defined` says where no gap and no conflict is.

    `levels` keeps the cases for the obligations (core, section 4) and for blame. `requires` are
    conditions that the caller must have demanded, beside `defined` (partial operations inside).
    A rule that answers with a record is several rules, `effort.power`, `effort.face`, ..
    """

    name: str
    params: tuple[Local, ...]
    param_types: tuple[ValueType, ...]
    lo: int
    hi: int
    type: ValueType
    lets: tuple[tuple[Local, Expr], ...]  # names of the rule, seen by all levels
    levels: tuple[Level, ...]
    body: Expr  # without lets' names: they are already bound by Let inside
    defined: Expr
    settled: tuple[tuple[str, str], ...]  # (winner, loser) levels that precedence settles
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]
    texts: Mapping[str, str] = field(hash=False, compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReadingInfo:
    name: str
    options: tuple[str, ...]
    texts: Mapping[str, str] = field(hash=False, compare=False)
    option_texts: tuple[Mapping[str, str], ...] = field(hash=False, compare=False)
    cites: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False)
