"""A rule that hangs on a reading alone, and a state that holds what it is asked of: readings stay open in proofs."""

from pathlib import Path

from rulewright_verify.verdict import Outcome, Proved
from tests.planner.small import verified_text

BOOK = """rulebook steps
  players 2 as A, B

reading far
  option one_step
  option two_steps

state
  left: 0..4 = 4
  last: Player = A

rule stride(p: Player) -> 1..2
  default
    1
  exception long over default
    2 when far = two_steps and p = B

procedure game
  repeat until left = 0
    for each p in turn order
      p chooses one of
        walk
          last becomes p
          left becomes max(0, left - stride(p))
        rest
"""


def test_a_rule_that_hangs_on_a_reading_is_no_table(tmp_path: Path) -> None:
    result = verified_text(tmp_path, BOOK)
    built_in = {one.claim: (one.outcome, one.assurance) for one in result.verdicts}
    assert built_in["never_stuck"] == (Outcome.HOLDS, Proved())
    assert built_in["no_play_breaks_down"] == (Outcome.HOLDS, Proved())
