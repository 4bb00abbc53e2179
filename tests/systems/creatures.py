"""Creatures with damage in unordered bags, named by handles while dice fall; picks of all forms."""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Aggregate, End, Form, Life, Local, RegionKind, System
from tests.systems.builder import (
    Builder,
    at_most,
    both,
    either,
    enum,
    equal,
    fold,
    less,
    lift,
    minus,
    negated,
    numbers,
    plus,
)

N_PLACES = 3


def skirmish() -> System:
    """Two lines of creatures. Whoever is to move names one of his own and a victim, perhaps a guard
    beside it who takes the blow; a die falls while all three names live. Equal creatures are
    interchangeable, but two names may stand for two equal ones."""
    b = Builder("skirmish", "Ada", "Ben")
    b.kinds("Creature", {"wolf": 3, "bear": 2}, toughness=(1, 2))
    creature = b.kind_sets["Creature"].type
    damage = ir.Mark("damage", (), 0, 2, (0,), numbers(0, 2))
    moved = ir.Mark("moved", (), 0, 1, (0,), numbers(0, 1))
    b.zone(
        "line",
        "Creature",
        dims=(2,),
        form=Form.MARKED,
        capacity=N_PLACES,
        marks=(damage, moved),
        initial=((2, 1), (1, 1)),
    )
    b.zone("grave", "Creature")
    b.slot("rounds", 0, 2)
    b.frame("p", 0, 1, type_=b.players)
    b.frame("hit", 0, 1, type_=enum("Die", "miss", "hit"))
    p = b.read("p")
    mine, theirs, grave = b.at("line", p), b.at("line", minus(1, p)), b.at("grave")
    b.region = b.add_region("attack", RegionKind.PROCEDURE, 0)
    attacker, victim, guard = (
        b.handle(name, zones, N_PLACES, "Creature")
        for name, zones in (("attacker", (mine,)), ("victim", (theirs, grave)), ("guard", (theirs, grave)))
    )

    def creature_in(handle: ir.Handle, zone: ir.ZoneRef, where: ir.Expr | int = 1) -> ir.Binder:
        local = Local(f"{handle.place}?", 0, N_PLACES - 1)
        return b.binder(
            handle.name,
            handle.place,
            ir.Places(zone, distinct=True),
            creature,
            where,
            b.kind_at(zone, local),
            local,
        )

    def named(handle: ir.Handle, zone: ir.ZoneRef) -> tuple[ir.Stmt, ...]:
        """What lowering adds when a thing gets a name."""
        return b.store(handle.where, 0), b.store(handle.kind, b.kind_at(zone, b.read(handle.place)))

    b.auto("start", b.store("p", 0), to="attack")
    fresh = Local("attacker.place?", 0, N_PLACES - 1)
    b.choice(
        "attack",
        p,
        b.option("attack_with", creature_in(attacker, mine, equal(b.mark_at(mine, fresh, "moved"), 0)), to="named"),
        b.option("rest", implicit=True, to="pass_on"),
    )
    b.auto("named", *named(attacker, mine), to="aim")
    b.choice("aim", p, b.option("strike", creature_in(victim, theirs), to="aimed"))
    b.auto("aimed", *named(victim, theirs), to="protect")
    other = Local("guard.place?", 0, N_PLACES - 1)
    b.choice(
        "protect",
        minus(1, p),
        b.option(
            "protect_with",
            creature_in(guard, theirs, negated(equal(other, b.read(victim.place)))),
            to="guards",
        ),
        b.option("decline", implicit=True, to="alone"),
    )
    # The guard steps in: from here on it is the victim.
    b.auto(
        "guards",
        *named(guard, theirs),
        b.store(victim.place, b.read(guard.place)),
        b.store(victim.kind, b.read(guard.kind)),
        to="roll",
    )
    b.auto("alone", to="roll")
    b.chance("roll", b.binder("die", "hit", ir.Items((lift(0), lift(1))), b.slots["hit"].type), 1, to="strike")
    b.branch("strike", equal(b.read("hit"), 1), "wound", "tired")
    struck = b.read(victim.place)
    b.auto(
        "wound",
        ir.StoreMark(theirs, struck, "damage", (), plus(b.mark_at(theirs, struck, "damage"), 1)),
        to="dies",
    )
    b.branch(
        "dies",
        at_most(b.look("Creature.toughness", b.read(victim.kind)), b.mark_at(theirs, struck, "damage")),
        "bury",
        "tired",
    )
    b.auto("bury", b.move_place(struck, theirs, grave), to="tired")
    b.auto("tired", ir.StoreMark(mine, b.read(attacker.place), "moved", (), lift(1)), to="empty")
    b.branch("empty", equal(b.size(theirs), 0), "over", "pass_on")
    b.region = 0
    place = Local("rested", 0, N_PLACES - 1)
    all_rest = ir.Loop(place, ir.Places(mine), lift(1), (ir.StoreMark(mine, place, "moved", (), lift(0)),))
    b.auto(
        "pass_on",
        ir.If(equal(p, 1), (all_rest, *b.put("rounds", plus(b.read("rounds"), 1))), ()),
        b.store("p", minus(1, p)),
        to="enough",
    )
    b.branch("enough", less(b.read("rounds"), 2), "attack", "tired_out", loop=0)
    b.final("over", equal(p, 0), equal(p, 1))
    b.final("tired_out")
    return b.build("start")


