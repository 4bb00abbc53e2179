"""Expressions made at random: generated code gives what the reference interpreter gives, in every layout."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.machine import Bags, Layout, Machine, compile_machine
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State
from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Aggregate, Const, Expr, Local, Op, System, ZoneRef
from tests.systems.builder import Builder, at_most, equal, less, lift, minus, numbers, plus

N_KINDS = 5
LAYOUTS = (
    Layout(), Layout(bags=Bags.MASKS), Layout(bags=Bags.COUNTS, tables=False), Layout(bags=Bags.SHARED, memo=False)
)
Made = Callable[[], Expr]
DRAWN = st.integers(0, 2**32)


@cache
def table_game(doubles: bool) -> System:
    """Things go from a deck to hands, to a list and on; a counter and an array go with them."""
    b = Builder("things", "Ada", "Ben", "Cem")
    copies = 2 if doubles else 1
    b.kinds("Thing", {f"k{i}": copies for i in range(N_KINDS)}, worth=(3, 1, 4, 1, 5), red=(0, 1, 0, 1, 1))
    b.zone("deck", "Thing", initial=((copies,) * N_KINDS,))
    b.zone("hand", "Thing", dims=(3,))
    b.zone("row", "Thing", form=ir.Form.LIST, capacity=4, marks=(ir.Mark("by", (), 0, 2, (0,), b.players),))
    b.slot("n", -2, 9)
    b.slot("who", 0, 2)
    b.slot("score", 0, 7, dims=(3,))
    for name, hi in (("kind", N_KINDS - 1), ("seat", 2)):
        b.frame(name, 0, hi)
    seat = Local("seat of rule", 0, 2)
    red = ir.Fold(
        Aggregate.SUM, Local("thing of rule", 0, N_KINDS - 1), ir.Kinds(b.at("hand", seat)), lift(1),
        b.look("Thing.worth", Local("thing of rule", 0, N_KINDS - 1)),
    )
    b.rule("wealth", (seat,), plus(red, b.read("score", seat)), 0, 99, numbers(0, 99))
    n = Local("n of rule", -2, 9)
    b.rule("tens", (n,), ir.Ite(less(n, 5), lift(0), lift(10)), 0, 10, numbers(0, 10))
    drawn = b.binder("kind", "kind", ir.Kinds(b.at("deck")), b.kind_sets["Thing"].type)
    played = b.binder("kind", "kind", ir.Kinds(b.at("hand", b.read("who"))), b.kind_sets["Thing"].type)
    target = b.binder("seat", "seat", ir.Range(lift(0), lift(2)), b.players)
    b.choice(
        "ask", b.read("who"),
        b.option("draw", drawn, target, to="draw"),
        b.option("play", played, guard=less(b.size(b.at("row")), 4), to="play"),
        b.option("clear", guard=less(2, b.size(b.at("row"))), to="clear"),
    )
    fits = ir.Ite(less(b.read("n"), 9), plus(b.read("n"), 1), lift(-2))
    score = b.read("score", b.read("seat"))
    b.auto("draw", b.move(b.read("kind"), b.at("deck"), b.at("hand", b.read("seat"))), b.store("n", fits),
           b.store("score", ir.Ite(less(score, 7), plus(score, 1), lift(0)), b.read("seat")), to="next")
    b.auto("play", b.move(b.read("kind"), b.at("hand", b.read("who")), b.at("row"), by=b.read("who")), to="next")
    b.auto("clear", b.move_all(b.at("row"), b.at("deck")), to="next")
    b.auto("next", b.store("who", ir.Ite(equal(b.read("who"), 2), lift(0), plus(b.read("who"), 1))), to="ask")
    return b.build("ask")


class Maker:
    """Makes expressions that stay inside of arrays, so that every engine must agree on them."""

    def __init__(self, system: System, rng: random.Random) -> None:
        self.system = system
        self.rng = rng
        self.n_locals = 0

    def number(self, depth: int, known: dict[str, Local]) -> Expr:
        leaves: list[Made] = [
            lambda: Const(self.rng.randint(-3, 9)),
            lambda: ir.Read("n", (), -2, 9),
            lambda: ir.Read("score", (self.index(known, 2),), 0, 7),
            lambda: ir.Lookup("Thing.worth", (self.index(known, N_KINDS - 1),), 1, 5),
            lambda: ir.Count(self.zone(known), self.index(known, N_KINDS - 1), 2),
            lambda: ir.Size(self.zone(known), 10),
            lambda: ir.Apply("wealth", (self.index(known, 2),), 0, 99),
            lambda: self.index(known, 4),
        ]
        if depth <= 0:
            return self.rng.choice(leaves)()
        inner: list[Made] = [
            lambda: plus(self.number(depth - 1, known), self.number(depth - 1, known)),
            lambda: minus(self.number(depth - 1, known), self.number(depth - 1, known)),
            lambda: ir.Ite(self.cond(depth - 1, known), self.number(depth - 1, known), self.number(depth - 1, known)),
            lambda: self.fold(self.rng.choice([Aggregate.SUM, Aggregate.LEAST, Aggregate.GREATEST]), depth, known),
            lambda: self.first(depth, known),
            lambda: self.let(depth, known),
            lambda: ir.Apply("tens", (ir.Read("n", (), -2, 9),), 0, 10),
        ]
        return self.rng.choice([*leaves, *inner, *inner])()

    def cond(self, depth: int, known: dict[str, Local]) -> Expr:
        if depth <= 0:
            sign = self.rng.choice([less, at_most, equal])
            return sign(self.number(0, known), self.number(0, known))
        op = self.rng.choice([Op.AND, Op.OR])
        makers: list[Made] = [
            lambda: ir.Binary(op, self.cond(depth - 1, known), self.cond(depth - 1, known)),
            lambda: ir.Not(self.cond(depth - 1, known)),
            lambda: less(self.number(depth - 1, known), self.number(depth - 1, known)),
            lambda: equal(self.number(depth - 1, known), self.number(depth - 1, known)),
            lambda: self.fold(self.rng.choice([Aggregate.SOME, Aggregate.EVERY]), depth, known),
            lambda: less(0, ir.Size(self.zone(known), 10)),
        ]
        return self.rng.choice(makers)()

    def index(self, known: dict[str, Local], most: int) -> Expr:
        """A value from 0 to `most`."""
        fitting: list[Expr] = [local for local in known.values() if local.lo >= 0 and local.hi <= most]
        if most >= 2:
            fitting += [ir.Read("who", (), 0, 2)]
        return self.rng.choice([*fitting, Const(self.rng.randint(0, most))])

    def zone(self, known: dict[str, Local]) -> ZoneRef:
        return self.rng.choice([
            ZoneRef("deck"),
            ZoneRef("row"),
            ZoneRef("hand", (self.index(known, 2),)),
            ZoneRef("hand", (self.index(known, 2),)),
        ])

    def bag(self, known: dict[str, Local]) -> ZoneRef:
        return self.rng.choice([ZoneRef("deck"), ZoneRef("hand", (self.index(known, 2),))])

    def domain(self, known: dict[str, Local]) -> tuple[ir.Domain, int, bool]:
        """A domain, the greatest element, and whether elements are places of the row."""
        row = ZoneRef("row")
        domains: list[tuple[ir.Domain, int, bool]] = [
            (ir.Kinds(self.bag(known)), N_KINDS - 1, False),
            (ir.Kinds(self.bag(known)), N_KINDS - 1, False),
            (ir.Places(row), 3, True),
            (ir.Places(row, distinct=True), 3, True),
            (ir.Range(Const(0), Const(self.rng.randint(0, 8))), 8, False),
            (ir.Range(Const(0), self.index(known, 4)), 4, False),
            (ir.Items((Const(2), self.index(known, 2), Const(0))), 2, False),
            (ir.Seats(self.index(known, 2), self.rng.randint(1, 3), Const(self.rng.randint(0, 1))), 2, False),
        ]
        return self.rng.choice(domains)

    def bound(self, known: dict[str, Local], most: int, is_place: bool) -> tuple[Local, dict[str, Local]]:
        self.n_locals += 1
        local = Local(f"x{self.n_locals}", 0, most)
        # A place of the row may be full at one moment only: nothing else may take it for an index.
        return local, {**known, **({} if is_place else {local.name: local})}

    def about(self, depth: int, local: Local, known: dict[str, Local], is_place: bool) -> Expr:
        """A condition that speaks of an element."""
        if is_place:
            kind = ir.PlaceKind(ZoneRef("row"), local, N_KINDS - 1)
            mark = ir.PlaceMark(ZoneRef("row"), local, "by", (), 0, 2)
            return self.rng.choice([
                equal(ir.Lookup("Thing.red", (kind,), 0, 1), 1),
                less(ir.Lookup("Thing.worth", (kind,), 1, 5), self.number(depth - 1, known)),
                equal(mark, ir.Read("who", (), 0, 2)),
                equal(kind, self.index(known, N_KINDS - 1)),
            ])
        return self.rng.choice([
            self.cond(depth - 1, known),
            equal(ir.Lookup("Thing.red", (self.index(known, N_KINDS - 1),), 0, 1), 1),
            less(local, self.number(depth - 1, known)),
        ])

    def fold(self, op: Aggregate, depth: int, known: dict[str, Local]) -> Expr:
        domain, most, is_place = self.domain(known)
        local, inner = self.bound(known, most, is_place)
        where = self.rng.choice([Const(1), self.about(depth, local, inner, is_place)])
        if op in (Aggregate.SOME, Aggregate.EVERY):
            return ir.Fold(op, local, domain, where, self.about(depth, local, inner, is_place))
        return ir.Fold(op, local, domain, where, self.number(depth - 1, inner))

    def first(self, depth: int, known: dict[str, Local]) -> Expr:
        domain, most, is_place = self.domain(known)
        local, inner = self.bound(known, most, is_place)
        return ir.First(local, domain, self.about(depth, local, inner, is_place))

    def let(self, depth: int, known: dict[str, Local]) -> Expr:
        value = self.index(known, 2)
        local, inner = self.bound(known, 2, False)
        return ir.Let(local, value, self.number(depth - 1, inner))


@cache
def visited(doubles: bool) -> tuple[Reference, tuple[State, ...]]:
    """States of random plays."""
    reference = Reference(table_game(doubles))
    rng = random.Random(11)
    states = []
    for _ in range(4):
        state = reference.initial()
        for _ in range(18):
            states.append(state)
            moves = reference.moves(state)
            if not moves:
                break
            state = rng.choice(moves).target
    return reference, tuple(dict.fromkeys(states))


@settings(max_examples=40, deadline=None)
@given(DRAWN, st.booleans())
def test_values(seed: int, doubles: bool) -> None:
    system = table_game(doubles)
    reference, states = visited(doubles)
    maker = Maker(system, random.Random(seed))
    exprs = [*(maker.number(3, {}) for _ in range(3)), *(maker.cond(3, {}) for _ in range(3))]
    for layout in LAYOUTS:
        machine: Machine = compile_machine(system, layout=layout, predicates=exprs)
        values = [machine.predicate(number) for number in range(len(exprs))]
        for state in states:
            packed = machine.encode(state)
            for expr, value in zip(exprs, values, strict=True):
                assert value(packed) == reference.evaluate(expr, state), (layout, expr)
