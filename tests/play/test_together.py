"""In an `at once` nobody is shown what the others do, before all have done it."""

from __future__ import annotations

from rulewright.interpreter.players import RandomPlayer
from rulewright.play import Session
from tests.play.from_text import system_of_text

BIDS = """\
rulebook bids
  players 3 as Ada, Ben, Cleo
state
  bid[Player]: 0..5 = 0
  lucky[Player]: 0..6 = 0
  plays[Player]: yes or no = yes
procedure game
  repeat
    for each p in Player where plays[p] at once
      roll d6 as die
      lucky[p] becomes die
      p chooses offer: n in 1..4
        told en "{p} offers {n}"
        bid[p] becomes n
      p chooses raise: m in 0..1
        bid[p] becomes bid[p] + m
    for each p in Player where bid[p] = 1
      plays[p] becomes no
    if no p in Player has plays[p]
      end game
"""

CARDS = """\
rulebook gifts
  players 2 as Ada, Ben
enum Side: left, right
cards Card
  | name | copies |
  | gold | 2      |
  | lead | 2      |
state
  box: bag of Card, starts full
  hand[Side]: bag of Card
  gifts: bag of Card
  of[Side]: Player = Ada
procedure game
  of[right] becomes Ben
  for each side in Side
    draw 2 cards from box to hand[side]
  for each side in Side at once
    of[side] chooses give: card in hand[side]
      move card from hand[side] to gifts
    of[side] chooses look: n in 1..2
  Ada chooses stop: n in 1..2
  end game
"""


def session_of(text: str, seed: int = 0) -> Session:
    return Session(system_of_text(text), seed=seed)


def values(session: Session, player: int) -> dict[str, str]:
    return dict(session.view(player).values)


def contents(session: Session, player: int) -> dict[str, str | None]:
    return {zone.name: zone.contents for zone in session.view(player).zones}


def test_what_others_decided_is_not_seen_and_ones_own_is() -> None:
    session = session_of(BIDS)
    own = values(session, 0)
    assert own["lucky[Ada]"] != "0"
    session.choose(3)
    session.choose(1)
    assert (session.asked, session.state.slots["bid"][0]) == (1, 5)
    assert values(session, 1) == {**values(session, 1), "bid[Ada]": "0", "lucky[Ada]": "0"}
    assert values(session, 1)["lucky[Ben]"] == str(session.state.slots["lucky"][1])
    assert values(session, 0)["bid[Ada]"] == "5"
    assert values(session, 2)["lucky[Ben]"] == "0"
    session.choose(1)
    assert session.asked == 1
    assert values(session, 1)["bid[Ben]"] == "2"
    assert session.told_to_all < session.told_to_asked  # type: ignore[operator]


def test_when_all_have_decided_everything_is_seen_and_told() -> None:
    session = session_of(BIDS)
    for number in (3, 0, 0, 0):  # Ben offers 1, and no more: he is out
        session.choose(number)
    before = session.told_to_all
    session.choose(2)
    assert session.told_to_all == before
    session.choose(0)
    assert session.asked == 0
    assert session.told_to_all > before
    steps = session.trace.steps[before[0] : session.told_to_all[0] + 1]
    told = [line.words["en"] for step in steps for line in step.lines]
    assert [words for words in told if "offers" in words] == ["Ada offers 4", "Ben offers 1", "Cleo offers 3"]
    seen = values(session, 0)
    assert [seen[f"bid[{name}]"] for name in ("Ada", "Ben", "Cleo")] == ["4", "1", "3"]
    assert seen["plays[Ben]"] == "no"


def test_another_time_round_begins_with_what_is_known_by_then() -> None:
    """The same person is the last of one time and the first of the next: the times are still two."""
    session = session_of(BIDS)
    for number in (0, 0, 0, 0, 2, 1):  # only Cleo stays
        session.choose(number)
    assert session.asked == 2
    seen = values(session, 2)
    assert (seen["bid[Ada]"], seen["plays[Ada]"], seen["bid[Cleo]"]) == ("1", "no", "4")


def test_the_same_for_things_and_a_common_place() -> None:
    """Rounds of sides, whose owners decide; both give into one box, and see there their own gift alone."""
    session = session_of(CARDS, seed=3)
    assert session.asked == 0
    assert contents(session, 1)["gifts"] == "nothing"
    session.choose(0)
    mine = contents(session, 0)
    assert mine["gifts"] in ("gold", "lead")
    session.choose(0)
    assert session.asked == 1
    assert contents(session, 1)["gifts"] == "nothing"
    assert contents(session, 1)["hand[left]"] not in ("gold", "lead")
    assert contents(session, 0) == mine
    session.choose(len(session.options()) - 1)
    theirs = contents(session, 1)["gifts"]
    assert theirs in ("gold", "lead")
    session.choose(0)
    assert session.told_to_asked is None
    both = sorted(str(contents(session, 1)["gifts"]).replace("2 ", "").split(", "))
    assert set(both) == {mine["gifts"], theirs}


def test_undo_forgets_what_was_known() -> None:
    session = session_of(BIDS)
    session.choose(3)
    first = session.told_to_all
    assert session.undo()
    assert session.told_to_all == first
    assert values(session, 0)["bid[Ada]"] == "0"


def test_seats_that_play_by_themselves_are_not_given_away_either() -> None:
    session = Session(system_of_text(BIDS), {0: RandomPlayer(), 1: RandomPlayer()}, seed=4)
    assert session.asked == 2
    assert [values(session, 2)[f"bid[{name}]"] for name in ("Ada", "Ben")] == ["0", "0"]
    assert all(session.state.slots["bid"][:2])
