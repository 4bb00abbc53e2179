"""Types in the words of a rulebook, for messages."""

from typing import assert_never

from rulewright.checker.types import (
    BagType,
    BoolType,
    EnumType,
    FaceType,
    FractionType,
    KindType,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    ThingType,
    Type,
)


def describe(type_: Type) -> str:
    """With an article where one belongs: ``a number 0..7``, ``a value of `Cult` ``, `a player`."""
    match type_:
        case BoolType():
            return "yes or no"
        case NumberType(lo, hi):
            return "a number" if lo == hi else f"a number {lo}..{hi}"
        case FractionType():
            return "a fraction"
        case EnumType(name):
            return f"a name of `{name.removesuffix('.name')}`" if "." in name else f"a value of `{name}`"
        case PlayerType():
            return "a player"
        case FaceType(die):
            return f"a face of `{die}`"
        case KindType(name) | ThingType(name):
            return f"one of `{name}`"
        case RecordType(name):
            return f"a record `{name}`"
        case OptionalType(inner):
            return f"{describe(inner)}, or none"
        case BagType(element):
            return f"a bag of `{name_of(element)}`"
        case SetType(element):
            return f"a set of `{name_of(element)}`"
        case ListType(element, _, pile):
            return f"a {'pile' if pile else 'list'} of `{name_of(element)}`"
        case NoneType():
            return "none"
        case _:
            assert_never(type_)


def name_of(type_: Type) -> str:
    """The name as it is written in a declaration: `Cult`, `0..7`, `Player or none`."""
    match type_:
        case EnumType(name) | KindType(name) | ThingType(name) | RecordType(name) | FaceType(name):
            return name
        case PlayerType():
            return "Player"
        case NumberType(lo, hi):
            return f"{lo}..{hi}"
        case BoolType():
            return "yes or no"
        case OptionalType(inner):
            return f"{name_of(inner)} or none"
        case BagType(element):
            return f"bag of {name_of(element)}"
        case SetType(element):
            return f"set of {name_of(element)}"
        case ListType(element, _, pile):
            return f"{'pile' if pile else 'list'} of {name_of(element)}"
        case FractionType() | NoneType():
            return describe(type_)
        case _:
            assert_never(type_)
