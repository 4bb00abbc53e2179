"""A name that `let` gives inside a level of a rule for a bag or a set is known in its cases and their conditions."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.replay import run_example
from rulewright.loading import source_of
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_sources

BOOK = """
rulebook small
  players 2 as Anna, Ben

cards Stone
  | Stone | copies |
  | red   |      3 |
  | blue  |      2 |

state
  table: bag of Stone, starts full
  n: 0..5 = 0

rule other(k: 0..1) -> 0..1
  default
    1 - k

rule wanted_kind(k: 0..1) -> Stone
  default
    red when k = 0
    blue otherwise

rule seen(k: 0..1) -> bag of Stone
  default
    let wanted = wanted_kind(k)
    all(stone in table where stone = wanted)

rule numbers(k: 0..1) -> set of 0..3
  default
    let more = other(k) + 1
    [more, 0] when more = 2
    [more] otherwise

procedure look(k: 0..1)
  n becomes count(stone in seen(k)) + count(x in numbers(k))

example first
  do look(0)
  expect
    n = 5

example second
  do look(1)
  expect
    n = 3
"""


def test_lets_in_levels_of_rules_that_are_put_in_place() -> None:
    book, diagnostics = check_sources([source_of(BOOK, Path("small.rules"), "small.rules")])
    assert book is not None, diagnostics
    results = [run_example(example, {}) for example in lower_examples(book)]
    assert [one.holds for one in results] == [True, True]
