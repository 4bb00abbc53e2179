"""Whatever stands in a file, parsing it ends soon and says where the mistakes are."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.diagnostics import to_json
from rulewright.loading import source_of
from rulewright.syntax import parse_file
from rulewright.syntax.printer import print_file
from rulewright.syntax.words import words
from tests.golden import rendered

LANGUAGE = Path(__file__).parent.parent / "language"
BOOKS = [
    path.read_text(encoding="utf-8")
    for folder in (
        *(LANGUAGE.parent.parent / "rules" / "classics" / name for name in ("craps", "pig")),
        *(LANGUAGE / "games" / name for name in ("auction", "snakes", "draw_phase")),
    )
    for path in folder.glob("*.rules")
] + [path.read_text(encoding="utf-8") for path in sorted((LANGUAGE / "syntax" / "good").glob("*.rules"))]
PIECES = [
    *words().keywords,
    *words().phrases,
    *words().signs,
    '"',
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "#",
    "p",
    "7",
    "“",
    "%",
    "d6",
]


def check(text: str) -> None:
    """Parses a text; without mistakes it prints to something that means the same."""
    file = source_of(text, Path("any.rules"), "any.rules")
    tree, found = parse_file(file)
    for diagnostic in found:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(file.text)
        assert to_json(diagnostic)["line"]
    assert rendered(found) or not found
    if not found:
        again, none = parse_file(source_of(print_file(tree), file.path, file.display))
        assert not none
        assert again == tree


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A rulebook in which a few places were changed."""
    text = draw(st.sampled_from(BOOKS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 1, 3, 12])))
        text = text[:start] + draw(st.sampled_from(["", "", *PIECES])) + text[end:]
    return text


@st.composite
def without_lines(draw: st.DrawFn) -> str:
    """A rulebook whose lines were lost, doubled or moved to the left or right."""
    lines = draw(st.sampled_from(BOOKS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        line = lines[at] if lines else ""
        lines[at : at + 1] = draw(
            st.sampled_from([[], [line, line], [line[1:]], [" " + line], ["  " + line], [line.strip()]])
        )
    return "\n".join(lines)


@settings(max_examples=150, deadline=None)
@given(damaged() | without_lines())
def test_damaged_rulebooks(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join))
def test_words_in_any_order(text: str) -> None:
    check(text)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=80))
def test_any_characters(text: str) -> None:
    check(text)
