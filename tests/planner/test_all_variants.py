"""What a game with variants takes over from the game without them, and what it must not.

In each case a variant reaches a claim by one way only. A verdict that is taken over all the same would be wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_verify.result import Change, Compared, VerificationResult
from rulewright_verify.verdict import Outcome
from tests.planner.small import of, verified_text

BOOK = """rulebook many_ways
  players 2..3

param most: 0..9 = 4
param reach: 0..9 = 1

enum Suit: hearts, spades

cards Good
  | name | price: 0..9 | weight: 0..9 | copies |
  | salt |           3 |            2 |      2 |
  | silk |           5 |            2 |      1 |

table toll(suit: Suit) -> 0..9
  | suit   | toll |
  | hearts |    2 |
  | spades |    3 |

reading counting
  text en "From where?"
  option from_none
    text en "From nothing."
  option from_one
    text en "From one."

state
  stall: bag of Good, starts full
  score: 0..9 = 0

rule start -> 0..9
  default nothing_counts
    0
  exception counts over nothing_counts
    1 when counting = from_one

rule bonus(n: 0..3) -> 0..9
  default printed
    n

rule gain(n: 0..3) -> 0..9
  default
    bonus(n) + 1

rule on_the_table -> 0..9
  default
    count(good in stall)

rule guarded(n: 0..9) -> 0..9
  default small
    0
  exception large over small
    1 when n >= reach

rule paid(suit: Suit) -> 0..9
  default
    toll(suit)

rule full -> 0..1
  default not_yet
    0
  exception enough over not_yet
    1 when score >= most

rule other(n: 0..3) -> 0..9
  default
    n

procedure add
  score becomes 2

procedure game
  step begin
    add
  step decide
    Player_1 chooses one of
      stay
        nothing
      more
        score becomes score + 1

claim by_rule "Through a rule behind a rule"
  for all n: 0..3
    gain(n) <= 5

claim by_reading "Through the options of a reading"
  start <= 1

claim by_table "Through a table"
  for all s: Suit
    toll(s) <= 3

claim by_card "Through a column of cards"
  for all c: Good
    c.price <= 5

claim by_copies "Through how many cards there are"
  on_the_table <= 3

claim by_param "Through a parameter"
  most <= 4

claim by_guard "Through a parameter in the condition of an exception"
  for all n: 0..9
    n = 0 or guarded(n) = 1

claim by_procedure "Through a procedure that another runs"
  always score <= 3

claim aside "Through nothing"
  for all n: 0..3
    other(n) <= 3
"""

ALL = ("by_rule", "by_reading", "by_table", "by_card", "by_copies", "by_param", "by_guard", "by_procedure", "aside")

WAYS = {
    "by_rule": "  replaces default printed of bonus\n    n + 2\n",
    "by_reading": "  replaces exception counts of start\n    2 when counting = from_one\n",
    "by_table": "  replaces table toll(suit: Suit) -> 0..9\n    | suit | toll |\n    | hearts | 2 |\n"
                "    | spades | 4 |\n",
    "by_card": "  sets price of silk to 6\n",
    "by_copies": "  sets copies of silk to 2\n",
    "by_param": "  sets most to 5\n",
    "by_guard": "  sets reach to 2\n",
    "by_procedure": "  replaces procedure add\n    score becomes 3\n",
}


PAIR = {"by_table", "by_guard"}


def apart_from(name: str) -> str:
    """Few pairs, so that a test is quick: all exclude each other but for one pair."""
    names = list(WAYS)
    others = [one for one in names[names.index(name) + 1 :] if {name, one} != PAIR]
    return f"  excludes {', '.join(f'through_{one}' for one in others)}\n" if others else ""


def found(folder: Path, variants: str, **options: object) -> tuple[VerificationResult, dict[str, Compared]]:
    result = verified_text(folder, BOOK + variants, all_variants=True, **options)
    assert not result.is_wrong, [one.message_text for one in result.diagnostics]
    return result, {"+".join(one.variants): one for one in result.compared}


@pytest.mark.parametrize("kept", ["off", "on"])
def test_each_way_in_which_a_claim_can_hang_on_a_variant_is_seen(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", kept)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    variants = "".join(
        f"\nvariant through_{name} of many_ways\n{apart_from(name)}{line}" for name, line in WAYS.items()
    )
    result, games = found(tmp_path, variants, players=2, claims=ALL)
    for name in WAYS:
        here = games[f"through_{name}"]
        assert here.claims[name] is Change.BROKEN, name
        assert name not in here.as_before, name
        assert Outcome.VIOLATED in [one.outcome for one in of(result, name, f"through_{name}")], name
        assert {claim for claim, change in here.claims.items() if change is not Change.KEPT} == {name}
        # Nothing else was asked anew, but what is about play: any change of the game is one of its play.
        assert {*here.as_before} >= {*ALL} - {name, "by_procedure"}, name
    pair = games["through_by_table+through_by_guard"]
    assert pair.having(Change.BROKEN) == ("by_table", "by_guard")
    assert {"by_rule", "by_card", "aside"} <= set(pair.as_before)
    assert not of(result, "by_table", "through_by_table", "through_by_guard"), "it was told of the one variant already"
    assert len(result.compared) == len(WAYS) + 1


TOGETHER = """
variant low of many_ways
  replaces default printed of bonus
    n + 2
  limits gain to 5

