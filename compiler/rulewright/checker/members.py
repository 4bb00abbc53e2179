"""Values by name: `sun` where a `Cult` is expected, `purgatory[sun]` where a card is, and what is meant where nothing
is expected.
"""

from __future__ import annotations

from rulewright.checker.book import Family
from rulewright.checker.context import Context
from rulewright.checker.symbols import DieSymbol, EnumSymbol, KindsSymbol, MemberSymbol, ReadingSymbol
from rulewright.checker.types import (
    EnumType,
    FaceType,
    KindType,
    OptionalType,
    PlayerType,
    ScalarType,
    ThingType,
    Type,
)


def scalar_behind(type_: Type | None) -> Type | None:
    """The type whose values a name could stand for: without `or none`, the kind of a marked card."""
    match type_:
        case OptionalType(inner):
            return scalar_behind(inner)
        case ThingType(_, kind):
            return kind
    return type_


def member_of(type_: Type | None, name: str) -> MemberSymbol | None:
    """The value `name` of an expected type."""
    match scalar_behind(type_):
        case (EnumType() | PlayerType() | KindType() | FaceType()) as found if name in found.members:
            return MemberSymbol(name, found, found.members.index(name))
    return None


def number_of(type_: Type | None, number: int) -> MemberSymbol | None:
    """The face that shows a number."""
    found = scalar_behind(type_)
    return member_of(found, str(number)) if isinstance(found, FaceType) else None


def meanings(ctx: Context, name: str) -> list[ScalarType]:
    """The types that have a value of this name, where nothing says which is meant; declared enumerations first."""
    found: list[ScalarType] = []
    if name in ctx.players.members:
        found.append(ctx.players)
    for family, owner in sorted(ctx.book.members.get(name, ()), key=lambda each: list(Family).index(each[0])):
        if owner in ctx.in_progress:  # a table whose columns are being typed right now is not what its cells mean
            continue
        match ctx.symbol(owner):
            case EnumSymbol(type=EnumType() as type_) | ReadingSymbol(type=type_) | DieSymbol(type=type_):
                found.append(type_)
            case KindsSymbol() as kinds if family is Family.KIND:
                found.append(kinds.type if name in kinds.type.members else name_type(kinds))
            case _:
                pass
    return found


def name_type(kinds: KindsSymbol) -> EnumType:
    """The enumeration of the names of rows."""
    column = kinds.attributes["name"].type
    assert isinstance(column, EnumType)
    return column


def kinds_of_row(kinds: KindsSymbol, row: str) -> list[int]:
    """The codes of the kinds that a row stands for."""
    return [code for code, name in enumerate(kinds.rows) if name == row]


def member_names(type_: Type | None) -> tuple[str, ...]:
    """The values that could be written where a type is expected."""
    match scalar_behind(type_):
        case (EnumType() | PlayerType() | KindType() | FaceType()) as found:
            return found.members
    return ()


def is_known_value(ctx: Context, name: str) -> bool:
    return name in ctx.book.members or name in ctx.players.members
