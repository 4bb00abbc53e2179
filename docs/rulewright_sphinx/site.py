"""The manual and the printed rulebooks in one folder that opens from the file system.

python -m rulewright_sphinx.site build/docs [LANGUAGE ...]

Every rulebook in `rules/` is made in each language as a web book, a PDF and an EPUB. At the end all links inside the
folder are followed; one that leads nowhere makes the build fail.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from rulewright_sphinx.book.wording import LANGUAGES
from rulewright_sphinx.command import DEFAULT_REPORT, FORMATS, book_of
from rulewright_sphinx.library import document_at

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}


@dataclass(frozen=True, slots=True)
class Made:
    """A book: which game, its title, its language, and its files by format, relative to the page that lists them."""

    game: str
    title: str
    language: str
    files: dict[str, str]


def main(arguments: Sequence[str]) -> int:
    """Build everything. Gives 0, or 1 if something warned or leads nowhere."""
    target = Path(arguments[0])
    languages = arguments[1:] or LANGUAGES
    manual = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", str(target)], check=False
    )
    if manual.returncode:
        return 1
    books = target / "rulebooks"
    made = [book for folder in rulebooks_under(Path("rules")) for book in _books(folder, books, languages)]
    (books / "index.html").write_text(page_of(made), encoding="utf-8")
    wrong = dangling(target)
    for one in wrong:
        print(one, file=sys.stderr)
    return 1 if wrong else 0


def rulebooks_under(folder: Path) -> list[Path]:
    """The folders that hold rules themselves; of those inside each other the outermost."""
    if any(folder.glob("*.rules")):
        return [folder]
    return [found for inner in sorted(folder.iterdir()) if inner.is_dir() for found in rulebooks_under(inner)]


def _books(folder: Path, target: Path, languages: Sequence[str]) -> Iterator[Made]:
    for language in languages:
        files = {}
        report = DEFAULT_REPORT / "report.json"
        for form in FORMATS:
            made, _ = book_of(folder, language, form, target / folder.name / language, report, "a4")
            files[form] = made.relative_to(target).as_posix()
        document, _ = document_at(folder.resolve(), language, report.resolve())
        yield Made(folder.name, document.title, language, files)


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Printed rulebooks</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.6 Charter, Georgia, serif; }}
h1 {{ font-weight: 400; }}
li {{ margin: .4rem 0; }}
</style>
</head>
<body>
<p><a href="../index.html">Manual</a></p>
<h1>Printed rulebooks</h1>
<ul>
{items}
</ul>
</body>
</html>
"""


def page_of(made: Sequence[Made]) -> str:
    """The page that lists the books."""
    games: dict[str, list[Made]] = {}
    for book in made:
        games.setdefault(book.game, []).append(book)
    items = []
    for books in games.values():
        links = []
        for book in books:
            named = LANGUAGE_NAMES.get(book.language, book.language)
            forms = ", ".join(
                f'<a href="{escape(file, quote=True)}">{escape(form.upper())}</a>' for form, file in book.files.items()
            )
            language = escape(book.language, quote=True)
            links.append(f'<span lang="{language}"><b>{escape(book.title)}</b>, {escape(named)}</span>: {forms}')
        items.append(f"<li>{'<br>'.join(links)}</li>")
    return PAGE.format(items="\n".join(items))


# ------------------------------------------------------------------ links


class Links(HTMLParser):
    """The links of a page, what it loads, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        found = {name: value for name, value in attrs if value}
        if "id" in found:
            self.ids.append(str(found["id"]))
        if tag == "a" and "href" in found:
            self.links.append(str(found["href"]))
        elif tag in ("link", "script", "img", "iframe") and (target := found.get("href") or found.get("src")):
            self.loads.append(target)


def dangling(folder: Path) -> list[str]:
    """Links inside a folder of pages that lead nowhere, and what a page would ask the network for."""
    pages = {path.relative_to(folder).as_posix(): Links(path.read_text("utf-8")) for path in folder.rglob("*.html")}
    wrong = []
    for name, page in sorted(pages.items()):
        abroad = [one for one in page.loads if urlsplit(one).scheme in ("http", "https")]
        wrong += [f"{name} asks the network for {one}" for one in abroad]
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = _resolved(name, unquote(parts.path))
            has_place = not parts.fragment or path not in pages or unquote(parts.fragment) in pages[path].ids
            if not ((folder / path).exists() and has_place):
                wrong.append(f"{name}: {link} leads nowhere")
    return wrong


def _resolved(page: str, path: str) -> str:
    """A path as a page means it, relative to the folder of all pages."""
    if not path:
        return page
    parts: list[str] = []
    for part in (*page.split("/")[:-1], *path.split("/")):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
