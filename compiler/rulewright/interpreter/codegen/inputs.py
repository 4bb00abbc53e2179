"""What the value of an expression hangs on.

An expression is a function of its *inputs*: the cells and zones that it reads, and the locals that
it does not bind itself. If they are few and small, the function is a constant table. `Inputs` finds
them, and gives the expression with a local in the place of each: `pure`, which reads nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Domain, Expr, Local, System
from rulewright.ir.walk import Piece, descendants, with_children

READERS = (ir.Read, ir.Count, ir.Size, ir.PlaceKind, ir.PlaceMark)
WEIGHTS: dict[type, int] = {
    ir.Binary: 1, ir.Not: 1, ir.Ite: 2, ir.Let: 1, ir.Apply: 3, ir.Fold: 6, ir.First: 6,
}
"""Roughly what evaluating costs, where a look into a table costs 2."""


@dataclass
class Inputs:
    """`found` maps the local that stands for an input to the input itself."""

    analysis: Analysis
    bound: frozenset[str]
    found: dict[Local, Expr] = field(default_factory=dict)
    hopeless: bool = False

    def pure(self, expr: Expr) -> Expr:
        """`expr` with locals for its inputs. `hopeless` if what it reads hangs on a name that it binds."""
        return cast(Expr, self._replaced(expr, self.bound))

    def pure_domain(self, domain: Domain) -> Domain:
        return cast(Domain, self._replaced(domain, self.bound))

    def _replaced(self, piece: Piece, bound: frozenset[str]) -> Piece:
        match piece:
            case Local():
                if piece.name not in bound:
                    self.found.setdefault(piece, piece)
                return piece
            case ir.Fold() | ir.First():
                if isinstance(piece.domain, ir.Kinds | ir.Places):
                    return self._input(piece, bound)
                inner = bound | {piece.local.name}
                return with_children(piece, lambda part: self._inside(piece.local, part, inner))
            case ir.Let():
                value = self._replaced(piece.value, bound)
                body = self._replaced(piece.body, bound | {piece.local.name})
                return ir.Let(piece.local, value, body)  # type: ignore[arg-type]
            case ir.Apply():
                if self.analysis.rule_reads_state(piece.rule):
                    return self._input(piece, bound)
            case ir.Setting() | ir.Kinds() | ir.Places():
                self.hopeless = True
                return piece
        if isinstance(piece, READERS):
            return self._input(piece, bound)
        return with_children(piece, lambda part: self._replaced(part, bound))

    def _inside(self, local: Local, part: Piece, bound: frozenset[str]) -> Piece:
        return part if part is local else self._replaced(part, bound)

    def _input(self, piece: Piece, bound: frozenset[str]) -> Piece:
        if any(isinstance(part, Local) and part.name in bound for part in descendants(piece)):
            self.hopeless = True
            return piece
        for local, known in self.found.items():
            if known == piece:
                return local
        lo, hi = _range(piece)
        local = Local(f"?{len(self.found)}", lo, hi)
        self.found[local] = piece  # type: ignore[assignment]  # only expressions come here
        return local


def _range(piece: Piece) -> tuple[int, int]:
    match piece:
        case ir.Read() | ir.PlaceMark() | ir.Apply():
            return piece.lo, piece.hi
        case ir.Count() | ir.Size() | ir.PlaceKind():
            return 0, piece.hi
        case ir.First():
            return piece.local.lo, piece.local.hi
        case ir.Fold(op=ir.Aggregate.SOME | ir.Aggregate.EVERY):
            return 0, 1
    return 0, 1 << 30


class Analysis:
    """What is asked again and again of the expressions of one system, worked out once.

    Expressions are told apart by identity: comparing them would take longer than what is saved.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._weights: dict[int, tuple[Expr, int]] = {}
        self._rule_weights: dict[str, int] = {}
        self._rule_reads: dict[str, bool] = {}
        self._rule_names: dict[str, frozenset[str]] = {}
        self._inputs: dict[int, tuple[Expr, Expr, Inputs]] = {}

    def weight(self, expr: Expr) -> int:
        """Roughly what evaluating costs."""
        known = self._weights.get(id(expr))
        if known is None:
            known = self._weights[id(expr)] = (expr, self._weighed(expr))
        return known[1]

    def rule_reads_state(self, rule: str) -> bool:
        """Whether the answer of a rule may change while a game is played."""
        if rule not in self._rule_reads:
            self._rule_reads[rule] = self._reads_state(self.system.rules[rule].body)
        return self._rule_reads[rule]

    def rule_reads(self, rule: str) -> frozenset[str]:
        """The slots and zones that a rule reads, also by way of other rules."""
        if rule not in self._rule_names:
            found: set[str] = set()
            for part in descendants(self.system.rules[rule].body):
                match part:
                    case ir.Read():
                        found.add(part.slot)
                    case ir.ZoneRef():
                        found.add(part.zone)
                    case ir.Apply():
                        found |= self.rule_reads(part.rule)
            self._rule_names[rule] = frozenset(found)
        return self._rule_names[rule]

    def inputs(self, expr: Expr) -> tuple[Expr, Inputs]:
        """An expression as a function of its inputs. Callers must not change them."""
        known = self._inputs.get(id(expr))
        if known is None:
            inputs = Inputs(self, frozenset())
            known = self._inputs[id(expr)] = (expr, inputs.pure(expr), inputs)
        return known[1], known[2]

    def _weighed(self, expr: Expr) -> int:
        result = 0
        for part in descendants(expr):
            result += WEIGHTS.get(type(part), 0)
            if isinstance(part, ir.Apply):
                if part.rule not in self._rule_weights:
                    self._rule_weights[part.rule] = self._weighed(self.system.rules[part.rule].body)
                result += self._rule_weights[part.rule]
        return result

    def _reads_state(self, expr: Expr) -> bool:
        return any(
            isinstance(part, (*READERS, ir.ZoneRef, ir.Setting))
            or (isinstance(part, ir.Apply) and self.rule_reads_state(part.rule))
            for part in descendants(expr)
        )
