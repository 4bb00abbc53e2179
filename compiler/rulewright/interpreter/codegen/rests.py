"""The function of each place: the states to which its decisions or outcomes lead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.elements import note_picked
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.outcomes import classes
from rulewright.interpreter.codegen.picks import write_picks
from rulewright.interpreter.codegen.plan import Field, Place, Plan
from rulewright.interpreter.codegen.runs import Runs
from rulewright.interpreter.codegen.runtime import drawn_counts, drawn_masks
from rulewright.interpreter.codegen.sinks import ADDED, HANDED_ON, SETTLED, VISITED, Sink
from rulewright.interpreter.codegen.statements import NeedsFunction
from rulewright.interpreter.codegen.writer import Block, Function, Module
from rulewright.ir import nodes as ir

Successors = Callable[[int], list[int]]

Visitor = Callable[..., int]
"""(states, parents, pushes, ends, collect) -> number of transitions. `pushes[place]` takes new states."""

MOST_WRITTEN_OUT = 4
"""Up to so many classes of outcomes each gets code of its own, in which what it decides is decided."""

PUSH = re.compile(r"\bpush_(\d+)\b")


class Rests:
    """Writes the functions of places, when they are asked for."""

    def __init__(self, plan: Plan, module: Module, runs: Runs) -> None:
        self.plan = plan
        self.module = module
        self.runs = runs
        self.expressions = runs.expressions

    def successors(self, place: Place) -> Successors:
        """Compile the function of a place."""
        function = Function(f"at_{place.node}", ("s",))
        written = Block()
        self._write_place(place, function, written, ADDED)
        if _may_go_in_circles(written):
            block = Block()
            block.nested("try").attach(written)
            block.line("except Endless: return around(s)")
            written = block
        return self._listing(function, written)

    def by_class(self, place: Place) -> tuple[Successors | None, tuple[int, ...]] | None:
        """The function of a place of luck in which one outcome stands for all that nothing tells apart from it,
        and the weights of what it gives. None for both if that is not known, or depends on the state; no function
        where all outcomes are told apart."""
        node = self.plan.system.nodes[place.node]
        if not isinstance(node, ir.Chance):
            return None
        binder = node.binder
        faces = self.expressions.elements.weighted(binder.local, binder.domain, binder.where, node.weight)
        found = faces and classes(self.plan, self.expressions.analysis, node, Counter(faces))
        if not found:
            return None
        if len(found.outcomes) == len(set(faces or ())):
            return None, found.weights
        function = Function(f"by_class_{place.node}", ("s",))
        written = Block()
        memory = self._start(function, place.number, place.fields, written)
        if len(found.outcomes) <= MOST_WRITTEN_OUT:
            for outcome in found.outcomes:
                inner = memory.copy(written)
                inner.write(binder.slot, c.const(outcome))
                self._run(node.next, inner)
        else:
            first_ones = ir.Items(tuple(map(ir.Const, found.outcomes)))
            self._chance(replace(node, binder=replace(binder, domain=first_ones, where=ir.Const(1))), memory)
        return None if _may_go_in_circles(written) else (self._listing(function, written), found.weights)

    def _listing(self, function: Function, written: Block) -> Successors:
        """Compile a function that gives the states that a block adds."""
        function.body.line("out = []")
        function.body.line("add = out.append")
        function.body.attach(written)
        function.body.line("return out")
        return self.module.define(function)

    def visitor(self, place: Place, *, watched: bool) -> Visitor:
        """Compile the function that follows many states of a place at once: new states go to their places' lists.

        The names of this loop (`s`, `t`, `n`, `before`, `parents`, `push_..`) are no names that code makes.
        """
        function = Function(f"visit_{place.node}", ("states", "parents", "pushes", "ends", "collect"))
        function.declare(("s",))
        body = function.body
        pushes = body.gap()
        body.line("n = 0")
        loop = body.nested("for s in states")
        loop.line("before = n")
        written = Block()
        self._write_place(place, function, written, VISITED)
        text = "\n".join(written.lines(0))
        for number in sorted(set(PUSH.findall(text))):
            pushes.line(f"push_{number} = pushes[{number}]")
        if _may_go_in_circles(written):
            loop.nested("try").attach(written)
            again = loop.nested("except Endless")
            again.line("n = before  # all transitions are gone through once more")
            around = again.nested("for t in around(s)")
            around.line("n += 1")
            around.line(f"if t not in parents: parents[t] = s; pushes[t & {self.plan.place_mask}](t)")
        else:
            loop.attach(written)
        loop.line("if n == before: ends.append(s)")
        if watched:
            loop.line("collect(s)")
        body.line("return n")
        return self.module.define(function)

    def _write_place(self, place: Place, function: Function, block: Block, sink: Sink) -> None:
        """What can be decided at a place, each decision followed by its run."""
        memory = self._start(function, place.number, place.fields, block)
        memory.sink = sink
        node = self.plan.system.nodes[place.node]
        if place.node in self.plan.stops:
            assert isinstance(node, ir.Gate)
            self._run(node.next, memory)
        elif isinstance(node, ir.Choice):
            self._choice(node, memory)
        elif isinstance(node, ir.Chance):
            self._chance(node, memory)
        elif isinstance(node, ir.Deal):
            self._deal(node, memory)

    def going_on(self, node: int) -> Callable[[int], int]:
        """Compile the function that goes on from a cut."""
        function = Function(f"from_{node}", ("s",))
        fields = {name: self.plan.frame[name] for name in self.plan.frame if name in self.plan.live[node]}
        number = self.plan.cut_place | node << self.plan.cut_offset
        memory = self._start(function, number, fields, function.body)
        memory.unsorted = set(self.plan.system.zones)
        memory.sink = HANDED_ON
        self.runs.write(node, memory)
        return self.module.define(function)

    def weights(self, place: Place) -> Callable[[int], list[int]]:
        """Compile the function for the weights of outcomes, in the order of the successors."""
        function = Function(f"weights_{place.node}", ("s",))
        memory = self._start(function, place.number, place.fields, function.body)
        node = self.plan.system.nodes[place.node]
        if isinstance(node, ir.Deal):
            drawn, weight = self._drawn(node, memory)
            function.body.line(f"return [{weight} for {drawn}, {weight} in {self._draws(node, memory)}]")
            return self.module.define(function)
        assert isinstance(node, ir.Chance)
        function.body.line("weights = {}")
        inner = memory.copy(memory.block)
        binder = node.binder
        self.expressions.elements.each(binder.local, binder.domain, binder.where, inner)
        x = inner.locals[binder.local.name].text
        weight = self.expressions.of(node.weight, inner).inner
        inner.block.line(f"weights[{x}] = weights.get({x}, 0) + {weight}")
        function.body.line("return list(weights.values())")
        return self.module.define(function)

    def value(self, expr: ir.Expr, title: str, place: Place | None) -> Callable[[int], int]:
        """Compile the value of an expression at a state; without a place it may read game slots only."""
        function = Function(title, ("s",))
        number, fields = (place.number, place.fields) if place is not None else (0, {})
        memory = self._start(function, number, fields, function.body)
        function.body.line(f"return {self.expressions.of(expr, memory).text}")
        return self.module.define(function)

    def _start(self, function: Function, number: int, fields: Mapping[str, Field], block: Block) -> Memory:
        start = c.name("s", 0, EVERYTHING)
        memory = Memory(self.plan, self.module, function, start, fields, number)
        memory.block = block
        return memory

    # -------------------------------------------------------------- decisions

    def _choice(self, node: ir.Choice, memory: Memory) -> None:
        for option in node.options:
            guard = self.expressions.of(option.guard, memory)
            if guard.constant == 0:
                continue
            block = memory.block if guard.constant else memory.block.nested(f"if {guard.truth}")
            inner = memory.copy(block)
            for binder in option.binders:
                self.expressions.elements.each(binder.local, binder.domain, binder.where, inner, once_each=True)
            for binder in option.binders:
                inner.write(binder.slot, inner.locals[binder.local.name])
            note_picked(option.binders, inner)
            if option.pick is not None:
                write_picks(self.expressions, option.pick, inner)
            self._run(option.target, inner)

    def _chance(self, node: ir.Chance, memory: Memory) -> None:
        binder = node.binder
        inner = memory.copy(memory.block)
        self.expressions.elements.each(binder.local, binder.domain, binder.where, inner, once_each=True)
        inner.write(binder.slot, inner.locals[binder.local.name])
        note_picked((binder,), inner)
        self._run(node.next, inner)

    def _deal(self, node: ir.Deal, memory: Memory) -> None:
        drawn, weight = self._drawn(node, memory)
        inner = memory.copy(memory.block.nested(f"for {drawn}, {weight} in {self._draws(node, memory)}"))
        source = self.expressions.entry(node.source, inner)
        target = self.expressions.entry(node.target, inner)
        number = c.name(drawn, 0, EVERYTHING)
        self.expressions.bags.move_number(inner, source, target, number)
        inner.current()
        self._run(node.next, inner)

    def _drawn(self, node: ir.Deal, memory: Memory) -> tuple[str, str]:
        return memory.function.fresh("drawn"), memory.function.fresh("weight")

    def _draws(self, node: ir.Deal, memory: Memory) -> str:
        bags = self.expressions.bags
        shape = bags.shape(node.source.zone)
        number = bags.number(memory, self.expressions.entry(node.source, memory))
        n = self.expressions.of(node.n, memory)
        if shape.is_mask:
            return f"{self.module.shared(('drawn',), 'drawn', lambda: drawn_masks)}({number.text}, {n.text})"
        name = self.module.shared(("drawn counts",), "drawn", lambda: drawn_counts)
        counts = self.module.shared(("packing", shape.packing), "packing", lambda: shape.packing)
        return f"{name}({number.text}, {n.text}, {counts})"

    # -------------------------------------------------------------- runs

    def _run(self, target: int, memory: Memory) -> None:
        """Write the run behind a decision here, or in a function if it may break down in the middle of a block."""
        written_out = Block()
        try:
            self.runs.write(target, memory.copy(written_out))
        except NeedsFunction:
            memory.sink.settled(memory, self._outlined(target, memory).text)
        else:
            memory.block.attach(written_out)

    def _outlined(self, target: int, memory: Memory) -> Code:
        """A function for a run, called with the packed state and what has changed since."""
        now = memory.current()
        changed = sorted(name for name in memory.dirty if memory.cells[name].constant is None)
        params = {name: f"p{number}" for number, name in enumerate(changed)}
        function = Function(self.module.fresh(f"run_{target}").lower(), ("s", "now", *params.values()))
        inner = memory.copy(function.body)
        inner.function = function
        inner.now = c.name("now", 0, EVERYTHING)
        inner.lists = {}
        inner.known = {}
        inner.locals = {}
        inner.steps = {}
        inner.cells = {
            name: replace(cell, text=params.get(name, cell.text))
            for name, cell in memory.cells.items() if name in memory.dirty
        }
        inner.sink = SETTLED
        self.runs.write(target, inner)
        self.module.define(function)
        return c.called(
            function.title, 0, EVERYTHING, memory.start.text, now.text, *(memory.cells[n].text for n in changed)
        )


def _may_go_in_circles(block: Block) -> bool:
    return any("settle(" in line for line in block.lines(0))
