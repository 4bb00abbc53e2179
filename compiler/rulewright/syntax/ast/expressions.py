"""Expressions, and the domains that names run over."""

from enum import StrEnum

from rulewright.syntax.ast.node import Name, Node
from rulewright.syntax.ast.quick import dataclass


class ArithmeticOp(StrEnum):
    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    OVER = "/"


class CompareOp(StrEnum):
    EQUAL = "="
    NOT_EQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="


class Quantifier(StrEnum):
    SOME = "some"
    EVERY = "every"
    NO = "no"


class FoldKind(StrEnum):
    COUNT = "count"
    SUM = "sum"
    PRODUCT = "product"
    MIN = "min"
    MAX = "max"
    FIRST = "first"
    ALL = "all"


class Turns(StrEnum):
    """Which players a turn order visits."""

    ALL = "turn order"
    FROM = "turn order from"
    AFTER = "turn order after"
    OTHERS_AFTER = "others after"


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class NoneValue(Node):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Items(Node):
    """`[7, 11]`, `[1..3, 5]`."""

    items: tuple["Domain", ...]


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`card.cult`."""

    value: "Expr"
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`hand[p]`, `units[p, here]`, `purgatory[sun]`."""

    value: "Expr"
    indexes: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`p`, or `by_wizard: no`."""

    name: Name | None
    value: "Expr"


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`total(attack)`. `function` is a name, or a variant and a name (`fill_to_five.cards_to_draw`)."""

    function: "Expr"
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Negative(Node):
    value: "Expr"


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: ArithmeticOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Compare(Node):
    operator: CompareOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`total in [7, 11]`, `w in feld[p, wo]`."""

    value: "Expr"
    domain: "Domain"


@dataclass(frozen=True, slots=True)
class IsEmpty(Node):
    """`hand[p] is empty`; `negated`: `is not empty`."""

    value: "Expr"
    negated: bool


@dataclass(frozen=True, slots=True)
class Not(Node):
    value: "Expr"


@dataclass(frozen=True, slots=True)
class And(Node):
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Implies(Node):
    """`if CONDITION then CONSEQUENCE`."""

    condition: "Expr"
    consequence: "Expr"


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`some card in hand[p] has card.kind = trap`."""

    quantifier: Quantifier
    name: Name
    domain: "Domain"
    condition: "Expr"


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`card in hand[p] where card.kind = trap`."""

    name: Name
    domain: "Domain"
    where: "Expr | None"


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`count(card in hand[p])`, `sum(card.souls for card in won[team])`; no `value` in the short form."""

    kind: FoldKind
    value: "Expr | None"
    binder: Binder


@dataclass(frozen=True, slots=True)
class FoldValues(Node):
    """`min(a, b)`, `max(0, gold[p] - 1)`: over values that are written out, two or more."""

    kind: FoldKind
    values: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low..high`."""

    low: "Expr"
    high: "Expr"


@dataclass(frozen=True, slots=True)
class TurnOrder(Node):
    """`turn order`, `turn order from p`, `turn order after p`, `others after p`."""

    turns: Turns
    player: "Expr | None"


Expr = (
    Name
    | Number
    | Truth
    | NoneValue
    | Items
    | Attribute
    | Index
    | Call
    | Negative
    | Arithmetic
    | Compare
    | Member
    | IsEmpty
    | Not
    | And
    | Or
    | Implies
    | Quantified
    | Fold
    | FoldValues
)
Domain = Expr | Range | TurnOrder
