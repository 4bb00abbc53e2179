"""Texts, and what is noted about a block: sentences, sources, gaps."""

from rulewright.syntax.ast.expressions import Expr
from rulewright.syntax.ast.node import Name, Node
from rulewright.syntax.ast.quick import dataclass


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A sentence in one language; `language` is None where none is named. `string` has no quotes."""

    language: str | None
    string: str


@dataclass(frozen=True, slots=True)
class Told(Node):
    """A sentence of a trace. It is read behind the first `after` statements of its block; `to` the player who alone
    hears it, else all do."""

    language: str | None
    string: str
    after: int = 0
    to: Expr | None = None


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
