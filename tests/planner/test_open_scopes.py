"""Scopes that leave values open: a proof is of all games, a play is of one, and each of them is what it says."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.ir import properties as pr
from rulewright.ir.open_values import open_tables, open_values_used, with_values
from rulewright.lower import lower
from rulewright.lower.claims import lower_claim
from rulewright.pipeline import check_sources
from rulewright.source import SourceFile
from rulewright_verify.evidence import Play, Situation
from rulewright_verify.explicit import Answer, Budget, decide
from rulewright_verify.planner import play_clauses
from rulewright_verify.planner.induction import Proofs
from rulewright_verify.planner.open_games import decide_many_games, is_about_many_games
from rulewright_verify.planner.questions import questions
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, Proved, Shown
from tests.planner.small import of, verified_text

DUEL = """rulebook duel
  players 2 as Anna, Ben

param limit: 1..9 = 3
param life: 1..9 = 5

enum Speed: fast, slow

cards Beast
  | name | cost | force | speed | copies |
  | fox  |    1 |     2 | fast  |      2 |
  | bear |    3 |     5 | none  |      1 |

state
  deck[Player]: bag of Beast, starts full
  hand[Player]: bag of Beast
  vitality[Player]: 0..9 = life
  coins[Player]: 0..9 = 0

procedure game
  for each p in Player
    coins[p] becomes limit
    draw 2 cards from deck[p] to hand[p]
  repeat
    for each p in turn order
      turn(p)

procedure turn(p: Player)
  if hand[p] is empty
    end game
  p chooses one of
    play: card in hand[p] where card.cost <= coins[p]
      coins[p] becomes coins[p] - card.cost
      move card from hand[p] to deck[p]
      vitality[other(p)] becomes max(0, vitality[other(p)] - card.force)
      if vitality[other(p)] = 0
        end game won by p
    throw_away: card in hand[p]
      move card from hand[p] to deck[p]
"""

ANY = """
scope any_beasts
  varies limit
  varies life in 2..8
  varies cost of Beast in 0..6
  varies force of Beast in 0..9
  varies speed of Beast
"""

CLAIMS = """
claim life_never_rises "Life never rises"
  scope any_beasts
  vitality never rises

claim ends "It ends"
  scope any_beasts
  game ends

claim at_most_life "Nobody has more than at the start"
  scope any_beasts
  always every p in Player has vitality[p] <= life

claim never_seven "Nobody ever has seven"
  scope any_beasts
  expect violated
  always every p in Player has vitality[p] != 7

claim not_with_four "Nobody plays the bear with four coins"
  scope any_beasts
  expect violated
  at turn.play: not (card = bear and coins[p] = 4)

claim weak "No beast is stronger than the printed bear"
  scope any_beasts
  expect violated
  for all c: Beast
    c.force <= 5

claim dearer "What is dearer is another beast"
  scope any_beasts
  for all c, d: Beast
    if c.cost > d.cost then c != d

claim can_win "Somebody can win"
  scope any_beasts
  possible vitality[Anna] = 0
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> VerificationResult:
    return verified_text(tmp_path_factory.mktemp("duel"), DUEL + ANY + CLAIMS)


@pytest.mark.parametrize("claim", ["life_never_rises", "ends", "at_most_life", "dearer"])
def test_what_holds_in_all_games_is_proved_of_the_scope(found: VerificationResult, claim: str) -> None:
    [verdict] = of(found, claim)
    assert (verdict.outcome, verdict.assurance) == (Outcome.HOLDS, Proved("any_beasts"))


def test_a_play_says_with_which_values_it_is_played(found: VerificationResult) -> None:
    [verdict] = of(found, "never_seven")
    assert (verdict.outcome, verdict.assurance) == (Outcome.VIOLATED, Shown())
    assert isinstance(verdict.counterexample, Play)
    assert verdict.counterexample.setting == ("life = 7",)


def test_values_that_do_not_matter_stay_as_printed(found: VerificationResult) -> None:
    [verdict] = of(found, "not_with_four")
    assert isinstance(verdict.counterexample, Play)
    assert verdict.counterexample.setting == ("limit = 4",)


