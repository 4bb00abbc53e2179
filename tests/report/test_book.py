"""What is read off a checked rulebook for reports."""

from pathlib import Path

import pytest

from rulewright.diagnostics import render_text
from rulewright.pipeline import check_sources
from rulewright.source import SourceFile
from rulewright_verify.book import BookText, book_text

FERRY = """
rulebook ferry
  title en "The Ferry"
  players 2..3
  text en "Take coins, and cross the river."

enum Animal: goat, hen

param coins: 1..20 = 12
  source FE-001

state
  pool: 0..coins = coins
    source FE-001

rule fare(a: Animal) -> 0..3
  text de "Wer übersetzt, zahlt."
  source FE-002
  default
    1
  exception horned over default
    source FE-003
    3 when a = goat and horns = costly

rule uncited -> yes or no
  default
    yes

procedure game
  repeat until pool = 0
    for each p in turn order
      step act
        text en "You may pass."
        source FE-004
        rests on who_must_act
        if pool > 0
          pool becomes pool - 1

reading horns
  text en "Do horns cost extra?"
  source FE-003
  option costly
    text en "Three coins."
  option free

gap who_must_act
  text en "Whether a player must act is not said. Assumed: no."

claim fares "A fare is never more than three"
  source FE-002
  for all a: Animal
    fare(a) <= 3

source letter "A letter"
  | passage | line | says                 |
  | FE-001  |    3 | "Twelve coins"       |
  | FE-002  |    4 | "Each pays a fare"   |
  | FE-003  |    4 | "Horns cost extra"   |
  | FE-004  |    5 | "You may pass"       |
  | FE-005  |    6 | "It ends at dawn"    |
"""


@pytest.fixture(scope="module")
def ferry() -> BookText:
    book, found = check_sources([SourceFile(Path("ferry.rules"), "ferry.rules", FERRY)])
    assert book is not None, render_text(found)
    return book_text(book, "rules/ferry")


def test_the_heading(ferry: BookText) -> None:
    assert (ferry.name, ferry.title, ferry.path) == ("ferry", "The Ferry", "rules/ferry")
    assert ferry.player_counts == (2, 3)


def test_the_digest_tells_files_apart(ferry: BookText) -> None:
    def digest(text: str) -> str:
        book, _ = check_sources([SourceFile(Path("ferry.rules"), "ferry.rules", text)])
        assert book is not None
        return book_text(book, "elsewhere").digest

    assert ferry.digest == digest(FERRY)
    assert ferry.digest != digest(FERRY.replace("= 12", "= 13"))


def test_claims_as_they_are_written(ferry: BookText) -> None:
    (claim,) = ferry.claims
    assert claim.source_text.splitlines() == [
        'claim fares "A fare is never more than three"',
        "  source FE-002",
        "  for all a: Animal",
        "    fare(a) <= 3",
    ]
    assert claim.passages == ("FE-002",)
    assert str(claim.place) == "ferry.rules:49"


def test_open_questions(ferry: BookText) -> None:
    (reading,) = ferry.readings
    assert reading.options == ("costly", "free")
    assert reading.question == {"en": "Do horns cost extra?"}
    assert reading.option_texts["costly"] == {"en": "Three coins."}
    (gap,) = ferry.gaps
    assert gap.rests_on_it == ("game.act",)


def test_sentences_by_address(ferry: BookText) -> None:
    assert ferry.sentences["fare"] == {"de": "Wer übersetzt, zahlt."}
    assert ferry.sentences["game.act"] == {"en": "You may pass."}


def test_what_cites_a_passage(ferry: BookText) -> None:
    passages = {passage.number: passage for passage in ferry.coverage.passages}
    assert set(passages["FE-001"].data) == {"coins", "pool"}
    assert (passages["FE-002"].rules, passages["FE-002"].claims) == (("fare",), ("fares",))
    assert (passages["FE-003"].rules, passages["FE-003"].open_points) == (("fare.horned",), ("horns",))
    assert passages["FE-004"].procedures == ("game.act",)
    assert [passage.number for passage in ferry.coverage.missing] == ["FE-005"]
    assert [passage.number for passage in ferry.coverage.unwatched] == ["FE-001", "FE-003", "FE-004"]
    assert ferry.coverage.uncited_rules == ("uncited",)
