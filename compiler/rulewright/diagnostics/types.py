"""What a diagnostic is.

A class for each kind of mistake, with texts as `str.format` templates over its fields; an instance is one
mistake at one place. Defining a subclass that has a `code` makes the code known (see `registry`).
"""

from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from typing import ClassVar, dataclass_transform

from rulewright.source import Span

_classes: dict[str, type["Diagnostic"]] = {}


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


@dataclass(frozen=True, slots=True)
class Code:
    """`RW204`, `unknown-name`, how bad it is, and a title without a full stop."""

    id: str
    name: str
    severity: Severity
    title: str


@dataclass_transform(kw_only_default=True, frozen_default=True)
class FrozenFields:
    """Frozen data like dataclasses, with keyword arguments only, but made without generating code: there are more
    than a hundred kinds of diagnostics, and every command would pay for that when it starts.
    """

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **values: object) -> None:
        for name in self._fields:
            if name not in values and not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} needs `{name}`")
            object.__setattr__(self, name, values.pop(name) if name in values else getattr(type(self), name))
        if values:
            raise TypeError(f"{type(self).__name__} has no `{next(iter(values))}`")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = (name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind))
        cls._fields = tuple(dict.fromkeys((*cls._fields, *own)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"`{name}` cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self._fields)))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({values})"


class Diagnostic(FrozenFields):
    """A mistake in a rulebook, or a remark about it.

    `help` is left out when a field that it needs is None; of several the first that has all its fields is
    taken. `label` stands behind the marker. `also` are second places, each with a remark. The docstring of a
    subclass is what `rulewright explain` prints.
    """

    code: ClassVar[Code]
    message: ClassVar[str]
    help: ClassVar[str | tuple[str, ...] | None] = None
    label: ClassVar[str | None] = None

    span: Span
    also: tuple[tuple[Span, str], ...] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        code = cls.__dict__.get("code")
        if code is None:
            return
        other = _classes.setdefault(code.id, cls)
        if other is not cls:
            raise ValueError(f"{code.id} stands for {other.__qualname__} and for {cls.__qualname__}")

    @property
    def severity(self) -> Severity:
        return self.code.severity

    @property
    def message_text(self) -> str:
        """What is wrong, with the values that offend."""
        return self.message.format(**self._values())

    @property
    def help_text(self) -> str | None:
        """What could be done, if that can be said."""
        templates = (self.help,) if isinstance(self.help, str) else self.help or ()
        return next((text for text in map(self._filled, templates) if text is not None), None)

    @property
    def label_text(self) -> str | None:
        """The remark at the marker."""
        return None if self.label is None else self._filled(self.label)

    def _values(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self._fields}

    def _filled(self, template: str) -> str | None:
        values = self._values()
        needed = {name.split(".")[0].split("[")[0] for _, name, _, _ in Formatter().parse(template) if name}
        return None if any(values[name] is None for name in needed) else template.format(**values)


def known_classes() -> dict[str, type[Diagnostic]]:
    """The diagnostics of every package imported so far, by the number of their code."""
    return dict(_classes)
