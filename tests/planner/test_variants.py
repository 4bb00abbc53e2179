"""Claims in games with variants, and what variants change."""

from pathlib import Path

from rulewright_verify.result import Change
from rulewright_verify.verdict import Outcome
from tests.planner.small import of, outcomes, verified

VARIANTS = """
claim small_score "The score stays small"
  always score <= 5

claim gain_one "One gains one"
  gain = 1

claim big "Big scores are possible in a long game"
  under variant long
  possible score = 8

variant long of small
  sets goal to 8

variant double of small
  sets pace to 2
  adds claim two "Two gains two"
    gain = 2
"""


def test_claims_under_a_variant_are_decided_with_it(tmp_path: Path) -> None:
    result = verified(tmp_path, VARIANTS)
    assert [one.outcome for one in of(result, "big", "long")] == [Outcome.HOLDS]
    assert [one.outcome for one in of(result, "two", "double")] == [Outcome.HOLDS]
    assert {one.variants for one in result.verdicts} == {(), ("long",), ("double",)}
    assert {claim.name for claim in result.book.claims} == {"small_score", "gain_one", "big", "two"}
    assert result.exit_code == 0


def test_all_claims_are_asked_of_the_chosen_variant(tmp_path: Path) -> None:
    result = verified(tmp_path, VARIANTS, variants=("long",))
    assert outcomes(of(result, "small_score", "long")) == {"any": Outcome.VIOLATED}
    assert [one.outcome for one in of(result, "gain_one", "long")] == [Outcome.HOLDS]
    assert result.exit_code == 1


def test_variants_are_compared_with_the_game_without_them(tmp_path: Path) -> None:
    result = verified(tmp_path, VARIANTS, all_variants=True)
    found = {one.variants: dict(one.claims) for one in result.compared}
    assert found[("long",)] == {"small_score": Change.BROKEN, "gain_one": Change.KEPT, "big": Change.OWN}
    assert found[("double",)] == {"small_score": Change.KEPT, "gain_one": Change.BROKEN, "two": Change.OWN}
    assert found[("long", "double")]["two"] is Change.KEPT
    assert found[("long", "double")]["big"] is Change.BROKEN
    assert not of(result, "gain_one", "long")


def test_variants_that_exclude_each_other_are_no_pair(tmp_path: Path) -> None:
    apart = VARIANTS.replace("  sets goal to 8\n", "  excludes double\n  sets goal to 8\n")
    result = verified(tmp_path, apart, all_variants=True, claims=("gain_one",))
    assert [one.variants for one in result.compared] == [("long",), ("double",)]


def test_what_a_variant_needs_comes_with_it(tmp_path: Path) -> None:
    needing = VARIANTS.replace("  sets pace to 2\n", "  needs long\n  sets pace to 2\n")
    result = verified(tmp_path, needing, all_variants=True, claims=("two",))
    assert [one.variants for one in result.compared] == [("long",), ("long", "double")]
    assert [one.outcome for one in of(result, "two", "long", "double")] == [Outcome.HOLDS]


def test_a_variant_that_changes_nothing_is_a_mistake(tmp_path: Path) -> None:
    idle = "\nvariant idle of small\n  sets goal to 3\n"
    result = verified(tmp_path, idle, variants=("idle",))
    assert [one.message_text for one in result.diagnostics if one.severity == "error"] == ["`idle` changes nothing"]
    assert result.exit_code == 2
    assert verified(tmp_path, idle).exit_code == 0


def test_variants_that_contradict_each_other(tmp_path: Path) -> None:
    clash = "\nvariant long of small\n  sets goal to 8\n\nvariant longer of small\n  sets goal to 9\n"
    assert verified(tmp_path, clash).exit_code == 0
    result = verified(tmp_path, clash, all_variants=True)
    assert "`longer` and `long` both change `goal`" in [one.message_text for one in result.diagnostics]
    assert result.exit_code == 2


def test_a_variant_that_there_is_not(tmp_path: Path) -> None:
    assert verified(tmp_path, VARIANTS, variants=("lang",)).exit_code == 2


def test_variants_for_another_number_of_players_are_left_out(tmp_path: Path) -> None:
    crowded = VARIANTS.replace("variant long of small\n", "variant long of small\n  players 3\n")
    result = verified(tmp_path, crowded, all_variants=True, claims=("gain_one", "big"), players=2)
    assert [one.variants for one in result.compared] == [("double",)]
    result = verified(tmp_path, crowded, claims=("gain_one", "big"))
    assert [one.players for one in of(result, "big", "long")] == [(3,)]


EXPECTED = (
    VARIANTS
    .replace("  gain = 1\n", "  expect violated when variant double\n  gain = 1\n")
    .replace("  always score <= 5\n", "  expect violated when variant long\n  always score <= 5\n")
)


def test_what_a_variant_breaks_may_be_expected_of_it(tmp_path: Path) -> None:
    result = verified(tmp_path, EXPECTED.replace("possible score = 8", "possible score >= 8"), all_variants=True)
    assert [one.as_expected for one in of(result, "gain_one", "double")] == [True]
    assert {one.variants: one.claims["gain_one"] for one in result.compared}[("double",)] is Change.BROKEN
    assert result.exit_code == 0


def test_what_is_expected_of_a_variant_is_expected_of_no_other_game(tmp_path: Path) -> None:
    result = verified(tmp_path, EXPECTED, variants=("long",), claims=("gain_one", "small_score"))
    assert {one.claim: one.expected for one in result.verdicts} == {
        "gain_one": Outcome.HOLDS, "small_score": Outcome.VIOLATED,
    }
    assert verified(tmp_path, EXPECTED, claims=("gain_one", "small_score")).exit_code == 0


def test_readings_and_variants_are_expected_together(tmp_path: Path) -> None:
    text = VARIANTS + """
claim no_hurry "Nobody hurries in a long game"
  expect violated when fast = quick
  expect holds when variant double
  expect violated when fast = quick, variant double
  hurry = 0
"""
    plain = of(verified(tmp_path, text, claims=("no_hurry",)), "no_hurry")
    assert {one.readings.get("fast", "any"): one.as_expected for one in plain} == {"slow": True, "quick": True}
    doubled = of(verified(tmp_path, text, variants=("double",), claims=("no_hurry",)), "no_hurry", "double")
    assert {one.readings.get("fast", "any"): one.as_expected for one in doubled} == {"slow": True, "quick": True}
