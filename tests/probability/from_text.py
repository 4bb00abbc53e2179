"""Rulebooks from text, and what their claims ask."""

from __future__ import annotations

from pathlib import Path

from rulewright.checker.symbols import CheckedBook
from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright.ir.specialise import specialise, specialise_clause
from rulewright.lower import lower
from rulewright.lower.claims import lower_claims
from rulewright.pipeline import check_rulebook, check_sources
from rulewright.source import SourceFile

Asked = tuple[System, pr.Clause]


def asked_in_text(text: str) -> dict[str, list[Asked]]:
    """For each claim its clauses, each with the system of which it is asked."""
    book, found = check_sources([SourceFile(Path("small.rules"), "small.rules", text)])
    assert book is not None, found
    return _asked(book, {})


def asked_in_folder(path: Path, options: dict[str, str] | None = None) -> dict[str, list[Asked]]:
    """The same for a rulebook on disk; readings that are not given take their first option."""
    book, found = check_rulebook(path)
    assert book is not None, found
    return _asked(book, options or {})


def _asked(book: CheckedBook, options: dict[str, str]) -> dict[str, list[Asked]]:
    lowered = lower(book)
    return {
        claim.name: [_one(lowered.system, clause, options) for clause in claim.clauses]
        for claim in lower_claims(lowered)
    }


def _one(system: System, clause: pr.Clause, options: dict[str, str]) -> Asked:
    if isinstance(clause, pr.Alone):
        system, clause = clause.system, clause.clause
    numbers = {
        name: info.options.index(options[name]) if name in options else 0
        for name, info in system.readings.items()
    }
    return specialise(system, numbers), specialise_clause(system, clause, numbers)
