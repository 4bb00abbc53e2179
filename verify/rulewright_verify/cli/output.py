"""Where things are printed: results to standard output, progress and remarks to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BAR = 20


def wants_color(color: str, stream: TextIO | None = None) -> bool:
    """Whether to paint: as asked, else on a terminal unless NO_COLOR is set."""
    if color != "auto":
        return color == "always"
    return not os.environ.get("NO_COLOR") and (stream or sys.stdout).isatty()


def console(color: str) -> Console:
    """A terminal for results."""
    from rich.console import Console

    painted = wants_color(color)
    return Console(
        force_terminal=painted,
        no_color=not painted,
        color_system="standard" if painted else None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


def print_lines(lines: Iterable[Text], color: str) -> None:
    """Print finished lines."""
    terminal = console(color)
    for line in lines:
        terminal.print(line)


def shows_utf8() -> bool:
    """Whether a person looks on who can see more than ASCII."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


def print_json(data: object) -> None:
    """Print data for programs."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def remark(text: str) -> None:
    """Say something beside the results."""
    click.echo(text, err=True)


class ProgressLine:
    """One line on a terminal, rewritten, gone when it is done. Elsewhere nothing."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self.what = what
        self.stream = stream or sys.stderr
        self.shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.clear()

    def show(self, done: int, total: int, doing: str = "", seconds_left: float | None = None) -> None:
        """`19 of 30 claims  [############--------]  game_ends  0:41 left`."""
        if not self.stream.isatty():
            return
        full = BAR * done // total if total else 0
        parts = [f"{done} of {total} {self.what}", f"[{'#' * full}{'-' * (BAR - full)}]", doing]
        if seconds_left is not None:
            parts.append(f"{int(seconds_left) // 60}:{int(seconds_left) % 60:02} left")
        line = "  ".join(part for part in parts if part)
        self.stream.write(f"\r\x1b[K  {line[:76]}")
        self.stream.flush()
        self.shown = True

    def clear(self) -> None:
        """Leave nothing behind."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.shown = False
