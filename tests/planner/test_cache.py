"""Kept answers: found again for the same question, not for another, and never a way to run code."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from rulewright.checker.symbols import Configuration
from rulewright_verify.planner import cache, decide
from rulewright_verify.planner.books import open_books
from rulewright_verify.planner.induction import Proofs
from rulewright_verify.planner.questions import Question, questions
from rulewright_verify.verdict import Outcome

BOOK = """
rulebook tiny
  title en "Tiny"
  players 2 as Ada, Ben

state
  pot: 0..5 = 0

rule double(n: 0..5) -> 0..10
  default
    2 * n

rule triple(n: 0..5) -> 0..15
  default
    3 * n

procedure game
  pot becomes double(1)

claim even "Twice a number is never one"
  for all n: 0..5
    double(n) != 1
"""


def question(folder: Path, text: str) -> Question:
    path = folder / "tiny.rules"
    path.write_text(text, encoding="utf-8")
    found = open_books(path).instance(Configuration())
    return questions(found.claims["even"], found.system, None, {}, seed=0, seconds=10)[0]


def decided(asked: Question) -> Outcome:
    return decide.decide(asked, Proofs(asked.system, [asked.clause], 10, 0))[0].answer.outcome


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)


def test_the_same_question_is_not_decided_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert decided(question(tmp_path, BOOK)) is Outcome.HOLDS

    def refuse(*_: object) -> None:
        raise AssertionError("decided again")

    monkeypatch.setattr(decide, "_decided", refuse)
    assert decided(question(tmp_path, BOOK)) is Outcome.HOLDS


def test_only_what_an_edit_touches_is_decided_again(tmp_path: Path) -> None:
    asked = question(tmp_path, BOOK)
    cache.keep_answer(asked, decide._decided(asked, Proofs(asked.system, [asked.clause], 10, 0)))
    elsewhere = BOOK.replace("3 * n", "3 * n - n").replace("pot becomes double(1)", "pot becomes 3")
    assert cache.kept_answer(question(tmp_path, "# moved down by a remark\n" + elsewhere)) is not None
    assert cache.kept_answer(question(tmp_path, BOOK.replace("2 * n", "n + n"))) is None
    assert cache.kept_answer(question(tmp_path, BOOK.replace("double(n) != 1", "double(n) != 3"))) is None


def test_it_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    asked = question(tmp_path, BOOK)
    decided(asked)
    assert cache.kept_answer(asked) is None
    assert not (tmp_path / "cache").exists()


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("exit 1",)


@pytest.mark.parametrize("content", [b"", b"nonsense", pickle.dumps(Evil()), pickle.dumps([1, 2])])
def test_a_damaged_or_wicked_file_counts_as_nothing(content: bytes, tmp_path: Path) -> None:
    asked = question(tmp_path, BOOK)
    decided(asked)
    path = cache._path(asked)
    assert path is not None and path.is_file()
    path.write_bytes(content)
    assert cache.kept_answer(asked) is None
