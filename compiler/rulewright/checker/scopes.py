"""Which names are known at a place: blocks within blocks, and the names whose block has ended.

A name stands for its symbol, or for None where its declaration was wrong: then whoever uses it stays silent, so
that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.checker.symbols import LocalSymbol, StateSymbol

Known = LocalSymbol | StateSymbol | None


@dataclass(slots=True)
class Scopes:
    """`ended[name]` says where a name was known that is known no longer: `step settle`."""

    blocks: list[tuple[str, dict[str, Known]]] = field(default_factory=list)
    ended: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def block(self, where: str) -> Iterator[None]:
        """Names that are declared inside end with it."""
        self.blocks.append((where, {}))
        try:
            yield
        finally:
            place, names = self.blocks.pop()
            for name in names:
                self.ended[name] = place

    def declare(self, name: str, symbol: Known) -> None:
        self.blocks[-1][1][name] = symbol

    def find(self, name: str) -> tuple[bool, Known]:
        """Whether the name is known, and what it stands for."""
        for _, names in reversed(self.blocks):
            if name in names:
                return True, names[name]
        return False, None

    def all_names(self) -> dict[str, Known]:
        """Everything known here, inner names last."""
        return {name: symbol for _, names in self.blocks for name, symbol in names.items()}
