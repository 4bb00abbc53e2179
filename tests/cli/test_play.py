"""`play`: a whole game by numbers, what is shown to whom, and what the letters answer."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calling import Call, Called

Play = Callable[..., Called]

PENNIES = """\
rulebook pennies
  players 2 as Ann, Bob
state
  coin[Player]: 1..3 = 1
procedure game
  for each p in Player at once
    p chooses show: n in 1..3
      coin[p] becomes n
  if coin[Ann] = coin[Bob]
    end game won by Bob
  otherwise
    end game won by Ann
"""


@pytest.fixture
def play(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays a rulebook, given as text, and answers with the lines of `answers`."""

    def played(text: str, *arguments: str, answers: str = "") -> Called:
        path = tmp_path / "small.rules"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in answers.split())))
        return call("play", path, *arguments)

    return played


# ------------------------------------------------------------------ at once


def test_what_somebody_decides_at_once_is_told_when_all_have(play: Play) -> None:
    called = play(PENNIES, answers="2 3")
    before, asked, after = called.out.partition("Bob, your turn, unseen by the others.")
    assert asked
    assert "coin[Ann] 1   coin[Bob] 1" in before.splitlines()[-1]
    assert "show (2)" not in before.partition("q quit")[2]
    assert after.index("Ann: show (2)") < after.index("Bob: show (3)") < after.index("Ann won")


def test_a_seat_that_plays_by_itself_does_not_show_its_hand(play: Play) -> None:
    called = play(PENNIES, "--seat", "Bob", "--seed", "1", answers="q")
    assert "Bob, your turn" in called.out
    assert "Ann:" not in called.out
    assert "coin[Ann] 1 " in called.out


# ------------------------------------------------------------------ told to one player

SHOWING = """\
rulebook showing
  players 3 as Ann, Bob, Cid
cards Clue
  | name | copies | de     |
  | rope | 2      | "Seil" |
state
  box: bag of Clue, starts full
  hand[Player]: bag of Clue, seen by owner
  asks: yes or no = yes
procedure game
  draw 1 cards from box to hand[Bob]
  draw 1 cards from box to hand[Cid]
  suggest(Ann, Bob)
  suggest(Cid, Bob)
  Ann chooses stop: n in 1..2
procedure suggest(p, q: Player)
  p chooses ask: n in 1..2
  q chooses one of
    show: clue in hand[q]
      told to p en "{q} shows you {clue}"
      told to p de "{q} zeigt dir {clue}"
    refuse
"""


def test_a_sentence_for_one_player_is_told_when_that_one_is_asked(play: Play) -> None:
    called = play(SHOWING, answers="1 1 1 1 1")
    to_cid, to_bob, to_ann = (
        called.out.rpartition(f"\n{name}, your turn.")[0].rpartition("q quit")[2] for name in ("Cid", "Bob", "Ann")
    )
    assert "Bob: show\n" in to_cid and "rope" not in to_cid.partition("hand[")[0]
    assert "rope" not in to_bob.partition("hand[")[0]
    assert to_ann.count("only Ann is told: Bob shows you rope") == 1
    assert "Cid is told" not in called.out


def test_whoever_plays_alone_hears_what_is_for_them_and_no_more(play: Play) -> None:
    called = play(SHOWING, "--seat", "Ann", "--language", "de", "--seed", "2", answers="1 1")
    assert called.out.count("nur für Ann: Bob zeigt dir Seil") == 1
    assert "Cid: ask" in called.out
    assert "nur für Cid" not in called.out


def test_what_was_taken_back_is_told_again(play: Play) -> None:
    called = play(SHOWING, "--seat", "Ann", "--seed", "2", answers="1 u 1 1")
    assert called.out.count("only Ann is told: Bob shows you rope") == 2


# ------------------------------------------------------------------ in the reader's language

HALL = """\
rulebook hall
  title en "The Hall"
  title de "Die Halle"
  players 2 as Ann, Bob
enum Colour
  | name | en     | de    |
  | red  | "red"  | "Rot" |
  | blue | "blue" | "Blau" |
cards Card
  | name  | colour    | rank | copies | en      | de        |
  | guard | none      | 1    | 1      | "Guard" | "Wache"   |
  | flag  | red, blue | 2    | 1      | "Flag"  | "Fahne"   |
words
  | name      | en          | de             |
  | on_table  | "the table" | "Tisch"        |
  | play_card | "lay down"  | "ausspielen"   |
state
  hand[Player]: bag of Card
  stock: bag of Card, starts full
  on_table: bag of Card
  done_with: yes or no = no
procedure game
  text en "Lay down a card."
  text de "Lege eine Karte ab."
  move all from stock to hand[Ann]
  turn
  turn
  done_with becomes yes
  end game won by Ann
procedure turn
  Ann chooses play_card: card in hand[Ann] where may_play(card)
    move card from hand[Ann] to on_table
    look up card in effects(Ann)
rule may_play(card: Card) -> yes or no
  text en "Any card."
  default any
    yes
  exception red_last over any
    text en "The red flag is laid down last."
    text de "Die rote Fahne kommt zuletzt."
    no when card.colour = red
  exception one_table over any
    no when count(other in on_table) = 2
table effects(p: Player)
  | card      | text              | effect |
  | guard     | "Salute."         | rest(p) |
  | flag[red] | "Wave it."        | rest(p) |
  | flag[blue] | "Hide it."       | rest(p) |
procedure rest(p: Player)
  nothing
"""


