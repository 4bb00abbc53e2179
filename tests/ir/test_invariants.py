"""Every hand-built system keeps the promises; each way of breaking one is noticed, under its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from rulewright.ir import nodes as ir
from rulewright.ir.invariants import PROMISES, check_system
from rulewright.ir.nodes import Const, Life, Local, System
from tests.systems import ALL, craps, picks, pig, skirmish, twilight, with_readings
from tests.systems.builder import Builder, equal, fold, lift, plus

N = TypeVar("N", bound=ir.Node)


@pytest.mark.parametrize("name", [*ALL, "with_readings"])
def test_systems_keep_their_promises(name: str) -> None:
    system = {**ALL, "with_readings": with_readings}[name]()
    assert [str(broken) for broken in check_system(system)] == []


def changed(system: System, number: int, node: ir.Node) -> System:
    nodes = list(system.nodes)
    nodes[number] = node
    return replace(system, nodes=tuple(nodes))


def first(system: System, kind: type[N]) -> N:
    return next(node for node in system.nodes if isinstance(node, kind))


def stmts_of(system: System, *stmts: ir.Stmt) -> System:
    auto = first(system, ir.Auto)
    return changed(system, auto.id, replace(auto, stmts=stmts))


def no_such_slot() -> System:
    return stmts_of(pig(), ir.Store("luck", (), Const(0)))


def wrong_number() -> System:
    system = pig()
    return replace(system, nodes=(*system.nodes[1:], system.nodes[0]))


def narrow_read() -> System:
    return stmts_of(pig(), ir.Store("pot", (), ir.Read("pot", (), 0, 3)))


def kinds_of_a_list() -> System:
    card = Local("any", 0, 5)
    return stmts_of(twilight(), ir.Loop(card, ir.Kinds(ir.ZoneRef("trick")), lift(1), ()))


def number_as_condition() -> System:
    system = pig()
    branch = first(system, ir.Branch)
    return changed(system, branch.id, replace(branch, cond=ir.Read("pot", (), 0, 15)))


def store_beyond() -> System:
    return stmts_of(pig(), ir.Store("pot", (), plus(ir.Read("pot", (), 0, 15), 1)))


def hidden_name() -> System:
    x = Local("x", 0, 3)
    inner = fold(ir.Aggregate.SOME, x, ir.Range(lift(0), lift(3)), equal(x, 1))
    system = pig()
    branch = first(system, ir.Branch)
    cond = fold(ir.Aggregate.SOME, x, ir.Range(lift(0), lift(3)), inner)
    return changed(system, branch.id, replace(branch, cond=cond))


def ghost_read() -> System:
    system = pig()
    ghost = replace(system.slots["bust"], name="runs", life=Life.GHOST)
    system = replace(system, slots={**system.slots, "runs": ghost})
    return stmts_of(system, ir.Store("bust", (), ir.Read("runs", (), 0, 1)))


def circular_rule() -> System:
    system = craps()
    rule = system.rules["first_throw"]
    again = replace(rule, body=ir.Apply("first_throw", (rule.params[0],), 0, 2))
    return replace(system, rules={**system.rules, "first_throw": again})


def over_itself() -> System:
    system = craps()
    rule = system.rules["first_throw"]
    level = replace(rule.levels[0], over=("default",))
    return replace(system, rules={**system.rules, "first_throw": replace(rule, levels=(level,))})


def uncut_cycle() -> System:
    b = Builder("circle", "Ada")
    b.slot("n", 0, 1)
    b.auto("one", b.store("n", 0), to="two")
    b.auto("two", b.store("n", 1), to="one")
    return b.build("one")


def unwritten_frame() -> System:
    return replace(pig(), entry=first(pig(), ir.Choice).id)


def two_alike() -> System:
    system = pig()
    choice = first(system, ir.Choice)
    return changed(system, choice.id, replace(choice, options=choice.options * 2))


def nobody_decides() -> System:
    system = pig()
    choice = first(system, ir.Choice)
    return changed(system, choice.id, replace(choice, decider=Const(-1)))


def no_weight() -> System:
    system = craps()
    chance = first(system, ir.Chance)
    return changed(system, chance.id, replace(chance, weight=Const(0)))


def no_address() -> System:
    system = pig()
    return replace(system, regions=(replace(system.regions[0], address=""), *system.regions[1:]))


def moves_counts() -> System:
    return stmts_of(picks(), ir.TransferAll(ir.ZoneRef("taken"), ir.ZoneRef("spent"), (), ir.End.BOTTOM))


def short_handle() -> System:
    system = skirmish()
    place = system.slots["victim.place"]
    return replace(system, slots={**system.slots, "victim.place": replace(place, lo=0, hi=1, initial=(0,))})


def late_places() -> System:
    """The places that were picked are moved only after another choice."""
    system = picks()
    picking = next(n for n in system.nodes if isinstance(n, ir.Choice) and n.options[0].label == "line_up")
    later = next(n for n in system.nodes if isinstance(n, ir.Choice) and n.options[0].label == "spend")
    moving = system.nodes[picking.options[0].target]
    skipped = replace(picking, options=(replace(picking.options[0], target=later.id),))
    spent = replace(later, options=tuple(replace(o, target=moving.id, pick=None) for o in later.options))
    return changed(changed(system, picking.id, skipped), later.id, spent)


MUTANTS: dict[str, tuple[str, Callable[[], System]]] = {
    make.__name__: (promise, make)
    for promise, make in [
        ("typed", no_such_slot),
        ("typed", wrong_number),
        ("typed", narrow_read),
        ("typed", kinds_of_a_list),
        ("conditions", number_as_condition),
        ("stores-in-range", store_beyond),
        ("names-unhidden", hidden_name),
        ("ghosts-unread", ghost_read),
        ("calls-acyclic", circular_rule),
        ("over-acyclic", over_itself),
        ("auto-ends", uncut_cycle),
        ("names-defined", unwritten_frame),
        ("options-distinct", two_alike),
        ("one-decider", nobody_decides),
        ("weights-positive", no_weight),
        ("origin-known", no_address),
        ("transfers-balance", moves_counts),
        ("handles-follow", short_handle),
        ("picks-at-once", late_places),
    ]
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_promise_is_noticed(mutant: str) -> None:
    promise, make = MUTANTS[mutant]
    broken = check_system(make())
    assert promise in {each.promise for each in broken}
    assert all(str(each).startswith(each.promise) for each in broken)


def test_every_promise_has_a_mutant() -> None:
    assert {promise for promise, _ in MUTANTS.values()} == set(PROMISES)
