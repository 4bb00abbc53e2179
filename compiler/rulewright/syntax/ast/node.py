"""What every node of the tree has, and the small nodes that stand everywhere: names, paths, texts, notes."""

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


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A sentence in one language; `language` is None where none is named. `string` has no quotes."""

    language: str | None
    string: str


@dataclass(frozen=True, slots=True)
class Told(Node):
    """A sentence of a trace. It is read behind the first `after` statements of its block."""

    language: str | None
    string: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A passage of a source, by its number (`TW-016`) or, `quoted`, by a heading."""

    passage: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """What `text`, `told`, `source` and `rests on` say about the block in which they stand."""

    texts: tuple[Text, ...] = ()
    told: tuple[Told, ...] = ()
    cites: tuple[Cite, ...] = ()
    rests: tuple[Name, ...] = ()


NO_NOTES = Notes()
