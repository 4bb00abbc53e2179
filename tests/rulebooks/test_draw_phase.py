"""The four ways to draw: every claim as expected, and each way broken once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.checker.symbols import Configuration
from rulewright_verify.planner import verify
from rulewright_verify.planner.books import open_books
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.result import VerifyOptions, no_progress
from rulewright_verify.verdict import Outcome, Proved
from tests.rulebooks.breaking import ROOT, Break, broken_copy, verified

DRAW_PHASE = ROOT / "rules" / "draw_phase"
BREAKS = [
    Break("three cards instead of two", "draw_phase.rules", "    source KH-099\n    2\n", "    source KH-099\n    3\n",
          "draw_variants_differ"),
    Break("no card with an empty hand", "draw_phase.rules", "    1 when way = one\n",
          "    min(1, in_hand) when way = one\n", "other_ways_always_draw"),
    Break("the hand is filled to six", "draw_phase.rules", "    max(0, 5 - in_hand) when way = fill\n",
          "    max(0, 6 - in_hand) when way = fill\n", "draw_variants_differ"),
    Break("five cards, whatever is in the hand", "draw_phase.rules", "    max(0, 5 - in_hand) when way = fill\n",
          "    5 when way = fill\n", "filling_is_idempotent"),
    Break("castles count twice", "draw_phase.rules", "    1 + castles_held when way = by_castles\n",
          "    min(10, 1 + 2 * castles_held) when way = by_castles\n", "castles_never_hurt"),
]


def test_everything_is_as_the_rulebook_expects() -> None:
    result = verify(str(DRAW_PHASE), VerifyOptions(jobs=1), no_progress)
    assert [(v.claim, v.outcome, v.reason) for v in result.verdicts if not v.as_expected] == []
    assert result.exit_code == 0
    assert {example.name: example.failure for example in result.examples} == dict.fromkeys(
        ("two_cards", "one_card", "three_castles", "hand_of_three", "hand_of_six")
    )
    (differ,) = (v for v in result.verdicts if v.claim == "draw_variants_differ")
    assert (differ.outcome, differ.assurance) == (Outcome.HOLDS, Proved())


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.name)
def test_a_broken_way_is_noticed(change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    result = verified(broken_copy(DRAW_PHASE, change, tmp_path), change.notices)
    assert not result.is_wrong, result.diagnostics
    assert [v.outcome for v in result.verdicts if not v.as_expected] == [Outcome.VIOLATED]


BY_EXAMPLE = [
    ("draw_one", "KH-100", "one", {"one_card"}),
    ("fill_to_five", "KH-101", "fill", {"hand_of_six"}),
    ("draw_by_castles", "KH-102", "by_castles", {"three_castles"}),
]


@pytest.mark.parametrize(("variant", "passage", "way", "notice"), BY_EXAMPLE, ids=[name for name, *_ in BY_EXAMPLE])
def test_a_variant_that_draws_two_is_noticed_by_its_examples(
    variant: str, passage: str, way: str, notice: set[str], tmp_path: Path
) -> None:
    old = f"  replaces default way of chosen_way\n    source {passage}\n    {way}\n"
    change = Break(f"{way} draws two", "draw_phase.rules", old, old.replace(f"    {way}\n", "    two\n"), None)
    book = open_books(broken_copy(DRAW_PHASE, change, tmp_path)).book(Configuration(variants=(variant,)))
    of_the_variant = {name: each for name, each in book.examples.items() if each.under}
    results = play_examples(replace(book, examples=of_the_variant), {})
    assert {result.name for result in results if result.failure} == notice
