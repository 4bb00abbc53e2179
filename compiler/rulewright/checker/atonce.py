"""`for each x in D at once`: no round may notice another, so that their order cannot matter.

A round may change only what x stands in the brackets of, or add cards to a place at which no round looks; and what
some round changes may be read only with x in the brackets. Procedures and rules on the way are followed: there x is
the parameter that it was given for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.checker.context import Context
from rulewright.checker.errors.wellformed import NotAtOnce
from rulewright.checker.reach import nodes_of
from rulewright.checker.symbols import LocalSymbol, ProcedureSymbol, RuleSymbol, StateSymbol, TableSymbol
from rulewright.checker.words import text_of
from rulewright.syntax import ast

Own = frozenset[int]  # the symbols, by identity, that stand for x


@dataclass(frozen=True, slots=True)
class Touch:
    """A use of state: `own` if x stands in its brackets."""

    node: ast.Expr
    state: StateSymbol
    own: bool


@dataclass(slots=True)
class Touches:
    stores: list[Touch] = field(default_factory=list)
    taken: list[Touch] = field(default_factory=list)
    added: list[Touch] = field(default_factory=list)
    reads: list[Touch] = field(default_factory=list)
    ends: list[ast.Node] = field(default_factory=list)


def check_at_once(ctx: Context, node: ast.ForEach) -> None:
    x = ctx.binders.get(id(node.binder))
    if x is None:
        return
    touches = Touches()
    _Walk(ctx, touches).block(node.block, frozenset((id(x),)))
    name = node.binder.name.text
    for end in touches.ends:
        ctx.report(NotAtOnce(span=end.span, text=text_of(end), what="cannot stand in rounds that are played at once"))
    for touch in (*touches.stores, *touches.taken):
        if not touch.own:
            ctx.report(NotAtOnce(
                span=touch.node.span, text=text_of(touch.node), what="is changed by every round",
                hint=f"a round changes only what `{name}` stands in the brackets of",
            ))
    shared = {id(touch.state) for touch in touches.added if not touch.own}
    changed = {id(touch.state) for touch in (*touches.stores, *touches.taken, *touches.added)}
    for touch in touches.reads:
        if id(touch.state) in shared or (id(touch.state) in changed and not touch.own):
            ctx.report(NotAtOnce(
                span=touch.node.span, text=text_of(touch.node), what="is read here, and another round changes it",
            ))


@dataclass(slots=True)
class _Walk:
    """Follows statements, rules and procedures."""

    ctx: Context
    touches: Touches
    seen: set[tuple[str, Own]] = field(default_factory=set)

    def block(self, block: object, own: Own) -> None:
        targets: set[int] = set()
        for node in nodes_of(block):
            match node:
                case ast.Assign(target):
                    self._touch(self.touches.stores, target, own, targets)
                case ast.Move() | ast.DrawOne() | ast.DrawSome():
                    self._touch(self.touches.taken, node.source, own, targets)
                    self._touch(self.touches.added, node.target, own, targets)
                case ast.EndGame() | ast.ReverseTurnOrder():
                    self.touches.ends.append(node)
                case ast.Run(name, arguments) | ast.Call(ast.Name() as name, arguments):
                    targets.add(id(name))
                    self._follow(name, arguments, own)
                case ast.LookUp(_, name, arguments):
                    self._follow(name, arguments, own)
                case ast.Index() | ast.Name() if id(node) not in targets:
                    self._read(node, own, targets)

    def _touch(self, where: list[Touch], node: ast.Expr, own: Own, targets: set[int]) -> None:
        base = node
        while isinstance(base, ast.Attribute | ast.Index) and not self._state(base):
            targets.add(id(base))
            base = base.value
        state = self._state(base)
        if state is not None and not self._is_fresh(state):
            where.append(Touch(base, state, self._is_own(base, own)))
        targets.add(id(base))
        if isinstance(base, ast.Index):
            targets.add(id(base.value))

    def _read(self, node: ast.Expr, own: Own, targets: set[int]) -> None:
        state = self._state(node)
        if state is None or self._is_fresh(state):
            if isinstance(node, ast.Name) and isinstance(self.ctx.refs.get(id(node)), RuleSymbol):
                self._follow(node, (), own)
            return
        if isinstance(node, ast.Index):
            targets.add(id(node.value))
        self.touches.reads.append(Touch(node, state, self._is_own(node, own)))

    def _state(self, node: ast.Expr) -> StateSymbol | None:
        base = node.value if isinstance(node, ast.Index) else node
        symbol = self.ctx.refs.get(id(base)) if isinstance(base, ast.Name) else None
        return symbol if isinstance(symbol, StateSymbol) else None

    def _is_fresh(self, state: StateSymbol) -> bool:
        """State of a procedure that a round runs belongs to that round."""
        return state.procedure is not None and any(name == state.procedure for name, _ in self.seen)

    def _is_own(self, node: ast.Expr, own: Own) -> bool:
        return isinstance(node, ast.Index) and any(self._stands_for_x(each, own) for each in node.indexes)

    def _stands_for_x(self, node: ast.Expr, own: Own) -> bool:
        return isinstance(node, ast.Name) and id(self.ctx.refs.get(id(node))) in own

    def _follow(self, name: ast.Name, arguments: Iterable[ast.Argument], own: Own) -> None:
        symbol = self.ctx.refs.get(id(name))
        if not isinstance(symbol, RuleSymbol | ProcedureSymbol | TableSymbol):
            return
        inner = frozenset(
            id(param) for param, argument in _pairs(symbol.params, tuple(arguments))
            if self._stands_for_x(argument.value, own)
        )
        if (symbol.name, inner) in self.seen:
            return
        self.seen.add((symbol.name, inner))
        if isinstance(symbol, RuleSymbol):
            self.block((symbol.node.lets, symbol.levels), inner)
        elif isinstance(symbol, ProcedureSymbol):
            self.block(symbol.node.block, inner)
        else:
            for effect in symbol.effects.values():
                self.block(effect, inner)


def _pairs(
    params: tuple[LocalSymbol, ...], arguments: tuple[ast.Argument, ...]
) -> list[tuple[LocalSymbol, ast.Argument]]:
    by_name = {param.name: param for param in params}
    by_place = iter(params)
    found: list[tuple[LocalSymbol, ast.Argument]] = []
    for argument in arguments:
        param = by_name.get(argument.name.text) if argument.name is not None else next(by_place, None)
        if param is not None:
            found.append((param, argument))
    return found
