"""Which sentence of a play what was done belongs to."""

from __future__ import annotations

from rulewright.interpreter.trace import Line
from rulewright.play import Session
from tests.play.from_text import system_of_text

TEXT = """\
rulebook lines
  players 2 as Ann, Bob
cards Card
  | name | copies |
  | ace  | 4      |
state
  deck: bag of Card, starts full
  hand[Player]: bag of Card
  table: bag of Card
  n: 0..9 = 0
  m: 0..9 = 0
procedure game
  draw 2 cards from deck to hand[Ann]
  n becomes 1
  told en "one is counted"
  Ann chooses play: card in hand[Ann]
    told en "{Ann} plays {card}"
    move card from hand[Ann] to table
    m becomes 1
  settle
  Ann chooses stop: x in 1..2
procedure settle
  let lying = count(card in table)
  told en "{lying} lies there"
  n becomes 2
  step tidy
    move all from table to deck
    told en "all is tidy"
    m becomes 2
"""


def said(lines: list[Line]) -> list[tuple[str, list[str]]]:
    return [
        (line.words["en"], [f"{one.name}: {one.before} > {one.after}" for one in line.changed]) for line in lines
    ]


def test_each_sentence_has_what_was_done_with_it() -> None:
    session = Session(system_of_text(TEXT))
    assert said([line for step in session.trace.steps for line in step.lines]) == [
        ("chance: ace, ace", ["deck: 4 ace > 2 ace", "hand[Ann]: nothing > 2 ace"]),
        ("one is counted", ["n: 0 > 1"]),
        ("Ann plays ace", ["m: 0 > 1", "hand[Ann]: 2 ace > ace", "table: nothing > ace"]),
        ("1 lies there", ["n: 1 > 2"]),
        ("all is tidy", ["m: 1 > 2", "deck: 2 ace > 3 ace", "table: ace > nothing"]),
    ]


def test_the_changes_of_a_step_are_those_of_its_sentences_together() -> None:
    for step in Session(system_of_text(TEXT)).trace.steps:
        last = {one.name: one.after for line in step.lines for one in line.changed}
        whole = {one.name: one.after for one in step.changed}
        assert last.items() >= whole.items()
        assert last.keys() - whole.keys() <= {"table"}  # where a card came and went
