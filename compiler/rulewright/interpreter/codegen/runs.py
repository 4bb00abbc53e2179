"""Automatic runs as Python text: from where a decision leads to the next rest.

Nodes are written out one behind the other, with what is known of the state so far, so that a branch
that is decided already costs nothing. Where a run comes to a node for the third time, or the
function grows too long, it ends at a *cut*: a state in the middle of a run, from which another
function goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulewright.interpreter.codegen import code as c
from rulewright.interpreter.codegen.code import Code
from rulewright.interpreter.codegen.expressions import Expressions
from rulewright.interpreter.codegen.memory import Memory
from rulewright.interpreter.codegen.options import GateProbe, Probe, StoreProbe
from rulewright.interpreter.codegen.plan import Plan
from rulewright.interpreter.codegen.refine import assume
from rulewright.interpreter.codegen.sites import Sites
from rulewright.interpreter.codegen.statements import Statements, report
from rulewright.ir import nodes as ir
from rulewright.ir.liveness import NONE
from rulewright.ir.nodes import Aggregate, Expr, Stmt
from rulewright.ir.walk import descendants

VISITS = 2
"""How often one run may be written out through the same node."""


class Runs:
    """Writes the automatic runs of one plan."""

    def __init__(self, plan: Plan, expressions: Expressions, sites: Sites, probes: Sequence[Probe]) -> None:
        self.plan = plan
        self.system = plan.system
        self.expressions = expressions
        stores = [(i, probe) for i, probe in enumerate(probes) if isinstance(probe, StoreProbe)]
        self.statements = Statements(expressions, sites, stores)
        self.handles = self.statements.handles
        self.sites = sites
        self.gates: dict[int, list[tuple[int, Expr]]] = {}
        for i, probe in enumerate(probes):
            if isinstance(probe, GateProbe):
                self.gates.setdefault(probe.node, []).append((i, probe.expr))
        self._n_written = 0

    def write(self, node: int, memory: Memory) -> None:
        """Code for a run that begins at `node`; the sink of the memory gets what comes out."""
        self._n_written = 0
        self._go(node, memory, {}, first=True)

    def _go(self, number: int, memory: Memory, visits: Mapping[int, int], *, first: bool = False) -> None:
        node = self.system.nodes[number]
        self._n_written += _length(node)
        rests = number in self.plan.places and not (isinstance(node, ir.Choice) and self._implicit(node))
        again = visits.get(number, 0)
        if not first and not rests and (again >= VISITS or self._n_written > self.plan.layout.inline):
            memory.sink.cut(memory, number)
            return
        visits = {**visits, number: again + 1}
        self._look(number, memory)
        if number in self.plan.stops:
            self._rest(number, memory)
            return
        match node:
            case ir.Auto():
                self._block(node.stmts, node, memory, visits)
            case ir.Gate():
                self._go(node.next, memory, visits)
            case ir.Branch():
                cond = self.expressions.of(node.cond, memory)
                self._fork(
                    cond, memory,
                    lambda m: self._go(node.then, m, visits),
                    lambda m: self._go(node.otherwise, m, visits),
                    node.cond,
                )
            case ir.Choice():
                self._choice(node, memory, visits)
            case ir.Chance() | ir.Deal():
                self._rest(number, memory)
            case ir.Final():
                self._end(node, memory)

    def _fork(
        self, cond: Code, memory: Memory, then: Callable[[Memory], None],
        otherwise: Callable[[Memory], None], asked: Expr,
    ) -> None:
        """Two ways that do not meet again in this function."""
        if cond.constant is not None:
            (then if cond.constant else otherwise)(memory)
            return
        memory.current()
        yes = memory.copy(memory.block.nested(f"if {cond.truth}"))
        no = memory.copy(memory.block.nested("else"))
        assume(asked, True, yes)
        assume(asked, False, no)
        then(yes)
        otherwise(no)

    def _block(
        self, stmts: Sequence[Stmt], node: ir.Auto, memory: Memory, visits: Mapping[int, int]
    ) -> None:
        for stmt in stmts:
            if isinstance(stmt, ir.Demand) and not memory.sink.returns:
                cond = self.expressions.of(stmt.cond, memory)
                if cond.constant == 1:
                    continue
                failed = memory.copy(memory.block.nested(f"if {c.not_(cond).truth}"))
                self.handles.settle(failed, NONE)
                failed.sink.fail(failed, self.sites.number(node.id, stmt))
                memory.block = memory.block.nested("else")
                assume(stmt.cond, True, memory)
            else:
                self.statements.one(stmt, node.id, memory)
        self._go(node.next, memory, visits)

    # -------------------------------------------------------------- rests

    def _rest(self, number: int, memory: Memory) -> None:
        self.handles.settle(memory, self.plan.live[number])
        memory.sink.rest(memory, self.plan.places[number])

    def _end(self, node: ir.Final, memory: Memory) -> None:
        winners = c.const(0)
        for player, cond in enumerate(node.winners or ()):
            winners = c.add(winners, c.shifted(self.expressions.of(cond, memory), player))
        winners = memory.named(winners, "winners")
        self.handles.settle(memory, NONE)
        memory.sink.end(memory, self.plan.places[node.id], winners)

    def _look(self, number: int, memory: Memory) -> None:
        for probe, expr in self.gates.get(number, ()):
            report(memory, probe, self.expressions.of(expr, memory))

    # -------------------------------------------------------------- choices that ask nobody

    def _implicit(self, node: ir.Choice) -> bool:
        return any(option.implicit for option in node.options)

    def _choice(self, node: ir.Choice, memory: Memory, visits: Mapping[int, int]) -> None:
        """A rest, unless only implicit options are left: then the first of them is taken."""
        if not self._implicit(node):
            self._rest(node.id, memory)
            return
        real = [is_possible(option) for option in node.options if not option.implicit]
        asked = self.expressions.of(_any(real), memory)

        def unasked(memory: Memory, options: list[ir.Option]) -> None:
            if not options:
                self._rest(node.id, memory)
                return
            guard = self.expressions.of(options[0].guard, memory)
            self._fork(
                guard, memory,
                lambda m: self._go(options[0].target, m, visits),
                lambda m: unasked(m, options[1:]),
                options[0].guard,
            )

        implicit = [option for option in node.options if option.implicit]
        self._fork(
            asked, memory, lambda m: self._rest(node.id, m), lambda m: unasked(m, implicit), _any(real)
        )


def _length(node: ir.Node) -> int:
    """Roughly how much code a node makes."""
    if not isinstance(node, ir.Auto):
        return 1
    return 1 + sum(
        isinstance(part, ir.Store | ir.StoreMark | ir.Transfer | ir.TransferPlace | ir.TransferAll | ir.If | ir.Loop)
        for part in descendants(node)
    )


def is_possible(option: ir.Option) -> Expr:
    """Whether an option has a legal binding."""
    cond: Expr = ir.Const(1)
    if option.pick is not None:
        pick = option.pick
        eligible = ir.Fold(Aggregate.SUM, pick.local, pick.domain, pick.where, ir.Const(1))
        enough = ir.Binary(ir.Op.LE, pick.least, eligible)
        none_needed = ir.Binary(ir.Op.LE, pick.least, ir.Const(0))
        some_size = ir.Binary(
            ir.Op.AND, ir.Binary(ir.Op.LE, pick.least, pick.most), ir.Binary(ir.Op.LE, ir.Const(0), pick.most)
        )
        cond = ir.Binary(ir.Op.AND, some_size, ir.Binary(ir.Op.OR, none_needed, enough))
    for binder in reversed(option.binders):
        cond = ir.Fold(Aggregate.SOME, binder.local, binder.domain, binder.where, cond)
    return ir.Binary(ir.Op.AND, option.guard, cond)


def _any(conds: list[Expr]) -> Expr:
    result: Expr = ir.Const(0)
    for cond in conds:
        result = cond if result == ir.Const(0) else ir.Binary(ir.Op.OR, result, cond)
    return result
