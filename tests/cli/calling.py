"""Calling the command as a person does: arguments in, exit code and both outputs back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright_verify.cli.application import run

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "language" / "games"
CLASSICS = ROOT / "rules" / "classics"


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str


Call = Callable[..., Called]


def caller(capsys: pytest.CaptureFixture[str]) -> Call:
    """A function that calls `rulewright`."""

    def call(*arguments: str | Path) -> Called:
        capsys.readouterr()
        code = run([str(one) for one in arguments])
        printed = capsys.readouterr()
        return Called(code, printed.out, printed.err)

    return call
