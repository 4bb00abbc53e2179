"""Statements: what a procedure consists of."""

from enum import StrEnum

from rulewright.syntax.ast.data import Dice, Noun, State
from rulewright.syntax.ast.expressions import Argument, Binder, Domain, Expr
from rulewright.syntax.ast.node import Name, Node, Path
from rulewright.syntax.ast.notes import NO_NOTES, Notes
from rulewright.syntax.ast.quick import dataclass


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Indented lines: what they do, and the notes that describe them."""

    statements: tuple["Stmt", ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class ProcedureRef(Node):
    """`deal`, `play_trick.settle`, `battle(attacker, none, here)`; `arguments` is None without brackets."""

    path: Path
    arguments: tuple[Argument, ...] | None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let NAME = VALUE`."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Step(Node):
    """A heading inside a procedure: an address, notes, and what they are about."""

    name: Name
    block: Block


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`TARGET becomes VALUE`; the target is a name, an attribute or an index."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`throw_dice`, `battle(p, victim, with_support: yes)`."""

    procedure: Name
    arguments: tuple[Argument, ...]


class End(StrEnum):
    """Which end of a pile or list things go to."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Mark(Node):
    """`moved: piece.moved + 1`, behind `with`."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move THINGS from SOURCE to TARGET`; `things` is None for `all`."""

    things: tuple[Expr, ...] | None
    source: Expr
    target: Expr
    end: End | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class DrawOne(Node):
    """`draw card from deck to hand[p]`: `name` is known from here on."""

    name: Name
    source: Expr
    target: Expr
    end: End | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class DrawSome(Node):
    """`draw 7 cards from deck to hand[p]`, `draw up to 2 cards from ...`."""

    amount: Expr
    up_to: bool
    noun: Noun
    source: Expr
    target: Expr
    end: End | None


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll 2d6 as total`, `roll Orn as r`."""

    die: Dice | Name
    name: Name


@dataclass(frozen=True, slots=True)
class LookUp(Node):
    """`look up rolled in heroic_actions(p, here)`: does what the row says."""

    value: Expr
    table: Name
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class ReverseTurnOrder(Node):
    """`reverse turn order`."""


@dataclass(frozen=True, slots=True)
class DoNothing(Node):
    """`nothing`, as a step."""


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`if CONDITION` or `otherwise if CONDITION`, and what is done then."""

    condition: Expr
    block: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class While(Node):
    condition: Expr
    block: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat`, or `repeat until CONDITION`, which is asked before each round."""

    until: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    binder: Binder
    at_once: bool
    block: Block


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    """`end game`, `end game won by WINNER`."""

    winner: Expr | None


# ---------------------------------------------------------------- choices
@dataclass(frozen=True, slots=True)
class PickEach(Node):
    """One thing for each binder; later ones may speak of earlier ones."""

    binders: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class PickSeveral(Node):
    """`1..3 of card in hand[p] where ... as played`."""

    size: Domain
    binder: Binder
    name: Name


Pick = PickEach | PickSeveral


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`p chooses LABEL: PICK`, `p may choose LABEL: PICK`.

    Without a block, the names picked are known in the rest of the block in which it stands.
    """

    decider: Expr
    may: bool
    label: Name | None
    pick: Pick
    block: Block | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    """A line of `chooses one of`: a label, then `when` a condition, or a pick of its own."""

    label: Name
    when: Expr | None
    binders: tuple[Binder, ...]
    block: Block | None


@dataclass(frozen=True, slots=True)
class ChooseOneOf(Node):
    """`p chooses one of`; `may`: or nothing; `until_done`: again and again."""

    decider: Expr
    may: bool
    until_done: bool
    options: tuple[Option, ...]
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Responses(Node):
    """`responses by q in turn order from p`: until all have passed in a row."""

    binder: Binder
    options: tuple[Option, ...]
    notes: Notes = NO_NOTES


Stmt = (
    Let
    | State
    | Step
    | Assign
    | Run
    | Move
    | DrawOne
    | DrawSome
    | Roll
    | LookUp
    | ReverseTurnOrder
    | DoNothing
    | If
    | While
    | Repeat
    | ForEach
    | Choose
    | ChooseOneOf
    | Responses
    | EndGame
)