def test_a_situation_names_the_cell(found: VerificationResult) -> None:
    [verdict] = of(found, "weak")
    assert isinstance(verdict.counterexample, Situation)
    named = {one.name: one.value for one in verdict.counterexample.values}
    assert named["c"] == "fox"
    assert named["force of fox"] == "6"


def test_one_play_does_not_show_what_is_possible_in_every_game(found: VerificationResult) -> None:
    [verdict] = of(found, "can_win")
    assert verdict.outcome is Outcome.UNKNOWN
    assert "a game of its own" in (verdict.reason or "")


# ------------------------------------------------------------------ against the state graph of each game

FEW = """
scope any_beasts
  varies limit in 1..2
  varies life in 4..5
  varies force of bear in 1..5
  varies cost of fox in 0..2
"""

ASKED = (
    "always every p in Player has vitality[p] <= life",
    "always every p in Player has vitality[p] >= 1",
    "always every p in Player has vitality[p] >= 2 or hand[p] is not empty",
    "always every p in Player has coins[p] <= 1 or life >= 4",
    "always every p in Player has coins[p] + 2 > limit - 2",
    "vitality never rises",
    "coins never falls",
    "game ends",
    "game never stuck",
    "at turn.play: card.cost <= 2",
    "at turn.play: coins[p] >= fox.cost",
    "at end of turn: coins[p] <= limit - 1 or hand[p] is not empty or life > 0",
)


def checked(text: str, scope: str | None) -> CheckedBook:
    book, diagnostics = check_sources([SourceFile(Path("duel.rules"), "duel.rules", text)], Configuration(scope=scope))
    assert book is not None, diagnostics
    return book


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_said_of_all_games_is_so_in_each(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_clauses, "QUICK_SECONDS", 0.2)  # of plays by chance, before the proof
    lowered = lower(checked(f'{DUEL}{FEW}\nclaim asked "A"\n  scope any_beasts\n  {asked}\n', "any_beasts"))
    [question] = questions(lower_claim(lowered, "asked"), lowered.system, "any_beasts", {}, seed=1, seconds=30)
    assert is_about_many_games(question)
    cells = decide_many_games(question, Proofs(question.system, [question.clause], 30, 1))
    tables = open_tables(question.system)
    choices = [
        list(product(*(range(lo, hi + 1) for lo, hi in map(table.interval, range(len(table.values))))))
        for table in tables
    ]
    each = [
        decide(
            with_values(question.system, dict(zip((table.name for table in tables), values, strict=True))),
            question.clause, budget=Budget(states=20_000),
        ).answer
        for values in product(*choices)
    ]
    assert len(each) == 2 * 2 * 5 * 3
    holds = all(answer is Answer.HOLDS for answer in each)
    outcomes = {cell.answer.outcome for cell in cells}
    assert outcomes == ({Outcome.HOLDS} if holds else {Outcome.VIOLATED})


def test_what_nobody_reads_is_not_about_many_games() -> None:
    text = DUEL + "\nscope any_beasts\n  varies speed of Beast\n\nclaim a \"A\"\n  scope any_beasts\n  game ends\n"
    lowered = lower(checked(text, "any_beasts"))
    assert open_tables(lowered.system)
    assert open_values_used(lowered.system, ()) == ()


# ------------------------------------------------------------------ a wrong rule is noticed


@pytest.mark.parametrize(
    ("rule", "wrong", "claim"),
    [
        ("max(0, vitality[other(p)] - card.force)", "min(9, max(0, vitality[other(p)] - card.force + card.cost))",
         "life_never_rises"),
        ("coins[p] becomes limit", "coins[p] becomes min(9, limit + 1)", "coins_in_limit"),
    ],
)
def test_a_wrong_rule_is_refuted_by_values(tmp_path: Path, rule: str, wrong: str, claim: str) -> None:
    more = """
claim coins_in_limit "Nobody has more coins than the limit"
  scope any_beasts
  always every p in Player has coins[p] <= limit
"""
    text = DUEL.replace(rule, wrong)
    assert text != DUEL
    result = verified_text(tmp_path, text + ANY + CLAIMS + more, claims=(claim,))
    [verdict] = of(result, claim)
    assert verdict.outcome is Outcome.VIOLATED


