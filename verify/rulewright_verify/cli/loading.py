"""From a path on the command line to a rulebook that can be run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from rulewright_verify.cli.output import print_json, remark, wants_color

if TYPE_CHECKING:
    from rulewright.checker.symbols import CheckedBook, Configuration
    from rulewright.diagnostics import Diagnostic
    from rulewright.ir.nodes import System


class RulebookWrong(click.ClickException):
    """The rulebook has errors, which were printed."""

    def show(self, file: object = None) -> None:
        """Nothing is left to be said."""


def rulebooks_in(path: str) -> list[str]:
    """The rulebooks at a path: itself, or where rules lie in folders of it only, those of its folders."""
    folder = Path(path)
    return [str(one) for one in _folders_with_rules(folder)] or [path] if folder.is_dir() else [path]


def _folders_with_rules(folder: Path) -> list[Path]:
    """The uppermost folders in which rules lie; what is below one of them belongs to it."""
    if any(folder.glob("*.rules")):
        return [folder]
    inner = sorted(one for one in folder.iterdir() if one.is_dir() and not one.name.startswith("."))
    return [game for one in inner for game in _folders_with_rules(one)]


def checked(path: str, configuration: Configuration | None = None, color: str = "auto") -> CheckedBook:
    """A rulebook without errors. Its errors are printed, and end the command."""
    from rulewright.checker.symbols import Configuration
    from rulewright.pipeline import check_rulebook

    book, diagnostics = check_rulebook(Path(path), configuration or Configuration())
    if book is None:
        print_diagnostics(diagnostics, "text", color)
        raise RulebookWrong("")
    return book


def system_of(book: CheckedBook, readings: Mapping[str, str]) -> System:
    """The whole game with every reading chosen: as asked, else the first option."""
    from rulewright.ir.specialise import specialise

    system = open_system(book)
    return specialise(system, chosen_options(system, readings))


def open_system(book: CheckedBook) -> System:
    """The whole game, its readings still open. Where a scope leaves values open, the ordinary ones are played, and
    that is said."""
    from rulewright.ir.open_values import open_cells, open_tables, with_values
    from rulewright.lower import lower

    system = lower(book).system
    n_open = sum(1 for table in open_tables(system) for _ in open_cells(table))
    if n_open:
        left = "a value" if n_open == 1 else f"{n_open} values"
        remark(f"{book.configuration.scope} leaves {left} open; here the rulebook's own are played.")
        return with_values(system, {})
    return system


def must_be_played(system: System) -> None:
    """End the command if a rulebook has rules, but nothing in which somebody or luck decides."""
    if not is_played(system):
        raise click.UsageError("nobody decides anything in this rulebook; a game begins with `procedure game`.")


def is_played(system: System) -> bool:
    """Whether there is anything in which somebody or luck decides."""
    from rulewright.ir.graph import is_rest, reachable
    from rulewright.ir.nodes import Final

    here = [system.nodes[node] for node in reachable(system)]
    return any(is_rest(node) and not isinstance(node, Final) for node in here)


def chosen_options(system: System, readings: Mapping[str, str]) -> dict[str, int]:
    """The number of an option for every reading: as asked, else the first."""
    for name in readings:
        if name not in system.readings:
            wrong_name("reading", name, system.readings)
    return {
        name: option_number(name, readings.get(name, info.options[0]), info.options)
        for name, info in system.readings.items()
    }


def option_number(reading: str, option: str, options: Sequence[str]) -> int:
    """Which option of a reading a name means."""
    if option not in options:
        wrong_name(f"option of `{reading}`", option, options)
    return list(options).index(option)


def wrong_name(what: str, name: str, known: Sequence[str] | Mapping[str, object]) -> NoReturn:
    """End the command: a name on the command line that the rulebook does not have."""
    from rulewright.diagnostics import nearest

    meant = nearest(name, known)
    names = ", ".join(f"`{one}`" for one in known) or "none"
    hint = f" Did you mean `{meant}`?" if meant else f" There are: {names}."
    raise click.UsageError(f"the rulebook has no {what} `{name}`.{hint}")


def print_diagnostics(diagnostics: Sequence[Diagnostic], form: str, color: str) -> None:
    """Diagnostics as the result of a command."""
    from rulewright.diagnostics import render_text, to_json

    if form == "json":
        print_json([to_json(diagnostic) for diagnostic in diagnostics])
    else:
        click.echo(render_text(diagnostics, color=wants_color(color)), nl=False, color=True)
