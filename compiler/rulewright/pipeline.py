"""The order of the passes: files, trees, one linked rulebook, a checked rulebook. Nothing else happens here."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checker.check import check_linked
from rulewright.checker.link import link
from rulewright.checker.symbols import CheckedBook, Configuration
from rulewright.diagnostics import ERROR, Diagnostic
from rulewright.source import SourceFile
from rulewright.syntax import ast, parse_file

Diagnostics = tuple[Diagnostic, ...]


def check_sources(
    sources: Sequence[SourceFile], configuration: Configuration = Configuration()  # noqa: B008 (frozen)
) -> tuple[CheckedBook | None, Diagnostics]:
    """The rulebook that the files make together, unless something is wrong, and all that is to be said."""
    files: list[tuple[SourceFile, ast.File]] = []
    found: list[Diagnostic] = []
    for source in sources:
        tree, wrong = parse_file(source)
        files.append((source, tree))
        found += wrong
    if any(each.severity is ERROR for each in found):
        return None, tuple(found)
    linked, more = link(files, configuration)
    found += more
    if linked is None:
        return None, tuple(found)
    book, more = check_linked(linked, configuration)
    found += more
    if any(each.severity is ERROR for each in found):
        return None, tuple(found)
    return book, tuple(found)
