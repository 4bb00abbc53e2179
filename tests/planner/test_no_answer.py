"""Claims that ask for an answer where there is none: no claim is so there, whatever number stands in its place."""

from pathlib import Path

from rulewright_verify.evidence import Play
from rulewright_verify.verdict import Outcome, Situation
from tests.planner.small import of, verified_text

GAP = """rulebook gap
  players 1 as A

cards Card
  | name | worth | copies |
  | wolf |     2 |      1 |

state
  n: 0..5 = 0
  hand: bag of Card
  row: list of Card at most 2

rule answer(x: 0..5) -> 0..9
  default
    1 when x < 3
    2 when x > 3

rule with_nothing(x: 0..5) -> 0..9
  default
    1 when x < 3
    0 when x = 3
    2 when x > 3

rule asks(x: 0..5) -> 0..9
  default
    answer(x)

rule asks_in_turn(x: 0..5) -> 0..9
  default
    asks(x)

rule dearest -> 0..9
  default
    max(card.worth for card in hand)

rule dearest_or_two -> 0..9
  default
    max(card.worth for card in hand) when hand is not empty
    2                                otherwise

reading which
  option one
  option other

rule by_reading(x: 0..5) -> 0..9
  default
    answer(x)       when which = one
    with_nothing(x) when which = other

procedure game
  A chooses one of
    three
      n becomes 3
    four
      n becomes 4
  A chooses one of
    stop

claim in_range "Between 0 and 9"
  answer(3) in 0..9

claim beside_it "Where there is one"
  for all x: 0..5
    x = 3 or answer(x) in 1..2

claim alike "As if nothing were 0"
  same answer as with_nothing

claim alike_inside "As if nothing were 0, behind another rule"
  same asks_in_turn as with_nothing

claim alike_nowhere "Neither has an answer"
  same asks_in_turn as answer

claim alike_of_nothing "The dearest card of none"
  same dearest as dearest_or_two

claim alike_readings "It does not matter which"
  same by_reading for every which

claim always_one "In play"
  always answer(n) >= 0

claim never_nine "In play, denied"
  never answer(n) = 9

claim can_be_nothing "Reached"
  possible answer(n) = 0

claim at_the_end "At a place"
  at end of game: answer(n) <= 2

claim by_chance "As a chance"
  at end of game: highest_chance(answer(n) = 0) = 0

claim greatest_of_none "Of no card"
  always max(card.worth for card in hand) <= 2

claim first_of_none "Of no card, denied"
  never first(card in row) = wolf
"""


def test_where_nothing_answers_no_claim_is_so(tmp_path: Path) -> None:
    result = verified_text(tmp_path, GAP)
    found = {name: of(result, name)[0].outcome for name in _names()}
    held = {name for name, outcome in found.items() if outcome is Outcome.HOLDS}
    assert held == {"beside_it", "by_chance", "alike_nowhere"}
    assert set(found.values()) == {Outcome.HOLDS, Outcome.VIOLATED}
    (verdict,) = of(result, "alike_inside")
    assert isinstance(verdict.counterexample, Situation)
    assert [(one.name, one.value) for one in verdict.counterexample.values] == [("x", "3")]
    assert [(one.case, one.answer) for one in verdict.counterexample.cases] == [
        ("asks_in_turn", "no answer"), ("with_nothing", "0"),
    ]


def _names() -> list[str]:
    return [line.split()[1] for line in GAP.splitlines() if line.startswith("claim ")]


MEASURED = """rulebook measured
  players 1 as A

state
  face: 1..6 = 1

rule worth(n: 1..6) -> 0..10
  default
    n when n <= 4

rule pays(n: 1..6) -> 0..10
  default
    n

procedure game
  throw

procedure throw
  roll d6 as rolled
  face becomes rolled

claim mean "Of an answer that is not always there"
  at end of game: expected(worth(face)) = 10/6

claim most "The greatest of those that are there"
  at end of throw: greatest(worth(face)) = 4

claim fewest "The least would be what stands in its place"
  at end of game: least(worth(face)) = 0

claim by_itself "A run alone"
  in throw alone: expected(worth(face)) = 10/6

claim given_so "With something given"
  given
    face becomes 3
  at end of game: greatest(worth(face)) = 4

claim in_a_fold "Where the first of nothing is asked for"
  at end of game: greatest(min(n for n in 1..6 where n > face)) = 6

claim always_there "Everywhere"
  at end of game: expected(pays(face)) = 21/6
  at end of game: greatest(pays(face)) = 6
  at end of game: least(pays(face)) = 1

claim a_chance "No answer is no success"
  at end of game: chance(worth(face) > 0) = 4/6
"""


def test_quantities_without_an_answer(tmp_path: Path) -> None:
    result = verified_text(tmp_path, MEASURED)
    for claim, what in (
        ("mean", "worth(face)"), ("most", "worth(face)"), ("fewest", "worth(face)"), ("by_itself", "worth(face)"),
        ("given_so", "worth(face)"), ("in_a_fold", "min(n for n in 1..6 where n > face)"),
    ):
        (verdict,) = of(result, claim)
        assert verdict.outcome is Outcome.VIOLATED, claim
        assert isinstance(verdict.counterexample, Play)
        assert verdict.counterexample.conclusion.found == f"`{what}` has no answer here"
        assert len(verdict.counterexample.steps) == 1
    for claim in ("always_there", "a_chance"):
        assert of(result, claim)[0].outcome is Outcome.HOLDS, claim


DIVIDED = """rulebook divided
  players 1 as A

table pairs(lead: 0..2) -> 0..9
  | lead | pairs |
  | 0    | 0     |
  | 1..2 | 3     |

state
  won: yes or no = no

procedure game
  duel(1)

procedure duel(lead: 0..2)
  roll d6 as face
  won becomes face > 3

claim by_nothing "Three over nothing is no number"
  for all lead: 0..2
    in duel(lead) alone: chance(won) != 3 / (pairs(lead) + pairs(lead))

claim by_something "Three over six"
  for all lead: 1..2
    in duel(lead) alone: chance(won) = 3 / (pairs(lead) + pairs(lead))
"""


def test_no_claim_is_so_that_compares_with_a_fraction_over_nothing(tmp_path: Path) -> None:
    result = verified_text(tmp_path, DIVIDED)
    assert [one.outcome for one in of(result, "by_nothing")] == [Outcome.VIOLATED]
    assert [one.outcome for one in of(result, "by_something")] == [Outcome.HOLDS]
