"""Where the parser stopped, in terms of lines and words."""

from dataclasses import dataclass

from rulewright.diagnostics import nearest
from rulewright.source import SourceFile, Span
from rulewright.syntax.lines import Kind, Line, Piece
from rulewright.syntax.words import spellings_of

COMPARISONS = frozenset(("=", "!=", "≠", "<", "<=", "≤", ">", ">=", "≥"))
JOINERS = frozenset(("and", "or", "not", "if", "then", "when", "where", "has", "until", "becomes", "otherwise"))


@dataclass(frozen=True)
class Trouble:
    """The parser could read `line` up to its piece number `at`, where one of `expected` should have stood.

    `at` is the number of pieces if the line ends too early. `before` is the line before, `heads` are the lines
    in whose blocks this one stands, innermost first.
    """

    file: SourceFile
    line: Line
    at: int
    kind: str | None
    expected: frozenset[str]
    before: Line | None
    heads: tuple[Line, ...]

    @property
    def pieces(self) -> list[Piece]:
        return self.line.pieces

    @property
    def first(self) -> str:
        return self.line.first

    @property
    def here(self) -> str:
        """The word at which the parser stopped; empty at the end of the line."""
        return self.word(self.at)

    @property
    def at_end(self) -> bool:
        return self.at >= len(self.pieces)

    def word(self, index: int) -> str:
        """The text of a piece; empty before the first and behind the last."""
        return self.pieces[index].text if 0 <= index < len(self.pieces) else ""

    def is_word(self, index: int) -> bool:
        return 0 <= index < len(self.pieces) and self.pieces[index].kind is Kind.WORD

    def is_number(self, index: int) -> bool:
        return 0 <= index < len(self.pieces) and self.pieces[index].kind is Kind.NUMBER

    def words(self, start: int, end: int | None = None) -> str:
        """What is written from one piece up to, not including, another, as it is written."""
        chosen = self.pieces[max(start, 0) : end]
        return self.file.text[chosen[0].start : chosen[-1].end] if chosen else ""

    def touching(self, index: int) -> bool:
        """Whether nothing stands between a piece and the one after it."""
        return 0 <= index < len(self.pieces) - 1 and self.pieces[index].end == self.pieces[index + 1].start

    def span(self, start: int, end: int | None = None) -> Span:
        """From one piece up to, not including, another; behind the last piece: the end of the line."""
        if start >= len(self.pieces):
            return Span(self.file, self.line.end, self.line.end)
        chosen = self.pieces[start : start + 1 if end is None else end]
        return Span(self.file, chosen[0].start, chosen[-1].end)

    def span_here(self) -> Span:
        return self.span(self.at)

    def wants(self, *terminals: str) -> bool:
        """Whether one of these terminals of the grammar could stand where the parser stopped."""
        return not self.expected.isdisjoint(terminals)

    def expected_words(self) -> list[str]:
        """The words of the language that could stand where the parser stopped."""
        return sorted(
            spelling for terminal in self.expected for spelling in spellings_of(terminal) if spelling[0].isalpha()
        )

    def nearest_expected(self, word: str) -> str | None:
        """The word of the language that was meant, if it looks like one of those that could stand here."""
        found = nearest(word, self.expected_words())
        return found if found is None or len(found) > 3 or found.casefold() == word.casefold() else None

    def operand_start(self, index: int) -> int:
        """Where the part of a condition begins that ends before a piece."""
        depth = 0
        while index > 0:
            word = self.word(index - 1)
            depth += (word in ")]") - (word in "([")
            if depth < 0 or (depth == 0 and (word in JOINERS or word in (",", ":", "|"))):
                break
            index -= 1
        return index

    def operand_end(self, index: int) -> int:
        """Where the part of a condition ends that begins with a piece."""
        depth = 0
        while index < len(self.pieces):
            word = self.word(index)
            depth += (word in "([") - (word in ")]")
            if depth < 0 or (depth == 0 and (word in JOINERS or word in COMPARISONS or word in (",", ":", "|"))):
                break
            index += 1
        return index
