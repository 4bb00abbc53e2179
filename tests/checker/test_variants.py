"""What variants make of a rulebook."""

from pathlib import Path

import pytest

from rulewright.checker.lint import lint
from rulewright.checker.symbols import KindsSymbol, ParamSymbol, RuleSymbol, StateSymbol
from rulewright.checker.types import NumberType
from rulewright.pipeline import check_with_variants
from rulewright.syntax import ast
from tests.checker.checking import GAMES, checked, game, messages

BASE = """
param goal: 1..40 = 10

cards Card
  | name  | cost | copies |
  | coin  |    1 |      3 |
  | crown |    3 |      1 |

state
  deck: bag of Card, starts full
  hand[Player]: bag of Card, seen by owner
  paid: 0..9 = 0

rule price(card: Card) -> number
  default printed
    card.cost

procedure game
  step deal
    draw 2 cards from deck to hand[Anna]
  step play
    told en "Anna plays"
    Anna chooses one of, until done
      pay: card in hand[Anna] where price(card) < goal and paid < 9
        told en "Anna pays {card}"
        paid becomes min(9, paid + price(card))
        move card from hand[Anna] to deck
      stop
        end game

claim cheap "Cards are cheap"
  for all card: Card
    price(card) <= 9

variant other of small
"""


def procedure(text: str, name: str = "game") -> ast.Procedure:
    symbol = checked(BASE + text, variants=("other",)).symbols[name]
    node = symbol.node  # type: ignore[union-attr]
    assert isinstance(node, ast.Procedure)
    return node


def option(node: ast.Procedure, label: str) -> ast.Option:
    steps = [step for step in node.block.statements if isinstance(step, ast.Step)]
    choice = next(each for each in steps[-1].block.statements if isinstance(each, ast.ChooseOneOf))
    return next(each for each in choice.options if each.label.text == label)


def test_sets_a_param() -> None:
    goal = checked(BASE + "  sets goal to 3\n", variants=("other",)).symbols["goal"]
    assert isinstance(goal, ParamSymbol)
    assert goal.values == (3,)


def test_sets_a_cell_of_a_table() -> None:
    book = checked(BASE + "  sets cost of crown to 7\n  sets copies of coin to 0\n", variants=("other",))
    card = book.symbols["Card"]
    price = book.symbols["price"]
    assert isinstance(card, KindsSymbol) and isinstance(price, RuleSymbol)
    assert card.attributes["cost"].values == (1, 7)
    assert card.copies == (0, 1)
    assert price.result == NumberType(1, 7)


def test_forbids_an_option_where_its_names_are_known() -> None:
    pay = option(procedure("  forbids game.play.pay when card = crown\n"), "pay")
    where = pay.binders[0].where
    assert isinstance(where, ast.And)
    assert isinstance(where.right, ast.Not)


def test_forbids_an_option_without_a_pick() -> None:
    stop = option(procedure("  forbids game.play.stop when paid = 0\n"), "stop")
    assert isinstance(stop.when, ast.Not)


def test_allows_and_its_reason_are_kept() -> None:
    text = "  allows game.play.stop only if paid > 2\n    rests on ending\n  adds gap ending\n    text en \"?\"\n"
    stop = option(procedure(text), "stop")
    assert isinstance(stop.when, ast.Compare)
    assert stop.block is not None
    assert [name.text for name in stop.block.notes.rests] == ["ending"]


def test_adds_a_step_before_what_an_option_does_and_keeps_sentences_in_place() -> None:
    text = "  adds step count before game.play.pay\n    paid becomes min(9, paid + 1)\n"
    pay = option(procedure(text), "pay")
    assert pay.block is not None
    assert isinstance(pay.block.statements[0], ast.Step)
    assert [told.after for told in pay.block.notes.told] == [0]
    assert "game.play.pay.count" in checked(BASE + text, variants=("other",)).labels


def test_adds_a_step_beside_a_step() -> None:
    node = procedure("  adds step count after game.deal\n    paid becomes 1\n")
    names = [each.name.text for each in node.block.statements if isinstance(each, ast.Step)]
    assert names == ["deal", "count", "play"]


def test_does_something_else_instead_at_the_same_address() -> None:
    text = "  instead of game.deal when goal > 5\n    draw 1 cards from deck to hand[Ben]\n"
    deal = procedure(text).block.statements[0]
    assert isinstance(deal, ast.Step) and deal.name.text == "deal"
    either = deal.block.statements[0]
    assert isinstance(either, ast.If)
    assert isinstance(either.otherwise, ast.Block)
    assert isinstance(either.otherwise.statements[0], ast.DrawSome)


def test_adds_options_rows_and_levels() -> None:
    text = (
        "  adds to game.play\n    rob\n      paid becomes 0\n"
        "  adds to Card\n    | ring | 5 | 2 |\n"
        "  adds exception gift to price over printed\n    0 when card.cost = 5\n"
    )
    book = checked(BASE + text, variants=("other",))
    assert "game.play.rob" in book.labels
    card, price = book.symbols["Card"], book.symbols["price"]
    assert isinstance(card, KindsSymbol) and isinstance(price, RuleSymbol)
    assert card.type.members == ("coin", "crown", "ring")
    assert [level.name.text for level in price.levels] == ["printed", "gift"]


