"""Read the files of a rulebook. No other module opens a rulebook's files.

Takes the path of a `.rules` file, or of a folder that holds some, at any depth. Gives the source files in the
order of their names, and a diagnostic for each one that cannot be used. Whatever the path leads to, this ends
soon, reads nothing outside the folder, and raises nothing.
"""

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from rulewright.diagnostics import Diagnostic, nearest
from rulewright.source import SourceFile, Span
from rulewright.syntax.errors import (
    EmptyFile,
    LinkOutside,
    MissingFile,
    NoRulesHere,
    NotRules,
    NotText,
    TooLargeFile,
    TooManyFiles,
    Unreadable,
)

ENDING = ".rules"
MOST_BYTES = 500_000
MOST_BYTES_TOGETHER = 5_000_000
MOST_FILES = 200
MOST_ENTRIES = 20_000
CONTROLS = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u202a-\\u202e]")
"""What steers a terminal, or turns around how other words are shown, is no text of a rulebook."""


def load(path: Path) -> tuple[tuple[SourceFile, ...], tuple[Diagnostic, ...]]:
    """The source files of a rulebook, and what is wrong with files."""
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return (), (_missing(path),)
    except (OSError, ValueError) as error:
        return (), (Unreadable(path=_shown(path), reason=_reason(error), span=_place(path)),)
    if stat.S_ISDIR(kind):
        return _load_folder(path)
    if path.suffix != ENDING:
        return (), (NotRules(path=_shown(path), span=_place(path)),)
    if _leads_outside(path, path.parent):
        return (), (LinkOutside(path=_shown(path), span=_place(path)),)
    return _load_files(path.parent, [path])


def source_of(text: str, path: Path, display: str) -> SourceFile:
    """A source file from a text: line ends are `\\n`, letters and their accents are put together."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return SourceFile(path, display, unicodedata.normalize("NFC", text))


def _load_folder(root: Path) -> tuple[tuple[SourceFile, ...], tuple[Diagnostic, ...]]:
    paths: list[Path] = []
    found: list[Diagnostic] = []
    for entry in _entries(root, found):
        if entry.name.endswith(ENDING) and not entry.is_dir(follow_symlinks=False):
            paths.append(Path(entry.path))
        if len(paths) > MOST_FILES:
            return (), (TooManyFiles(path=_shown(root), most=MOST_FILES, span=_place(root)),)
    if not paths and not found:
        return (), (NoRulesHere(path=_shown(root), span=_place(root)),)
    files, wrong = _load_files(root, sorted(paths))
    return files, (*found, *wrong)


def _entries(root: Path, found: list[Diagnostic]) -> Iterator[os.DirEntry[str]]:
    """What lies in a folder and in the folders inside it, without hidden ones and without following links."""
    folders = [root]
    n_entries = 0
    while folders:
        folder = folders.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            found.append(Unreadable(path=_shown(folder), reason=_reason(error), span=_place(folder)))
            continue
        n_entries += len(entries)
        if n_entries > MOST_ENTRIES:
            found.append(TooManyFiles(path=_shown(root), most=MOST_FILES, span=_place(root)))
            return
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_symlink():
                # A link that stays inside leads to a file that is found by itself.
                matters = entry.name.endswith(ENDING) or os.path.isdir(entry.path)
                if matters and _leads_outside(Path(entry.path), root):
                    path = Path(entry.path)
                    found.append(LinkOutside(path=_shown(path), span=_place(path)))
                continue
            if entry.is_dir():
                folders.append(Path(entry.path))
            yield entry


def _load_files(root: Path, paths: list[Path]) -> tuple[tuple[SourceFile, ...], tuple[Diagnostic, ...]]:
    files: list[SourceFile] = []
    found: list[Diagnostic] = []
    for path in paths:
        read = _read(path, root)
        if sum(len(file.text) for file in files) > MOST_BYTES_TOGETHER:
            return (), (TooManyFiles(path=_shown(root), most=MOST_FILES, span=_place(root)),)
        if isinstance(read, SourceFile):
            files.append(read)
        else:
            found.append(read)
    return tuple(files), tuple(found)


def _read(path: Path, root: Path) -> SourceFile | Diagnostic:
    shown, place = _shown(path), _place(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return Unreadable(path=shown, reason="it is no file", span=place)
        if status.st_size > MOST_BYTES:
            return TooLargeFile(path=shown, size=status.st_size, most=MOST_BYTES, span=place)
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        return Unreadable(path=shown, reason=_reason(error), span=place)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        return NotText(path=shown, position=error.start + 1, span=place)
    if (control := CONTROLS.search(text)) is not None:
        before = len(text[: control.start()].encode("utf-8"))
        return NotText(path=shown, position=before + 1, span=place)
    file = source_of(text, path, _shown(path.relative_to(root)))
    lines = (line.strip() for line in file.text.split("\n"))
    return file if any(line and not line.startswith("#") for line in lines) else EmptyFile(path=shown, span=place)


def _leads_outside(path: Path, root: Path) -> bool:
    try:
        return not path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return True


def _missing(path: Path) -> Diagnostic:
    parent = path.parent
    try:
        names = [entry.name for entry in os.scandir(parent)] if parent.is_dir() else []
    except OSError:
        names = []
    near = nearest(path.name, names[:MOST_ENTRIES])
    return MissingFile(path=_shown(path), nearest=None if near is None else _shown(parent / near), span=_place(path))


def _place(path: Path) -> Span:
    """A place for what is wrong with a file as a whole."""
    return Span(SourceFile(path, _shown(path), ""), 0, 0)


def _shown(path: Path) -> str:
    """The path as it can be printed, even if its bytes are no text."""
    return path.as_posix().encode("utf-8", "replace").decode("utf-8")


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
