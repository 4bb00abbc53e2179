"""Games with known answers: every answer exactly as the literature has it, and a broken rule is noticed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.checker.printednames import printed_names
from rulewright.checker.symbols import EnumSymbol, KindsSymbol, StateSymbol
from rulewright.pipeline import check_rulebook
from rulewright.syntax import ast
from rulewright_verify.cli.loading import rulebooks_in
from rulewright_verify.evidence import Play
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.verdict import Exact, Exhaustive, Near, Outcome, Proved, Verdict
from tests.rulebooks.breaking import ROOT, Break, broken_copy, verified
from tests.rulebooks.classics_breaks import BREAKS
from tests.rulebooks.classics_by_hand import beggar, penney, pig, risk, tic_tac_toe

CLASSICS = ROOT / "rules" / "classics"
GAMES = sorted(path.name for path in CLASSICS.iterdir() if path.is_dir())

KNOWN: dict[tuple[str, str], list[Fraction | int]] = {
    ("craps", "pass_line"): [Fraction(244, 495)],
    ("craps", "house_edge"): [Fraction(251, 495)],
    ("craps", "length"): [Fraction(557, 165)],
    ("chuck_a_luck", "what_it_costs"): [Fraction(-17, 216)],
    ("chuck_a_luck", "how_often"): [Fraction(n, 216) for n in (1, 15, 75, 125)],
    ("chuck_a_luck", "most"): [3, -1],
    ("coupons", "packets"): [Fraction(147, 10)],
    ("coupons", "luckiest"): [6],
    ("coupons", "all_collections"): [64],
    ("reroll", "six_rolls"): [6, 1],
    ("reroll", "never_over"): [0],
    ("snakes_and_ladders", "how_long"): [Fraction(  # Althoen, King and Schilling 1993
        225837582538403273407117496273279920181931269186581786048583,
        5757472998140039232950575874628786131130999406013041613400,
    )],
    ("snakes_and_ladders", "shortest"): [7],
    ("gamblers_ruin", "chance_to_win"): [Fraction(3, 10)],
    ("gamblers_ruin", "how_long"): [21],
    ("gamblers_ruin", "chance_against_an_edge"): [Fraction(7, 1023)],
    ("monty_hall", "switch"): [Fraction(2, 3)] * 3,
    ("monty_hall", "stay"): [Fraction(1, 3)] * 3,
    ("monty_hall", "best_plan"): [Fraction(2, 3)],
    ("monty_hall", "no_difference"): [Fraction(1, 3)] * 6,
    ("penney", "value"): [Fraction(2, 3), Fraction(1, 3)],
    ("penney", "three_heads"): [Fraction(7, 8)],
    ("tower_of_hanoi", "shortest"): [31],
    ("tower_of_hanoi", "all_positions"): [243],
    ("tic_tac_toe", "all_positions"): [5478],
    ("tic_tac_toe", "a_draw"): [1, 1],
    ("tic_tac_toe", "nobody_can_force_it"): [0, 0],
    ("tic_tac_toe", "fastest_win"): [5],
    ("nim", "first_wins_345"): [1],
    ("nim", "theory_is_right"): [int(a ^ b ^ c != 0) for a in range(4) for b in range(4) for c in range(4)],
    ("nim", "second_wins"): [1],
    ("nim", "last_match_wins"): [1],
    ("pig", "piglet_solved"): [Fraction(4, 7), Fraction(3, 7)],
    ("risk", "three_against_two"): [Fraction(2890, 7776), Fraction(2275, 7776), Fraction(2611, 7776)],
    ("beggar", "endless_for_sure"): [0],
    ("go", "fifteen_positions"): [15],
}

PROVED = [
    ("nim", "balance_breaks"), ("nim", "balance_is_found"), ("nim", "nothing_left_is_balanced"),
    ("snakes_and_ladders", "no_chain"), ("beggar", "a_whole_deck"),
]

NEVER_ENDING = [
    ("craps", "over_for_sure"), ("reroll", "over_at_last"), ("snakes_and_ladders", "snakes_let_go"),
    ("pig", "surely_over"), ("beggar", "every_deal_ends"), ("go", "it_ends"), ("go", "it_ends_with_ko"),
]


@pytest.fixture(scope="module")
def verdicts() -> dict[tuple[str, str], Verdict]:
    """All claims of all games, each with its one verdict."""
    found: dict[tuple[str, str], Verdict] = {}
    for game in GAMES:
        book, diagnostics = check_rulebook(CLASSICS / game)
        assert book is not None, diagnostics
        claims = [item.name.text for item in book.items if isinstance(item, ast.Claim)]
        result = verified(CLASSICS / game, *claims)
        assert not result.is_wrong, (game, result.diagnostics)
        for verdict in result.verdicts:
            assert (game, verdict.claim) not in found, (game, verdict.claim)
            found[game, verdict.claim] = verdict
    return found


def test_everything_is_as_the_rulebooks_expect(verdicts: dict[tuple[str, str], Verdict]) -> None:
    assert [(where, v.outcome, v.reason) for where, v in verdicts.items() if not v.as_expected] == []
    assert len(verdicts) >= 70


@pytest.mark.parametrize(("game", "claim"), KNOWN)
def test_the_answer_is_the_known_one(game: str, claim: str, verdicts: dict[tuple[str, str], Verdict]) -> None:
    verdict = verdicts[game, claim]
    assert verdict.outcome is Outcome.HOLDS
    values = [measurement.value for measurement in verdict.measurements]
    assert [value.value for value in values if isinstance(value, Exact)] == KNOWN[game, claim]


@pytest.mark.parametrize(("game", "claim"), PROVED)
def test_what_is_proved_for_all_values(game: str, claim: str, verdicts: dict[tuple[str, str], Verdict]) -> None:
    assert (verdicts[game, claim].outcome, verdicts[game, claim].assurance) == (Outcome.HOLDS, Proved())


@pytest.mark.parametrize(("game", "claim"), NEVER_ENDING)
def test_what_may_never_end_is_shown_by_a_play(
    game: str, claim: str, verdicts: dict[tuple[str, str], Verdict]
) -> None:
    verdict = verdicts[game, claim]
    assert verdict.outcome is Outcome.VIOLATED
    assert isinstance(verdict.counterexample, Play)


def test_go_ends_only_if_no_position_may_come_back(verdicts: dict[tuple[str, str], Verdict]) -> None:
    found = {name: verdicts["go", f"it_ends{name}"].outcome.value for name in ("", "_with_ko", "_without_repetition")}
    assert found == {"": "violated", "_with_ko": "violated", "_without_repetition": "holds"}


# ------------------------------------------------------------------ against the same worked out by hand


def test_the_endless_deal_comes_back_where_the_players_do(verdicts: dict[tuple[str, str], Verdict]) -> None:
    """Casella and others 2024: after 34 cards the play goes round, 440 cards a time."""
    assert beggar("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA") == (34, 474)
    verdict = verdicts["beggar", "endless_deal"]
    assert verdict.outcome is Outcome.HOLDS
    assert isinstance(verdict.witness, Play)
    assert len(verdict.witness.steps) == 474


def test_a_sample_never_calls_the_endless_deal_finite(verdicts: dict[tuple[str, str], Verdict]) -> None:
    verdict = verdicts["beggar", "sampling_sees_no_end"]
    assert (verdict.outcome, verdict.assurance, verdict.value) == (Outcome.UNKNOWN, None, None)
    assert verdict.reason == "none of 100 games came to where this is looked at"
    assert "100 games did not come to an end" in verdict.bounds


def test_all_of_tic_tac_toe(verdicts: dict[tuple[str, str], Verdict]) -> None:
    assert tic_tac_toe() == (5478, 0)
    assert verdicts["tic_tac_toe", "all_positions"].value == Exact(Fraction(tic_tac_toe()[0]))


def test_a_battle_of_risk(verdicts: dict[tuple[str, str], Verdict]) -> None:
    assert verdicts["risk", "five_against_five"].value == Exact(risk(5, 5))
    assert round(float(risk(5, 5)), 3) == 0.506  # Osborne 2003


def test_best_play_of_pig(verdicts: dict[tuple[str, str], Verdict]) -> None:
    value = verdicts["pig", "beginning_is_good"].value
    assert isinstance(value, Exact)
    assert float(value.value) == pytest.approx(pig(10, dict.fromkeys(range(2, 7), 1 / 6), 1 / 6), abs=1e-9)
    whole = verdicts["pig", "best_play"]  # Neller and Presser 2004: 0.5306
    assert (whole.outcome, whole.assurance) == (Outcome.HOLDS, Exhaustive(None))
    assert isinstance(whole.value, Near)
    assert round(float(whole.value.value), 4) == 0.5306
    assert whole.value.error < 1e-11
    assert pig(2, {1: 1 / 2}, 1 / 2) == pytest.approx(4 / 7, abs=1e-9)  # Piglet, Neller and Presser 2004


def test_the_best_answers_of_penney(verdicts: dict[tuple[str, str], Verdict]) -> None:
    answers = {"HHH": "THH", "HHT": "THH", "HTH": "HHT", "HTT": "HHT",
               "THH": "TTH", "THT": "TTH", "TTH": "HTT", "TTT": "HTT"}
    found = verdicts["penney", "second_is_better"].measurements
    assert [one.value for one in found] == [Exact(penney(row, answer)) for row, answer in answers.items()]


# ------------------------------------------------------------------ broken


@pytest.mark.parametrize(
    ("game", "change"), [(game, change) for game, changes in BREAKS.items() for change in changes],
    ids=lambda each: each.name if isinstance(each, Break) else each,
)
def test_a_broken_rule_is_noticed(game: str, change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    result = verified(broken_copy(CLASSICS / game, change, tmp_path), change.notices)
    assert not result.is_wrong, result.diagnostics
    assert [verdict.outcome for verdict in result.verdicts if not verdict.as_expected], change.notices
    assert all(verdict.outcome is not Outcome.UNKNOWN for verdict in result.verdicts)


# ------------------------------------------------------------------ what a newcomer finds


def test_every_game_is_broken_and_has_a_known_answer() -> None:
    assert set(GAMES) == set(BREAKS) == {game for game, _ in KNOWN}


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_played_as_they_are_told(game: str) -> None:
    book, _ = check_rulebook(CLASSICS / game)
    assert book is not None
    assert [example.name for example in play_examples(book, {}) if example.failure is not None] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_has_a_source_and_both_languages(game: str) -> None:
    text = (CLASSICS / game / f"{game}.rules").read_text(encoding="utf-8")
    book, diagnostics = check_rulebook(CLASSICS / game)
    assert book is not None
    assert diagnostics == ()
    assert "\nsource " in text
    english, german = text.count(" text en "), text.count(" text de ")
    titled = [item for item in book.items if isinstance(item, ast.Claim | ast.Example)]
    assert german == english + len(titled)  # the title of a claim or an example is its English sentence


PROPER_NAMES = {"Anna", "Ben", "Ada", "Plan", *(f"{column}{row}" for column in "abc" for row in "123")}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_printed_by_its_name_has_a_german_one(game: str) -> None:
    book, _ = check_rulebook(CLASSICS / game)
    assert book is not None
    printed = EnumSymbol | KindsSymbol | StateSymbol
    named = {name for name, symbol in book.symbols.items() if isinstance(symbol, printed) and name != "Player"}
    named |= {item.name.text for item in book.items if isinstance(item, ast.Procedure)}
    for symbol in book.symbols.values():
        if isinstance(symbol, EnumSymbol):
            named |= set(symbol.type.members)
    assert named - set(printed_names(book.items, "de")) - PROPER_NAMES == set()


def test_the_page_names_every_game_once() -> None:
    page = (CLASSICS / "README.md").read_text(encoding="utf-8")
    assert [page.count(f"]({game}/{game}.rules)") for game in GAMES] == [1] * len(GAMES)


def test_a_folder_of_folders_holds_its_rulebooks() -> None:
    found = rulebooks_in(str(ROOT / "rules"))
    assert [Path(path).name for path in found if Path(path).parent == CLASSICS] == GAMES
    assert str(ROOT / "rules" / "twilight") in found
    assert rulebooks_in(str(CLASSICS / "craps")) == [str(CLASSICS / "craps")]
