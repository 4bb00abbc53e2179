"""The control-flow graph: nodes, the regions in which they lie, handles, and the system as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from rulewright.ir.declarations import KindSet, ReadingInfo, Rule, Slot, Zone
from rulewright.ir.expressions import Domain, Expr, Local, Table, ValueType, ZoneRef
from rulewright.ir.statements import Shown, Stmt
from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class Auto:
    """Statements without a rest, then `next`."""

    id: int
    region: int
    stmts: tuple[Stmt, ...]
    next: int


class GateKind(Enum):
    """What is passed: the border of a region; or, inside it, an `at once`, of which TOGETHER is the beginning, each
    ROUND is one person's or thing's, and nobody knows of another's round before APART."""

    ENTER = auto()
    LEAVE = auto()
    TOGETHER = auto()
    ROUND = auto()
    APART = auto()

    @property
    def is_border(self) -> bool:
        """Whether a region begins or ends here."""
        return self in (GateKind.ENTER, GateKind.LEAVE)


@dataclass(frozen=True, slots=True)
class Gate:
    """The place where `region` is entered or left; `at` and `at end of` claims look here. Or, inside it, where
    an `at once` begins, comes to its next round or ends, for those who show a play."""

    id: int
    region: int
    kind: GateKind
    next: int


@dataclass(frozen=True, slots=True)
class Branch:
    """`loop` is the number of the loop of which this is the head, if it is one. `counts`: the loop itself counts its
    rounds (`for each`, `responses`). `passes`: of a `responses`, how many have passed in a row; none before the first
    answer and behind each."""

    id: int
    region: int
    cond: Expr
    then: int
    otherwise: int
    loop: int | None = None
    span: Span | None = field(default=None, compare=False)
    counts: bool = False
    passes: Expr | None = None


@dataclass(frozen=True, slots=True)
class Binder:
    """One name of an option or an outcome: takes each value of `domain` with `where`.

    Conditions of this and of later binders use `local`; on the way out `slot` is set to it.
    `shown` prints the value (for a place: the kind that lies there). `over`: the domain as written.
    """

    surface: str
    local: Local
    slot: str
    domain: Domain
    where: Expr
    shown: Shown
    over: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Pick:
    """`n..m of x in C as xs`: every sub-bag of size least..most of the elements with `where`.

    BAG source: the counts go to frame zone `into` (a BAG). Places: bit i of frame slot `into`
    (an array of 0..1, one cell a place) says whether place i is picked. `of`: x; `over`: C as written.
    """

    surface: str
    local: Local
    into: str
    domain: Domain
    where: Expr
    least: Expr
    most: Expr
    shown: Shown
    of: str = ""
    over: Span | None = field(default=None, compare=False)


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
