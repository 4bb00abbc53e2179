"""Files and folders that can be read, and those that cannot: always a diagnostic, never an exception."""

import os
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic
from rulewright.loading import MOST_BYTES, MOST_FILES, load, source_of
from tests.golden import rendered

BOOK = "rulebook pig\n  players 2\n"


def write(path: Path, content: str | bytes = BOOK) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def refused(path: Path) -> Diagnostic:
    """The one thing that is said about a path from which nothing can be read."""
    files, found = load(path)
    assert files == ()
    assert len(found) == 1, rendered(found)
    assert found[0].code.id in rendered(found)
    return found[0]


def test_a_file(tmp_path: Path) -> None:
    (file,), found = load(write(tmp_path / "pig.rules"))
    assert (file.display, file.text, found) == ("pig.rules", BOOK, ())


def test_a_folder_with_folders(tmp_path: Path) -> None:
    for name in ("pig.rules", "variants/b.rules", "variants/a.rules", "notes.txt", ".hidden/c.rules", "rules/x.md"):
        write(tmp_path / name)
    files, found = load(tmp_path)
    assert [file.display for file in files] == ["pig.rules", "variants/a.rules", "variants/b.rules"]
    assert found == ()


def test_line_ends_accents_and_the_mark_of_windows(tmp_path: Path) -> None:
    (file,), _ = load(write(tmp_path / "x.rules", b"\xef\xbb\xbfenum A: Bo\xcc\x88e\r\n\rx\n"))
    assert file.text == "enum A: Böe\n\nx\n"


def test_missing_file(tmp_path: Path) -> None:
    write(tmp_path / "twilight.rules")
    found = refused(tmp_path / "twilihgt.rules")
    assert found.code.id == "RW101"
    assert found.help_text == f"did you mean `{(tmp_path / 'twilight.rules').as_posix()}`?"
    assert refused(tmp_path / "nowhere" / "x.rules").code.id == "RW101"
    assert refused(Path("a\x00b")).code.id == "RW107"
    assert refused(Path("x" * 5000)).code.id == "RW107"


def test_folder_without_rules(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt")
    assert refused(tmp_path).code.id == "RW102"


@pytest.mark.parametrize("content", ["", "\n \n", "# only a remark\n", "\ufeff"])
def test_empty_file(tmp_path: Path, content: str) -> None:
    assert refused(write(tmp_path / "x.rules", content)).code.id == "RW103"


@pytest.mark.parametrize(
    ("content", "position"),
    [
        (b"rulebook x\n\x00", 12),
        (b"# \xc3\xbc \x1b[2J", 6),
        ("# \N{RIGHT-TO-LEFT OVERRIDE}".encode(), 3),
        (b"\x89PNG\r\n\x1a\n", 1),
        ("title ü".encode("latin-1"), 7),
        ("rulebook".encode("utf-16"), 1),
    ],
)
def test_no_text(tmp_path: Path, content: bytes, position: int) -> None:
    found = refused(write(tmp_path / "x.rules", content))
    assert found.code.id == "RW104"
    assert f"byte {position} " in found.message_text


def test_too_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    assert refused(path).code.id == "RW105"
    write(path, BOOK + "#" * (MOST_BYTES - len(BOOK)))
    assert len(load(path)[0]) == 1


def test_links_that_leave_the_folder(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "secret.rules")
    book = tmp_path / "book"
    write(book / "pig.rules")
    (book / "link.rules").symlink_to(outside)
    (book / "folder").symlink_to(outside.parent)
    (book / "passwd.rules").symlink_to("../../../../../../etc/passwd")
    files, found = load(book)
    assert [file.display for file in files] == ["pig.rules"]
    assert [diagnostic.code.id for diagnostic in found] == ["RW106"] * 3
    assert refused(book / "link.rules").code.id == "RW106"


def test_links_inside_and_in_circles(tmp_path: Path) -> None:
    write(tmp_path / "pig.rules")
    (tmp_path / "again.rules").symlink_to("pig.rules")
    (tmp_path / "circle").symlink_to(".")
    (tmp_path / "self.rules").symlink_to("self.rules")
    files, found = load(tmp_path)
    assert [file.display for file in files] == ["pig.rules"]
    assert [diagnostic.code.id for diagnostic in found] == ["RW106"]
    assert refused(tmp_path / "self.rules").code.id == "RW107"


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    assert refused(tmp_path / "pipe.rules").code.id == "RW107"
    (tmp_path / "folder.rules").mkdir()
    write(tmp_path / "folder.rules" / "x.rules")
    files, found = load(tmp_path)
    assert [file.display for file in files] == ["folder.rules/x.rules"]
    assert [diagnostic.code.id for diagnostic in found] == ["RW107"]


def test_other_ending(tmp_path: Path) -> None:
    assert refused(write(tmp_path / "notes.txt")).code.id == "RW108"


def test_too_many_files(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        write(tmp_path / f"{number}.rules")
    assert refused(tmp_path).code.id == "RW109"


def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xff.rules"))
    (file,), found = load(write(path))
    assert file.display.encode("utf-8")
    assert found == ()


def test_source_of_puts_letters_and_accents_together() -> None:
    assert source_of("e\u0301\r", Path("x"), "x").text == "é\n"
