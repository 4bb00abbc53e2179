"""Declarations: the things that a rulebook names. A file is a row of them."""

from enum import StrEnum

from rulewright.syntax.ast.claims import Claim, Example, Scope
from rulewright.syntax.ast.data import Dice, Field, Grid, Noun, Parameter, Players, State, Type
from rulewright.syntax.ast.expressions import Expr
from rulewright.syntax.ast.node import Name, Node
from rulewright.syntax.ast.notes import NO_NOTES, Notes, Text
from rulewright.syntax.ast.quick import dataclass
from rulewright.syntax.ast.statements import Block, Let


@dataclass(frozen=True, slots=True)
class Rulebook(Node):
    name: Name
    titles: tuple[Text, ...]
    players: Players | None
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Chapter(Node):
    titles: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Source(Node):
    """A document, and the passages of it that are listed."""

    name: Name
    title: str
    passages: Grid | None


@dataclass(frozen=True, slots=True)
class Words(Node):
    """How names are printed: the first column holds names of any kind, the others are languages."""

    table: Grid


@dataclass(frozen=True, slots=True)
class Enum(Node):
    """`enum Cult: sun, moon`, or a table whose first column are the values: one of the two is empty."""

    name: Name
    values: tuple[Name, ...]
    table: Grid | None
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A constant that variants and scopes may set."""

    name: Name
    indexes: tuple[Type, ...]
    type: Type
    value: Expr
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Cards(Node):
    name: Name
    noun: Noun
    table: Grid
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Die(Node):
    name: Name
    table: Grid
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Table(Node):
    """With `on` a roll table, with `result` a lookup, with neither a relation."""

    name: Name
    parameters: tuple[Parameter, ...]
    result: Type | None
    on: Dice | Name | None
    table: Grid
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Record(Node):
    """A value with fields; `on` a kind: a card and the marks that lie on it."""

    name: Name
    on: Name | None
    fields: tuple[Field, ...]
    notes: Notes = NO_NOTES


# ---------------------------------------------------------------- rules
@dataclass(frozen=True, slots=True)
class Case(Node):
    """`VALUE`, `VALUE when CONDITION`, `VALUE otherwise`."""

    value: Expr
    when: Expr | None
    otherwise: bool


class LevelKind(StrEnum):
    DEFAULT = "default"
    EXCEPTION = "exception"
    MODIFIER = "modifier"


@dataclass(frozen=True, slots=True)
class Level(Node):
    """A default, an exception or a modifier. A default without a name is called `default`."""

    kind: LevelKind
    name: Name
    over: tuple[Name, ...]
    lets: tuple[Let, ...]
    cases: tuple[Case, ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Rule(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    result: Type
    lets: tuple[Let, ...]
    levels: tuple[Level, ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class OutsideLevel(Node):
    """`exception flink to darf_angreifen over ...`: a level that stands apart from its rule."""

    rule: Name
    level: Level


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    block: Block


# ---------------------------------------------------------------- what the sources leave open
@dataclass(frozen=True, slots=True)
class ReadingOption(Node):
    name: Name
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Reading(Node):
    name: Name
    options: tuple[ReadingOption, ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Gap(Node):
    name: Name
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Precedence(Node):
    """`precedence errata over card over book`: sources, the strongest first."""

    sources: tuple[Name, ...]


Declaration = (
    Source
    | Words
    | Enum
    | Param
    | Cards
    | Die
    | Table
    | Record
    | State
    | Rule
    | OutsideLevel
    | Procedure
    | Reading
    | Gap
    | Precedence
    | Claim
    | Scope
    | Example
)
