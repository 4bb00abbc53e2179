"""The four ways to draw: every claim as expected, and each way broken once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_verify.planner import verify
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
    assert [example.failure for example in result.examples] == [None, None]
    (differ,) = (v for v in result.verdicts if v.claim == "draw_variants_differ")
    assert (differ.outcome, differ.assurance) == (Outcome.HOLDS, Proved())


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.name)
def test_a_broken_way_is_noticed(change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    result = verified(broken_copy(DRAW_PHASE, change, tmp_path), change.notices)
    assert not result.is_wrong, result.diagnostics
    assert [v.outcome for v in result.verdicts if not v.as_expected] == [Outcome.VIOLATED]
