"""The entry of the lowering: a checked rulebook to its transition system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import nodes as ir
from rulewright.lower import scan
from rulewright.lower.context import Context
from rulewright.lower.graph import GraphBuilder
from rulewright.lower.layout import declare_constants, declare_state, value_type
from rulewright.lower.procedures import Lowering, Scope, block, call, run
from rulewright.lower.rules import ensure_rule
from rulewright.lower.values import Value
from rulewright.syntax import ast

ENTRY = "game"
FLAG = ir.ValueType("yes or no", 0, 1, ("no", "yes"))


@dataclass(frozen=True, eq=False, slots=True)
class Lowered:
    """A system, and what claims need to speak about it: the context of its names, and which names are known in
    which region."""

    system: ir.System
    context: Context
    states: dict[int, Scope]
    state_names: dict[int, dict[sym.StateSymbol, str]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is run instead of the whole game: `given` steps, then procedures with their arguments."""

    given: ast.Block | None
    runs: tuple[ast.ProcedureRef, ...]


def lower(book: sym.CheckedBook) -> Lowered:
    """The whole game: one run of `game`. A rulebook without that procedure has a graph that ends at once."""
    ctx = _context(book)
    low = Lowering(ctx, GraphBuilder())
    entry = low.graph.label()
    low.graph.start(entry)
    symbol = book.symbols.get(ENTRY)
    if isinstance(symbol, sym.ProcedureSymbol) and not symbol.params:
        run(low, symbol, ())
    else:
        _outer_region(low)
    return _finished(low, entry)


def lower_rules(book: sym.CheckedBook) -> Lowered:
    """Rules, tables and state only, with a graph that ends at once: enough for claims about rules."""
    low = Lowering(_context(book), GraphBuilder())
    entry = low.graph.label()
    low.graph.start(entry)
    _outer_region(low)
    return _finished(low, entry)


def lower_scene(book: sym.CheckedBook, scene: Scene, known: Mapping[sym.LocalSymbol, Value] | None = None) -> Lowered:
    """A system of its own for an example, or for a claim about one run of a procedure. `known` names have a value
    already: those of a `for all`, and parameters for which no argument is given."""
    ctx = _context(book)
    low = Lowering(ctx, GraphBuilder())
    entry = low.graph.label()
    low.graph.start(entry)
    scope: Scope = dict(known or {})
    low.address = low.procedure = "given"
    _outer_region(low)
    if scene.given is not None:
        block(low, scene.given.statements, scope, scene.given.notes)
    for ref in scene.runs:
        name = ref.path.names[-1]
        symbol = ctx.symbol(ref.path) or ctx.symbol(name) or book.symbols.get(name.text)
        assert isinstance(symbol, sym.ProcedureSymbol), ref
        call(low, symbol, ref.arguments or (), scope)
    return _finished(low, entry)


def _outer_region(low: Lowering) -> None:
    low.states[0] = {}
    low.state_names[0] = {}
    low.graph.regions.append(ir.Region(0, ir.RegionKind.STEP, "given", "given", None, {}, (), (), None))


def _context(book: sym.CheckedBook) -> Context:
    return _prototype(book).copy()


@lru_cache(maxsize=4)
def _prototype(book: sym.CheckedBook) -> Context:
    """Constants, state and rules: the same in the whole game and in each of many scenes."""
    ctx = Context(book)
    declare_constants(ctx)
    declare_state(ctx)
    ctx.names.update(dict.fromkeys([*ctx.slots, *ctx.zones], 1))
    procedures = [s.node for s in book.symbols.values() if isinstance(s, sym.ProcedureSymbol)]
    if any(isinstance(node, ast.ReverseTurnOrder) for node in scan.nodes_in(*procedures)):
        name = "turn order reversed"
        ctx.slots[name] = ir.Slot(name, ir.Life.GAME, (), 0, 1, (0,), FLAG)
    for symbol in book.symbols.values():
        if isinstance(symbol, sym.RuleSymbol) and not _is_inlined(symbol):
            ensure_rule(ctx, symbol)
    return ctx


def _is_inlined(symbol: sym.RuleSymbol) -> bool:
    return isinstance(symbol.result, ty.BagType | ty.SetType | ty.ListType | ty.ThingType)


def _finished(low: Lowering, entry: int) -> Lowered:
    ctx = low.ctx
    if low.graph.here is not None:
        low.graph.put(lambda place, region: ir.Final(place, region, None))
    nodes, first = low.graph.finish(entry)
    system = ir.System(
        ctx.book.name,
        value_type(ctx, ctx.book.players),
        ctx.tables,
        ctx.kinds,
        ctx.slots,
        ctx.zones,
        ctx.rules,
        ctx.readings,
        nodes,
        tuple(low.graph.regions),
        tuple(ctx.handles),
        first,
    )
    return Lowered(system, ctx, low.states, low.state_names)
