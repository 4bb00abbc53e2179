"""The order of the passes: files, trees, one linked rulebook, a checked rulebook. Nothing else happens here.

Each stage tells all that it finds; the next begins only if nothing was an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.checker.check import check_linked
from rulewright.checker.link import link
from rulewright.checker.lint import lint
from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.checker.variants import with_needed
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.loading import load
from rulewright.source import SourceFile
from rulewright.syntax import ast, parse_file

Diagnostics = tuple[Diagnostic, ...]

AS_PRINTED = Configuration()


def check_rulebook(
    path: Path, configuration: Configuration = AS_PRINTED
) -> tuple[CheckedBook | None, Diagnostics]:
    """The rulebook in a file or folder, unless something is wrong, and all that is to be said."""
    sources, found = load(path)
    if _has_errors(found):
        return None, found
    book, more = check_sources(sources, configuration)
    return book, (*found, *more)


def check_sources(
    sources: Sequence[SourceFile], configuration: Configuration = AS_PRINTED
) -> tuple[CheckedBook | None, Diagnostics]:
    """The rulebook that some files make together."""
    files: list[tuple[SourceFile, ast.File]] = []
    found: list[Diagnostic] = []
    for source in sources:
        tree, wrong = parse_file(source)
        files.append((source, tree))
        found += wrong
    if _has_errors(found):
        return None, tuple(found)
    linked, more = link(files, configuration)
    found += more
    if linked is None:
        return None, tuple(found)
    book, more = check_linked(linked, configuration)
    found += more
    if book is None or _has_errors(found):
        return None, tuple(found)
    return book, (*found, *lint(book))


def check_with_variants(path: Path) -> Diagnostics:
    """All that is to be said about a rulebook as it is printed, and with each of its variants alone."""
    sources, found = load(path)
    if _has_errors(found):
        return found
    book, more = check_sources(sources)
    told = dict.fromkeys((*found, *more))
    variants = book.variants if book is not None else {}
    for name in variants:
        configuration = Configuration(variants=with_needed(variants, name))
        told.update(dict.fromkeys(check_sources(sources, configuration)[1]))
    return tuple(told)


def _has_errors(found: Sequence[Diagnostic]) -> bool:
    return any(each.severity is ERROR for each in found)
