"""Typst over the template and the data of a rulebook."""

from __future__ import annotations

import json
import tempfile
from importlib.resources import files
from pathlib import Path

from rulewright_sphinx.book.model import Document
from rulewright_sphinx.book.wording import wording_of
from rulewright_sphinx.paper.data import data_of

PAPERS = ("a4", "a5")
TEMPLATE = "rulebook.typ"
INTERNAL = "internal error"
"""How Typst calls a mistake of its own: it trips over some floats beside links that run over a page."""

CHARTS = ("foot", "page", "text")
"""Where charts stand: at the foot of a page, at either end of one, where they belong; tried in this order."""


def build_pdf(document: Document, target: Path, paper: str = "a4") -> Path:
    """A PDF in a folder. Gives the file."""
    import typst

    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        template = folder / TEMPLATE
        template.write_text(files("rulewright_sphinx.paper").joinpath(TEMPLATE).read_text(encoding="utf-8"), "utf-8")
        data = data_of(document, wording_of(document.language), paper)
        target.mkdir(parents=True, exist_ok=True)
        made = target / f"{document.name}-{document.language}.pdf"
        for charts in CHARTS:
            (folder / "data.json").write_text(json.dumps({**data, "charts": charts}, ensure_ascii=False), "utf-8")
            try:
                # The same rulebook gives the same bytes: no date, and only the fonts that Typst brings.
                typst.compile(
                    str(template), output=str(made), root=str(folder), ignore_system_fonts=True, timestamp=0,
                )
            except typst.TypstError as trouble:
                if charts == CHARTS[-1] or INTERNAL not in str(trouble):
                    raise
                continue
            break
    return made