def test_names_and_questions_are_in_the_language_that_was_asked_for(play: Play) -> None:
    out = play(HALL, "--language", "de", answers="1 q").out
    first, second = out.split("Ann ist am Zug.")
    assert first.startswith("Die Halle: Ann, Bob\nLege eine Karte ab.\n")
    assert "hand[Ann]           Wache, Fahne (Rot), Fahne (Blau)" in first
    assert "done with nein" in first
    assert "   1  ausspielen (Wache)\n   2  ausspielen (Fahne (Blau))\n" in second
    assert "Tisch               Wache, Fahne (Blau)" in second
    assert "guard" not in out and "Guard" not in out
    assert "number, u undo" not in out


def test_why_not_is_answered_with_the_rule_in_its_own_words(play: Play) -> None:
    english = play(HALL, answers="w q").out
    assert "not lay down (Flag (red)): The red flag is laid down last. [may_play.red_last]" in " ".join(english.split())
    german = play(HALL, "--language", "de", answers="w q").out
    assert "nicht ausspielen (Fahne (Rot)): Die rote Fahne kommt zuletzt." in " ".join(german.split())


def test_the_rules_here_are_also_those_of_the_cards(play: Play) -> None:
    out = play(HALL, answers="r q").out
    shown = [line.strip() for line in out.partition("q quit  > ")[2].splitlines()]
    assert ["Guard", "Salute."] in [shown[i : i + 2] for i in range(len(shown))]
    assert ["Flag (blue)", "Hide it."] in [shown[i : i + 2] for i in range(len(shown))]
    assert "Wave it." not in shown  # it cannot be played here


def test_the_table_is_laid_out_once_more_at_the_end(play: Play) -> None:
    called = play(HALL, answers="2 1")
    assert called.code == 0
    end = called.out.partition("The table at the end:")[2]
    assert "done with yes" in end
    assert "the table           Guard, Flag (blue)" in end
    assert end.rstrip().endswith("The game is over. Ann won.")


def test_whoever_is_stuck_is_told_why(play: Play) -> None:
    text = """\
rulebook fare
  players 2 as Ann, Bob
state
  coins: 0..9 = 0
rule can_pay(price: 0..9) -> yes or no
  text en "Who has no coin walks."
  default with_coins
    coins >= price
procedure game
  Ann chooses ride: price in 2..3 where can_pay(price)
    coins becomes 0
"""
    called = play(text)
    assert called.code == 1
    stuck = called.out.partition("The play is stuck.")[2]
    assert "not ride (2): Who has no coin walks. [can_pay.with_coins]" in stuck
    assert "not ride (3)" in stuck


HANDS = """\
rulebook hands
  players 2 as Ann, Bob
cards Card
  | name  | rank | copies |
  | copper |   1 |      3 |
state
  deck: bag of Card, starts full
  hand[Player]: bag of Card, seen by owner
procedure game
  draw 1 cards from deck to hand[Ann]
  Bob chooses one of
    look
      nothing
    wait
  Ann chooses sell: card in hand[Ann] where card.rank > 1
"""


@pytest.mark.parametrize("seats", [(), ("--seat", "Bob")])
def test_why_somebody_is_stuck_names_no_card_that_one_may_not_see(seats: tuple[str, ...], play: Play) -> None:
    stuck = play(HANDS, *seats, answers="1").out.partition("The play is stuck.")[2]
    assert "not sell: nothing in hand[Ann] passes `card.rank > 1`" in stuck
    assert "copper" not in stuck


def test_the_reasons_name_what_lies_in_one_s_own_hand(play: Play) -> None:
    text = HANDS.replace("Bob chooses one of", "Ann chooses one of")
    stuck = play(text, answers="1").out.partition("The play is stuck.")[2]
    assert "not sell (copper): `card.rank > 1` is not so" in stuck


def test_why_not_names_no_card_of_a_hand_that_one_may_not_see(play: Play) -> None:
    text = HANDS.replace("Ann chooses sell", "Bob chooses ask").replace("draw 1 cards", "draw 3 cards").replace(
        "|      3 |", "|      1 |\n  | gold   |    2 |      1 |\n  | silver |    3 |      1 |"
    )
    told = " ".join(play(text, answers="1 w q").out.partition("Bob: look")[2].split())
    assert "1 ask (gold) 2 ask (silver)" in told
    assert "not ask: what lies in hand[Ann] and does not pass `card.rank > 1`" in told
    assert "copper" not in told
