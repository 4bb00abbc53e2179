"""The Sphinx project of one rulebook: a page for its beginning, each chapter, and each part around the rules.

Nothing of the rulebook's own text stands in these pages: directives bring it, as nodes, so no sentence of a rulebook
is ever read as markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from rulewright_sphinx.book.model import Document
from rulewright_sphinx.book.reader import anchor_of
from rulewright_sphinx.book.wording import wording_of

WEB_ONLY = ("pages", "book", "manual")
"""Styles that an EPUB does not get."""

KEY = "book"
"""What the project calls its only rulebook."""


@dataclass(frozen=True, slots=True)
class Project:
    """`pages`: file names and what is in them. `config`: what `conf.py` would say."""

    pages: Mapping[str, str]
    config: Mapping[str, Any]


def project_of(
    document: Document, rulebook: Path, record: Path | None, report_url: str, *,
    variants: tuple[str, ...] = (), lists_index: bool = True,
) -> Project:
    """The pages of a rulebook, in the order in which a rulebook is read. An EPUB lists its index by itself."""
    sections = {"components": "components"} if document.components or document.areas else {}
    sections |= {f"chapter-{one.number}-{anchor_of(one.title)}": one.number for one in document.chapters}
    sections |= {part: part for part in _parts(document)}
    pages = {
        f"{name}.rst": f":hide-toc:\n\n.. rw:book:: {KEY}\n\n.. rw:section:: {section}\n"
        for name, section in sections.items()
    }
    pages["index.rst"] = _beginning([*sections, *(["genindex"] if lists_index else [])])
    return Project(pages, _config(document, rulebook, record, report_url, variants))


def _parts(document: Document) -> list[str]:
    having = {
        "questions": document.questions,
        "plays": document.plays,
        "variants": document.variants,
        "open": document.readings or document.gaps,
        "claims": document.claims,
        "glossary": document.glossary,
        "aid": document.aid,
        "sources": document.passages,
    }
    return [name for name, content in having.items() if content]


def _beginning(names: list[str]) -> str:
    head = f":hide-toc:\n\n.. rw:book:: {KEY}\n\n.. rw:beginning::\n\n.. toctree::\n   :maxdepth: 1\n"
    lines = head.split("\n")
    lines += [f"   {name}" for name in names]
    return "\n".join([*lines, ""])


def _config(
    document: Document, rulebook: Path, record: Path | None, report_url: str, variants: tuple[str, ...]
) -> dict[str, Any]:
    words = wording_of(document.language)
    entry: dict[str, Any] = {
        "path": str(rulebook), "language": document.language, "report_url": report_url, "variants": variants,
    }
    if record is not None:
        entry["report"] = str(record)
    return {
        "project": document.title,
        "author": document.title,
        "copyright": words.cover_note,
        "version": "1",
        "release": "1",
        "language": document.language,
        "extensions": ["rulewright_sphinx"],
        "rulewright_rulebooks": {KEY: entry},
        "html_theme": "furo",
        # Themes put this one into pages as it is.
        "html_title": escape(f"{document.title} · {words.rulebook}"),
        "html_show_copyright": False,
        "html_show_sphinx": False,
        "html_css_files": ["rulewright-book.css"],
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_theme_options": {"top_of_page_buttons": []},
        "epub_title": document.title,
        "epub_author": document.title,
        "epub_publisher": document.title,
        # The two have to be one, and a name of XML.
        "epub_identifier": f"rulewright-{document.name}-{document.language}",
        "epub_uid": f"rulewright-{document.name}-{document.language}",
        "epub_scheme": "rulewright",
        "epub_show_urls": "no",
        "epub_basename": f"{document.name}-{document.language}",
        "epub_css_files": [],
        "epub_exclude_files": ["search.html", *(f"_static/rulewright-{one}.css" for one in WEB_ONLY)],
        "root_doc": "index",
    }
