"""What every game should do, claim or no claim."""

from __future__ import annotations

from rulewright.checker.symbols import Configuration
from rulewright_verify.findings import Finding
from rulewright_verify.planner.questions import Instance
from rulewright_verify.result import VerifyOptions
from rulewright_verify.verdict import Verdict


def every_game(
    here: Instance, game: Configuration, options: VerifyOptions
) -> tuple[tuple[Verdict, ...], tuple[Finding, ...]]:
    return (), ()
