"""What may be watched during an automatic run: gates passed, sentences told, values changed.

`Observer` does nothing; whoever wants to know overrides the methods he needs. The memory is that
of the moment: to be read at once, not kept.
"""

from __future__ import annotations

from rulewright.interpreter.alternatives import Alternative
from rulewright.interpreter.evaluate import Env
from rulewright.interpreter.state import Memory
from rulewright.ir.nodes import Choice, Gate, Node, Store, StoreMark, Tell


class Observer:
    """Watches a run and ignores everything."""

    def arrived(self, node: Node, memory: Memory) -> None:
        """Any node is reached, rests too."""

    def passed(self, gate: Gate, memory: Memory) -> None:
        """A region is entered or left."""

    def unasked(self, choice: Choice, way: Alternative, memory: Memory) -> None:
        """An implicit option is taken without asking, because nothing else is left."""

    def told(self, tell: Tell, memory: Memory, env: Env) -> None:
        """A sentence of the trace is met."""

    def stored(self, store: Store, offset: int, before: int, after: int, memory: Memory) -> None:
        """Cell `offset` of a slot was written, perhaps with the value that it had."""

    def marked(self, store: StoreMark, before: int, after: int, memory: Memory) -> None:
        """A mark of a thing was written."""
