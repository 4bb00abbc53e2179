"""The web book, the PDF and the EPUB of the small rulebook; and the command that makes them."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

import pytest

import rulewright_verify.cli
from rulewright_sphinx.book.model import Piece
from rulewright_sphinx.paper.build import build_pdf
from rulewright_sphinx.paper.data import index_of
from rulewright_sphinx.site import Links, Made, dangling, page_of, rulebooks_under
from rulewright_sphinx.web.build import NotBuilt, build_epub, build_html
from rulewright_sphinx.web.project import project_of
from rulewright_verify.cli.application import run
from rulewright_verify.report.write import write_report
from tests.print.overflowing import browser, overflowing
from tests.print.printing import HARE, printed, record, result

STARTER = Path(rulewright_verify.cli.__file__).parent / "starter.rules"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The web book in German, with a report beside it, made by the command."""
    folder = tmp_path_factory.mktemp("book")
    report = folder / "report"
    write_report([result()], report)
    code = run(["docs", str(HARE), "--language", "de", "--report", str(report), "-o", str(folder / "web")])
    assert code == 0
    return folder / "web"


def test_the_web_book_leads_nowhere_wrong_and_asks_no_network(book: Path) -> None:
    assert dangling(book) == []


def test_the_web_book_has_a_page_for_each_part(book: Path) -> None:
    names = {path.stem for path in book.glob("*.html")}
    parts = {"components", "questions", "plays", "variants", "open", "claims", "glossary", "aid", "sources", "genindex"}
    assert parts | {"index", "chapter-1-die-schachtel", "chapter-2-das-spiel"} <= names
    assert not (book / "_sources").exists()


def test_no_page_runs_past_the_edge_of_a_screen(book: Path, tmp_path: Path) -> None:
    """As a browser lays it out; without one, that whatever may be wide lies in a box that can be moved sideways."""
    if browser() is None:
        for path in book.glob("*.html"):
            tables = re.findall(r'(.{60})<table class="[^"]*rw-table', path.read_text(encoding="utf-8"), re.DOTALL)
            assert [before for before in tables if "rw-scroll" not in before] == [], path.name
        return
    assert overflowing(book, sorted(path.name for path in book.glob("*.html"))) == []
    (tmp_path / "wide.html").write_text("<!doctype html><p style='width: 60rem'>wide", encoding="utf-8")
    assert [one.partition(" px")[0] for one in overflowing(tmp_path, ["wide.html"])] == ["wide.html at 390: 578"]


