"""Claims about the built Twilight, and systems with one thing changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir import properties as pr
from rulewright.ir.nodes import Aggregate, Choice, Const, Expr, Final, Gate, GateKind, Local, Node, Option, System
from rulewright.ir.walk import Piece, with_children
from tests.systems import twilight
from tests.systems.builder import NOWHERE, at_most, both, equal, fold, lift, plus

TWILIGHT_14 = (
    "altar", "temple", "obelisk", "soul_3", "soul_4", "soul_5", "soul_6", "soul_7",
    "novice", "adept", "priest", "high_priest", "hierarch", "purgatory",
)
SMALL = ("altar", "soul", "novice", "purgatory")


def small_twilight() -> System:
    """Eight cards, two tricks; any deal."""
    return twilight(SMALL, hand_size=2)


def whole_twilight() -> System:
    """Twenty-eight cards, seven tricks; any deal."""
    return twilight(TWILIGHT_14, hand_size=7)


# ------------------------------------------------------------------ claims


def never_stuck() -> pr.NeverStuck:
    return pr.NeverStuck("game", (0,), NOWHERE)


def conserved() -> pr.Conserved:
    return pr.Conserved("Card", NOWHERE)


def two_of_each_cult(system: System, wanted: int = 2) -> pr.At:
    """When a trick is settled, so many cards of each cult lie in it."""
    place, trick = Local("place!", 0, 3), ir.ZoneRef("trick")
    n_kinds = len(system.kinds["Card"].copies)

    def count(cult: int) -> Expr:
        kind = ir.PlaceKind(trick, place, n_kinds - 1)
        is_of_cult = equal(ir.Lookup("Card.cult", (kind,), 0, 1), cult)
        return fold(Aggregate.SUM, place, ir.Places(trick), 1, is_of_cult)

    cond = both(equal(count(0), wanted), equal(count(1), wanted))
    return pr.At("play_trick.settle", False, _at(_settling(system), cond), (), NOWHERE)


def at_the_end(system: System, cond: Expr) -> pr.At:
    ends = [node.id for node in system.nodes if isinstance(node, Final)]
    return pr.At("game", True, _at(ends, cond), (), NOWHERE)


def always(cond: Expr) -> pr.Always:
    return pr.Always(cond, None, False, NOWHERE)


def size(zone: str, *index: int) -> Expr:
    return ir.Size(ir.ZoneRef(zone, tuple(map(lift, index))), 28)


def waiting_at_most(n: int) -> pr.Always:
    return always(at_most(size("waiting"), n))


def nothing_left_on_the_table(system: System) -> pr.At:
    return at_the_end(system, both(equal(size("waiting"), 0), equal(size("trick"), 0)))


def all_cards_counted(system: System) -> pr.At:
    n_kinds = len(system.kinds["Card"].copies)
    found = plus(plus(size("won", 0), size("won", 1)), size("neutral"))
    return at_the_end(system, equal(found, n_kinds))


def at_most_two_purgatories_wait(system: System) -> pr.Always:
    card = Local("card!", 0, len(system.kinds["Card"].copies) - 1)
    height = ir.Lookup("Card.height", (card,), 0, 13)
    highest = max(system.tables["Card.height"].values)
    return always(
        at_most(fold(Aggregate.SUM, card, ir.Kinds(ir.ZoneRef("waiting")), 1, equal(height, highest)), 2)
    )


def game_ends(*measure: Expr) -> pr.Ends:
    texts = tuple(f"measure {i}" for i in range(len(measure)))
    return pr.Ends("game", (0,), ((0, measure),) if measure else (), texts, NOWHERE)


# ------------------------------------------------------------------ changed systems


def any_card_may_be_played(system: System) -> System:
    """The cult of the card no longer matters."""
    def free(option: Option) -> Option:
        if option.label != "play_own":
            return option
        binders = tuple(replace(binder, where=Const(1)) for binder in option.binders)
        return replace(option, binders=binders)

    return _with_options(system, free)


def anybody_may_be_asked(system: System) -> System:
    """Whether the asked player has such a card no longer matters."""
    def free(option: Option) -> Option:
        if option.label != "ask":
            return option
        return replace(option, binders=tuple(replace(binder, where=Const(1)) for binder in option.binders))

    return _with_options(system, free)


def one_trick_too_many(system: System) -> System:
    """There are more tricks than cards in a hand."""
    slot = system.slots["tricks_left"]
    more = replace(slot, hi=slot.hi + 1, initial=(slot.initial[0] + 1,))
    return replace(system, slots={**system.slots, "tricks_left": more})


def the_pile_is_forgotten(system: System) -> System:
    """A decided trick leaves what was waiting where it is."""
    def without(node: Node) -> Node:
        if not isinstance(node, ir.Auto):
            return node
        kept = tuple(
            stmt for stmt in node.stmts
            if not (isinstance(stmt, ir.TransferAll) and stmt.source.zone == "waiting")
        )
        return replace(node, stmts=kept)

    return replace(system, nodes=tuple(without(node) for node in system.nodes))


def cards_are_played_twice(system: System) -> System:
    """Each card that is played is taken from the hand twice, if it is there."""
    def doubled(node: Node) -> Node:
        if not isinstance(node, ir.Auto):
            return node
        stmts: list[ir.Stmt] = []
        for stmt in node.stmts:
            stmts.append(stmt)
            if isinstance(stmt, ir.Transfer):
                there = at_most(1, ir.Count(stmt.source, stmt.kind, 1))
                stmts.extend((ir.Demand(there, ir.Reason.MISSING, "hand"), stmt))
        return replace(node, stmts=tuple(stmts))

    return replace(system, nodes=tuple(doubled(node) for node in system.nodes))


def tricks_do_not_run_out(system: System) -> System:
    """The counter of tricks stays as it is."""
    def kept(piece: Piece) -> Piece:
        if isinstance(piece, ir.Store) and piece.slot == "tricks_left":
            return replace(piece, value=ir.Read("tricks_left", (), 0, system.slots["tricks_left"].hi))
        return with_children(piece, kept)

    return replace(system, nodes=tuple(kept(node) for node in system.nodes))  # type: ignore[misc]


def _with_options(system: System, change: Callable[[Option], Option]) -> System:
    def changed(node: Node) -> Node:
        if not isinstance(node, Choice):
            return node
        return replace(node, options=tuple(change(option) for option in node.options))

    return replace(system, nodes=tuple(changed(node) for node in system.nodes))


def _settling(system: System) -> list[int]:
    return [
        node.id for node in system.nodes
        if isinstance(node, Gate) and node.kind is GateKind.ENTER
        and system.regions[node.region].address == "play_trick.settle"
    ]


def _at(nodes: list[int], cond: Expr) -> tuple[pr.AtPlace, ...]:
    return tuple(pr.AtPlace(node, cond) for node in nodes)
