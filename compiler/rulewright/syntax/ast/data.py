"""Types, fields and tables: what a rulebook consists of before anybody moves."""

from enum import StrEnum

from rulewright.syntax.ast.expressions import Domain, Expr
from rulewright.syntax.ast.node import Name, Node
from rulewright.syntax.ast.notes import NO_NOTES, Cite, Notes
from rulewright.syntax.ast.quick import dataclass


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class YesOrNo(Node):
    """`yes or no`."""


@dataclass(frozen=True, slots=True)
class NumberType(Node):
    """`number`: a whole number whose range is worked out from the cases; only as the answer of a rule."""


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0..7`, `1..hand_size + 2`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class BagOf(Node):
    element: "Type"
    at_most: Expr | None


@dataclass(frozen=True, slots=True)
class PileOf(Node):
    """An ordered pile that has room for every card there is."""

    element: "Type"


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    element: "Type"


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    element: "Type"
    at_most: Expr


@dataclass(frozen=True, slots=True)
class OrNone(Node):
    """`Player or none`."""

    base: "Type"


Type = NamedType | YesOrNo | NumberType | RangeType | BagOf | PileOf | SetOf | ListOf | OrNone


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """One of `(attack, defence: Effort)`; each name is a parameter of its own."""

    name: Name
    type: Type


@dataclass(frozen=True, slots=True)
class Dice(Node):
    """`d6`, `2d6`: the total of `count` dice with the faces 1 to `sides`."""

    count: int
    sides: int


# ---------------------------------------------------------------- fields
@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    """`seen by owner`, `seen by all`, `seen by nobody`."""

    who: Name


@dataclass(frozen=True, slots=True)
class OthersSee(Node):
    """`others see cult`: an attribute that even those may see who may not see the card."""

    attribute: Name


@dataclass(frozen=True, slots=True)
class StartsFull(Node):
    """`starts full`: with one set of all copies."""


Visibility = SeenBy | OthersSee | StartsFull


@dataclass(frozen=True, slots=True)
class Field(Node):
    """A line of `state` or `record`: `hand[Player]: bag of Card, seen by owner`."""

    name: Name
    indexes: tuple[Type, ...]
    type: Type
    value: Expr | None
    visibility: tuple[Visibility, ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class State(Node):
    """At top level the state of the game, in a procedure that of one run of it."""

    fields: tuple[Field, ...]
    notes: Notes = NO_NOTES


# ---------------------------------------------------------------- tables
@dataclass(frozen=True, slots=True)
class Column(Node):
    """The heading of a column: a name, and a type where one is written (`height: 0..7`)."""

    name: Name
    type: Type | None


@dataclass(frozen=True, slots=True)
class Quoted(Node):
    """A text in a cell."""

    string: str


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nothing`, as the effect of a row."""


CellItem = Domain | Quoted | Cite | Nothing


@dataclass(frozen=True, slots=True)
class Cell(Node):
    """What stands in a cell; several values mean one row for each of them."""

    items: tuple[CellItem, ...]


@dataclass(frozen=True, slots=True)
class Row(Node):
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """A table between bars: its headings and its rows."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Noun(StrEnum):
    """What the printed rulebook calls the things of a kind."""

    CARDS = "cards"
    PIECES = "pieces"


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players 2..4`, `players 4 as North, East, South, West`; `most` is None for a single number."""

    least: Expr
    most: Expr | None
    names: tuple[Name, ...]
