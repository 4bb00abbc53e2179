"""Rules of Kings of Hyboria broken one at a time (`hyboria_breaks.py`): claims, examples and checks notice, or do not.

The unbroken rulebook is asked the same, so what comes out otherwise does so for the break. The page of the manual
that lists the breaks is compared with them; `--accept` writes it anew.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.checker.symbols import Configuration
from rulewright.pipeline import check_rulebook
from rulewright_verify.planner.books import has_errors, open_books
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.results import Status
from rulewright_verify.smt.rules import rule_conflicts, rule_gaps
from rulewright_verify.verdict import Outcome
from tests.rulebooks.breaking import ROOT, Break, By, broken_copy, tables_of, verified
from tests.rulebooks.hyboria_breaks import HYBORIA, NOT_NOTICED, NOTICED

PAGE = ROOT / "docs" / "explanation" / "what-would-be-noticed.md"
SECTION = re.compile(r"^## Kings of Hyboria\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
A_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
DECIDED = {Outcome.HOLDS, Outcome.VIOLATED}


def noticed(*by: By) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("change", [b for b in NOTICED if b.by in by], ids=lambda change: change.name)


def test_unbroken_nothing_is_noticed() -> None:
    claims = {name for b in NOTICED if b.by is By.CLAIM and b.notices for name in (b.notices,)}
    claims |= {name for b in NOT_NOTICED for name in b.asked}
    result = verified(HYBORIA, *sorted(claims), players=2)
    assert not result.is_wrong, result.diagnostics
    assert {v.claim for v in result.verdicts} == claims
    assert [(v.claim, v.outcome, v.reason) for v in result.verdicts if not v.as_expected] == []


@noticed(By.CLAIM)
def test_a_claim_notices(change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    result = verified(
        broken_copy(HYBORIA, change, tmp_path), change.notices, players=change.players, readings=change.readings
    )
    assert not result.is_wrong, result.diagnostics
    surprising = {verdict.outcome for verdict in result.verdicts if not verdict.as_expected}
    assert surprising and surprising <= DECIDED, [(v.outcome, v.reason) for v in result.verdicts]


@noticed(By.EXAMPLE)
def test_an_example_notices(change: Break, tmp_path: Path) -> None:
    book, diagnostics = check_rulebook(broken_copy(HYBORIA, change, tmp_path))
    assert book is not None and change.notices is not None, diagnostics
    only = replace(book, examples={change.notices: book.examples[change.notices]})
    (result,) = play_examples(only, {})
    assert result.name == change.notices and result.failure is not None


@noticed(By.GAP, By.CONFLICT)
def test_a_question_that_every_rule_is_asked_notices(change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    asked = {By.GAP: rule_gaps, By.CONFLICT: rule_conflicts}[change.by]
    game = Configuration(players=change.players)
    before = asked(open_books(HYBORIA).instance(game).system, change.notices, Budget())
    after = asked(open_books(broken_copy(HYBORIA, change, tmp_path)).instance(game).system, change.notices, Budget())
    assert (before.status, after.status) == (Status.PROVED, Status.REFUTED)


@noticed(By.MISTAKE)
def test_the_rulebook_is_refused(change: Break, tmp_path: Path) -> None:
    assert change.notices is not None
    assert not has_errors(open_books(HYBORIA).check(Configuration())[1])
    result = verified(broken_copy(HYBORIA, change, tmp_path), "eight_types")
    told = [each.message_text for each in result.diagnostics if each.severity == "error"]
    assert result.is_wrong
    assert any(f"`{change.notices}`" in message for message in told), told


@pytest.mark.parametrize("change", NOT_NOTICED, ids=lambda change: change.name)
def test_nothing_notices(change: Break, tmp_path: Path) -> None:
    assert change.notices is None and change.why
    result = verified(broken_copy(HYBORIA, change, tmp_path), *change.asked, players=change.players)
    assert not result.is_wrong, result.diagnostics
    assert {verdict.claim for verdict in result.verdicts} == {*change.asked}
    assert [(v.claim, v.outcome, v.reason) for v in result.verdicts if not v.as_expected] == []


def test_no_worked_example_notices_either(tmp_path: Path) -> None:
    """All of these changes at once, since they touch different rules."""
    folder = HYBORIA
    for number, change in enumerate(NOT_NOTICED):
        folder = broken_copy(folder, change, tmp_path / str(number))
    book, diagnostics = check_rulebook(folder)
    assert book is not None, diagnostics
    of_the_game = {name: each for name, each in book.examples.items() if not each.under}
    assert len(of_the_game) >= 19
    assert [(r.name, r.failure) for r in play_examples(replace(book, examples=of_the_game), {}) if r.failure] == []


def test_the_manual_lists_the_breaks(accept: bool) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (section,) = SECTION.findall(text)
    if accept:
        new = iter(tables_of(NOTICED, NOT_NOTICED))
        PAGE.write_text(text.replace(section, A_TABLE.sub(lambda _: next(new), section)), encoding="utf-8")
        return
    assert tuple(A_TABLE.findall(section)) == tables_of(NOTICED, NOT_NOTICED), "run this test with --accept"


def test_twenty_rules_are_broken_and_each_is_another() -> None:
    changes = [*NOTICED, *NOT_NOTICED]
    assert len(NOTICED) >= 20
    assert len({change.name for change in changes}) == len(changes)
    assert len({(change.file, change.old, change.new) for change in changes}) == len(changes)
