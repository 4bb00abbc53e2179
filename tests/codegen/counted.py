"""One deal of a trick-taking game in which every state is counted, built by hand.

Four seats, two suits; seats 0 and 2 play the first, 1 and 3 the second. Whose turn it is plays a
card of the own suit, or asks somebody who has one to put one down. The highest card takes the
trick; a trick whose highest rank is the greatest of all stays on the table. The numbers of states
and transitions for its deals are known from models written in other languages.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import System
from tests.systems.builder import Builder, equal, fold, less, numbers, plus


@dataclass(frozen=True)
class Deal:
    """Cards by suit, in table order: their ranks, their suits, and who holds each."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    owners: tuple[int, ...]


def deal(souls: int, clerics: int, sanctuaries: int, seed: int = 1) -> Deal:
    """Equal low cards, rising trumps, one highest card, equal lowest cards; dealt round from a shuffled pack."""
    suit = [2] * souls + [3 + i for i in range(clerics)] + [3 + clerics] + [1] * sanctuaries
    n = 2 * len(suit)
    pack = list(range(n))
    random.Random(seed).shuffle(pack)
    owners = [0] * n
    for position, card in enumerate(pack):
        owners[card] = position % 4
    return Deal(tuple(suit * 2), (0,) * len(suit) + (1,) * len(suit), tuple(owners))


TWELVE = deal(2, 2, 1)
SIXTEEN = deal(3, 3, 1)


def counted_game(cards: Deal) -> System:
    """The system: the pack is dealt out in the opening, then tricks until the hands are empty."""
    n = len(cards.ranks)
    top = max(cards.ranks)
    b = Builder("counted", "North", "East", "South", "West")
    b.kinds("Card", {f"card_{i}": 1 for i in range(n)}, suit=cards.suits, rank=cards.ranks)
    b.zone("deck", "Card", initial=((1,) * n,))
    b.zone("hand", "Card", dims=(4,))
    b.zone("table", "Card")
    b.zone("won", "Card", dims=(2,))
    b.table("seat", [(start + i) % 4 for start in range(4) for i in range(5)], dims=(4, 5))
    b.slot("leader", 0, 3, type_=b.players)
    b.slot("best", 0, top)
    b.slot("best by", 0, 3, type_=b.players)
    b.frame("asked", 0, 3, type_=b.players)
    b.frame("turn", 0, 4)
    b.frame("played", 0, n - 1, type_=b.kind_sets["Card"].type)
    seat = ir.Local("seat of", 0, 3)
    b.rule("suit", (seat,), ir.Ite(equal(seat, 0), ir.Const(0), ir.Ite(equal(seat, 2), ir.Const(0), ir.Const(1))),
           0, 1, numbers(0, 1))
    turn = b.read("turn")
    p = b.look("seat", b.read("leader"), turn)
    card = ir.Local("card", 0, n - 1)
    own = ir.Local("card of asked", 0, n - 1)
    other = ir.Local("other", 0, 3)
    held = ir.Local("held", 0, n - 1)
    some = fold(
        ir.Aggregate.SOME, held, ir.Kinds(b.at("hand", other)),
        equal(b.look("Card.suit", held), b.apply("suit", p)),
    )

    b.auto("deal", *(b.move(i, b.at("deck"), b.at("hand", cards.owners[i])) for i in range(n)), to="tricks")
    in_hand = fold(ir.Aggregate.SOME, other, ir.Range(ir.Const(0), ir.Const(3)), less(0, b.size(b.at("hand", other))))
    b.branch("tricks", in_hand, "trick", "end", loop=0)
    b.auto("trick", b.store("turn", 0), to="turns")
    b.branch("turns", less(turn, 4), "play", "settle", loop=1)
    b.choice(
        "play", p,
        b.option(
            "own",
            b.binder("card", "played", ir.Kinds(b.at("hand", p)), b.kind_sets["Card"].type, local=card,
                     where=equal(b.look("Card.suit", card), b.apply("suit", p))),
            to="own",
        ),
        b.option(
            "ask", b.binder("other", "asked", ir.Seats(plus(p, 1), 3), b.players, where=some, local=other), to="give"
        ),
    )
    b.auto("own", ir.Demand(less(0, b.count(b.at("hand", p), b.read("played"))), ir.Reason.MISSING, "played"),
           b.move(b.read("played"), b.at("hand", p), b.at("table")), to="put")
    b.choice(
        "give", b.read("asked"),
        b.option(
            "give",
            b.binder("card", "played", ir.Kinds(b.at("hand", b.read("asked"))), b.kind_sets["Card"].type, local=own,
                     where=equal(b.look("Card.suit", own), b.apply("suit", p))),
            to="given",
        ),
    )
    there = less(0, b.count(b.at("hand", b.read("asked")), b.read("played")))
    b.auto("given", ir.Demand(there, ir.Reason.MISSING, "played"),
           b.move(b.read("played"), b.at("hand", b.read("asked")), b.at("table")), to="put")
    rank = b.look("Card.rank", b.read("played"))
    b.branch("put", less(b.read("best"), rank), "higher", "next turn")
    b.auto("higher", b.store("best", rank), b.store("best by", p), to="next turn")
    b.auto("next turn", b.store("turn", plus(turn, 1)), to="turns")
    b.branch("settle", less(b.read("best"), top), "taken", "next trick")
    b.auto("taken", b.move_all(b.at("table"), b.at("won", b.apply("suit", b.read("best by")))), to="next trick")
    b.auto("next trick", b.store("leader", b.read("best by")), b.store("best", 0), b.store("best by", 0), to="tricks")
    b.final("end")
    return b.build("deal")

