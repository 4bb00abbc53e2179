"""Imperial Twing: the claims that its rulebook must have, exact odds, and what hinges on which reading.

Claims about rules are all asked in `test_imperial_broken.py`; here are those about chances and about play.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.checker.symbols import Configuration
from rulewright_verify.evidence import Play
from rulewright_verify.planner.books import open_books
from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Exact, Exhaustive, Outcome, Shown, Verdict
from tests.rulebooks.breaking import verified
from tests.rulebooks.imperial_breaks import IMPERIAL

HOUSE_RULES = ("cheap_objects", "unreliable_traps", "sacrifice_cats", "heroes", "weapons")
NAMED = {
    (): {
        "both_critical_ties", "every_battle_decided", "teddy_readings_agree", "own_colour_never_worse",
        "more_power_never_worse", "miromon_order_matters", "battle_odds", "one_cat_odds", "duel_always_decided",
        "duel_odds", "spell_search_ends", "defender_can_defend", "must_defend_possible_under", "battle_window_ends",
        "start_roll_ends", "cards_conserved", "ornicles_conserved", "hand_limits_hold", "vice_archmage_reachable",
        "game_ends", "endgame_one_roll_or_many",
    },
    ("unreliable_traps",): {"trap_two_of_three"},
    ("sacrifice_cats",): {"two_cats_or_sacrifice"},
    ("heroes",): {"hero_strength_never_negative"},
    ("royal",): {"one_royal_winner"},
    HOUSE_RULES: {"house_rules_compatible"},
}
ASKED = (
    "one_cat_odds", "duel_odds", "endgame_one_roll_or_many", "start_roll_length", "start_roll_length_without_rank",
    "trap_two_of_three", "two_cats_or_sacrifice", "duel_always_decided", "must_defend_possible_under",
    "spell_search_ends", "spell_search_reshuffled", "six_creatures", "battle_window_ends",
)


@pytest.fixture(scope="module")
def result() -> VerificationResult:
    return verified(IMPERIAL, *ASKED, players=2)


def of(result: VerificationResult, claim: str) -> list[Verdict]:
    return [verdict for verdict in result.verdicts if verdict.claim == claim]


@pytest.mark.parametrize(("variants", "names"), NAMED.items(), ids=lambda value: "+".join(sorted(value)) or "plain")
def test_the_claims_are_there_by_name(variants: tuple[str, ...], names: set[str]) -> None:
    book = open_books(IMPERIAL).book(Configuration(variants=variants))
    assert names <= set(book.claims)


@pytest.mark.slow
def test_all_is_as_the_rulebook_expects(result: VerificationResult) -> None:
    assert not result.is_wrong, result.diagnostics
    assert {verdict.claim for verdict in result.verdicts} == set(ASKED)
    assert [(v.claim, v.outcome, v.reason) for v in result.verdicts if not v.as_expected] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "values"),
    [
        ("one_cat_odds", ["65/144", "355/576", "25/48", "1115/1728", "439/576", "67/144"]),
        ("duel_odds", ["637975/1492992", "637975/1492992", "108521/746496", "29375/55296", "36163/55296",
                       "44965/186624"]),
        ("endgame_one_roll_or_many", ["55/192", "4225/20736", "65/72", "65/72"]),
        ("start_roll_length", ["72/65"]),
        ("start_roll_length_without_rank", ["6/5"]),
        ("two_cats_or_sacrifice", ["14525/20736", "1105/1728", "2483/6912", "491/1728", "6259/6912", "521/576"]),
    ],
)
def test_chances_are_exact(result: VerificationResult, claim: str, values: list[str]) -> None:
    (verdict,) = of(result, claim)
    assert [one.value for one in verdict.measurements] == [Exact(Fraction(value)) for value in values]


@pytest.mark.slow
def test_an_unreliable_trap_under_each_reading(result: VerificationResult) -> None:
    found = {
        verdict.readings["fail_on_a_trap"]: (verdict.outcome, verdict.measurements[0].value)
        for verdict in of(result, "trap_two_of_three")
    }
    assert found == {
        "is_no_number": (Outcome.HOLDS, Exact(Fraction(2, 3))),
        "fails_as_well": (Outcome.VIOLATED, Exact(Fraction(7, 12))),
    }


@pytest.mark.slow
def test_a_duel_is_decided_only_if_it_is_fought_on(result: VerificationResult) -> None:
    found = {verdict.readings["undecided_duel"]: verdict for verdict in of(result, "duel_always_decided")}
    undecided = found["stake_returned"]
    assert (undecided.outcome, undecided.assurance) == (Outcome.VIOLATED, Shown())
    assert isinstance(undecided.counterexample, Play)
    assert (found["fought_on"].outcome, found["fought_on"].assurance) == (Outcome.HOLDS, Exhaustive("arena"))


@pytest.mark.slow
def test_the_answers_to_a_roll_are_used_up(result: VerificationResult) -> None:
    found = {verdict.readings["event_counts"]: verdict for verdict in of(result, "battle_window_ends")}
    assert (found["zero"].outcome, found["zero"].assurance) == (Outcome.HOLDS, Exhaustive("parley"))
    by_luck = found["rolled_again"].counterexample
    assert isinstance(by_luck, Play)
    assert by_luck.loop_to is not None


@pytest.mark.slow
def test_the_search_for_a_spell(result: VerificationResult) -> None:
    (ends,) = of(result, "spell_search_ends")
    assert (ends.outcome, ends.assurance) == (Outcome.HOLDS, Exhaustive("search"))
    (endless,) = of(result, "spell_search_reshuffled")
    assert isinstance(endless.counterexample, Play)
    assert endless.counterexample.loop_to is not None