variant wide of many_ways
  sets reach to 2

variant for_three of many_ways
  players 3
  adds claim third "There is a third"
    count(p in Player where p = p) = 3

variant own of many_ways
  excludes low
  adds claim narrow "One is enough"
    guarded(1) = 1
"""


def test_what_only_two_together_break(tmp_path: Path) -> None:
    result, games = found(tmp_path, TOGETHER, claims=("by_rule", "narrow", "third", "by_guard"), play_seconds=1.0)
    assert games["low"].claims["by_rule"] is Change.KEPT
    assert "by_rule" not in games["low"].as_before, "an answer of the game without it, which asks other rules"
    assert games["own"].claims["narrow"] is Change.OWN
    assert games["wide+own"].claims["narrow"] is Change.BROKEN
    assert [one.outcome for one in of(result, "narrow", "wide", "own")] == [Outcome.VIOLATED]
    assert games["for_three+own"].claims["third"] is Change.KEPT
    assert "low+own" not in games
    assert [(one.variants, one.reason) for one in result.no_games] == [(("low", "own"), "exclude each other")]


def test_the_number_of_players_is_asked_where_it_matters(tmp_path: Path) -> None:
    seats = """
claim few "Not many"
  count(p in Player where p = p) <= 2

variant wide of many_ways
  sets reach to 2
"""
    result, games = found(tmp_path, seats, claims=("few", "aside"))
    assert [(one.players, one.outcome) for one in of(result, "few")] == [
        ((2,), Outcome.HOLDS), ((3,), Outcome.VIOLATED)
    ]
    assert of(result, "aside")[0].players == (2, 3)
    assert set(games["wide"].as_before) == {"few", "aside"}


def test_only_claims_about_rules(tmp_path: Path) -> None:
    variants = f"\nvariant slow of many_ways\n{WAYS['by_procedure']}"
    result, games = found(tmp_path, variants, rule_claims=True, players=2)
    assert result.passed_over == ("by_procedure",)
    assert {one.claim for one in result.verdicts} == {*ALL} - {"by_procedure"}
    assert "by_procedure" not in games["slow"].claims
    assert not result.is_unfinished


def test_what_there_was_no_time_for_is_said(tmp_path: Path) -> None:
    variants = f"\nvariant slow of many_ways\n{WAYS['by_procedure']}"
    result, games = found(tmp_path, variants, play_seconds=1e-6, players=2, claims=ALL)
    assert games["slow"].having(Change.LEFT_OUT) == ("by_procedure",)
    assert "for claims about play" in games["slow"].reason
    assert not of(result, "by_procedure", "slow")
    assert of(result, "by_procedure")[0].outcome is Outcome.HOLDS
    assert set(games["slow"].as_before) == {*ALL} - {"by_procedure"}
    assert result.is_unfinished
