"""`rulewright docs`. The command line finds it by its entry point, so that nothing outside of here imports it."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from rulewright_verify.cli.loading import checked
from rulewright_verify.cli.options import color_option, one_rulebook

FORMATS = ("html", "pdf", "epub")
DEFAULT_FOLDER = Path("build/rulebook")
DEFAULT_REPORT = Path("build/report")


@click.command()
@one_rulebook
@click.option(
    "--language", type=click.Choice(["en", "de"]), default="en", show_default=True, help="The language of the book."
)
@click.option(
    "--format", "forms", type=click.Choice(FORMATS), multiple=True, default=("html",), show_default="html",
    help="A web book, a PDF or an EPUB. May be repeated.",
)
@click.option(
    "--output", "-o", "folder", type=click.Path(file_okay=False, path_type=Path), default=DEFAULT_FOLDER,
    show_default=True, help="Where the book goes.",
)
@click.option(
    "--report", "report", type=click.Path(path_type=Path), default=DEFAULT_REPORT, show_default=True,
    help="The report whose verdicts stand beside the rules.",
)
@click.option("--paper", type=click.Choice(["a4", "a5"]), default="a4", show_default=True, help="For PDF.")
@color_option
def docs(
    path: str, language: str, forms: tuple[str, ...], folder: Path, report: Path, paper: str, color: str
) -> int:
    """Print a rulebook: as a web book, as PDF, as EPUB.

    Everything comes from the rules: set-up, numbered rules with their exceptions,
    flow charts, tables, variants, glossary, index, player aid. Verdicts are taken
    from a report of the same files (`rulewright report`); without one the book says
    that nothing was looked at.

    \b
    Examples:
      rulewright docs rules/my_game
      rulewright docs rules/my_game --language de --format pdf -o build/books
      rulewright docs rules/my_game --format html --format epub
    \b
    Exit codes: 0 the book was written, 2 the rulebook or the call is wrong.
    """
    from rulewright_sphinx.book.build import document_of
    from rulewright_sphinx.library import record_in

    book = checked(path, color=color)
    record_file = report / "report.json" if report.is_dir() else report
    record = record_in(record_file)
    if record is None and report != DEFAULT_REPORT:
        raise click.UsageError(f"{report} holds no report; `rulewright report {path} --output {report}` makes one")
    document = document_of(book, language, record)
    if document.remark:
        click.echo(document.remark, err=True)
    used = record_file.resolve() if document.verified else None
    try:
        for form in dict.fromkeys(forms):
            click.echo(str(_made(form, document, Path(path).resolve(), folder, used, paper)))
    except ImportError as missing:
        raise click.UsageError(f"{missing}; books need the extra `docs`: pip install 'rulewright[docs]'") from missing
    return 0


def _made(form: str, document: object, rulebook: Path, folder: Path, report: Path | None, paper: str) -> Path:
    from rulewright_sphinx.book.model import Document

    assert isinstance(document, Document)
    if form == "pdf":
        from rulewright_sphinx.paper.build import build_pdf

        return build_pdf(document, folder, paper)
    from rulewright_sphinx.web.build import build_epub, build_html
    from rulewright_sphinx.web.project import project_of

    if form == "epub":
        return build_epub(project_of(document, rulebook, report, ""), folder)
    page = report.parent / "index.html" if report is not None else None
    url = "report/index.html" if page is not None and page.is_file() else ""
    made = build_html(project_of(document, rulebook, report, url), folder)
    if page is not None and url:
        (folder / "report").mkdir(exist_ok=True)
        shutil.copy2(page, folder / url)
    return made
