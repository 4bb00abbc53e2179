"""The types of the language. All are finite; a value of a scalar type is a whole number (its code).

Codes: `yes or no` 0..1, enumerations, kinds, faces and players 0..n-1 in declaration order, numbers themselves,
`T or none` the codes of T and, for none, the greatest code of T plus one.
"""

from __future__ import annotations

from rulewright.syntax.ast.quick import dataclass


@dataclass(frozen=True, slots=True)
class BoolType:
    """`yes or no`."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """Whole numbers lo..hi."""

    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class FractionType:
    """The value of `/`, `chance(..)`, `expected(..)`: in claims only."""


@dataclass(frozen=True, slots=True)
class EnumType:
    """An enumeration: `enum`, the names of card rows (`Card.name`), the options of a reading, `Side`..."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerType:
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindType:
    """A card or piece as a kind: `Card`. Copies of a kind are interchangeable."""

    name: str
    members: tuple[str, ...]  # as written: `altar[sun]`, or `altar` where one row is one kind


@dataclass(frozen=True, slots=True)
class FaceType:
    die: str
    members: tuple[str, ...]  # `-4`, `hit`, ..


@dataclass(frozen=True, slots=True)
class OptionalType:
    inner: ScalarType | RecordType


@dataclass(frozen=True, slots=True)
class RecordType:
    """A plain record: fields side by side, in order."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class ThingType:
    """A marked card or piece: `record Beast on Card`. A name of this type is a handle. Marks may be arrays."""

    name: str
    kind: KindType
    marks: tuple[tuple[str, tuple[ScalarType, ...], ScalarType], ...]  # (name, index types, type)


@dataclass(frozen=True, slots=True)
class BagType:
    """`bag of Card` (kinds), `bag of Beast at most 12` (marked things), and what `as xs` and `all(..)` give."""

    element: KindType | ThingType
    at_most: int | None


@dataclass(frozen=True, slots=True)
class SetType:
    element: ScalarType


@dataclass(frozen=True, slots=True)
class ListType:
    """`list of Play at most 4`, `pile of Card` (at_most None: all copies; `pile` True)."""

    element: KindType | ThingType | ScalarType
    at_most: int
    pile: bool = False


@dataclass(frozen=True, slots=True)
class NoneType:
    """The literal `none` before it meets a `T or none`."""


ScalarType = BoolType | NumberType | EnumType | PlayerType | KindType | FaceType
Type = ScalarType | FractionType | OptionalType | RecordType | ThingType | BagType | SetType | ListType | NoneType
Recoded = tuple[NumberType | OptionalType, OptionalType]
"""An optional number, or a number, where an optional number of another range is needed."""
