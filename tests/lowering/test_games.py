"""All games of the design, from text to the core: the promises of a system hold, and their own examples come out."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from rulewright.checker.symbols import CheckedBook
from rulewright.interpreter.reference import Reference
from rulewright.interpreter.replay import run_example
from rulewright.interpreter.state import Status
from rulewright.ir.invariants import check_system
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise
from rulewright.lower import lower
from rulewright.lower.claims import lower_claims
from rulewright.lower.examples import lower_examples
from rulewright.pipeline import check_rulebook

ROOT = Path(__file__).parents[2]
GAMES = sorted(path for path in (ROOT / "tests/language/games").iterdir() if path.is_dir())
RULEBOOKS = [*GAMES, ROOT / "rules" / "twilight"]
by_name = pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: f"{path.parent.name}-{path.name}")


def checked(path: Path) -> CheckedBook:
    book, diagnostics = check_rulebook(path)
    assert book is not None, diagnostics
    return book


def as_played(system: System) -> System:
    """With the first option of every reading."""
    return specialise(system, dict.fromkeys(system.readings, 0))


@by_name
def test_the_promises_of_a_system_hold(path: Path) -> None:
    lowered = lower(checked(path))
    assert check_system(lowered.system) == []
    assert check_system(as_played(lowered.system)) == []


@by_name
def test_claims_and_examples_are_lowered(path: Path) -> None:
    book = checked(path)
    lowered = lower(book)
    assert [claim.name for claim in lower_claims(lowered)] == list(book.claims)
    for example in lower_examples(book):
        assert check_system(example.system) == []


@by_name
def test_examples_come_out_as_told(path: Path) -> None:
    for example in lower_examples(checked(path)):
        result = run_example(example, dict.fromkeys(example.system.readings, 0))
        assert result.replay.mismatch is None, example.name
        assert [span.text for _, span in result.unmet] == [], example.name


@by_name
def test_random_plays_do_not_break_down(path: Path) -> None:
    """Two hundred steps of a random play meet no failure and no stuck choice."""
    system = as_played(lower(checked(path)).system)
    reference = Reference(system)
    chosen = random.Random(7)
    state = reference.initial()
    for _ in range(200):
        status = reference.status(state)
        if status in (Status.FINAL, Status.FAIL):
            break
        ways = list(islice(reference.alternatives(state), 500))
        assert ways, f"stuck at {system.regions[system.nodes[state.place].region].address}"
        state = reference.run(state, chosen.choice(ways))
    assert state.failure is None


def test_lowering_twice_gives_the_same() -> None:
    path = ROOT / "rules" / "twilight"
    assert lower(checked(path)).system == lower(checked(path)).system
