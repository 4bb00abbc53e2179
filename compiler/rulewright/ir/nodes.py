"""The data types of the core.

A `System` is a control-flow graph over slots (arrays of bounded whole numbers) and zones
(collections of kinds). It is fixed by a rulebook, its variants, a scope and a player count;
only the readings are still open (`Setting`) until `specialise` folds them.

Expressions are total and have no effect. What may fail has a `Demand` before it. Conditions
are numbers 0..1. Everything that an engine must do is in this module and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from rulewright.source import Span

# ------------------------------------------------------------------ values


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
    """A constant array: attributes of kinds, lookups, relations, die weights. Row by row."""

    name: str
    dims: tuple[int, ...]
    values: tuple[int, ...]
    lows: tuple[int, ...]  # least index of each dimension (0 for enumerations, a for a..b)


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


# ------------------------------------------------------------------ slots, zones, rules


class Life(Enum):
    GAME = auto()  # the whole play
    FRAME = auto()  # while a procedure or a block is open; least value when no path reads it
    GHOST = auto()  # added by a claim; no rule reads it


@dataclass(frozen=True, slots=True)
class Slot:
    """An array of bounded cells. `initial` has one value a cell, row by row."""

    name: str
    life: Life
    dims: tuple[int, ...]
    lo: int
    hi: int
    initial: tuple[int, ...]
    type: ValueType
    dim_types: tuple[ValueType, ...] = ()
    span: Span | None = field(default=None, compare=False)


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


# ------------------------------------------------------------------ statements


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
    """A sentence of a trace, one a language; no effect."""

    texts: Mapping[str, tuple[str | Shown, ...]] = field(hash=False, compare=False)
    span: Span | None = field(default=None, compare=False)


Stmt = Store | StoreMark | Transfer | TransferPlace | TransferAll | Demand | If | Loop | Tell


# ------------------------------------------------------------------ the graph


@dataclass(frozen=True, slots=True)
class Auto:
    """Statements without a rest, then `next`."""

    id: int
    region: int
    stmts: tuple[Stmt, ...]
    next: int


class GateKind(Enum):
    ENTER = auto()
    LEAVE = auto()


@dataclass(frozen=True, slots=True)
class Gate:
    """The place where `region` is entered or left; `at` and `at end of` claims look here."""

    id: int
    region: int
    kind: GateKind
    next: int


@dataclass(frozen=True, slots=True)
class Branch:
    """`loop` is the number of the loop of which this is the head, if it is one."""

    id: int
    region: int
    cond: Expr
    then: int
    otherwise: int
    loop: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Binder:
    """One name of an option or an outcome: takes each value of `domain` with `where`.

    Conditions of this and of later binders use `local`; on the way out `slot` is set to it.
    `shown` prints the value (for a place: the kind that lies there).
    """

    surface: str
    local: Local
    slot: str
    domain: Domain
    where: Expr
    shown: Shown


@dataclass(frozen=True, slots=True)
class Pick:
    """`n..m of x in C as xs`: every sub-bag of size least..most of the elements with `where`.

    BAG source: the counts go to frame zone `into` (a BAG). Places: bit i of frame slot `into`
    (an array of 0..1, one cell a place) says whether place i is picked.
    """

    surface: str
    local: Local
    into: str
    domain: Domain
    where: Expr
    least: Expr
    most: Expr
    shown: Shown


@dataclass(frozen=True, slots=True)
class Option:
    """`guard` first, then one option for each binding of the binders, or for each picked bag.

    `implicit`: done, decline, pass.
    """

    label: str
    address: str
    guard: Expr
    binders: tuple[Binder, ...]
    pick: Pick | None
    target: int
    implicit: bool = False
    texts: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)
    cites: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    conditions: tuple[tuple[Expr, Span], ...] = ()  # guard and wheres, piece by piece, for "why not?"
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """A player decides. `hidden`: inside `at once`, others do not see it. No legal option: stuck,
    unless all that is left is implicit, which is taken without asking."""

    id: int
    region: int
    decider: Expr
    options: tuple[Option, ...]
    hidden: bool = False
    texts: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Chance:
    """Luck decides: an outcome for each value of the binder, with weight `weight` (a positive whole number)."""

    id: int
    region: int
    binder: Binder
    weight: Expr
    next: int
    label: str = "chance"
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """`n` things drawn together from BAG `source` into BAG `target`: one outcome for each bag of n, weighted by the
    product of binomials (count over picked). A demand before it says that n are there."""

    id: int
    region: int
    source: ZoneRef
    target: ZoneRef
    n: Expr
    next: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Final:
    """The game ends. `winners[p]` is a condition; None: nobody was named."""

    id: int
    region: int
    winners: tuple[Expr, ...] | None
    span: Span | None = field(default=None, compare=False)


Node = Auto | Gate | Branch | Choice | Chance | Deal | Final


class RegionKind(Enum):
    PROCEDURE = auto()
    STEP = auto()
    OPTION = auto()


@dataclass(frozen=True, slots=True)
class Region:
    """A run of a procedure (at one call), a step or an option's block: where a node belongs, and its address."""

    id: int
    kind: RegionKind
    address: str  # `play_trick.settle.decided`
    procedure: str
    parent: int | None
    texts: Mapping[str, str] = field(hash=False, compare=False)
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Handle:
    """A name for a thing that may move: which of `zones` it lies in, its place there, and its kind.

    `where` is a FRAME slot 0..len(zones)-1, `place` a FRAME slot (meaningless in a BAG), `kind` a FRAME slot.
    A transfer of the thing into zone j sets where := j and place to its new place. When things shift or a MARKED
    zone is sorted at a rest, places follow. Zone indexes of `zones` read frame slots that do not change while
    the handle lives. A handle lives while its region is open.
    """

    name: str
    where: str
    place: str
    kind: str
    zones: tuple[ZoneRef, ...]
    region: int


@dataclass(frozen=True, slots=True)
class ReadingInfo:
    name: str
    options: tuple[str, ...]
    texts: Mapping[str, str] = field(hash=False, compare=False)
    option_texts: tuple[Mapping[str, str], ...] = field(hash=False, compare=False)
    cites: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class System:
    """A rulebook, lowered. All mappings are in declaration order."""

    name: str
    players: ValueType
    tables: Mapping[str, Table]
    kinds: Mapping[str, KindSet]
    slots: Mapping[str, Slot]
    zones: Mapping[str, Zone]
    rules: Mapping[str, Rule]
    readings: Mapping[str, ReadingInfo]
    nodes: tuple[Node, ...]  # nodes[i].id == i
    regions: tuple[Region, ...]
    handles: tuple[Handle, ...]
    entry: int

    @property
    def n_players(self) -> int:
        return self.players.hi - self.players.lo + 1
