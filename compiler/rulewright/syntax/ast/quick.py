"""Frozen dataclasses whose methods are made when the first of them is called.

The standard decorator writes and compiles six methods for each class where it is declared. There are some hundred and
fifty kinds of nodes, a run meets few of them, and compiling for all took a quarter of the time of a small `check`. What
comes out is a dataclass like any other: `fields` and `replace` know it. Type checkers see the standard decorator.
"""

import dataclasses
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool, eq: bool = True) -> Callable[[type], type]:
        """`@dataclass(frozen=True, slots=True)`, perhaps with `eq=False`, and no other form of it."""
        if not (frozen and slots):
            raise TypeError("what is made quickly is frozen and has slots")
        return _made if eq else _made_without_eq


__all__ = ["dataclass"]


def _made_without_eq(declared: type) -> type:
    return _made(declared, _AT_FIRST.keys() - {"__eq__", "__hash__"})


def _made(declared: type, methods: Collection[str] | None = None) -> type:
    if declared.__doc__ is None:
        declared.__doc__ = declared.__name__  # else the standard library works out a signature
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(declared)
    for name, method in _AT_FIRST.items():
        if methods is None or name in methods:
            setattr(made, name, method)
    return made


# ------------------------------------------------------------------ until the first call


def _first_init(self: Any, *args: Any, **kwargs: Any) -> None:
    _complete(type(self))
    self.__init__(*args, **kwargs)


def _first_eq(self: Any, other: object) -> Any:
    _complete(type(self))
    return self.__eq__(other)


def _first_hash(self: Any) -> int:
    _complete(type(self))
    result: int = self.__hash__()
    return result


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _never_set(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _never_deleted(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


_AT_FIRST = {
    "__init__": _first_init,
    "__eq__": _first_eq,
    "__hash__": _first_hash,
    "__repr__": _repr,
    "__setattr__": _never_set,
    "__delattr__": _never_deleted,
    "__getstate__": _state,
    "__setstate__": _restore,
}


# ------------------------------------------------------------------ from then on


def _complete(made: Any) -> None:
    """Write and compile what a class needs, in one go. Later calls come here no more."""
    fields = dataclasses.fields(made)
    known: dict[str, Any] = {}
    names: list[str] = []
    by_name: list[str] = []
    lines: list[str] = []
    for each in fields:
        known[f"_set_{each.name}"] = getattr(made, each.name).__set__
        text = each.name
        if each.default is not dataclasses.MISSING:
            known[f"_default_{each.name}"] = each.default
            text += f"=_default_{each.name}"
        elif each.default_factory is not dataclasses.MISSING:
            known["_not_given"] = dataclasses.MISSING
            known[f"_default_{each.name}"] = each.default_factory
            text += "=_not_given"
            lines.append(f"        {each.name} = _default_{each.name}() if {each.name} is _not_given else {each.name}")
        (by_name if each.kw_only else names).append(text)
        lines.append(f"        _set_{each.name}(self, {each.name})")
    arguments = ", ".join(["self", *names, *(["*", *by_name] if by_name else [])])
    compared = [each.name for each in fields if each.compare]
    mine, other = (f"({''.join(f'{who}.{name}, ' for name in compared)})" for who in ("self", "other"))
    hashed = [each.name for each in fields if (each.compare if each.hash is None else each.hash)]
    text = "\n".join((
        f"def make({', '.join(known)}):",
        f"    def __init__({arguments}):", *(lines or ["        pass"]),
        "    def __eq__(self, other):",
        f"        return {mine} == {other} if other.__class__ is self.__class__ else NotImplemented",
        "    def __hash__(self):",
        f"        return hash(({''.join(f'self.{name}, ' for name in hashed)}))",
        "    return __init__, __eq__, __hash__",
    ))
    scope: dict[str, Any] = {}
    exec(text, scope)
    made.__init__, eq, hash_ = scope["make"](**known)
    if made.__eq__ is not object.__eq__:
        made.__eq__, made.__hash__ = eq, hash_