def test_badges_in_an_epub_lead_to_what_was_checked(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(json.dumps(record()), encoding="utf-8")
    made = zipfile.ZipFile(build_epub(project_of(printed("de"), HARE, report, "", lists_index=False), tmp_path))
    page = made.read("chapter-1-die-schachtel.xhtml").decode()
    assert re.search(r'href="claims\.xhtml#claim-ten-points"[^>]*><span>?.{0,80}rw-outcome', page, re.DOTALL)


def test_the_command_prints_a_game_with_variants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["docs", str(HARE), "--format", "html", "--format", "pdf", "-o", str(tmp_path), "--variant"]
    assert run([*command, "short_chase"]) == 0
    assert "Short Chase" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "So many points win." in (tmp_path / "chapter-1-the-box.html").read_text(encoding="utf-8")
    assert (tmp_path / "hare-short_chase-en.pdf").exists()
    capsys.readouterr()
    assert run([*command, "long_chase"]) == 2
    assert "there is no variant `long_chase`" in capsys.readouterr().out


def test_a_book_has_no_words_of_the_book_before_it(book: Path, tmp_path: Path) -> None:
    assert "Stichwortverzeichnis" in (book / "index.html").read_text(encoding="utf-8")
    build_html(project_of(printed("en"), HARE, None, ""), tmp_path)
    assert "Stichwortverzeichnis" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_no_id_stands_twice_on_a_page(book: Path) -> None:
    for path in book.glob("*.html"):
        ids = Links(path.read_text(encoding="utf-8")).ids
        assert [one for one in set(ids) if ids.count(one) > 1] == [], path.name


def test_the_web_book_escapes_what_a_rulebook_says(book: Path) -> None:
    for path in book.glob("*.html"):
        assert "<Hund>" not in path.read_text(encoding="utf-8"), path.name
    assert "&lt;Hund&gt;" in (book / "index.html").read_text(encoding="utf-8")


def test_badges_lead_into_the_report_that_lies_beside(book: Path) -> None:
    page = (book / "chapter-1-die-schachtel.html").read_text(encoding="utf-8")
    assert 'href="report/index.html#hare-ten_points"' in page  # and the report has such a place: see above
    assert "bewiesen: für jede Größe" in page


BARE = """
rulebook bare
  players 1 as Ada

claim one_is_one "One is one"
  1 = 1
"""


@pytest.mark.parametrize("text", [BARE, STARTER.read_text(encoding="utf-8").replace("NAME", "x").replace("TITLE", "X")])
def test_a_rulebook_with_little_in_it_is_a_book_too(text: str, tmp_path: Path) -> None:
    path = tmp_path / "little.rules"
    path.write_text(text, encoding="utf-8")
    formats = [part for form in ("html", "pdf", "epub") for part in ("--format", form)]
    assert run(["docs", str(path), *formats, "-o", str(tmp_path / "out")]) == 0
    assert dangling(tmp_path / "out") == []


def test_a_warning_of_the_build_is_no_book(tmp_path: Path) -> None:
    project = project_of(printed(), HARE, None, "")
    broken = replace(project, pages={**project.pages, "aid.rst": "Aid\n===\n\n.. rw:rule:: nothing_like_it\n"})
    with pytest.raises(NotBuilt, match="has no rule `nothing_like_it`"):
        build_html(broken, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def epub(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    made = build_epub(project_of(printed("de"), HARE, None, "", lists_index=False), tmp_path_factory.mktemp("epub"))
    return zipfile.ZipFile(made)


def test_every_page_of_the_epub_is_well_formed(epub: zipfile.ZipFile) -> None:
    pages = [name for name in epub.namelist() if name.endswith((".xhtml", ".opf", ".ncx", ".svg"))]
    assert len([name for name in pages if name.endswith(".svg")]) == 2
    for name in pages:
        ElementTree.fromstring(epub.read(name))


def test_the_epub_lists_what_it_holds_and_holds_what_it_lists(epub: zipfile.ZipFile) -> None:
    package = ElementTree.fromstring(epub.read("content.opf"))
    space = {"opf": "http://www.idpf.org/2007/opf", "dc": "http://purl.org/dc/elements/1.1/"}
    listed = {item.attrib["href"] for item in package.findall("opf:manifest/opf:item", space)}
    held = {*epub.namelist()} - {"mimetype", "META-INF/container.xml", "content.opf"}
    assert listed == held
    assert [one.text for one in package.findall("opf:metadata/dc:language", space)] == ["de"]
    spine = [item.attrib["idref"] for item in package.findall("opf:spine/opf:itemref", space)]
    assert len(spine) == len(set(spine)) > 8
    assert epub.namelist()[0] == "mimetype" and epub.read("mimetype") == b"application/epub+zip"


def test_the_pdf_is_the_same_for_the_same_rulebook(tmp_path: Path) -> None:
    one, other = build_pdf(printed("de"), tmp_path / "a"), build_pdf(printed("de"), tmp_path / "b")
    assert one.name == "hare-de.pdf" and one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_pdf_says_what_the_rulebook_says(paper: str, tmp_path: Path) -> None:
    made = build_pdf(printed("en"), tmp_path, paper)
    assert made.read_bytes().startswith(b"%PDF-")
    if which("pdftotext") is None:
        return
    text = subprocess.run(["pdftotext", "-layout", str(made), "-"], capture_output=True, text=True, check=True).stdout
    words = " ".join(text.split())
    for said in ("The Hare & the <Hound>", "2.6 A hare counts two", "proved for every size", "Two points are enough"):
        assert said in words, said


def test_no_sentence_of_a_rulebook_is_read_by_typst(tmp_path: Path) -> None:
    evil = '#panic("read") $x$ *bold* @label <anchor> \\ [ ] { } "'
    document = replace(printed(), title=evil, short=(Piece(evil), Piece(evil, term="x")))
    made = build_pdf(document, tmp_path)
    assert made.stat().st_size > 1000


def test_the_index_is_in_the_order_of_the_alphabet() -> None:
    index = {entry["term"]: entry["rules"] for entry in index_of(printed("de"))}
    assert list(index) == sorted(index, key=str.casefold)
    assert index["Hase"] == ["1", "2.3", "2.5", "2.6"] and index["Punktezahl"] == ["2.6"]


def test_the_command_says_when_there_is_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["docs", str(HARE), "--format", "pdf", "--report", str(tmp_path), "-o", str(tmp_path)]) == 2
    assert "holds no report" in capsys.readouterr().err


def test_the_command_says_that_a_report_is_of_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "hare.rules"
    changed.write_text(HARE.read_text(encoding="utf-8").replace("counts two", "counts 2"), encoding="utf-8")
    report = tmp_path / "report.json"
    report.write_text(json.dumps(record()), encoding="utf-8")
    assert run(["docs", str(changed), "--format", "pdf", "--report", str(report), "-o", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "made from other files" in told.err
    assert re.search(r"hare-en\.pdf$", told.out.strip())


def test_the_command_lists_what_has_no_sentence_and_no_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HARE.read_text(encoding="utf-8")
    path = tmp_path / "hare.rules"
    path.write_text(text.replace('  text de "So viele Punkte gewinnen."\n', ""), encoding="utf-8")
    assert run(["docs", str(path), "--language", "de", "--format", "pdf", "-o", str(tmp_path / "book")]) == 0
    told = capsys.readouterr()
    assert "No `text de`, printed in another language (1): goal\n" in told.err
    assert "goal" not in told.out


def test_the_command_refuses_a_rulebook_with_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("rulebook wrong\n  players 2\n\nrule x -> y\n  default\n    1\n", encoding="utf-8")
    assert run(["docs", str(wrong), "-o", str(tmp_path / "out")]) == 2
    assert "RW" in capsys.readouterr().out + capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "index.html").write_text('<a href="in/page.html#there"></a><a href="gone.html"></a>', encoding="utf-8")
    page = '<p id="there"><a href="../index.html"></a><a href="#gone"></a><script src="https://elsewhere/x.js"></script>'
    (tmp_path / "in" / "page.html").write_text(page, encoding="utf-8")
    assert dangling(tmp_path) == [
        "in/page.html asks the network for https://elsewhere/x.js",
        "in/page.html: #gone leads nowhere",
        "index.html: gone.html leads nowhere",
    ]


def test_rulebooks_are_the_outermost_folders_with_rules(tmp_path: Path) -> None:
    for name in ("a/a.rules", "a/variants/b.rules", "many/c/c.rules", "many/d/d.rules", "none/readme"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [path.relative_to(tmp_path).as_posix() for path in rulebooks_under(tmp_path)]
    assert found == ["a", "many/c", "many/d"]


def test_the_list_of_books_is_escaped() -> None:
    page = page_of([Made("x", '<i>"x"', "de", {"html": 'a"b.html'})])
    assert "<i>" not in page and 'a"b' not in page and "&lt;i&gt;" in page


def test_the_command_line_finds_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["docs", "--help"]) == 0
    told = capsys.readouterr().out
    assert "rulewright docs rules/my_game" in told and all(len(line) <= 80 for line in told.splitlines())
    assert run(["--help"]) == 0
    assert "  docs " in capsys.readouterr().out
