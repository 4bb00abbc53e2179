"""Variants: changes of a rulebook, by name."""


from rulewright.syntax.ast.claims import Sets
from rulewright.syntax.ast.data import Field, Players, Row
from rulewright.syntax.ast.declarations import Chapter, Declaration, Level, Rulebook
from rulewright.syntax.ast.expressions import Expr
from rulewright.syntax.ast.node import Name, Node, Path
from rulewright.syntax.ast.notes import NO_NOTES, Notes, Text
from rulewright.syntax.ast.quick import dataclass
from rulewright.syntax.ast.statements import Block, Option


@dataclass(frozen=True, slots=True)
class Excludes(Node):
    variants: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Needs(Node):
    variants: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Replaces(Node):
    """A rule, a procedure or a table in the place of the one of the same name."""

    declaration: Declaration


@dataclass(frozen=True, slots=True)
class ReplacesLevel(Node):
    """`replaces default NAME of RULE`, `replaces exception NAME of RULE`; `level.over` is empty."""

    rule: Name
    level: Level


@dataclass(frozen=True, slots=True)
class ReplacesStep(Node):
    path: Path
    block: Block


@dataclass(frozen=True, slots=True)
class Adds(Node):
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class AddsTo(Node):
    """More of what PATH holds: options of a choice, rows of a table, or fields of a record."""

    path: Path
    options: tuple[Option, ...]
    rows: tuple[Row, ...]
    fields: tuple[Field, ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class AddsStep(Node):
    """`adds step NAME before PATH`, `adds step NAME after PATH`."""

    name: Name
    before: bool
    path: Path
    block: Block


@dataclass(frozen=True, slots=True)
class Forbids(Node):
    path: Path
    when: Expr | None
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Limits(Node):
    """`limits OPTION to N in PROCEDURE`, `limits RULE to N`."""

    path: Path
    amount: Expr
    within: Path | None
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Allows(Node):
    """`allows OPTION only if CONDITION`."""

    path: Path
    condition: Expr
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class InsteadOf(Node):
    """`instead of STEP over OTHER_VARIANT when CONDITION`."""

    path: Path
    over: tuple[Name, ...]
    when: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class LeavesAlone(Node):
    paths: tuple[Path, ...]
    notes: Notes = NO_NOTES


Change = (
    Excludes
    | Needs
    | Sets
    | Replaces
    | ReplacesLevel
    | ReplacesStep
    | Adds
    | AddsTo
    | AddsStep
    | Forbids
    | Limits
    | Allows
    | InsteadOf
    | LeavesAlone
)


@dataclass(frozen=True, slots=True)
class Variant(Node):
    name: Name
    base: Name
    titles: tuple[Text, ...]
    players: Players | None
    changes: tuple[Change, ...]
    notes: Notes = NO_NOTES


Item = Rulebook | Chapter | Variant | Declaration


@dataclass(frozen=True, slots=True)
class File(Node):
    """One `.rules` file. What could not be read is left out; the diagnostics say so."""

    items: tuple[Item, ...]
