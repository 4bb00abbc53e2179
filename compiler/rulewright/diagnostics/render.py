"""Diagnostics as text for a terminal, and as plain data for machines.

Nothing that comes from a rulebook reaches the terminal as a control character.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap

from rulewright.diagnostics.types import Diagnostic, Severity
from rulewright.source import Span

_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}
_GREEN, _DIM = "32", "2"
_HELD = "\x00"  # a blank that must not become a line break


def render_text(diagnostics: Iterable[Diagnostic], *, color: bool = False, width: int = 80) -> str:
    """All diagnostics one after the other, then a line that counts them; empty without diagnostics."""
    found = list(diagnostics)
    if not found:
        return ""
    parts = [render_one(diagnostic, color=color, width=width) for diagnostic in found]
    return "\n".join([*parts, summary(found, color=color), ""])


def render_one(diagnostic: Diagnostic, *, color: bool = False, width: int = 80) -> str:
    """Header, message, the line in question with a marker, second places, help."""
    paint = _COLORS[diagnostic.severity]
    lines = [_header(diagnostic, width, color), ""]
    lines += _wrapped(diagnostic.message_text, width, "  ", "  ")
    excerpts = _excerpts(diagnostic, paint, width, color)
    if excerpts:
        lines += ["", *excerpts]
    if diagnostic.help_text is not None:
        lines += [] if excerpts else [""]
        for line in _wrapped(diagnostic.help_text, width, "  help: ", "        "):
            lines.append(re.sub("`([^`]+)`", lambda match: f"`{_painted(match[1], _GREEN, color)}`", line))
    return "\n".join([*lines, ""])


def summary(diagnostics: Sequence[Diagnostic], *, color: bool = False) -> str:
    """`3 found: 2 errors, 1 warning. rulewright explain RW507 tells more.`"""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    told = ", ".join(
        _painted(f"{n} {severity}{'s' if n > 1 else ''}", _COLORS[severity], color)
        for severity in Severity
        if (n := counts[severity])
    )
    return f"{len(diagnostics)} found: {told}. rulewright explain {diagnostics[-1].code.id} tells more."


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The diagnostic as plain data: strings, numbers, None, lists and dicts."""
    code = diagnostic.code
    return {
        "code": code.id,
        "name": code.name,
        "severity": str(code.severity),
        "title": code.title,
        "message": diagnostic.message_text,
        "help": diagnostic.help_text,
        **_place(diagnostic.span),
        "also": [{**_place(span), "label": label} for span, label in diagnostic.also],
    }


def _place(span: Span) -> dict[str, object]:
    end_column = max(span.end - span.file.line_starts[span.end_line - 1], 0) + 1
    return {
        "file": span.file.display,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": end_column,
    }


def _header(diagnostic: Diagnostic, width: int, color: bool) -> str:
    span = diagnostic.span
    title = f"-- {diagnostic.code.id} {diagnostic.code.title}"
    place = _harmless(f"{span.file.display}:{span.line}" if span.file.text else span.file.display)
    dashes = "-" * max(3, width - len(title) - len(place) - 2)
    return f"{_painted(title, _COLORS[diagnostic.severity], color)} {_painted(dashes, _DIM, color)} {place}"


def _excerpts(diagnostic: Diagnostic, paint: str, width: int, color: bool) -> list[str]:
    places = [(diagnostic.span, diagnostic.label_text or "", "^", paint)]
    places += [(span, label, "-", _DIM) for span, label in diagnostic.also]
    places = [place for place in places if place[0].file.text]
    if not places:
        return []
    gutter = max(len(str(span.line)) for span, *_ in places)
    lines = []
    for number, (span, label, sign, sign_paint) in enumerate(places):
        before = places[number - 1][0] if number else None
        # A line that does not fit is clipped around its marker, so a second marker needs a line of its own.
        fits = _columns(_harmless(span.file.line_text(span.line))) <= width - gutter - 5
        shares_line = before is not None and (before.file, before.line) == (span.file, span.line) and fits
        if span.file != diagnostic.span.file:
            lines.append(f"  {_harmless(span.file.display)}:{span.line}")
        heading = _block_heading(span) if number == 0 else None
        if heading is not None:
            lines.append(f"  {span.line - 1:>{gutter}} | {_clipped(heading, 0, 0, width - gutter - 5)[0]}")
        marked = _marked_line(span, label, sign, sign_paint, gutter, width, color)
        lines += marked[1:] if shares_line else marked
    return lines


def _block_heading(span: Span) -> str | None:
    """The line before, if it is less indented: then it says where we are."""
    before, here = span.file.line_text(span.line - 1), span.file.line_text(span.line)
    indent, deeper = (len(text) - len(text.lstrip()) for text in (before, here))
    return before if before.strip() and indent < deeper else None


def _marked_line(span: Span, label: str, sign: str, paint: str, gutter: int, width: int, color: bool) -> list[str]:
    text = span.file.line_text(span.line)
    start = min(span.column - 1, len(text))
    end = max(start, min(start + span.end - span.start, len(text)))
    shown, left, right = _clipped(text, start, end, width - gutter - 5)
    marks = " " * _columns(shown[:left]) + _painted(sign * max(1, _columns(shown[left:right])), paint, color)
    words = _painted(shown[left:right], paint, color) if right > left else ""
    return [
        f"  {span.line:>{gutter}} | {shown[:left]}{words}{shown[right:]}".rstrip(),
        f"  {'':>{gutter}} | {marks}{' ' + _harmless(label) if label else ''}",
    ]


def _clipped(text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """As much of a line as there is room for, around the marked part, and where that part is now."""
    before, marked, after = (_harmless(part) for part in (text[:start], text[start:end], text[end:]))
    if _columns(before + marked + after) <= room:
        return before + marked + after, len(before), len(before) + len(marked)
    if _columns(before) > room // 2:
        before = "..." + before[-(room // 4) :]
    if len(before) + len(marked) > room - 3:
        marked = marked[: max(1, room - 6 - len(before))] + "..."
    space = room - len(before) - len(marked)
    after = after if len(after) <= space else after[: max(0, space - 3)] + "..."
    return before + marked + after, len(before), len(before) + len(marked)


def _wrapped(text: str, width: int, first: str, later: str) -> list[str]:
    """Wrapped at blanks, but not inside words of the language that are quoted and short."""
    held = re.sub("`[^`]{1,40}`", lambda match: match[0].replace(" ", _HELD), _harmless(text))
    lines = wrap(held, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return [line.replace(_HELD, " ") for line in lines]


def _harmless(text: str) -> str:
    if text.isprintable():
        return text
    spaces = {"\t": "    ", "\n": " "}
    return "".join(char if char.isprintable() else spaces.get(char, "?") for char in text)


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def _painted(text: str, paint: str, color: bool) -> str:
    return f"\x1b[{paint}m{text}\x1b[0m" if color else text
