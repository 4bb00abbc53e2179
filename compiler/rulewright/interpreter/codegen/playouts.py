"""One function that plays a game by chance: everything in Python locals, a branch for each place.

    run(rand, state, limit, begun) -> (kind, what, winners, n_moves, counts, seen, state)

`state` is the number of a place and the values of all registers. The run ends with the game, where it
breaks down or is stuck, or after `limit` decisions and outcomes. `begun` are the counts from which
counting goes on. Each option with each binding is equally likely, each outcome of luck as likely as it
is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.elements import note_picked
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.memory import EVERYTHING, Memory
from rulewright.interpreter.codegen.picks import write_picks
from rulewright.interpreter.codegen.plan import Place, Plan
from rulewright.interpreter.codegen.runs import Runs
from rulewright.interpreter.codegen.runtime import draw_counts, draw_mask, drawn_value
from rulewright.interpreter.codegen.sites import Sites
from rulewright.interpreter.codegen.writer import Block, Function, Module
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr

ENDED, STUCK, BROKEN, CUT_OFF = range(4)
"""How a run ended; with it comes the node, or the number of the site that broke down."""

PATIENCE = 10_000
"""After so many cuts for each decision a run is taken to go in circles."""


@dataclass(frozen=True, slots=True)
class RunCount:
    """Between a node of `begin` and the next of `end`: how often nodes of `counted` are passed."""

    begin: frozenset[int]
    end: frozenset[int]
    counted: frozenset[int]


@dataclass(frozen=True)
class Watched:
    """What a playout notes: the values of expressions whenever a node is passed, how often nodes are, and how
    often they are within runs. What is seen comes for `values` first, then for `runs`."""

    values: Sequence[tuple[int, Expr]] = ()
    counted: Sequence[frozenset[int]] = ()
    runs: Sequence[RunCount] = ()


@dataclass(frozen=True)
class PlayoutCode:
    """The generated function, and how states look to it."""

    run: Callable[..., tuple[Any, ...]]
    registers: tuple[str, ...]
    place_numbers: Mapping[int, int] = field(repr=False)
    source: str = field(repr=False)


class Registers(Memory):
    """A memory in which every slot, array and zone has a Python local that lives as long as the run."""

    names: Mapping[str, str]

    def _loaded(self, name: str) -> Code:
        slot = self.plan.system.slots.get(name)
        if slot is not None and len(slot.initial) == 1:
            return c.name(self.names[name], slot.lo, slot.hi)
        return c.name(self.names[name], 0, EVERYTHING)


class Playouts(Runs):
    """Writes the function for one plan."""

    def __init__(
        self, plan: Plan, module: Module, expressions: Expressions, sites: Sites, watched: Watched,
    ) -> None:
        super().__init__(plan, expressions, sites, ())
        self.module = module
        self.watched = watched
        self.registers = tuple(plan.frame)
        self.names = {name: f"r{number}" for number, name in enumerate(self.registers)}
        self.numbers: dict[int, int] = {node: place.number for node, place in plan.places.items()}
        self._blocks: dict[int, Block] = {}
        self._cuts: list[int] = []

    def write_function(self) -> PlayoutCode:
        """Write the whole function and compile it."""
        function = Function("run", ("rand", "state", "limit", "begun"))
        function.declare(self.names.values())
        names = ", ".join(("place", *(self.names[name] for name in self.registers)))
        function.body.line(f"({names}) = state")
        function.body.line("n_moves = n_cuts = 0")
        counters = [f"n_{number}" for number in range(len(self.watched.counted))]
        counters += [f"run_{number}" for number in range(len(self.watched.runs))]
        if counters:
            function.body.line(f"({', '.join(counters)},) = begun")
        for number in range(len(self.watched.values) + len(self.watched.runs)):
            function.body.line(f"seen_{number} = []")
        loop = function.body.nested("while True")
        for place in self.plan.places.values():
            if not isinstance(self.system.nodes[place.node], ir.Final):
                self._blocks[place.number] = self._place(place, function)
        for node in self._cuts:  # grows while it is gone through
            memory = self._memory(function, self._blocks[self.numbers[node]])
            if node in self.sites.endless:
                memory.block.line("n_cuts += 1")
                result = self._result(BROKEN, self.sites.endless[node])
                memory.block.line(f"if n_cuts > {PATIENCE} + {PATIENCE} * n_moves: return {result}")
            self.write(node, memory)
        nodes = {number: self.system.nodes[node] for node, number in self.numbers.items()}
        if not self._blocks:
            loop.line("break")  # nobody decides anything: there is no place to be at
            return PlayoutCode(self.module.define(function), self.registers, {}, "\n".join(self.module.texts))
        _dispatch(loop, sorted(self._blocks, key=lambda number: not isinstance(nodes[number], ir.Choice)), self._blocks)
        run = self.module.define(function)
        return PlayoutCode(run, self.registers, dict(self.numbers), "\n".join(self.module.texts))

    def _memory(self, function: Function, block: Block) -> Registers:
        memory = Registers(self.plan, self.module, function, c.const(0), {}, 0)
        memory.names = self.names
        memory.block = block
        memory.sink = self
        return memory

    # -------------------------------------------------------------- places

    def _place(self, place: Place, function: Function) -> Block:
        block = Block()
        node = self.system.nodes[place.node]
        memory = self._memory(function, block)
        block.line(f"if n_moves == limit: return {self._result(CUT_OFF, place.node, place.number)}")
        block.line("n_moves += 1")
        match node:
            case ir.Choice():
                self._decide(node, memory)
            case ir.Chance():
                self._throw(node, memory)
            case ir.Deal():
                self._draw(node, memory)
        return block

    def _decide(self, node: ir.Choice, memory: Memory) -> None:
        """Count the bindings of each option, choose a number, and go where it falls."""
        options = []
        for option in node.options:
            guard = self.expressions.of(option.guard, memory)
            if guard.constant != 0:
                options.append((option, *self._candidates(option, guard, memory)))
        total = c.const(0)
        for _, _, n in options:
            total = c.add(total, n)
        total = memory.named(total, "total")
        if total.constant is None:
            memory.block.line(f"if not {total.text}: return {self._result(STUCK, node.id)}")
        elif not total.constant:
            memory.block.line(f"return {self._result(STUCK, node.id)}")
            return
        chosen = memory.function.fresh("chosen")
        memory.block.line(f"{chosen} = int(rand() * {total.text})" if total.constant != 1 else f"{chosen} = 0")
        for number, (option, candidates, n) in enumerate(options):
            last = number == len(options) - 1
            block = memory.block if last else memory.block.nested(f"if {chosen} < {n.text}")
            inner = memory.copy(block)
            self._bind(option, candidates, chosen, inner)
            self.write(option.target, inner)
            if not last and n.constant != 0:
                memory.block.line(f"{chosen} -= {n.text}")

    def _candidates(self, option: ir.Option, guard: Code, memory: Memory) -> tuple[str, Code]:
        """A local that holds the bindings of an option, and how many there are."""
        if not option.binders and option.pick is None:
            return "", memory.named(guard, "n")
        found = memory.function.fresh("found")
        simple = self._simple_candidates(option, memory) if guard.constant else None
        if simple is not None:
            memory.block.line(f"{found} = {simple}")
        else:
            memory.block.line(f"{found} = []")
            block = memory.block if guard.constant else memory.block.nested(f"if {guard.truth}")
            inner = memory.copy(block)
            for binder in option.binders:
                self.expressions.elements.each(binder.local, binder.domain, binder.where, inner, once_each=True)
            parts = [inner.locals[binder.local.name].text for binder in option.binders]
            if option.pick is not None:
                write_picks(self.expressions, option.pick, inner)
                parts.append(inner.cells[option.pick.into].text)
            inner.block.line(f"{found}.append({parts[0] if len(parts) == 1 else '(' + ', '.join(parts) + ')'})")
        n = memory.named(Code(f"len({found})", 0, EVERYTHING), "n")
        return found, n

    def _simple_candidates(self, option: ir.Option, memory: Memory) -> str | None:
        """An iterable that is there already, if the option has one name and nothing is to be asked of each value."""
        if len(option.binders) != 1 or option.pick is not None:
            return None
        binder = option.binders[0]
        return self.expressions.elements.listed(binder.local, binder.domain, binder.where, memory)

    def _bind(self, option: ir.Option, candidates: str, chosen: str, memory: Memory) -> None:
        """Let the names of an option stand for the chosen binding."""
        if not candidates:
            return
        slots = [binder.slot for binder in option.binders]
        if option.pick is not None:
            slots.append(option.pick.into)
        labels = [memory.function.fresh(slot) for slot in slots]
        memory.block.line(f"{', '.join(labels)} = {candidates}[{chosen}]")
        for slot, label in zip(slots, labels, strict=True):
            memory.write(slot, self._named(label, slot))
        note_picked(option.binders, memory)

    def _named(self, label: str, slot: str) -> Code:
        declared = self.system.slots.get(slot)
        if declared is not None and len(declared.initial) == 1:
            return c.name(label, declared.lo, declared.hi)
        return c.name(label, 0, EVERYTHING)

    # -------------------------------------------------------------- luck

    def _throw(self, node: ir.Chance, memory: Memory) -> None:
        label = memory.function.fresh(node.binder.slot)
        memory.block.line(f"{label} = {self._outcome(node, memory)}")
        memory.write(node.binder.slot, self._named(label, node.binder.slot))
        note_picked((node.binder,), memory)
        self.write(node.next, memory)

    def _outcome(self, node: ir.Chance, memory: Memory) -> str:
        """Text of one outcome: a cell of a constant list, a copy in a bag, or drawn by weight."""
        binder = node.binder
        faces = self.expressions.elements.weighted(binder.local, binder.domain, binder.where, node.weight)
        if faces is not None:
            return f"{self.module.constant(faces, 'faces')}[int(rand() * {len(faces)})]"
        if (
            isinstance(binder.domain, ir.Kinds)
            and isinstance(node.weight, ir.Count)
            and (node.weight.zone, node.weight.kind) == (binder.domain.zone, binder.local)
            and binder.where == ir.Const(1)
        ):
            bags = self.expressions.bags
            number = memory.named(bags.number(memory, self.expressions.entry(binder.domain.zone, memory)), "bag")
            there = memory.function.fresh("there")
            memory.block.line(f"{there} = {bags.copies(binder.domain.zone.zone, number)}")
            return f"{there}[int(rand() * len({there}))]"
        found = memory.function.fresh("found")
        memory.block.line(f"{found} = []")
        inner = memory.copy(memory.block)
        self.expressions.elements.each(binder.local, binder.domain, binder.where, inner)
        weight = self.expressions.of(node.weight, inner)
        inner.block.line(f"{found}.append(({inner.locals[binder.local.name].text}, {weight.text}))")
        return f"{self.module.shared(('drawn value',), 'drawn', lambda: drawn_value)}({found}, rand)"

    def _draw(self, node: ir.Deal, memory: Memory) -> None:
        bags = self.expressions.bags
        shape = bags.shape(node.source.zone)
        source = self.expressions.entry(node.source, memory)
        target = self.expressions.entry(node.target, memory)
        number = memory.named(bags.number(memory, source), "bag")
        n = self.expressions.of(node.n, memory)
        drawn = memory.function.fresh("drawn")
        if shape.is_mask:
            name = self.module.shared(("draw mask",), "draw", lambda: draw_mask)
            memory.block.line(f"{drawn} = {name}({number.text}, {n.text}, rand)")
        else:
            name = self.module.shared(("draw counts",), "draw", lambda: draw_counts)
            counts = self.module.shared(("packing", shape.packing), "packing", lambda: shape.packing)
            memory.block.line(f"{drawn} = {name}({number.text}, {n.text}, {counts}, rand)")
        bags.move_number(memory, source, target, c.name(drawn, 0, EVERYTHING))
        self.write(node.next, memory)

    # -------------------------------------------------------------- the sink

    returns = True

    def rest(self, memory: Memory, place: Place) -> None:
        """Write back what changed, and go to the code of the place."""
        self._go_to(memory, place.number, place.node)

    def cut(self, memory: Memory, node: int) -> None:
        """Give the node a number and code of its own."""
        if node not in self.numbers:
            self.numbers[node] = len(self.numbers)
            self._blocks[self.numbers[node]] = Block()
            self._cuts.append(node)
        self._go_to(memory, self.numbers[node], node)

    def end(self, memory: Memory, place: Place, winners: Code) -> None:
        """Return the result."""
        memory.block.line(f"return {self._result(ENDED, place.node, winners=winners.text)}")

    def fail(self, memory: Memory, site: int) -> None:
        """Return that the play broke down."""
        memory.block.line(f"return {self._result(BROKEN, site)}")

    def settled(self, memory: Memory, state: str) -> None:
        """All code is in one function here."""
        raise AssertionError("runs of playouts are written out")

    def _go_to(self, memory: Memory, number: int, node: int) -> None:
        live = self.plan.live[node]
        left, right = ["place"], [str(number)]
        for name in sorted(memory.dirty):
            slot = self.system.slots.get(name)
            zone = self.system.zones.get(name)
            life = slot.life if slot is not None else zone.life if zone is not None else None
            value = memory.cells[name].text
            if (life is not ir.Life.FRAME or name in live) and value != self.names[name]:
                left.append(self.names[name])
                right.append(value)
        for target, value in _in_safe_order(left, right):
            memory.block.line(f"{target} = {value}")
        memory.block.line("continue")

    def _result(self, kind: int, what: int, number: int = -1, winners: str = "0") -> str:
        counts = "".join(f"n_{i}, " for i in range(len(self.watched.counted)))
        seen = "".join(f"seen_{i}, " for i in range(len(self.watched.values) + len(self.watched.runs)))
        registers = "".join(f"{self.names[name]}, " for name in self.registers)
        state = f"({number}, {registers})" if number >= 0 else "None"
        return f"({kind}, {what}, {winners}, n_moves, ({counts}), ({seen}), {state})"

    def _look(self, number: int, memory: Memory) -> None:
        for i, (node, expr) in enumerate(self.watched.values):
            if node == number:
                memory.block.line(f"seen_{i}.append({self.expressions.of(expr, memory).text})")
        for i, nodes in enumerate(self.watched.counted):
            if number in nodes:
                memory.block.line(f"n_{i} += 1")
        for i, run in enumerate(self.watched.runs):
            if number in run.begin:
                memory.block.line(f"run_{i} = 0")
            if number in run.counted:
                memory.block.line(f"run_{i} += 1")
            if number in run.end:
                memory.block.line(f"seen_{len(self.watched.values) + i}.append(run_{i})")


def _in_safe_order(left: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    """Assignments one by one; as one tuple where a value mentions what another assignment changes."""
    changed = set(left)
    if any(value in changed and value != target for target, value in zip(left, right, strict=True)):
        return [(", ".join(left), ", ".join(right))]
    return list(zip(left, right, strict=True))


def _dispatch(block: Block, numbers: Sequence[int], blocks: Mapping[int, Block]) -> None:
    """Comparisons down to one place; those that come first are found soonest."""
    if len(numbers) == 1:
        block.attach(blocks[numbers[0]])
        return
    middle = max(1, len(numbers) // 3)
    first = ", ".join(str(number) for number in numbers[:middle])
    test = f"place == {first}" if middle == 1 else f"place in {{{first}}}"
    _dispatch(block.nested(f"if {test}"), numbers[:middle], blocks)
    _dispatch(block.nested("else"), numbers[middle:], blocks)
