"""The words of the language, sorted for readers and highlighters, as the grammar's text shows them.

The grammar is cut at its headings (`// ---- play`); a word belongs to the first section that uses it. Which words
begin a line, which head a part of a rulebook and which are values is read off the rules, so that nothing of it is
written down a second time. What only the checker knows (`other`, `chance`, ..) comes from the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rulewright.checker.calls import NEIGHBOURS
from rulewright.checker.claim_words import WORDS as CLAIM_WORDS
from rulewright.resources import grammar_text
from rulewright.syntax.words import spellings_of, words

_HEADING = re.compile(r"^// -{10,} (?P<title>.+)$", re.MULTILINE)
_RULE = re.compile(r"^[?!]?(?P<name>_?[a-z]\w*)\s*:(?P<body>(?:.*\n)(?:[ \t]+.*\n|//.*\n(?=[ \t]+\|))*)", re.MULTILINE)
_PIECE = re.compile(r'"(?P<literal>[^"\n]+)"|\b(?P<terminal>_?[A-Z][A-Z_]+)\b')
# Rules of the grammar whose only word is a value of the language.
_VALUES = ("yes", "no", "none")


@dataclass(frozen=True)
class Section:
    """A part of the grammar: its heading, its text, and the words that it is the first to use."""

    title: str
    text: str
    keywords: tuple[str, ...]
    phrases: tuple[str, ...]


@dataclass(frozen=True)
class WordTable:
    """`headings` begin a part of a rulebook at the left margin, `line_words` begin a line inside one, `inner_words`
    stand in the middle of a line; some words do both. `values` are words for values, `functions` stand before a
    bracket.
    """

    headings: tuple[str, ...]
    line_words: tuple[str, ...]
    inner_words: tuple[str, ...]
    phrases: tuple[str, ...]
    values: tuple[str, ...]
    functions: tuple[str, ...]


@cache
def sections() -> tuple[Section, ...]:
    """The sections of the grammar in their order."""
    text = grammar_text()
    marks = list(_HEADING.finditer(text))
    starts = [0, *(mark.start() for mark in marks)]
    titles = ["the whole", *(mark["title"] for mark in marks)]
    known: set[str] = set()
    found = []
    for title, start, end in zip(titles, starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end]
        new = [word for word in _words_in(part) if word not in known]
        known.update(new)
        single = tuple(sorted({word for word in new if " " not in word}))
        phrases = tuple(sorted({word for word in new if " " in word}))
        body = part.split("\n", 1)[1] if start else part
        found.append(Section(title, body.strip("\n"), single, phrases))
    return tuple(found)


@cache
def word_table() -> WordTable:
    """All words, each once."""
    rules = _rules()
    first = {word for body in rules.values() for word in _first_words(body)}
    headings = {word for word in first if word in _heading_words(rules)}
    values = {word for name in _VALUES for word in _words_in(rules[name])}
    folds = set(spellings_of("FOLD"))
    keywords = set(words().keywords) - values - folds
    return WordTable(
        headings=tuple(sorted(headings & keywords)),
        line_words=tuple(sorted((first & keywords) - headings)),
        inner_words=tuple(sorted(keywords & {word for body in rules.values() for word in _later_words(body)})),
        phrases=words().phrases,
        values=tuple(sorted(values)),
        functions=tuple(sorted({*folds, *NEIGHBOURS, *CLAIM_WORDS})),
    )


def _rules() -> dict[str, str]:
    return {rule["name"]: rule["body"] for rule in _RULE.finditer(grammar_text())}


def _words_in(text: str) -> Iterator[str]:
    for line in text.splitlines():
        for piece in _PIECE.finditer(line.split("//")[0] if line.startswith("//") else line):
            spelt = (piece["literal"],) if piece["literal"] else spellings_of(piece["terminal"])
            yield from (word for word in spelt if word[0].isalpha())


def _first_words(body: str) -> Iterator[str]:
    """The words with which the alternatives of a rule that fills lines begin."""
    if "_NL" in body:
        for alternative in _alternatives(body):
            first = _PIECE.match(alternative)
            yield from _words_in(first[0]) if first else ()


def _later_words(body: str) -> Iterator[str]:
    """The words of a rule that do not begin a line."""
    for alternative in _alternatives(body):
        first = _PIECE.match(alternative) if "_NL" in body else None
        yield from _words_in(alternative[first.end() :] if first else alternative)


def _alternatives(body: str) -> list[str]:
    return [alternative.strip() for alternative in re.split(r"(?:^|\n)\s*\|", body)]


def _heading_words(rules: dict[str, str]) -> set[str]:
    """What an `item` of a file begins with."""
    found: set[str] = set()
    pending = ["item"]
    while pending:
        name = pending.pop()
        begun = set(_first_words(rules.get(name, "")))
        if begun:
            found |= begun
        else:
            pending += re.findall(r"\b_?[a-z]\w*", re.sub(r"->.*", "", rules.get(name, "")))
    return found
