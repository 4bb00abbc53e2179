"""A small builder for systems of the core, so that tests need no rulebook.

Nodes have names and may be mentioned before they are declared. Whole numbers stand for constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Aggregate, Expr, Life, Op, Stmt, ValueType
from rulewright.source import SourceFile, Span

Value = Expr | int

NOWHERE = Span(SourceFile(Path("built.rules"), "built.rules", ""), 0, 0)
YES_NO = ValueType("yes or no", 0, 1, ("no", "yes"))


def numbers(lo: int, hi: int) -> ValueType:
    return ValueType(f"{lo}..{hi}", lo, hi)


def enum(name: str, *names: str) -> ValueType:
    return ValueType(name, 0, len(names) - 1, names)


def lift(value: Value) -> Expr:
    return ir.Const(value) if isinstance(value, int) else value


def _binary(op: Op, left: Value, right: Value) -> Expr:
    return ir.Binary(op, lift(left), lift(right))


def plus(left: Value, right: Value) -> Expr:
    return _binary(Op.ADD, left, right)


def minus(left: Value, right: Value) -> Expr:
    return _binary(Op.SUB, left, right)


def times(left: Value, right: Value) -> Expr:
    return _binary(Op.MUL, left, right)


def equal(left: Value, right: Value) -> Expr:
    return _binary(Op.EQ, left, right)


def less(left: Value, right: Value) -> Expr:
    return _binary(Op.LT, left, right)


def at_most(left: Value, right: Value) -> Expr:
    return _binary(Op.LE, left, right)


def both(left: Value, right: Value) -> Expr:
    return _binary(Op.AND, left, right)


def either(left: Value, right: Value) -> Expr:
    return _binary(Op.OR, left, right)


def negated(operand: Value) -> Expr:
    return ir.Not(lift(operand))


def one_of(value: Expr, *candidates: int) -> Expr:
    found: Expr = equal(value, candidates[0])
    for candidate in candidates[1:]:
        found = either(found, equal(value, candidate))
    return found


def fold(op: Aggregate, local: ir.Local, domain: ir.Domain, value: Value, where: Value = 1) -> Expr:
    return ir.Fold(op, local, domain, lift(where), lift(value))


class Builder:
    """Collects declarations and nodes; `build` numbers the nodes."""

    def __init__(self, name: str, *players: str) -> None:
        self.name = name
        self.players = enum("Player", *players)
        self.tables: dict[str, ir.Table] = {}
        self.kind_sets: dict[str, ir.KindSet] = {}
        self.slots: dict[str, ir.Slot] = {}
        self.zones: dict[str, ir.Zone] = {}
        self.rules: dict[str, ir.Rule] = {}
        self.readings: dict[str, ir.ReadingInfo] = {}
        self.regions: list[ir.Region] = []
        self.handles: list[ir.Handle] = []
        self._ids: dict[str, int] = {}
        self._nodes: dict[int, ir.Node] = {}
        self.region = self.add_region("game", ir.RegionKind.PROCEDURE)

    # -------------------------------------------------------------- declarations

    def table(self, name: str, values: Sequence[int], dims: tuple[int, ...] | None = None, low: int = 0) -> None:
        dims = dims or (len(values),)
        self.tables[name] = ir.Table(name, dims, tuple(values), (low,) * len(dims))

    def kinds(
        self,
        name: str,
        copies: Mapping[str, int],
        types: Mapping[str, ValueType] | None = None,
        **attributes: Sequence[int],
    ) -> None:
        """Kinds with their copies; each attribute becomes a table `name.attribute`."""
        for attribute, values in attributes.items():
            self.table(f"{name}.{attribute}", values)
        self.kind_sets[name] = ir.KindSet(
            name,
            enum(name, *copies),
            tuple(copies.values()),
            {a: f"{name}.{a}" for a in attributes},
            {a: (types or {}).get(a, numbers(min(v), max(v))) for a, v in attributes.items()},
        )

    def slot(
        self,
        name: str,
        lo: int,
        hi: int,
        *,
        start: int | Sequence[int] | None = None,
        dims: tuple[int, ...] = (),
        life: Life = Life.GAME,
        type_: ValueType | None = None,
    ) -> str:
        if start is None or isinstance(start, int):
            start = (lo if start is None else start,) * prod(dims)
        self.slots[name] = ir.Slot(
            name, life, dims, lo, hi, tuple(start), type_ or numbers(lo, hi), self._index_types(dims)
        )
        return name

    def frame(self, name: str, lo: int, hi: int, *, dims: tuple[int, ...] = (), type_: ValueType | None = None) -> str:
        return self.slot(name, lo, hi, dims=dims, life=Life.FRAME, type_=type_)

    def zone(
        self,
        name: str,
        kinds: str,
        *,
        dims: tuple[int, ...] = (),
        form: ir.Form = ir.Form.BAG,
        capacity: int | None = None,
        marks: tuple[ir.Mark, ...] = (),
        life: Life = Life.GAME,
        initial: Sequence[Sequence[int]] | None = None,
        sight: ir.Sight = ir.Sight.ALL,
        others_see: tuple[str, ...] = (),
    ) -> None:
        copies = self.kind_sets[kinds].copies
        nothing = ((0,) * len(copies),) * prod(dims)
        self.zones[name] = ir.Zone(
            name,
            life,
            dims,
            kinds,
            form,
            sum(copies) if capacity is None else capacity,
            marks,
            nothing if initial is None else tuple(tuple(counts) for counts in initial),
            sight,
            0 if sight is ir.Sight.OWNER else None,
            others_see,
            capacity is not None,
            self._index_types(dims),
        )

    def rule(self, name: str, params: tuple[ir.Local, ...], body: Expr, lo: int, hi: int, type_: ValueType) -> None:
        level = ir.Level("default", ir.LevelKind.DEFAULT, (), (ir.Case(ir.Const(1), body, NOWHERE),), (), (), NOWHERE)
        self.rules[name] = ir.Rule(
            name,
            params,
            tuple(numbers(p.lo, p.hi) for p in params),
            lo,
            hi,
            type_,
            (),
            (level,),
            body,
            ir.Const(1),
            (),
            (),
            (),
            {},
            NOWHERE,
        )

    def reading(self, name: str, *options: str) -> ir.Setting:
        self.readings[name] = ir.ReadingInfo(name, options, {}, ({},) * len(options))
        return ir.Setting(name, len(options))

    def add_region(
        self,
        address: str,
        kind: ir.RegionKind = ir.RegionKind.STEP,
        parent: int | None = None,
        cites: tuple[str, ...] = (),
    ) -> int:
        procedure = address.split(".")[0]
        self.regions.append(ir.Region(len(self.regions), kind, address, procedure, parent, {}, cites, ()))
        return len(self.regions) - 1

    def handle(self, name: str, zones: tuple[ir.ZoneRef, ...], places: int, kinds: str) -> ir.Handle:
        """A handle with its three frame slots `name.where`, `name.place`, `name.kind`."""
        n_kinds = len(self.kind_sets[kinds].copies)
        handle = ir.Handle(
            name,
            self.frame(f"{name}.where", 0, len(zones) - 1),
            self.frame(f"{name}.place", 0, places - 1),
            self.frame(f"{name}.kind", 0, n_kinds - 1),
            zones,
            self.region,
        )
        self.handles.append(handle)
        return handle

    # -------------------------------------------------------------- expressions

    @property
    def n_players(self) -> int:
        return self.players.hi + 1

    def read(self, slot: str, *index: Value) -> Expr:
        declared = self.slots[slot]
        return ir.Read(slot, tuple(lift(i) for i in index), declared.lo, declared.hi)

    def look(self, table: str, *index: Value) -> Expr:
        values = self.tables[table].values
        return ir.Lookup(table, tuple(lift(i) for i in index), min(values), max(values))

    def apply(self, rule: str, *args: Value) -> Expr:
        declared = self.rules[rule]
        return ir.Apply(rule, tuple(lift(arg) for arg in args), declared.lo, declared.hi)

    def at(self, zone: str, *index: Value) -> ir.ZoneRef:
        return ir.ZoneRef(zone, tuple(lift(i) for i in index))

    def size(self, zone: ir.ZoneRef) -> Expr:
        return ir.Size(zone, sum(self.kind_sets[self.zones[zone.zone].kinds].copies))

    def count(self, zone: ir.ZoneRef, kind: Value) -> Expr:
        return ir.Count(zone, lift(kind), max(self.kind_sets[self.zones[zone.zone].kinds].copies))

    def kind_at(self, zone: ir.ZoneRef, place: Value) -> Expr:
        return ir.PlaceKind(zone, lift(place), len(self.kind_sets[self.zones[zone.zone].kinds].copies) - 1)

    def mark_at(self, zone: ir.ZoneRef, place: Value, mark: str, *index: Value) -> Expr:
        declared = next(m for m in self.zones[zone.zone].marks if m.name == mark)
        return ir.PlaceMark(zone, lift(place), mark, tuple(lift(i) for i in index), declared.lo, declared.hi)

    # -------------------------------------------------------------- statements

    def store(self, slot: str, value: Value, *index: Value) -> Stmt:
        return ir.Store(slot, tuple(lift(i) for i in index), lift(value))

    def demand_range(self, slot: str, value: Value) -> Stmt:
        declared = self.slots[slot]
        fits = both(at_most(declared.lo, value), at_most(value, declared.hi))
        return ir.Demand(fits, ir.Reason.RANGE, slot)

    def put(self, slot: str, value: Value) -> tuple[Stmt, Stmt]:
        """A store behind the demand that the value fits, as lowering writes it."""
        return self.demand_range(slot, value), self.store(slot, value)

    def move(
        self,
        kind: Value,
        source: ir.ZoneRef,
        target: ir.ZoneRef,
        amount: Value = 1,
        end: ir.End = ir.End.BOTTOM,
        **marks: Value,
    ) -> Stmt:
        given = tuple((mark, (lift(cell),)) for mark, cell in marks.items())
        return ir.Transfer(lift(kind), lift(amount), source, target, given, end)

    def move_place(
        self,
        place: Value,
        source: ir.ZoneRef,
        target: ir.ZoneRef,
        end: ir.End = ir.End.BOTTOM,
        **marks: Value,
    ) -> Stmt:
        given = tuple((mark, (lift(cell),)) for mark, cell in marks.items())
        return ir.TransferPlace(lift(place), source, target, given, end)

    def move_all(self, source: ir.ZoneRef, target: ir.ZoneRef, end: ir.End = ir.End.BOTTOM) -> Stmt:
        return ir.TransferAll(source, target, (), end)

    def tell(self, **texts: tuple[str | ir.Shown, ...]) -> Stmt:
        return ir.Tell(texts)

    # -------------------------------------------------------------- nodes

    def id_of(self, name: str) -> int:
        return self._ids.setdefault(name, len(self._ids))

    def auto(self, name: str, *stmts: Stmt, to: str) -> None:
        self._put(name, ir.Auto(self.id_of(name), self.region, stmts, self.id_of(to)))

    def gate(self, name: str, kind: ir.GateKind, *, to: str) -> None:
        self._put(name, ir.Gate(self.id_of(name), self.region, kind, self.id_of(to)))

    def branch(self, name: str, cond: Value, then: str, otherwise: str, loop: int | None = None) -> None:
        node = ir.Branch(self.id_of(name), self.region, lift(cond), self.id_of(then), self.id_of(otherwise), loop)
        self._put(name, node)

    def choice(self, name: str, decider: Value, *options: ir.Option) -> None:
        self._put(name, ir.Choice(self.id_of(name), self.region, lift(decider), options))

    def chance(self, name: str, binder: ir.Binder, weight: Value, *, to: str) -> None:
        self._put(name, ir.Chance(self.id_of(name), self.region, binder, lift(weight), self.id_of(to)))

    def deal(self, name: str, source: ir.ZoneRef, target: ir.ZoneRef, n: Value, *, to: str) -> None:
        self._put(name, ir.Deal(self.id_of(name), self.region, source, target, lift(n), self.id_of(to)))

    def final(self, name: str, *winners: Value) -> None:
        conditions = tuple(lift(winner) for winner in winners) if winners else None
        self._put(name, ir.Final(self.id_of(name), self.region, conditions))

    def binder(
        self,
        surface: str,
        slot: str,
        domain: ir.Domain,
        shown_as: ValueType,
        where: Value = 1,
        shown: Expr | None = None,
        local: ir.Local | None = None,
    ) -> ir.Binder:
        declared = self.slots[slot]
        local = local or ir.Local(f"{slot}?", declared.lo, declared.hi)
        return ir.Binder(surface, local, slot, domain, lift(where), ir.Shown(shown or local, shown_as))

    def option(
        self,
        label: str,
        *binders: ir.Binder,
        to: str,
        guard: Value = 1,
        pick: ir.Pick | None = None,
        implicit: bool = False,
    ) -> ir.Option:
        address = f"{self.regions[self.region].address}.{label}"
        return ir.Option(label, address, lift(guard), binders, pick, self.id_of(to), implicit, span=NOWHERE)

    def build(self, entry: str) -> ir.System:
        missing = [name for name, number in self._ids.items() if number not in self._nodes]
        if missing:
            raise ValueError(f"mentioned and never declared: {missing}")
        nodes = tuple(self._nodes[i] for i in range(len(self._nodes)))
        return ir.System(
            self.name,
            self.players,
            self.tables,
            self.kind_sets,
            self.slots,
            self.zones,
            self.rules,
            self.readings,
            nodes,
            tuple(self.regions),
            tuple(self.handles),
            self._ids[entry],
        )

    def _index_types(self, dims: tuple[int, ...]) -> tuple[ValueType, ...]:
        """An index with as many values as there are players is one of players."""
        return tuple(self.players if n == self.n_players else numbers(0, n - 1) for n in dims)

    def _put(self, name: str, node: ir.Node) -> None:
        if node.id in self._nodes:
            raise ValueError(f"node {name} is declared twice")
        self._nodes[node.id] = node
