"""Run Sphinx over the project of a rulebook, in a folder that is gone afterwards."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from rulewright_sphinx.web.project import Project


class NotBuilt(RuntimeError):
    """Sphinx warned; the message is what it said."""


def build_html(project: Project, target: Path) -> Path:
    """A web book in a folder. Gives its first page."""
    with tempfile.TemporaryDirectory() as work:
        built = _run(project, Path(work), "html")
        for name in ("objects.inv", ".buildinfo"):
            (built / name).unlink(missing_ok=True)
        shutil.rmtree(built / "_sources", ignore_errors=True)
        target.mkdir(parents=True, exist_ok=True)
        shutil.copytree(built, target, dirs_exist_ok=True)
    return target / "index.html"


def build_epub(project: Project, target: Path) -> Path:
    """An EPUB in a folder. Gives the file."""
    with tempfile.TemporaryDirectory() as work:
        built = _run(project, Path(work), "epub")
        (made,) = built.glob("*.epub")
        target.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy2(made, target / made.name))


def _run(project: Project, work: Path, builder: str) -> Path:
    from sphinx.application import Sphinx
    from sphinx.util.console import strip_colors
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from sphinx import locale

    source, built = work / "source", work / "built"
    source.mkdir()
    for name, text in project.pages.items():
        (source / name).write_text(text, encoding="utf-8")
    warnings = io.StringIO()
    locale.translators.clear()  # else a book has words of the language of the one before it
    with patch_docutils(str(source)), docutils_namespace():
        app = Sphinx(
            srcdir=source, confdir=None, outdir=built, doctreedir=work / "trees", buildername=builder,
            confoverrides=dict(project.config), status=None, warning=warnings, freshenv=True, parallel=1,
        )
        app.build()
    told = strip_colors(warnings.getvalue()).strip()
    if told or app.statuscode:
        raise NotBuilt(told or "Sphinx failed")
    return built
