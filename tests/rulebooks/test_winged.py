"""WINGED: what is claimed, what is proved for all values, and what a small game decides play by play."""

from __future__ import annotations

import pytest

from rulewright.checker.symbols import Configuration, ReadingSymbol
from rulewright.pipeline import check_rulebook
from rulewright_verify.evidence import Play
from rulewright_verify.planner.books import open_books
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.planner.graph_clauses import draws_from_many
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Exhaustive, Outcome, Proved, Verdict
from tests.rulebooks.breaking import ROOT, verified

WINGED = ROOT / "rules" / "winged"
NAMED = {
    "even_trade", "game_ends", "main_phase_ends", "redraw_ends", "first_round_never_dead", "one_winner",
    "damage_never_heals", "wache_is_the_only_target", "breeze_within_bounds", "nothing_to_decide_for_the_opponent",
    "guardian_vitality_never_rises", "deck_rule_needs_13_cards", "damage_readings_differ", "attack_order_matters",
    "who_acts_first", "first_player_share", "deck_out_in_3000",
}
FOR_ALL_VALUES = ("even_trade", "deck_rule_needs_13_cards", "three_keywords", "six_hundred_cards")
FOR_ALL_CARDS = (
    "damage_only_weakens", "damage_readings_agree_in_one_field", "moved_once_a_round", "swift_attacks_at_once",
    "wache_is_the_only_target",
)
PLAYED = (
    "one_winner", "damage_never_heals", "attack_order_matters", "redraw_ends",
    "redraw_of_expensive_decks", "each_attacks_once", "abilities_compared", "bad_hand_is_not_no_play",
)
SWITCHES = {
    "schaden_gilt", "aussetzen", "neu_ziehen", "erste_brise", "erschöpft_versetzen", "bei_ankunft_versetzen",
    "marken_je_runde", "marke_über_acht", "runde_heißt", "beide_auf_null", "verlust_beim_ziehen", "wächter_und_deck",
}


@pytest.fixture(scope="module")
def result() -> VerificationResult:
    return verified(WINGED, *FOR_ALL_VALUES, *FOR_ALL_CARDS, *PLAYED)


def of(result: VerificationResult, claim: str) -> list[Verdict]:
    return [verdict for verdict in result.verdicts if verdict.claim == claim]


def test_every_claim_and_switch_has_its_name_and_every_example_is_played() -> None:
    book, diagnostics = check_rulebook(WINGED)
    assert book is not None and list(diagnostics) == []
    assert set(book.claims) >= NAMED - {"first_player_share"} and "worked_example" in book.examples
    assert {name for name, each in book.symbols.items() if isinstance(each, ReadingSymbol)} == SWITCHES
    assert [(example.name, example.failure) for example in play_examples(book, {}) if example.failure] == []


def test_what_is_claimed_comes_out_as_expected(result: VerificationResult) -> None:
    assert [(v.claim, v.outcome, v.reason) for v in result.verdicts if not v.as_expected] == []


@pytest.mark.parametrize("claim", FOR_ALL_CARDS)
def test_for_all_cards_that_could_be_printed(result: VerificationResult, claim: str) -> None:
    (verdict,) = of(result, claim)
    assert (verdict.outcome, verdict.assurance) == (Outcome.HOLDS, Proved("beliebige_zahlen"))


@pytest.mark.parametrize("claim", FOR_ALL_VALUES)
def test_for_all_values(result: VerificationResult, claim: str) -> None:
    (verdict,) = of(result, claim)
    assert (verdict.outcome, verdict.assurance) == (Outcome.HOLDS, Proved())


def test_both_guardians_can_fall_at_once_and_a_reading_says_who_wins(result: VerificationResult) -> None:
    found = {verdict.readings["beide_auf_null"]: verdict for verdict in of(result, "one_winner")}
    assert {option: verdict.outcome for option, verdict in found.items()} == {
        "unentschieden": Outcome.VIOLATED, "wer_am_zug_ist_verliert": Outcome.HOLDS,
        "wer_am_zug_ist_gewinnt": Outcome.HOLDS,
    }
    play = found["unentschieden"].counterexample
    assert isinstance(play, Play) and "fähigkeit" in play.decisions[-1]


def test_vessa_takes_damage_away(result: VerificationResult) -> None:
    (verdict,) = of(result, "damage_never_heals")
    assert isinstance(verdict.counterexample, Play)
    assert any("heile" in line for line in verdict.counterexample.decisions[-2:])


def test_a_weak_attack_first_makes_piercing_stronger(result: VerificationResult) -> None:
    (verdict,) = of(result, "attack_order_matters")
    assert isinstance(verdict.counterexample, Play)
    assert [line.partition("(")[0] for line in verdict.counterexample.decisions] == ["Erste: zuerst", "Erste: danach"]


def test_one_cheap_card_is_enough_for_the_redraw_to_end_by_luck(result: VerificationResult) -> None:
    (verdict,) = of(result, "redraw_ends")
    assert (verdict.outcome, verdict.assurance) == (Outcome.HOLDS, Exhaustive("billig_und_teuer"))
    assert Outcome.VIOLATED in {verdict.outcome for verdict in of(result, "redraw_of_expensive_decks")}


def test_the_whole_game_is_proved_about_and_not_enumerated() -> None:
    """Five cards out of 39 kinds, one after another: too many hands; the small scope has few."""
    books = open_books(WINGED)
    assert draws_from_many(books.instance(Configuration(players=2)).system)
    assert not draws_from_many(books.instance(Configuration(players=2, scope="klein")).system)