def test_replaces_a_default_and_keeps_its_name() -> None:
    book = checked(BASE + "  replaces default printed of price\n    card.cost + 4\n", variants=("other",))
    price = book.symbols["price"]
    assert isinstance(price, RuleSymbol)
    assert price.result == NumberType(5, 7)
    assert [level.name.text for level in price.levels] == ["printed"]


def test_a_limit_of_a_rule_is_the_least_of_both() -> None:
    book = checked(BASE + "  limits price to 2\n", variants=("other",))
    price = book.symbols["price"]
    assert isinstance(price, RuleSymbol)
    assert price.result == NumberType(1, 2)


def test_a_limit_of_an_option_counts_it_in_each_run() -> None:
    text = "  limits game.play.pay to 1 in game\n"
    book = checked(BASE + text, variants=("other",))
    counters = [each for each in book.symbols.values() if isinstance(each, StateSymbol) and " taken" in each.name]
    assert [each.type for each in counters] == [NumberType(0, 1)]
    node = procedure(text)
    assert isinstance(node.block.statements[0], ast.Assign)
    where = option(node, "pay").binders[0].where
    assert isinstance(where, ast.And) and isinstance(where.right, ast.Compare)


def test_a_limit_of_0_forbids_and_is_told_by_the_check() -> None:
    assert messages(BASE + "  limits game.play.pay to 0 in game\n") == [
        "RW424 a limit of 0 lets nobody take `game.play.pay`"
    ]


def test_a_limit_by_a_param_may_be_0() -> None:
    text = "param most: 0..3 = 0\n" + BASE + "  limits game.play.pay to most in game\n"
    assert messages(text, variants=("other",)) == []


def test_the_base_does_not_change() -> None:
    book = checked(BASE + "  sets goal to 3\n  adds to game.play\n    rob\n      paid becomes 0\n")
    assert "game.play.rob" not in book.labels
    assert list(book.variants) == ["other"]


@pytest.mark.parametrize("name", ["imperial", "snakes", "draw_phase"])
def test_every_variant_of_a_game_is_without_errors(name: str) -> None:
    wrong = [each for each in check_with_variants(GAMES / name)[1] if each.severity == "error"]
    assert [f"{each.span} {each.message_text}" for each in wrong] == []


def test_words_for_a_name_that_a_variant_does_away_with_are_right(tmp_path: Path) -> None:
    text = """\
rulebook throws
  players 1 as Ann

state
  shown: 0..6 = 0

procedure game
  roll d6 as face
  shown becomes face

variant coin of throws
  replaces procedure game
    roll d2 as side
    shown becomes side

claim small "A die has six faces"
  always shown <= 6

words
  | name  | de      |
  | game  | "Spiel" |
  | shown | "Wurf"  |
  | face  | "Augen" |
  | side  | "Seite" |
"""
    path = tmp_path / "throws.rules"
    path.write_text(text, encoding="utf-8")
    assert check_with_variants(path)[1] == ()
    path.write_text(text.replace("| face ", "| fase "), encoding="utf-8")
    told = [each.message_text for each in check_with_variants(path)[1]]
    assert told == ["`fase` stands nowhere else in the rulebook"]


def test_variants_of_imperial_can_be_played_together() -> None:
    names = ("unreliable_traps", "sacrifice_cats", "heroes", "weapons", "royal")
    book = game(GAMES / "imperial", variants=names)
    strength = book.symbols["strength"]
    assert isinstance(strength, RuleSymbol)
    assert [level.name.text for level in strength.levels] == ["printed", "crystals", "weapon"]
    assert len(book.players.members) == 4
    assert "trap_two_of_three" in book.claims
    assert "trap_two_of_three" not in game(GAMES / "imperial").claims


def test_precedence_settles_two_exceptions_of_different_sources() -> None:
    text = """
precedence card over book

source book "The book"
  | passage | line | says    |
  | BK-001  |    1 | "Never" |
source card "The card"
  | passage | line | says     |
  | CD-001  |    1 | "Always" |

rule may(n: 0..9) -> yes or no
  default
    n > 3
  exception never over default
    source BK-001
    no when n = 5
  exception always over default
    source CD-001
    yes when n >= 5

claim five "Five may"
  may(5)
"""
    assert messages(text) == []
    may = checked(text).symbols["may"]
    assert isinstance(may, RuleSymbol)
    assert may.settled == (("always", "never"),)


def test_what_only_another_game_changes_is_not_counted_as_changed_here() -> None:
    game_text = """
state
  coins[Player]: 0..5 = 2

rule toll(p: Player) -> 0..9
  default printed
    coins[p]

variant dear of small
  replaces default printed of toll
    coins[p] + 1

claim some_toll "There may be a toll"
  for all p: Player
    toll(p) <= 5

example dear_toll "One coin more"
  under variant dear
  given
    coins[Anna] becomes 3
  expect
    toll(Anna) = 4
"""
    book = checked(game_text)
    assert [each.message_text for each in lint(book)] == []
