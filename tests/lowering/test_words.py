"""Players and values without a column of their own are told by the names that the table of words gives them."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.replay import run_example
from rulewright.loading import source_of
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_sources

BOOK = """
rulebook small
  players 2 as Gast, Bank

enum Side: heads, tails

enum Coin
  | Coin   | de       |
  | penny  | "Heller" |
  | shekel |          |

procedure show(p: Player, side: Side, coin: Coin)
  told en "{p}: {coin} shows {side}"
  told de "{p}: {coin} zeigt {side}"
  nothing

words
  | name   | de       | en      |
  | Gast   |          | "Guest" |
  | heads  | "Kopf"   |         |
  | penny  | "Groten" | "Penny" |
  | shekel | "Schekel"|         |

example both
  do show(Gast, heads, penny)
  do show(Bank, tails, shekel)
  expect
    heads != tails
"""


def test_told_sentences_take_names_from_the_table_of_words() -> None:
    book, diagnostics = check_sources([source_of(BOOK, Path("small.rules"), "small.rules")])
    assert book is not None, diagnostics
    (example,) = lower_examples(book)
    lines = [line.words for step in run_example(example, {}).replay.trace.steps for line in step.lines]
    assert lines == [
        {"en": "Guest: Penny shows heads", "de": "Gast: Heller zeigt Kopf"},
        {"en": "Bank: shekel shows tails", "de": "Bank: Schekel zeigt tails"},
    ]
