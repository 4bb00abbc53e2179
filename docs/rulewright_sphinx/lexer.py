"""The rule language for Pygments, to colour fenced blocks marked `rules`. Its words come from the grammar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from rulewright_sphinx.word_table import word_table


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, longest first, so that `otherwise if` is not taken for `otherwise`."""
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + r")\b"


_TABLE = word_table()
_LINE = one_of({*_TABLE.headings, *_TABLE.line_words})


class RulesLexer(RegexLexer):
    """A word that may also be a name is coloured where it begins a line or joins two things."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    url = ""
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (rf"^([ \t]*)({_LINE})(?![ \t]*:|\.)", bygroups(Whitespace, Keyword)),  # type: ignore[no-untyped-call]
            (r"[ \t]+", Whitespace),
            (r"\n", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"[A-Z]{2,}-[A-Z]?\d+\b", Name.Label),
            (r"\d*d\d+\b", Number),
            (r"\d+", Number.Integer),
            (one_of(_TABLE.phrases), Keyword),
            (one_of(_TABLE.values), Keyword.Constant),
            (one_of(_TABLE.functions) + r"(?=\()", Name.Builtin),
            (one_of(_TABLE.inner_words), Keyword),
            (r"[^\W\d]\w*(?=:(?!:))", Name.Attribute),
            (r"[^\W\d]\w*", Name),
            (r"->|\.\.|!=|<=|>=|[=<>≠≤≥+\-*/]", Operator),
            (r"[\[\]().,:|]", Punctuation),
        ]
    }
