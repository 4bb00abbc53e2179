"""Players that decide by themselves, and luck."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

from rulewright.interpreter.players import (
    ByExpression,
    ByRollouts,
    Greedy,
    RandomPlayer,
    next_move,
    play_luck,
    play_out,
)
from rulewright.interpreter.reference import Reference
from rulewright.ir.nodes import Read
from tests.systems import craps, pig, stuck, twilight


def test_luck_is_as_likely_as_it_is() -> None:
    reference = Reference(craps())
    rng = Random(1)
    totals = Counter(play_luck(reference, reference.initial(), rng).bindings[0][1] for _ in range(3600))
    assert 520 < totals[7] < 680
    assert 60 < totals[2] < 140


def test_a_large_deal_is_drawn() -> None:
    names = tuple("abcdefghijklmn")
    reference = Reference(twilight(names, hand_size=7))
    state = reference.initial()
    for _ in range(4):
        state = reference.run(state, play_luck(reference, state, Random(2)))
    hands = [cast(tuple[int, ...], hand) for hand in state.zones["hand"]]
    assert [sum(hand) for hand in hands] == [7] * 4
    assert [sum(held) for held in zip(*hands, strict=True)] == [1] * 28


def test_random_players_end_a_game() -> None:
    reference = Reference(pig())
    end = play_out(reference, reference.initial(), {}, Random(4), max_moves=1000)
    assert end.winners in ((True, False), (False, True))


def test_a_greedy_player_takes_what_scores() -> None:
    reference = Reference(stuck())
    left = Read("left", (), 0, 3)
    keeps = Greedy(ByExpression({0: left, 1: left}))
    way = keeps.choose(reference, reference.initial(), Random(0))
    assert way.args == ("1",)


def test_rollouts_find_the_winning_stop() -> None:
    """With enough points in the pot stopping wins; throwing again is not even allowed then."""
    reference = Reference(pig(goal=4))
    state = reference.moves(reference.initial())[2].target  # Anna threw a three
    greedy = Greedy(ByRollouts(n_plays=40, max_moves=40))
    choices = Counter(greedy.choose(reference, state, Random(seed)).label for seed in range(5))
    assert choices["throw_again"] >= 4  # five throws in six win at once


def test_whoever_is_stuck_has_no_move() -> None:
    reference = Reference(stuck())
    state = play_out(reference, reference.initial(), {0: RandomPlayer()}, Random(1), max_moves=9)
    assert next_move(reference, state, {}, Random(1)) is None
