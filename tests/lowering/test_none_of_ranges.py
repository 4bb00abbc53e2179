"""`none` of an optional number stays `none` wherever the number is taken over into another range, and no number becomes
`none` there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.planner.small import verified_text

from rulewright.checker.errors.types import OutOfRange
from rulewright.interpreter.replay import run_example
from rulewright.loading import source_of
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_sources
from rulewright_verify.verdict import Outcome

HEAD = """\
rulebook ranges
  title "Ranges"
  players 2 as Anna, Ben

cards Card
  | name | bonus | more: 0..9 or none | copies |
  | ace  | 2     | 3                  |      1 |
  | two  | none  | none               |      1 |
  | six  | 3     | 4                  |      1 |

record Beast on Card
  power: 0..9 or none = 0

record Pair
  x: 0..9 or none
  y: 0..3 or none

state
  deck: bag of Card, starts full
  field: bag of Beast at most 4
  small: 0..3 or none = none
  got: 0..9 or none = 0
  many[Player]: 0..9 or none = 0
  n: 0..9 = 4

rule bonus(c: Card) -> 0..9 or none
  default
    c.bonus

rule alike(a: 0..3 or none, b: 0..9 or none) -> yes or no
  default
    a = b

rule plain(a: 0..3 or none, b: 0..9) -> yes or no
  default
    a = b

rule down(a: 0..9 or none) -> 0..3 or none
  default
    a

rule narrow(a: 0..9) -> 0..3 or none
  default
    a

rule pair(a: 0..3 or none) -> Pair
  default
    Pair(x: a, y: a)

rule among(a: 0..3 or none, b: 0..9 or none) -> yes or no
  default
    a in [b, 2]

rule has_none(a: 0..3 or none, b: 0..9 or none) -> yes or no
  default
    some x in [a, b] has x = none

rule is_four(a: 0..3 or none, b: 0..9 or none) -> yes or no
  default
    some x in [a, b] has x = 4

rule ranged(a: 0..3 or none) -> yes or no
  default
    a in 0..9

procedure keep(v: 0..9 or none)
  got becomes v

procedure narrowly(v: 0..3 or none)
  small becomes v

procedure inner(c: Card)
  state
    mine: 0..9 or none = c.bonus
  many[Anna] becomes mine
"""

PLAY = """
procedure game
  Anna chooses take: card in deck
    keep(card.bonus)
    inner(card)
    many[Ben] becomes small
    move card from deck to field with power: card.bonus
    let kept = card.bonus
    if kept = got
      n becomes 1
  end game
"""

TRUE = (
    "bonus(two) = none and bonus(ace) = 2",
    "for all c: Card\n    bonus(c) = c.bonus",
    "for all c: Card\n    (c.bonus = none) = (c.more = none)",
    "for all a: 0..3 or none\n    alike(a, none) = (a = none)",
    "not alike(none, 4) and alike(3, 3)",
    "for all b: 0..9\n    not plain(none, b)",
    "for all a: 0..3 or none\n    down(a) = a",
    "for all a: 0..3 or none\n    pair(a).x = a and pair(a).x = pair(a).y",
    "among(none, none) and not among(none, 4) and among(2, none)",
    "has_none(none, 4) and has_none(1, none) and not has_none(1, 4)",
    "is_four(none, 4) and not is_four(none, none)",
    "ranged(3) and not ranged(none)",
    "at end of game: many[Anna] = got and many[Ben] = none and n = 1",
    "at end of game: got = none or got = 2 or got = 3",
    "at end of game: every b in field has b.power = b.bonus",
    "possible got = none",
)

FALSE = (
    "bonus(two) = 3",
    "for all c: Card\n    bonus(c) != none",
    "alike(none, 4)",
    "narrow(4) = none",
    "down(4) = none",
    "at end of game: got != none",
)

EXAMPLE = """
example taken
  do game
    Anna: take(two)
  expect
    got = none
    many[Anna] = none
    many[Ben] = none
    n = 1
"""


def test_none_stays_none_and_no_number_becomes_none(tmp_path: Path) -> None:
    claims = [f'claim c{i} "So"\n  {text}\n' for i, text in enumerate(TRUE)]
    claims += [f'claim w{i} "Not so"\n  expect violated\n  {text}\n' for i, text in enumerate(FALSE)]
    result = verified_text(tmp_path, HEAD + PLAY + "\n".join(claims))
    outcomes = {one.claim: one.outcome for one in result.verdicts}
    assert [outcomes[f"c{i}"] for i in range(len(TRUE))] == [Outcome.HOLDS] * len(TRUE)
    assert [outcomes[f"w{i}"] for i in range(len(FALSE))] == [Outcome.VIOLATED] * len(FALSE)
    assert outcomes["no_play_breaks_down"] is Outcome.HOLDS


def test_a_play_keeps_none() -> None:
    book, diagnostics = check_sources([source_of(HEAD + PLAY + EXAMPLE, Path("ranges.rules"), "ranges.rules")])
    assert book is not None, diagnostics
    assert [run_example(example, {}).holds for example in lower_examples(book)] == [True]


@pytest.mark.parametrize("line", [
    "small becomes n", "narrowly(n)", "small becomes narrow(n)", "small becomes got", "narrowly(got)",
    "small becomes down(got)",
])
def test_a_number_outside_breaks_the_play_down_and_is_not_none(line: str, tmp_path: Path) -> None:
    game = f"\nprocedure game\n  got becomes 4\n  Anna chooses one of\n    go\n      {line}\n  end game\n"
    result = verified_text(tmp_path, HEAD + game)
    found = next(one for one in result.verdicts if one.claim == "no_play_breaks_down")
    assert found.outcome is Outcome.VIOLATED


@pytest.mark.parametrize("text", [
    "rule r(a: 0..3 or none) -> yes or no\n  default\n    a in [none, 0..9]\n",
    "param p: 0..9 = 4\n\nstate\n  start: 0..3 or none = p\n",
])
def test_what_can_only_be_none_by_its_code_is_refused(text: str) -> None:
    whole = HEAD + PLAY + "\n" + text
    _, diagnostics = check_sources([source_of(whole, Path("ranges.rules"), "ranges.rules")])
    assert any(isinstance(one, OutOfRange) for one in diagnostics), diagnostics
