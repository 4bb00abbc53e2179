"""Code that goes through the elements of a domain, one after the other."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never, cast

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.inputs import Inputs
from rulewright.interpreter.codegen.memory import Memory
from rulewright.interpreter.codegen.tables import tabulated
from rulewright.interpreter.codegen.writer import Block
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Binder, Domain, Expr, Local, ZoneRef
from rulewright.ir.walk import Piece, with_children

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.expressions import Expressions

MOST_FACES = 10_000
"""The longest list of outcomes in which each stands as often as it weighs."""


class Elements:
    """Opens loops over domains."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def each(
        self, local: Local, domain: Domain, where: Expr, memory: Memory, *, once_a_copy: bool = False,
        once_each: bool = False, since: int | None = None,
    ) -> None:
        """Open a loop over the elements with `where`; the memory goes on inside of it.

        `once_a_copy`: a kind in a bag comes as often as it lies there. `once_each`: a value that is
        listed twice comes once. Names older than `since` mean the same in every round.
        """
        header, rest = self._iterated(local, domain, where, memory, once_a_copy)
        if once_each and not header.startswith("ROWS_") and isinstance(domain, ir.Items | ir.Seats):
            header = f"dict.fromkeys({header})" if _may_repeat(header) else header
        since = memory.function.now if since is None else since
        label = memory.function.fresh(local.name)
        met = memory.function.fresh("met")
        if isinstance(domain, ir.Places) and domain.distinct:
            memory.block.line(f"{met} = set()")
        memory.share()
        memory.opened(f"for {label} in {header}", since)
        memory.locals[local.name] = c.name(label, local.lo, local.hi)
        if local.lo == local.hi:
            memory.locals[local.name] = c.const(local.lo)
        if rest is not None:
            test = self.expressions.of(rest, memory)
            if test.constant == 0:
                memory.block = memory.block.nested("if 0")
            elif test.constant is None:
                memory.block = memory.block.nested(f"if {test.truth}")
        if isinstance(domain, ir.Places) and domain.distinct:
            thing = self.expressions.lists.thing(
                memory, domain.zone.zone, self.expressions.number(domain.zone, memory), memory.locals[local.name]
            )
            thing = memory.named(thing, "thing")
            memory.block = memory.block.nested(f"if {thing.text} not in {met}")
            memory.block.line(f"{met}.add({thing.text})")

    def listed(self, local: Local, domain: Domain, where: Expr, memory: Memory) -> str | None:
        """Text of a sequence of just the elements with `where`, each once; None if each must be asked."""
        if isinstance(domain, ir.Places):
            return None
        root = Block()
        trial = memory.copy(root)
        text, rest = self._iterated(local, domain, where, trial, False)
        if rest is not None or text.startswith("["):
            return None
        if isinstance(domain, ir.Items | ir.Seats) and _may_repeat(text):
            return None
        memory.block.attach(root)
        memory.adopt(trial)
        return text

    def weighted(self, local: Local, domain: Domain, where: Expr, weight: Expr) -> tuple[int, ...] | None:
        """All outcomes, each as often as its weight, if they are the same whatever the state."""
        inputs = Inputs(self.expressions.analysis, frozenset((local.name,)))
        if isinstance(domain, ir.Kinds | ir.Places):
            return None
        pure = (inputs.pure_domain(domain), inputs.pure(where), inputs.pure(weight))
        if inputs.hopeless or inputs.found:
            return None
        function, inner = self.expressions.pure_scope(())
        function.body.line("found = []")
        before, self.expressions.use_tables = self.expressions.use_tables, False
        self.each(local, pure[0], pure[1], inner)
        times = self.expressions.of(pure[2], inner)
        self.expressions.use_tables = before
        inner.block.line(f"found += [{inner.locals[local.name].text}] * {times.inner}")
        function.body.line("return tuple(found)")
        faces: tuple[int, ...] = self.expressions.module.define(function)()
        return faces if 0 < len(faces) <= MOST_FACES else None

    def _iterated(
        self, local: Local, domain: Domain, where: Expr, memory: Memory, once_a_copy: bool
    ) -> tuple[str, Expr | None]:
        """Text of an iterable, and what of the condition is still to be asked of each element."""
        rest = None if where == ir.Const(1) else where
        match domain:
            case ir.Kinds():
                zone = domain.zone.zone
                entry = self.expressions.entry(domain.zone, memory)
                if not self.expressions.bags.shape(zone).is_mask:
                    number = self.expressions.bags.number(memory, entry)
                    listed = self.expressions.bags.copies if once_a_copy else self.expressions.bags.kinds
                    return listed(zone, number), rest
                within, rest = self.expressions.masks.mask(local, domain.zone, where, memory)
                return self.expressions.bags.kinds(zone, self.expressions.bags.number(memory, entry, within)), rest
            case ir.Places():
                size = self.expressions.size(domain.zone, memory)
                return f"range({size.text})", rest
        table = self._element_table(local, domain, where, memory)
        if table is not None:
            return table, None
        table = self._element_table(local, domain, ir.Const(1), memory)
        if table is not None:
            return table, rest
        match domain:
            case ir.Range():
                lo, hi = self.expressions.of(domain.lo, memory), self.expressions.of(domain.hi, memory)
                return f"range({lo.text}, {c.add(hi, c.const(1)).text})", rest
            case ir.Items():
                items = "".join(f"{self.expressions.of(value, memory).text}, " for value in domain.values)
                return f"({items})", rest
            case ir.Seats():
                return self._seats(domain, memory), rest
        assert_never(domain)

    def _seats(self, domain: ir.Seats, memory: Memory) -> str:
        n = self.expressions.system.n_players
        start, back = self.expressions.of(domain.start, memory), self.expressions.of(domain.backwards, memory)
        step = c.ite(back, lambda: c.const(-1), lambda: c.const(1))
        return f"[({start.inner} + {step.inner} * i) % {n} for i in range({domain.n})]"

    def _element_table(self, local: Local, domain: Domain, where: Expr, memory: Memory) -> str | None:
        if not self.expressions.use_tables:
            return None
        inputs = Inputs(self.expressions.analysis, frozenset())
        pure_domain = inputs.pure_domain(domain)
        inputs.bound = frozenset((local.name,))
        pure_where = inputs.pure(where)
        if inputs.hopeless:
            return None
        index = self.expressions.index(inputs, memory, 16)
        if index is None:
            return None
        function, inner = self.expressions.pure_scope(tuple(inputs.found))
        function.body.line("found = []")
        before, self.expressions.use_tables = self.expressions.use_tables, False
        self.each(local, pure_domain, pure_where, inner)
        self.expressions.use_tables = before
        inner.block.line(f"found.append({inner.locals[local.name].text})")
        function.body.line("return tuple(found)")
        listed = self.expressions.module.define(function)
        rows: list[tuple[int, ...]] = []

        def row(*at: int) -> int:
            try:
                elements = listed(*at)
            except IndexError:  # arguments that cannot occur
                elements = ()
            if elements not in rows:
                rows.append(elements)
            return rows.index(elements)

        at = tabulated(self.expressions.module, row, index, "row")
        if at.constant is not None:
            return repr(rows[at.constant])
        return f"{self.expressions.module.constant(tuple(rows), 'rows')}[{at.text}]"


def note_picked(binders: Sequence[Binder], memory: Memory) -> None:
    """After the slots of some binders have been written: what was picked from a bag lies there."""
    slots = {binder.local: ir.Read(binder.slot, (), binder.local.lo, binder.local.hi) for binder in binders}

    def in_slots(piece: Piece) -> Piece:
        return slots[piece] if isinstance(piece, Local) and piece in slots else with_children(piece, in_slots)

    for binder in binders:
        if isinstance(binder.domain, ir.Kinds):
            memory.lies_there(cast(ZoneRef, in_slots(binder.domain.zone)), binder.slot)


def _may_repeat(listed: str) -> bool:
    """Whether an iterable, written out or not, may hold a value twice."""
    try:
        elements = ast.literal_eval(listed)
    except ValueError:
        return True
    return len(set(elements)) < len(elements)
