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
