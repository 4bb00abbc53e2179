"""Answers kept from earlier runs, so that an edit decides again only what it touches.

The key of an answer is a hash of everything that it was found from: the clause, the part of the core that the clause
hangs on, seed and budget, and the code of Rulewright itself. Places in the text do not count. What is kept lies in
the user's own cache folder; loading it runs no code: only the plain data types of answers are known to the reader.
`RULEWRIGHT_CACHE=off` keeps and uses nothing.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path

from rulewright.ir import properties as pr
from rulewright.ir.nodes import System
from rulewright.source import Span
from rulewright_verify.planner.answers import Cell
from rulewright_verify.planner.questions import Question

MOST_BYTES = 4_000_000
RULE_CLAUSES = (pr.Holds, pr.SameForEvery, pr.SameAs)
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
    digest = hashlib.sha256()
    digest.update(_code().encode())
    parts = (question.scope, dict(question.fixed), question.seed, question.seconds, question.text, question.clause)
    _feed(digest, parts)
    if isinstance(question.clause, RULE_CLAUSES):
        _feed(digest, _rules_behind(question.system, question.clause))
    else:
        digest.update(_of_system(question.system))
    return digest.hexdigest()


def _rules_behind(system: System, clause: pr.Clause) -> tuple[object, ...]:
    """All that the answer to a clause about rules can hang on: no procedure, and only the rules that it asks."""
    from rulewright_verify.planner.blame import rules_of_clause

    names = rules_of_clause(system, clause)
    return (
        system.players, system.kinds, system.tables, system.slots, system.zones, system.readings,
        [system.rules[name] for name in names],
    )


_HASHES: dict[int, tuple[System, bytes]] = {}
"""The hash of each system that was asked about; the system is kept, so that its id is not given away again."""


def _of_system(system: System) -> bytes:
    if id(system) not in _HASHES:
        digest = hashlib.sha256()
        _feed(digest, system)
        _HASHES[id(system)] = (system, digest.digest())
    return _HASHES[id(system)][1]


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


def _feed(digest: hashlib._Hash, value: object) -> None:
    """A value, part by part; places in the text are passed over."""
    match value:
        case Span():
            digest.update(b"@")
        case Enum():
            digest.update(f"e{type(value).__name__}.{value.name};".encode())
        case None | bool() | int() | str() | float() | Fraction():
            digest.update(f"{type(value).__name__}:{value!r};".encode())
        case Mapping():
            digest.update(f"m{len(value)};".encode())
            for key, item in value.items():
                _feed(digest, key)
                _feed(digest, item)
        case _ if is_dataclass(value) and not isinstance(value, type):
            digest.update(f"d{type(value).__name__};".encode())
            for field in fields(value):
                _feed(digest, getattr(value, field.name))
        case Iterable():
            items = sorted(value, key=repr) if isinstance(value, set | frozenset) else list(value)
            digest.update(f"s{len(items)};".encode())
            for item in items:
                _feed(digest, item)
        case _:
            raise TypeError(f"no part of a question: {type(value).__name__}")

