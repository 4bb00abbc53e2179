"""The reference interpreter on systems whose answers are known."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rulewright.interpreter.reference import Reference
from rulewright.interpreter.state import State, Status
from rulewright.ir.nodes import Reason, System
from tests.systems import ALL, breaks_down, craps, endless, picks, pig, responses, skirmish, stuck, twilight
from tests.systems import with_readings as open_readings


def reached(system: System) -> tuple[Reference, dict[State, int]]:
    """Every reachable state with the length of a shortest play to it."""
    reference = Reference(system)
    depths = {reference.initial(): 0}
    for state in (queue := list(depths)):
        for move in reference.moves(state):
            if move.target not in depths:
                depths[move.target] = depths[state] + 1
                queue.append(move.target)
    return reference, depths


def plays(system: System) -> tuple[Reference, list[State]]:
    reference, depths = reached(system)
    return reference, list(depths)


def test_craps_is_won_with_chance_244_of_495() -> None:
    reference, states = plays(craps())
    chance: dict[State, Fraction] = {}

    def winning(state: State) -> Fraction:
        if state.winners is not None:
            return Fraction(int(state.winners[0]))
        if state not in chance:
            moves = reference.moves(state)
            # A throw that leaves the point open only changes `last_total`: leave it out of the sum.
            moves_on = [
                move
                for move in moves
                if (move.target.place, move.target.slots["point"]) != (state.place, state.slots["point"])
            ]
            total = sum(move.weight or 0 for move in moves_on)
            chance[state] = sum(
                (Fraction(move.weight or 0, total) * winning(move.target) for move in moves_on), Fraction(0)
            )
        return chance[state]

    assert winning(reference.initial()) == Fraction(244, 495)
    assert len(states) == 78


def test_weights_of_two_dice() -> None:
    reference = Reference(craps())
    moves = reference.moves(reference.initial())
    assert [(move.bindings[0][2], move.weight) for move in moves] == [
        (str(total), 6 - abs(total - 7)) for total in range(2, 13)
    ]
    assert all(move.who is None and move.label == "chance" for move in moves)


def test_done_alone_is_no_question() -> None:
    """After a one nothing is left but to stop, so the other player throws at once."""
    reference = Reference(pig())
    one, two, *_ = reference.moves(reference.initial())
    assert reference.status(one.target) is Status.CHANCE
    assert one.target.slots["p"] == (1,)
    assert reference.status(two.target) is Status.CHOICE
    assert [(move.who, move.label) for move in reference.moves(two.target)] == [
        (0, "throw_again"),
        (0, "done"),
    ]


def test_forgotten_frame_slots_are_least() -> None:
    reference, states = plays(pig())
    assert {state.slots["face"] for state in states} == {(1,)}
    assert {state.slots["p"] for state in states if reference.status(state) is Status.FINAL} == {(0,)}


def test_a_deal_has_every_hand_once() -> None:
    reference = Reference(twilight())
    moves = reference.moves(reference.initial())
    assert [move.bindings[0][2] for move in moves] == [
        "altar[sun]",
        "altar[moon]",
        "soul[sun]",
        "soul[moon]",
        "purgatory[sun]",
        "purgatory[moon]",
    ]
    assert {move.weight for move in moves} == {1}


def test_twilight_asks_and_settles() -> None:
    """North asks East, who must put down a sun card; the first Purgatory keeps the last trick neutral."""
    system = twilight(names=("soul", "purgatory"), hands=((0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1)))
    reference = Reference(system)
    state = reference.initial()
    told = []
    while reference.status(state) is Status.CHOICE:
        move = reference.moves(state)[0]
        told.append((move.who, move.label, *(shown for _, _, shown in move.bindings)))
        state = move.target
    assert told == [
        (0, "ask", "East"),
        (1, "give", "purgatory[sun]"),
        (1, "ask", "West"),
        (3, "give", "purgatory[moon]"),
        (2, "play_own", "soul[sun]"),
        (3, "ask", "North"),
        (0, "give", "soul[moon]"),
    ]
    assert state.zones["neutral"] == ((1, 1, 1, 1),)
    assert state.slots["leader"] == (0,)
    assert state.winners == (False,) * 4


def test_cards_are_conserved() -> None:
    _, states = plays(twilight())
    zones = ("deck", "hand", "waiting", "won", "neutral")
    for state in states:
        total = Counter(thing[0] for things in state.zones["trick"] for thing in things)  # type: ignore[index]
        for zone in zones:
            for counts in state.zones[zone]:
                for kind, count in enumerate(counts):
                    total[kind] += count  # type: ignore[operator]
        assert total == Counter(range(6))


def test_equal_creatures_are_one_option_and_two_names() -> None:
    reference = Reference(skirmish())
    attack = reference.moves(reference.initial())
    assert [(move.label, *(shown for _, _, shown in move.bindings)) for move in attack] == [
        ("attack_with", "wolf"),
        ("attack_with", "bear"),
        ("rest",),
    ]
    _, states = plays(skirmish())
    for state in states:
        for line in state.zones["line"]:
            assert list(line) == sorted(line)


def test_a_name_follows_its_creature_through_sorting() -> None:
    """Ada's wolf strikes the first of Ben's line; wounded, it is sorted behind its unhurt equal."""
    reference = Reference(skirmish())
    state = reference.initial()
    for label, shown in (("attack_with", "bear"), ("strike", "bear"), ("decline", None), ("chance", "hit")):
        state = next(
            move.target
            for move in reference.moves(state)
            if move.label == label and (shown is None or move.bindings[0][2] == shown)
        )
    assert state.zones["line"][0] == ((0, 0, 0), (0, 0, 0), (1, 0, 1))
    assert state.zones["line"][1] == ((0, 0, 0), (1, 1, 0))


def test_picks_come_by_size_then_kind_by_kind() -> None:
    reference = Reference(picks())
    first = reference.moves(reference.initial())
    assert [tuple(shown for _, _, shown in move.bindings) for move in first] == [
        ("copper",),
        ("silver",),
        ("copper", "copper"),
        ("copper", "silver"),
        ("copper", "copper", "silver"),
    ]
    after_three = first[-1].target
    # The purse held three coins only when the second copper was laid down.
    assert after_three.zones["table"] == (((0, 0), (0, 1), (1, 0)),)
    assert after_three.zones["taken"] == ((0, 0, 0),)
    things = [tuple(shown for _, _, shown in move.bindings) for move in reference.moves(after_three)]
    assert things == [
        (),
        ("copper",),
        ("copper",),
        ("silver",),
        ("copper", "copper"),
        ("copper", "silver"),
        ("copper", "silver"),
    ]


def test_equal_things_are_picked_once() -> None:
    reference = Reference(picks())
    one_silver = next(m for m in reference.moves(reference.initial()) if len(m.bindings) == 1)
    rows = {move.target.zones["row"] for move in reference.moves(one_silver.target)}
    assert len(rows) == len(reference.moves(one_silver.target))


def test_a_choice_without_options_is_stuck() -> None:
    reference, states = plays(stuck())
    dead = [s for s in states if reference.status(s) is Status.CHOICE and not reference.moves(s)]
    assert [state.slots["left"] for state in dead] == [(0,), (0,)]


def test_an_automatic_run_in_circles_fails() -> None:
    reference = Reference(endless())
    _, go_on = reference.moves(reference.initial())
    assert go_on.target.failure is not None
    assert go_on.target.failure.reason is Reason.ENDLESS
    assert go_on.target.slots["steps"] == (5,)
    assert reference.moves(go_on.target) == ()


def test_broken_demands_name_their_subject() -> None:
    _, states = plays(breaks_down())
    assert {(s.failure.reason, s.failure.subject) for s in states if s.failure} == {
        (Reason.RANGE, "gold"),
        (Reason.MISSING, "pile"),
    }


def test_top_of_a_pile() -> None:
    reference = Reference(breaks_down())
    state = reference.initial()
    for label in ("turn_over", "turn_all"):
        state = next(move.target for move in reference.moves(state) if move.label == label)
    # Blue lay alone, went on top of red, and both came back in this order.
    assert state.zones["pile"] == (((1,), (0,)),)


def test_whoever_has_nothing_to_say_is_not_asked() -> None:
    reference, states = plays(responses())
    asked = {move.who for state in states for move in reference.moves(state)}
    assert asked == {0, 2}
    assert {s.winners for s in states if s.winners} == {
        (False, False, False),
        (True, False, False),
        (False, False, True),
    }


def test_open_readings_are_refused() -> None:
    with pytest.raises(ValueError, match="counting"):
        Reference(open_readings())


@pytest.mark.parametrize("name", ALL)
def test_moves_are_distinct_and_states_hash(name: str) -> None:
    reference, depths = reached(ALL[name]())
    for state in list(depths)[:300]:
        labels = [(m.who, m.address, tuple(m.bindings)) for m in reference.moves(state)]
        if reference.status(state) is Status.CHANCE:
            assert len(labels) == len(set(labels))
        assert hash(state) == hash(State(state.place, state.slots, state.zones, state.winners, state.failure))
