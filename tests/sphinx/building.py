"""Small Sphinx projects, written, built, and looked at."""

from __future__ import annotations

import re
import subprocess
import sys
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
    return folder


READ = re.compile(r"reading sources\.\.\. \[ *\d+%\] (\w+)")


class Written:
    """What a build wrote to a folder, and said; `read`: the pages that it read."""

    def __init__(self, folder: Path, status: str, warnings: str) -> None:
        self.folder = folder
        self.status = strip_colors(status)
        self.warnings = strip_colors(warnings).strip()
        self.read = set(READ.findall(self.status))

    def page(self, name: str) -> str:
        """A page as it was written."""
        return (self.folder / f"{name}.html").read_text(encoding="utf-8")

    def words(self, name: str) -> str:
        """The words of a page."""
        body = re.sub(r"<(script|style|svg).*?</\1>", " ", self.page(name), flags=re.DOTALL)
        body = re.sub(r"</?(?:span|a|em|strong|code|i|b)\b[^>]*>", "", body)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).replace("’", "'").split())


class Built(Written):
    """A build in this process, which knows what it made."""

    def __init__(self, folder: Path, builder: str = "html", *, fresh: bool = False) -> None:
        app = SphinxTestApp(builder, srcdir=folder, freshenv=fresh)
        try:
            app.build()
            self.objects: dict[tuple[str, str], Any] = dict(app.env.domaindata["rw"]["objects"])
            super().__init__(Path(app.outdir), app.status.getvalue(), app.warning.getvalue())
        finally:
            app.cleanup()


def built_apart(folder: Path, *, jobs: int = 1) -> Written:
    """A build in a process of its own, as it is made day after day: nothing but files goes from one to the next."""
    target, warnings = folder / "_build" / "html", folder / "_build" / "warnings"
    target.mkdir(parents=True, exist_ok=True)
    options = ["-b", "html", "-d", str(folder / "_build" / "doctrees"), "-w", str(warnings), "-j", str(jobs)]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(folder), str(target)],
        capture_output=True, text=True, check=True,
    )
    return Written(target, done.stdout, warnings.read_text(encoding="utf-8"))
