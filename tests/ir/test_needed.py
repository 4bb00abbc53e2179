"""What a claim can notice, and that nothing else can change its verdict."""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir import properties as claims
from rulewright.ir.needed import needed, needed_by_clause
from rulewright.ir.nodes import Aggregate, Local
from tests.systems import craps, pig, skirmish, twilight, with_readings
from tests.systems.builder import NOWHERE, Builder, equal, fold, less, lift, plus


def test_what_is_only_written_down_is_not_needed() -> None:
    system = craps()
    assert needed(system).slots == {"result", "point", "total", "last_total"}
    b = Builder("noted", "Ada")
    b.slot("notes", 0, 5)
    b.slot("n", 0, 5)
    b.branch("more", less(b.read("n"), 5), "count", "over", loop=0)
    b.auto("count", *b.put("notes", plus(b.read("n"), 0)), *b.put("n", plus(b.read("n"), 1)), to="more")
    b.final("over")
    noted = b.build("more")
    assert needed(noted).slots == {"n"}
    assert needed(noted, [b.read("notes")]).slots == {"n", "notes"}


def test_zones_are_needed_with_all_that_passes_through_them() -> None:
    assert needed(twilight()).zones == {"deck", "hand", "trick", "waiting", "won", "neutral"}
    nobody_counts = replace(
        twilight(),
        nodes=tuple(replace(node, winners=None) if isinstance(node, ir.Final) else node for node in twilight().nodes),
    )
    # `won` is not asked for any more, but takes what lies in the trick.
    assert needed(nobody_counts).zones == needed(twilight()).zones


def test_a_name_hangs_on_the_zones_of_its_thing() -> None:
    found = needed(skirmish(), [ir.Read("victim.place", (), 0, 2)])
    assert {"victim.where", "victim.place"} <= found.slots
    assert {"line", "grave"} <= found.zones


def test_a_reading_matters_only_to_who_can_notice() -> None:
    """How the dice are counted decides who wins; without a winner only a claim about `worth` notices."""
    system = with_readings()
    assert needed(system).readings == ("counting", "ties")
    b = Builder("scored", "Ada")
    reading = b.reading("counting", "sum", "greatest")
    b.slot("dice", 0, 3, dims=(2,))
    b.slot("worth", 0, 6)
    cell = Local("cell", 0, 1)
    both = ir.Range(lift(0), lift(1))
    added = fold(Aggregate.SUM, cell, both, b.read("dice", cell))
    best = fold(Aggregate.GREATEST, cell, both, b.read("dice", cell))
    b.auto("score", *b.put("worth", ir.Ite(equal(reading, 0), added, best)), to="over")
    b.final("over")
    scored = b.build("score")
    assert needed(scored).readings == ()
    always = claims.Always(less(b.read("worth"), 7), None, False, NOWHERE)
    assert needed_by_clause(scored, always).readings == ("counting",)
    falls = claims.Monotone("worth", None, True, NOWHERE)
    assert needed_by_clause(scored, falls).readings == ("counting",)
    dice = claims.Always(less(b.read("dice", 0), 4), None, False, NOWHERE)
    assert needed_by_clause(scored, dice) == needed(scored, [b.read("dice", 0)])
    assert needed_by_clause(scored, dice).slots == {"dice"}


def test_a_claim_about_rules_hangs_on_no_play() -> None:
    system = with_readings()
    total = Local("total", 2, 12)
    about_rules = claims.Holds((total,), (), (), less(total, 13), None, False, NOWHERE)
    assert needed_by_clause(system, about_rules).readings == ()
    asks = claims.Holds((), (), (), equal(ir.Setting("ties", 2), 1), None, False, NOWHERE)
    assert needed_by_clause(system, asks).readings == ("ties",)
    alike = claims.SameForEvery("later_throw", (), NOWHERE)
    assert needed_by_clause(craps(), alike).slots == set()


def test_demands_count_with_what_they_guard() -> None:
    """A pot that may burst is needed where the pot is; in pig it decides everything."""
    assert "pot" in needed(pig()).slots
    b = Builder("burst", "Ada")
    b.slot("pot", 0, 2)
    b.slot("purse", 0, 9)
    b.auto("fill", b.demand_range("pot", b.read("purse")), b.store("pot", b.read("purse")), to="over")
    b.final("over")
    burst = b.build("fill")
    assert needed(burst).slots == set()
    assert needed(burst, [b.read("pot")]).slots == {"pot", "purse"}
