"""The order of the passes: files, trees, one linked rulebook, a checked rulebook. Nothing else happens here.

Each stage tells all that it finds; the next begins only if nothing was an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.checker.check import check_linked
from rulewright.checker.errors.lint import WordsForNothing
from rulewright.checker.link import link
from rulewright.checker.lint import lint
from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.checker.variants import with_needed
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.loading import load
from rulewright.source import SourceFile
from rulewright.syntax import ast, parse_file

Diagnostics = tuple[Diagnostic, ...]
Files = tuple[tuple[SourceFile, ast.File], ...]

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
    files, found = parse_sources(sources)
    if _has_errors(found):
        return None, found
    book, more = check_files(files, configuration)
    return book, (*found, *more, *(lint(book) if book is not None else ()))


def parse_rulebook(path: Path) -> tuple[Files, Diagnostics]:
    """The trees of the files at a path: what all games of a rulebook begin with."""
    sources, found = load(path)
    if _has_errors(found):
        return (), found
    files, more = parse_sources(sources)
    return files, (*found, *more)


def parse_sources(sources: Sequence[SourceFile]) -> tuple[Files, Diagnostics]:
    """Each file with its tree."""
    parsed = [(source, *parse_file(source)) for source in sources]
    return tuple((source, tree) for source, tree, _ in parsed), tuple(each for _, _, wrong in parsed for each in wrong)


def check_files(files: Files, configuration: Configuration) -> tuple[CheckedBook | None, Diagnostics]:
    """The game of one configuration, unless something is wrong, and what is wrong."""
    linked, found = link(files, configuration)
    if linked is None:
        return None, tuple(found)
    book, more = check_linked(linked, configuration)
    told = (*found, *more)
    return (None if book is None or _has_errors(told) else book), told


def check_with_variants(path: Path) -> tuple[CheckedBook | None, Diagnostics]:
    """The rulebook as it is printed, and what is to be said about it, about the game with each of its variants alone,
    and in each scope that leaves values open: there less is fixed."""
    files, found = parse_rulebook(path)
    if not files or _has_errors(found):
        return None, found
    book, more = check_files(files, AS_PRINTED)
    if book is None:
        return None, (*found, *more)
    told = dict.fromkeys((*found, *more, *lint(book)))
    for name in book.variants:
        more = check_files(files, Configuration(variants=with_needed(book.variants, name)))[1]
        # A name for which there are words may stand only in what the variant replaces.
        told.update(dict.fromkeys(each for each in more if not isinstance(each, WordsForNothing)))
    for name, scope in book.scopes.items():
        if scope.varies:
            told.update(dict.fromkeys(check_files(files, Configuration(scope=name))[1]))
    return (None if _has_errors(tuple(told)) else book), tuple(told)


def _has_errors(found: Sequence[Diagnostic]) -> bool:
    return any(each.severity is ERROR for each in found)
