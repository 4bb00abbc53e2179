"""A deal of Twilight: bags, a list with marks, a deal, and players who ask others."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.ir.nodes import Aggregate, Form, Local, RegionKind, Sight, System
from tests.systems.builder import (
    Builder,
    both,
    either,
    enum,
    equal,
    fold,
    less,
    minus,
    negated,
    numbers,
    plus,
)


def twilight(
    names: Sequence[str] = ("altar", "soul", "purgatory"),
    hand_size: int = 1,
    hands: Sequence[Sequence[int]] | None = None,
) -> System:
    """One deal of Twilight with these cards of each cult, in this order of height.

    Kind 2 i is card i of the sun, 2 i + 1 that of the moon. Hands given: nothing is dealt. With
    more cards than fill the hands some deals are lopsided, and somebody cannot play.
    """
    b = Builder("twilight", "North", "East", "South", "West")
    kinds = [f"{name}[{side}]" for name in names for side in ("sun", "moon")]
    b.kinds(
        "Card",
        dict.fromkeys(kinds, 1),
        types={"cult": enum("Cult", "sun", "moon")},
        cult=[k % 2 for k in range(len(kinds))],
        height=[k // 2 for k in range(len(kinds))],
    )
    b.table("seat", [(p + i) % 4 for p in range(4) for i in range(5)], dims=(4, 5))
    card_type = b.kind_sets["Card"].type
    b.slot("tricks_left", 0, hand_size, start=hand_size)
    b.slot("leader", 0, 3, type_=b.players)
    full = (1,) * len(kinds)
    b.zone("deck", "Card", sight=Sight.NOBODY, initial=None if hands else (full,))
    b.zone("hand", "Card", dims=(4,), sight=Sight.OWNER, others_see=("cult",), initial=hands)
    mark = ir.Mark("by", (), 0, 3, (0,), b.players)
    b.zone("trick", "Card", form=Form.LIST, capacity=4, marks=(mark,))
    b.zone("waiting", "Card")
    b.zone("won", "Card", dims=(2,), sight=Sight.NOBODY)
    b.zone("neutral", "Card")
    for name, hi, type_ in (
        ("dealt", 4, numbers(0, 4)),
        ("turn", 4, numbers(0, 4)),
        ("card", len(kinds) - 1, card_type),
        ("other", 3, b.players),
        ("best", 3, numbers(0, 3)),
    ):
        b.frame(name, 0, hi, type_=type_)
    deck, trick, waiting, neutral = b.at("deck"), b.at("trick"), b.at("waiting"), b.at("neutral")
    turn, other, leader = b.read("turn"), b.read("other"), b.read("leader")
    seat = b.look("seat", leader, turn)

    def is_of_my_cult(card: ir.Expr) -> ir.Expr:
        return equal(b.look("Card.cult", card), _side_of(b, seat))

    b.auto("start", b.store("dealt", 0), to="dealing")
    b.branch("dealing", less(b.read("dealt"), 4), "deal", "trick_begins", loop=0)
    b.deal("deal", deck, b.at("hand", b.read("dealt")), hand_size, to="dealt")
    b.auto("dealt", b.store("dealt", plus(b.read("dealt"), 1)), to="dealing")
    b.auto("trick_begins", b.store("turn", 0), to="playing")
    play_trick = b.region = b.add_region("play_trick", RegionKind.PROCEDURE, 0)
    b.branch("playing", less(turn, 4), "play", "settle", loop=1)
    play_step = b.region = b.add_region("play_trick.play", parent=play_trick, cites=("TW-030",))
    asked, card, given = (
        Local("asked", 0, 3),
        Local("held", 0, len(kinds) - 1),
        Local("given", 0, len(kinds) - 1),
    )
    can_give = fold(Aggregate.SOME, card, ir.Kinds(b.at("hand", asked)), is_of_my_cult(card))
    own = Local("own", 0, len(kinds) - 1)
    b.choice(
        "play",
        seat,
        b.option(
            "play_own",
            b.binder(
                "card",
                "card",
                ir.Kinds(b.at("hand", seat)),
                card_type,
                is_of_my_cult(own),
                local=own,
            ),
            to="play_own",
        ),
        b.option(
            "ask",
            b.binder("other", "other", ir.Seats(plus(seat, 1), 3), b.players, can_give, local=asked),
            to="give",
        ),
    )
    b.region = b.add_region("play_trick.play.play_own", RegionKind.OPTION, play_step)
    b.auto(
        "play_own",
        b.tell(
            en=(ir.Shown(seat, b.players), " plays ", ir.Shown(b.read("card"), card_type)),
            de=(ir.Shown(seat, b.players), " spielt ", ir.Shown(b.read("card"), card_type)),
        ),
        b.move(b.read("card"), b.at("hand", seat), trick, by=seat),
        to="next",
    )
    ask = b.region = b.add_region("play_trick.play.ask", RegionKind.OPTION, play_step, cites=("TW-031",))
    b.choice(
        "give",
        other,
        b.option(
            "give",
            b.binder(
                "card",
                "card",
                ir.Kinds(b.at("hand", other)),
                card_type,
                is_of_my_cult(given),
                local=given,
            ),
            to="give_it",
        ),
    )
    b.region = b.add_region("play_trick.play.ask.give", RegionKind.OPTION, ask)
    b.auto("give_it", b.move(b.read("card"), b.at("hand", other), trick, by=seat), to="next")
    b.region = play_trick
    b.auto("next", b.store("turn", plus(turn, 1)), to="playing")
    b.region = b.add_region("play_trick.settle", parent=play_trick, cites=("TW-018",))
    b.gate("settle", ir.GateKind.ENTER, to="compare")
    play, rival = Local("a_play", 0, 3), Local("rival", 0, 3)

    def height(place: ir.Expr) -> ir.Expr:
        return b.look("Card.height", b.kind_at(trick, place))

    unbeaten = negated(
        fold(
            Aggregate.SOME,
            rival,
            ir.Places(trick),
            either(less(height(play), height(rival)), both(equal(height(play), height(rival)), less(rival, play))),
        )
    )
    best_by = b.mark_at(trick, b.read("best"), "by")
    winner_pile = b.at("won", _side_of(b, best_by))
    b.auto(
        "compare",
        b.store("best", ir.First(play, ir.Places(trick), unbeaten)),
        b.store("leader", best_by),
        *b.put("tricks_left", minus(b.read("tricks_left"), 1)),
        to="decided",
    )
    b.branch("decided", less(height(b.read("best")), len(names) - 1), "take", "undecided")
    b.auto(
        "take",
        b.move_all(waiting, winner_pile),
        b.move_all(trick, b.at("won", _side_of(b, leader))),
        to="leave",
    )
    b.branch("undecided", less(0, b.read("tricks_left")), "wait", "nobody")
    b.auto("wait", b.move_all(trick, waiting), to="leave")
    b.auto("nobody", b.move_all(waiting, neutral), b.move_all(trick, neutral), to="leave")
    b.gate("leave", ir.GateKind.LEAVE, to="more")
    b.region = 0
    b.branch("more", less(0, b.read("tricks_left")), "trick_begins", "over", loop=2)
    sides = [b.size(b.at("won", side)) for side in range(2)]
    b.final("over", *(less(sides[1 - p % 2], sides[p % 2]) for p in range(4)))
    return b.build("trick_begins" if hands else "start")


def _side_of(b: Builder, player: ir.Expr) -> ir.Expr:
    """Partners sit opposite each other."""
    return ir.Ite(either(equal(player, 0), equal(player, 2)), ir.Const(0), ir.Const(1))
