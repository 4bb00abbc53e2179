"""The rulebooks of a Sphinx project, as documents; read once as long as none of their files changes.

`rulewright_rulebooks` names them: a path, or a mapping with `path`, `language`, `variants` and `report` (the
`report.json` of `rulewright report`). Paths are relative to the folder of `conf.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import render_text
from rulewright.pipeline import check_rulebook
from rulewright_sphinx.book.build import document_of
from rulewright_sphinx.book.model import Document
from rulewright_sphinx.book.wording import LANGUAGES

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

Stamp = tuple[tuple[str, int, int], ...]


class NoSuchRulebook(ValueError):
    """No rulebook of that name, or one with errors; the message says what is wrong."""


@dataclass(frozen=True, eq=False, slots=True)
class Shelved:
    """A rulebook of the project. `key`: the name that the project gives it; `report_url`: where the report's page is,
    empty if nowhere."""

    key: str
    document: Document
    book: CheckedBook
    report_url: str


@dataclass(frozen=True, slots=True)
class Listed:
    """What the project says of a rulebook."""

    key: str
    path: Path
    language: str
    report: Path | None
    report_url: str
    variants: tuple[str, ...] = ()


def listed_in(env: BuildEnvironment) -> dict[str, Listed]:
    """The rulebooks that `conf.py` names."""
    found = {}
    for key, given in env.config.rulewright_rulebooks.items():
        entry: Mapping[str, Any] = {"path": given} if isinstance(given, str | Path) else given
        language = entry.get("language") or env.config.rulewright_language or str(env.config.language)[:2]
        report = entry.get("report") or env.config.rulewright_report
        folder = Path(env.config.rulewright_folder or env.srcdir)
        found[key] = Listed(
            key,
            folder / entry["path"],
            language if language in LANGUAGES else "en",
            folder / report if report else None,
            entry.get("report_url", env.config.rulewright_report_url),
            tuple(entry.get("variants", ())),
        )
    return found


def shelved(env: BuildEnvironment, key: str) -> Shelved:
    """A rulebook of the project; without a name its only one. The page that is read depends on its files."""
    books = listed_in(env)
    if not key and len(books) == 1:
        key = next(iter(books))
    if key not in books:
        names = ", ".join(f"`{name}`" for name in books) or "none"
        asked = f"`{key}` is none of them" if key else "which is meant is not said"
        raise NoSuchRulebook(f"rulewright_rulebooks lists {names}; {asked}")
    one = books[key]
    for name, _, _ in (*_stamp(one.path), *_stamp(one.report)):
        env.note_dependency(name)
    document, book = document_at(one.path, one.language, one.report, one.variants)
    return Shelved(key, document, book, one.report_url)


def document_at(
    path: Path, language: str, report: Path | None, variants: tuple[str, ...] = ()
) -> tuple[Document, CheckedBook]:
    """The document of a rulebook, with variants in it, and its report, from their files as they are now."""
    return _read(path, language, report, variants, _stamp(path), _stamp(report))


def _stamp(path: Path | None) -> Stamp:
    """The files and folders at a path: a file that comes or goes changes the stamp of its folder."""
    if path is None:
        return ()
    paths = [path]
    if path.is_dir():
        paths += sorted(one for one in path.rglob("*") if one.is_dir() or one.suffix == ".rules")
    found = [(one, one.stat()) for one in paths if one.exists()]
    return tuple((str(one), status.st_mtime_ns, status.st_size) for one, status in found)


@lru_cache(maxsize=16)
def _read(
    path: Path, language: str, report: Path | None, variants: tuple[str, ...], stamp: Stamp, report_stamp: Stamp
) -> tuple[Document, CheckedBook]:
    book = _checked(path, variants, stamp)
    return document_of(book, language, record_in(report)), book


@lru_cache(maxsize=16)
def _checked(path: Path, variants: tuple[str, ...], stamp: Stamp) -> CheckedBook:
    book, found = check_rulebook(path, Configuration(variants=variants))
    if book is None:
        raise NoSuchRulebook(f"the rulebook {path.name} has mistakes:\n{render_text(found, color=False)}")
    return book


def record_in(report: Path | None) -> Mapping[str, Any] | None:
    """The record of a report; None where there is no such file, or it is no record."""
    if report is None or not report.is_file():
        return None
    try:
        record = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) and record.get("schema") == 1 else None
