"""Small Sphinx projects, written, built, and looked at."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

from sphinx.testing.util import SphinxTestApp
from sphinx.util.console import strip_colors

from tests.print.printing import HARE

CONFIG = """
project = "Small"
extensions = ["rulewright_sphinx"]
rulewright_rulebooks = {"hare": {"path": "hare.rules", "report": "report.json", "report_url": "report/index.html"}}
rulewright_language = "en"
html_theme = "basic"
"""


def write_project(folder: Path, pages: Mapping[str, str], config: str = CONFIG) -> Path:
    """A project with the small rulebook in it. `pages`: by name, without their ending."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(config, encoding="utf-8")
    (folder / "hare.rules").write_text(HARE.read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in pages.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")
    for path in folder.iterdir():
        os.utime(path, (LONG_AGO, LONG_AGO))
    return folder


LONG_AGO = 1_000_000_000
"""What was written for a test counts as old, however the clock of the machine goes."""


class Built:
    """What a build wrote and said."""

    def __init__(self, folder: Path, builder: str = "html", *, fresh: bool = False, parallel: int = 0) -> None:
        app = SphinxTestApp(builder, srcdir=folder, freshenv=fresh, parallel=parallel)
        try:
            app.build()
            self.folder = Path(app.outdir)
            self.warnings = strip_colors(app.warning.getvalue()).strip()
            self.status = strip_colors(app.status.getvalue())
            self.objects: dict[tuple[str, str], Any] = dict(app.env.domaindata["rw"]["objects"])
            self.read = set(re.findall(r"reading sources\.\.\. \[ *\d+%\] (\w+)", self.status))
        finally:
            app.cleanup()

    def page(self, name: str) -> str:
        """A page as it was written."""
        return (self.folder / f"{name}.html").read_text(encoding="utf-8")

    def words(self, name: str) -> str:
        """The words of a page."""
        body = re.sub(r"<(script|style|svg).*?</\1>", " ", self.page(name), flags=re.DOTALL)
        body = re.sub(r"</?(?:span|a|em|strong|code|i|b)\b[^>]*>", "", body)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).replace("’", "'").split())
