"""The fingerprint of a question: a hash of everything that its answer can hang on.

Two questions with the same fingerprint have the same answer, in whichever games and runs they are put. A clause about
rules hangs on the part of the system that it reads (`slices`), any other on the whole of it. Places in the text do not
count, nor how bound names were made unique.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from rulewright.ir import properties as pr
from rulewright.ir.nodes import Local, ReadingInfo, System
from rulewright.source import Span
from rulewright_verify.planner.questions import Question


def of_question(question: Question) -> str:
    """Of one clause on its system."""
    feeder = _Feeder()
    feeder.feed((
        question.scope, dict(question.fixed), question.seed, question.seconds, question.text,
        question.asserts_whole_game, question.clause,
    ))
    feeder.digest.update(_of_system(question.system))
    return feeder.hex()


def of_claim(claim: pr.Claim, asked: Sequence[Question], readings: Mapping[str, ReadingInfo]) -> str:
    """Of a claim with its clauses as they are asked, and with all that its verdicts say of it. `readings`: those of
    the game; what the rulebook expects may hang on some that no clause reads."""
    named = {name for expectation in claim.expects for name, _ in expectation.when}
    named |= {name for question in asked for name in question.fixed}
    feeder = _Feeder()
    feeder.feed((
        claim.name, claim.title, claim.texts, claim.cites, claim.rests_on, claim.under, claim.expects,
        [(name, info.options) for name, info in readings.items() if name in named],
        [of_question(question) for question in asked],
    ))
    return feeder.hex()


_HASHES: dict[int, tuple[System, bytes]] = {}
"""The hash of each system that was asked about; the system is kept, so that its id is not given away again."""


def _of_system(system: System) -> bytes:
    if id(system) not in _HASHES:
        feeder = _Feeder()
        feeder.feed(system)
        _HASHES[id(system)] = (system, feeder.digest.digest())
    return _HASHES[id(system)][1]


@dataclass(eq=False, slots=True)
class _Feeder:
    """Feeds a value to a hash, part by part. `locals`: bound names by the order in which they are met, for no two
    binders of a system share a name, and which number makes it unique hangs on what else there is."""

    digest: Any = field(default_factory=hashlib.sha256)
    locals: dict[str, int] = field(default_factory=dict)

    def hex(self) -> str:
        return str(self.digest.hexdigest())

    def feed(self, value: object) -> None:
        match value:
            case Span():
                self.digest.update(b"@")
            case Local(name, lo, hi):
                self.digest.update(f"l{self.locals.setdefault(name, len(self.locals))},{lo},{hi};".encode())
            case Enum():
                self.digest.update(f"e{type(value).__name__}.{value.name};".encode())
            case None | bool() | int() | str() | float() | Fraction():
                self.digest.update(f"{type(value).__name__}:{value!r};".encode())
            case Mapping():
                self.digest.update(f"m{len(value)};".encode())
                for key, item in value.items():
                    self.feed(key)
                    self.feed(item)
            case _ if is_dataclass(value) and not isinstance(value, type):
                self.digest.update(f"d{type(value).__name__};".encode())
                for part in fields(value):
                    self.feed(getattr(value, part.name))
            case Iterable():
                items = sorted(value, key=repr) if isinstance(value, set | frozenset) else list(value)
                self.digest.update(f"s{len(items)};".encode())
                for item in items:
                    self.feed(item)
            case _:
                raise TypeError(f"no part of a question: {type(value).__name__}")
