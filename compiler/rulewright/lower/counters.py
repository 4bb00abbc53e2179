"""Counting runs for claims: a ghost slot for each procedure whose runs a claim speaks of.

A ghost slot stops counting somewhere (`stop_of_condition`, `stop_of_number`), but never where what is asked could
still hang on how many runs there were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor

from rulewright.ir import build as b
from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.intervals import Declarations, Interval, interval
from rulewright.ir.walk import Piece, children, descendants

Counters = Mapping[str, ir.Read]
"""How often each procedure was run."""

LEAST_COUNTED = 100
FOREVER = 10**12
"""Where a count stops that must not stop: more runs than can be looked at one by one."""

COMPARISONS = (ir.Op.EQ, ir.Op.LT, ir.Op.LE)


def stop_of_condition(cond: ir.Expr, counters: Counters, declared: Declarations) -> int:
    """From how many runs on a condition no longer hangs on how many there were."""
    return _Stops(frozenset(each.slot for each in counters.values()), declared).of(cond)


def stop_of_number(value: ir.Expr, most: int, counters: Counters, declared: Declarations) -> int:
    """From how many runs on a number is greater than `most`."""
    return _Stops(frozenset(each.slot for each in counters.values()), declared).beyond(value, most)


def counted_to(
    clauses: Iterable[pr.Measured | pr.At], ghosts: Counters, declared: Declarations
) -> tuple[int | None, int]:
    """From which number on an extreme may be greater than told, because counting stopped, and where it stops."""
    least_told, stops = LEAST_COUNTED, [LEAST_COUNTED]
    for clause in clauses:
        if isinstance(clause, pr.At):
            stops += [stop_of_condition(place.value, ghosts, declared) for place in clause.places]
            continue
        limits = [each if isinstance(each, Fraction) else interval(each, declared)[1] for each in clause.bound.values]
        least_told = max([least_told, *(floor(limit) + 1 for limit in limits)])
        stops += [stop_of_number(place.value, least_told - 1, ghosts, declared) for place in clause.quantity.places]
    stop = max(stops)
    return (least_told if stop < FOREVER else None), stop


@dataclass(frozen=True, slots=True)
class _Stops:
    """`counted`: the ghost slots. Every number given back is one from which on a count may stand still: whatever the
    others are. `FOREVER` where there is none, as for the difference of two counts."""

    counted: Collection[str]
    declared: Declarations

    def of(self, piece: Piece) -> int:
        if not self.counts(piece):
            return 0
        if isinstance(piece, ir.Read):
            return FOREVER
        if isinstance(piece, ir.Binary) and piece.op in COMPARISONS:
            return self.difference(_Sum().plus(self, piece.left, (1, 1)).plus(self, piece.right, (-1, -1)))
        return max(self.of(child) for child in children(piece))

    def counts(self, piece: Piece) -> bool:
        return any(isinstance(each, ir.Read) and each.slot in self.counted for each in descendants(piece))

    def beyond(self, value: ir.Expr, most: int) -> int:
        found = _Sum().plus(self, value, (1, 1)).plus(self, ir.Const(most), (-1, -1))
        return self.difference(found) if all(lo > 0 for lo, _ in found.weights) else FOREVER

    def difference(self, found: _Sum) -> int:
        """From how many runs on a sum is surely more than 0, or surely less."""
        lo, hi = found.rest
        if all(least > 0 for least, _ in found.weights):
            stops = [max(0, -lo // least + 1) for least, _ in found.weights]
        elif all(most < 0 for _, most in found.weights):
            stops = [max(0, hi // -most + 1) for _, most in found.weights]
        else:
            return FOREVER
        return min(FOREVER, max([found.stop, *stops]))


@dataclass(slots=True)
class _Sum:
    """A sum of counts, each times something (`weights`), and of other numbers, which lie in `rest`; those of them that
    hang on counts, too (`count(p in Player where runs(turn) > gold[p])`), no longer do so from `stop` on."""

    weights: list[Interval] = field(default_factory=list)
    rest: Interval = (0, 0)
    stop: int = 0

    def plus(self, stops: _Stops, expr: ir.Expr, weight: Interval) -> _Sum:
        if isinstance(expr, ir.Read) and expr.slot in stops.counted:
            self.weights.append(weight)
            return self
        if stops.counts(expr) and isinstance(expr, ir.Binary):
            match expr.op:
                case ir.Op.ADD:
                    return self.plus(stops, expr.left, weight).plus(stops, expr.right, weight)
                case ir.Op.SUB:
                    return self.plus(stops, expr.left, weight).plus(stops, expr.right, _product(weight, (-1, -1)))
                case ir.Op.MUL if not stops.counts(expr.left):
                    return self.plus(stops, expr.right, _product(weight, interval(expr.left, stops.declared)))
                case ir.Op.MUL if not stops.counts(expr.right):
                    return self.plus(stops, expr.left, _product(weight, interval(expr.right, stops.declared)))
        self.stop = max(self.stop, stops.of(expr))
        if self.stop < FOREVER:  # else it may not have a range that is worth anything
            lo, hi = _product(weight, interval(expr, stops.declared))
            self.rest = self.rest[0] + lo, self.rest[1] + hi
        return self


def _product(left: Interval, right: Interval) -> Interval:
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


def with_counters(
    system: ir.System, counted: Mapping[str, tuple[int, ...]], *, from_start_of: tuple[int, ...] = (), most: int
) -> tuple[ir.System, Counters]:
    """The system with a ghost slot for each counted procedure: how often a run of it began, up to `most`. Where a
    run of `from_start_of` begins, the count begins again."""
    slots = dict(system.slots)
    nodes = list(system.nodes)
    counters: dict[str, ir.Read] = {}
    shown = ir.ValueType("number", 0, most)
    for name, regions in counted.items():
        slot = f"runs of {name}"
        slots[slot] = ir.Slot(slot, ir.Life.GHOST, (), 0, most, (0,), shown)
        now = counters[name] = ir.Read(slot, (), 0, most)
        more = b.ite(b.lt(now, b.const(most)), b.add(now, b.ONE), now)
        for node in list(nodes):
            if not isinstance(node, ir.Gate) or node.kind is not ir.GateKind.ENTER:
                continue
            begins, counts = node.region in from_start_of, node.region in regions
            if begins or counts:
                value = b.const(int(counts)) if begins else more
                count = ir.Auto(len(nodes), node.region, (ir.Store(slot, (), value),), node.next)
                nodes.append(count)
                nodes[node.id] = replace(node, next=count.id)
    return replace(system, slots=slots, nodes=tuple(nodes)), counters
