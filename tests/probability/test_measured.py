"""Chances and means that are known from elsewhere, of rulebooks from text."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.ir import properties as pr
from rulewright_verify.explicit import Budget, Ended
from rulewright_verify.probability import Answer, Between, MeasuredResult, can_measure, measured
from tests.probability.from_text import Asked, asked_in_folder, asked_in_text

GAMES = Path(__file__).parents[1] / "language" / "games"
CLASSICS = Path(__file__).parents[2] / "rules" / "classics"
HALF, THIRD, FIFTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)

MONTY_HALL = """\
rulebook doors
  title "Three doors"
  players 1 as Candidate

state
  car: 1..3 = 1
  picked: 1..3 = 1
  opened: 1..3 = 1

procedure game
  chance chooses door in 1..3
  car becomes door
  Candidate chooses pick: one in 1..3
    picked becomes one
  open_a_goat
  Candidate chooses one of
    keep
    switch
      picked becomes 6 - picked - opened

procedure open_a_goat
  chance chooses door in 1..3 where door != car and door != picked
  opened becomes door

claim best "Who switches wins twice as often"
  at end of game: highest_chance(picked = car) = 1
claim blind "As often"
  at end of game: lowest_chance(picked = car) = 0
claim goat "Never the car, never the door that was picked"
  at end of open_a_goat: chance(opened != car and opened != picked) = 1
claim stays "Whoever picks blindly is right once in three times"
  at end of game: chance(picked = car) = 1/3
"""

RUIN = """\
rulebook ruin
  title "Gambler's ruin"
  players 1 as Gambler

state
  money: 0..5 = 2

procedure game
  repeat until money = 0 or money = 5
    toss

procedure toss
  roll d2 as side
  if side = 1
    money becomes money - 1
  otherwise
    money becomes money + 1

claim rich "Two of five"
  at end of game: chance(money = 5) = 2/5
claim length "Two times three tosses"
  at end of game: expected(runs(toss)) = 6
claim mean "A fair game leaves on average what one had"
  at end of game: expected(money) = 2
claim over "It ends"
  game ends with chance 1
claim not_poorer "Nobody loses a toss"
  at end of toss: chance(money >= 1) >= 2/3
"""

BOLD = """\
rulebook bold
  title "Two coins of four, and a coin that falls badly twice in three times"
  players 1 as Gambler

state
  money: 0..4 = 2
  stake: 0..2 = 0

procedure game
  repeat until money = 0 or money = 4
    Gambler chooses bet: n in 1..2 where n <= money and money + n <= 4
      stake becomes n
      roll d3 as side
      if side = 1
        money becomes money + stake
      otherwise
        money becomes money - stake
    stake becomes 0

claim boldly "Bold play is best"
  at end of game: highest_chance(money = 4) = 1/3
claim timidly "Timid play is worst"
  at end of game: lowest_chance(money = 4) = 1/5
claim any_play "However it is played"
  at end of game: chance(money = 4) in 1/5..1/3
claim over "It ends"
  game ends with chance 1
"""

WAITING = """\
rulebook waiting
  title "Nobody must knock"
  players 1 as Waiter

state
  open: yes or no = no
  knocks: 0..9 = 0

procedure game
  try_door

procedure try_door
  repeat until open
    Waiter chooses one of
      wait
        knocks becomes 0
      knock
        roll d2 as side
        if side = 1
          open becomes yes

claim over "The door opens"
  try_door ends with chance 1
claim hope "It may"
  at end of game: highest_chance(open) = 1
claim despair "It need not"
  at end of game: lowest_chance(open) = 0
claim length "Infinitely long, if one waits for ever"
  at end of game: expected(runs(try_door)) = 1
"""

TRAP = """\
rulebook trap
  title "Heads, or for ever"
  players 1 as Thrower

state
  out: yes or no = no
  lost: yes or no = no

procedure game
  repeat until out
    roll d2 as side
    if side = 1 and not lost
      out becomes yes
    otherwise
      lost becomes yes

claim half "Once in two times it is over"
  game ends with chance 1/2
claim sure "Always"
  game ends with chance 1
"""

BREAKING = """\
rulebook breaking
  title "A pot with a hole"
  players 1 as Thrower

state
  pot: 0..5 = 0

procedure game
  roll d6 as face
  pot becomes pot + face

claim five "Once in six times"
  at end of game: chance(pot = 5) = 1/6
claim mean "What is left"
  at end of game: expected(pot) = 3
