"""Cut a text into the lines that a rulebook consists of, before the parser sees it.

Takes a source file; gives its lines, each with its words and signs, and what is wrong with indentation,
quotes and brackets. A line here is what belongs together: it may run over several lines of the file, within a
bracket or a text, after a comma, or before `and`, `or`, `where`, `then`. Remarks and empty lines are gone.

Afterwards brackets and quotes of every line that is not `broken` are closed, and lines of a block begin where
its other lines begin, so that the grammar need not be forgiving.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from enum import Enum, auto

from rulewright.diagnostics import Diagnostic
from rulewright.source import SourceFile, Span
from rulewright.syntax.errors import (
    DanglingComma,
    DanglingWord,
    OddSign,
    StrayBracket,
    TabIndent,
    TooDeep,
    UnclosedBracket,
    UnclosedText,
    UnevenIndent,
    WrongQuotes,
)

MAX_BLOCKS = 50
MAX_BRACKETS = 100
_CLOSING = {"(": ")", "[": "]"}
_GOES_ON = frozenset(("and", "or", "where", "then"))
_QUOTES = "“”„‟«»‹›‘’‚'`´"
# Signs that look like one of the language; the replacement has one character, so that places stay right.
_LOOKALIKES = {
    "–": "-",
    "—": "-",
    "−": "-",
    "‐": "-",
    "‑": "-",
    "×": "*",
    "÷": "/",
    "∶": ":",
    "，": ",",
    "：": ":",
}
_LARGER_LOOKALIKES = {"…": "..", "‥": "..", "→": "->", "⇒": "->"}

# Marks that some scripts put on letters, as in the grammar's NAME.
_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    r"\u06d6-\u06ed\u0900-\u109f\u1780-\u17ff"
)
_PIECE = re.compile(
    rf"""
    (?P<BLANK>[ \t]+)
  | (?P<ODD_BLANK>[^\S\n]|[\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2060\ufeff](?<!\n))
  | (?P<REMARK>\#[^\n]*)
  | (?P<NEWLINE>\n)
  | (?P<TEXT>"(?:[^"\\\n]|\\.|\n(?![ \t]*\n))*")
  | (?P<DIE>\d*d\d+\b)
  | (?P<WORD>[^\W\d][\w{_MARKS}]*)
  | (?P<NUMBER>\d+)
  | (?P<SIGN>->|\.\.|[!<>=:+*/-]=|=[<>]|<>|&&|\|\||//|\+\+|--|.)
    """,
    re.VERBOSE,
)
# A text that ends where the next one begins: its own quotation mark was forgotten.
_NEXT_TEXT = re.compile(
    r"""\s*(?:(?:text|told(?:[ ]+to[ ]+[^"]*?)?|title|chapter)(?:[ ]+[a-z]{2})?"""
    r"""|source(?:[ ]+\w+)?|(?:claim|example)[ ]+\w+|\|.*)[ ]*"$"""
)


class Kind(Enum):
    WORD = auto()
    NUMBER = auto()
    DIE = auto()
    TEXT = auto()
    SIGN = auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, number, text or sign."""

    kind: Kind
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Line:
    """`indent` is where it should begin, if it does not begin where its block does."""

    indent: int
    start: int
    pieces: list[Piece] = field(default_factory=list)
    broken: bool = False

    @property
    def end(self) -> int:
        return self.pieces[-1].end

    @property
    def first(self) -> str:
        return self.pieces[0].text


@dataclass(slots=True)
class Layout:
    """The lines of a file. `text` is as long as the file's, with lookalikes replaced."""

    lines: list[Line]
    text: str
    found: list[Diagnostic]


def cut_into_lines(file: SourceFile) -> Layout:
    cutter = _Cutter(file)
    cutter.run()
    _check_indents(file, cutter.lines, cutter.found)
    text = cutter.text
    if cutter.replaced:
        signs = list(text)
        for at, sign in cutter.replaced.items():
            signs[at] = sign
        text = "".join(signs)
    return Layout(cutter.lines, text, cutter.found)


class _Cutter:
    """Reads a file piece by piece; goes back where a quote or a bracket turns out not to be closed."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.text = file.text
        self.lines: list[Line] = []
        self.found: list[Diagnostic] = []
        self.replaced: dict[int, str] = {}
        self.line: Line | None = None
        self.open: list[Piece] = []

    def run(self) -> None:
        position = 0
        while position < len(self.text):
            match = _PIECE.match(self.text, position)
            assert match is not None, "every character is at least a sign"
            kind = match.lastgroup
            if kind == "NEWLINE":
                position = self.end_of_line(match.end())
            elif kind in ("BLANK", "REMARK"):
                position = match.end()
            elif kind == "ODD_BLANK":
                self.replaced[position] = " "
                self.odd_sign(match.group(), position, "a blank, or nothing")
                position = match.end()
            else:
                piece = Piece(Kind[kind or ""], match.group(), match.start(), match.end())
                position = self.take(piece)
        self.end_of_line(position)

    def take(self, piece: Piece) -> int:
        """Puts a piece into its line; gives the place where to read on."""
        if self.line is None:
            start = self.text.rfind("\n", 0, piece.start) + 1
            self.line = Line(piece.start - start, start)
            self.lines.append(self.line)
        if piece.kind is Kind.SIGN:
            return self.take_sign(piece)
        if piece.kind is Kind.TEXT and "\n" in piece.text and self.is_unclosed(piece):
            return self.unclosed_text(piece.start)
        self.line.pieces.append(piece)
        return piece.end

    def take_sign(self, piece: Piece) -> int:
        assert self.line is not None
        sign = piece.text
        if sign == '"':
            return self.unclosed_text(piece.start)
        if sign in _QUOTES:
            return self.wrong_quotes(piece.start)
        if not sign.isascii() and sign not in "≠≤≥":
            return self.lookalike(piece)
        self.line.pieces.append(piece)
        if sign in _CLOSING:
            self.open.append(piece)
            if len(self.open) == MAX_BRACKETS + 1:
                self.report(TooDeep(what="bracket", most=MAX_BRACKETS, span=self.span(piece.start, piece.end)))
        elif sign in ")]":
            self.close(piece)
        return piece.end

    def close(self, piece: Piece) -> None:
        wanted = _CLOSING[self.open[-1].text] if self.open else None
        if wanted != piece.text:
            also = ((self.span(self.open[-1].start, self.open[-1].end), "opened here"),) if self.open else ()
            span = self.span(piece.start, piece.end)
            self.report(StrayBracket(found=piece.text, wanted=wanted, span=span, also=also))
        if self.open:
            self.open.pop()

    def is_unclosed(self, piece: Piece) -> bool:
        """Whether a text over several lines is rather two, of which the first was not closed."""
        assert self.line is not None
        in_table = bool(self.line.pieces) and self.line.first == "|"
        before_word = self.text[piece.end : piece.end + 1].isalnum()
        return in_table or before_word or bool(_NEXT_TEXT.match(piece.text.rsplit("\n", 1)[1]))

    def unclosed_text(self, start: int) -> int:
        assert self.line is not None
        end = self.text.find("\n", start)
        end = len(self.text) if end < 0 else end
        self.line.pieces.append(Piece(Kind.TEXT, self.text[start:end], start, end))
        self.report(UnclosedText(span=self.span(start, end)))
        return end

    def wrong_quotes(self, start: int) -> int:
        """Takes curly quotes, and what is between them, for the text that was meant."""
        assert self.line is not None
        rest = re.compile(rf'[^\n"{_QUOTES}]*["{_QUOTES}]').match(self.text, start + 1)
        end = rest.end() if rest else start + 1
        self.found.append(WrongQuotes(found=self.text[start], span=self.span(start, end)))
        self.line.pieces.append(Piece(Kind.TEXT, self.text[start:end], start, end))
        if rest is None:
            self.line.broken = True
        else:
            self.replaced |= {start: '"', end - 1: '"'}
        return end

    def lookalike(self, piece: Piece) -> int:
        assert self.line is not None
        sign = _LOOKALIKES.get(piece.text)
        instead = sign or _LARGER_LOOKALIKES.get(piece.text)
        self.odd_sign(piece.text, piece.start, instead and f"`{instead}`")
        if sign is None:
            self.line.broken = True
        else:
            self.replaced[piece.start] = sign
        self.line.pieces.append(Piece(Kind.SIGN, sign or piece.text, piece.start, piece.end))
        return piece.end

    def odd_sign(self, sign: str, start: int, instead: str | None) -> None:
        name = unicodedata.name(sign, "").lower() or f"U+{ord(sign):04X}"
        shown = f"`{sign}` ({name})" if sign.isprintable() and not sign.isspace() else f"({name})"
        self.found.append(OddSign(name=shown, instead=instead, span=self.span(start, start + 1)))

    def end_of_line(self, position: int) -> int:
        """Ends the line unless the next one goes on with it; gives the place where to read on."""
        if self.line is None:
            return position
        following = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]*)([^\W\d]\w*|.)?").match(self.text, position)
        assert following is not None
        indent, word = len(following[1]), following[2] or ""
        deeper = indent > self.line.indent and word != ""
        if self.open:
            if deeper or word in (")", "]") or (self.line.pieces[-1].text == "," and word):
                return position
            position = self.unclosed_bracket()
        elif self.line.pieces and self.line.pieces[-1].text == ",":
            if deeper:
                return position
            self.dangling_comma(following.start(2) if word else position)
        elif word in _GOES_ON:
            return position
        elif deeper and self.line.pieces and self.line.pieces[-1].text in ("and", "or"):
            last = self.line.pieces[-1]
            self.report(DanglingWord(word=last.text, span=self.span(last.start, last.end)))
            return position
        self.line = None
        self.open.clear()
        return position

    def unclosed_bracket(self) -> int:
        """Reports the innermost open bracket, and ends the line where the file's line ends."""
        assert self.line is not None
        piece = self.open[-1]
        wanted = _CLOSING[piece.text]
        self.report(UnclosedBracket(opened=piece.text, wanted=wanted, span=self.span(piece.start, piece.end)))
        end = self.text.find("\n", piece.end)
        end = len(self.text) if end < 0 else end
        self.line.pieces = [other for other in self.line.pieces if other.start < end]
        return min(end + 1, len(self.text))

    def dangling_comma(self, below: int) -> None:
        assert self.line is not None
        comma = self.line.pieces[-1]
        span = self.span(comma.start, comma.end)
        self.report(DanglingComma(below=self.file.line_of(below), span=span))

    def report(self, diagnostic: Diagnostic) -> None:
        """Reports something after which the line cannot be parsed."""
        assert self.line is not None
        self.found.append(diagnostic)
        self.line.broken = True

    def span(self, start: int, end: int) -> Span:
        return Span(self.file, start, end)


def _check_indents(file: SourceFile, lines: list[Line], found: list[Diagnostic]) -> None:
    """Sets `indent` of lines that begin with a tab, or between two blocks, to what was probably meant."""
    tabs = _check_tabs(file, lines, found)
    blocks = [0]
    for line in lines:
        if line.indent > blocks[-1] and line is not lines[0]:
            blocks.append(line.indent)
            if len(blocks) == MAX_BLOCKS + 2:
                span = Span(file, line.pieces[0].start, line.pieces[0].end)
                found.append(TooDeep(what="block", most=MAX_BLOCKS, span=span))
            continue
        inner = blocks[-1]
        while line.indent < blocks[-1]:
            inner = blocks.pop()
        if line.indent != blocks[-1]:
            outer = blocks[-1]
            meant = inner if inner - line.indent <= line.indent - outer and inner > outer else outer
            if not tabs:
                span = Span(file, line.start, line.pieces[0].start)
                found.append(UnevenIndent(line=span.line, found=line.indent, wanted=meant, span=span))
            line.indent = meant
            if meant != outer:
                blocks.append(meant)


def _check_tabs(file: SourceFile, lines: list[Line], found: list[Diagnostic]) -> bool:
    """Reports the first line that begins with a tab. A tab is taken to be as wide as the first block."""
    margins = [file.text[line.start : line.pieces[0].start] for line in lines]
    tabbed = [line for line, margin in zip(lines, margins, strict=True) if "\t" in margin]
    width = min((len(margin) for margin in margins if margin and "\t" not in margin), default=4)
    for line in tabbed:
        line.indent = len(file.text[line.start : line.pieces[0].start].expandtabs(width))
    if tabbed:
        span = Span(file, tabbed[0].start, tabbed[0].pieces[0].start)
        found.append(TabIndent(others=len(tabbed) - 1 or None, span=span))
    return bool(tabbed)
