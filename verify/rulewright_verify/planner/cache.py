"""Answers kept from earlier runs, so that an edit decides again only what it touches.

The key of an answer is the fingerprint of its question and a hash of the code of Rulewright itself. What is kept lies
in the user's own cache folder; loading it runs no code: only the plain data types of answers are known to the reader.
`RULEWRIGHT_CACHE=off` keeps and uses nothing.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rulewright_verify.planner.answers import Cell
from rulewright_verify.planner.fingerprint import of_question
from rulewright_verify.planner.questions import Question

MOST_BYTES = 4_000_000
KNOWN_MODULES = (
    "rulewright_verify.verdict", "rulewright_verify.evidence", "rulewright_verify.planner.answers", "fractions",
)


def kept_answer(question: Question) -> list[Cell] | None:
    """The cells that were found for the same question before, if there are any."""
    path = _path(question)
    if path is None or not path.is_file() or path.stat().st_size > MOST_BYTES:
        return None
    try:
        cells = _Reader(io.BytesIO(path.read_bytes())).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ValueError, TypeError, IndexError, OSError):
        return None  # damaged, or written by another version: as if it were not there
    is_right = isinstance(cells, list) and all(isinstance(cell, Cell) for cell in cells)
    return cells if is_right else None


def keep_answer(question: Question, cells: Sequence[Cell]) -> None:
    """Keep what was decided; what is unknown is asked again next time."""
    path = _path(question)
    if path is None or any(cell.answer.assurance is None for cell in cells):
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(list(cells)))
        unfinished.replace(path)
    except OSError:
        return  # a full or read-only disk is no reason to fail


class _Reader(pickle.Unpickler):
    """Knows only the data types that answers are made of, so that a file cannot run anything."""

    def find_class(self, module: str, name: str) -> object:
        if module in KNOWN_MODULES and not name.startswith("_"):
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")


def _path(question: Question) -> Path | None:
    if os.environ.get("RULEWRIGHT_CACHE", "").lower() in ("off", "0", "no"):
        return None
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "rulewright" / "answers" / _key(question)


def _key(question: Question) -> str:
    return hashlib.sha256(f"{_code()} {of_question(question)}".encode()).hexdigest()


@cache
def _code() -> str:
    """A hash of the code of the compiler and of the engines."""
    import rulewright
    import rulewright_verify

    digest = hashlib.sha256()
    for package in (rulewright, rulewright_verify):
        for folder in package.__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()
