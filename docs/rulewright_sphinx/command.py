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
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Print the game with this variant; repeatable."
)
@color_option
def docs(
    path: str, language: str, forms: tuple[str, ...], folder: Path, report: Path, paper: str,
    variants: tuple[str, ...], color: str,
) -> int:
    """Print a rulebook: as a web book, as PDF, as EPUB.

    Everything comes from the rules: set-up, numbered rules with their exceptions,
    flow charts, tables, variants, glossary, index, player aid. Verdicts are taken
    from a report of the same files (`rulewright report`); without one the book says
    that nothing was looked at.

    What has no sentence of its own, or none in the language of the book, is listed
    when the book is written; so are names without a printed name.

    \b
    Examples:
      rulewright docs rules/my_game
      rulewright docs rules/my_game --language de --format pdf -o build/books
      rulewright docs rules/my_game --format html --format epub
      rulewright docs rules/my_game --variant short --variant open_hands
    \b
    Exit codes: 0 the book was written, 2 the rulebook or the call is wrong.
    """
    from rulewright.checker.symbols import Configuration
    from rulewright_sphinx.library import NoSuchRulebook

    record = report / "report.json" if report.is_dir() else report
    if not record.is_file() and report != DEFAULT_REPORT:
        raise click.UsageError(f"{report} holds no report; `rulewright report {path} --output {report}` makes one")
    try:
        for number, form in enumerate(dict.fromkeys(forms)):
            made, remark = book_of(Path(path), language, form, folder, record, paper, variants)
            if remark and not number:
                click.echo(remark, err=True)
            click.echo(str(made))
        _tell_unsaid(Path(path), language, record, variants)
    except ImportError as missing:
        way = "`make install` in a checkout, or pip install 'rulewright[docs]'"
        raise click.UsageError(f"{missing}; books need the extra `docs`: {way}") from missing
    except NoSuchRulebook:
        checked(path, Configuration(variants=variants), color)  # says what is wrong, and ends the command
        raise
    return 0


def _tell_unsaid(path: Path, language: str, record: Path, variants: tuple[str, ...]) -> None:
    """Say for what the book had to find words of its own, or borrowed those of another language."""
    from rulewright_sphinx.book.unsaid import unsaid
    from rulewright_sphinx.library import document_at

    _, book = document_at(path.resolve(), language, record.resolve(), variants)
    found = unsaid(book, language)
    for what, names in (
        ("No `text`, told from the rules", found.nowhere),
        (f"No `text {language}`, printed in another language", found.elsewhere),
        (f"No printed name in `{language}`", found.names),
    ):
        if names:
            click.echo(f"{what} ({len(names)}): {', '.join(names)}", err=True)


def book_of(
    path: Path, language: str, form: str, folder: Path, record: Path, paper: str, variants: tuple[str, ...] = ()
) -> tuple[Path, str]:
    """Make one book. Gives its first file, and why it tells no verdicts if it tells none.

    A report that is no record, or is about other files, is left out; the page of one that counts lies beside a web
    book, so that the signs lead to it.
    """
    from rulewright_sphinx.library import document_at

    rulebook, record = path.resolve(), record.resolve()
    document, _ = document_at(rulebook, language, record, variants)
    if form == "pdf":
        from rulewright_sphinx.paper.build import build_pdf

        return build_pdf(document, folder, paper), document.remark
    from rulewright_sphinx.web.build import build_epub, build_html
    from rulewright_sphinx.web.project import project_of

    if form == "epub":
        project = project_of(document, rulebook, record, "", variants=variants, lists_index=False)
        return build_epub(project, folder), document.remark
    page = record.parent / "index.html"
    url = "report/index.html" if document.verified and page.is_file() else ""
    made = build_html(project_of(document, rulebook, record, url, variants=variants), folder)
    if url:
        (folder / "report").mkdir(exist_ok=True)
        shutil.copy2(page, folder / url)
    return made, document.remark
