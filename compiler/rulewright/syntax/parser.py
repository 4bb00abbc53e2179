"""Lark, and nothing else: a slice of text in, Lark's tree out.

The only module that imports Lark.
"""

import gc
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter
from lark.lexer import PatternRE, TerminalDef

from rulewright.resources import grammar_text

__all__ = ["ParseError", "Token", "Tree", "build_parser", "parse_text", "rulebook_parser"]

_STORE = Path(__file__).parent / "__pycache__" / "rulewright.parser"
_LAYOUT = {"_NL", "_INDENT", "_DEDENT"}
# Words that begin a line. The lexer looks at the next word before the parser has closed the block before it, and
# then knows too little: such a word is a name if it is used like one, as in `players: 0..4`.
_LINE_WORDS = (
    "rulebook title players chapter source text told enum param cards pieces die table record state rule default "
    "exception modifier let procedure step move draw roll nothing while repeat reading option gap precedence variant "
    "excludes needs sets replaces adds forbids limits allows claim under scope varies keeps expect given always never "
    "possible whenever once at same simulate example do"
)
_USED_AS_NAME = r"(?![ \t]*(?::|becomes\b|chooses\b)|[\[.])"


class RuleIndenter(Indenter):
    """Turns the indentation of lines into tokens, except within brackets."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 (the base class fixes the form)
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


class ParseError(Exception):
    """The text stops being a rulebook at `start`, with the token `kind`, where any of `expected` could stand.

    `kind` is None for a character that begins no word or sign. Names of terminals are Lark's.
    """

    def __init__(self, start: int, end: int, kind: str | None, expected: frozenset[str]) -> None:
        super().__init__(start, end, kind)
        self.start = start
        self.end = end
        self.kind = kind
        self.expected = expected


@cache
def rulebook_parser() -> Lark:
    """The parser, built from the grammar, or taken from where it was stored when it was last built."""
    return _stored_parser(grammar_text(), _STORE)


def build_parser(grammar: str, *, debug: bool = False) -> Lark:
    """The parser of a grammar. With `debug` Lark logs each conflict that it settles by itself."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=RuleIndenter(),
        propagate_positions=_counts_for_places,
        maybe_placeholders=True,
        edit_terminals=_whole_words,
        debug=debug,
    )


def _stored_parser(grammar: str, store: Path) -> Lark:
    """Building takes a third of a second, reading a tenth of that.

    The store begins with what it was made from and a check sum. It lies where Python keeps the compiled form of
    this module: whoever can write there can change the program anyway.
    """
    made_from = "\0".join((grammar, lark.__version__, sys.version, Path(__file__).read_text(encoding="utf-8")))
    key = sha256(made_from.encode()).digest()
    try:
        stored = store.read_bytes()
    except OSError:
        stored = b""
    size = len(key)
    if stored[:size] == key and stored[size : 2 * size] == sha256(stored[2 * size :]).digest():
        with _without_collecting():
            return Lark.load(BytesIO(stored[2 * size :]))
    parser = build_parser(grammar)
    _write(parser, key, store)
    return parser


@contextmanager
def _without_collecting() -> Iterator[None]:
    """All that is read stays, and looking for garbage among it takes half the time of reading."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _write(parser: Lark, key: bytes, store: Path) -> None:
    """Stores a parser as a whole or not at all; a place where nothing can be written does no harm."""
    content = BytesIO()
    parser.save(content)
    data = key + sha256(content.getvalue()).digest() + content.getvalue()
    try:
        store.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile(dir=store.parent, delete=False) as file:
            file.write(data)
        Path(file.name).replace(store)
    except OSError:
        return


def parse_text(text: str) -> Tree[Token]:
    """The tree of a text whose brackets and quotes are closed and whose indentation is in order.

    Raises `ParseError`.
    """
    try:
        return rulebook_parser().parse(text + "\n")
    except UnexpectedToken as error:
        token = error.token
        start = len(text) if token.type == "$END" else token.start_pos or 0
        end = start if token.type in _LAYOUT or token.type == "$END" else token.end_pos or start
        raise ParseError(start, end, token.type, _accepted(error)) from None
    except UnexpectedCharacters as error:
        start = error.pos_in_stream or 0
        raise ParseError(start, start + 1, None, frozenset(error.allowed or ())) from None
    except UnexpectedInput as error:
        raise AssertionError(f"the parser raised an error that nobody expected: {error!r}") from error


def terminals() -> Collection[TerminalDef]:
    """The words and signs of the language as the grammar defines them."""
    return rulebook_parser().terminals


def _whole_words(terminal: TerminalDef) -> None:
    """Keywords end where a word ends: `enums` is not `enum` and `s`. Where a name could stand, too, they win."""
    word = terminal.pattern.value
    if terminal.pattern.type == "str" and word.isalpha():
        terminal.pattern = PatternRE(rf"{word}\b" + (_USED_AS_NAME if word in _LINE_WORDS.split() else ""))
        terminal.priority = 1


def _accepted(error: UnexpectedToken) -> frozenset[str]:
    """Lark's `expected` of a merged state holds too much; `accepts` is what could really stand here."""
    return frozenset(error.accepts or error.expected)


def _counts_for_places(node: Any) -> bool:
    """Line ends and indentation belong to no node's place."""
    return getattr(node, "type", None) not in _LAYOUT