def picks() -> System:
    """Picking several at once: copies from a bag, places of a list, equal things of a marked bag, seats."""
    b = Builder("picks", "Ada", "Ben")
    b.kinds("Coin", {"copper": 2, "silver": 1, "gold": 1}, worth=(1, 2, 5))
    coin = b.kind_sets["Coin"].type
    bent = ir.Mark("bent", (), 0, 1, (0,), numbers(0, 1))
    b.zone("purse", "Coin", initial=((2, 1, 1),))
    b.zone("table", "Coin", form=Form.MARKED, capacity=4, marks=(bent,))
    b.zone("row", "Coin", form=Form.LIST, capacity=4)
    b.zone("spent", "Coin")
    b.zone("taken", "Coin", life=Life.FRAME)
    b.frame("flags", 0, 1, dims=(4,))
    b.frame("guests", 0, 1, dims=(2,))
    b.slot("n_guests", 0, 2)
    purse, table, row, spent = b.at("purse"), b.at("table"), b.at("row"), b.at("spent")
    kind, place, seat = Local("kind", 0, 2), Local("place", 0, 3), Local("seat", 0, 1)

    def pick(
        surface: str,
        local: Local,
        into: str,
        domain: ir.Domain,
        least: int,
        most: int,
        shown: ir.Shown,
        where: ir.Expr | None = None,
    ) -> ir.Pick:
        return ir.Pick(surface, local, into, domain, where or lift(1), lift(least), lift(most), shown)

    def flagged(zone: ir.ZoneRef, target: ir.ZoneRef, end: End, local: Local) -> ir.Stmt:
        """Move what is picked, from behind, so that the other places stay."""
        backwards = ir.Items(tuple(lift(i) for i in (3, 2, 1, 0)))
        return ir.Loop(local, backwards, equal(b.read("flags", local), 1), (b.move_place(local, zone, target, end),))

    b.choice(
        "first",
        0,
        b.option(
            "lay_down",
            to="lay",
            pick=pick("coins", kind, "taken", ir.Kinds(purse), 1, 3, ir.Shown(kind, coin), at_most(kind, 1)),
        ),
    )
    laid = Local("laid", 0, 2)
    b.auto(
        "lay",
        ir.Loop(
            laid,
            ir.Kinds(b.at("taken")),
            lift(1),
            (b.move(laid, purse, table, bent=ir.Ite(equal(b.size(purse), 3), lift(1), lift(0))),),
        ),
        to="second",
    )
    b.choice(
        "second",
        1,
        b.option(
            "line_up",
            to="line",
            pick=pick("things", place, "flags", ir.Places(table), 0, 2, ir.Shown(b.kind_at(table, place), coin)),
        ),
    )
    b.auto("line", flagged(table, row, End.TOP, Local("lined", 0, 3)), to="third")
    b.choice(
        "third",
        1,
        b.option(
            "spend",
            to="spend",
            pick=pick("places", place, "flags", ir.Places(row), 1, 2, ir.Shown(b.kind_at(row, place), coin)),
        ),
        b.option("pass", implicit=True, to="fourth"),
    )
    b.auto("spend", flagged(row, spent, End.BOTTOM, Local("spending", 0, 3)), to="fourth")
    b.choice(
        "fourth",
        0,
        b.option(
            "invite",
            to="invited",
            pick=pick("guests", seat, "guests", ir.Seats(lift(0), 2), 0, 2, ir.Shown(seat, b.players)),
        ),
    )
    counted = fold(
        Aggregate.SUM,
        Local("guest", 0, 1),
        ir.Range(lift(0), lift(1)),
        b.read("guests", Local("guest", 0, 1)),
    )
    b.auto("invited", b.store("n_guests", counted), to="over")
    worth = fold(Aggregate.SUM, Local("coin", 0, 2), ir.Kinds(spent), b.look("Coin.worth", Local("coin", 0, 2)))
    b.final("over", both(less(worth, 3), equal(b.read("n_guests"), 1)), either(at_most(3, worth), equal(worth, 0)))
    return b.build("first")


def exercise() -> System:
    """One line of creatures; any of them may exercise, once each, and nobody has to."""
    b = Builder("exercise", "Ada")
    b.kinds("Creature", {"wolf": 3, "bear": 2}, toughness=(1, 2))
    creature = b.kind_sets["Creature"].type
    moved = ir.Mark("moved", (), 0, 1, (0,), numbers(0, 1))
    b.zone("line", "Creature", form=Form.MARKED, capacity=N_PLACES, marks=(moved,), initial=((2, 1),))
    line = b.at("line")
    b.region = b.add_region("exercises", RegionKind.PROCEDURE, 0)
    who = b.handle("who", (line,), N_PLACES, "Creature")
    place = Local("who?", 0, N_PLACES - 1)
    fresh = equal(b.mark_at(line, place, "moved"), 0)
    found = b.binder(
        "who", who.place, ir.Places(line, distinct=True), creature, fresh, b.kind_at(line, place), place
    )
    b.choice("exercises", 0, b.option("go", found, to="moves"), b.option("done", implicit=True, to="over"))
    b.auto(
        "moves", b.store(who.where, 0), b.store(who.kind, b.kind_at(line, b.read(who.place))),
        ir.StoreMark(line, b.read(who.place), "moved", (), lift(1)), to="exercises",
    )
    b.region = 0
    b.final("over", 1)
    return b.build("exercises")