def test_clauses_about_numbers_are_left_open(tmp_path: Path) -> None:
    text = DUEL + ANY + '\nclaim a "A"\n  scope any_beasts\n  in turn(Anna) alone: chance(hand[Anna] is empty) = 1\n'
    [verdict] = of(verified_text(tmp_path, text), "a")
    assert verdict.outcome is Outcome.UNKNOWN


def test_claims_are_as_lowered() -> None:
    """The clauses of the tests above are of the kinds that are told apart."""
    kinds = set()
    for asked in ASKED:
        lowered = lower(checked(f'{DUEL}{FEW}\nclaim asked "A"\n  scope any_beasts\n  {asked}\n', "any_beasts"))
        kinds |= {type(clause) for clause in lower_claim(lowered, "asked").clauses}
    assert kinds == {pr.Always, pr.Monotone, pr.Ends, pr.NeverStuck, pr.At}


# ------------------------------------------------------------------ what was once wrong


WHOLE_TABLE = DUEL + """
scope other_costs
  varies cost of Beast in 0..9

claim dear_together "All together cost nothing"
  scope other_costs
  sum(c.cost for c in Beast) = 0

claim least_is_nothing "The cheapest costs nothing"
  scope other_costs
  min(c.cost for c in Beast) = 0

claim no_more_than_eighteen "Two kinds of at most nine"
  scope other_costs
  sum(c.cost for c in Beast) <= 18
"""


def test_a_whole_column_that_varies_is_no_constant(tmp_path: Path) -> None:
    result = verified_text(tmp_path, WHOLE_TABLE)
    assert {claim: [one.outcome for one in of(result, claim)] for claim in
            ("dear_together", "least_is_nothing", "no_more_than_eighteen")} == {
        "dear_together": [Outcome.VIOLATED], "least_is_nothing": [Outcome.VIOLATED],
        "no_more_than_eighteen": [Outcome.HOLDS],
    }


def test_a_rule_may_read_a_state_that_starts_as_what_is_open(tmp_path: Path) -> None:
    text = DUEL + ANY + '\nclaim four "Four"\n  scope any_beasts\n  vitality[Anna] != 4\n'
    [verdict] = of(verified_text(tmp_path, text), "four")
    assert verdict.outcome is Outcome.VIOLATED


def test_one_scope_may_leave_open_what_another_sets(tmp_path: Path) -> None:
    text = DUEL + """
scope low
  varies limit in 1..2

scope high
  sets limit to 9

claim low_coins "Few coins"
  scope low
  always every p in Player has coins[p] <= 2

claim high_coins "Many coins"
  scope high
  possible some p in Player has coins[p] = 9
"""
    result = verified_text(tmp_path, text)
    assert [one.outcome for name in ("low_coins", "high_coins") for one in of(result, name)] == [Outcome.HOLDS] * 2


def test_the_value_nothing_is_told_where_it_refutes(tmp_path: Path) -> None:
    text = DUEL + '\nscope free\n  varies cost of Beast in 0..3\n\nclaim a "A"\n  scope free\n  fox.cost = 1\n'
    [verdict] = of(verified_text(tmp_path, text), "a")
    assert isinstance(verdict.counterexample, Situation)
    assert {one.name: one.value for one in verdict.counterexample.values} == {"cost of fox": "0"}


BONUS = """rulebook bonus
  players 1 as Anna

param gift: 0..5 = 0

state
  points: 0..9 = 0
  rounds: 0..3 = 0

procedure game
  repeat until rounds = 3
    Anna chooses one of
      take
        points becomes points + gift
      leave
    rounds becomes rounds + 1
  end game

scope any_gift
  varies gift
"""


def test_games_of_the_printed_numbers_say_nothing_of_others(tmp_path: Path) -> None:
    """With a gift of 4 the third one breaks the play down; with the printed one nothing does."""
    result = verified_text(tmp_path, BONUS, scope="any_gift", claims=("no_play_breaks_down",))
    [verdict] = of(result, "no_play_breaks_down")
    assert verdict.outcome is Outcome.UNKNOWN
    assert "printed numbers" in (verdict.reason or "")
