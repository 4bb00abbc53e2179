"""A small rulebook with a reading, two variants and two or three players, and how it is verified."""

from __future__ import annotations

from pathlib import Path

from rulewright_verify.planner import verify
from rulewright_verify.result import VerificationResult, VerifyOptions, no_progress
from rulewright_verify.verdict import Outcome, Verdict

GAME = """rulebook small
  players 2..3

param goal: 1..9 = 3
param pace: 0..3 = 1

reading fast
  text en "How fast?"
  option slow
    text en "Slow."
  option quick
    text en "Quick."

state
  score: 0..20 = 0

rule gain -> 0..3
  default one
    pace

rule hurry -> 0..1
  default none_yet
    0
  exception hurried over none_yet
    1 when fast = quick

procedure game
  step play
    while score < goal
      Player_1 chooses one of
        more
          score becomes min(20, score + gain + hurry)
        stop
          end game
"""


def verified(folder: Path, text: str, **options: object) -> VerificationResult:
    """What is found out about the small game with more text."""
    return verified_text(folder, GAME + text, **options)


def verified_text(folder: Path, text: str, **options: object) -> VerificationResult:
    """What is found out about a rulebook."""
    path = folder / "small.rules"
    path.write_text(text, encoding="utf-8")
    return verify(str(path), VerifyOptions(**options), no_progress)  # type: ignore[arg-type]


def of(result: VerificationResult, claim: str, *variants: str) -> list[Verdict]:
    """The verdicts on a claim in the game with these variants."""
    return [one for one in result.verdicts if one.claim == claim and one.variants == variants]


def outcomes(verdicts: list[Verdict]) -> dict[str, Outcome]:
    """By the option of the one reading."""
    return {one.readings.get("fast", "any"): one.outcome for one in verdicts}
