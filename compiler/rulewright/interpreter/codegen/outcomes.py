"""Which outcomes of luck nothing tells apart: a die of ten sides that hits from eight on has two, not ten.

An outcome is told apart by the values of the expressions that hang on it alone, anywhere on the way to the next
rest; by itself, where it goes into anything else or still matters at the rest. Outcomes with the same values lead
through the same nodes to the same state, so one of them stands for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from rulewright.interpreter.codegen.inputs import Analysis
from rulewright.interpreter.codegen.plan import Plan
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.state import start_memory
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Expr, Life, Stmt
from rulewright.ir.walk import Piece, children, descendants, with_children

MOST_OUTCOMES = 1_000

Aliases = frozenset[str]
"""The slots that hold the outcome."""


@dataclass(frozen=True, slots=True)
class Classes:
    """For each class its first outcome, and what all of its outcomes weigh together."""

    outcomes: tuple[int, ...]
    weights: tuple[int, ...]


def classes(plan: Plan, analysis: Analysis, chance: ir.Chance, weights: Mapping[int, int]) -> Classes | None:
    """The classes of outcomes whose weights are always the same; None if nothing is known about them."""
    looking = _Looks(plan, analysis)
    if len(weights) > MOST_OUTCOMES or not looking.may_hold(chance.binder.slot):
        return None
    try:
        looks = looking.from_node(chance.next, chance.binder.slot)
    except _TooTangled:
        return None
    evaluator, memory = Evaluator(plan.system), start_memory(plan.system)
    found: dict[tuple[int, ...], list[int]] = {}
    for outcome in weights:
        values = tuple(evaluator.value(_with(look, names, outcome), memory, {}) for look, names in looks)
        found.setdefault(values, []).append(outcome)
    together = [sum(weights[outcome] for outcome in same) for same in found.values()]
    return Classes(tuple(same[0] for same in found.values()), tuple(together))


class _TooTangled(Exception):
    """It is not clear which slots hold the outcome."""


class _Looks:
    """Finds the expressions that hang on the outcome alone."""

    def __init__(self, plan: Plan, analysis: Analysis) -> None:
        self.plan = plan
        self.system = plan.system
        self.analysis = analysis
        self._of_handles = {name for handle in plan.system.handles for name in _slots_of(handle)}
        self._found: dict[tuple[Expr, Aliases], None] = {}

    def from_node(self, start: int, slot: str) -> list[tuple[Expr, Aliases]]:
        """All that is looked at between a node and the rests behind it, if a slot holds the outcome there."""
        first = (start, frozenset((slot,)))
        met = {first}
        pending = [first]
        while pending:
            number, aliases = pending.pop()
            for ahead in self._through(self.system.nodes[number], aliases):
                if ahead not in met:
                    met.add(ahead)
                    pending.append(ahead)
        return list(self._found)

    def _through(self, node: ir.Node, aliases: Aliases) -> Iterator[tuple[int, Aliases]]:
        """Where a run goes on, and which slots hold the outcome then."""
        if node.id in self.plan.places:
            self._kept_at(node.id, aliases)
        if node.id in self.plan.stops or not aliases:
            return
        match node:
            case ir.Auto():
                yield node.next, self._behind(node.stmts, aliases)
            case ir.Gate():
                yield node.next, aliases
            case ir.Branch():
                self._look((node.cond,), aliases)
                yield node.then, aliases
                yield node.otherwise, aliases
            case ir.Choice():
                if any(option.implicit for option in node.options):
                    self._look(children(node), aliases)
                    for option in node.options:
                        if option.implicit:
                            yield option.target, aliases
            case ir.Final():
                self._look(node.winners or (), aliases)

    def _kept_at(self, number: int, aliases: Aliases) -> None:
        """The state at a rest holds the slots that still matter there."""
        for slot in sorted(aliases & self.plan.live[number]):
            self._note(ir.Read(slot, (), self.system.slots[slot].lo, self.system.slots[slot].hi), aliases)

    def _behind(self, stmts: Iterable[Stmt], aliases: Aliases) -> Aliases:
        for stmt in stmts:
            match stmt:
                case ir.Tell():
                    continue
                case ir.Store(slot=slot, index=(), value=ir.Read(slot=source, index=())) if (
                    source in aliases and self.may_hold(slot)
                ):
                    aliases |= {slot}
                    continue
                case ir.Store(slot=slot):
                    self._look(children(stmt), aliases)
                    aliases -= {slot}
                    continue
            self._look((stmt,), aliases)
            if any(isinstance(part, ir.Store) and part.slot in aliases for part in descendants(stmt)):
                raise _TooTangled
        return aliases

    def may_hold(self, slot: str) -> bool:
        """Whether a slot can be followed: all that reads it is written down in the nodes."""
        declared = self.system.slots[slot]
        return declared.life is Life.FRAME and not declared.dims and slot not in self._of_handles

    # -------------------------------------------------------------- expressions

    def _look(self, pieces: Iterable[Piece], aliases: Aliases) -> None:
        """Note the largest expressions that hang on the outcome alone."""
        for piece in pieces:
            if not self._mentions(piece, aliases):
                continue
            if self._hangs_on_it_alone(piece, aliases, frozenset()):
                self._note(cast(Expr, piece), aliases)
            else:
                self._look(children(piece), aliases)

    def _note(self, expr: Expr, aliases: Aliases) -> None:
        self._found[expr, aliases] = None

    def _mentions(self, piece: Piece, aliases: Aliases) -> bool:
        for part in descendants(piece):
            if isinstance(part, ir.Read) and part.slot in aliases:
                return True
            if isinstance(part, ir.Apply) and aliases & self.analysis.rule_reads(part.rule):
                raise _TooTangled
        return False

    def _hangs_on_it_alone(self, piece: Piece, aliases: Aliases, bound: frozenset[str]) -> bool:
        match piece:
            case ir.Read(index=()):
                return piece.slot in aliases
            case ir.Local():
                return piece.name in bound
            case ir.Apply() if self.analysis.rule_reads_state(piece.rule):
                return False
            case ir.Let():
                inner = bound | {piece.local.name}
                return self._hangs_on_it_alone(piece.value, aliases, bound) and self._hangs_on_it_alone(
                    piece.body, aliases, inner
                )
            case ir.Fold(domain=ir.Items() | ir.Range()):
                inner = bound | {piece.local.name}
                parts = (*children(piece.domain), piece.where, piece.value)
                return all(self._hangs_on_it_alone(part, aliases, inner) for part in parts)
            case ir.Const() | ir.Binary() | ir.Not() | ir.Ite() | ir.Apply() | ir.Lookup():
                return all(self._hangs_on_it_alone(part, aliases, bound) for part in children(piece))
        return False


def _slots_of(handle: ir.Handle) -> Iterator[str]:
    """The slots that a handle reads or changes when things move."""
    yield from (handle.where, handle.place, handle.kind)
    for zone in handle.zones:
        yield from (part.slot for part in descendants(zone) if isinstance(part, ir.Read))


def _with(expr: Expr, names: Aliases, outcome: int) -> Expr:
    """An expression with the outcome in the place of the slots that hold it."""
    def changed(piece: Piece) -> Piece:
        if isinstance(piece, ir.Read) and piece.slot in names:
            return ir.Const(outcome)
        return with_children(piece, changed)

    return cast(Expr, changed(expr))
