"""What names mean, and the checked rulebook that the lowering reads.

`CheckedBook` is the tree together with tables keyed by `id(node)` (nodes compare by content, so they cannot be
keys themselves; the tree is kept alive by `items`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum, auto

from rulewright.checker.types import (
    EnumType,
    FaceType,
    KindType,
    PlayerType,
    Recoded,
    RecordType,
    ScalarType,
    ThingType,
    Type,
)
from rulewright.source import Span
from rulewright.syntax import ast
from rulewright.syntax.ast.quick import dataclass

Texts = Mapping[str, str]  # language -> text


@dataclass(frozen=True, eq=False, slots=True)
class AttributeColumn:
    """One column of a table of kinds, an enumeration or a die: the value of each member, by code.

    `varies`: the least and the greatest value of each, where a scope leaves some open; else nothing.
    """

    name: str
    type: ScalarType | object  # OptionalType where a cell is `none`
    values: tuple[int, ...]
    varies: tuple[tuple[int, int], ...] = ()

    def fixed(self, code: int) -> int | None:
        """The value of a member, unless it is left open."""
        lo, hi = self.varies[code] if self.varies else (0, 0)
        return self.values[code] if lo == hi else None


@dataclass(frozen=True, eq=False, slots=True)
class EnumSymbol:
    name: str
    type: EnumType | PlayerType
    attributes: Mapping[str, AttributeColumn]
    texts: Mapping[str, tuple[str | None, ...]]  # language -> printed name of each member
    span: Span | None


@dataclass(frozen=True, eq=False, slots=True)
class KindsSymbol:
    """`rows[k]` is the row name of kind k; `name` is an attribute of type EnumType over the row names.

    `as_printed` are the attributes before a scope or a variant sets cells: kinds keep the names they have there.
    """

    name: str
    type: KindType
    rows: tuple[str, ...]
    copies: tuple[int, ...]
    attributes: Mapping[str, AttributeColumn]
    as_printed: Mapping[str, AttributeColumn]
    texts: Mapping[str, tuple[str | None, ...]]
    noun: ast.Noun
    notes: ast.Notes
    span: Span


@dataclass(frozen=True, eq=False, slots=True)
class DieSymbol:
    """`type` is FaceType for a named die; `weights` by face code. `number` is an attribute."""

    name: str
    type: FaceType
    weights: tuple[int, ...]
    attributes: Mapping[str, AttributeColumn]
    span: Span


@dataclass(frozen=True, eq=False, slots=True)
class TableSymbol:
    """`keys`: types of the key columns. Relation: `rows` are key tuples. Lookup: `values[key tuple]`.
    Roll table / effect table: `effects[key code]` is a call or None for `nothing`, `results` the printed result."""

    name: str
    params: tuple[LocalSymbol, ...]
    keys: tuple[ScalarType, ...]
    result: ScalarType | None
    rows: tuple[tuple[int, ...], ...]
    values: Mapping[tuple[int, ...], int]
    effects: Mapping[int, ast.Expr | None]
    results: Mapping[int, str]
    row_spans: Mapping[int, Span]
    node: ast.Table


@dataclass(frozen=True, eq=False, slots=True)
class RecordSymbol:
    """Start values of fields by name: codes, row by row for arrays; None: must be given."""

    name: str
    type: RecordType | ThingType
    initial: Mapping[str, tuple[int, ...] | None]
    node: ast.Record


@dataclass(frozen=True, eq=False, slots=True)
class StateSymbol:
    """A state variable or zone: of the game (`procedure` None) or of a procedure's runs. `initial`: a code for each
    cell if the start value is constant (the only kind at game level), else None: evaluate `node.value` at each call.
    `starts_as`: the param whose value it is, where a scope leaves that open."""

    name: str
    index: tuple[ScalarType | object, ...]  # OptionalType(PlayerType) allowed
    type: Type
    initial: tuple[int, ...] | None
    starts_full: bool
    seen_by: str | None  # owner, all, nobody
    others_see: tuple[str, ...]
    procedure: str | None
    node: ast.Field
    starts_as: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class ParamSymbol:
    """`varies`: the least and the greatest value of every cell, where a scope leaves them open; its `type` is then
    narrower than the `declared` one."""

    name: str
    index: tuple[ScalarType, ...]
    type: ScalarType
    values: tuple[int, ...]
    node: ast.Param
    declared: ScalarType
    varies: tuple[int, int] | None = None


class LocalKind(Enum):
    PARAMETER = auto()  # of a rule or procedure
    LET = auto()
    BINDER = auto()  # for each, chooses, quantifiers, folds
    DRAWN = auto()
    ROLLED = auto()
    PICKED = auto()  # `as xs`
    CLAIM = auto()  # `for all`


@dataclass(frozen=True, eq=False, slots=True)
class LocalSymbol:
    """One binding of one name; each binding is its own object."""

    name: str
    type: Type
    kind: LocalKind
    span: Span


@dataclass(frozen=True, eq=False, slots=True)
class RuleSymbol:
    """`levels`: those of the rule and those that stand outside, in file order. `settled`: (winner, loser) by
    precedence, for levels neither of which is over the other."""

    name: str
    params: tuple[LocalSymbol, ...]
    result: Type
    levels: tuple[ast.Level, ...]
    settled: tuple[tuple[str, str], ...]
    node: ast.Rule


@dataclass(frozen=True, eq=False, slots=True)
class ProcedureSymbol:
    name: str
    params: tuple[LocalSymbol, ...]
    states: tuple[StateSymbol, ...]
    node: ast.Procedure


@dataclass(frozen=True, eq=False, slots=True)
class ReadingSymbol:
    name: str
    type: EnumType
    node: ast.Reading


@dataclass(frozen=True, eq=False, slots=True)
class GapSymbol:
    name: str
    node: ast.Gap


@dataclass(frozen=True, eq=False, slots=True)
class SourceSymbol:
    """`passages`: number -> (line or place, what it says, span)."""

    name: str
    title: str
    passages: Mapping[str, tuple[str, str, Span]]
    node: ast.Source


@dataclass(frozen=True, eq=False, slots=True)
class MemberSymbol:
    """A constant value: a member of an enumeration, a kind, a face, a player, an option of a reading."""

    name: str
    type: ScalarType
    code: int


@dataclass(frozen=True, eq=False, slots=True)
class BuiltinSymbol:
    """other, next, previous; in claims also chance, lowest_chance, highest_chance, expected, runs, conserved,
    greatest, least."""

    name: str


Symbol = (
    EnumSymbol | KindsSymbol | DieSymbol | TableSymbol | RecordSymbol | StateSymbol | ParamSymbol | LocalSymbol
    | RuleSymbol | ProcedureSymbol | ReadingSymbol | GapSymbol | SourceSymbol | MemberSymbol | BuiltinSymbol
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """Which instance of the game: None means the rulebook's own. `players`: the least count if it leaves a choice."""

    players: int | None = None
    scope: str | None = None
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class CheckedBook:
    """A rulebook in one configuration.

    `refs[id(name)]` what a `Name` in an expression, path, target or notes stands for; also
    `refs[id(index)]` a `MemberSymbol` where an `Index` spells a kind (`purgatory[sun]`).
    `types[id(expr)]` the type of each expression and domain element **after** coercion to what was expected
    (a number where a face is expected has the FaceType, `none` the OptionalType, a member its enum).
    `constants[id(expr)]` the code of an expression that is a literal or a constant of that type.
    `recoded[id(expr)]` from which to which range an optional number is taken over, where its `none` gets another code.
    `binders[id(node)]` the LocalSymbol that a Binder, Let, Roll, DrawOne, Parameter, Quantified or Pick declares.
    `told[id(told)]` the sentence of an `ast.Told` in parts: text, and the checked expression of each `{..}`.
    `paths[id(path)]` the address a Path was resolved to; `labels` all addresses -> the node that has them.
    """

    name: str
    title: Texts
    configuration: Configuration
    players: PlayerType
    player_counts: tuple[int, int]  # as the rulebook allows
    items: tuple[ast.Item, ...]
    rulebook: ast.Rulebook
    symbols: Mapping[str, Symbol]
    refs: Mapping[int, Symbol]
    types: Mapping[int, Type]
    constants: Mapping[int, int]
    recoded: Mapping[int, Recoded]
    binders: Mapping[int, LocalSymbol]
    paths: Mapping[int, str]
    labels: Mapping[str, ast.Node]
    claims: Mapping[str, ast.Claim]
    scopes: Mapping[str, ast.Scope]
    examples: Mapping[str, ast.Example]
    variants: Mapping[str, ast.Variant] = field(default_factory=dict)
    told: Mapping[int, tuple[str | ast.Expr, ...]] = field(default_factory=dict)
    elsewhere: frozenset[str] = frozenset()  # claims about scopes with more players: nothing in them is resolved here
