"""What a diagnostic is.

A class for each kind of mistake, with texts as `str.format` templates over its fields; an instance is one
mistake at one place. Defining a subclass that has a `code` makes the code known (see `registry`).
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from string import Formatter
from typing import ClassVar

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


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
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
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def _filled(self, template: str) -> str | None:
        values = self._values()
        needed = {name.split(".")[0].split("[")[0] for _, name, _, _ in Formatter().parse(template) if name}
        return None if any(values[name] is None for name in needed) else template.format(**values)


def known_classes() -> dict[str, type[Diagnostic]]:
    """The diagnostics of every package imported so far, by the number of their code."""
    return dict(_classes)
