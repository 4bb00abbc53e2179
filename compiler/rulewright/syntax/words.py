"""The words and signs of the language, read off the grammar: for highlighters, the reference and messages.

`OTHER_NAMES` is the one list that the grammar does not hold: words that are refused as names because a line
or a condition that begins with them could mean something else.
"""

import re
from dataclasses import dataclass
from functools import cache

from rulewright.syntax.parser import terminals

CONNECTIVES = frozenset(["and", "or", "not", "if", "then", "some", "every", "no", "yes", "none", "where"])
# What a designer may have wanted to name, and a name for it that is free.
OTHER_NAMES = {
    **{word: f"{word}_" for word in CONNECTIVES},
    "let": "permit",
    "state": "status",
    "step": "stage",
    "move": "moves",
    "draw": "drawing",
    "roll": "rolled",
    "repeat": "again",
    "while": "meanwhile",
    "nothing": "no_effect",
    "text": "note",
    "told": "story",
    "source": "origin",
    "chance": "odds",
}
RESERVED = frozenset(OTHER_NAMES)

_KINDS_OF_WORD = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text between quotation marks",
    "DICE": "a die such as `d6`",
    "PASSAGE": "the number of a passage",
    "LANG": "a language such as `en`",
    "COMPARE": "a comparison",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}


@dataclass(frozen=True)
class Words:
    """Single words, phrases of several words, and signs, each in alphabetical order."""

    keywords: tuple[str, ...]
    phrases: tuple[str, ...]
    signs: tuple[str, ...]


@cache
def words() -> Words:
    """All words of the language."""
    found = {spelling for spellings in _spellings().values() for spelling in spellings}
    lettered = sorted(spelling for spelling in found if spelling[0].isalpha())
    return Words(
        tuple(word for word in lettered if " " not in word),
        tuple(word for word in lettered if " " in word),
        tuple(sorted(spelling for spelling in found if not spelling[0].isalpha())),
    )


def spellings_of(terminal: str) -> tuple[str, ...]:
    """How a terminal of the grammar is written; nothing for those that stand for many words."""
    return _spellings().get(terminal, ())


def in_words(terminal: str) -> list[str]:
    """What may stand for a terminal, for somebody who does not know the grammar."""
    if terminal in _KINDS_OF_WORD:
        return [_KINDS_OF_WORD[terminal]]
    return [f"`{spelling}`" for spelling in spellings_of(terminal)]


@cache
def _spellings() -> dict[str, tuple[str, ...]]:
    return {
        terminal.name: _expanded(terminal.pattern.value, literal=terminal.pattern.type == "str")
        for terminal in terminals()
        if terminal.name not in _KINDS_OF_WORD or terminal.name == "COMPARE"
    }


def _expanded(pattern: str, *, literal: bool) -> tuple[str, ...]:
    """The spellings of `(top|bottom) of\\b` and its like; nothing for a pattern of another form."""
    if literal:
        return (pattern,)
    plain = re.sub(r"\\b.*$|\(\?=.*\)$|^,\[[^]]*\]\*", "", pattern)
    match = re.fullmatch(r"(?P<before>[^()|]*)\((?:\?:)?(?P<choices>[^()]*)\)(?P<after>[^()|]*)", plain)
    parts = [match["before"] + choice + match["after"] for choice in match["choices"].split("|")] if match else [plain]
    return tuple(parts) if all(re.fullmatch(r"[\w ]+|[^\w\s\\\[\]]{1,2}", part) for part in parts) else ()
