"""How diagnostics are made, found and shown."""

from pathlib import Path

import pytest

from rulewright.diagnostics import (
    ERROR,
    WARNING,
    Code,
    Diagnostic,
    all_codes,
    explanation,
    find_class,
    nearest,
    render_text,
    to_json,
)
from rulewright.source import SourceFile, Span

TEXT = '  step settle\n    tricks_lft becomes tricks_left - 1\n    told "\x1b[31m红\tx"\n' + "a" * 300 + "!" + "b" * 300
FILE = SourceFile(Path("twilight.rules"), "twilight.rules", TEXT)


class Made(Diagnostic):
    """A made-up mistake.

    For instance:

        x
    """

    code = Code("RW999", "made-up", ERROR, "a made-up mistake")
    message = "`{name}` is not declared in this rulebook"
    help = ("did you mean `{near}`? It is declared in line {line}", "did you mean `{near}`?")
    label = "{remark}"

    name: str
    near: str | None = None
    line: int | None = None
    remark: str | None = None


class Warned(Diagnostic):
    """A made-up warning."""

    code = Code("RW998", "made-up-warning", WARNING, "a made-up warning")
    message = "only {what}"

    what: str


WORD = Span(FILE, 18, 28)


def test_help_is_left_out_when_it_knows_too_little() -> None:
    assert Made(name="x", span=WORD).help_text is None
    assert Made(name="x", near="y", span=WORD).help_text == "did you mean `y`?"
    assert Made(name="x", near="y", line=3, span=WORD).help_text == "did you mean `y`? It is declared in line 3"


def test_as_a_terminal_shows_it() -> None:
    shown = render_text([Made(name="tricks_lft", near="tricks_left", line=51, remark="here", span=WORD),
                         Warned(what="this", span=WORD)])
    assert shown == (
        "-- RW999 a made-up mistake ------------------------------------ twilight.rules:2\n"
        "\n"
        "  `tricks_lft` is not declared in this rulebook\n"
        "\n"
        "  1 |   step settle\n"
        "  2 |     tricks_lft becomes tricks_left - 1\n"
        "    |     ^^^^^^^^^^ here\n"
        "  help: did you mean `tricks_left`? It is declared in line 51\n"
        "\n"
        "-- RW998 a made-up warning ------------------------------------ twilight.rules:2\n"
        "\n"
        "  only this\n"
        "\n"
        "  1 |   step settle\n"
        "  2 |     tricks_lft becomes tricks_left - 1\n"
        "    |     ^^^^^^^^^^\n"
        "\n"
        "2 found: 1 error, 1 warning. rulewright explain RW998 tells more.\n"
    )


def test_colours_repeat_what_words_say() -> None:
    coloured = render_text([Made(name="x", near="y", span=WORD)], color=True)
    assert "\x1b[31m^^^^^^^^^^\x1b[0m" in coloured
    assert "\x1b[32my\x1b[0m" in coloured


def test_second_places_and_other_files() -> None:
    other = SourceFile(Path("other.rules"), "other.rules", "x\nenum Cult: sun\n")
    also = ((Span(FILE, 2, 6), "its step"), (Span(other, 7, 11), "declared here"))
    shown = render_text([Made(name="x", span=WORD, also=also)])
    assert "  1 |   step settle\n    |   ---- its step\n" in shown
    assert "  other.rules:2\n  2 | enum Cult: sun\n    |      ---- declared here\n" in shown


def test_nothing_from_a_rulebook_controls_the_terminal() -> None:
    quoted = Span(FILE, TEXT.index("红"), TEXT.index("红") + 1)
    shown = render_text([Made(name="\x1b]0;x\x07", span=quoted)])
    assert "\x1b" not in shown and "\x07" not in shown
    line, marks = shown.splitlines()[-5 if "help" in shown else -4 :][:2]
    assert (line, marks) == ('  3 |     told "?[31m红    x"', "    |                ^^")


def test_long_lines_are_cut_around_the_mistake() -> None:
    at = TEXT.index("!")
    shown = render_text([Made(name="x", span=Span(FILE, at, at + 1))], width=60)
    assert all(len(line) <= 60 for line in shown.splitlines() if "|" in line)
    line, marks = (line for line in shown.splitlines() if line.startswith(("  4 |", "    |")))
    assert line[marks.index("^")] == "!"


def test_a_file_as_a_whole_has_no_excerpt() -> None:
    empty = SourceFile(Path("x.rules"), "x.rules", "")
    shown = render_text([Made(name="x", span=Span(empty, 0, 0))])
    assert shown.startswith("-- RW999 a made-up mistake --------------------------------------------- x.rules\n")
    assert "|" not in shown


def test_as_data() -> None:
    assert to_json(Made(name="x", near="y", span=WORD, also=((Span(FILE, 2, 6), "here"),))) == {
        "code": "RW999",
        "name": "made-up",
        "severity": "error",
        "title": "a made-up mistake",
        "message": "`x` is not declared in this rulebook",
        "help": "did you mean `y`?",
        "file": "twilight.rules",
        "line": 2,
        "column": 5,
        "end_line": 2,
        "end_column": 15,
        "also": [{"file": "twilight.rules", "line": 1, "column": 3, "end_line": 1, "end_column": 7, "label": "here"}],
    }


def test_codes_are_found_by_number_and_name() -> None:
    assert find_class("rw999") is Made
    assert find_class("made-up-warning") is Warned
    assert find_class("RW000") is None
    assert explanation("RW999") == "A made-up mistake.\n\nFor instance:\n\n    x"
    assert explanation("nonsense") is None
    assert [code.id for code in all_codes()] == sorted(code.id for code in all_codes())


def test_a_number_is_given_once() -> None:
    with pytest.raises(ValueError, match="RW999 stands for"):
        type("Other", (Diagnostic,), {"code": Code("RW999", "other", ERROR, "another")})


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("tricks_lft", "tricks_left"),
        ("Tricks_Left", "tricks_left"),
        ("trikcs", "tricks"),
        ("procedure", None),
        ("ab", None),
        ("", None),
        ("tricks", None),
    ],
)
def test_nearest(word: str, wanted: str | None) -> None:
    assert nearest(word, ["tricks_left", "tricks", "carried"] if word != "tricks" else ["tricks"]) == wanted


def test_nearest_does_not_depend_on_the_order() -> None:
    assert nearest("cat", ["car", "bat"]) == nearest("cat", ["bat", "car"]) == "bat"
