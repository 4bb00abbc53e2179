"""`rulewright explore`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_verify.cli.loading import checked, system_of
from rulewright_verify.cli.options import instance_options, one_rulebook, output_options, reading_option
from rulewright_verify.cli.output import ProgressLine, print_json, remark

if TYPE_CHECKING:
    from rulewright_verify.explicit import Exploration

UNDECIDED = 3

MANY = 10_000
"""Of so many states the memory for one can be told; of fewer it is mostly that of empty tables."""


@click.command()
@one_rulebook
@instance_options
@reading_option
@click.option(
    "--max-states",
    type=click.IntRange(1),
    default=5_000_000,
    show_default=True,
    metavar="N",
    help="Stop after so many.",
)
@click.option(
    "--draw",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the graph into FILE, which ends in .svg or .dot; small graphs only.",
)
@output_options
def explore(
    path: str,
    scope: str | None,
    players: int | None,
    variants: tuple[str, ...],
    readings: dict[str, str],
    max_states: int,
    draw: Path | None,
    form: str,
    color: str,
) -> int:
    """Look at every play of a game, or of a smaller scope of it.

    Counts the states in which somebody or luck decides, the transitions between
    them, how deep they lie, where a play is stuck, and how plays end. Readings that
    are not given take their first option.

    \b
    Examples:
      rulewright explore rules/my_game --scope small
      rulewright explore rules/my_game --scope small --format json
      rulewright explore rules/my_game --scope tiny --draw plays.svg
    \b
    Exit codes: 0 every state was seen, 2 the rulebook or the call is wrong,
    3 stopped before the end.
    """
    from rulewright.checker.symbols import Configuration
    from rulewright_verify.explicit import explore as explore_system

    if draw is not None and draw.suffix not in (".svg", ".dot"):
        raise click.UsageError(f"{draw} ends neither in .svg nor in .dot")
    book = checked(path, Configuration(players, scope, variants), color)
    system = system_of(book, readings)
    with ProgressLine("states") as line:
        found = explore_system(
            system, max_states=max_states, progress=lambda states, depth: line.show(states, max_states, "seen")
        )
    if draw is not None:
        draw_into(draw, found)
    if form == "json":
        print_json(record(found))
    else:
        click.echo("\n".join(text_lines(found)))
    return 0 if found.complete else UNDECIDED


def draw_into(target: Path, found: Exploration) -> None:
    """Write a drawing, or say why there is none; the counts are printed anyway."""
    from rulewright_verify.drawing import TooLarge, drawing_of

    try:
        drawing = drawing_of(found, target.suffix.removeprefix("."))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(drawing)
    except TooLarge as reason:
        remark(f"Nothing was drawn: {reason}.")
    except ImportError as missing:
        remark(f"Nothing was drawn: {missing}. SVG needs the package pygraphviz; .dot needs nothing.")


def record(found: Exploration) -> dict[str, object]:
    """The counts, for programs."""
    return {
        "complete": found.complete,
        "states": found.states,
        "transitions": found.transitions,
        "depth": found.depth,
        "dead_ends": found.dead_ends,
        "ends": dict(found.ends_by_outcome),
        "seconds": round(found.seconds, 3),
        "bytes_per_state": round(found.bytes_per_state, 1),
    }


def text_lines(found: Exploration) -> list[str]:
    """The counts, for people."""
    from rulewright_verify.report.words import counted, grouped

    lines = [
        f"{counted(found.states, 'state')}, {counted(found.transitions, 'transition')}",
        f"each state is reached in {counted(found.depth, 'step')} or fewer",
        f"{counted(found.dead_ends, 'dead end')}: somebody must choose and cannot",
        *(f"ends {outcome}: {grouped(n)}" for outcome, n in found.ends_by_outcome.items()),
        f"{found.seconds:.2f} s" + (f", {found.bytes_per_state:.0f} bytes a state" if found.states >= MANY else ""),
    ]
    return lines if found.complete else [*lines, "Stopped before every state was seen."]
