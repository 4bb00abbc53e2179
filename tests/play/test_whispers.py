"""`told to`: who hears what of a decision, of luck and of dice when a sentence is for one player alone."""

from __future__ import annotations

from rulewright.interpreter.trace import Line
from rulewright.play import Session
from tests.play.from_text import system_of_text

TEXT = """\
rulebook whispers
  players 3 as Ann, Bob, Cid
state
  n: 0..9 = 0
procedure game
  Ann chooses one of
    whisper: friend in others after Ann, word in 1..3
      told to friend en "{Ann} whispers {word}"
      told to friend de "{Ann} flüstert {word}"
      n becomes word
    shout: word in 1..3
      told to Bob en "quietly {word}"
      told en "loudly {word}"
      n becomes word
    throw
      roll d1 as r
      told to Ann en "{Ann} looks at {r}"
    lot
      chance chooses mark: x in 4..4
        told to Cid en "the lot is {x}"
        n becomes x
"""
ANN, BOB, CID = range(3)


def heard(number: int) -> dict[str, list[str]]:
    """What each hears of an option, in the order of the rulebook; `""` stands for whoever only watches."""
    session = Session(system_of_text(TEXT))
    steps = session.choose(number)
    lines = [line for step in steps for line in step.lines]
    return {name: _words(lines, who) for name, who in (("Ann", ANN), ("Bob", BOB), ("Cid", CID), ("", None))}


def _words(lines: list[Line], who: int | None) -> list[str]:
    return [words["en"] for words in (line.heard_by(who) for line in lines) if words is not None]


def test_a_whispered_decision_is_known_to_two_and_that_it_was_made_to_all() -> None:
    told = heard(1)
    assert told["Ann"] == ["Ann: whisper (Bob, 2)"]
    assert told["Bob"] == ["Ann: whisper", "Ann whispers 2"]
    assert told["Cid"] == told[""] == ["Ann: whisper"]


def test_beside_a_sentence_for_all_the_decision_itself_is_not_told() -> None:
    told = heard(6)
    assert told["Bob"] == ["quietly 1", "loudly 1"]
    assert told["Ann"] == told["Cid"] == told[""] == ["loudly 1"]


def test_dice_are_rolled_openly_even_where_a_sentence_is_for_one() -> None:
    told = heard(9)
    assert told["Ann"] == ["Ann: throw", "chance: 1", "Ann looks at 1"]
    assert told["Bob"] == ["Ann: throw", "chance: 1"]


def test_what_luck_chose_only_that_player_knows() -> None:
    told = heard(10)
    assert told["Cid"] == ["Ann: lot", "chance: 4", "the lot is 4"]
    assert told["Ann"] == told["Bob"] == ["Ann: lot"]


def test_a_play_that_shows_all_names_who_alone_hears_it() -> None:
    session = Session(system_of_text(TEXT))
    lines = [line for step in session.choose(1) for line in step.lines]
    assert [(line.words["en"], line.hearer.get("en")) for line in lines] == [
        ("Ann: whisper (Bob, 2)", None), ("Ann whispers 2", "Bob")
    ]
    assert lines[1].words["de"] == "Ann flüstert 2"
