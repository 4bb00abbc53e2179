"""Source files, and places in them.

`SourceFile` is the text of one file as everything else sees it: decoded, normalised to NFC,
line ends as `\\n`. `Span` is a piece of it, by offsets; line and column are worked out when
somebody asks. Opening files is done by `rulewright.loading`.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class SourceFile:
    """One file of a rulebook. Two files are the same if they are displayed under the same name."""

    path: Path = field(compare=False)
    display: str
    text: str = field(compare=False, repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return tuple(starts)

    def line_of(self, offset: int) -> int:
        """The number, from 1, of the line in which `offset` stands."""
        return bisect_right(self.line_starts, offset)

    def line_text(self, line: int) -> str:
        """The text of a line, by its number from 1, without its end; empty behind the last line."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a file."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.file.line_of(self.start)

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.start - self.file.line_starts[self.line - 1] + 1

    @property
    def end_line(self) -> int:
        """The line of the last character, from 1."""
        return self.file.line_of(max(self.start, self.end - 1))

    @property
    def text(self) -> str:
        """The words that the span covers."""
        return self.file.text[self.start : self.end]

    def to(self, other: "Span") -> "Span":
        """From the start of this span to the end of a later one of the same file."""
        return Span(self.file, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.file.display}:{self.line}:{self.column}"
