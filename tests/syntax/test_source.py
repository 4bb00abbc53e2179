"""Places in files."""

from pathlib import Path

from rulewright.source import SourceFile, Span

FILE = SourceFile(Path("a.rules"), "a.rules", "one\n\nthrée\nfour")


def test_lines_and_columns_count_from_one() -> None:
    span = Span(FILE, 7, 10)
    assert (span.line, span.column, span.end_line, span.text) == (3, 3, 3, "rée")
    assert str(span) == "a.rules:3:3"
    assert [FILE.line_text(line) for line in range(6)] == ["", "one", "", "thrée", "four", ""]


def test_the_end_of_a_file_has_a_place() -> None:
    end = Span(FILE, len(FILE.text), len(FILE.text))
    assert (end.line, end.column, end.text) == (4, 5, "")


def test_a_line_end_belongs_to_its_line() -> None:
    assert (Span(FILE, 3, 4).line, Span(FILE, 3, 4).end_line, Span(FILE, 4, 5).line) == (1, 1, 2)


def test_spans_are_joined() -> None:
    assert Span(FILE, 0, 3).to(Span(FILE, 5, 10)) == Span(FILE, 0, 10)


def test_files_are_the_same_by_their_name() -> None:
    same = SourceFile(Path("elsewhere"), "a.rules", "other text")
    assert Span(FILE, 0, 1) == Span(same, 0, 1)
    assert len({Span(FILE, 0, 1), Span(same, 0, 1), Span(FILE, 0, 2)}) == 2
