"""What every node of the tree has, and the small nodes that stand everywhere: names and paths."""

from dataclasses import field

from rulewright.source import Span
from rulewright.syntax.ast.quick import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a rulebook. Its place does not count when trees are compared."""

    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name, where it is declared and where it is used; also an expression by itself."""

    text: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """An address: `play_trick.play.ask`."""

    names: tuple[Name, ...]

    @property
    def text(self) -> str:
        return ".".join(name.text for name in self.names)
