"""What is asked of a rulebook whose rules are broken one at a time: claims, examples and checks notice, or do not.

The unbroken rulebook is asked the same, so what comes out otherwise does so for the break.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from rulewright.checker.symbols import Configuration
from rulewright_verify.planner.books import has_errors, open_books
from rulewright_verify.planner.examples import play_examples
from rulewright_verify.result import VerificationResult
from rulewright_verify.smt.budget import Budget
from rulewright_verify.smt.results import Status
from rulewright_verify.smt.rules import rule_conflicts, rule_gaps
from rulewright_verify.verdict import Outcome
from tests.rulebooks.breaking import ROOT, Break, By, broken_copy, tables_of, verified

PAGE = ROOT / "docs" / "explanation" / "what-would-be-noticed.md"
A_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
DECIDED = {Outcome.HOLDS, Outcome.VIOLATED}


@dataclass(frozen=True, slots=True)
class Breaks:
    """The broken rules of a rulebook. `heading`: of its section in the page of the manual, None for the first one."""

    rulebook: Path
    noticed: Sequence[Break]
    not_noticed: Sequence[Break]
    heading: str | None = None

    def noticed_by(self, *by: By) -> pytest.MarkDecorator:
        """One test for each change that these notice."""
        chosen = [change for change in self.noticed if change.by in by]
        return pytest.mark.parametrize("change", chosen, ids=lambda change: change.name)

    def noticed_by_nothing(self) -> pytest.MarkDecorator:
        """One test for each change that nothing notices."""
        return pytest.mark.parametrize("change", self.not_noticed, ids=lambda change: change.name)

    # -------------------------------------------------------------- what is asserted

    def unbroken(self, *, elsewhere: frozenset[str] = frozenset()) -> None:
        """Nothing is noticed in the rulebook as it is. `elsewhere`: claims that two players are not asked."""
        claims = {b.notices for b in self.noticed if b.by is By.CLAIM and b.notices}
        claims |= {name for b in self.not_noticed for name in b.asked}
        result = verified(self.rulebook, *sorted(claims), players=2)
        assert not result.is_wrong, result.diagnostics
        assert {v.claim for v in result.verdicts} == claims - elsewhere
        assert surprising(result) == []

    def claim_notices(self, change: Break, folder: Path) -> None:
        assert change.notices is not None
        result = self._asked_again(change, folder, change.notices)
        assert not result.is_wrong, result.diagnostics
        outcomes = {verdict.outcome for verdict in result.verdicts if not verdict.as_expected}
        assert outcomes and outcomes <= DECIDED, surprising(result)

    def example_notices(self, change: Break, folder: Path) -> None:
        broken = open_books(broken_copy(self.rulebook, change, folder))
        book = broken.book(Configuration(variants=change.variants))
        assert change.notices is not None
        only = replace(book, examples={change.notices: book.examples[change.notices]})
        (result,) = play_examples(only, {})
        assert result.name == change.notices and result.failure is not None

    def question_notices(self, change: Break, folder: Path) -> None:
        """One that every rule is asked."""
        assert change.notices is not None
        asked = {By.GAP: rule_gaps, By.CONFLICT: rule_conflicts}[change.by]
        game = Configuration(players=change.players)
        broken = broken_copy(self.rulebook, change, folder)
        before = asked(open_books(self.rulebook).instance(game).system, change.notices, Budget())
        after = asked(open_books(broken).instance(game).system, change.notices, Budget())
        assert (before.status, after.status) == (Status.PROVED, Status.REFUTED)

    def refused(self, change: Break, folder: Path, claim: str) -> None:
        """The rulebook is refused when it is read: nothing is decided, so that the one `claim` costs nothing."""
        assert change.notices is not None
        assert not has_errors(open_books(self.rulebook).check(Configuration(variants=change.variants))[1])
        result = self._asked_again(change, folder, claim)
        told = [each.message_text for each in result.diagnostics if each.severity == "error"]
        assert result.is_wrong
        assert any(f"`{change.notices}`" in message for message in told), told

    def nothing_notices(self, change: Break, folder: Path) -> None:
        assert change.notices is None and change.why
        result = self._asked_again(change, folder, *change.asked)
        assert not result.is_wrong, result.diagnostics
        assert {verdict.claim for verdict in result.verdicts} == {*change.asked}
        assert surprising(result) == []

    def listed_in_the_manual(self, *, accept: bool) -> None:
        """The page has both lists; `accept` writes them anew."""
        text = PAGE.read_text(encoding="utf-8")
        section = self._section(text)
        tables = tables_of(self.noticed, self.not_noticed)
        if accept:
            new = iter(tables)
            changed = A_TABLE.sub(lambda _: next(new), section, count=len(tables))
            PAGE.write_text(text.replace(section, changed), encoding="utf-8")
            return
        found = A_TABLE.findall(section)
        shown = found[: len(tables)] if self.heading is None else found
        assert tuple(shown) == tables, "run this test with --accept"

    def twenty_and_each_another(self) -> None:
        changes = [*self.noticed, *self.not_noticed]
        assert len(self.noticed) >= 20
        assert len({change.name for change in changes}) == len(changes)
        assert len({(change.file, change.old, change.new) for change in changes}) == len(changes)

    def _asked_again(self, change: Break, folder: Path, *claims: str) -> VerificationResult:
        broken = broken_copy(self.rulebook, change, folder)
        return verified(
            broken, *claims, variants=change.variants, players=change.players, readings=change.readings
        )

    def _section(self, text: str) -> str:
        if self.heading is None:
            return text
        (section,) = re.findall(
            rf"^## {re.escape(self.heading)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
        )
        return str(section)


def surprising(result: VerificationResult) -> list[tuple[str, Outcome, str | None]]:
    """The verdicts that the rulebook does not expect."""
    return [(v.claim, v.outcome, v.reason) for v in result.verdicts if not v.as_expected]
