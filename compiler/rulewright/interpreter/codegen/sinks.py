"""What becomes of a run when it comes to rest, ends, breaks down, or is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.plan import Place

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.memory import Memory


class Sink(Protocol):
    """`returns`: code behind what these write is not reached."""

    returns: bool

    def rest(self, memory: Memory, place: Place) -> None:
        """The play waits at a place."""
        ...

    def cut(self, memory: Memory, node: int) -> None:
        """Other code goes on at a node."""
        ...

    def end(self, memory: Memory, place: Place, winners: Code) -> None:
        """The game is over; `winners` has a bit a player."""
        ...

    def fail(self, memory: Memory, site: int) -> None:
        """A demand does not hold."""
        ...

    def settled(self, memory: Memory, state: str) -> None:
        """Another function ran to a rest, whichever it was."""
        ...


class PackedSink:
    """Hands on packed states: templates with one hole, for states at rest and for cuts."""

    def __init__(self, rest: str, cut: str, *, returns: bool) -> None:
        self._rest = rest
        self._cut = cut
        self.returns = returns

    def rest(self, memory: Memory, place: Place) -> None:
        memory.block.line(self._rest.format(memory.packed(place).text))

    def cut(self, memory: Memory, node: int) -> None:
        memory.block.line(self._cut.format(memory.packed_cut(node).text))

    def end(self, memory: Memory, place: Place, winners: Code) -> None:
        memory.block.line(self._rest.format(memory.packed_end(place, winners).text))

    def fail(self, memory: Memory, site: int) -> None:
        memory.block.line(self._rest.format(memory.packed_failure(site).text))

    def settled(self, memory: Memory, state: str) -> None:
        memory.block.line(self._rest.format(state))


class VisitingSink:
    """Looks at once whether a state is new; if so, notes its parent, and puts it with those of its place."""

    returns = False

    def rest(self, memory: Memory, place: Place) -> None:
        self._visit(memory, memory.packed(place).text, f"push_{place.number}")

    def cut(self, memory: Memory, node: int) -> None:
        self.settled(memory, f"settle({memory.packed_cut(node).text})")

    def end(self, memory: Memory, place: Place, winners: Code) -> None:
        self._visit(memory, memory.packed_end(place, winners).text, f"push_{place.number}")

    def fail(self, memory: Memory, site: int) -> None:
        self._visit(memory, memory.packed_failure(site).text, f"push_{memory.plan.fail_place}")

    def settled(self, memory: Memory, state: str) -> None:
        self._visit(memory, state, f"pushes[t & {memory.plan.place_mask}]")

    def _visit(self, memory: Memory, state: str, push: str) -> None:
        memory.block.line(f"t = {state}")
        memory.block.line("n += 1")
        memory.block.line(f"if t not in parents: parents[t] = s; {push}(t)")


ADDED = PackedSink("add({})", "add(settle({}))", returns=False)
SETTLED = PackedSink("return {}", "return settle({})", returns=True)
HANDED_ON = PackedSink("return {}", "return {}", returns=True)
VISITED = VisitingSink()
