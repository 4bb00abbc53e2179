"""How far a claim was looked at that got no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Looked:
    """What a job says while it looks: by which method, and how far. What it says later of the same method counts."""

    method: str
    words: str


def looked_words(by_method: Mapping[str, str]) -> str:
    """All of it, for a reader who got no answer: nothing that was looked at was against the claim."""
    return f"nothing against it in {', '.join(by_method.values())}" if by_method else ""


def with_looked(reason: str, by_method: Mapping[str, str]) -> str:
    """A reason, and how far was looked."""
    return "; ".join(part for part in (reason, looked_words(by_method)) if part)
