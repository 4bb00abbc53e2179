"""`leaves alone`: what variants say they do not touch."""

from pathlib import Path

from rulewright_verify.result import VerificationResult
from rulewright_verify.verdict import Outcome, Verdict
from tests.planner.small import verified

ALONE = """
rule twice(n: 0..3) -> 0..6
  default doubled
    n + n

variant long of small
  sets goal to 8
  leaves alone gain, game.play.stop

variant double of small
  sets pace to 2
  leaves alone gain

variant other_words of small
  sets goal to 5
  replaces rule twice(n: 0..3) -> 0..6
    default doubled
      2 * n
  leaves alone twice
"""


def told(result: VerificationResult) -> dict[str, Verdict]:
    return {one.claim: one for one in result.verdicts if "leaves alone" in one.claim}


def test_what_is_the_same_is_left_alone(tmp_path: Path) -> None:
    found = told(verified(tmp_path, ALONE, variants=("long",)))
    assert {name: one.method for name, one in found.items()} == {
        "long leaves alone gain": "equal rules", "long leaves alone game.play.stop": "equal graphs",
    }
    assert all(one.automatic and one.outcome is Outcome.HOLDS for one in found.values())


def test_what_is_changed_all_the_same(tmp_path: Path) -> None:
    result = verified(tmp_path, ALONE, variants=("double",))
    assert told(result)["double leaves alone gain"].outcome is Outcome.VIOLATED
    assert result.exit_code == 1


def test_other_words_for_the_same_rule(tmp_path: Path) -> None:
    found = told(verified(tmp_path, ALONE, variants=("other_words",)))
    assert found["other_words leaves alone twice"].outcome is Outcome.HOLDS
    assert found["other_words leaves alone twice"].method == "solver"