"""


def ask(claims: dict[str, list[Asked]], name: str, budget: Budget | None = None) -> MeasuredResult:
    ((system, clause),) = claims[name]
    assert isinstance(clause, pr.Measured | pr.EndsWithChance)
    assert can_measure(clause)
    return measured(system, clause, budget=budget)


@pytest.mark.parametrize(
    ("game", "claim", "value"),
    [
        (CLASSICS / "craps", "pass_line", Fraction(244, 495)),
        (CLASSICS / "craps", "length", Fraction(557, 165)),
        (CLASSICS / "craps", "over_at_last", Fraction(1)),
        (GAMES / "snakes", "expected_turns", Fraction(2523, 383)),
        (GAMES / "snakes", "ends_by_luck", Fraction(1)),
    ],
)
def test_known_answers(game: Path, claim: str, value: Fraction) -> None:
    result = ask(asked_in_folder(game), claim)
    assert (result.answer, result.value, result.n_starts) == (Answer.HOLDS, value, 1)
    assert result.is_chain and result.start is None


@pytest.mark.slow
def test_a_battle_of_picks_dice_and_wounds() -> None:
    """Worked out before by a program of its own: King and Army against a neutral Army."""
    claims = asked_in_folder(GAMES / "hyboria", {"neutral_fights": "strike_back"})
    assert ask(claims, "first_conquest").value == Fraction(66820, 67387)


def test_all_that_a_player_can_do_about_a_goat() -> None:
    claims = asked_in_text(MONTY_HALL)
    assert ask(claims, "goat").answer is Answer.HOLDS
    # Players in chances see everything, and so know where the car is.
    assert ask(claims, "best").answer is Answer.HOLDS
    assert ask(claims, "blind").answer is Answer.HOLDS
    stays = ask(claims, "stays")
    assert (stays.answer, stays.value, stays.between) == (Answer.VIOLATED, None, Between(Fraction(0), Fraction(1)))


def test_the_gamblers_ruin() -> None:
    claims = asked_in_text(RUIN)
    assert ask(claims, "rich").value == Fraction(2, 5)
    assert ask(claims, "length").value == 6
    assert ask(claims, "mean").value == 2
    assert ask(claims, "over").answer is Answer.HOLDS


def test_every_reachable_start_of_a_run_is_asked() -> None:
    result = ask(asked_in_text(RUIN), "not_poorer")
    assert (result.answer, result.n_starts) == (Answer.VIOLATED, 4)
    assert result.between == Between(HALF, Fraction(1))
    assert result.start is not None
    # With one coin left the next toss may take it.
    assert result.start.states[-1].slots["money"] == (1,)


@pytest.mark.parametrize(("claim", "value"), [("boldly", THIRD), ("timidly", FIFTH), ("over", Fraction(1))])
def test_best_and_worst_choices_in_a_game_with_circles(claim: str, value: Fraction) -> None:
    result = ask(asked_in_text(BOLD), claim)
    assert (result.answer, result.value, result.is_chain) == (Answer.HOLDS, value, False)


def test_a_chance_lies_between_the_worst_and_the_best() -> None:
    result = ask(asked_in_text(BOLD), "any_play")
    assert (result.answer, result.between) == (Answer.HOLDS, Between(FIFTH, THIRD))


def test_who_waits_for_ever_avoids_the_end() -> None:
    claims = asked_in_text(WAITING)
    over = ask(claims, "over")
    assert (over.answer, over.between) == (Answer.VIOLATED, Between(Fraction(0), Fraction(1)))
    assert ask(claims, "hope").answer is Answer.HOLDS
    assert ask(claims, "despair").answer is Answer.HOLDS
    length = ask(claims, "length")
    assert (length.answer, length.infinite, length.value) == (Answer.VIOLATED, True, None)


def test_luck_that_never_ends_a_game() -> None:
    claims = asked_in_text(TRAP)
    assert ask(claims, "half").answer is Answer.HOLDS
    sure = ask(claims, "sure")
    assert (sure.answer, sure.value) == (Answer.VIOLATED, HALF)


def test_what_breaks_down_is_told() -> None:
    claims = asked_in_text(BREAKING)
    five = ask(claims, "five")
    assert (five.answer, five.breaks_down) == (Answer.HOLDS, Fraction(1, 6))
    mean = ask(claims, "mean")
    assert (mean.answer, mean.value) == (Answer.UNKNOWN, None)
    assert mean.reason == "a run may stop before it returns, and then has no value"


def test_a_budget_ends_it_and_is_named() -> None:
    pig = asked_in_folder(CLASSICS / "pig")
    result = ask(pig, "somebody_wins", Budget(states=5000))
    assert (result.answer, result.ended, result.reason) == (Answer.UNKNOWN, Ended.STATES, Ended.STATES.value)
    assert 5000 <= result.states < 50_000
    late = ask(pig, "somebody_wins", Budget(seconds=0.0))
    assert (late.answer, late.ended) == (Answer.UNKNOWN, Ended.TIME)
