"""Sessions: who is asked, what is offered, undo, keeping a play; and what each player may see."""

from __future__ import annotations

import pytest

from rulewright.interpreter.decisions import written
from rulewright.interpreter.players import RandomPlayer
from rulewright.interpreter.refusals import Obstacle
from rulewright.interpreter.replay import replay
from rulewright.play import SeenZone, Session
from tests.systems import breaks_down, picks, pig, responses, stuck, twilight

HANDS = ((0, 1, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0), (1, 0, 0, 1))
NAMES = ("soul", "purgatory")


def test_luck_runs_until_a_person_is_asked() -> None:
    session = Session(pig(), seed=3)
    assert session.asked in (0, 1)
    assert [offer.decision.label for offer in session.options()] == ["throw_again", "done"]
    assert session.options()[1].words == {"": f"{('Anna', 'Ben')[session.asked]}: done"}


def test_policies_play_their_seats() -> None:
    session = Session(pig(), {1: RandomPlayer()}, seed=5)
    while not session.is_over:
        assert session.asked == 0
        session.choose(len(session.options()) - 1)
    assert session.state.winners is not None
    assert session.asked is None
    assert session.options() == ()


def test_a_seed_gives_the_same_game() -> None:
    games = [Session(pig(), {0: RandomPlayer(), 1: RandomPlayer()}, seed=7) for _ in range(2)]
    assert games[0].trace == games[1].trace
    assert games[0].is_over


def test_undo_goes_back_to_the_question_and_keeps_the_dice() -> None:
    session = Session(pig(), seed=3)
    before = session.state
    session.choose(0)
    first = session.trace
    assert session.undo()
    assert session.state == before
    session.choose(0)
    assert session.trace == first
    assert session.undo()
    assert not session.undo()


def test_one_option_is_told_but_not_asked() -> None:
    session = Session(twilight(NAMES, hands=((0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1))))
    assert session.asked == 0
    steps = session.choose(0)
    assert [written(step.decision) for step in steps if step.decision] == [
        "North: ask(East)",
        "East: give(purgatory[sun])",
    ]
    assert session.asked == 1


def test_a_wrong_number_is_refused() -> None:
    with pytest.raises(ValueError, match="no option 9"):
        Session(pig()).choose(9)


def test_stuck_is_told() -> None:
    session = Session(stuck())
    while not session.is_stuck:
        session.choose(0)
    assert session.asked is None
    assert not session.is_over
    assert [refusal.obstacle for refusal in session.refusals(0)] == [Obstacle.CONDITION] * 2


def test_a_play_that_breaks_down_is_over() -> None:
    session = Session(breaks_down())
    for _ in range(3):
        session.choose(0)
    assert session.is_over
    assert session.state.failure is not None


def test_a_play_can_be_kept_and_replayed() -> None:
    session = Session(pig(), {0: RandomPlayer(), 1: RandomPlayer()}, seed=2)
    text = session.save_as_example("a_game", "As it went")
    assert text.startswith('example a_game "As it went"\n  do game\n    chance: ')
    assert f"    score[Anna] = {session.state.slots['score'][0]}\n" in text
    again = replay(session.reference, session.trace.decisions, to_the_end=True)
    assert again.succeeded
    assert again.trace.last == session.state


def test_why_not_in_a_session() -> None:
    session = Session(picks())
    assert session.why_not("lay_down", ("copper",)) is None
    refusal = session.why_not("lay_down", ("gold",))
    assert refusal is not None


def test_whoever_has_nothing_to_say_is_not_offered_anything() -> None:
    session = Session(responses())
    asked = []
    while session.asked is not None:
        asked.append(session.asked)
        session.choose(len(session.options()) - 1)
    assert asked == [0, 2]


# ------------------------------------------------------------------ views


def shown_to(player: int, session: Session | None = None) -> dict[str, str]:
    session = session or Session(twilight(NAMES, hand_size=2, hands=HANDS))
    return {zone.name: _text(zone) for zone in session.view(player).zones}


def _text(zone: SeenZone) -> str:
    """What is in it, or how much, with what the others see."""
    known = ", ".join(f"{n} {value}" for _, value, n in zone.known)
    return zone.contents or f"{zone.size} hidden" + (f" ({known})" if known else "")


def test_a_player_sees_his_own_hand_and_the_backs_of_the_others() -> None:
    assert shown_to(0)["hand[North]"] == "soul[moon], purgatory[sun]"
    assert shown_to(0)["hand[East]"] == "2 hidden (1 sun, 1 moon)"
    assert shown_to(1)["hand[East]"] == "purgatory[sun], purgatory[moon]"
    assert shown_to(1)["won[0]"] == "0 hidden"


def test_what_is_played_leaves_a_hidden_hand_as_a_back() -> None:
    session = Session(twilight(NAMES, hand_size=2, hands=HANDS))
    before = shown_to(3, session)
    session.choose(0)
    after = shown_to(3, session)
    assert (before["hand[North]"], after["hand[North]"]) == ("2 hidden (1 sun, 1 moon)", "1 hidden (1 moon)")
    assert (before["trick"], after["trick"]) == ("nothing", "purgatory[sun] (by: North)")
